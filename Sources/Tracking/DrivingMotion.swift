import Alignment
import Fusion
import Geodesy
import Geometry
import Odometry
import Samples

/// Motion in a vehicle: the vehicle filter, and a scene that moves only with the vehicle.
///
/// The filter is tied to the Earth and jumps with its corrections. The scene's orientation is advanced by the gyroscope and its
/// position by the mean of the last two published velocities, times their interval; the filter's turns about up and its shifts go
/// into yaw and place, and its changes of tilt enter the scene at a bounded rate.
struct DrivingMotion: Motion {
  private var parameters: VehicleParameters
  private let attitude: AttitudeParameters
  private var filter: VehicleOdometry?
  private var remembered: BiasBelief?
  private var scene = Pose<Body, Scene>.aligned
  private var velocity = Velocity<Scene>.zero
  private var bodyHeading = BodyHeading()
  private var underfoot: Underfoot
  private let height: HeightParameters
  private var yaw = Angle.zero
  /// nil while there is no heading.
  private var yawSigma: Angle?
  /// How far the scene has turned since the heading was first known, and the yaw when it was known last.
  private var turned = Angle.zero
  private var knownYaw: Angle?
  var log = AlignmentLog()
  private var now = BootInstant(nanoseconds: .min)

  /// Rate at which the scene follows corrections of tilt, and the largest such turn in one step.
  private static let tiltRate = Angle.degrees(3), tiltStep = Angle.degrees(0.05)
  private static let fastest = 60.0
  /// 1 σ of a heading whose changes are the scene's own turns.
  private static let knownHeading = Angle.degrees(5)

  init(_ parameters: TrackerParameters) {
    self.parameters = parameters.vehicle
    self.parameters.strapdown.accelerometerNoise = parameters.attitude.accelerometerNoise
    self.parameters.fixBiasTime = parameters.walking.tie.errorTime
    attitude = parameters.attitude
    underfoot = Underfoot(eyes: parameters.wearer.eyeHeight)
    height = parameters.walking.height
  }

  mutating func advance(_ step: InertialStep, into pose: inout ScenePose) -> Bool {
    guard let answer = turn(step) else { return false }
    if step.interval > .zero { scene.rotation = (scene.rotation * answer.turn).renormalized }
    let toLevel = align(answer.orientation, step.interval)
    now = step.time

    let before = velocity
    velocity = toLevel.inverse(answer.velocity)
    let speed = velocity.norm.value
    if speed > Self.fastest { velocity = velocity * (Self.fastest / speed) }
    scene.position += (before + velocity) * (step.interval * 0.5)

    if underfoot.hasTiles { fuseGround(over: step.interval) }
    yawSigma = answer.headingSigma
    if let sigma = yawSigma, sigma < Self.knownHeading {
      turned += knownYaw.map { (yaw - $0).wrapped } ?? .zero
      knownYaw = yaw
    }
    bodyHeading.ingest(scene.rotation)
    pose.pose = scene
    pose.velocity = velocity
    pose.height = answer.height
    pose.sceneTurn = turned
    pose.hasCorrections = !log.isEmpty
    pose.isFiniteOnEarth = yaw.isFinite && answer.isFinite
    return true
  }

  /// On tiles the stated accuracy contains their error at large.
  mutating func locate(_ tracked: inout TrackedPose) {
    guard let located = filter?.located() else { return }
    tracked.place = located.place
    tracked.horizontalAccuracy = located.horizontalAccuracy
    tracked.verticalAccuracy = located.verticalAccuracy
    if underfoot.hasTiles, let place = tracked.place, let eyes = underfoot.eyes(at: place) {
      tracked.standing = eyes
      tracked.verticalAccuracy = tracked.verticalAccuracy.map { Length(hypot($0.value, height.terrainError.value)) }
    }
    if located.isOriented { tracked.yaw = yaw }
    tracked.yawSigma = yawSigma
    tracked.heading = bodyHeading.heading(scene.rotation).map { ($0 + tracked.yaw).azimuth }
  }

  /// Fuses the tiles' ground below the vehicle once a second.
  private mutating func fuseGround(over interval: TimeSpan) {
    underfoot.advance(interval)
    guard underfoot.isDue, let place = filter?.located().place, let eyes = underfoot.eyes(at: place),
      let slope = underfoot.slopeIfDue(at: place), let known = filter?.placeSigma
    else { return }
    let sigma = height.groundSigma(Length(slope * known.value), after: Underfoot.interval)
    filter?.ingest(
      ground: Geodetic(latitude: place.latitude, longitude: place.longitude, height: eyes), sigma: sigma)
  }

  /// Returns the filter's answer; nil before the first force.
  private mutating func turn(_ step: InertialStep) -> VehicleAnswer? {
    if filter != nil {
      filter?.advance(
        to: step.time, rate: step.rate, over: step.interval, force: step.force, missing: step.missing.unseen)
      return filter?.answer()
    }
    guard let force = step.force else { return nil }
    var begun = VehicleOdometry(parameters, attitude, at: step.time, up: force, remembered: remembered)
    scene.rotation = Rotation<Level, Scene>.aligned * begun.orientation
    let answer = begun.answer()
    filter = begun
    return answer
  }

  /// Moves the scene's tilt a little toward the filter's; sets the yaw of the alignment, and returns its turn. For the remaining
  /// difference, level from scene = (tilt) · (turn about y); the twist of a quaternion (x, y, z, w) about y is (0, y, 0, w).
  private mutating func align(_ level: Rotation<Body, Level>, _ interval: TimeSpan) -> Rotation<Scene, Level> {
    let between = level * scene.rotation.inverse, y = between.quaternion.y, w = between.quaternion.w
    yaw = Angle.radians(-2 * atan2(y, w)).wrapped
    let turn = Rotation<Scene, Level>(x: 0, y: y, z: 0, w: w) ?? .yaw(yaw)
    let tilt = (turn.inverse * between).logarithm
    let size = tilt.norm.value
    let limit = min(Self.tiltStep.radians, Self.tiltRate.radians * interval.value)
    if size > 0 {
      scene.rotation = Rotation<Scene, Scene>.exp(tilt * min(1, limit / size)) * scene.rotation
    }
    return turn
  }

  mutating func ingest(_ observation: MotionObservation) {
    switch observation {
    case .fix(let fix): ingest(fix)
    case .ground(let patch): underfoot.tiles = patch
    // A vehicle's heading is that of its motion, and its filter needs it: none is set from outside.
    default: break  // reported as off by `account`
    }
  }

  private mutating func ingest(_ fix: FixReading) {
    // Before the first gyroscope sample the time is that of the fix's arrival.
    if now.nanoseconds == .min { now = fix.arrival }
    guard let before = filter?.answer(), let old = filter?.located() else { return }
    let relocations = filter?.incidents[.relocation]
    filter?.ingest(fix)
    guard let after = filter?.answer(), let new = filter?.located() else { return }
    let change = (after.orientation * before.orientation.inverse).logarithm
    let turned = (yaw - .radians(change.y)).wrapped
    let shift = old.place.flatMap { old in new.place.map { TangentPlane(origin: old).level($0) } } ?? .zero
    guard change != .zero || shift != .zero else { return }
    let isRelocation = filter?.incidents[.relocation] != relocations
    let aids = filter?.aids ?? []
    let readings = CorrectionGrounds.Readings(at: fix.held)
    log.record(
      isRelocation ? .relocation : .fix, at: now, from: yaw, to: turned, sigma: after.headingSigma ?? .radians(.pi),
      shift: shift,
      grounds: aids.decisive(since: now).map { CorrectionGrounds($0, readings) }
        ?? CorrectionGrounds(TieAids.Source.fix.description, readings))
  }

  mutating func apply(_ knowledge: MotionKnowledge) {
    remembered = knowledge.bias
  }

  var knowledge: MotionKnowledge { MotionKnowledge(bias: filter?.biasBelief ?? remembered) }

  var account: MotionAccount {
    let unused = ["compass", "barometer", "outside-odometry", "leg", "remembered-heading"]
    // Without tiles there is no source to report on.
    let aids = (filter?.aids ?? VehicleOdometry.freshAids()).filter {
      underfoot.hasTiles || $0.description.name != "terrain"
    }
    return MotionAccount(
      aids: aids + unused.map { Aid.off($0, .notInProfile) },
      states: filter?.states ?? [], incidents: filter?.incidents.list("vehicle") ?? [])
  }
}
