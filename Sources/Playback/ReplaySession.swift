public import Alignment
public import CommandParts
public import EngineSettings
import Geometry
public import Methods
public import Odometry
public import Recordings
public import Samples
import Text
public import Tracking

/// A recording and the pipeline that runs over it, set up by the recording's metadata and the command's arguments.
public struct ReplaySession {
  /// The options of every command that replays.
  public static let options: [Syntax.Option] = [
    .value("--profile", "WHO", "head, torso, hand, foot, vehicle or free (the recorded one, else free)"),
    .value("--set", "KEY=VALUE", "override a parameter; repeatable; --list prints them all", kind: .parameter),
    .value("--hide-fixes", "START:LEN", "leave out the fixes of a stretch, in the recording's seconds; repeatable"),
    .value("--initial-yaw", "DEG", "start with this heading of the wearer, right or wrong, to see how it is corrected"),
    .value("--initial-yaw-sigma", "DEG", "1 σ of that heading (heading.given_sigma, default 15)"),
    .value("--calibration", "FILE", "JSON calibrations instead of the recorded ones; 'none' for none", kind: .json),
    .value(
      "--state", "FILE", "start with this learned state instead of the recorded one; 'none' for no state",
      kind: .json),
    .value(
      "--method", "NAME",
      "source of heading and place: filter (default), or one method alone, for comparison; --set takes its parameters too",
      kind: .words(methods)),
  ]
  private static let filter = "filter"
  private static let methods = [filter] + ComparedMethod.allCases.map(\.rawValue)

  public let reader: RecordingReader
  public let profile: Profile
  public let parameters: TrackerParameters
  public let calibration: CalibrationSet
  /// The metadata before the first line of data.
  public let metadata: [String: String]
  /// Stretches in which the pipeline gets no fixes.
  public let hidden: [Stretch]
  /// The pipeline after the lines that have been replayed.
  public private(set) var tracker: Tracker
  /// The method of `--method`, which replaces the heading of the tracker's poses; nil for the filter's own heading.
  private var comparison: MethodComparison?
  /// Parameters of `--set` that the profile does not read, and those that the recording sets.
  public let unread: [UnreadParameter]
  public let unreadRecorded: [UnreadParameter]
  /// Parameters that the recording sets and that are no parameters any more; they are ignored.
  public let unknownRecorded: [ParameterFault]
  /// The learned state at the start.
  public let remembered: RememberedState
  private let path: String
  private var opening: SessionOpening
  private var door = Door()

  /// A `--set` of a parameter that the profile does not read is refused, or left out if `skipsUnread`: of many recordings each has
  /// its own profile.
  public init(_ path: String, _ arguments: Arguments, _ syntax: Syntax, skipsUnread: Bool = false) throws {
    hidden = try arguments.all("--hide-fixes").map { try Stretch($0, "--hide-fixes", syntax) }
    let reader = try attempt { () throws(RecordingFault) in try RecordingReader(path: path) }
    self.reader = reader
    self.path = path
    opening = SessionOpening(reader)
    metadata = try opening.metadata()
    profile = try Self.profile(arguments, recorded: metadata["profile"])
    let recorded = RecordedBeginning(metadata)
    let lines = opening.lines
    func place(_ fault: RecordedFault) -> String { "\(path):\(lines[fault.key] ?? 1)" }
    let method = try Self.method(arguments)
    let (methods, settings) = try Self.methodParameters(arguments.all("--set"), of: method, syntax)
    var parameters = try Self.parameters(settings, profile, recorded, place, syntax)
    try Self.applyInitialYaw(arguments, to: &parameters.alignment, syntax)
    self.parameters = parameters
    unread = Self.unread(settings, by: profile)
    let reading = profile
    // The assignments were read above without a fault.
    unreadRecorded = ((try? recorded.assignments()) ?? []).compactMap { TrackerParameters.unread($0.name, by: reading) }
    unknownRecorded = (try? recorded.unknown()) ?? []
    if let first = unread.first, !skipsUnread { throw Failure.usage("--set \(first.name): \(first)", syntax) }
    calibration = try Self.calibration(arguments, recorded, place)
    remembered = try RememberedState(arguments.text("--state"), recorded, path: path)
    tracker = Tracker(
      profile: profile, parameters: parameters,
      calibration: calibration,
      state: remembered.state, age: remembered.age, device: recorded.device)
    comparison = method.map { MethodComparison($0, parameters, own: methods, calibration: calibration) }
  }

  /// One line of the recording, with the pose that the pipeline made of it.
  public struct Passage {
    public let line: RecordingLine
    /// Whether it is a fix that `--hide-fixes` withholds from the pipeline.
    public let isWithheld: Bool
    /// nil for lines that make no pose.
    public let pose: TrackedPose?
  }

  /// Corrections of the alignment by the last sample: the tracker's, and that of the compared method.
  public var corrections: [Correction] { tracker.corrections + (comparison?.correction.map { [$0] } ?? []) }

  /// The pairs behind a correction by the last sample; none behind one that was not made by pairs.
  public func pairs(of correction: Correction) -> [PairAngle] {
    correction.grounds?.source == .pairs ? comparison?.pairs ?? [] : []
  }

  /// Counts of all that the pipeline and the compared method refused, by reason.
  public var refusals: [(reason: String, count: Int)] { tracker.refusals + (comparison?.refusals ?? []) }

  /// Lines and samples that were refused.
  public var refused: Int { reader.statistics.refusedTotal + door.refused }

  /// Passes the recording through the pipeline: reads each line, gives its sample to the pipeline, and the passage to `sink`, with
  /// the session as it is then. A sample that the door refuses is skipped. Returns the fault of a recording that breaks off; all
  /// before it has been passed. `work` is the verb in the progress that a terminal shows.
  public mutating func pass<Fault>(
    _ work: String = "replaying", to sink: (Passage, ReplaySession) throws(Fault) -> Void
  ) throws(Fault) -> Failure? {
    var progress = Progress("\(work) \(path)"), fault: Failure?
    defer { progress.end() }
    while let passage = next(&fault) {
      progress.show(reader.fractionRead)
      try sink(passage, self)
    }
    return fault
  }

  /// The next line that the door admits, after its sample has been given to the pipeline.
  private mutating func next(_ fault: inout Failure?) -> Passage? {
    while true {
      let read: RecordingLine?
      do throws(Failure) { read = try opening.next() } catch {
        fault = error
        return nil
      }
      guard let line = read else { return nil }
      guard case .sample(var sample) = line else { return Passage(line: line, isWithheld: false, pose: nil) }
      guard door.admit(&sample) == nil else { continue }
      if withholds(sample) { return Passage(line: .sample(sample), isWithheld: true, pose: nil) }
      var pose = tracker.advance(admitted: sample) ? tracker.whole() : nil
      comparison?.ingest(sample, &pose)
      return Passage(line: .sample(sample), isWithheld: false, pose: pose)
    }
  }

  private func withholds(_ sample: Sample) -> Bool {
    guard case .fix(let fix) = sample else { return false }
    return hidden.contains { $0.contains(fix.time) || $0.contains(fix.arrival) }
  }

  /// Applies `--initial-yaw`: a heading at the start, instead of any other.
  private static func applyInitialYaw(
    _ arguments: Arguments, to alignment: inout AlignmentParameters, _ syntax: Syntax
  ) throws(Failure) {
    let sigma = try arguments.number("--initial-yaw-sigma", in: 0.1...180)
    guard let heading = try arguments.number("--initial-yaw", in: -360...360) else {
      guard sigma == nil else {
        throw .usage("--initial-yaw-sigma needs --initial-yaw, because it is the accuracy of that heading", syntax)
      }
      return
    }
    alignment.start = .given
    alignment.given = .degrees(heading)
    if let sigma { alignment.givenSigma = .degrees(sigma) }
  }

  public static func profile(_ arguments: Arguments, recorded: String?) throws(Failure) -> Profile {
    if let name = arguments.text("--profile") {
      guard let profile = Profile(rawValue: name) else {
        throw .unknown("profile", name, among: Profile.allCases.map(\.rawValue))
      }
      return profile
    }
    return recorded.flatMap(Profile.init(rawValue:)) ?? .free
  }

  /// Reads the parameters of the methods among the settings; returns the others too. Without a method they are refused.
  private static func methodParameters(
    _ settings: [String], of method: ComparedMethod?, _ syntax: Syntax
  ) throws(Failure) -> (MethodParameters, others: [String]) {
    var parameters = MethodParameters(), others: [String] = []
    for setting in settings {
      let name = setting.prefix { $0 != "=" }
      guard MethodParameters.table.parameters.contains(where: { $0.name == name }) else {
        others.append(setting)
        continue
      }
      guard method != nil else {
        throw .usage("--set \(name): it is a parameter of the methods of comparison: add --method NAME", syntax)
      }
      do throws(ParameterFault) { try MethodParameters.table.set(setting, in: &parameters) } catch {
        throw .usage("\(error)", syntax)
      }
    }
    return (parameters, others)
  }

  private static func parameters(
    _ settings: [String], _ profile: Profile, _ recorded: RecordedBeginning, _ place: (RecordedFault) -> String,
    _ syntax: Syntax
  ) throws(Failure) -> TrackerParameters {
    var parameters: TrackerParameters
    do throws(RecordedFault) { parameters = try recorded.parameters(of: profile) } catch {
      throw .data("\(place(error)): \(error)")
    }
    for assignment in settings {
      do throws(ParameterFault) {
        try TrackerParameters.table.set(assignment, in: &parameters)
      } catch {
        throw .usage("\(error)", syntax)
      }
    }
    return parameters
  }

  /// Returns the method of `--method`; nil for the filter.
  public static func method(_ arguments: Arguments) throws(Failure) -> ComparedMethod? {
    guard let name = arguments.text("--method"), name != filter else { return nil }
    guard let method = ComparedMethod(rawValue: name) else { throw .unknown("method", name, among: methods) }
    return method
  }

  private static func unread(_ settings: [String], by profile: Profile) -> [UnreadParameter] {
    settings.compactMap { TrackerParameters.unread(String($0.prefix { $0 != "=" }), by: profile) }
  }

  private static func calibration(
    _ arguments: Arguments, _ recorded: RecordedBeginning, _ place: (RecordedFault) -> String
  ) throws(Failure) -> CalibrationSet {
    guard let file = arguments.text("--calibration") else {
      do throws(RecordedFault) { return try recorded.calibration() } catch { throw .data("\(place(error)): \(error)") }
    }
    guard file != "none" else { return CalibrationSet() }
    let text = try contents(of: file)
    do { return try CalibrationSet(json: JSONValue(reading: text)) } catch { throw .data("\(file): \(error)") }
  }
}
