import Fusion
import Geometry
import Samples

// Up that has been lost: a rate that was cut off left out a turn, and the tilt may be off by more than a linear filter bears.
// Gravity as a bounded velocity is g sin(tilt), which leads the wrong way beyond 90°. So each window's level force is taken as |F|
// times the tilt along the same direction, with the derivative of a force that points up: exact for gravity from any tilt.
extension AttitudeFilter {
  /// Puts back what is missing, in the orientation `matrix`.
  mutating func putBack(_ missing: MissingMotion, _ matrix: Matrix3) {
    if !missing.turn.isNone {
      let back = Rotation<Body, Body>.exp(RotationVector(missing.turn.amount))
      orientation = orientation * back
      turn = turn * back
      sums.add(missingTurn: missing.turn, matrix)
    }
    if missing.unseen != .zero { sums.add(unseen: missing.unseen, tilt: parameters.posture, matrix) }
    if !missing.velocity.isNone {
      let felt = matrix * missing.velocity.amount
      velocity += SIMD2(felt.x, felt.z)
      sums.add(missingVelocity: missing.velocity, matrix)
    }
  }

  /// 1 σ of the tilt beyond which up is lost, and below which it is found. Up to 30° an angle is its sine within 5 %.
  private static let lostUp = Angle.degrees(30), foundUp = Angle.degrees(10)

  /// Whether the tilt is so uncertain that it is no angle to be corrected but a direction to be found.
  mutating func judgeUp() {
    let t = Index.theta, missing = sums.missingTurn
    let variance = max(covariance[t, t] + missing[0, 0], covariance[t + 2, t + 2] + missing[2, 2])
    let limit = (isUpLost ? Self.foundUp : Self.lostUp).radians
    isUpLost = variance > limit * limit
  }

  /// Replaces the force of the window at hand.
  mutating func unwindForce() {
    let force = sums.force, level = hypot(force.x, force.z), size = dot(force, force).squareRoot()
    guard level > 1e-9 * size else { return }
    velocity += SIMD2(force.x, force.z) * (size * atan2(level, force.y) / level - 1)
    sums.force = SIMD3(0, size, 0)
  }
}
