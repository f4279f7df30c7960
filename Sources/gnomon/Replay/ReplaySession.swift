import Alignment
import Geometry
import Odometry
import Recordings
import Samples
import Text
import Tracking

/// A recording and the pipeline that is to run over it, as its metadata and the arguments of a command ask for.
struct ReplaySession {
  /// What every command that replays takes.
  static let options: [Syntax.Option] = [
    .value("--profile", "WHO", "head, torso, hand, foot, vehicle or free (the recorded one, else free)"),
    .value("--set", "KEY=VALUE", "override a parameter; repeatable; --list prints them all", kind: .parameter),
    .value("--hide-fixes", "START:LEN", "withhold the fixes of a stretch, in the recording's seconds; repeatable"),
    .value("--initial-yaw", "DEG", "turn the scene at the start, to see a wrong heading corrected"),
    .value("--calibration", "FILE", "JSON calibrations instead of the recorded ones; 'none' for none", kind: .json),
    .value(
      "--state", "FILE", "begin with what a session has learned instead of what is recorded; 'none' for nothing",
      kind: .json),
    .value(
      "--method", "NAME", "where the heading comes from: filter (default), or one method alone, to compare",
      kind: .words(HeadingMethod.allCases.map(\.rawValue))),
  ]

  let reader: RecordingReader
  let profile: Profile
  let parameters: TrackerParameters
  /// What stands before the first line of data.
  let metadata: [String: String]
  /// Stretches in which the pipeline gets no fixes.
  let hidden: [Stretch]
  /// Before its first sample.
  let tracker: Tracker
  /// What it begins with.
  let remembered: RememberedState
  private var opening: SessionOpening

  init(_ path: String, _ arguments: Arguments, _ syntax: Syntax) throws {
    hidden = try arguments.all("--hide-fixes").map { try Stretch($0, "--hide-fixes", syntax) }
    let reader = try attempt { () throws(RecordingFault) in try RecordingReader(path: path) }
    self.reader = reader
    opening = SessionOpening(reader)
    metadata = try opening.metadata()
    profile = try Self.profile(arguments, recorded: metadata["profile"])
    parameters = try Self.parameters(arguments, profile, recorded: metadata["configuration"], path, syntax)
    remembered = try RememberedState(arguments.text("--state"), recorded: metadata, path: path)
    tracker = Tracker(
      profile: profile, parameters: parameters,
      calibration: try Self.calibration(arguments, recorded: metadata["calibration"], path),
      initialYaw: .degrees(try arguments.number("--initial-yaw", in: -360...360) ?? 0),
      state: remembered.state, age: remembered.age)
  }

  mutating func next() throws(Failure) -> RecordingLine? { try opening.next() }

  func withholds(_ sample: Sample) -> Bool {
    guard case .fix(let fix) = sample else { return false }
    return hidden.contains { $0.contains(fix.time) || $0.contains(fix.arrival) }
  }

  static func profile(_ arguments: Arguments, recorded: String?) throws(Failure) -> Profile {
    if let name = arguments.text("--profile") {
      guard let profile = Profile(rawValue: name) else {
        throw .unknown("profile", name, among: Profile.allCases.map(\.rawValue))
      }
      return profile
    }
    return recorded.flatMap(Profile.init(rawValue:)) ?? .free
  }

  private static func parameters(
    _ arguments: Arguments, _ profile: Profile, recorded: String?, _ path: String, _ syntax: Syntax
  ) throws(Failure) -> TrackerParameters {
    var parameters = TrackerParameters(profile: profile)
    if let recorded { try take(recorded, "\(path), #,configuration", into: &parameters) }
    if let name = arguments.text("--method") {
      guard let method = HeadingMethod(rawValue: name) else {
        throw .unknown("method", name, among: HeadingMethod.allCases.map(\.rawValue))
      }
      parameters.alignment.method = method
    }
    for assignment in arguments.all("--set") {
      do throws(ParameterFault) {
        try TrackerParameters.table.set(assignment, in: &parameters)
      } catch {
        throw .usage("\(error)", syntax)
      }
    }
    return parameters
  }

  /// Parameters as they were set when the recording was made: `{"Parameters.fix.latency":"0.08"}`. Of other settings a replay knows
  /// nothing.
  private static func take(
    _ recorded: String, _ source: String, into parameters: inout TrackerParameters
  ) throws(Failure) {
    do {
      guard let members = try JSONValue(reading: recorded).object else {
        throw Failure.data("\(source): expected an object of names and values")
      }
      for member in members where member.name.hasPrefix("Parameters.") {
        guard let text = member.value.string else {
          throw Failure.data("\(source), \(member.name): expected a text, as in a configuration file")
        }
        try TrackerParameters.table.set(
          String(member.name.dropFirst("Parameters.".count)), to: text, in: &parameters)
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw .data("\(source): \(error)")
    }
  }

  private static func calibration(
    _ arguments: Arguments, recorded: String?, _ path: String
  ) throws(Failure) -> CalibrationSet {
    let file = arguments.text("--calibration")
    guard file != "none" else { return CalibrationSet() }
    let source = file ?? "\(path), #,calibration"
    guard
      let text = try file.map({ (name) throws(Failure) in try contents(of: name) }) ?? recorded.map({ Array($0.utf8) })
    else { return CalibrationSet() }
    do {
      return try CalibrationSet(json: JSONValue(reading: text))
    } catch {
      throw .data("\(source): \(error)")
    }
  }
}
