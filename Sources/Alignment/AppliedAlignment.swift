public import Geometry

/// The alignment used for drawing: it follows the target, which is the estimated alignment, without a jump that is seen.
///
/// It is a separate rigid transformation from scene to Earth, a yaw ψ_a (`yaw`) and a place p_a of the wearer, changed only by
/// easing. While the target's place p_t moves by m on Earth, p_a moves by R(ψ_a − ψ_t) m, so the shift s = p_a − p_t (`shift`)
/// grows by the difference; a correction c of the target's place is subtracted from it. Easing turns ψ_a about the wearer and
/// shortens s: near things move least, and at the wearer no faster than the place's own rate.
///
/// - limit: what is left at the rate v₀ + h, for ψ (`yaw_rate`) and for s (`place_rate`). v₀ is invisible to a wearer who stands; h
///   is what the wearer's own motion hides: 5 % of an own turn, up to v₀; 14 % of an own way, and a turn as on a circle of 22 m.
/// - snap: at once.
///
/// A difference beyond that of a good place or heading (`LocalizationParameters`) is not eased but applied at once, and counted
/// (`snaps`): half a minute of a picture that is known to be wrong is worse than half a second of none, which is what a scene
/// shows then. Nothing else jumps, once the alignment was first known.
///
/// 14 % and 22 m are from Steinicke et al., "Estimation of Detection Thresholds for Redirected Walking Techniques", IEEE TVCG
/// 16(1), 2010, who found 20 % for a turn, in a picture without surroundings. Through glasses one sees the room too, and who turns
/// against the picture's motion notices half of what is not noticed with it (Jerald et al., "Sensitivity to Scene Motion for Phases
/// of Head Yaws", APGV 2008): a quarter of it.
public struct AppliedAlignment: Sendable {
  private let parameters: AppliedParameters
  /// Beyond these it is applied at once.
  private let mostAngle: Angle, mostLength: Length
  /// True azimuth = scene azimuth + yaw, in [−180°, 180°].
  public private(set) var yaw = Angle.zero
  /// Applied place of the wearer minus the target's.
  public private(set) var shift = Displacement<Level>.zero
  /// Set permanently once the alignment was known: from then on programs may draw with it.
  public private(set) var isKnown = false
  /// How often it was applied at once after it was known.
  public private(set) var snaps = 0
  /// Shares of an own turn and of an own way, and the radius of a circle, that hide a change. Who rides sees no more of it than who
  /// walks fast, in m/s.
  private static let turnShare = 0.05, wayShare = 0.14, circle = 22.0, fastWalk = 2.0
  /// Interval of the steps; and the longest one that counts: a gap is not watched, so it eases no further.
  public static let interval = TimeSpan(0.02), longestStep = TimeSpan(0.1)

  public init(_ parameters: AppliedParameters, good: LocalizationParameters) {
    self.parameters = parameters
    (mostAngle, mostLength) = (good.heading, good.radius)
  }

  /// Ingests a correction of the target's place of the wearer. The drawn place stays.
  public mutating func corrected(by correction: Displacement<Level>) {
    if correction.isFinite, isKnown, parameters.mode != .snap { shift -= correction }
  }

  /// Restarts for a new scene, of which nothing has been drawn yet.
  public mutating func restart() {
    isKnown = false
    settle(.zero)
  }

  /// Ingests a turn of the scene's axes on Earth, clockwise: what is drawn stays where it is.
  public mutating func sceneTurned(by angle: Angle) { if isKnown { yaw = (yaw - angle).wrapped } }

  /// The yaw after a turn of the scene's axes that was not ingested yet.
  public func yaw(afterTurn angle: Angle) -> Angle { isKnown ? (yaw - angle).wrapped : yaw }

  /// Advances by one sample: `target` is the target's yaw now, and its place has moved with the wearer, besides its corrections.
  ///
  /// `isKnown` is whether the target is good enough for drawing. Until it first was, the applied alignment equals the target.
  /// `turned` is the device's own turn about the vertical, as a size.
  public mutating func advance(
    toward target: Angle, isKnown known: Bool = true, moved: Displacement<Level> = .zero, turned: Angle = .zero,
    over interval: TimeSpan
  ) {
    guard target.isFinite else { return }
    guard isKnown, parameters.mode != .snap else {
      isKnown = isKnown || known
      return settle(target)
    }
    var left = (target - yaw).wrapped
    if left != .zero, moved != .zero, moved.isFinite { drift(moved, toward: target) }
    let distance = shift.norm
    if left == .zero && distance == .zero { return }
    guard distance <= mostLength, left.magnitude <= mostAngle else {
      snaps += 1
      return settle(target)
    }
    guard interval.value > 0 else { return }
    let time = min(interval, Self.longestStep).value, way = min(Self.fastWalk, moved.norm.value / interval.value)
    let hidden = min(parameters.yawRate.value, Self.turnShare * turned.radians / interval.value) + way / Self.circle
    left = Angle(rest(of: left.value, after: time, rate: parameters.yawRate.value + hidden))
    yaw = (target - left).wrapped
    guard distance != .zero else { return }
    let rate = parameters.placeRate.value + Self.wayShare * way
    shift = shift * (rest(of: distance.value, after: time, rate: rate) / distance.value)
  }

  private mutating func settle(_ target: Angle) {
    yaw = target.wrapped
    shift = .zero
  }

  private mutating func drift(_ moved: Displacement<Level>, toward target: Angle) {
    let turn = (yaw - target).radians, c = cos(turn), s = sin(turn)
    shift += Displacement<Level>(c * moved.x - s * moved.z, moved.y, s * moved.x + c * moved.z) - moved
  }

  /// Returns the remainder of a distance that is eased to zero.
  private func rest(of distance: Double, after time: Double, rate: Double) -> Double {
    let step = rate * time
    return distance.magnitude - step <= 0 ? 0 : distance - (distance < 0 ? -step : step)
  }
}
