import Alignment
import Fusion
import Geodesy
import Geometry
import Odometry
import Samples

/// A wearer who walks with the device on the head, the chest or in the hand: attitude, steps, and the planar filter that ties the
/// walked path to the Earth.
struct WalkingMotion: HeadingInputMotion {
  let parameters: TrackerParameters
  var body: CarriedBody
  var way: WalkedWay
  var surroundings = EarthSurroundings()
  var planar: PlanarFilter
  private var height: HeightFilter
  private var underfoot: Underfoot
  /// The filter for precise fixes: see `WalkingMotion+Strapdown`.
  var strapdown: LeadingStrapdown
  /// Turn from the scene to the Earth, for `publish`.
  private var turnToEarth = KeptTurn()
  var log = AlignmentLog()
  var clock = Clock()

  struct Clock: Sendable {
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
  /// Time without a step after which the wearer stands.
  private static let stopTime = TimeSpan(3)

  /// An input before up was known.
  private enum Early: Sendable {
    case step(InertialStep)
    case observation(MotionObservation)
  }
  private var early: [Early] = []

  init(_ parameters: TrackerParameters) {
    self.parameters = parameters
    body = CarriedBody(parameters.attitude)
    way = WalkedWay(parameters.walking)
    planar = PlanarFilter(parameters.walking.planar, travel: parameters.walking.travel)
    height = HeightFilter(parameters.walking.height)
    underfoot = Underfoot(eyes: parameters.wearer.eyeHeight)
    strapdown = LeadingStrapdown(parameters.walking.strapdown)
    planar.startsByCompass = parameters.alignment.start == .compass
  }

  mutating func advance(_ step: InertialStep, into pose: inout TrackedPose) -> Bool {
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
    updateGrounds()
    return true
  }

  /// Ingests a step with an orientation.
  private mutating func advanceOriented(_ step: InertialStep) -> Bool {
    clock.now = step.time
    clock.sinceBegin += step.interval
    guard turn(step) else { return false }
    advanceStrapdown(step)
    walk(step)
    way.climb.advance(toward: height.relative, over: step.interval)
    clock.unpropagated += step.interval
    clock.sinceRestLog += step.interval
    if clock.sinceRestLog >= Self.restLogInterval { logRest() }
    if clock.unpropagated >= Self.propagationInterval { propagate() }
    if let mean = surroundings.compass.advance(step.interval, length: parameters.walking.planar.compassWindow) {
      propagate()
      surroundings.recordDisturbance(mean, deviceField: planar.hardIron)
      visitCell(mean)
      fuse(.compass(mean, surroundings.field), of: readings(mean.readings, over: mean.span), as: .compass)
      updateGrounds()
    }
    return true
  }

  /// Advances the orientation; false while there is none.
  private mutating func turn(_ step: InertialStep) -> Bool {
    guard let change = body.advance(step) else { return false }
    let correction = parameters.walking.planar.restCorrects
    // During a walk gravity's corrections come from the gait, and must not change the heading.
    if correction == .heading, change.headingCorrection != .zero, !body.isWalking, !strapdown.leads {
      planar.yaw = (Angle.radians(planar.yaw) + change.headingCorrection).wrapped.radians
      planar.drift += change.headingCorrection.radians
      clock.unloggedRestYaw += change.headingCorrection
      clock.restChanges += 1
    }
    guard let window = change.window else { return true }
    if window.isResting { restStrapdown() }
    if let verdict = body.newVerdict(window) { judgeMemory(verdict) }
    guard correction == .drift else { return true }
    let drift = body.driftChange(window)
    propagate()
    planar.correct(drift: drift.change)
    if window.isResting {
      let reading = PlanarFilter.RestReading(
        change: drift.change, before: drift.varianceBefore, after: drift.variance)
      fuse(.rest(reading), of: readings(1, over: .zero), as: .rest)
    }
    return true
  }

  private mutating func walk(_ step: InertialStep) {
    let felt = step.force.map { body.orientation($0) }
    let isLearned = parameters.walking.travel.tie == .learned
    let isWalking = way.detector.isWalking
    let window = way.travel.advance(body.orientation, felt: felt, walking: isWalking, over: step.interval)
    if !isLearned { planar.point(way.travel.pointing) }
    if isLearned, let time = way.gazeIsDue(over: step.interval) {
      propagate()
      planar.wander(time, walking: isWalking)
      let walks = isWalking || way.detector.timeSinceStep < Self.stopTime
      fuse(.gaze(way.travel.pointing, over: time, walking: walks), of: readings(1, over: time), as: .gait)
    }
    if let window {
      propagate()
      fuse(.gait(window), of: readings(1, over: parameters.walking.travel.window), as: .gait)
    }
    let gravity = Constants.standardGravity
    let up = Quantity<MetrePerSecondSquared>((felt?.y ?? gravity.value) - gravity.value)
    let event = way.detector.advance(up: up, rate: step.rate, over: step.interval)
    body.isWalking = way.detector.isCarriedOn
    if let event {
      propagate()
      let length = parameters.walking.gait.length(of: event.interval, strength: event.strength)
      creditRun()
      let across = parameters.walking.planar.stepAcross.radians
      let directionSigma = isLearned ? across : hypot(across, way.travel.spread.radians)
      // While an outside tracker measures the motion, steps are detected but not used.
      for index in (0..<event.count).reversed() where way.outside.isSilent && !strapdown.leads {
        let moved = planar.step(
          length: length.value, directionSigma: directionSigma)
        way.add(moved, over: event.interval, until: step.time - event.interval * Double(index))
      }
    }
    guard let velocity = way.outside.advance(step.interval) else {
      planar.isTurnMeasured = false
      return strapdown.leads ? followStrapdown(step) : way.followSteps(step)
    }
    let outside = parameters.walking.outside
    if let (moved, _) = way.advanceOutside(velocity, step, every: outside.interval) {
      propagate()
      let distance = hypot(moved.x, moved.y)
      planar.move(by: moved, sigma: outside.noise.value + outside.noiseShare * distance)
    }
  }

  /// Propagates the slow filters to the present.
  mutating func propagate() {
    advancePlanar(clock.unpropagated)
    height.advance(clock.unpropagated)
    underfoot.advance(clock.unpropagated)
    surroundings.advance(clock.unpropagated)
    planar.now = clock.now
    clock.unpropagated = .zero
    if underfoot.hasTiles { fuseGround() }
    updateGrounds()
  }

  /// Moves the height with the tiles' ground below the wearer, and fuses it once a second.
  private mutating func fuseGround() {
    let place = surroundings.place(at: planar.place, height: .zero)
    height.setGround(place.flatMap { underfoot.eyes(at: $0) })
    guard let place, let slope = underfoot.slopeIfDue(at: place), let eyes = height.standing else { return }
    let sigma = Length(slope * planar.radius / RadiusPerSigma.of68)
    height.ingest(.ground(eyes: eyes, slopeSigma: sigma), at: clock.now)
  }

  private mutating func updateGrounds() {
    log.grounds = LocalizationGrounds(
      usesCompass: planar.usesCompass, isHeadingMagnetic: planar.isYawMagnetic && surroundings.field == nil,
      isHeadingOfCompass: planar.isYawMagnetic, isHeadingUnconfirmed: planar.isYawRemembered,
      disturbance: surroundings.disturbance,
      deviceFieldSigma: planar.deviceFieldSigma, isWalkUndecided: isWalkUndecided)
  }

  /// Whether steps are counted that may be no progress.
  @inline(__always) private var isWalkUndecided: Bool {
    way.outside.isSilent && !strapdown.leads && way.detector.timeSinceStep < Self.recently
      && Self.undecided ~= planar.walkBelief
  }
  private static let recently = TimeSpan(5), undecided = 0.1...0.9

  private mutating func publish(into tracked: inout TrackedPose) {
    tracked.pose = Pose(rotation: body.published, position: way.position)
    tracked.velocity = way.velocity
    tracked.rate = body.rate
    let reached = planar.place + turnToEarth(way.pace.position - way.trail.position, by: planar.yaw)
    if let place = surroundings.place(at: reached, height: height.height ?? .zero) {
      tracked.place = place
      tracked.horizontalAccuracy = Length(planar.radius)
      tracked.verticalAccuracy = height.accuracy
      tracked.spread = planar.spread
      tracked.standing = height.standing
    }
    tracked.tiltSigma = body.tiltSigma
    tracked.yaw = (Angle.radians(planar.yaw) + body.yawLeft).wrapped
    tracked.yawSigma = .radians(planar.statedYawSigma)
    tracked.drift = .radians(planar.drift)
    tracked.driftSigma = AngularRate(planar.driftSigma)
    if strapdown.carries {
      // The place is then that of another filter, whose shape is not published.
      tracked.spread = nil
      publishStrapdown(into: &tracked, height: height.height)
    }
    tracked.heading = body.heading(yaw: tracked.yaw, tracked.pose.rotation)
  }

  /// Adjusts the drift of the scene to the result of checking the remembered bias.
  private mutating func judgeMemory(_ verdict: BiasMemory) {
    propagate()
    switch verdict {
    case .none, .remembered: break
    case .confirmed: planar.trust(driftWithin: AngularRate((body.driftVariance ?? 1).squareRoot()))
    case .refuted: planar.distrustDrift(since: clock.sinceBegin)
    }
  }

  /// Looks up the compass's known error at this place, and records its present one.
  private mutating func visitCell(_ window: CompassWindow.Mean) {
    guard let place = surroundings.place(at: planar.place, height: .zero) else { return }
    planar.compassDoubt = surroundings.cells.doubt(at: place).radians
    if let error = planar.compassError(window, earth: surroundings.field) { surroundings.cells.record(error) }
  }
}

extension WalkingMotion {
  mutating func ingest(_ observation: MotionObservation) {
    switch observation {
    case .magnetometer(let sample):
      guard body.hasOrientation else { return hold(observation) }
      surroundings.compass.add(sample.field, body.orientation)
    case .barometer(let sample): height.ingest(sample.pressure, at: sample.time)
    case .fix(let fix, let held):
      // Before the first step there is no motion to compare a fix with.
      guard body.hasOrientation || early.isEmpty else { return hold(observation) }
      ingest(fix, held: held)
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

  private mutating func ingest(_ fix: Fix, held: BootInstant) {
    // Before the first gyroscope sample the time is that of the fix's arrival.
    if clock.now.nanoseconds == .min { clock.now = fix.arrival }
    propagate()
    let place = Geodetic(latitude: fix.latitude, longitude: fix.longitude, height: fix.height ?? .zero)
    guard place.isFinite else { return planar.refuse(.notFinite, of: "fix", at: clock.now) }
    let (frame, moved) = surroundings.frame(at: place, walker: planar.place)
    if let moved {
      planar.moveOrigin(by: moved)
      strapdown.move(origin: moved)
    }
    learnField(place, fix.utc)
    if let fixHeight = fix.height { height.ingest(.fix(fixHeight, error: fix.verticalError), at: clock.now) }

    flushStrapdown()
    let radius = fix.radius(assuming: parameters.fixes.assumptions)
    let then = hasPreciseVelocity(fix) ? unsmoothed(fix, held: held) : held
    let reading = PlanarFilter.FixReading(
      place: frame.offset(of: place), radius: radius.value, isPrecise: radius < parameters.fixes.precise,
      since: way.trail.position - way.trail.position(at: then), counted: way.counted.position(at: then))
    if ingestStrapdown(fix, reading, held: held) { return }
    fuse(.fix(reading), of: .init(at: then), as: .fix)
  }

  /// Updates the Earth's field for the place and date; the first one turns a magnetic heading to the true one.
  private mutating func learnField(_ place: Geodetic, _ utc: UTC?) {
    let year = parameters.walking.planar.year
    guard let declination = surroundings.learnField(place, utc, assumedYear: year) else { return }
    let before = planar.yaw
    planar.turnToTrueNorth(declination: declination.radians)
    logChange(
      from: before, planar.place, as: .compass, grounds: CorrectionGrounds(.declination, .init(at: clock.now)))
  }

  /// Returns the readings of a time up to now.
  private func readings(_ count: Int, over span: TimeSpan) -> CorrectionGrounds.Readings {
    CorrectionGrounds.Readings(count, from: clock.now - span, to: clock.now)
  }

  private mutating func ingest(_ pose: OutsidePose, orientation then: Rotation<Body, Scene>?) {
    guard body.hasOrientation else { return }
    guard let (turn, time) = way.outside.ingest(pose, orientation: then ?? body.orientation) else { return }
    propagate()
    planar.isTurnMeasured = true
    planar.turn(by: turn, over: time)
    planar.ingest(.outsideTurn(turn, over: time), at: clock.now)
  }

  mutating func ingest(_ input: HeadingInput) {
    propagate()
    switch input {
    case .adopted(let yaw, let sigma):
      if strapdown.leads { strapdown.restart() }
      planar.adopt(yaw: yaw - body.yawLeft, sigma: sigma)
    case .remembered(let yaw, let sigma):
      planar.ingest(.remembered(yaw - body.yawLeft, sigma: sigma), at: clock.now)
    case .leg(let reading): fuse(.leg(reading), of: readings(1, over: .zero), as: .leg)
    case .source(let sources): planar.yawFollows = sources
    }
  }

  mutating func apply(_ command: MotionCommand) {
    switch command {
    case .begin(let knowledge):
      if let belief = knowledge.bias { body.restore(belief) }
      planar.restore(knowledge)
      surroundings.cells = CompassCells(knowledge.compass.verdicts)
    case .resetPlace:
      propagate()
      strapdown.restart()
      planar.resetPlace()
      surroundings.resetFrame()
    case .forgetCells:
      surroundings.cells.forget()
      planar.compassDoubt = 0
    }
  }

  var account: MotionAccount {
    // Without tiles there is no source to report on.
    let heightAids = underfoot.hasTiles ? height.aids : height.aids.filter { $0.description.name != "terrain" }
    return MotionAccount(
      aids: body.aids + planar.aids + strapdown.filter.aids + heightAids + [height.barometer, way.outside.aid],
      states: planar.states + body.states + height.states + strapdown.filter.states,
      incidents: strapdown.filter.incidents.list("strapdown"))
  }

  /// The learned state. The bias includes the remaining drift found by fixes, where they are more certain: about the vertical it
  /// is the bias in use plus `planar.rate`.
  var knowledge: MotionKnowledge {
    var knowledge = MotionKnowledge(deviceField: planar.fieldBelief, compass: surroundings.cells.settled)
    if var belief = body.biasBelief {
      let up = body.up
      let fixes = planar.driftSigma * planar.driftSigma, rest = body.driftVariance ?? 0
      if !planar.isTurnMeasured, fixes < rest {
        belief.bias.components += up * planar.rate
        for i in 0..<3 {
          let variance = belief.sigma.components[i] * belief.sigma.components[i] - up[i] * up[i] * (rest - fixes)
          belief.sigma.components[i] = max(variance, up[i] * up[i] * fixes).squareRoot()
        }
      }
      knowledge.bias = belief
    } else {
      knowledge.bias = body.remembered
    }
    let gait = parameters.walking.gait
    knowledge.stride = planar.strideBelief.map {
      LearnedStride(
        logarithm: $0.logarithm, sigma: $0.sigma, length: gait.strideLength, walkRatio: gait.walkRatio.value)
    }
    return knowledge
  }
}
