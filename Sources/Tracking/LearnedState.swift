public import Alignment
public import Geodesy
public import Geometry
public import Odometry

/// What a session has learned that the next may begin with: a value, of which each entry may be missing.
///
/// It is kept as it was learned; how far age, distance and temperature widen it is said where it is given back
/// (`LearnedState+Widening.swift`).
public struct LearnedState: Equatable, Sendable {
  /// Of the members' meaning; a reader refuses what is later than its own.
  public static let schema = 1

  public var profile: Profile
  /// When it was saved, if that is known.
  public var saved: UTC?
  /// Where about: to a hundredth of a degree.
  public var place: Geodetic?
  public var gyroscope: LearnedBias?
  public var stride: LearnedStride?
  public var accuracy: LearnedAccuracy?
  public var heading: LearnedHeading?
  public var deviceField: LearnedField?
  public var compass = CompassCells()

  public init(profile: Profile) { self.profile = profile }

  /// How many places tell where somebody was.
  public var knownPlaces: Int { compass.verdicts.count + (place == nil ? 0 : 1) }

  /// Erases what tells where somebody was.
  public mutating func forgetPlaces() {
    place = nil
    compass.forget()
  }

  /// A place to a hundredth of a degree, about a kilometre, and without height.
  public static func coarse(_ place: Geodetic) -> Geodetic? {
    guard place.isFinite, place.latitude.value.magnitude <= 90, place.longitude.value.magnitude <= 360 else {
      return nil
    }
    func rounded(_ degrees: Degrees) -> Degrees { Degrees((degrees.value * 100).rounded() / 100) }
    return Geodetic(latitude: rounded(place.latitude), longitude: rounded(place.longitude))
  }
}

/// A gyroscope's bias, and the temperature at which it was learned.
public struct LearnedBias: Equatable, Sendable {
  public var belief: BiasBelief
  public var temperature: Temperature?

  public init(_ belief: BiasBelief, at temperature: Temperature? = nil) {
    self.belief = belief
    self.temperature = temperature
  }
}

/// The logarithm of what a step is longer than a model says, and the model: ℓ = ℓ₀ + r/Δt. Of another model it says nothing.
public struct LearnedStride: Equatable, Sendable {
  public var logarithm: Double
  public var sigma: Double
  public var length: Length
  /// r, in m·s.
  public var walkRatio: Double

  public init(logarithm: Double, sigma: Double, length: Length, walkRatio: Double) {
    self.logarithm = logarithm
    self.sigma = sigma
    self.length = length
    self.walkRatio = walkRatio
  }
}

/// A receiver's accuracy scale, the time it stands on, and the receiver, if it has a name: of another it says nothing.
public struct LearnedAccuracy: Equatable, Sendable {
  public var scale: Double
  public var span: TimeSpan
  public var receiver: String?

  public init(scale: Double, span: TimeSpan, receiver: String? = nil) {
    self.scale = scale
    self.span = span
    self.receiver = receiver
  }
}

/// Where the body looked at the end, true.
public struct LearnedHeading: Equatable, Sendable {
  public var heading: Angle
  public var sigma: Angle

  public init(_ heading: Angle, sigma: Angle) {
    self.heading = heading
    self.sigma = sigma
  }
}

/// The device's own magnetic field that calibration has left, and 1 σ of each axis.
public struct LearnedField: Equatable, Sendable {
  public var field: MagneticField<Body>
  public var sigma: MagneticField<Body>

  public init(_ field: MagneticField<Body>, sigma: MagneticField<Body>) {
    self.field = field
    self.sigma = sigma
  }
}
