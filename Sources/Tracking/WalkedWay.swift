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
  /// Displacement by the outside tracker since it was last passed to the filter.
  private var outsideWay = SIMD2(0.0, 0.0)
  private var outsideTime = TimeSpan.zero
  /// Lateness of a step, relative to its interval, from which the walker has stopped.
  private static let lateStep = 1.5

  init(_ parameters: WalkingParameters) {
    detector = StepDetector(parameters.gait)
    travel = TravelDirection(parameters.travel)
  }

  /// Adds a step of the wearer.
  mutating func add(_ step: SIMD2<Double>, over interval: TimeSpan, until time: BootInstant) {
    trail.add(step, over: interval, until: time)
  }

  /// Advances by one step with an outside tracker's velocity. Returns the displacement and its time when they are due for the
  /// filter.
  mutating func advanceOutside(
    _ velocity: Velocity<Scene>, _ step: InertialStep, every interval: TimeSpan
  ) -> (way: SIMD2<Double>, time: TimeSpan)? {
    let flat = SIMD2(velocity.x, -velocity.z)
    outsideWay += flat * step.interval.value
    outsideTime += step.interval
    var due: (way: SIMD2<Double>, time: TimeSpan)?
    if outsideTime >= interval {
      due = (outsideWay, outsideTime)
      add(outsideWay, over: outsideTime, until: step.time)
      outsideWay = .zero
      outsideTime = .zero
    }
    pace.advance(toward: trail.position + outsideWay, walking: flat, over: step.interval)
    return due
  }

  /// Advances the scene position by one step, following the wearer's steps.
  mutating func followSteps(_ step: InertialStep) {
    let isWalking =
      detector.isWalking && detector.timeSinceStep.value < Self.lateStep * detector.meanInterval.value
    pace.advance(
      toward: trail.position + (isWalking ? trail.ahead(at: step.time) : .zero),
      walking: isWalking ? trail.velocity : .zero, over: step.interval)
  }

  var position: Displacement<Scene> { Displacement(pace.position.x, climb.height, -pace.position.y) }
  var velocity: Velocity<Scene> { Velocity(pace.velocity.x, climb.velocity, -pace.velocity.y) }
}
