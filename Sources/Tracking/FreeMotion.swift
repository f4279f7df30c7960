import Alignment
import Fusion
import Geodesy
import Geometry
import Odometry
import Samples
import Tie

/// Motion without assumptions: attitude filter and compass, and the tie of an outside tracker's way to the Earth. Without a tracker
/// the velocity on Earth is a state of the tie.
struct FreeMotion: HeadingInputMotion {
  private var body: CarriedBody
  private var compass: HeadingFilter
  private var earth: TiedWay
  private var height: HeightTie
  private var outside = OutsideOdometry()
  private var position = Displacement<Scene>.zero
  private var velocity = Velocity<Scene>.zero
  private var moment = OdometryMoment(time: BootInstant(nanoseconds: .min))
  private var way: OutsideStretch
  /// The compass's yaw and its variance when it told the tie last, the growth of the variance since, and that time.
  private var told: (yaw: Angle, variance: Double, growth: Double, time: BootInstant)?
  /// Interval in which it tells; and the variance that remains if it has learned much.
  private static let interval = TimeSpan(0.5), much = 0.8
  /// Whether the compass may change the heading: not before another source has given the first one, if `heading.start` asks for
  /// that.
  private var usesCompass: Bool
  private let distortion: FluxDensity

  init(_ parameters: TrackerParameters) {
    var parameters = parameters
    parameters.walking.tie.float()
    body = CarriedBody(parameters.attitude, runs: true)
    compass = HeadingFilter(parameters.heading)
    earth = TiedWay(parameters)
    height = HeightTie(parameters.walking.height)
    way = OutsideStretch(parameters.walking.outside)
    usesCompass = parameters.alignment.start == .compass
    distortion = parameters.heading.distortion
  }

  var log: AlignmentLog {
    _read { yield earth.log }
    _modify { yield &earth.log }
  }

  mutating func advance(_ step: InertialStep, into pose: inout ScenePose) -> Bool {
    earth.now = step.time
    guard let turned = body.hasOrientation ? body.advance(step) : body.start(step) else { return false }
    earth.turn(by: turned)
    if step.isGap { compass.interrupt() }
    if body.hasClosedWindow, let window = body.closedWindow { close(window) }
    move(step)
    earth.advance(step.interval)
    height.advance(step.interval)
    pose.pose = Pose(rotation: body.published, position: position)
    pose.velocity = velocity
    pose.rate = body.rate
    if outside.isLost { pose.tracking.insert(.odometryLost) }
    if let reason = body.lostUp { pose.tracking.insert(reason) }
    earth.publish(into: &pose, height: height.accuracy != nil ? height.height ?? .zero : nil, left: body.yawLeft)
    return true
  }

  mutating func locate(_ tracked: inout TrackedPose) {
    tracked.tiltSigma = body.tiltSigma
    if earth.locate(&tracked, height: height.height, left: body.yawLeft) {
      tracked.verticalAccuracy = height.accuracy
    }
    tracked.heading = body.heading(yaw: tracked.yaw)
  }

  /// Adds the motion of a step to the odometer's sums.
  private mutating func move(_ step: InertialStep) {
    let before = velocity, measured = outside.advance(step.interval)
    velocity = measured ?? .zero
    let moved = (before + velocity) * 0.5 * step.interval, level = SIMD2(moved.x, -moved.z)
    position += moved
    moment.isMeasured = measured != nil
    if measured == nil { earth.setTurnMeasured(false) }
    moment.time = step.time
    moment.way += earth.steadied(level)
    moment.wayVariance += way.add(level, over: step.interval)?.variance ?? 0
    earth.ingest(moment)
  }

  /// Closes a window of the attitude filter and of the compass: what the compass has learned goes to the tie.
  private mutating func close(_ window: AttitudeFilter.ClosedWindow) {
    if outside.isSilent { earth.turn(by: .zero, variance: window.headingGrowth) }
    if usesCompass {
      compass.now = earth.now
      compass.closeWindow(window.time, headingGrowth: window.headingGrowth, unseen: window.unseenHeading)
      told?.growth += window.headingGrowth
      if let yaw = compass.yaw { inform(yaw) }
    }
    earth.log.grounds.usesCompass = compass.yaw != nil
    earth.log.grounds.isHeadingMagnetic = earth.surroundings.field == nil
    earth.log.grounds.disturbance = compass.yaw.map { _ in compass.disturbance }
  }

  /// Tells the tie what the compass has learned: twice a second, and at once where it is much.
  private mutating func inform(_ yaw: Angle) {
    let variance = compassVariance, before = told
    if let told, variance > Self.much * (told.variance + told.growth), earth.now - told.time < Self.interval { return }
    told = (yaw, variance, 0, earth.now)
    let learned = LearnedYaw(
      before: ((before?.yaw ?? yaw) + compassTurn).wrapped, change: (yaw - (before?.yaw ?? yaw)).wrapped,
      prior: before.map { $0.variance + $0.growth }, posterior: variance)
    let readings = CorrectionGrounds.Readings(1, from: before?.time ?? earth.now, to: earth.now)
    let source = compass.aids.decisive(since: readings.first) ?? compass.aids[0]
    earth.ingest(learned, grounds: CorrectionGrounds(source, readings))
  }

  /// Turn from the heading filter's scene to the steady one: the declination (unknown until a fix gives the place; until then the
  /// yaw is magnetic), and what the tie has been told of the attitude filter's turns about up and the tracker's.
  private var compassTurn: Angle {
    .radians(earth.surroundings.field?.declination ?? 0) + body.corrected - earth.steady
  }

  /// Variance of the compass's heading, including an error that does not average out while the device stays in one place: the
  /// surroundings' field, estimated from its strength and upward part against the Earth's. A prior of two degrees of freedom and a
  /// reading of as many, as Student's t.
  private var compassVariance: Double {
    let prior = distortion.value * distortion.value
    guard let field = earth.surroundings.field else { return square(compass.sigma(besides: 2 * prior)) }
    let north = compass.north - field.horizontal, up = compass.up - field.up
    return square(compass.sigma(besides: prior + 0.5 * (north * north + up * up)))
  }

  mutating func ingest(_ observation: MotionObservation) {
    switch observation {
    case .magnetometer(let sample):
      if body.hasOrientation { compass.add(sample.field, orientation: body.filtered, rate: body.rate) }
    case .barometer(let sample): height.ingest(sample.pressure, at: sample.time)
    case .fix(let fix):
      earth.ingest(fix)
      if let fixHeight = fix.height { height.ingest(fix: fixHeight, sigma: fix.heightSigma, at: earth.now) }
    case .outside(let pose, let then):
      guard body.hasOrientation else { return }
      guard let (turn, time) = outside.ingest(pose, orientation: then ?? body.published) else { return }
      earth.ingest(outsideTurn: turn, over: time)
    case .heading(let input): ingest(input)
    default: break  // reported as off by `account`
    }
  }

  mutating func ingest(_ input: HeadingInput) {
    switch input {
    case .adopted(let yaw, let sigma, _):
      earth.ingest(input, left: body.yawLeft)
      if compass.yaw == nil {
        let own = yaw - body.yawLeft - earth.steady - compassTurn
        compass.adopt(yaw: own, sigma: sigma)
        told = (own, square(sigma), 0, earth.now)
      }
      usesCompass = true
    case .antennas: earth.ingest(input, left: body.yawLeft)
    // A free device may have been moved since the last session, and need not be carried along a leg.
    default: break
    }
  }

  mutating func apply(_ knowledge: MotionKnowledge) {
    if let belief = knowledge.bias { body.restore(belief) }
  }

  var knowledge: MotionKnowledge { MotionKnowledge(bias: body.biasBelief ?? body.remembered) }

  var account: MotionAccount {
    let used: Set = ["fix", "given-heading", "outside-turn", "antennas"]
    let unused = ["leg", "remembered-heading"].map { Aid.off($0, .notInProfile) }
    var compass = compass.aids
    if !usesCompass { for i in compass.indices { compass[i].switchOff(.headingElsewhere) } }
    let heights = [height.fix, height.barometer]
    return MotionAccount(
      aids: body.aids + compass + earth.aids.all.filter { used.contains($0.description.name) } + heights
        + [outside.aid] + unused,
      states: earth.tie.states + self.compass.states + body.states + height.states, hypotheses: earth.hypotheses,
      incidents: earth.incidents)
  }
}
