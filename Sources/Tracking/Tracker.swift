public import Alignment
public import Geodesy
public import Geometry
public import Odometry
public import Samples

/// The whole pipeline as a value: samples in, in order of arrival; poses out, one per gyroscope sample. It sees no clock and
/// no file, so a live session and its replay are the same computation.
public struct Tracker: Sendable {
  public let profile: Profile
  private let calibration: CalibrationSet
  private let parameters: TrackerParameters
  /// How far the first scene is turned on purpose, to see a wrong heading corrected.
  private let initialYaw: Angle
  private var motion: any Motion
  private var inertial: InertialGuard
  private var temperature: Temperature?
  /// The scene poses of the last seconds.
  public private(set) var history = PoseHistory()
  /// Counts the scenes: a new one begins where motion was lost.
  private var scene = 0
  private var forces = ForceMean()
  /// Of other sensors than the gyroscope: not finite, or beyond what can be.
  private var unfitSamples = 0
  private var stage: AlignmentStage
  private var memory: SessionMemory
  /// The pose before, and how long the way to it is in the scene.
  private var latest: TrackedPose?
  private var way = Length.zero
  private var isOriented = false
  /// What the last sample has corrected of the alignment, of the scene as it is published.
  public private(set) var corrections: [Correction] = []

  /// `state` is what a session before has learned, `age` how long ago (nil: nobody knows), `receiver` whose fixes will come.
  public init(
    profile: Profile, parameters: TrackerParameters, calibration: CalibrationSet = .init(), initialYaw: Angle = .zero,
    state: LearnedState? = nil, age: TimeSpan? = nil, receiver: String? = nil
  ) {
    self.profile = profile
    self.calibration = calibration
    self.parameters = parameters
    self.initialYaw = initialYaw
    inertial = InertialGuard(parameters.inertial)
    stage = AlignmentStage(parameters)
    memory = SessionMemory(state, age: age, receiver: receiver, profile: profile, parameters: parameters)
    corrections.reserveCapacity(64)
    motion = Self.motion(profile, parameters)
    begin()
  }

  /// What a new motion has to know.
  private mutating func begin() {
    switch parameters.alignment.method {
    case .filter: break
    case .compass: motion.follow(.compass)
    case .fit, .velocity, .pairsRandom, .pairsDisjoint, .pairsWeighted, .pairsAll: motion.follow(.outside)
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
  public var counters: InertialCounters { inertial.counters }

  /// What else was refused or taken with less trust, by reason, since the scene began; the unfit ones since the start.
  public var refusals: [(reason: String, count: Int)] {
    [("unfit samples", unfitSamples)] + motion.refusals + stage.refusals
      + [("remembered and not used", memory.faults.count)]
  }

  /// What of the state it was begun with is not used, and why.
  public var notRemembered: [LearnedStateFault] { memory.faults }

  /// What would be kept for the next session if this one ended now.
  public var learned: LearnedState {
    memory.learned(motion.knowledge, scale: stage.scale, pose: latest, temperature: temperature)
  }

  /// Erases what tells where somebody was from what is kept.
  public mutating func forgetPlaces() { motion.forgetCells() }

  /// The angles behind the last correction by pairs.
  public var pairs: [PairAngle] { stage.pairing?.pairs ?? [] }

  /// Takes one sample; a gyroscope sample is answered with a pose once there is an up.
  public mutating func take(_ sample: Sample) -> TrackedPose? {
    if !corrections.isEmpty { corrections.removeAll(keepingCapacity: true) }
    defer { collectCorrections() }
    if sample.refusal != nil {
      if case .gyroscope = sample { inertial.refuse() } else { unfitSamples += 1 }
      return nil
    }
    switch sample {
    case .gyroscope(let sample): return advance(sample)
    case .accelerometer(let sample):
      forces.add(calibration.corrected(sample, at: temperature))
    case .magnetometer(let sample): motion.take(calibration.corrected(sample))
    case .barometer(let sample): motion.take(sample)
    case .temperature(let sample): if sample.sensor == .imu { temperature = sample.temperature }
    case .fix(let fix): take(fix)
    case .outsidePose(let pose): motion.take(pose, orientation: orientation(at: pose.time))
    case .input: break
    }
    return nil
  }

  private mutating func advance(_ sample: GyroscopeSample) -> TrackedPose? {
    var interval = TimeSpan.zero, rate = sample.rate
    switch inertial.take(sample) {
    case .refused: return nil
    case .step(let believed, let time):
      rate = believed
      interval = time
    case .restart:
      let known = memory.after(latest.map { sample.time - $0.time }, motion.knowledge, temperature: temperature)
      motion = Self.motion(profile, parameters)
      begin()
      motion.begin(with: known)
      stage.restart()
      isOriented = false
      forces = ForceMean()
      scene += 1
      history.removeAll()
    }
    rate = calibration.gyroscope?.corrected(rate, at: temperature) ?? rate
    let step = InertialStep(time: sample.time, interval: interval, rate: rate, force: forces.take(at: sample.time))
    if let known = memory.begin(at: temperature) { motion.begin(with: known) }
    guard var pose = motion.advance(step) else { return nil }
    if forces.isSilent { pose.tracking.insert(.stale) }
    if scene == 0 { pose.turnScene(by: initialYaw) }
    for reason in TrackingState.Reason.allCases where inertial.state.contains(reason) { pose.tracking.insert(reason) }
    pose.scene = scene
    if !isOriented { orient(&pose) }
    way = way + pose.velocity.norm * interval
    stage.advance(pose)
    stage.choose(pose, way: way, after: false)
    anchor(&pose)
    latest = pose
    history.append(pose.pose, at: pose.time, velocity: pose.velocity, rate: rate)
    return pose
  }

  private mutating func take(_ stated: Fix) {
    memory.note(stated)
    let fix = stage.believed(stated, remembering: memory)
    let held = stage.held(fix)
    motion.take(fix, held: held)
    stage.add(fix, held: held, history: history, latest: latest, way: way)
    guard let latest else { return }
    stage.choose(latest, way: way, after: true)
    collectCorrections()
    guard profile != .vehicle, let advice = stage.advice(latest, target: target) else { return }
    var correction = Correction(
      time: latest.time, scene: scene, source: advice.source, oldYaw: target, newYaw: advice.yaw, sigma: advice.sigma)
    correction.measured = advice.measured
    correction.measuredSigma = advice.measuredSigma
    correction.estimates = advice.estimates
    correction.pairs = advice.pairs
    correction.baseline = advice.baseline
    motion.adopt(yaw: advice.yaw + turned, sigma: advice.sigma)
    corrections.append(correction)
  }

  /// Ties the first pose to the heading that was given.
  private mutating func orient(_ pose: inout TrackedPose) {
    isOriented = true
    guard parameters.alignment.start == .given else { return recall(pose) }
    var heading = BodyHeading()
    guard let looking = heading.update(Rotation<Scene, Level>.yaw(.zero) * pose.pose.rotation) else { return }
    let given = (parameters.alignment.given - looking).wrapped
    motion.adopt(yaw: given + turned, sigma: parameters.alignment.givenSigma)
  }

  /// Ties the first pose of a session to the heading at the end of the last, if that is young enough.
  private mutating func recall(_ pose: TrackedPose) {
    guard scene == 0, let known = memory.heading else { return }
    var heading = BodyHeading()
    guard let looking = heading.update(Rotation<Scene, Level>.yaw(.zero) * pose.pose.rotation) else { return }
    motion.remember(yaw: (known.heading - looking).wrapped + turned, sigma: known.sigma)
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
  private var turned: Angle { scene == 0 ? initialYaw : .zero }

  /// The target's yaw now, with what was corrected since the last pose.
  private var target: Angle { corrections.last?.newYaw ?? latest?.yaw ?? .zero }

  /// The motion's corrections, as of the scene that is published.
  private mutating func collectCorrections() {
    let first = corrections.count
    motion.handOverCorrections(to: &corrections)
    for i in first..<corrections.count {
      corrections[i].scene = scene
      corrections[i].oldYaw = (corrections[i].oldYaw - turned).wrapped
      corrections[i].newYaw = (corrections[i].newYaw - turned).wrapped
    }
  }

  /// The place by dead reckoning from the best estimate, with its 68 % radius; nil before the first.
  public func deadReckoned(_ pose: TrackedPose) -> (place: Geodetic, radius: Length)? {
    guard let best = stage.best, let position = stage.path.position(pose.pose.position, at: pose.time) else {
      return nil
    }
    let drift = parameters.estimates.drift * (way - best.way).value
    return (
      best.deadReckoned(to: position, yaw: pose.yaw - pose.drift), Length(hypot(best.radius.value, drift))
    )
  }

  /// Publishes the best estimate's place instead of the filter's, if that is asked for.
  private func anchor(_ pose: inout TrackedPose) {
    guard parameters.alignment.anchor == .estimate, let reckoned = deadReckoned(pose) else { return }
    let height = pose.place?.height
    pose.place = reckoned.place
    if let height { pose.place?.height = height }
    pose.horizontalAccuracy = reckoned.radius
  }
}

/// The mean of the forces since it was asked last; the last one again where the accelerometer is the slower of the two; none
/// once it has fallen silent, since an old force would be a lie about gravity.
private struct ForceMean: Sendable {
  private var sum = SIMD3<Double>.zero
  private var count = 0.0
  private var last: (force: Acceleration<Body>, time: BootInstant)?
  /// Set once it has spoken, and then not for a while.
  private(set) var isSilent = false
  private static let patience = TimeSpan(0.25)

  mutating func add(_ sample: AccelerometerSample) {
    sum += sample.force.components
    count += 1
    last = (sample.force, sample.time)
  }

  mutating func take(at time: BootInstant) -> Acceleration<Body>? {
    guard var newest = last else { return nil }
    if count > 0 {
      newest.force = Acceleration(sum / count)
      last = newest
      sum = .zero
      count = 0
    }
    isSilent = time - newest.time > Self.patience
    return isSilent ? nil : newest.force
  }
}
