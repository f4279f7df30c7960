public import Geodesy
public import Geometry
public import Learned
public import Odometry
public import Samples
import Text
public import Tracking

/// The start of a recorded session: profile, parameters, calibration and state. Every replay reads them here, so that all replays
/// are the same computation.
///
/// Configuration and calibration are read as a whole or not at all. Damaged entries of a state are left out and reported.
public struct RecordedBeginning: Sendable {
  /// Metadata of the recording before its first sample.
  public let metadata: [String: String]

  public init(_ metadata: [String: String]) { self.metadata = metadata }

  /// The recorded profile; nil if there is none or its name is unknown.
  public var profile: Profile? { metadata["profile"].flatMap(Profile.init(rawValue:)) }

  public var started: UTC? { metadata["started"].flatMap { UTC($0) } }

  /// The device of the session; nil where the recording does not tell it.
  public var device: DeviceIdentity? {
    metadata[DeviceIdentity.key].flatMap { try? JSONValue(reading: $0) }.flatMap { DeviceIdentity(json: $0) }
  }

  private static let pipeline = "Parameters."

  /// Returns the pipeline's recorded parameters, as in a configuration file but without their section. A replay ignores other
  /// settings, and names of another version that are no parameters here.
  public func assignments() throws(RecordedFault) -> [(name: String, value: String)] {
    try recordedAssignments().filter { Self.fault($0.name) == nil }
  }

  /// Returns the recorded names that are no parameters here.
  public func unknown() throws(RecordedFault) -> [ParameterFault] {
    try recordedAssignments().compactMap { Self.fault($0.name) }
  }

  private static func fault(_ name: String) -> ParameterFault? {
    TrackerParameters.table.parameters.contains { $0.name == name } ? nil : .unknown(name: name, nearest: nil)
  }

  private func recordedAssignments() throws(RecordedFault) -> [(name: String, value: String)] {
    guard let text = metadata["configuration"] else { return [] }
    let members: [JSONMember]?
    do throws(JSONError) { members = try JSONValue(reading: text).object } catch {
      throw RecordedFault("configuration", "\(error)")
    }
    guard let members else { throw RecordedFault("configuration", "expected an object of names and values") }
    var found: [(name: String, value: String)] = []
    for member in members where member.name.hasPrefix(Self.pipeline) {
      guard let text = member.value.string else {
        throw RecordedFault("configuration, \(member.name)", "expected a text, as in a configuration file")
      }
      found.append((String(member.name.dropFirst(Self.pipeline.count)), text))
    }
    return found
  }

  /// Returns a profile's parameters with the recorded settings.
  public func parameters(of profile: Profile) throws(RecordedFault) -> TrackerParameters {
    var parameters = TrackerParameters(profile: profile)
    for (name, value) in try assignments() {
      do throws(ParameterFault) { try TrackerParameters.table.set(name, to: value, in: &parameters) } catch {
        throw RecordedFault("configuration", "\(error)")
      }
    }
    return parameters
  }

  public func calibration() throws(RecordedFault) -> CalibrationSet {
    guard let text = metadata["calibration"] else { return CalibrationSet() }
    do { return try CalibrationSet(json: JSONValue(reading: text)) } catch {
      throw RecordedFault("calibration", "\(error)")
    }
  }

  /// The learned state of the session before, and the entries of it that are not used, with reasons.
  public var state: (state: LearnedState?, faults: [String]) {
    metadata["state"].map { Self.state(reading: Array($0.utf8)) } ?? (nil, [])
  }

  public static func state(reading text: [UInt8]) -> (state: LearnedState?, faults: [String]) {
    do throws(JSONError) {
      let read = LearnedState.read(try JSONValue(reading: text))
      return (read.state, read.faults.map { "\($0)" })
    } catch {
      return (nil, ["\(error)"])
    }
  }

  /// Returns the age of a state at the start of the recording; nil if either time is unknown, or the state is younger than that.
  public func age(of state: LearnedState?) -> TimeSpan? {
    guard let saved = state?.saved, let started else { return nil }
    let since = started.since(saved)
    return since >= .zero ? since : nil
  }
}

/// Metadata of a recording that cannot be applied.
public struct RecordedFault: Error, Equatable, Sendable, CustomStringConvertible {
  public var key: String
  public var reason: String

  init(_ key: String, _ reason: String) {
    self.key = key
    self.reason = reason
  }

  public var description: String { "#,\(key): \(reason)" }
}
