public import Geodesy
public import Geometry

/// A fix as every part of the engine reads it, made once at its front (`FixReader`): the stated values in one form, the assumed
/// ones where nothing usable is stated, and the moment at which it was valid.
public struct FixReading: Sendable {
  /// Parts that are assumed, because the receiver states nothing usable.
  public struct Assumed: OptionSet, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let radius = Assumed(rawValue: 1), speedError = Assumed(rawValue: 2)
  }

  /// Source of the moment at which a fix was valid.
  public enum Timing: String, Sendable {
    /// A time stamp by hardware.
    case stamped
    /// The arrival less the age of fixes, configured or learned, and less the delay learned above the floor.
    case learned
    case assumed
  }

  public struct Velocity: Sendable {
    /// East and north on Earth, in m/s.
    public var level: SIMD2<Double>
    public var up: Double?
    /// 1 σ per axis, in m/s.
    public var sigma: Double

    public init(level: SIMD2<Double>, up: Double? = nil, sigma: Double) {
      (self.level, self.up, self.sigma) = (level, up, sigma)
    }
  }

  /// Time of arrival, and the receiver's civil time with the moment to which it belongs.
  public var arrival: BootInstant
  public var utc: UTC?
  public var utcTime: BootInstant
  /// Moment at which it was valid.
  public var held: BootInstant
  /// 1 σ of its age at its arrival, where that is learned.
  public var ageSigma = TimeSpan.zero
  /// East and north, in m/s: its velocity, or that between the places of some seconds.
  public var motion = SIMD2<Double>.zero
  /// 1 σ of the way since it was valid, east and north in m, as far as its age is not known.
  public var late: SIMD2<Double> { motion * ageSigma.value }
  public var timing = Timing.assumed
  /// Place on Earth, with a height of zero where none is stated.
  public var place: Geodetic
  public var height: Length?
  /// Radius of 68 %, and 1 σ of the height; nil if none is stated.
  public var radius: Length
  public var heightSigma: Length?
  public var velocity: Velocity?
  public var assumed = Assumed()
  /// Whether the radius is so small that it is used as stated.
  public var isPrecise = false

  public init(place: Geodetic, radius: Length, held: BootInstant, arrival: BootInstant? = nil) {
    (self.place, self.radius, self.held) = (place, radius, held)
    self.arrival = arrival ?? held
    utcTime = self.arrival
    height = place.height
  }
}

extension FixReading {
  /// Reads what a fix states; its moment is that of its time stamp.
  public init(_ fix: Fix, assuming assumptions: FixAssumptions, precise: Length) {
    self.init(
      place: Geodetic(latitude: fix.latitude, longitude: fix.longitude, height: fix.height ?? .zero),
      radius: fix.radius(assuming: assumptions), held: fix.time, arrival: fix.arrival)
    (utc, utcTime, height) = (fix.utc, fix.time, fix.height)
    heightSigma = fix.verticalError.flatMap { $0 > .zero ? $0 / RadiusPerSigma.axisOf95 : nil }
    isPrecise = radius < precise
    if !fix.statesRadius { assumed.insert(.radius) }
    guard let east = fix.velocityEast, let north = fix.velocityNorth else { return }
    let stated = fix.speedError.flatMap { $0 > .zero ? $0 / RadiusPerSigma.of95 : nil }
    if stated == nil { assumed.insert(.speedError) }
    velocity = Velocity(
      level: SIMD2(east.value, north.value), up: fix.velocityUp?.value, sigma: (stated ?? assumptions.speed).value)
  }

  /// Velocity of which the receiver states the error.
  public var statedVelocity: Velocity? { assumed.contains(.speedError) ? nil : velocity }
}

extension Fix {
  /// Returns the 68 % radius of the stated error; of the `assumed` one if none is stated or the stated one is zero.
  public func radius(assuming assumed: FixAssumptions) -> Length {
    let silent = mode == .threeDimensional ? assumed.error3D : assumed.error2D
    let stated = statesRadius ? horizontalError ?? silent : silent
    return stated * (RadiusPerSigma.of68 / RadiusPerSigma.of95)
  }

  /// True if the fix states a usable error; some receivers report 0 when they have no estimate.
  public var statesRadius: Bool { horizontalError.map { $0.isFinite && $0.value > 0 } ?? false }
}

/// Errors of fixes that state none: the 95 % radius, and 1 σ per axis of the velocity.
public struct FixAssumptions: Sendable {
  public var error3D = Length(5)
  public var error2D = Length(25)
  public var speed = Speed(0.3)
  public init() {}
}
