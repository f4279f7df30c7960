import Geodesy
import Geometry
import Recordings
import Odometry
public import Samples
import Text
public import Tracking

/// The pipeline of a session and what is known of it from outside: samples in, one at a time; what is published of them out.
///
/// A sample passes the door, is recorded, and only then enters the pipeline: so the session and the replay of its recording are the
/// same computation.
public final class Engine {
  public private(set) var tracker: Tracker
  private(set) var beginning: SessionBeginning
  private(set) var board = SensorBoard()
  private var door = Door()
  public private(set) var civil = CivilClock()
  public private(set) var latest: TrackedPose?
  /// Counts the corrections of the alignment.
  public private(set) var revision = 0
  /// Samples that have passed the door.
  public var taken: Int { door.admitted }
  /// When the last of them came that made a pose, by CLOCK_BOOTTIME: fixes alone move nobody.
  private var lastPosed = BootInstant.now
  private(set) var recorder: SessionRecorder?

  /// The route that is followed, as an input of a recording: one that begins later has to know it too.
  var route: String?
  /// It was loaded before the first pose, and there is no time yet to record it at.
  private var owesRoute = false

  /// A recording that has ended by itself, until somebody asks for it.
  private(set) var broken: EndedRecording?

  public init(_ beginning: SessionBeginning) {
    self.beginning = beginning
    tracker = beginning.tracker()
  }

  var calibration: CalibrationSet { beginning.calibration }
  public var profile: String { beginning.profile.rawValue }
  public var radiusScale: Double? { tracker.radiusScale }

  /// Another pipeline from here on: a new scene, which begins with what this one has learned. What is recorded goes on in a new
  /// part, since a part has one pipeline.
  func restart(with profile: Profile, _ parameters: TrackerParameters) {
    beginning = SessionBeginning(
      profile: profile, parameters: parameters, calibration: beginning.calibration, state: learned)
    tracker = beginning.tracker(firstScene: tracker.scene + 1)
    recorder?.beginPart(beginning.header())
    recordRoute()
  }

  /// Other calibrations from here on: a new scene if there was one, which begins with what this one has learned, said in the new
  /// calibrations' terms.
  func adopt(_ calibration: CalibrationSet) {
    guard calibration != beginning.calibration else { return }
    let known = latest == nil ? beginning.state : learned
    let hadScene = latest != nil
    beginning = SessionBeginning(
      profile: beginning.profile, parameters: beginning.parameters, calibration: calibration,
      state: known?.rebased(from: beginning.calibration, to: calibration))
    tracker = beginning.tracker(firstScene: hadScene ? tracker.scene + 1 : tracker.scene)
    if taken > 0 { recorder?.beginPart(beginning.header()) } else { recorder?.beginAnew(beginning.header()) }
    recordRoute()
  }

  /// What the session has learned, of the sensors as they are without calibration: what is kept.
  var learnedOfSensors: LearnedState { learned.rebased(from: beginning.calibration, to: CalibrationSet()) }

  /// What the session has learned by now.
  var learned: LearnedState {
    var state = tracker.learned
    state.saved = Daemon.realTime
    return state
  }

  /// How many places tell where somebody was.
  var knownPlaces: Int { tracker.learned.knownPlaces }

  /// Erases what tells where somebody was from what another pipeline, or a recording, would begin with. The pipeline itself has
  /// it from an input.
  func forgetPlaces() {
    guard var state = beginning.state, state.knownPlaces > 0 else { return }
    state.forgetPlaces()
    beginning = SessionBeginning(
      profile: beginning.profile, parameters: beginning.parameters, calibration: beginning.calibration, state: state)
  }

  /// Puts a sample through the door; false when it is refused, which is counted.
  func admit(_ sample: inout Sample) -> Bool {
    guard door.admit(&sample) == nil else {
      board.refuse(sample)
      return false
    }
    return true
  }

  /// One sample through the door and the pipeline; a gyroscope sample gives a pose once there is an up.
  public func ingest(_ arrived: Sample) -> TrackedPose? {
    var sample = arrived
    return admit(&sample) ? ingest(admitted: sample) : nil
  }

  /// A sample that has passed the door.
  func ingest(admitted sample: Sample) -> TrackedPose? {
    board.record(sample)
    if case .fix(let fix) = sample { civil.ingest(fix) }
    recorder?.append(sample)
    let pose = tracker.ingest(admitted: sample)
    revision += tracker.corrections.count
    if let pose {
      latest = pose
      if owesRoute { recordRoute() }
      lastPosed = BootInstant.now
    }
    return pose
  }

  /// Whether poses come: while nobody asks they come in batches, some tenths of a second apart.
  var isFresh: Bool { BootInstant.now - lastPosed <= longestSilence }
  /// Older ones are not how it is now. By the clock; a test whose time is its own has no such limit.
  var longestSilence = TimeSpan(0.5)

  /// Why the door would refuse a sample now; nil for one that would pass.
  func refusal(of sample: Sample) -> Refusal? { door.refusal(of: sample) }

  /// The place at a scene position near the latest pose, turned by the target alignment.
  func place(at position: Displacement<Scene>) -> Geodetic? {
    guard let latest, let place = latest.place else { return nil }
    let moved = Rotation<Scene, Level>.yaw(latest.yaw)(position - latest.pose.position)
    return TangentPlane(origin: place).geodetic(moved)
  }

  // MARK: recording

  /// From the first sample on it begins as the pipeline did, so that its replay is the same computation; later with what has been
  /// learned by then.
  private var header: [(key: String, value: String)] {
    guard taken > 0 else { return beginning.header() }
    return SessionBeginning(
      profile: beginning.profile, parameters: beginning.parameters, calibration: beginning.calibration, state: learned
    ).header()
  }

  func startRecording(_ path: String) throws(RecordingFault) {
    recorder = try SessionRecorder(path: path, header)
    recordRoute()
    broken = nil
  }

  /// A route was loaded, or cleared by `{}`. It is recorded at the time of the newest pose, which no command after it comes before,
  /// and means nothing to the pipeline.
  func recordRoute(_ json: String, isCleared: Bool) {
    route = json
    recordRoute()
    if isCleared {
      route = nil
      owesRoute = false
    }
  }

  /// When it changes, and at the beginning of a recording or a part of it.
  private func recordRoute() {
    guard let route else { return }
    owesRoute = latest == nil
    if let latest { recorder?.append(.input(InputEvent(time: latest.time, kind: RecordedRoute.kind, json: route))) }
  }

  /// Brings what is recorded to the kernel, begins a new part when this one is full, and ends what cannot be written any more.
  func tendRecording(partSize: Int64) {
    guard let recorder else { return }
    recorder.flush()
    if recorder.size >= partSize {
      recorder.beginPart(header)
      recordRoute()
    }
    if recorder.fault != nil { broken = stopRecording() }
  }

  /// Ends the recording, if there is one.
  @discardableResult
  func stopRecording() -> EndedRecording? {
    guard let recorder else {
      defer { broken = nil }
      return broken
    }
    recorder.close()
    self.recorder = nil
    return EndedRecording(
      path: recorder.path, last: recorder.lastPath, parts: recorder.parts, lines: recorder.lines, fault: recorder.fault)
  }
}

/// What a recording has come to.
struct EndedRecording {
  var path: String
  var last: String
  var parts: Int
  var lines: Int
  var fault: RecordingFault?

  var note: String { "recorded \(lines) lines to \(path)" + (parts > 1 ? ", in \(parts) parts, the last \(last)" : "") }
}
