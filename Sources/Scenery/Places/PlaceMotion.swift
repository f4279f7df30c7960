public import Geometry
public import Samples

/// The motion of a place: its velocity at a moment, from which its position at any later moment is extrapolated.
///
/// With t the time since `time`: position = stated position + `velocity`·t, and its 1 σ along each axis =
/// √(`sigma`² + (`sigmaGrowth`·t)²). The sender states the motion again before that is too much.
public struct PlaceMotion: Equatable, Sendable {
  /// x east, y up, z south.
  public var velocity: Velocity<Level>
  /// The moment of the stated position.
  public var time: BootInstant
  public var sigmaGrowth: Speed
  /// 1 σ of the stated position along each axis.
  public var sigma: Length

  /// The fastest motion and growth that are accepted, and the growth that is assumed: a walker who may turn anywhere.
  public static let fastest = Speed(500), fastestGrowth = Speed(500), usualGrowth = Speed(1)
  /// The largest `sigma` that is accepted.
  public static let mostSigma = Length(100_000)
  /// The largest age of a motion when it is stated; a later time than now is accepted up to `mostAhead`.
  public static let mostAge = TimeSpan(60), mostAhead = TimeSpan(1)

  public init(velocity: Velocity<Level>, time: BootInstant, sigmaGrowth: Speed = usualGrowth, sigma: Length = .zero) {
    self.velocity = velocity
    self.time = time
    self.sigmaGrowth = sigmaGrowth
    self.sigma = sigma
  }

  /// False for a motion that is too fast, too old, in the future, or not finite.
  public func isAllowed(at now: BootInstant) -> Bool {
    guard velocity.isFinite, velocity.norm <= Self.fastest, sigmaGrowth >= .zero, sigmaGrowth <= Self.fastestGrowth,
      sigma >= .zero, sigma <= Self.mostSigma
    else {
      return false
    }
    let age = now - time
    return age <= Self.mostAge && age >= -Self.mostAhead
  }

  /// The time since the stated moment; zero before it.
  func age(at now: BootInstant) -> TimeSpan { now > time ? now - time : .zero }

  /// 1 σ of the position along each axis.
  func sigma(at now: BootInstant) -> Length { Length(hypot(sigma.value, (sigmaGrowth * age(at: now)).value)) }

  /// True while the position is known about as well as it was stated; one that was stated roughly may be drawn, too.
  func isFresh(at now: BootInstant, _ parameters: SceneParameters) -> Bool {
    age(at: now) <= parameters.movingAge && sigmaGrowth * age(at: now) <= parameters.movingSigma
  }

  /// True when the place is to be removed: it has not been stated for a minute.
  public func isGone(at now: BootInstant) -> Bool { age(at: now) > .seconds(60) }
}
