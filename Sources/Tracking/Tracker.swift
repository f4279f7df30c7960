public import Alignment
public import Fusion
public import Geometry
public import Learned
public import Odometry
public import Samples
import Terrain
public import Tie

/// The whole pipeline as a value: it ingests samples in order of arrival, and has a new pose after each gyroscope sample. It reads
/// no clock and no file, so a live session and its replay are the same computation, whatever is read of it.
public struct Tracker: Sendable {
  public let profile: Profile
  private let calibration: CalibrationSet
  /// Whether it has the frequent sensors: a calibration that is not there is copied to be asked.
  private let hasGyroscope: Bool, hasAccelerometer: Bool
  let parameters: TrackerParameters
  var motion: HeldMotion
  private var inertial: InertialGuard
  private var temperature: Temperature?
  /// The scene poses of the last seconds.
  public private(set) var history = PoseHistory()
  /// Number of the current scene: a new one starts when motion was lost.
  public internal(set) var scene: Int
  private let firstScene: Int
  private var sceneBegan: BootInstant?
  private var forces = ForceMean()
  /// Count of invalid samples of sensors other than the gyroscope: not finite, or out of range.
  private var unfitSamples = 0
  /// Count of the motion's poses that were not finite or no rotation; each restarted the scene.
  private var unsoundPoses = 0
  private var reader: FixReader
  private var fixAge: FixAge
  /// Whether it dates the fixes, and the count of stamps that contradict it.
  private var isAgeLearned = false, lateStamps = 0
  var memory: SessionMemory
  var localization: LocalizationStage
  var leg: LegStage
  /// The last pose in the scene: meaningful after the first one.
  public private(set) var inScene = ScenePose(at: BootInstant(nanoseconds: 0))
  /// The last pose of the scene before, until this one has its first.
  private var ended: TrackedPose?
  /// The way from the last scene with a pose to this one; nil in the first.
  public internal(set) var crossing: SceneCrossing?
  /// The last pose, the yaw by its motion, and the length of the path to it in the scene.
  var latest: LastPose?
  var filtered = (yaw: Angle.zero, sigma: Angle?.none)
  var way = Length.zero
  /// Turn of a walker's heading by hand in this scene, until it is released; nil for none.
  var handTurn: Angle?
  /// Whether a heading from elsewhere was offered to the first pose of the scene.
  private var isOriented = false
  /// Orientation of the published scene relative to the motion's own, from its first pose on.
  private(set) var frame = SceneFrame(turn: .zero, heading: .none)
  private(set) var hasFrame = false
  private var frameStart: SceneFrameStart
  /// Poses of the motion's own scene before the scene's first pose.
  private var heldBack: [(pose: ScenePose, rate: AngularVelocity<Body>)] = []
  private var shownHeight: ShownHeight
  var inputs = Tally<InputRefusal>()
  /// The tiles' ground around the wearer, as last given; a new motion needs it too.
  var terrain: TerrainPatch?
  /// Corrections of the alignment by the last sample, in the published scene.
  public internal(set) var corrections: [Correction] = []

  /// `state` is the learned state of a session before, `age` its age (nil: unknown); scenes are numbered from `firstScene` on,
  /// where there were others before. `device` is the one that this session runs on.
  public init(
    profile: Profile, parameters: TrackerParameters, calibration: CalibrationSet = .init(), state: LearnedState? = nil,
    age: TimeSpan? = nil, firstScene: Int = 0, device: DeviceIdentity? = nil
  ) {
    self.profile = profile
    self.calibration = calibration
    (hasGyroscope, hasAccelerometer) = (calibration.gyroscope != nil, calibration.accelerometer != nil)
    var parameters = parameters
    if calibration.magnetometer != nil { parameters.walking.tie.expectCalibratedCompass() }
    self.parameters = parameters
    self.firstScene = firstScene
    scene = firstScene
    inertial = InertialGuard(parameters.inertial, profile.turns)
    reader = FixReader(parameters.fixes)
    localization = LocalizationStage(parameters.alignment)
    leg = LegStage(parameters.alignment.leg)
    var device = device
    device?.calibration = DeviceIdentity.digest(of: calibration)
    memory = SessionMemory(state, age: age, profile: profile, parameters: parameters, device: device)
    fixAge = FixAge(remembered: memory.fixAge)
    corrections.reserveCapacity(64)
    frameStart = SceneFrameStart(parameters, profile: profile)
    shownHeight = ShownHeight(parameters.walking.height)
    motion = Self.motion(profile, parameters)
  }

  private static func motion(_ profile: Profile, _ parameters: TrackerParameters) -> HeldMotion {
    switch profile {
    case .head, .torso, .hand: HeldMotion(WalkingMotion(parameters))
    case .foot: HeldMotion(ShoeMotion(parameters))
    case .free: HeldMotion(FreeMotion(parameters))
    case .vehicle: HeldMotion(DrivingMotion(parameters))
    }
  }

  /// Counts of gyroscope samples that were refused, changed or reported.
  public var counters: Tally<InertialIncident> { inertial.counters }

  /// Every aiding source of the current motion, since the scene began.
  public var aids: [Aid] { motion.account.aids }
  /// The state vectors of the motion's filters, with 1 σ.
  public var states: [FilterState] { motion.account.states }

  /// Whether it is a question how the wearer moves: on foot or carried.
  public var judgesMotion: Bool { [.head, .torso, .hand].contains(profile) }
  /// The hypotheses of the tie to the Earth, the heaviest first; none where the profile has another filter.
  public var hypotheses: [TieHypothesis] {
    motion.account.hypotheses.map { one in
      var one = one
      one.yaw = (one.yaw - turned).wrapped
      return one
    }
  }

  /// How likely something is wrong with compass, receiver or steps.
  public var doubts: SourceDoubts { motion.grounds.doubts }

  /// Counts of all other measurements that were refused or trusted less, by reason, since the scene began; the unfit ones since
  /// the start.
  public var refusals: [(reason: String, count: Int)] {
    let account = motion.account
    var list: [(reason: String, count: Int)] = [("unfit samples", unfitSamples)]
    for aid in account.aids {
      for refusal in aid.refusals { list.append(("\(aid.description.name): \(refusal.reason.text)", refusal.count)) }
    }
    list += account.incidents
    list += reader.incidents.list()
    list += inputs.list()
    list.append(("fixes that are older than their stamps", lateStamps))
    list.append(("accelerometer samples at the end of its range", forces.clipped))
    list.append(("poses that were not finite, new scene", unsoundPoses))
    for fault in memory.faults { list.append(("remembered and not used: \(fault)", 1)) }
    return list
  }

  /// The entries of `refusals` that are no faults: measurements that were not needed because more is known, unlikely hypotheses.
  public var unneeded: Set<String> {
    Set(motion.account.aids.map { "\($0.description.name): \(AidReason.notNeeded.text)" }).union([TiedWay.roomless])
  }

  /// Requests to the wearer that would improve the place or the heading, the most urgent first.
  public var guidance: [Guidance] { localization.guidance.current }
  public var firstGuidance: Guidance? { localization.guidance.first }

  /// Deviation of the horizontal field from the Earth's now; nil while unknown.
  public var fieldDisturbance: FluxDensity? { motion.grounds.disturbance }

  /// Time of the newest fix, and the source of that time; nil before the first.
  public var newestFix: (held: BootInstant, source: FixReading.Timing)? {
    localization.newestFix.map { ($0.held, $0.timing) }
  }

  /// How old fixes are when they arrive, and 1 σ; nil before the first, and where a stamp, a setting or a precise receiver tells.
  public var ageOfFixes: (age: TimeSpan, sigma: TimeSpan)? {
    isAgeLearned ? (fixAge.age, fixAge.sigma) : nil
  }

  /// Entries of the initial state that are not used, with reasons.
  public var notRemembered: [LearnedStateFault] { memory.faults }

  /// The state to store for the next session if this one ended now.
  public var learned: LearnedState {
    memory.learned(motion.knowledge, pose: latest, temperature: temperature, fixAge: fixAge.learned)
  }

  /// A sample that has passed no `Door`: one that a door would refuse for its numbers is counted and not used.
  public mutating func ingest(_ sample: Sample) -> TrackedPose? { advance(by: sample) ? whole() : nil }

  /// As `ingest(_:)`; true if there is a new pose, which is large and is written where it is read (`write(into:)`).
  public mutating func advance(by sample: Sample) -> Bool {
    guard sample.refusal == nil else {
      if !corrections.isEmpty { corrections.removeAll(keepingCapacity: true) }
      if case .gyroscope = sample { inertial.refuse() } else { unfitSamples += 1 }
      return false
    }
    return advance(admitted: sample)
  }

  /// A sample that has passed a `Door`, whose numbers are sound; a gyroscope sample gives a pose once there is an up.
  @inline(__always) public mutating func advance(admitted sample: Sample) -> Bool {
    if !corrections.isEmpty { corrections.removeAll(keepingCapacity: true) }
    // The frequent ones by themselves, so that the other cases are not copied.
    if case .gyroscope(let sample) = sample { return advance(sample) }
    if case .accelerometer(let sample) = sample {
      forces.watch(sample)
      forces.add(hasAccelerometer ? calibration.corrected(sample, at: temperature) : sample)
    } else {
      ingest(other: sample)
    }
    return false
  }

  /// Whether there is a pose to write.
  public var hasPose: Bool { latest != nil || ended != nil }

  /// Returns the last pose, whole: a copy (`write(into:)`).
  public mutating func whole() -> TrackedPose {
    var pose = TrackedPose(inScene)
    write(into: &pose)
    return pose
  }

  /// Writes the last pose, whole. It changes nothing: what is read, and how often, has no effect on what comes.
  public mutating func write(into pose: inout TrackedPose) {
    if latest == nil, let ended { return pose = ended }
    pose = TrackedPose(inScene)
    motion.locate(&pose)
    pose.tie(to: frame)
    shownHeight.apply(to: &pose)
    pose.eyeHeight = parameters.wearer.eyeHeight
    localization.complete(&pose, turnedBack: frame.turnedBack)
  }

  @inline(never)
  private mutating func ingest(other sample: Sample) {
    switch sample {
    case .gyroscope, .accelerometer: break
    case .magnetometer(let sample):
      frameStart.hasCompass = true
      inertial.ingest(sample.field)
      motion.ingest(.magnetometer(calibration.corrected(sample)))
    case .barometer(let sample): motion.ingest(.barometer(sample))
    case .temperature(let sample): if sample.sensor == .imu { temperature = sample.temperature }
    case .fix(let fix):
      if var reading = reader.read(fix) {
        date(&reading)
        ingest(reading)
      }
    case .antennas(let sample): motion.ingest(.heading(.antennas(shownYaw(sample))))
    case .outsidePose(let pose): motion.ingest(.outside(pose, orientation: orientation(at: pose.time)))
    case .input(let event): apply(event)
    }
  }

  /// Learns how old fixes are, and takes that off where no one has told it.
  private mutating func date(_ reading: inout FixReading) {
    let isStamped = reading.timing == .stamped
    fixAge.ingest(reading, base: isStamped ? reading.held : reading.held + parameters.fixes.latency)
    reading.motion = fixAge.velocity
    if isStamped, fixAge.isSurelyLate { lateStamps += 1 }
    let isTold = isStamped || reading.isPrecise || parameters.fixes.latency > .zero
    // Receivers of precise velocities do not smooth; their delays are states of the tie.
    isAgeLearned = !isTold && !reading.hasPreciseVelocity
    if isAgeLearned {
      reading.held = reading.held - fixAge.age
      reading.ageSigma = fixAge.sigma
    } else if !isTold {
      reading.held = reading.held - parameters.fixes.preciseLatency
    }
  }

  private mutating func advance(_ sample: GyroscopeSample) -> Bool {
    var interval = TimeSpan.zero, rate = sample.rate
    switch inertial.ingest(sample, force: forces.newest) {
    case .refused: return false
    case .step(let believed, let time):
      rate = believed
      interval = time
    case .restart: beginScene(at: sample.time)
    }
    if hasGyroscope { rate = calibration.gyroscope?.corrected(rate, at: temperature) ?? rate }
    var step = InertialStep(
      time: sample.time, interval: interval, rate: rate, force: forces.popMean(at: sample.time))
    if !inertial.missing.isNone { step.missing.turn = inertial.missing }
    step.missing.unseen = inertial.unseen
    if inertial.hasBridged, !profile.turns.lasts {
      step.isGap = true
      // No force in the orientation of one end is that of the whole gap.
      step.force = nil
    }
    forces.popMissing(into: &step)
    if !hasFrame { crossing?.advance(step) }
    if !memory.hasBegun, let known = memory.firstKnowledge(at: temperature) { motion.apply(known) }
    var pose = ScenePose(at: sample.time)
    pose.rate = rate
    pose.hasTurnedUnseen = inertial.unseen != .zero
    guard motion.advance(step, into: &pose) else { return false }
    fixAge.advance(step, pose.pose.rotation)
    guard pose.isSound else {
      unsoundPoses += 1
      beginScene(at: sample.time, keepsKnowledge: false)
      return false
    }
    if hasFrame {
      // Cold gyroscopes drift by up to 1°/s.
      let rate = parameters.alignment.applied.yawRate * 2
      frame.turnBack(pose.sceneTurn, to: pose.pose.position, rate: rate, over: interval)
    } else if !startFrame(pose) {
      heldBack.append((pose, rate))
      return false
    }
    if !heldBack.isEmpty { releaseHeldBack() }
    if pose.hasCorrections { collectCorrections() }
    let speed = pose.velocity.norm
    way = way + speed * interval
    localization.advance(to: pose, rate: rate, speed: speed, over: interval)
    shownHeight.advance(to: pose, speed: speed, over: interval)
    if forces.isSilent { pose.tracking.insert(.stale) }
    pose.tracking.formUnion(inertial.state)
    pose.scene = scene
    if scene > 0, isNew(at: pose.time) { pose.tracking.insert(.odometryLost) }
    let isJudging = localization.isDue(at: pose.time)
    pose.turn(into: frame)
    inScene = pose
    if latest == nil { crossing?.arrive(pose.pose.rotation) }
    if isJudging || localization.isEasingDue { align(isJudging: isJudging) }
    latest?.time = pose.time
    history.append(pose.pose, at: pose.time, velocity: pose.velocity, rate: rate)
    if leg.isFollowing {
      if pose.hasTurnedUnseen { leg.interrupt() }
      followLeg()
    }
    return true
  }

  /// Advances what follows the alignment: the yaw held by hand, the applied alignment, and the state of the localization if
  /// `isJudging`.
  @inline(never)
  private mutating func align(isJudging: Bool) {
    var whole = TrackedPose(inScene)
    motion.locate(&whole)
    whole.tie(to: frame)
    filtered = (whole.yaw, whole.yawSigma)
    shownHeight.compare(whole)
    shownHeight.apply(to: &whole)
    localization.ease(&whole, turnedBack: frame.turnedBack)
    latest = LastPose(whole)
    if isJudging { localization.judge(whole, motion.grounds) }
  }

  /// Starts a new scene after motion was lost, or on a client's request: later poses are unrelated to the old scene.
  mutating func beginScene(at time: BootInstant, keepsKnowledge: Bool = true) {
    if let latest {
      crossing = keepsKnowledge ? crossing(from: inScene) : nil
      ended = keepsKnowledge ? whole() : TrackedPose(inScene, latest)
      record(
        Correction(
          time: time, scene: scene + 1, source: .restart, oldYaw: latest.yaw, newYaw: .zero, sigma: .radians(.pi)))
    }
    let known =
      keepsKnowledge
      ? memory.after(latest.map { time - $0.time }, motion.knowledge, temperature: temperature) : MotionKnowledge()
    motion = Self.motion(profile, parameters)
    motion.apply(known)
    if let terrain { motion.ingest(.ground(terrain)) }
    localization.restart()
    leg.clear()
    handTurn = nil
    isOriented = false
    (frame, hasFrame) = (SceneFrame(turn: .zero, heading: .none), false)
    frameStart.restart()
    heldBack = []
    shownHeight.restart()
    latest = nil
    sceneBegan = nil
    filtered = (.zero, nil)
    forces.restart()
    fixAge.interrupt()
    scene += 1
    history.removeAll()
  }

  /// Whether the scene is so young that clients must be told that the old one is gone.
  private mutating func isNew(at time: BootInstant) -> Bool {
    let began = sceneBegan ?? time
    sceneBegan = began
    return time - began < TimeSpan(2)
  }

  /// Starts the scene; false while its first pose is held back until the heading is known, at most for `scene.heading_wait`.
  private mutating func startFrame(_ part: ScenePose) -> Bool {
    var pose = TrackedPose(part)
    motion.locate(&pose)
    if !isOriented {
      isOriented = true
      // The motion applies it from its next pose on.
      if orient(pose) { return false }
    }
    guard let start = frameStart.frame(for: pose, motion.grounds) else { return false }
    (frame, hasFrame) = (start, true)
    return true
  }

  /// Adds the poses that were held back to the scene's past.
  private mutating func releaseHeldBack() {
    var last: BootInstant?
    for (pose, rate) in heldBack {
      var pose = pose
      pose.turn(into: frame)
      way = way + pose.velocity.norm * (last.map { pose.time - $0 } ?? .zero)
      last = pose.time
      history.append(pose.pose, at: pose.time, velocity: pose.velocity, rate: rate)
    }
    heldBack = []
  }

  /// Ties the motion to the heading from the configuration, or to that at the end of the last session if it is young enough.
  /// Returns whether this motion uses one.
  private mutating func orient(_ pose: TrackedPose) -> Bool {
    guard scene == firstScene, motion.takesHeading else { return false }
    var heading = BodyHeading()
    guard let looking = heading.update(pose.pose.rotation) else { return false }
    if parameters.alignment.start == .given {
      let yaw = (parameters.alignment.given - looking).wrapped
      motion.ingest(.heading(.adopted(yaw: yaw, sigma: parameters.alignment.givenSigma)))
      frameStart.origin = (.given, yaw, parameters.alignment.givenSigma)
      return true
    }
    // A free device may have been moved since the last session.
    guard motion.keepsHeading, let known = memory.heading else { return false }
    let yaw = (known.heading - looking).wrapped
    motion.ingest(.heading(.remembered(yaw: yaw, sigma: known.sigma)))
    frameStart.origin = (.remembered, yaw, known.sigma)
    return true
  }

  /// Returns the body's orientation in the motion's own scene, unless that is too long ago.
  func orientation(at time: BootInstant) -> Rotation<Body, Scene>? {
    switch history.pose(at: time) {
    case .exact(let pose), .interpolated(let pose), .predicted(let pose, _):
      Rotation<Scene, Scene>(about: Direction(0, 1, 0), by: turned) * pose.rotation
    case .stale, .none: nil
    }
  }

  /// Turn of the published scene against the motion's own.
  var turned: Angle { frame.turn }
}
