import Alignment
import Geodesy
import Geometry
import Odometry
import Samples

/// Somebody who walks with the device on the head, the chest or in the hand: attitude, steps, and the planar filter that
/// ties the way walked to the Earth.
struct WalkingMotion: Motion {
  private let parameters: TrackerParameters
  private var start: AttitudeStart
  private var attitude: AttitudeFilter?
  private var shown: ShownOrientation?
  private var fold = Angle.zero
  private var bias = AngularVelocity<Body>.zero
  private var driftVariance = 0.0
  private var detector: StepDetector
  private var travel: TravelDirection
  private var trail = StepTrail()
  private var pace = ScenePace()
  private var climb = SceneClimb()
  private var outside = OutsideOdometry()
  /// What the outside tracker has told since it was last handed on.
  private var told = SIMD2(0.0, 0.0)
  private var toldTime = TimeSpan.zero
  private var planar: PlanarFilter
  private var log = CorrectionLog()
  /// What rest has taught and the log does not say yet: it teaches a little many times a second.
  private var restTaught = Angle.zero
  private var sinceRestLog = TimeSpan.zero
  private var now = BootInstant(nanoseconds: .min)
  private var height: HeightFilter
  private var compass = CompassWindow()
  private var cells = CompassCells()
  private var memory = BiasMemory.none
  private var sinceBegin = TimeSpan.zero
  private var frame: TangentFrame?
  private var earth: EarthField?
  private var disturbance: FluxDensity?
  private var earthAge = TimeSpan.zero
  private var bodyHeading = BodyHeading()
  private var orientation = Rotation<Body, Scene>.aligned
  private var sinceAdvance = TimeSpan.zero
  private var sinceGaze = TimeSpan.zero

  init(_ parameters: TrackerParameters) {
    self.parameters = parameters
    start = AttitudeStart(parameters.attitude)
    detector = StepDetector(parameters.walking.gait)
    travel = TravelDirection(parameters.walking.travel)
    planar = PlanarFilter(parameters.walking.planar)
    height = HeightFilter(parameters.walking.height)
    planar.startsByCompass = parameters.alignment.start == .compass
  }

  mutating func advance(_ step: InertialStep) -> TrackedPose? {
    now = step.time
    sinceBegin += step.interval
    guard turn(step) else { return nil }
    walk(step)
    climb.advance(toward: height.relative, over: step.interval)
    sinceAdvance += step.interval
    sinceRestLog += step.interval
    if sinceRestLog.value >= 1 { logRest() }
    if sinceAdvance.value >= 0.1 { catchUp() }
    if let mean = compass.advance(step.interval, length: parameters.walking.planar.compassWindow) {
      catchUp()
      let earth = earth
      noteDisturbance(mean)
      visitCell(mean)
      teach(.compass) {
        $0.fuse(compass: mean, earth: earth)
        $0.fuse(strengthOf: mean, earth: earth)
      }
    }
    return published(step.time)
  }

  /// Orientation; false while there is none. The scene turns only with the body: what the filter has turned about up is taken
  /// off again, and what it learned of the drift is handed on.
  private mutating func turn(_ step: InertialStep) -> Bool {
    guard let output = stepped(step) else { return false }
    let lesson = parameters.walking.planar.restTeaches
    if lesson == .heading, output.headingCorrection != fold {
      let learned = output.headingCorrection - fold
      planar.yaw = (Angle.radians(planar.yaw) + learned).wrapped.radians
      planar.drift += learned.radians
      restTaught += learned
    }
    if let window = output.closedWindow, window.memory != memory { judgeMemory(window.memory) }
    fold = output.headingCorrection
    let unfold = Rotation<Scene, Scene>(about: Direction(0, 1, 0), by: fold)
    orientation = unfold * output.sampled
    if shown == nil { shown = ShownOrientation(unfold * output.orientation) }
    shown?.advance(by: output.turn, toward: unfold * output.orientation, over: step.interval)
    guard lesson == .drift, let window = output.closedWindow else { return true }
    let change = orientation(window.bias - bias).y
    bias = window.bias
    catchUp()
    planar.correct(drift: change)
    if window.isResting {
      let before = driftVariance
      teach(.rest) { $0.fuse(restDrift: change, from: before, to: window.driftVariance) }
    }
    driftVariance = window.driftVariance
    return true
  }

  private mutating func stepped(_ step: InertialStep) -> AttitudeFilter.Output? {
    if let output = attitude?.advance(rate: step.rate, over: step.interval, force: step.force) { return output }
    attitude = start.add(rate: step.rate, force: step.force, over: step.interval)
    return attitude?.output
  }

  private mutating func walk(_ step: InertialStep) {
    let felt = step.force.map { orientation($0) }
    let tie = parameters.walking.travel
    let window = travel.advance(orientation, felt: felt, walking: detector.isWalking, over: step.interval)
    if tie.tie != .learned { planar.point(travel.pointing) }
    sinceGaze += step.interval
    if tie.tie == .learned, sinceGaze.value >= 1 {
      catchUp()
      planar.wander(sinceGaze, walking: detector.isWalking, tie)
      let pointing = travel.pointing, time = sinceGaze
      teach(.gait) { $0.fuse(gaze: pointing, over: time, tie) }
      sinceGaze = .zero
    }
    if let window {
      catchUp()
      teach(.gait) { $0.fuse(gait: window.azimuth, coherence: window.coherence, tie) }
    }
    let up = Quantity<MetrePerSecondSquared>((felt?.y ?? standardGravity) - standardGravity)
    if let event = detector.advance(up: up, rate: step.rate, over: step.interval) {
      catchUp()
      let length = parameters.walking.gait.length(of: event.interval)
      // While an outside tracker speaks its word counts, and steps are only looked at.
      for index in (0..<event.count).reversed() where outside.isSilent {
        let moved = planar.step(
          length: length.value, directionSigma: parameters.walking.planar.stepAcross.radians)
        trail.add(moved, over: event.interval, until: step.time - event.interval * Double(index))
      }
    }
    if let velocity = outside.advance(step.interval) { return follow(velocity, step) }
    planar.isTurnTold = false
    let isWalking = detector.isWalking && detector.timeSinceStep.value < 1.5 * detector.meanInterval.value
    pace.advance(
      toward: trail.position + (isWalking ? trail.ahead(at: step.time) : .zero),
      walking: isWalking ? trail.velocity : .zero, over: step.interval)
  }

  /// The way that an outside tracker tells, handed to the planar filter a few times a second.
  private mutating func follow(_ velocity: Velocity<Scene>, _ step: InertialStep) {
    let flat = SIMD2(velocity.x, -velocity.z)
    told += flat * step.interval.value
    toldTime += step.interval
    if toldTime.value >= 0.3 {
      catchUp()
      planar.move(by: told, sigma: 0.01 + 0.01 * hypot(told.x, told.y))
      trail.add(told, over: toldTime, until: step.time)
      told = .zero
      toldTime = .zero
    }
    pace.advance(toward: trail.position + told, walking: flat, over: step.interval)
  }

  /// Brings the planar filter up to now.
  private mutating func catchUp() {
    planar.advance(sinceAdvance)
    height.advance(sinceAdvance)
    earthAge += sinceAdvance
    sinceAdvance = .zero
  }

  private mutating func published(_ time: BootInstant) -> TrackedPose {
    let position = Displacement<Scene>(pace.position.x, climb.height, -pace.position.y)
    var tracked = TrackedPose(
      time: time, pose: Pose(rotation: shown?.value ?? orientation, position: position),
      velocity: Velocity(pace.velocity.x, climb.velocity, -pace.velocity.y))
    // Where the scene, not the steps, has arrived: the same point in both frames.
    let arrived = planar.place + turned(pace.position - trail.position, by: planar.yaw)
    if let place = frame?.place(at: arrived, height: height.height ?? .zero) {
      tracked.place = place
      tracked.horizontalAccuracy = Length(planar.radius)
      tracked.verticalAccuracy = height.accuracy
    }
    tracked.yaw = (Angle.radians(planar.yaw) + (shown?.yawLeft ?? .zero)).wrapped
    tracked.yawSigma = .radians(planar.yawSigma)
    tracked.drift = .radians(planar.drift)
    tracked.driftSigma = AngularRate(planar.driftSigma)
    tracked.heading = bodyHeading.update(Rotation<Scene, Level>.yaw(tracked.yaw) * tracked.pose.rotation)
    return tracked
  }

  mutating func take(_ sample: MagnetometerSample) {
    guard attitude != nil else { return }
    compass.add(sample.field, orientation)
  }

  /// Lets a source teach the planar filter, and writes down what it changed of the alignment.
  private mutating func teach(_ source: Correction.Source, _ lesson: (inout PlanarFilter) -> Void) {
    let yaw = planar.yaw, place = planar.place
    lesson(&planar)
    let shift = planar.place - place
    guard planar.yaw != yaw || shift != .zero else { return }
    log.note(
      source, at: now, from: .radians(yaw), to: .radians(planar.yaw), sigma: .radians(planar.yawSigma),
      shift: Displacement(shift.x, 0, -shift.y))
  }

  /// How far the horizontal field is from the Earth's, over some seconds.
  private mutating func noteDisturbance(_ window: CompassWindow.Mean) {
    guard let earth else { return }
    let field = window.level(without: planar.hardIron)
    let off = (hypot(field.x, field.y) - earth.horizontal).magnitude
    disturbance = FluxDensity(disturbance.map { $0.value + 0.2 * (off - $0.value) } ?? off)
  }

  private mutating func logRest() {
    sinceRestLog = .zero
    guard restTaught != .zero else { return }
    let yaw = Angle.radians(planar.yaw)
    log.note(.rest, at: now, from: (yaw - restTaught).wrapped, to: yaw, sigma: .radians(planar.yawSigma))
    restTaught = .zero
  }

  mutating func adopt(yaw: Angle, sigma: Angle) {
    catchUp()
    planar.adopt(yaw: yaw - (shown?.yawLeft ?? .zero), sigma: sigma)
  }
  mutating func learn(yaw: Angle, sigma: Angle, from source: Correction.Source) {
    catchUp()
    teach(source) { $0.fuse(yaw: yaw.radians, sigma: sigma.radians) }
  }
  var grounds: LocalizationGrounds {
    LocalizationGrounds(
      usesCompass: planar.usesCompass, disturbance: disturbance, deviceFieldSigma: planar.deviceFieldSigma)
  }
  mutating func follow(_ teacher: YawTeacher) { planar.yawFollows = teacher }
  mutating func forgetPlace() {
    catchUp()
    planar.forgetPlace()
    frame = nil
  }
  mutating func handOverCorrections(to others: inout [Correction]) {
    if !log.isEmpty { log.handOver(to: &others) }
  }

  var refusals: [(reason: String, count: Int)] { planar.refusals.list + outside.refusals }

  mutating func take(_ sample: BarometerSample) { height.take(sample.pressure) }
  mutating func take(_ pose: OutsidePose, orientation then: Rotation<Body, Scene>?) {
    guard attitude != nil else { return }
    guard let (turn, time) = outside.take(pose, orientation: then ?? orientation) else { return }
    catchUp()
    planar.isTurnTold = true
    planar.turn(by: turn.radians, over: time)
  }

  mutating func take(_ fix: Fix, held: BootInstant) {
    // Before the first sample of the gyroscope it is as late as the fix says.
    if now.nanoseconds == .min { now = fix.arrival }
    catchUp()
    let place = Geodetic(latitude: fix.latitude, longitude: fix.longitude, height: fix.height ?? .zero)
    guard place.isFinite else { return }
    var frame = self.frame ?? TangentFrame(origin: place)
    if let moved = frame.follow(planar.place, beyond: Length(5000)) { planar.place -= moved }
    self.frame = frame
    learnField(place, fix.utc)
    if let fixHeight = fix.height { height.fuse(fix: fixHeight, error: fix.verticalError) }

    let radius = fix.radius(assuming: parameters.fixes.assumptions), isPrecise = radius < parameters.fixes.precise
    let z = frame.offset(of: place), since = trail.position - trail.position(at: held)
    teach(.fix) { $0.fuse(fix: z, radius: radius.value, isPrecise: isPrecise, since: since) }
  }

  mutating func begin(with knowledge: MotionKnowledge) {
    if let belief = knowledge.bias {
      start.remembered = belief
      bias = belief.bias
    }
    planar.remember(knowledge)
    cells = CompassCells(knowledge.compass.verdicts)
  }

  /// What rest has made of the remembered bias, which the drift of the scene follows.
  private mutating func judgeMemory(_ verdict: BiasMemory) {
    memory = verdict
    catchUp()
    switch verdict {
    case .none, .remembered: break
    case .confirmed: planar.trust(driftWithin: AngularRate((attitude?.driftVariance ?? 1).squareRoot()))
    case .refuted: planar.distrustDrift(since: sinceBegin)
    }
  }

  mutating func remember(yaw: Angle, sigma: Angle) {
    adopt(yaw: yaw, sigma: sigma)
    planar.isYawRemembered = true
  }

  /// The bias with what fixes have shown of the drift that is left, where they know more: b about the vertical is that in use
  /// and β.
  var knowledge: MotionKnowledge {
    var knowledge = MotionKnowledge(deviceField: planar.fieldBelief, compass: cells.settled)
    if var belief = attitude?.biasBelief {
      let up = orientation.inverse(Direction<Scene>(0, 1, 0)).components
      let fixes = planar.driftSigma * planar.driftSigma, rest = attitude?.driftVariance ?? 0
      if !planar.isTurnTold, fixes < rest {
        belief.bias.components += up * planar.rate
        for i in 0..<3 {
          let variance = belief.sigma.components[i] * belief.sigma.components[i] - up[i] * up[i] * (rest - fixes)
          belief.sigma.components[i] = max(variance, up[i] * up[i] * fixes).squareRoot()
        }
      }
      knowledge.bias = belief
    } else {
      knowledge.bias = start.remembered
    }
    let gait = parameters.walking.gait
    knowledge.stride = planar.strideBelief.map {
      LearnedStride(logarithm: $0.logarithm, sigma: $0.sigma, length: gait.strideLength, walkRatio: gait.walkRatio)
    }
    return knowledge
  }

  mutating func forgetCells() {
    cells.forget()
    planar.compassDoubt = 0
  }

  /// Asks what is known of the compass here, or notes what it does.
  private mutating func visitCell(_ window: CompassWindow.Mean) {
    guard let place = frame?.place(at: planar.place, height: .zero) else { return }
    planar.compassDoubt = cells.doubt(at: place).radians
    if let error = planar.compassError(window, earth: earth) { cells.note(error) }
  }

  /// The Earth's field here and now, looked up again after a minute.
  private mutating func learnField(_ place: Geodetic, _ utc: UTC?) {
    guard earth == nil || earthAge.value > 60 else { return }
    guard let field = EarthField(at: place, utc: utc, assumedYear: parameters.walking.planar.year) else { return }
    earthAge = .zero
    if earth == nil { teach(.compass) { $0.turnToTrueNorth(declination: field.declination) } }
    earth = field
  }
}

private let standardGravity = 9.80665
