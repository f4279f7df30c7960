public import Samples

/// A fix as the tie reads it, made once: what the receiver stated, what had to be assumed, and when it was valid.
public struct FixReading: Sendable {
  /// Place, east and north of the frame's origin.
  public var place: SIMD2<Double>
  /// Radius of 68 %, in m.
  public var radius: Double
  /// Whether the radius is so small that it is used as stated.
  public var isPrecise: Bool
  /// The moment at which it was valid, by the assumed delay.
  public var held: BootInstant
  /// Velocity on Earth, east and north, and its stated error (95 %); nil unless the receiver states both.
  public var velocity: (level: SIMD2<Double>, error: Double)?

  public init(
    place: SIMD2<Double>, radius: Double, isPrecise: Bool, held: BootInstant,
    velocity: (level: SIMD2<Double>, error: Double)? = nil
  ) {
    (self.place, self.radius, self.isPrecise) = (place, radius, isPrecise)
    (self.held, self.velocity) = (held, velocity)
  }

  /// Stated error of a velocity below which it is precise, and from which on it is not used.
  static let preciseVelocity = 0.1
  public static let usefulVelocity = 0.4

  var usefulVelocity: (level: SIMD2<Double>, error: Double)? {
    velocity.flatMap { $0.error < Self.usefulVelocity ? $0 : nil }
  }
  var hasPreciseVelocity: Bool { (velocity?.error ?? .infinity) < Self.preciseVelocity }
}
