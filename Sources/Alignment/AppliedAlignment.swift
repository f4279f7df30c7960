public import Fusion
public import Geometry

/// The alignment by which one draws: it follows the target, the one that is known, without a jump.
///
/// It is a rigid transformation of its own from scene to Earth, a yaw ψ_a and a place p_a of the wearer, and only easing moves
/// it. So while the wearer walks d in the scene, p_a moves by R(ψ_a) d, and with the target's own p_t by R(ψ_t) d the shift
/// s = p_a − p_t grows by (R(ψ_a) − R(ψ_t)) d; a correction c of the target's place takes c from it. Easing turns ψ_a about the
/// wearer and shortens s: what is near moves least, and at the wearer no faster than the place's own rate.
///
///  - limit: ψ at `yaw_rate`; s at v = v₀ + |s|/τ, so that S metres take τ ln(1 + S/(v₀ τ)): 2.4 s for 3 m, 5.5 s for 10 m.
///  - ease: both by the factor exp(−Δt/τ), here 1 − Δt/(τ + Δt), the same by backward Euler.
///  - snap: at once. So does every mode before anybody may draw by the alignment, and beyond the two snap limits.
public struct AppliedAlignment: Equatable, Sendable {
  /// What one step did.
  public enum Step: Equatable, Sendable {
    /// It is the target.
    case settled
    case easing
    /// It was put upon the target from too far away: everything drawn has jumped.
    case snapped
  }
  /// Why an input was not taken.
  public enum Refusal: String, CountedReason {
    case yawNotFinite = "yaw-not-finite"
    case shiftNotFinite = "shift-not-finite"
    case wayNotFinite = "way-not-finite"
  }

  private let parameters: AppliedParameters
  /// True azimuth = scene azimuth + yaw, in [−180°, 180°].
  public private(set) var yaw = Angle.zero
  /// The applied place of the wearer less the target's.
  public private(set) var shift = Displacement<Level>.zero
  /// Set for good once the alignment was known: from then on somebody may draw by it.
  public private(set) var isKnown = false
  private var refused = Tally<Refusal>()
  private var isTurning = false
  /// Longer steps ease no more than this: nobody watched a gap.
  private static let longestStep = 0.1
  /// What is left below these is nothing that anybody sees: 0.00006°, 0.01 mm.
  private static let leastAngle = 1e-6, leastLength = 1e-5

  public init(_ parameters: AppliedParameters) { self.parameters = parameters }

  public var isSettled: Bool { shift == .zero && !isTurning }
  public func refusals(_ reason: Refusal) -> Int { refused[reason] }

  /// The target's place of the wearer was corrected by so much. What is drawn stays.
  public mutating func corrected(by correction: Displacement<Level>) {
    guard correction.isFinite else { return refuse(.shiftNotFinite) }
    if isKnown && parameters.mode != .snap { shift -= correction }
  }

  /// One sample later: the wearer has moved in the scene, and the target's yaw is now this.
  ///
  /// `isKnown` is whether the target is good enough to be drawn by. Until it was once, the applied alignment is the target.
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

  /// What remains of a distance that is to become nothing.
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
