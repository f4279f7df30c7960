import Alignment
import Geodesy
import Geometry
import Odometry
import Samples

/// In a vehicle: the vehicle filter, and a scene that only moves as the vehicle does.
///
/// The filter is tied to the Earth and jumps with its corrections. The scene's orientation is advanced by the gyroscope and
/// its position by ½(v₁ + v₂)Δt of the velocities it publishes; whatever the filter has turned about up or shifted is in
/// the yaw and the place, and what it has tilted enters the scene at a bounded rate.
struct DrivingMotion: Motion {
  private let parameters: VehicleParameters
  private let attitude: AttitudeParameters
  private var filter: VehicleFilter?
  private var remembered: BiasBelief?
  private var scene = Pose<Body, Scene>.aligned
  private var velocity = Velocity<Scene>.zero
  private var bodyHeading = BodyHeading()
  private var yaw = Angle.zero
  private var log = CorrectionLog()
  private var now = BootInstant(nanoseconds: .min)

  /// How fast the scene gives way to corrections of tilt, and at most how far in one step.
  private static let tiltRate = Angle.degrees(3), tiltStep = Angle.degrees(0.05)
  private static let fastest = 60.0

  init(_ parameters: TrackerParameters) {
    self.parameters = parameters.vehicle
    attitude = parameters.attitude
  }

  mutating func advance(_ step: InertialStep) -> TrackedPose? {
    guard let answer = turn(step) else { return nil }
    if step.interval > .zero { scene.rotation = (scene.rotation * answer.turn).renormalized }
    yaw = align(answer.orientation, step.interval)
    now = step.time

    let before = velocity
    velocity = Rotation<Scene, Level>.yaw(yaw).inverse(answer.velocity)
    let speed = velocity.norm.value
    if speed > Self.fastest { velocity = velocity * (Self.fastest / speed) }
    scene.position += (before + velocity) * (step.interval * 0.5)

    var tracked = TrackedPose(time: step.time, pose: scene, velocity: velocity)
    tracked.place = answer.place
    tracked.horizontalAccuracy = answer.horizontalAccuracy
    tracked.verticalAccuracy = answer.verticalAccuracy
    if answer.isOriented { tracked.yaw = yaw }
    tracked.yawSigma = answer.headingSigma
    tracked.heading = bodyHeading.update(Rotation<Scene, Level>.yaw(tracked.yaw) * scene.rotation)
    return tracked
  }

  /// The filter's answer; nil before it has felt a force.
  private mutating func turn(_ step: InertialStep) -> VehicleAnswer? {
    if let answer = filter?.answer(at: step.time, rate: step.rate, over: step.interval, force: step.force) {
      return answer
    }
    guard let force = step.force else { return nil }
    let begun = VehicleFilter(parameters, attitude: attitude, at: step.time, up: force, remembered: remembered)
    filter = begun
    scene.rotation = Rotation<Level, Scene>.aligned * begun.orientation
    return begun.answer
  }

  /// The yaw of the alignment, after the scene has given way to a little of the tilt that is left between it and the filter:
  /// level from scene = (tilt) · (turn about y), the twist of a quaternion (x, y, z, w) about y being (0, y, 0, w).
  private mutating func align(_ level: Rotation<Body, Level>, _ interval: TimeSpan) -> Angle {
    let between = (level * scene.rotation.inverse).quaternion
    let yaw = Angle.radians(-2 * atan2(between.y, between.w)).wrapped
    let turn = Rotation<Scene, Level>.yaw(yaw)
    let tilt = (turn.inverse * level * scene.rotation.inverse).logarithm
    let size = tilt.norm.value
    let limit = min(Self.tiltStep.radians, Self.tiltRate.radians * interval.value)
    if size > 0 {
      scene.rotation = Rotation<Scene, Scene>.exp(tilt * min(1, limit / size)) * scene.rotation
    }
    return yaw
  }

  mutating func take(_ sample: MagnetometerSample) {}
  mutating func take(_ sample: BarometerSample) {}
  mutating func take(_ fix: Fix, held: BootInstant) {
    // Before the first sample of the gyroscope it is as late as the fix says.
    if now.nanoseconds == .min { now = fix.arrival }
    guard let before = filter?.answer else { return }
    let relocations = filter?.diagnostics.relocations
    filter?.take(fix)
    guard let after = filter?.answer else { return }
    let change = (after.orientation * before.orientation.inverse).logarithm
    let new = (yaw - .radians(change.y)).wrapped
    let shift = before.place.flatMap { old in after.place.map { TangentPlane(origin: old).level($0) } } ?? .zero
    guard change != .zero || shift != .zero else { return }
    let isRelocation = filter?.diagnostics.relocations != relocations
    log.note(
      isRelocation ? .relocation : .fix, at: now, from: yaw, to: new, sigma: after.headingSigma ?? .radians(.pi),
      shift: shift)
  }
  /// The heading of a vehicle is that of its motion; what others say of it is not asked for.
  mutating func adopt(yaw: Angle, sigma: Angle) {}
  mutating func learn(yaw: Angle, sigma: Angle, from source: Correction.Source) {}
  var grounds: LocalizationGrounds { LocalizationGrounds() }
  mutating func follow(_ teacher: YawTeacher) {}
  mutating func begin(with knowledge: MotionKnowledge) { remembered = knowledge.bias }
  mutating func remember(yaw: Angle, sigma: Angle) {}
  var knowledge: MotionKnowledge { MotionKnowledge(bias: filter?.biasBelief ?? remembered) }
  mutating func forgetCells() {}
  /// It gives its place up by itself, for fixes that insist.
  mutating func forgetPlace() {}
  mutating func handOverCorrections(to others: inout [Correction]) {
    if !log.isEmpty { log.handOver(to: &others) }
  }
  mutating func take(_ pose: OutsidePose, orientation: Rotation<Body, Scene>?) {}

  var refusals: [(reason: String, count: Int)] {
    guard let counts = filter?.diagnostics else { return [] }
    return [
      ("fixes too old", counts.fixesTooOld), ("fixes far off, trusted less", counts.fixesSurprising),
      ("positions given up for fixes", counts.relocations), ("mounts overruled", counts.mountsOverruled),
      ("filter begun anew", counts.restarts),
    ]
  }
}
