import Geodesy
import Geometry
import Learned
import Odometry
import Recordings
public import Samples
import ScenePublishing
import Text
public import Tracking

/// The pipeline of a session with its recording, its sensors and its clock: samples go in one at a time, poses come out. A pose is
/// written whole where it is read, and once: most samples of a session have no reader.
///
/// A sample is admitted by the door, then recorded, and only then enters the pipeline: so the session and the replay of its
/// recording are the same computation.
public final class Engine {
  public private(set) var tracker: Tracker
  private(set) var beginning: SessionBeginning
  var board = SensorBoard()
  private var door = Door()
  public private(set) var civil = CivilClock()
  /// Whether a receiver's date is compared with the machine's; not that of a recorded or simulated session.
  var comparesDates = false
  /// The last look at the sun that has measured the heading.
  var lastSunLook: BootInstant?
  /// Whether there is a pose in this session.
  private var hasPose = false
  /// Room for the latest pose, and whether that is in it.
  private var room = TrackedPose.room(), isWritten = false
  /// The number of corrections of the alignment so far.
  public private(set) var revision = 0
  /// The number of samples admitted by the door.
  public var taken: Int { door.admitted }
  /// Arrival time, by CLOCK_BOOTTIME, of the last sample that gave a pose; a fix alone gives none.
  private var lastPosed = BootInstant.now
  private(set) var recorder: SessionRecorder?

  /// The active route as JSON of an input: a recording that begins later has to contain it too.
  var route: String?
  /// True if the route was loaded before the first pose, so that there was no time to record it at.
  private var owesRoute = false

  /// A recording that has ended by itself, until `stopRecording` returns it or another recording begins.
  private(set) var broken: EndedRecording?

  public init(_ beginning: SessionBeginning) {
    self.beginning = beginning
    tracker = beginning.tracker()
  }

  var calibration: CalibrationSet { beginning.calibration }
  public var profile: String { beginning.profile.rawValue }

  /// Replaces the pipeline: a new scene begins with the state learned so far. The recording continues in a new part, since a part
  /// has one pipeline.
  func restart(with profile: Profile, _ parameters: TrackerParameters) {
    write()
    beginning = SessionBeginning(
      profile: profile, parameters: parameters, calibration: beginning.calibration, state: learned,
      device: beginning.device)
    replaceTracker(firstScene: tracker.scene + 1)
    recorder?.beginPart(beginning.header())
    recordRoute()
  }

  private func replaceTracker(firstScene: Int, goesOn: Bool = true) {
    var next = beginning.tracker(firstScene: firstScene)
    if goesOn { next.goOn(from: tracker) }
    tracker = next
  }

  /// Replaces the calibrations, and says on which device they are: the state learned so far is converted to them, and a new scene
  /// begins if there was one. A sensor that is missing for a while does not make another device.
  func adopt(_ calibration: CalibrationSet, on device: DeviceIdentity? = nil) {
    let device = device ?? beginning.device
    guard calibration != beginning.calibration || device != beginning.device else { return }
    write()
    let known = hasPose ? learned : beginning.state
    let isSame = device == beginning.device
    let hadScene = hasPose
    beginning = SessionBeginning(
      profile: beginning.profile, parameters: beginning.parameters, calibration: calibration,
      state: known?.rebased(from: beginning.calibration, to: calibration), device: device)
    replaceTracker(firstScene: hadScene ? tracker.scene + 1 : tracker.scene, goesOn: isSame)
    if taken > 0 { recorder?.beginPart(beginning.header()) } else { recorder?.beginAnew(beginning.header()) }
    recordRoute()
  }

  /// The learned state with respect to the uncalibrated sensors: the form in which it is saved.
  var learnedOfSensors: LearnedState { learned.rebased(from: beginning.calibration, to: CalibrationSet()) }

  /// The learned state at this moment.
  var learned: LearnedState {
    var state = tracker.learned
    state.saved = Daemon.realTime
    return state
  }

  /// The number of the wearer's places in the learned state.
  var knownPlaces: Int { tracker.learned.knownPlaces }

  /// Erases the wearer's places from the initial state of the next pipeline or recording. The pipeline itself erases them when it
  /// gets the input `forget`.
  func forgetPlaces() {
    guard var state = beginning.state, state.knownPlaces > 0 else { return }
    state.forgetPlaces()
    beginning = SessionBeginning(
      profile: beginning.profile, parameters: beginning.parameters, calibration: beginning.calibration, state: state,
      device: beginning.device)
  }

  /// Admits a sample; returns false when the door refuses it, which is counted.
  func admit(_ sample: inout Sample) -> Bool {
    guard door.admit(&sample) == nil else {
      board.refuse(sample)
      return false
    }
    return true
  }

  /// Admits a sample and ingests it; a gyroscope sample returns a pose once the direction of gravity is known.
  public func ingest(_ arrived: Sample) -> TrackedPose? {
    var sample = arrived
    return admit(&sample) && ingest(admitted: sample) ? latest : nil
  }

  /// Records a sample that the door has admitted, and ingests it; true if there is a new pose.
  func ingest(admitted sample: Sample) -> Bool {
    board.record(sample)
    if case .fix(let fix) = sample { civil.ingest(fix) }
    recorder?.append(sample)
    let isPosed = tracker.advance(admitted: sample)
    revision += tracker.corrections.count
    guard isPosed else { return false }
    (hasPose, isWritten) = (true, false)
    if owesRoute { recordRoute() }
    lastPosed = BootInstant.now
    return true
  }

  /// The latest pose: a copy; nil before the first one.
  public var latest: TrackedPose? { hasPose ? pose : nil }

  /// The latest pose, in place. There is one after an ingested sample that gave one.
  var pose: TrackedPose {
    _read {
      write()
      yield room
    }
  }

  /// A pipeline that has just begun has none of its own: the one before's stays.
  private func write() {
    guard !isWritten, tracker.hasPose else { return }
    tracker.write(into: &room)
    isWritten = true
  }

  /// Time of the latest pose; nil before the first one.
  var latestTime: BootInstant? { hasPose ? tracker.hasPose ? tracker.inScene.time : room.time : nil }

  /// Whether poses come. Without clients they come in batches, some tenths of a second apart.
  var isFresh: Bool { BootInstant.now - lastPosed <= longestSilence }
  /// The time without a pose, by CLOCK_BOOTTIME, after which the latest pose is stale. Tests with their own time raise it to an
  /// hour.
  var longestSilence = TimeSpan(0.5)

  /// The time since the newest pose, once that is too long; zero while poses come.
  var silence: TimeSpan { isFresh ? .zero : BootInstant.now - lastPosed }

  /// The state that the scene's frames need beside the pose.
  var session: SceneSession {
    SceneSession(
      scene: tracker.scene, silence: silence, civil: civil, guidance: tracker.firstGuidance,
      crossing: tracker.crossing)
  }

  /// Returns the reason for which the door would refuse a sample now; nil if it would admit it.
  func refusal(of sample: Sample) -> Refusal? { door.refusal(of: sample) }

  /// Returns the place of a scene position near the latest pose, by the target alignment.
  func place(at position: Displacement<Scene>) -> Geodetic? {
    guard let latest, let place = latest.place else { return nil }
    let moved = Rotation<Scene, Level>.yaw(latest.yaw)(position - latest.pose.position)
    return TangentPlane(origin: place).geodetic(moved)
  }

  // MARK: recording

  /// The header of a recording or part that begins now. Before the first sample it is that of the pipeline, so that a replay is
  /// the same computation; later it contains the state learned by then.
  private var header: [(key: String, value: String)] {
    guard taken > 0 else { return beginning.header() }
    return SessionBeginning(
      profile: beginning.profile, parameters: beginning.parameters, calibration: beginning.calibration, state: learned,
      device: beginning.device
    ).header()
  }

  func startRecording(_ path: String) throws(RecordingFault) {
    recorder = try SessionRecorder(path: path, header)
    recordRoute()
    broken = nil
  }

  /// Records that a route was loaded, or cleared by `{}`, at the time of the newest pose: no later command has an earlier time.
  /// The pipeline ignores this input.
  func recordRoute(_ json: String, isCleared: Bool) {
    route = json
    recordRoute()
    if isCleared {
      route = nil
      owesRoute = false
    }
  }

  /// Records the active route: when it changes, and at the beginning of a recording or part.
  private func recordRoute() {
    guard let route else { return }
    owesRoute = !hasPose
    if let latestTime { recorder?.append(.input(InputEvent(time: latestTime, kind: RecordedRoute.kind, json: route))) }
  }

  /// Flushes the recording to the kernel, begins a new part when this one is full, and ends a recording with a write fault.
  func tendRecording(partSize: Int64) {
    guard let recorder else { return }
    recorder.flush()
    if recorder.size >= partSize {
      recorder.beginPart(header)
      recordRoute()
    }
    if recorder.fault != nil { broken = stopRecording() }
  }

  /// Ends the recording and returns its summary; nil without one. A recording that ended by itself is returned once.
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

/// The summary of a recording that has ended.
struct EndedRecording {
  var path: String
  var last: String
  var parts: Int
  var lines: Int
  var fault: RecordingFault?

  var note: String { "recorded \(lines) lines to \(path)" + (parts > 1 ? ", in \(parts) parts, the last \(last)" : "") }
}
