public import Alignment
public import Calibrators
public import Fusion
public import Geodesy
public import Geometry
public import Odometry
public import Samples
public import Tracking

/// What happened in a session, gathered while a recording runs through the pipeline: what entered, what was believed, what
/// was corrected and refused, and how far all of it was from the truth where there is one. `ReportPage` draws it.
///
/// Poses are kept twice a second, where the scene or the place begins, and the last one; everything rarer is kept whole.
public struct SessionStory: Sendable {
  /// A pose that was kept.
  public struct Moment: Sendable {
    public var time: BootInstant
    public var scene: Int
    /// In the scene.
    public var position: Displacement<Scene>
    public var velocity: Velocity<Scene>
    /// The fused place and its 68 % accuracies.
    public var place: Geodetic?
    public var horizontal: Length?
    public var vertical: Length?
    /// The target; meaningful where it has a sigma.
    public var yaw: Angle
    public var sigma: Angle?
    public var applied: Angle
    public var heading: Angle?
    /// By how much the yaw has followed the known drift of the scene.
    public var drift: Angle
    /// The place that is drawn by, less the fused one's.
    public var appliedShift: Displacement<Level>
    /// How far the horizontal field is from the Earth's.
    public var disturbance: FluxDensity?
  }

  /// A fix, and whether the pipeline was shown it.
  public struct NotedFix: Sendable {
    public var fix: Fix
    public var isWithheld: Bool
    /// When it is taken to have held.
    public var held: BootInstant?
    public var source: FixTiming.Source?
  }

  /// A pair angle, and when the heading was taken from it and others.
  public struct NotedPair: Sendable {
    public var time: BootInstant
    public var pair: PairAngle
  }

  /// A state that began at a moment and held until the next.
  public struct StateChange<State: Equatable & Sendable>: Equatable, Sendable {
    public var time: BootInstant
    public var state: State
  }

  /// A parameter that was not left as its profile has it.
  public struct ChangedParameter: Equatable, Sendable {
    public var name: String
    public var value: String
    public var usual: String
    public var unit: String
    public var meaning: String
  }

  /// What the recording is called.
  public let name: String
  public let profile: Profile
  public let changedParameters: [ChangedParameter]
  /// The calibrations that the sensors' samples went through.
  public let calibration: CalibrationSet
  /// The heading that the session began with, where one was given.
  public var givenHeading: (heading: Angle, sigma: Angle)?
  /// When the wearer counted as localized and as lost in this session.
  let limits: LocalizationParameters
  /// How far the field may be from the Earth's before the compass counts as disturbed.
  var disturbed: FluxDensity { limits.disturbance }
  /// What was asked of the wearer, and when; empty where nothing was.
  public private(set) var guidance: [StateChange<[Guidance]>] = []
  public private(set) var inputs: [InputEvent] = []
  public var scene: SceneStory
  /// How well the magnetometer's calibration holds, where it can be told.
  public internal(set) var compassHealth: (verdict: CalibrationVerdict?, reason: String)?
  private var health: MagneticHealth?
  /// What was known of the gyroscope's bias by the end.
  public private(set) var learnedBias: LearnedBias?
  /// What the session began with from one before.
  public var beginning: LearnedState?
  /// What the inertial sensors' noise was found to be, where that was asked for.
  public var noises: [AllanReport] = []
  public private(set) var metadata: [(key: String, value: String)] = []
  public private(set) var start: BootInstant?
  public private(set) var end: BootInstant?
  public private(set) var moments: [Moment] = []
  public private(set) var fixes: [NotedFix] = []
  public private(set) var truth: [Reference] = []
  public private(set) var corrections: [Correction] = []
  /// A part, evenly chosen, when there are very many.
  public private(set) var pairs: [NotedPair] = []
  public private(set) var pairCount = 0
  private var pairStride = 1
  /// The state is nil while no pose came for longer than `silence`.
  public private(set) var tracking: [StateChange<TrackingState?>] = []
  public private(set) var localization: [StateChange<LocalizationState?>] = []
  public private(set) var refusals = RefusalHistory()
  public internal(set) var aids = AidHistory()
  public private(set) var rates = SampleRates()
  public private(set) var errors = TruthComparison()
  public private(set) var poses = 0
  public private(set) var lastPose: TrackedPose?
  public private(set) var breaksOff = false
  private var isLastProvisional = false

  /// A correction since the last pose has moved the place by more than this.
  private var hasJumped = false
  private static let jump = Length(0.05)
  static let momentSpacing = TimeSpan(0.5)
  static let truthSpacing = TimeSpan(0.2)
  static let mostPairs = 1 << 16
  /// Without a pose for longer than this, there is no state.
  static let silence = TimeSpan(2)

  public init(
    name: String, profile: Profile, parameters: TrackerParameters, calibration: CalibrationSet = .init(),
    scene: SceneStory = .init()
  ) {
    self.name = name
    self.profile = profile
    self.calibration = calibration
    self.scene = scene
    limits = parameters.alignment.localization
    let usual = TrackerParameters(profile: profile)
    changedParameters = TrackerParameters.table.parameters.filter { $0.text(parameters) != $0.text(usual) }.map {
      ChangedParameter(
        name: $0.name, value: $0.text(parameters), usual: $0.text(usual), unit: $0.unit, meaning: $0.meaning)
    }
  }

  /// Takes one line of the recording, in the order of the file.
  public mutating func record(_ line: RecordingLine, isWithheld: Bool = false) {
    if let time = line.time {
      start = min(start ?? time, time)
      end = max(end ?? time, time)
      rates.add(line.tag, at: time)
    }
    switch line {
    case .metadata(let key, let value): metadata.append((key, value))
    case .sample(.fix(let fix)):
      fixes.append(NotedFix(fix: fix, isWithheld: isWithheld))
      errors.record(fix)
      scene.record(fix)
      if health == nil, !isWithheld { health = MagneticHealth(Self.surroundings(fix)) }
    case .reference(let reference):
      errors.record(reference)
      if reference.place != nil, truth.last.map({ reference.time - $0.time >= Self.truthSpacing }) ?? true {
        truth.append(reference)
      }
    case .sample(.magnetometer(let reading)):
      guard let lastPose else { break }
      health?.ingest(calibration.corrected(reading).field, orientation: lastPose.pose.rotation, at: reading.time)
    case .sample(.input(let event)):
      inputs.append(event)
      scene.apply(event, wearer: lastPose?.place)
    case .sample: break
    }
  }

  private static func surroundings(_ fix: Fix) -> CalibrationSurroundings {
    guard let utc = fix.utc else { return CalibrationSurroundings() }
    return CalibrationSurroundings(at: fix.geodetic, utc: utc)
  }

  /// Takes what else the pipeline knows after a fix, or with a pose that is kept; `note` has taken either before.
  public mutating func record(_ tracker: Tracker, after sample: Sample) {
    switch sample {
    case .fix:
      guard let last = fixes.indices.last, let newest = tracker.newestFix else { return }
      fixes[last].held = newest.held
      fixes[last].source = newest.source
    case .gyroscope:
      guard !isLastProvisional, let last = moments.indices.last, let pose = lastPose, moments[last].time == pose.time
      else { return }
      moments[last].disturbance = tracker.fieldDisturbance
      let asked = tracker.guidance
      if (guidance.last?.state ?? []) != asked { guidance.append(StateChange(time: pose.time, state: asked)) }
    default: break
    }
  }

  /// Records the aiding sources, at most ten times a second; to be called after each sample.
  public mutating func recordAids(_ tracker: Tracker, at time: BootInstant) {
    guard aids.isDue(at: time) else { return }
    aids.record(tracker.aids, scene: tracker.scene, at: time)
  }

  /// Takes what the pipeline has come to in the end.
  public mutating func close(_ tracker: Tracker) {
    if let end {
      record(tracker.counters, tracker.refusals, at: end)
      aids.record(tracker.aids, scene: tracker.scene, at: end)
    }
    learnedBias = tracker.learned.gyroscope
    if let health, !rates[.magnetometer].isEmpty { compassHealth = (health.verdict, health.reason.english) }
  }

  /// Takes what the pipeline answered.
  public mutating func record(_ pose: TrackedPose) {
    poses += 1
    errors.record(pose)
    if let last = lastPose, pose.time - last.time > Self.silence {
      tracking.append(StateChange(time: last.time, state: nil))
      localization.append(StateChange(time: last.time, state: nil))
    }
    if tracking.last?.state != pose.tracking { tracking.append(StateChange(time: pose.time, state: pose.tracking)) }
    scene.record(pose)
    if localization.last?.state != pose.localization {
      localization.append(StateChange(time: pose.time, state: pose.localization))
    }
    // The newest is always there, and gives way to the next unless it is one of those that stay.
    if isLastProvisional { moments.removeLast() }
    let hasBegun = lastPose.map { $0.scene != pose.scene || ($0.place == nil) != (pose.place == nil) } ?? true
    let isDue = moments.last.map { pose.time - $0.time >= Self.momentSpacing } ?? true
    isLastProvisional = !hasBegun && !isDue && !hasJumped
    hasJumped = false
    moments.append(Moment(pose))
    lastPose = pose
  }

  /// Takes a correction. Where it has moved the place, the poses before and after it are kept: the track jumps there.
  public mutating func record(_ correction: Correction) {
    corrections.append(correction)
    guard correction.shift.norm > Self.jump else { return }
    isLastProvisional = false
    hasJumped = true
  }

  /// Takes one of the pair angles behind a correction.
  public mutating func record(_ pair: PairAngle, of correction: Correction) {
    if pairCount % pairStride == 0 { pairs.append(NotedPair(time: correction.time, pair: pair)) }
    pairCount += 1
    guard pairs.count >= Self.mostPairs else { return }
    pairs = stride(from: 0, to: pairs.count, by: 2).map { pairs[$0] }
    pairStride *= 2
  }

  /// Takes the pipeline's counters as they stand at a moment; now and then is enough.
  public mutating func record(
    _ counters: Tally<InertialIncident>, _ refusals: [(reason: String, count: Int)], at time: BootInstant
  ) {
    self.refusals.record(counters, refusals, at: time)
  }

  /// The recording could not be read to its end.
  public mutating func recordBreak() { breaksOff = true }

  /// Takes how many lines the reader refused, by reason, once it has read them all.
  public mutating func recordRefusedLines(_ counts: [(reason: String, count: Int)]) { refusals.lines = counts }
}

extension SessionStory.Moment {
  init(_ pose: TrackedPose) {
    time = pose.time
    scene = pose.scene
    position = pose.pose.position
    velocity = pose.velocity
    place = pose.place
    horizontal = pose.horizontalAccuracy
    vertical = pose.verticalAccuracy
    yaw = pose.yaw
    sigma = pose.yawSigma
    applied = pose.appliedYaw
    heading = pose.heading
    drift = pose.drift
    appliedShift = pose.appliedShift
  }
}
