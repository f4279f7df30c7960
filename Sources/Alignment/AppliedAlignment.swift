public import Fusion
public import Geometry

/// The alignment used for drawing: it follows the target, which is the estimated alignment, without a jump.
///
/// It is a separate rigid transformation from scene to Earth, a yaw ψ_a (`yaw`) and a place p_a of the wearer, changed only by
/// easing. While the wearer walks d in the scene, p_a moves by R(ψ_a) d and the target's place p_t by R(ψ_t) d, so the shift s =
/// p_a − p_t (`shift`) grows by (R(ψ_a) − R(ψ_t)) d; a correction c of the target's place is subtracted from it. Easing turns ψ_a
/// about the wearer and shortens s: near things move least, and at the wearer no faster than the place's own rate.
///
/// - limit: what is left, x, at the rate v₀ + h + max(0, |x| − σ)/τ for ψ (`yaw_rate`, `yaw_time`) and for s (`place_rate`,
///   `place_time`). What is within the target's own error σ is not urgent, and moves as slowly as is invisible to a standing wearer
///   (v₀), or as the wearer's own motion hides it (h); what is beyond is false, and becomes so small that the rest is slow, too.
/// - ease: both by the factor exp(−Δt/τ), here 1 − Δt/(τ + Δt), the same by backward Euler.
/// - snap: at once. So does every mode before the alignment is first known, and beyond the place's snap limit.
///
/// h is what a walker does not notice in a turned or shifted picture, by Steinicke et al., "Estimation of Detection Thresholds for
/// Redirected Walking Techniques", IEEE TVCG 16(1), 2010: 20 % of an own turn, 14 % of an own way, and a turn as on a circle of 22
/// m.
public struct AppliedAlignment: Equatable, Sendable {
  /// Result of one step.
  public enum Step: Equatable, Sendable {
    /// The applied alignment equals the target.
    case settled
    case easing
    /// It was set to the target from too far away: everything drawn has jumped.
    case snapped
  }
  /// Reason for which an input was refused.
  public enum Refusal: String, CountedReason {
    case yawNotFinite = "yaw-not-finite"
    case shiftNotFinite = "shift-not-finite"
    case wayNotFinite = "way-not-finite"
  }

  private let parameters: AppliedParameters
  /// True azimuth = scene azimuth + yaw, in [−180°, 180°].
  public private(set) var yaw = Angle.zero
  /// Applied place of the wearer minus the target's.
  public private(set) var shift = Displacement<Level>.zero
  /// Set permanently once the alignment was known: from then on programs may draw with it.
  public private(set) var isKnown = false
  private var refused = Tally<Refusal>()
  private var isTurning = false
  /// Shares of an own turn and of an own way, and the radius of a circle, that hide a change; who rides sees no more of it than who
  /// walks fast, in m/s.
  private static let turnShare = 0.2, wayShare = 0.14, circle = 22.0, fastWalk = 2.0
  /// Interval of the steps; and the longest one that counts: a gap is not watched, so it eases no further.
  public static let interval = TimeSpan(0.02), longestStep = TimeSpan(0.1)
  /// Remainders below these are invisible and become zero: 0.00006°, 0.01 mm.
  private static let leastAngle = 1e-6, leastLength = 1e-5

  public init(_ parameters: AppliedParameters) { self.parameters = parameters }

  public var isSettled: Bool { shift == .zero && !isTurning }
  public func refusals(_ reason: Refusal) -> Int { refused[reason] }

  /// Ingests a correction of the target's place of the wearer. The drawn place stays.
  public mutating func corrected(by correction: Displacement<Level>) {
    guard correction.isFinite else { return refuse(.shiftNotFinite) }
    if isKnown && parameters.mode != .snap { shift -= correction }
  }

  /// Ingests a turn of the scene's axes on Earth, clockwise: what is drawn stays where it is.
  public mutating func sceneTurned(by angle: Angle) { if isKnown { yaw = (yaw - angle).wrapped } }

  /// Advances by one sample: the wearer has moved in the scene, and `target` is the target's yaw now.
  ///
  /// `isKnown` is whether the target is good enough for drawing. Until it first was, the applied alignment equals the target.
  /// `turned` is the device's own turn about the vertical, as a size; `sigma` the target's error along each axis.
  @discardableResult
  public mutating func advance(
    toward target: Angle, isKnown known: Bool = true, moved: Displacement<Scene> = .zero, turned: Angle = .zero,
    sigma: (yaw: Angle, place: Length) = (.zero, .zero), over interval: TimeSpan
  ) -> Step {
    guard target.isFinite else {
      refuse(.yawNotFinite)
      return isSettled ? .settled : .easing
    }
    guard isKnown, parameters.mode != .snap else {
      isKnown = isKnown || known
      settle(target)
      return .settled
    }
    var left = (target - yaw).wrapped
    if left != .zero && moved != .zero {
      if moved.isFinite { drift(moved, toward: target) } else { refuse(.wayNotFinite) }
    }
    let distance = shift.norm
    if left == .zero && distance == .zero {
      isTurning = false
      return .settled
    }
    guard distance <= parameters.snapDistance else {
      settle(target)
      return .snapped
    }
    let time = interval.value > 0 ? min(interval.value, Self.longestStep.value) : 0
    let way = min(Self.fastWalk, perSecond(moved.norm.value, interval)), turn = perSecond(turned.radians, interval)
    let turning =
      parameters.yawRate.value + Self.turnShare * turn + way / Self.circle
      + beyond(left.magnitude.radians, sigma.yaw.radians) / parameters.yawTime.value
    left = Angle(rest(of: left.value, after: time, rate: turning, least: Self.leastAngle))
    yaw = (target - left).wrapped
    isTurning = left != .zero
    if distance != .zero {
      let rate =
        parameters.placeRate.value + Self.wayShare * way
        + beyond(distance.value, sigma.place.value) / parameters.placeTime.value
      shift = shift * (rest(of: distance.value, after: time, rate: rate, least: Self.leastLength) / distance.value)
    }
    return isSettled ? .settled : .easing
  }

  private func perSecond(_ amount: Double, _ interval: TimeSpan) -> Double {
    let rate = amount / interval.value
    return rate.isFinite && rate > 0 ? rate : 0
  }

  /// The part that is left beyond the target's own error; an error that is not known hides nothing.
  private func beyond(_ left: Double, _ sigma: Double) -> Double { sigma > 0 ? max(0, left - sigma) : left }

  private mutating func settle(_ target: Angle) {
    yaw = target.wrapped
    shift = .zero
    isTurning = false
  }

  private mutating func drift(_ moved: Displacement<Scene>, toward target: Angle) {
    shift += Rotation<Scene, Level>.yaw(yaw)(moved) - Rotation<Scene, Level>.yaw(target)(moved)
  }

  /// Returns the remainder of a distance that is eased to zero.
  private func rest(of distance: Double, after time: Double, rate: Double, least: Double) -> Double {
    let size = distance.magnitude
    let step = parameters.mode == .ease ? size * time / (parameters.easeTime.value + time) : rate * time
    return size - step <= least ? 0 : distance - (distance < 0 ? -step : step)
  }

  private mutating func refuse(_ reason: Refusal) { refused.record(reason) }

  public static func == (a: Self, b: Self) -> Bool {
    a.yaw == b.yaw && a.shift == b.shift && a.isKnown == b.isKnown
  }
}
