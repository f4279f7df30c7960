public import Geometry

/// The leg of a route that the wearer follows.
public struct RouteLeg: Equatable, Sendable {
  /// True azimuth.
  public var bearing: Angle
  public var length: Length
  /// Distance along this leg since it became the followed one, from the places.
  public var followed: Length

  public init(bearing: Angle, length: Length, followed: Length) {
    self.bearing = bearing
    self.length = length
    self.followed = followed
  }
}

/// The bearing of the followed leg as a weak measurement of the yaw: a wearer who walks straight along it walks its bearing β, so
/// with the course γ of that walk in the scene ψ = β − γ.
///
/// In a corridor of width w the wearer may be anywhere across it at either end, σ = w/√12 each, so over a length l the course is
/// off the leg's by atan(w/(√6 l)), 1 σ, with l no longer than the leg; the leg's own error is added in squares. That is 46°
/// after 8 m and 16° after 30 m. A walk is used once: after a measurement the next one begins where it ended.
public struct LegBearing: Sendable {
  /// The measurement from a walk.
  public struct Measurement: Equatable, Sendable {
    public var yaw: Angle
    public var sigma: Angle
    /// Course of the walk in the scene.
    public var course: Angle
    public var length: Length
  }
  /// Reason for which there is no measurement.
  public enum Refusal: String, Error, CaseIterable, Sendable {
    case notFinite = "not-finite"
    /// The leg is too short; the path along it is too short; the walk is too short.
    case legTooShort = "leg-too-short"
    case notFollowed = "not-followed"
    case walkTooShort = "walk-too-short"
    case notStraight = "not-straight"
    /// With the present yaw the walk leads in another direction, perhaps back.
    case againstLeg = "against-leg"
  }

  /// How far beside a straight line the walk may lead, as a share of its length.
  private static let straightness = 0.06
  /// Angle between the walk and the leg beyond which the wearer does not follow the leg.
  private static let against = Angle.degrees(60)

  private let parameters: LegParameters
  private var walk: StraightWalk

  public init(_ parameters: LegParameters) {
    self.parameters = parameters
    walk = StraightWalk(spacing: parameters.walk / 8)
  }

  /// Ingests the wearer's position in the scene.
  public mutating func moved(to position: Displacement<Scene>) { if position.isFinite { walk.add(position) } }

  /// Clears the walk, for a new scene or another route.
  public mutating func clear() { walk.clear() }

  /// Returns the yaw measured by the walk so far. `yaw` is the present estimate, nil if there is none: then no walk is against
  /// the leg.
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
    // At most the part of the walk along this leg; the points are an eighth apart, so one lies in the shortest range.
    let range = parameters.walk...max(leg.followed, parameters.walk * 1.25)
    guard let straight = walk.straight(within: Self.straightness, of: range) else {
      // The path is a little longer than its chord.
      return .failure(walk.length < parameters.walk * 1.1 ? .walkTooShort : .notStraight)
    }
    let measured = (leg.bearing - straight.course).wrapped
    if let yaw, (measured - yaw).wrapped.magnitude > Self.against { return .failure(.againstLeg) }
    let length = min(straight.length, leg.length)
    let freedom = Angle.arcTangent(parameters.corridor.value, 6.0.squareRoot() * length.value)
    return .success(
      Measurement(
        yaw: measured, sigma: Angle(hypot(freedom.radians, parameters.sigma.radians)), course: straight.course,
        length: straight.length))
  }
}
