public import Geodesy
public import Geometry
public import Odometry

/// The learned state of a session, for the start of the next: a value, of which each entry may be missing.
///
/// It is stored as it was learned; `LearnedState+Widening.swift` widens it by age, distance and temperature when it is used.
public struct LearnedState: Equatable, Sendable {
  /// Version of the members' meaning; a reader refuses any other version.
  public static let schema = 1

  public var profile: Profile
  /// Time of saving, if it is known.
  public var saved: UTC?
  /// Approximate place: to a hundredth of a degree.
  public var place: Geodetic?
  public var gyroscope: LearnedBias?
  public var stride: LearnedStride?
  public var heading: LearnedHeading?
  public var deviceField: LearnedField?
  public var compass: LearnedCompass?
  public var fixAge: LearnedFixAge?
  /// The device on which it was learned, if it is known.
  public var device: DeviceIdentity?

  public init(profile: Profile) { self.profile = profile }

  /// Number of entries that show where a wearer was.
  public var knownPlaces: Int { place == nil ? 0 : 1 }

  /// Erases the entries that show where a wearer was.
  public mutating func forgetPlaces() { place = nil }

  /// Returns a place rounded to a hundredth of a degree, about a kilometer, and without height.
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

/// The logarithm of the ratio of the true step length to the model's, and the model: ℓ = ℓ₀ + r/Δt. It is not valid for another
/// model.
public struct LearnedStride: Equatable, Sendable {
  public var logarithm: Double
  public var sigma: Double
  public var length: Length
  /// r in the equation, in m·s.
  public var walkRatio: Double

  public init(logarithm: Double, sigma: Double, length: Length, walkRatio: Double) {
    self.logarithm = logarithm
    self.sigma = sigma
    self.length = length
    self.walkRatio = walkRatio
  }
}

/// The body's true heading at the end of a session.
public struct LearnedHeading: Equatable, Sendable {
  public var heading: Angle
  public var sigma: Angle

  public init(_ heading: Angle, sigma: Angle) {
    self.heading = heading
    self.sigma = sigma
  }
}

/// The device's own magnetic field that remains after calibration, and 1 σ of each axis.
public struct LearnedField: Equatable, Sendable {
  public var field: MagneticField<Body>
  public var sigma: MagneticField<Body>

  public init(_ field: MagneticField<Body>, sigma: MagneticField<Body>) {
    self.field = field
    self.sigma = sigma
  }
}

/// A compass that has agreed with its wearer's ways: its constant angle against the device, 1 σ, and the way on which they rest.
public struct LearnedCompass: Equatable, Sendable {
  public var angle: Angle
  public var sigma: Angle
  public var walked: Length

  public init(_ angle: Angle, sigma: Angle, walked: Length) {
    self.angle = angle
    self.sigma = sigma
    self.walked = walked
  }
}

/// How old a receiver's fixes were when they arrived, and 1 σ.
public struct LearnedFixAge: Equatable, Sendable {
  public var age: TimeSpan
  public var sigma: TimeSpan

  public init(_ age: TimeSpan, sigma: TimeSpan) {
    self.age = age
    self.sigma = sigma
  }
}
