import Geodesy
public import Geometry
public import Samples

/// Makes one fix of the several reports that gpsd sends of one epoch (3.25 sends up to five, each knowing a little more).
///
/// A fix that has height, accuracy and velocity goes at once. One that lacks something waits a moment for the rest of its
/// epoch, keeps the arrival of its first report, and goes when the next epoch begins or the moment is over.
public struct EpochGate: Sendable {
  /// Nothing is dropped in silence.
  public struct Counters: Equatable, Sendable {
    public var fixes = 0
    /// Reports of an epoch that had gone, or whose fix they completed.
    public var duplicates = 0
    /// Reports without a fix or a position: the receiver is searching.
    public var searching = 0
    /// Fixes whose numbers cannot be meant.
    public var refused = 0
    /// Fixes whose own time is not now.
    public var untimely = 0
    /// Times the receiver's clock ran backwards by more than an epoch.
    public var steps = 0
    public init() {}
  }

  public private(set) var counters = Counters()
  private var held: Fix?
  /// The epoch of the last fix that went, and that fix.
  private var lastTime: Int64?
  private var last: Fix?

  /// How long an incomplete fix waits.
  static let patience = TimeSpan.seconds(0.06)
  /// A receiver's time that is earlier than its last by more than this was set, not repeated.
  private static let step: Int64 = 2_000_000_000

  public init() {}

  /// `clock`: the machine's, where it can tell whether the fix is one of now, `within` so much.
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
      // Without a time the same numbers are the same fix.
      return fix.utc != nil || last.map { !$0.saysTheSame(as: fix) } ?? true
    }
    if time > lastTime { return true }
    if lastTime - time > Self.step {
      counters.steps += 1
      return true
    }
    return false
  }

  /// When a waiting fix goes.
  public var deadline: BootInstant { held.map { $0.arrival + Self.patience } ?? .never }

  /// Lets a fix go that has waited long enough.
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

  /// Forgets a fix that waits, as when the connection is lost; the last epoch is remembered, for gpsd repeats it to a client
  /// that comes back.
  public mutating func disconnect() { held = nil }
}

extension Fix {
  fileprivate var isComplete: Bool {
    horizontalError != nil && velocityEast != nil && speedError != nil && utc != nil
      && (mode == .twoDimensional || height != nil && verticalError != nil)
  }

  /// The later report knows at least as much; what only the earlier one said is kept, and so is its arrival.
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
