public import Geometry
public import Samples

/// One receiver of gpsd: its last fix, its rate, and the numbers of its fixes.
public struct KnownReceiver: Equatable, Sendable {
  /// gpsd's path of its device: `/dev/ttyACM0`; empty for reports that name no device.
  public let device: String
  /// The dimensions of its last fix; nil while it has none, or searches again.
  public internal(set) var mode: Fix.Mode?
  /// The horizontal 95 % radius stated with its last fix; nil if it states none.
  public internal(set) var statedError: Length?
  public internal(set) var lastFix: BootInstant?
  /// The numbers of its fixes that were passed on and that were not.
  public internal(set) var usedCount = 0
  public internal(set) var unusedCount = 0

  var gate = EpochGate()
  var lastReport: BootInstant
  /// The first fix after its last silence.
  var streakStart: BootInstant?
  /// The time since which it is clearly better than the receiver in use, without interruption.
  var betterSince: BootInstant?
  private var estimate = PeriodEstimate()

  init(_ device: String, at now: BootInstant) {
    self.device = device
    lastReport = now
  }

  /// The name for a person.
  public var name: String { Self.name(device) }
  static func name(_ device: String) -> String { device.isEmpty ? "a receiver without a name" : device }

  /// Fixes a second; nil before the second fix.
  public var rate: Frequency? { estimate.seconds.map { Frequency(1 / $0) } }

  /// The error by which receivers are compared.
  var comparedError: Length { statedError ?? Self.assumedError }
  /// The error of a receiver that states none.
  static let assumedError = Length(10)

  /// The time without a fix after which it counts as silent: 2 s or three of its intervals, whichever is longer.
  var silence: TimeSpan { max(.seconds(2), TimeSpan(3 * (estimate.seconds ?? 0))) }
  func isSilent(at now: BootInstant) -> Bool { lastFix.map { now - $0 > silence } ?? true }

  mutating func record(_ fix: Fix, at now: BootInstant) {
    if isSilent(at: now) { streakStart = now }
    if let lastFix { estimate.record((now - lastFix).value, samples: 1) }
    lastFix = now
    mode = fix.mode
    statedError = fix.horizontalError
  }
}
