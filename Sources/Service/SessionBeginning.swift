public import EngineSettings
import Geodesy
import Geometry
public import Learned
public import Odometry
public import Samples
import Text
public import Tracking

/// The initial values of a session's pipeline. A replay needs all of them, so they stand in the header of every recording.
public struct SessionBeginning: Sendable {
  public var profile: Profile
  public var parameters: TrackerParameters
  public var calibration: CalibrationSet
  /// The device that measures; nil until its sensors are known.
  public var device: DeviceIdentity?
  /// The state learned by an earlier session; its time of saving is set only where the age can be trusted.
  public let state: LearnedState?
  /// The start of the pipeline.
  let started: UTC
  /// The state as recorded text. `state` is read back from it, so that session and replay begin with the same bits: conversion to
  /// degrees and back is not exact.
  private let stateText: String?

  public init(
    profile: Profile, parameters: TrackerParameters? = nil, calibration: CalibrationSet = .init(),
    state: LearnedState? = nil, device: DeviceIdentity? = nil
  ) {
    self.device = device
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

  /// Makes the beginning of a recorded session: the same state bit for bit, with its age at that time.
  public init(
    profile: Profile, parameters: TrackerParameters, calibration: CalibrationSet, recorded: RecordedBeginning
  ) {
    self.profile = profile
    self.parameters = parameters
    self.calibration = calibration
    device = recorded.device
    state = recorded.state.state
    stateText = state == nil ? nil : recorded.metadata["state"]
    let now = Daemon.realTime
    started = recorded.started ?? UTC(now.description) ?? now
  }

  /// The time from the saving of the state to the start; nil if it is unknown or negative.
  private var age: TimeSpan? {
    state?.saved.map { started.since($0) }.flatMap { $0 >= .zero ? $0 : nil }
  }

  /// Returns the pipeline before its first sample. `firstScene` continues the numbering of earlier scenes.
  func tracker(firstScene: Int = 0) -> Tracker {
    Tracker(
      profile: profile, parameters: parameters, calibration: calibration, state: state, age: age,
      firstScene: firstScene, device: device)
  }

  /// Returns the metadata of a recording; of the parameters only those that differ from the profile's.
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
    if let device { add(DeviceIdentity.key, device.json) }
    if calibration != CalibrationSet() { add("calibration", calibration.json) }
    if !changed.isEmpty { add("configuration", .object(changed)) }
    if let stateText { lines.append(("state", stateText)) }
    return lines
  }
}
