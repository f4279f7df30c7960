import Geometry
import Odometry
import Samples

/// The path through the scene: steps and their direction, or the velocity of an outside tracker; and the scene position that
/// follows them without a jump.
struct WalkedWay: Sendable {
  var detector: StepDetector
  var travel: TravelDirection
  var trail = StepTrail()
  var pace = ScenePace()
  var climb = SceneClimb()
  var outside = OutsideOdometry()
  private var stretch: OutsideStretch
  /// Lateness of a step, relative to its interval, from which the walker has stopped.
  private static let lateStep = 1.5

  init(_ parameters: WalkingParameters) {
    detector = StepDetector(parameters.gait)
    travel = TravelDirection(parameters.travel)
    stretch = OutsideStretch(parameters.outside)
  }

  /// Adds a step of the wearer.
  mutating func add(_ step: SIMD2<Double>, over interval: TimeSpan, until time: BootInstant) {
    trail.add(step, over: interval, until: time)
  }

  /// Advances by one step with an outside tracker's velocity. Returns the variance of the stretch that it ends, or zero.
  mutating func advanceOutside(_ velocity: Velocity<Scene>, _ step: InertialStep) -> Double {
    let flat = SIMD2(velocity.x, -velocity.z), ended = stretch.add(flat * step.interval.value, over: step.interval)
    if let ended { add(ended.way, over: ended.time, until: step.time) }
    pace.advance(toward: trail.position + stretch.way, walking: flat, last: flat, over: step.interval)
    return ended?.variance ?? 0
  }

  /// Advances the scene position by one step, following the wearer's steps.
  mutating func followSteps(_ step: InertialStep) {
    let isWalking =
      detector.isWalking && detector.timeSinceStep.value < Self.lateStep * detector.meanInterval.value
    pace.advance(
      toward: trail.position + (isWalking ? trail.ahead(at: step.time) : .zero),
      walking: isWalking ? trail.velocity : .zero, last: trail.velocity, over: step.interval)
  }

  var position: Displacement<Scene> { Displacement(pace.position.x, climb.height, -pace.position.y) }
  var velocity: Velocity<Scene> { Velocity(pace.velocity.x, climb.velocity, -pace.velocity.y) }
}
