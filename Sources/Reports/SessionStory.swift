public import Alignment
public import Allan
public import CalibrationRecords
import Calibrators
import EngineSettings
public import Fusion
public import Geodesy
public import Geometry
public import Learned
public import Methods
public import Odometry
public import Samples
import Tie
public import Tracking

/// The story of a session, recorded while the pipeline runs over a recording: inputs, estimates, corrections, refusals, and the
/// errors of all of it where there is a truth. `ReportPage` draws it.
///
/// Poses are kept twice a second, at the start of a scene or a place, around jumps of the place, and at the end; rarer entries
/// are all kept.
public struct SessionStory: Sendable {
  /// A pose that was kept.
  public struct Moment: Sendable {
    public var time: BootInstant
    public var scene: Int
    /// Position in the scene.
    public var position: Displacement<Scene>
    public var velocity: Velocity<Scene>
    /// The fused place and its 68 % accuracies.
    public var place: Geodetic?
    public var horizontal: Length?
    public var vertical: Length?
    /// The target yaw; valid if it has a `sigma`.
    public var yaw: Angle
    public var sigma: Angle?
    public var applied: Angle
    public var heading: Angle?
    /// The part of the yaw that follows the known drift of the scene.
    public var drift: Angle
    /// The applied place less the fused one.
    public var appliedShift: Displacement<Level>
    /// Difference of the horizontal magnetic field from the Earth's.
    public var disturbance: FluxDensity?
  }

  /// A fix, and whether it was withheld from the pipeline.
  public struct NotedFix: Sendable {
    public var fix: Fix
    public var isWithheld: Bool
    /// The time at which the fix was valid, as the pipeline assumed it.
    public var held: BootInstant?
    public var source: FixReading.Timing?
  }

  /// A pair angle, and the time of the correction that used it.
  public struct NotedPair: Sendable {
    public var time: BootInstant
    public var pair: PairAngle
  }

  /// A state and the time of its start; it holds until the next one.
  public struct StateChange<State: Equatable & Sendable>: Equatable, Sendable {
    public var time: BootInstant
    public var state: State
  }

  /// A parameter that differs from its profile's default.
  public struct ChangedParameter: Equatable, Sendable {
    public var name: String
    public var value: String
    public var usual: String
    public var unit: String
    public var meaning: String
  }

  /// Name of the recording.
  public let name: String
  public let profile: Profile
  public let changedParameters: [ChangedParameter]
  /// Calibrations that were applied to the sensors' samples.
  public let calibration: CalibrationSet
  /// The heading that was given at the start, if there was one.
  public var givenHeading: (heading: Angle, sigma: Angle)?
  /// The limits for localized and lost in this session.
  let limits: LocalizationParameters
  /// Difference of the field from the Earth's at which the compass counts as disturbed.
  var disturbed: FluxDensity { limits.disturbance }
  /// Advice to the wearer, with its time; empty while there was none.
  public private(set) var guidance: [StateChange<[Guidance]>] = []
  public private(set) var inputs: [InputEvent] = []
  public var scene: SceneStory
  /// Health of the magnetometer's calibration, if it could be judged.
  public internal(set) var compassHealth: (verdict: CalibrationVerdict?, reason: String)?
  private var health: MagneticHealth?
  /// The gyroscope's bias as it was known at the end.
  public private(set) var learnedBias: LearnedBias?
  /// The learned state of an earlier session, with which this one started.
  public var beginning: LearnedState?
  /// Allan deviations of the inertial sensors, if they were requested.
  public var noises: [AllanReport] = []
  public private(set) var metadata: [(key: String, value: String)] = []
  public private(set) var start: BootInstant?
  public private(set) var end: BootInstant?
  public private(set) var moments: [Moment] = []
  public private(set) var fixes: [NotedFix] = []
  public private(set) var truth: [Reference] = []
  public private(set) var corrections: [Correction] = []
  /// Pair angles behind corrections; an even choice if there are very many.
  public private(set) var pairs: [NotedPair] = []
  public private(set) var pairCount = 0
  private var pairStride = 1
  /// Changes of the state, which is nil while no pose came for longer than `silence`.
  public private(set) var tracking: [StateChange<TrackingState?>] = []
  public private(set) var localization: [StateChange<LocalizationState?>] = []
  public private(set) var refusals = RefusalHistory()
  public internal(set) var aids = AidHistory()
  /// The doubts that counted, in words; an entry for each change.
  public internal(set) var doubts: [StateChange<[String]>] = []
  public private(set) var rates = SampleRates()
  public private(set) var errors = TruthComparison()
  public private(set) var poses = 0
  public private(set) var lastPose: TrackedPose?
  public private(set) var breaksOff = false
  private var isLastProvisional = false

  /// Whether a correction since the last pose has moved the place by more than `jump`.
  private var hasJumped = false
  private static let jump = Length(0.05)
  static let momentSpacing = TimeSpan(0.5)
  static let truthSpacing = TimeSpan(0.2)
  static let mostPairs = 1 << 16
  /// Time without a pose after which there is no state.
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

  /// Records one line of the recording, in the order of the file.
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

  /// Records further results of the pipeline after a fix, or after a pose that is kept; the fix or the pose has to be recorded
  /// before.
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
    let words = Self.words(of: tracker.doubts)
    if (doubts.last?.state ?? []) != words { doubts.append(StateChange(time: time, state: words)) }
  }

  /// Returns the sources that are doubted: `compass`.
  private static func words(of doubts: SourceDoubts) -> [String] {
    SourceDoubts.Source.allCases.filter(doubts.counts).map { "\($0)" }
  }

  /// Records the final state of the pipeline.
  public mutating func close(_ tracker: Tracker) {
    errors.close()
    if let end {
      record(tracker.counters, tracker.refusals, at: end)
      aids.record(tracker.aids, scene: tracker.scene, at: end)
    }
    learnedBias = tracker.learned.gyroscope
    if let health, !rates[.magnetometer].isEmpty { compassHealth = (health.verdict, health.reason.english) }
  }

  /// Records a pose of the pipeline.
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
    // The newest pose is always in the list; the next one replaces it unless it is to be kept.
    if isLastProvisional { moments.removeLast() }
    let hasBegun = lastPose.map { $0.scene != pose.scene || ($0.place == nil) != (pose.place == nil) } ?? true
    let isDue = moments.last.map { pose.time - $0.time >= Self.momentSpacing } ?? true
    isLastProvisional = !hasBegun && !isDue && !hasJumped
    hasJumped = false
    moments.append(Moment(pose))
    lastPose = pose
  }

  /// Records a correction. If it moved the place, the poses before and after it are kept: the track jumps there.
  public mutating func record(_ correction: Correction) {
    corrections.append(correction)
    guard correction.shift.norm > Self.jump else { return }
    isLastProvisional = false
    hasJumped = true
  }

  /// Records one of the pair angles behind a correction.
  public mutating func record(_ pair: PairAngle, of correction: Correction) {
    if pairCount % pairStride == 0 { pairs.append(NotedPair(time: correction.time, pair: pair)) }
    pairCount += 1
    guard pairs.count >= Self.mostPairs else { return }
    pairs = stride(from: 0, to: pairs.count, by: 2).map { pairs[$0] }
    pairStride *= 2
  }

  /// Records the pipeline's counters at a moment; now and then is enough.
  public mutating func record(
    _ counters: Tally<InertialIncident>, _ refusals: [(reason: String, count: Int)], at time: BootInstant
  ) {
    self.refusals.record(counters, refusals, at: time)
  }

  /// Records that the recording could not be read to its end.
  public mutating func recordBreak() { breaksOff = true }

  /// Records the number of lines that the reader refused, by reason, after it has read them all.
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
