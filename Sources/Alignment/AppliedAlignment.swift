public import Fusion
public import Geometry

/// The alignment used for drawing: it follows the target, which is the estimated alignment, without a jump.
///
/// It is a separate rigid transformation from scene to Earth, a yaw ψ_a (`yaw`) and a place p_a of the wearer, changed only by
/// easing. While the wearer walks d in the scene, p_a moves by R(ψ_a) d and the target's place p_t by R(ψ_t) d, so the shift s =
/// p_a − p_t (`shift`) grows by (R(ψ_a) − R(ψ_t)) d; a correction c of the target's place is subtracted from it. Easing turns ψ_a
/// about the wearer and shortens s: near things move least, and at the wearer no faster than the place's own rate.
///
/// - limit: ψ at `yaw_rate`; s at v = v₀ + |s|/τ (`place_rate`, `place_time`), so that S meters take τ ln(1 + S/(v₀ τ)): 2.4 s
///   for 3 m, 5.5 s for 10 m.
/// - ease: both by the factor exp(−Δt/τ), here 1 − Δt/(τ + Δt), the same by backward Euler.
/// - snap: at once. So does every mode before the alignment is first known, and beyond the two snap limits.
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
  /// Longest interval of one easing step; a gap is not watched, so it eases no further.
  private static let longestStep = 0.1
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

  /// Advances by one sample: the wearer has moved in the scene, and `target` is the target's yaw now.
  ///
  /// `isKnown` is whether the target is good enough for drawing. Until it first was, the applied alignment equals the target.
  @discardableResult
  public mutating func advance(
    toward target: Angle, isKnown known: Bool = true, moved: Displacement<Scene> = .zero, over interval: TimeSpan
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
    if left.magnitude > parameters.snapAngle || !(distance <= parameters.snapDistance) {
      settle(target)
      return .snapped
    }
    let time = interval.value > 0 ? min(interval.value, Self.longestStep) : 0
    left = Angle(rest(of: left.value, after: time, rate: parameters.yawRate.value, least: Self.leastAngle))
    yaw = (target - left).wrapped
    isTurning = left != .zero
    if distance != .zero {
      let rate = parameters.placeRate.value + distance.value / parameters.placeTime.value
      shift = shift * (rest(of: distance.value, after: time, rate: rate, least: Self.leastLength) / distance.value)
    }
    return isSettled ? .settled : .easing
  }

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
