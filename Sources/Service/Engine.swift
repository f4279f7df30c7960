import Geodesy
import Geometry
import Recordings
public import Samples
import Text
public import Tracking

/// The pipeline of a session and what is known of it from outside: samples in, one at a time; what is published of them out.
///
/// A sample is quantised, held against the rules a recording is read by, recorded, and only then believed: so the session and
/// the replay of its recording are the same computation.
public final class Engine {
  public private(set) var tracker: Tracker
  public let profile: String
  private let calibration: String?
  private(set) var board = SensorBoard()
  private var order = ArrivalOrder()
  public private(set) var civil = CivilClock()
  public private(set) var latest: TrackedPose?
  /// Counts the corrections of the alignment.
  public private(set) var revision = 0
  /// How many samples have moved through.
  public private(set) var taken = 0
  /// When the last of them came, by CLOCK_BOOTTIME.
  private(set) var lastTaken = SessionClock.boot
  private(set) var recorder: SessionRecorder?

  public init(_ tracker: Tracker, calibration: CalibrationSet = .init()) {
    self.tracker = tracker
    profile = tracker.profile.rawValue
    var text = TextBuffer()
    calibration.json.write(to: &text)
    self.calibration = calibration == CalibrationSet() ? nil : text.string
  }

  /// Takes one sample; a gyroscope sample is answered with a pose once there is an up.
  public func take(_ arrived: Sample) -> TrackedPose? {
    let sample = arrived.quantized
    guard sample.refusal == nil, order.refusal(of: sample) == nil else {
      board.refuse(sample)
      return nil
    }
    taken &+= 1
    lastTaken = SessionClock.boot
    board.note(sample)
    if case .fix(let fix) = sample { civil.note(fix) }
    recorder?.append(sample)
    let pose = tracker.take(sample)
    revision += tracker.corrections.count
    if let pose { latest = pose }
    return pose
  }

  /// Whether its time is later than that of the one of its kind before.
  func wouldTake(_ sample: Sample) -> Bool {
    var order = order
    return order.refusal(of: sample) == nil
  }

  /// The place at a scene position near the latest pose, turned by the target alignment.
  func place(at position: Displacement<Scene>) -> Geodetic? {
    guard let latest, let place = latest.place else { return nil }
    let moved = Rotation<Scene, Level>.yaw(latest.yaw)(position - latest.pose.position)
    return TangentPlane(origin: place).geodetic(moved)
  }

  func startRecording(_ path: String) throws(RecordingFault) {
    recorder = try SessionRecorder(path: path, profile: profile, calibration: calibration)
  }

  /// Ends the recording, if there is one.
  @discardableResult
  func stopRecording() -> (path: String, lines: Int, fault: RecordingFault?)? {
    guard let recorder else { return nil }
    recorder.close()
    self.recorder = nil
    return (recorder.path, recorder.lines, recorder.fault)
  }
}
