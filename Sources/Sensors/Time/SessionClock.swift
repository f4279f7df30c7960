import Geometry
public import Samples

/// The time of a session: CLOCK_BOOTTIME for live sensors; for a recording or a simulation, which may run faster than real time,
/// the time that its samples have reached.
///
///     session time = origin + (boot time − origin) · speed
public struct SessionClock: Equatable, Sendable {
  public var origin: BootInstant
  public var speed: Double

  public static let live = SessionClock(origin: BootInstant(nanoseconds: 0), speed: 1)

  public init(origin: BootInstant, speed: Double) {
    self.origin = origin
    self.speed = speed
  }

  public var now: BootInstant { session(.now) }

  public func session(_ boot: BootInstant) -> BootInstant {
    speed == 1 ? boot : origin + (boot - origin) * speed
  }

  /// The boot time at which the session reaches a moment.
  public func boot(_ session: BootInstant) -> BootInstant {
    speed == 1 ? session : origin + (session - origin) / speed
  }
}
