import Alignment
import Fusion
import Geodesy
import Geometry
import Learned
import Odometry
import Samples
import Tie

/// A wearer who walks with the device on the head, the chest or in the hand: attitude, the way by steps or by an outside tracker,
/// and the tie of that way to the Earth.
struct WalkingMotion: HeadingInputMotion {
  let parameters: TrackerParameters
  private var body: CarriedBody
  private var way: WalkedWay
  private var course: WalkingCourse
  /// Sum of the force, and time, since the gait was looked at.
  private var sinceGait = (felt: SIMD3<Double>.zero, time: TimeSpan.zero)
  private var force: ForceSums
  private var jump = FieldJump()
  private(set) var earth: TiedWay
  private var height: HeightTie
  private var underfoot: Underfoot
  private var clock = Clock()
  private var moment = OdometryMoment(time: BootInstant(nanoseconds: .min))
  private var lastPosition = SIMD2(0.0, 0.0)
  /// Length of the way since the course was lost.
  private var lostWay = 0.0

  private struct Clock: Sendable {
    var now = BootInstant(nanoseconds: .min)
    var sinceBegin = TimeSpan.zero
    /// Time by which the slow filters are behind.
    var unpropagated = TimeSpan.zero
    /// Yaw learned at rest since the last logged correction, accumulated because each step is tiny.
    var unloggedRestYaw = Angle.zero
    var restChanges = 0
    var sinceRestLog = TimeSpan.zero
  }
  /// Longest time by which the slow filters may be behind, and the interval at which rest is logged.
  private static let propagationInterval = TimeSpan(0.1), restLogInterval = TimeSpan(1)
  /// Interval at which the gait is looked at, which is far slower than a gyroscope: every second sample at 200 Hz.
  private static let gaitInterval = TimeSpan(0.008)
  /// Time without a step after which the wearer stands.
  private static let stopTime = TimeSpan(3)
  private static let recently = TimeSpan(5), undecided = 0.1...0.9

  /// An input before up was known.
  private enum Early: Sendable {
    case step(InertialStep)
    case observation(MotionObservation)
  }
  private var early: [Early] = []

  init(_ parameters: TrackerParameters) {
    self.parameters = parameters
    let walking = parameters.walking
    body = CarriedBody(parameters.attitude)
    way = WalkedWay(walking)
    course = WalkingCourse(walking.travel)
    force = ForceSums(push: walking.tie.push, shaking: walking.tie.shaking)
    earth = TiedWay(parameters)
    height = HeightTie(walking.height)
    underfoot = Underfoot(eyes: parameters.wearer.eyeHeight)
  }

  var log: AlignmentLog {
    // In place: it is large.
    _read { yield earth.log }
    _modify { yield &earth.log }
  }

  mutating func advance(_ step: InertialStep, into pose: inout ScenePose) -> Bool {
    if !body.hasOrientation {
      clock.now = step.time
      guard ingestEarly(step) else { return false }
    } else {
      guard advanceOriented(step) else { return false }
    }
    publish(into: &pose)
    return true
  }

  /// Ingests a step before up is known. When up is found, all inputs so far are ingested again, so the first steps and the
  /// compass's first windows count. Nothing was published before, so nothing jumps.
  private mutating func ingestEarly(_ step: InertialStep) -> Bool {
    // Without a force up cannot be found, and inputs are not stored.
    guard step.force != nil || !early.isEmpty else { return false }
    early.append(.step(step))
    guard body.findUp(step) else { return false }
    let all = early
    early = []
    for event in all {
      switch event {
      case .step(let step): _ = advanceOriented(step)
      case .observation(let observation): ingest(observation)
      }
    }
    way.pace.start(at: way.trail.position)
    lastPosition = way.pace.position
    return true
  }

  /// Ingests a step with an orientation.
  private mutating func advanceOriented(_ step: InertialStep) -> Bool {
    clock.now = step.time
    earth.now = step.time
    clock.sinceBegin += step.interval
    guard turn(step) else { return false }
    let felt = step.force.map { body.orientation($0) }
    sinceGait.felt += (felt?.components ?? .zero) * step.interval.value
    sinceGait.time += step.interval
    if sinceGait.time >= Self.gaitInterval || felt == nil { watchGait(felt, step.rate) }
    walk(step)
    way.climb.advance(toward: height.relative, over: step.interval)
    sum(felt, over: step.interval)
    clock.unpropagated += step.interval
    clock.sinceRestLog += step.interval
    if clock.sinceRestLog >= Self.restLogInterval { logRest() }
    if clock.unpropagated >= Self.propagationInterval { propagate() }
    earth.advanceCompass(step.interval)
    return true
  }

  /// Adds the motion of a step to the odometer's sums.
  private mutating func sum(_ felt: Acceleration<Scene>?, over interval: TimeSpan) {
    let position = way.pace.position
    force.add(felt.map { earth.steadied(SIMD2($0.x, -$0.z)) }, over: interval)
    let full = parameters.walking.gait.wavingRate.value
    moment.blind += interval.value * min(1, way.detector.turning / full)
    moment.time = clock.now
    let moved = position - lastPosition
    lastPosition = position
    if course.isLost, !moment.isMeasured {
      // Steps without a course lead anywhere, all of them to the same side.
      let far = lostWay + (moved * moved).sum().squareRoot()
      moment.wayVariance += 0.5 * (far * far - lostWay * lostWay)
      lostWay = far
    } else {
      lostWay = 0
      moment.way += earth.steadied(moved)
    }
    moment.velocity = force.velocity
    moment.place = force.place
    moment.forceVariance = force.variance
    moment.resultant = way.travel.resultant
    earth.ingest(moment)
  }

  /// Advances the orientation; false while there is none.
  private mutating func turn(_ step: InertialStep) -> Bool {
    guard let turned = body.advance(step) else { return false }
    if step.isGap { interrupt() }
    let correction = parameters.walking.tie.rest
    // During a walk gravity's corrections come from the gait, and must not change the heading. Up that was lost is found by turns
    // whose part about up is the heading's.
    if turned != .zero, body.isUpLost || correction == .heading && !body.isWalking {
      earth.turn(by: turned)
      clock.unloggedRestYaw += turned
      clock.restChanges += 1
    }
    guard body.hasClosedWindow, let window = body.closedWindow else { return true }
    earth.set(tilt: body.tiltSigma ?? .zero, missing: window.missingHeading)
    if window.unseenHeading > 0 { turn(unseen: window.unseenHeading) }
    if let verdict = body.newVerdict(window) { judgeMemory(verdict) }
    guard correction == .drift else { return true }
    let drift = body.driftChange(window)
    if drift.change != 0 { earth.correct(drift: drift.change) }
    if window.isResting { rest(drift) }
    return true
  }

  /// Begins anew what is summed up in one orientation of the device.
  private mutating func interrupt() {
    earth.dropCompassWindow()
    way.travel.interrupt()
  }

  /// Adds the variance of a turn that nothing has shown.
  private mutating func turn(unseen variance: Double) {
    earth.turn(unseen: variance)
    course.turn(unseen: variance)
  }

  /// Rest as a measurement of the drift β of the scene's heading, from the attitude filter's latest correction of the gyroscope's
  /// bias about the vertical. Its estimate moved by Δb while its variance fell from V to v, so rest by itself measured b + Δb ·
  /// (1/v)/(1/v − 1/V); relative to the bias now in use that is a drift of β = −Δb (1/V)/(1/v − 1/V), with variance 1/(1/v − 1/V).
  private mutating func rest(_ drift: CarriedBody.DriftChange) {
    guard drift.variance > 0, drift.varianceBefore > drift.variance * 1.000_001 else { return }
    let gained = 1 / drift.variance - 1 / drift.varianceBefore
    earth.ingest(drift: -drift.change / (drift.varianceBefore * gained), variance: 1 / gained)
  }

  /// Looks for steps, and for the direction of walking, in the mean force since the last look.
  private mutating func watchGait(_ last: Acceleration<Scene>?, _ rate: AngularVelocity<Body>) {
    let time = sinceGait.time, isWalking = way.detector.isWalking
    let felt = time > .zero && last != nil ? Acceleration<Scene>(sinceGait.felt / time.value) : last
    sinceGait = (.zero, .zero)
    let window = way.travel.advance(body.orientation, felt: felt, walking: isWalking, over: time)
    if parameters.walking.travel.tie == .learned {
      let walks = isWalking || way.detector.timeSinceStep < Self.stopTime
      course.ingest(
        gaze: way.travel, walking: isWalking, steppedLately: walks, over: time, at: clock.now)
      if let window { course.ingest(window, at: clock.now) }
    } else if let window, way.outside.isSilent {
      let isClear = window.coherence >= parameters.walking.travel.coherence
      earth.ingest(
        bounce: isClear ? (window.azimuth - way.travel.pointed).wrapped : nil, over: TravelDirection.window)
    }
    let up = Quantity<MetrePerSecondSquared>(felt.map { $0.y - Constants.standardGravity.value } ?? 0)
    let event = way.detector.advance(up: up, rate: rate, over: time)
    body.isWalking = way.detector.isCarriedOn
    // While an outside tracker measures the motion, steps are detected but not used.
    if way.outside.isSilent {
      if let even = way.detector.peak { earth.ingest(peak: even) }
      if let event {
        if parameters.walking.travel.tie != .learned { course.point(way.travel.pointing) }
        add(event, until: clock.now)
      }
    }
  }

  private mutating func walk(_ step: InertialStep) {
    guard let velocity = way.outside.advance(step.interval) else {
      earth.setTurnMeasured(false)
      moment.isMeasured = false
      return way.followSteps(step)
    }
    moment.isMeasured = true
    moment.wayVariance += way.advanceOutside(velocity, step)
  }

  private mutating func add(_ event: StepDetector.Event, until time: BootInstant) {
    let length = parameters.walking.gait.length(of: event).value
    let azimuth = course.azimuth.radians, moved = SIMD2(sin(azimuth), cos(azimuth)) * length
    for index in (0..<event.count).reversed() {
      way.add(moved, over: event.interval, until: time - event.interval * Double(index))
    }
  }

  /// Propagates the slow filters to the present.
  private mutating func propagate() {
    height.advance(clock.unpropagated)
    underfoot.advance(clock.unpropagated)
    earth.advance(clock.unpropagated)
    clock.unpropagated = .zero
    if underfoot.hasTiles { fuseGround() }
    earth.updateGrounds(
      isUndecided: way.outside.isSilent && way.detector.timeSinceStep < Self.recently
        && Self.undecided ~= earth.tie.walkBelief)
  }

  /// Moves the height with the tiles' ground below the wearer, and fuses it once a second.
  private mutating func fuseGround() {
    let place = earth.place(height: .zero)
    height.setGround(place.flatMap { underfoot.eyes(at: $0) })
    guard let place, let slope = underfoot.slopeIfDue(at: place), let eyes = height.standing else { return }
    let sigma = Length(slope * earth.estimate.radius / RadiusPerSigma.of68)
    height.ingest(ground: eyes, slopeSigma: sigma, at: clock.now)
  }

  private mutating func publish(into pose: inout ScenePose) {
    pose.pose = Pose(rotation: body.published, position: way.position)
    pose.velocity = way.velocity
    pose.rate = body.rate
    if let reason = body.lostUp { pose.tracking.insert(reason) }
    earth.publish(into: &pose, height: height.accuracy != nil ? height.height ?? .zero : nil, left: body.yawLeft)
  }

  mutating func locate(_ tracked: inout TrackedPose) {
    tracked.tiltSigma = body.tiltSigma
    if earth.locate(&tracked, height: height.height, left: body.yawLeft) {
      tracked.verticalAccuracy = height.accuracy
      tracked.standing = height.standing
    }
    tracked.heading = body.heading(yaw: tracked.yaw)
  }

  /// Adjusts the drift of the scene to the result of checking the remembered bias: confirmed, the scene drifts no more than twice
  /// its standard deviation, or 0.1°/s; refuted, it has drifted by an unknown amount since its start.
  private mutating func judgeMemory(_ verdict: BiasMemory) {
    switch verdict {
    case .none, .remembered: break
    case .confirmed:
      let sigma = (body.driftVariance ?? 1).squareRoot(), most = max(2 * sigma, Angle.degrees(0.1).radians)
      if most < earth.estimate.driftSigma { earth.set(driftSigma: most) }
    case .refuted:
      let sigma = parameters.walking.tie.drift.value, turned = sigma * min(clock.sinceBegin.value, 60)
      earth.set(driftSigma: sigma, turning: turned * turned)
    }
  }

  private mutating func logRest() {
    let readings = CorrectionGrounds.Readings(clock.restChanges, from: clock.now - clock.sinceRestLog, to: clock.now)
    clock.sinceRestLog = .zero
    clock.restChanges = 0
    guard clock.unloggedRestYaw != .zero else { return }
    let aid = body.aids.decisive(since: readings.first)
    earth.log.record(
      .rest, at: clock.now, from: (earth.yaw - clock.unloggedRestYaw).wrapped, to: earth.yaw, sigma: earth.yawSigma,
      grounds: CorrectionGrounds(aid ?? earth.aids[.rest], readings))
    clock.unloggedRestYaw = .zero
  }
}

extension WalkingMotion {
  mutating func ingest(_ observation: MotionObservation) {
    switch observation {
    case .magnetometer(let sample):
      guard body.hasOrientation else { return hold(observation) }
      if jump.ingest(sample.field, body.orientation, at: sample.time) {
        interrupt()
        turn(unseen: FieldJump.anyTurn)
      }
      earth.add(sample.field, body.orientation)
    case .barometer(let sample): height.ingest(sample.pressure, at: sample.time)
    case .fix(let fix):
      // Before the first step there is no motion to compare a fix with.
      guard body.hasOrientation || early.isEmpty else { return hold(observation) }
      if clock.now.nanoseconds == .min { clock.now = fix.arrival }
      propagate()
      earth.ingest(fix)
      if let fixHeight = fix.height { height.ingest(fix: fixHeight, sigma: fix.heightSigma, at: clock.now) }
      if underfoot.hasTiles { fuseGround() }
    case .outside(let pose, let then): ingest(pose, orientation: then)
    case .heading(let input): ingest(input)
    case .ground(let patch):
      underfoot.tiles = patch
      if patch == nil { height.setGround(nil) } else { fuseGround() }
    }
  }

  /// Stores an observation until up is known.
  private mutating func hold(_ observation: MotionObservation) {
    if !early.isEmpty { early.append(.observation(observation)) }
  }

  private mutating func ingest(_ pose: OutsidePose, orientation then: Rotation<Body, Scene>?) {
    guard body.hasOrientation else { return }
    guard let (turn, time) = way.outside.ingest(pose, orientation: then ?? body.orientation) else { return }
    earth.ingest(outsideTurn: turn, over: time)
  }

  mutating func ingest(_ input: HeadingInput) { earth.ingest(input, left: body.yawLeft) }

  mutating func apply(_ knowledge: MotionKnowledge) {
    if let belief = knowledge.bias { body.restore(belief) }
    earth.restore(knowledge)
  }

  var account: MotionAccount {
    // Without tiles there is no source to report on.
    let heights = [height.fix, height.barometer] + (underfoot.hasTiles ? [height.terrain] : [])
    return MotionAccount(
      aids: body.aids + earth.aids.all + [course.gait, course.gaze] + heights + [way.outside.aid],
      states: earth.tie.states + body.states + height.states, hypotheses: earth.hypotheses,
      incidents: earth.incidents)
  }

  /// The learned state. The bias includes the remaining drift found by fixes, where they are more certain: about the vertical it is
  /// the bias in use plus the tie's drift.
  var knowledge: MotionKnowledge {
    var knowledge = MotionKnowledge(bias: body.remembered)
    if var belief = body.biasBelief {
      let up = body.up, estimate = earth.estimate
      let fixes = estimate.driftSigma * estimate.driftSigma, rest = body.driftVariance ?? 0
      if !earth.tie.isTurnMeasured, fixes < rest {
        belief.bias.components += up * estimate.drift
        for i in 0..<3 {
          let variance = belief.sigma.components[i] * belief.sigma.components[i] - up[i] * up[i] * (rest - fixes)
          belief.sigma.components[i] = max(variance, up[i] * up[i] * fixes).squareRoot()
        }
      }
      knowledge.bias = belief
    }
    let gait = parameters.walking.gait
    knowledge.stride = earth.tie.strideBelief.map {
      LearnedStride(
        logarithm: $0.logarithm, sigma: $0.sigma, length: gait.strideLength, walkRatio: gait.walkRatio.value)
    }
    knowledge.compass = earth.tie.compassBelief.map { LearnedCompass($0.chip, sigma: $0.sigma, walked: $0.walked) }
    knowledge.deviceField = earth.tie.deviceBelief.map { LearnedField(.init($0.field), sigma: .init($0.sigma)) }
    return knowledge
  }
}
