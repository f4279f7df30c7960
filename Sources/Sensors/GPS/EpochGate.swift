import Geodesy
public import Geometry
public import Samples

/// Combines the reports that gpsd sends for one epoch into one fix (3.25 sends up to five, each more complete than the last).
///
/// A fix that has height, accuracy and velocity is released at once. An incomplete fix waits for the other reports of its epoch;
/// it keeps the arrival time of its first report, and is released when the next epoch begins or after `patience`.
public struct EpochGate: Equatable, Sendable {
  /// Every report that does not become a fix is counted.
  public struct Counters: Equatable, Sendable {
    public var fixes = 0
    /// Reports of an epoch whose fix was already released, and reports merged into the waiting fix.
    public var duplicates = 0
    /// Reports without a fix or a position: the receiver is searching.
    public var searching = 0
    /// Fixes with impossible numbers.
    public var refused = 0
    /// Fixes whose time differs too much from the machine's clock.
    public var untimely = 0
    /// Times the receiver's clock jumped back by more than `step`.
    public var steps = 0
    public init() {}
  }

  public private(set) var counters = Counters()
  private var held: Fix?
  /// The epoch of the last released fix, and that fix.
  private var lastTime: Int64?
  private var last: Fix?

  /// The longest wait of an incomplete fix.
  static let patience = TimeSpan.seconds(0.06)
  /// A time earlier than the last one by more than this means that the receiver's clock was set; less is a repeated report.
  private static let step: Int64 = 2_000_000_000

  public init() {}

  /// `clock`: the machine's clock, if the fix's time is to be checked against it; `tolerance`: the largest difference allowed.
  public mutating func ingest(
    _ report: GPSReport, arrival: BootInstant, clock: WallClock? = nil, within tolerance: TimeSpan = .zero,
    into output: (Fix) -> Void
  ) {
    switch report.fix(arrival: arrival) {
    case .failure(let refusal):
      if case .sample = refusal.reason { counters.refused += 1 } else { counters.searching += 1 }
    case .success(var fix):
      if let utc = fix.utc, let clock {
        guard let timely = clock.timely(utc, within: tolerance) else {
          counters.untimely += 1
          return
        }
        fix.utc = timely
      }
      ingest(fix, into: output)
    }
  }

  private mutating func ingest(_ fix: Fix, into output: (Fix) -> Void) {
    if let current = held {
      if current.utc == fix.utc {
        counters.duplicates += 1
        held = current.completed(by: fix)
        if held?.isComplete ?? false { release(into: output) }
        return
      }
      release(into: output)
    }
    guard isNew(fix) else {
      counters.duplicates += 1
      return
    }
    held = fix
    if fix.isComplete { release(into: output) }
  }

  private mutating func isNew(_ fix: Fix) -> Bool {
    guard let time = fix.utc?.nanosecondsSince1970, let lastTime else {
      // Without a time, equal numbers mean the same fix.
      return fix.utc != nil || last.map { !$0.saysTheSame(as: fix) } ?? true
    }
    if time > lastTime { return true }
    if lastTime - time > Self.step {
      counters.steps += 1
      return true
    }
    return false
  }

  /// The time at which a waiting fix is released.
  public var deadline: BootInstant { held.map { $0.arrival + Self.patience } ?? .never }

  /// Releases the waiting fix when its deadline has passed.
  public mutating func drain(at now: BootInstant, into output: (Fix) -> Void) {
    if now >= deadline { release(into: output) }
  }

  private mutating func release(into output: (Fix) -> Void) {
    guard let fix = held else { return }
    held = nil
    lastTime = fix.utc?.nanosecondsSince1970 ?? lastTime
    last = fix
    counters.fixes += 1
    output(fix)
  }

  /// Drops the waiting fix, as when the connection is lost. The last epoch is kept, because gpsd repeats it to a client that
  /// reconnects.
  public mutating func disconnect() { held = nil }
}

extension Fix {
  fileprivate var isComplete: Bool {
    horizontalError != nil && velocityEast != nil && speedError != nil && utc != nil
      && (mode == .twoDimensional || height != nil && verticalError != nil)
  }

  /// Returns the later report, completed with the values that only this one has, and with this one's arrival.
  fileprivate func completed(by later: Fix) -> Fix {
    var fix = later
    fix.time = time
    fix.arrival = arrival
    if mode == .threeDimensional && later.mode == .twoDimensional {
      fix.mode = mode
      fix.height = height
    }
    fix.height = fix.height ?? height
    fix.horizontalError = fix.horizontalError ?? horizontalError
    fix.verticalError = fix.verticalError ?? verticalError
    if fix.velocityEast == nil {
      fix.velocityEast = velocityEast
      fix.velocityNorth = velocityNorth
    }
    fix.velocityUp = fix.velocityUp ?? velocityUp
    fix.speedError = fix.speedError ?? speedError
    fix.geoidSeparation = fix.geoidSeparation ?? geoidSeparation
    return fix
  }

  fileprivate func saysTheSame(as other: Fix) -> Bool {
    var copy = other
    copy.time = time
    copy.arrival = arrival
    return copy == self
  }
}
