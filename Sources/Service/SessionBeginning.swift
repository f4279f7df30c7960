import Geodesy
import Geometry
public import Odometry
public import Samples
import Text
public import Tracking

/// What the pipeline of a session begins with: all that a replay has to know as well, so it heads every recording.
public struct SessionBeginning: Sendable {
  public var profile: Profile
  public var parameters: TrackerParameters
  public var calibration: CalibrationSet
  /// What a session before has learned; it says when it was kept only where the age can be believed.
  public let state: LearnedState?
  /// When the pipeline began.
  let started: UTC
  /// The state as it is recorded. It is what the pipeline is given, to the last bit: degrees written and read again are not.
  private let stateText: String?

  public init(
    profile: Profile, parameters: TrackerParameters? = nil, calibration: CalibrationSet = .init(),
    state: LearnedState? = nil
  ) {
    self.profile = profile
    self.parameters = parameters ?? TrackerParameters(profile: profile)
    self.calibration = calibration
    stateText = state.map { state in
      var text = TextBuffer()
      state.json.write(to: &text)
      return text.string
    }
    self.state = stateText.flatMap { try? JSONValue(reading: $0) }.flatMap { LearnedState.read($0).state }
    let now = Daemon.realTime
    started = UTC(now.description) ?? now
  }

  /// As a recorded session began: with its state to the last bit, which is as old as it was then.
  public init(
    profile: Profile, parameters: TrackerParameters, calibration: CalibrationSet, recorded: RecordedBeginning
  ) {
    self.profile = profile
    self.parameters = parameters
    self.calibration = calibration
    state = recorded.state.state
    stateText = state == nil ? nil : recorded.metadata["state"]
    let now = Daemon.realTime
    started = recorded.started ?? UTC(now.description) ?? now
  }

  /// How long before the beginning the state was kept.
  private var age: TimeSpan? {
    state?.saved.map { started.since($0) }.flatMap { $0 >= .zero ? $0 : nil }
  }

  /// The pipeline before its first sample. Scenes are counted on from those that were before it.
  func tracker(firstScene: Int = 0) -> Tracker {
    Tracker(
      profile: profile, parameters: parameters, calibration: calibration, state: state, age: age,
      firstScene: firstScene)
  }

  /// The metadata of its recording: of the parameters those that are not the profile's own.
  func header() -> [(key: String, value: String)] {
    var lines = [("device", "gnomond"), ("started", started.description), ("profile", profile.rawValue)]
    let own = TrackerParameters(profile: profile)
    let changed = TrackerParameters.table.parameters.compactMap { parameter in
      let text = parameter.text(parameters)
      return text == parameter.text(own) ? nil : JSONMember("Parameters.\(parameter.name)", .string(text))
    }
    func add(_ key: String, _ json: JSONValue) {
      var text = TextBuffer()
      json.write(to: &text)
      lines.append((key, text.string))
    }
    if calibration != CalibrationSet() { add("calibration", calibration.json) }
    if !changed.isEmpty { add("configuration", .object(changed)) }
    if let stateText { lines.append(("state", stateText)) }
    return lines
  }
}
