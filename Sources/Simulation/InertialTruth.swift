public import Geometry

/// Readings of perfect inertial sensors: the means of specific force and angular rate over each interval between samples, in the
/// turning body frame.
public struct InertialTruth {
  private let trajectory: Trajectory
  private var time: Double
  private var orientation: Rotation<Body, ENU>
  private var force: Acceleration<Body>
  /// The longest step of the quadrature, in seconds.
  private static let longestStep = 0.0025

  public init(_ trajectory: Trajectory, from start: TimeSpan = .zero) {
    self.trajectory = trajectory
    time = start.value
    let begin = trajectory.dynamics(at: start.value)
    orientation = begin.orientation
    force = begin.orientation.inverse(begin.force)
  }

  /// Returns the means over the interval from the last call's end to `end`.
  ///
  /// Force by Simpson's rule. The integral of the rate is not the rotation vector φ of the interval, because rotations do
  /// not commute: with φ₁ and φ₂ of its halves, ∫ω dt = φ − ⅔ φ₁ × φ₂ to fourth order (R. B. Miller, "A new strapdown
  /// attitude algorithm", J. Guidance 6(4), 1983, eq. 11, solved for the integral).
  public mutating func advance(to end: TimeSpan) -> (force: Acceleration<Body>, rate: AngularVelocity<Body>) {
    let whole = end.value - time
    precondition(whole > 0, "time runs forward")
    let steps = max(1, (whole / Self.longestStep).rounded(.up))
    let begin = time, width = whole / steps
    var velocity = SIMD3<Double>.zero, angle = SIMD3<Double>.zero
    for step in 1...Int(steps) {
      let late = begin + Double(step) * width
      let middle = trajectory.dynamics(at: late - width / 2), last = trajectory.dynamics(at: late)
      let lastForce = last.orientation.inverse(last.force)
      let middleForce = middle.orientation.inverse(middle.force)
      velocity += (force.components + 4 * middleForce.components + lastForce.components) * (width / 6)
      let first = orientation.difference(to: middle.orientation).components
      let second = middle.orientation.difference(to: last.orientation).components
      let turn = orientation.difference(to: last.orientation).components
      angle += turn - cross(first, second) * (2.0 / 3)
      orientation = last.orientation
      force = lastForce
    }
    time = end.value
    return (Acceleration(velocity / whole), AngularVelocity(angle / whole))
  }
}
