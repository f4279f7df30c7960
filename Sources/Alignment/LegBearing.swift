public import Geometry

/// The leg of a route that is being followed.
public struct RouteLeg: Equatable, Sendable {
  /// True azimuth.
  public var bearing: Angle
  public var length: Length
  /// How far the wearer has come along it since it is this leg that is followed, from the places.
  public var followed: Length

  public init(bearing: Angle, length: Length, followed: Length) {
    self.bearing = bearing
    self.length = length
    self.followed = followed
  }
}

/// The bearing of the leg being followed as a weak measurement of the yaw: who walks straight along it walks its bearing β, so
/// with the course γ of that walk in the scene ψ = β − γ.
///
/// Walking in a corridor of width w one is anywhere across it at either end, σ = w/√12 each, so over a length l the course is
/// off the leg's by atan(w/(√6 l)), 1 σ, with l no longer than the leg; to which the leg's own error is added in squares. That
/// is 46° after 8 m and 16° after 30 m. A walk is used once: after a measurement the next one begins where it ended.
public struct LegBearing: Sendable {
  /// What the walk says.
  public struct Measurement: Equatable, Sendable {
    public var yaw: Angle
    public var sigma: Angle
    /// Of the walk, in the scene.
    public var course: Angle
    public var length: Length
  }
  /// Why it says nothing.
  public enum Refusal: String, Error, CaseIterable, Sendable {
    case notFinite = "not-finite"
    /// The leg, the way along it, the walk.
    case legTooShort = "leg-too-short"
    case notFollowed = "not-followed"
    case walkTooShort = "walk-too-short"
    case notStraight = "not-straight"
    /// By the yaw believed so far they walk elsewhere, maybe back.
    case againstLeg = "against-leg"
  }

  private let parameters: LegParameters
  private var walk: StraightWalk

  public init(_ parameters: LegParameters) {
    self.parameters = parameters
    walk = StraightWalk(spacing: parameters.walk / 8)
  }

  /// The wearer is here now, in the scene.
  public mutating func moved(to position: Displacement<Scene>) { if position.isFinite { walk.add(position) } }

  /// Forgets the walk: a new scene, another route.
  public mutating func clear() { walk.clear() }

  /// What the walk so far says of the yaw. `yaw` is what is believed of it, nil if nothing is: then nothing is against the leg.
  public mutating func measure(_ leg: RouteLeg, believing yaw: Angle?) -> Result<Measurement, Refusal> {
    let result = judge(leg, believing: yaw)
    if case .success = result { walk.clear() }
    return result
  }

  private func judge(_ leg: RouteLeg, believing yaw: Angle?) -> Result<Measurement, Refusal> {
    guard leg.bearing.isFinite, leg.length.isFinite, leg.followed.isFinite, yaw?.isFinite ?? true else {
      return .failure(.notFinite)
    }
    guard leg.length >= parameters.walk else { return .failure(.legTooShort) }
    guard leg.followed >= parameters.walk else { return .failure(.notFollowed) }
    // No more of the walk than was along this leg; the points are an eighth apart, so one lies in the shortest range.
    let range = parameters.walk...max(leg.followed, parameters.walk * 1.25)
    guard let straight = walk.straight(within: parameters.straight, of: range) else {
      // The way is a little longer than its chord.
      return .failure(walk.length < parameters.walk * 1.1 ? .walkTooShort : .notStraight)
    }
    let measured = (leg.bearing - straight.course).wrapped
    if let yaw, (measured - yaw).wrapped.magnitude > parameters.against { return .failure(.againstLeg) }
    let length = min(straight.length, leg.length)
    let freedom = Angle.arcTangent(parameters.corridor.value, 6.0.squareRoot() * length.value)
    return .success(
      Measurement(
        yaw: measured, sigma: Angle(hypot(freedom.radians, parameters.sigma.radians)), course: straight.course,
        length: straight.length))
  }
}
