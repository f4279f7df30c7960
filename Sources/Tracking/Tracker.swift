public import Alignment
public import Fusion
public import Geometry
public import Odometry
public import Samples

/// The whole pipeline as a value: samples in, in order of arrival; poses out, one per gyroscope sample. It sees no clock and
/// no file, so a live session and its replay are the same computation.
public struct Tracker: Sendable {
  public let profile: Profile
  private let calibration: CalibrationSet
  let parameters: TrackerParameters
  var motion: any Motion
  private var inertial: InertialGuard
  private var temperature: Temperature?
  /// The scene poses of the last seconds.
  public private(set) var history = PoseHistory()
  /// Counts the scenes: a new one begins where motion was lost.
  public internal(set) var scene: Int
  private let firstScene: Int
  private var sceneBegan: BootInstant?
  private var forces = ForceMean()
  /// Of other sensors than the gyroscope: not finite, or beyond what can be.
  private var unfitSamples = 0
  /// Poses of the motion that were not finite or no rotation; each restarted the scene.
  private var unsoundPoses = 0
  var stage: AlignmentStage
  var memory: SessionMemory
  var localization: LocalizationStage
  var leg: LegStage
  /// The pose before, what its motion's own yaw was, and how long the way to it is in the scene.
  var latest: TrackedPose?
  var filtered = (yaw: Angle.zero, sigma: Angle?.none)
  var way = Length.zero
  /// Of a vehicle, what the method says that is compared with its filter.
  var compared: (yaw: Angle, sigma: Angle)?
  /// Whether the first pose of the scene has been tied to a heading from elsewhere.
  private var isOriented = false
  /// How the published scene lies against the motion's own; nil before its first pose.
  private(set) var frame: SceneFrame?
  private var frameStart: SceneFrameStart
  /// Poses of the motion's own scene, and fixes, from before the scene's first pose.
  private var heldBack: [(pose: TrackedPose, rate: AngularVelocity<Body>)] = []
  private var heldFixes: [(fix: Fix, held: BootInstant)] = []
  private var shownHeight: ShownHeight
  var inputs = Tally<InputRefusal>()
  /// What the last sample has corrected of the alignment, of the scene as it is published.
  public internal(set) var corrections: [Correction] = []

  /// `state` is what a session before has learned, `age` how long ago (nil: nobody knows), `receiver` whose fixes will come;
  /// scenes are counted from `firstScene` on, where there were others before.
  public init(
    profile: Profile, parameters: TrackerParameters, calibration: CalibrationSet = .init(), state: LearnedState? = nil,
    age: TimeSpan? = nil, receiver: String? = nil, firstScene: Int = 0
  ) {
    self.profile = profile
    self.calibration = calibration
    var parameters = parameters
    if calibration.magnetometer != nil { parameters.walking.planar.expectCalibratedCompass() }
    self.parameters = parameters
    self.firstScene = firstScene
    scene = firstScene
    inertial = InertialGuard(parameters.inertial)
    stage = AlignmentStage(parameters, profile: profile)
    localization = LocalizationStage(parameters.alignment)
    leg = LegStage(parameters.alignment.leg)
    memory = SessionMemory(state, age: age, receiver: receiver, profile: profile, parameters: parameters)
    corrections.reserveCapacity(64)
    frameStart = SceneFrameStart(parameters, profile: profile)
    shownHeight = ShownHeight(parameters.walking.height)
    motion = Self.motion(profile, parameters)
    chooseHeadingSource()
  }

  /// Tells a new motion which sources may move its yaw.
  private mutating func chooseHeadingSource() {
    switch parameters.alignment.method {
    case .filter: break
    case .compass: motion.ingest(.heading(.source(.compass)))
    case .fit, .velocity, .pairsRandom, .pairsDisjoint, .pairsWeighted, .pairsAll:
      motion.ingest(.heading(.source(.outside)))
    }
  }

  private static func motion(_ profile: Profile, _ parameters: TrackerParameters) -> any Motion {
    switch profile {
    case .head, .torso, .hand: WalkingMotion(parameters)
    case .free, .foot: FreeMotion(parameters)
    case .vehicle: DrivingMotion(parameters)
    }
  }

  /// What became of gyroscope samples that were not taken as they came.
  public var counters: Tally<InertialIncident> { inertial.counters }

  /// Every aiding source of the motion at hand, since the scene began.
  public var aids: [Aid] { motion.account.aids }
  /// The state vectors of the motion's filters, with 1 σ.
  public var states: [FilterState] { motion.account.states }

  /// What else was refused or taken with less trust, by reason, since the scene began; the unfit ones since the start.
  public var refusals: [(reason: String, count: Int)] {
    let account = motion.account
    var list: [(reason: String, count: Int)] = [("unfit samples", unfitSamples)]
    for aid in account.aids {
      for refusal in aid.refusals { list.append(("\(aid.description.name): \(refusal.reason.text)", refusal.count)) }
    }
    list += account.incidents
    list += stage.refusals
    list += inputs.list()
    list.append(("poses that were not finite, new scene", unsoundPoses))
    list.append(("remembered and not used", memory.faults.count))
    return list
  }

  /// What would better the place or the heading, the most urgent first.
  public var guidance: [Guidance] { localization.guidance.current }

  /// How far the horizontal field is from the Earth's by now; nil where nothing tells.
  public var fieldDisturbance: FluxDensity? { motion.log.grounds.disturbance }

  /// When the newest fix is taken to have held, and who says so; nil before the first.
  public var newestFix: (held: BootInstant, source: FixTiming.Source)? {
    localization.newestFix.map { ($0.held, stage.timing.source) }
  }

  /// What a receiver's stated radii are multiplied with, by what minutes have shown of it; nil before.
  public var radiusScale: Double? { stage.scale.span >= AccuracyScale.patience ? stage.scale.value : nil }

  /// What of the state it was begun with is not used, and why.
  public var notRemembered: [LearnedStateFault] { memory.faults }

  /// What would be kept for the next session if this one ended now.
  public var learned: LearnedState {
    memory.learned(motion.knowledge, scale: stage.scale, pose: latest, temperature: temperature)
  }

  /// The angles behind the last correction by pairs.
  public var pairs: [PairAngle] { stage.pairing?.pairs ?? [] }

  /// A sample that has passed no `Door`: one that a door would refuse for its numbers is counted and not used.
  public mutating func ingest(_ sample: Sample) -> TrackedPose? {
    guard sample.refusal == nil else {
      if !corrections.isEmpty { corrections.removeAll(keepingCapacity: true) }
      if case .gyroscope = sample { inertial.refuse() } else { unfitSamples += 1 }
      return nil
    }
    return ingest(admitted: sample)
  }

  /// A sample that has passed a `Door`, whose numbers are sound; a gyroscope sample gives a pose once there is an up.
  public mutating func ingest(admitted sample: Sample) -> TrackedPose? {
    if !corrections.isEmpty { corrections.removeAll(keepingCapacity: true) }
    switch sample {
    case .gyroscope(let sample): return advance(sample)
    case .accelerometer(let sample): forces.add(calibration.corrected(sample, at: temperature))
    case .magnetometer(let sample):
      frameStart.hasCompass = true
      motion.ingest(.magnetometer(calibration.corrected(sample)))
    case .barometer(let sample): motion.ingest(.barometer(sample))
    case .temperature(let sample): if sample.sensor == .imu { temperature = sample.temperature }
    case .fix(let fix): ingest(fix)
    case .outsidePose(let pose): motion.ingest(.outside(pose, orientation: orientation(at: pose.time)))
    case .input(let event): apply(event)
    }
    return nil
  }

  // Inlined: a pose is large, and each return would copy it.
  @inline(__always)
  private mutating func advance(_ sample: GyroscopeSample) -> TrackedPose? {
    var interval = TimeSpan.zero, rate = sample.rate
    switch inertial.ingest(sample) {
    case .refused: return nil
    case .step(let believed, let time):
      rate = believed
      interval = time
    case .restart: beginScene(at: sample.time)
    }
    rate = calibration.gyroscope?.corrected(rate, at: temperature) ?? rate
    let step = InertialStep(time: sample.time, interval: interval, rate: rate, force: forces.take(at: sample.time))
    if !memory.hasBegun, let known = memory.begin(at: temperature) { motion.apply(.begin(known)) }
    var pose = TrackedPose(time: sample.time, pose: .aligned, velocity: .zero)
    guard motion.advance(step, into: &pose) else { return nil }
    guard pose.isSound else {
      unsoundPoses += 1
      beginScene(at: sample.time, keepsKnowledge: false)
      return nil
    }
    guard let frame = frame(for: pose) else {
      heldBack.append((pose, rate))
      return nil
    }
    if !heldBack.isEmpty { releaseHeldBack(to: pose, frame) }
    pose.turn(into: frame)
    pose.sceneHeading = frame.heading
    pose.sceneHeadingSigma = frame.sigma
    if forces.isSilent { pose.tracking.insert(.stale) }
    for reason in TrackingState.Reason.allCases where inertial.state.contains(reason) { pose.tracking.insert(reason) }
    pose.scene = scene
    if scene > 0, isNew(at: pose.time) { pose.tracking.insert(.odometryLost) }
    collectCorrections()
    way = way + pose.velocity.norm * interval
    compare(&pose)
    filtered = (pose.yaw, pose.yawSigma)
    stage.advance(to: pose.pose.position, drift: pose.drift, at: pose.time)
    stage.choose(from: pose.pose.position, way: way, at: pose.time, after: false)
    if leg.isFollowing { followLeg(pose) }
    if parameters.alignment.anchor == .estimate { anchor(&pose) }
    shownHeight.apply(to: &pose, over: interval)
    pose.eyeHeight = parameters.wearer.eyeHeight
    localization.complete(&pose, rate: rate, over: interval)
    if localization.isDue(at: pose.time) {
      var grounds = motion.log.grounds
      grounds.baseline = stage.baseline
      grounds.isHeadingContradicted = stage.isHeadingContradicted
      localization.judge(pose, grounds)
    }
    pose.localization = localization.state
    latest = pose
    history.append(pose.pose, at: pose.time, velocity: pose.velocity, rate: rate)
    return pose
  }

  /// Motion was lost, or a client asked for it: what comes has nothing to do with the scene so far.
  mutating func beginScene(at time: BootInstant, keepsKnowledge: Bool = true) {
    if let latest {
      record(
        Correction(
          time: time, scene: scene + 1, source: .restart, oldYaw: latest.yaw, newYaw: .zero, sigma: .radians(.pi)))
    }
    let known =
      keepsKnowledge
      ? memory.after(latest.map { time - $0.time }, motion.knowledge, temperature: temperature) : MotionKnowledge()
    motion = Self.motion(profile, parameters)
    chooseHeadingSource()
    motion.apply(.begin(known))
    stage.restart()
    localization.restart()
    leg.clear()
    isOriented = false
    frame = nil
    frameStart.restart()
    heldBack = []
    heldFixes = []
    shownHeight.restart()
    latest = nil
    sceneBegan = nil
    filtered = (.zero, nil)
    compared = nil
    forces = ForceMean()
    scene += 1
    history.removeAll()
  }

  /// Whether the scene is so young that whoever draws must be told that the old one is gone.
  private mutating func isNew(at time: BootInstant) -> Bool {
    let began = sceneBegan ?? time
    sceneBegan = began
    return time - began < TimeSpan(2)
  }

  /// How the scene lies; nil while its first pose is held back, which is until the heading is known, but no longer than
  /// `scene.heading_wait`.
  @inline(__always)
  private mutating func frame(for pose: TrackedPose) -> SceneFrame? { frame ?? startFrame(pose) }

  private mutating func startFrame(_ pose: TrackedPose) -> SceneFrame? {
    if !isOriented {
      isOriented = true
      // The motion applies it from its next pose on.
      if orient(pose) { return nil }
    }
    frame = frameStart.frame(for: pose, motion.log.grounds)
    return frame
  }

  /// What was held back becomes part of the scene's past, so that no fix is without a pose.
  private mutating func releaseHeldBack(to first: TrackedPose, _ frame: SceneFrame) {
    var last: BootInstant?
    for (pose, rate) in heldBack {
      var pose = pose
      pose.turn(into: frame)
      way = way + pose.velocity.norm * (last.map { pose.time - $0 } ?? .zero)
      last = pose.time
      stage.advance(to: pose.pose.position, drift: pose.drift, at: pose.time)
      history.append(pose.pose, at: pose.time, velocity: pose.velocity, rate: rate)
    }
    var latest = first
    latest.turn(into: frame)
    for (fix, held) in heldFixes { stage.add(fix, held: held, history: history, latest: latest, way: way) }
    heldBack = []
    heldFixes = []
  }

  /// Takes an estimate of a fix, at once or as soon as there is a scene.
  mutating func estimate(_ fix: Fix, held: BootInstant) {
    guard heldBack.isEmpty else { return heldFixes.append((fix, held)) }
    stage.add(fix, held: held, history: history, latest: latest, way: way)
  }

  /// Ties the motion to the heading that was given, or to that at the end of the last session, if that is young enough. Returns
  /// whether there is one that this motion uses.
  private mutating func orient(_ pose: TrackedPose) -> Bool {
    guard scene == firstScene, motion is any HeadingLearner else { return false }
    var heading = BodyHeading()
    guard let looking = heading.update(pose.pose.rotation) else { return false }
    if parameters.alignment.start == .given {
      let yaw = (parameters.alignment.given - looking).wrapped
      motion.ingest(.heading(.adopted(yaw: yaw, sigma: parameters.alignment.givenSigma)))
      frameStart.origin = .given
      return true
    }
    // Of a free device nothing says that it has stayed as it was.
    guard motion is WalkingMotion, let known = memory.heading else { return false }
    motion.ingest(.heading(.remembered(yaw: (known.heading - looking).wrapped, sigma: known.sigma)))
    frameStart.origin = .remembered
    return true
  }

  /// How the body stood in the motion's own scene, unless that is too long ago.
  private func orientation(at time: BootInstant) -> Rotation<Body, Scene>? {
    switch history.pose(at: time) {
    case .exact(let pose), .interpolated(let pose), .predicted(let pose, _):
      Rotation<Scene, Scene>(about: Direction(0, 1, 0), by: turned) * pose.rotation
    case .stale, .none: nil
    }
  }

  /// How far the published scene is turned against the motion's own.
  var turned: Angle { frame?.turn ?? .zero }
}
