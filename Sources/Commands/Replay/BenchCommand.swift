import CommandParts
import EngineSettings
import Geometry
import Odometry
import Playback
import Reports
import Samples
import SceneCommands
import Text
import Tracking

/// `gnomon bench`: the accuracy over a folder of recordings with truth, by the definitions of docs/comparison.md.
struct BenchCommand: Command {
  let syntax = Syntax(
    name: "bench", summary: "replay a folder of recordings with truth, and print how accurate the poses are",
    operands: "DATA", operandCount: 0...1, operandKinds: [.folder],
    explanation: """
      DATA holds recordings (.gnomon, .gnomon.gz), or folders of them. The profile is that of the folder's name: orientation (free),
      walks and malls (hand), rides (vehicle), or a profile's own name; else the recorded one. Each recording has a row, and each
      folder a row with the means of angles and the medians of distances.

      --sources prints where the recordings of docs/comparison.md come from, under which licence, and how they become recordings;
      nothing is downloaded by this command. docs/research.md goes through it.
      """,
    options: [
      .flag("--sources", "print the public data sets, their licences and files; needs no DATA"),
      .value("--profile", "WHO", "head, torso, hand, foot, vehicle or free, for all recordings"),
      .value("--set", "KEY=VALUE", "override a parameter; repeatable", kind: .parameter),
      .value("--only", "TEXT", "only recordings whose path holds the text"),
      .json,
    ],
    examples: [
      ("gnomon bench --sources", "where the public recordings are from"),
      ("gnomon bench DATA", "every recording, and the means"),
      ("gnomon bench DATA --set compass.use=off --json", "another setting, for a program"),
    ])

  private static let profiles: [String: Profile] = [
    "orientation": .free, "walks": .hand, "malls": .hand, "rides": .vehicle,
  ]

  private struct Row {
    var path: String, folder: String, profile: Profile
    var accuracy: Accuracy
    /// Names of `--set` that its profile does not read.
    var unread: [UnreadParameter]
  }

  func run(_ arguments: Arguments) throws {
    if arguments.has("--sources") { return printSources(asJSON: arguments.has("--json")) }
    guard let data = arguments.operands.first else { throw Failure.usage("expected \(syntax.operands)", syntax) }
    let only = arguments.text("--only") ?? ""
    let recordings = try Self.recordings(in: data).filter { only.isEmpty || $0.path.contains(only) }
    guard !recordings.isEmpty else {
      throw Failure.data(
        "\(data): no recording (.gnomon, .gnomon.gz) in it or its folders; 'gnomon bench --sources' names some")
    }
    var rows: [Row] = [], faults: [String] = []
    for (path, folder) in recordings {
      do throws(Failure) {
        if let row = try Self.row(path, folder, arguments, syntax) {
          rows.append(row)
          if !arguments.has("--json") { Terminal.print(Self.line(String(path.dropFirst(data.count + 1)), [row])) }
        } else {
          faults.append("\(path): no truth (R lines)")
        }
      } catch {
        faults.append(error.message)
      }
    }
    try refuseUnread(rows)
    let folders = rows.map(\.folder).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    if arguments.has("--json") {
      Terminal.print([
        "recordings": .array(
          rows.map {
            ["file": .string($0.path), "profile": .string($0.profile.rawValue), "accuracy": $0.accuracy.json]
          }),
        "folders": .object(
          folders.map { folder in JSONMember(folder, Self.json(rows.filter { $0.folder == folder })) }),
        "not_scored": .array(faults.map(JSONValue.string)),
      ])
    } else {
      Terminal.print("\n")
      for folder in folders {
        let group = rows.filter { $0.folder == folder }
        let count = group.count == 1 ? "1 recording" : "\(group.count) recordings"
        Terminal.print(Self.line("\(folder.isEmpty ? "all" : folder), \(count)", group))
      }
      for fault in faults { Terminal.inform(fault) }
    }
    if rows.isEmpty { throw Failure.data("\(data): nothing was scored") }
  }

  /// Refuses a parameter that no recording's profile reads, and tells one that some do not.
  private func refuseUnread(_ rows: [Row]) throws(Failure) {
    var counts: [String: Int] = [:], first: [String: UnreadParameter] = [:]
    for unread in rows.flatMap(\.unread) {
      counts[unread.name, default: 0] += 1
      if first[unread.name] == nil { first[unread.name] = unread }
    }
    for (name, unread) in first.sorted(by: { $0.key < $1.key }) {
      let count = counts[name] ?? 0
      guard count < rows.count else { throw .usage("--set \(name): \(unread)", syntax) }
      Terminal.inform("--set \(name): without effect on \(count) of \(rows.count) recordings: \(unread)")
    }
  }

  private static func recordings(in data: String) throws(Failure) -> [(path: String, folder: String)] {
    guard let names = MachineFiles.names(in: data) else { throw .inputOutput("\(data): cannot be read as a folder") }
    func isRecording(_ name: String) -> Bool { name.hasSuffix(".gnomon") || name.hasSuffix(".gnomon.gz") }
    var found: [(path: String, folder: String)] = []
    for name in names {
      if isRecording(name) {
        found.append(("\(data)/\(name)", ""))
      } else if let inner = MachineFiles.names(in: "\(data)/\(name)") {
        found += inner.filter(isRecording).map { ("\(data)/\(name)/\($0)", name) }
      }
    }
    return found
  }

  /// nil for a recording without truth.
  private static func row(
    _ path: String, _ folder: String, _ arguments: Arguments, _ syntax: Syntax
  ) throws(Failure) -> Row? {
    var words = [path]
    let named = arguments.text("--profile") ?? (Profile(rawValue: folder) ?? profiles[folder])?.rawValue
    if let named { words += ["--profile", named] }
    for setting in arguments.all("--set") { words += ["--set", setting] }
    let replay = ReplayCommand().syntax
    var session: ReplaySession
    do {
      session = try ReplaySession(path, try Arguments(words, replay), replay, skipsUnread: true)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw .data("\(path): \(error)")
    }
    var truth = TruthComparison()
    let fault = session.pass { passage, _ in
      truth.record(passage.line)
      if let pose = passage.pose { truth.record(pose) }
    }
    if let fault { throw fault }
    truth.close()
    guard truth.references > 0 else { return nil }
    return Row(
      path: path, folder: folder, profile: session.profile, accuracy: Accuracy(truth, hidden: []),
      unread: session.unread)
  }

  // MARK: figures

  /// The figures of docs/comparison.md: angles as the mean over the recordings, distances as the median.
  private static let figures: [(name: String, title: String, unit: String, isMean: Bool)] = [
    ("total_rms", "orientation", "°", true), ("heading_rms", "heading", "°", true),
    ("inclination_rms", "inclination", "°", true), ("h_rms", "place", "m", false), ("leg_rms", "legs", "°", false),
  ]

  private static func value(_ name: String, _ rows: [Row], isMean: Bool) -> Double? {
    let values = rows.compactMap { $0.accuracy.json[name]?.double }.sorted()
    guard !values.isEmpty else { return nil }
    if isMean { return values.reduce(0, +) / Double(values.count) }
    let middle = values.count / 2
    return values.count % 2 == 1 ? values[middle] : 0.5 * (values[middle - 1] + values[middle])
  }

  private static func line(_ title: String, _ rows: [Row]) -> String {
    let parts = figures.compactMap { figure in
      value(figure.name, rows, isMean: figure.isMean).map {
        "\(figure.title) \(CommandParts.text($0, 2)) \(figure.unit)"
      }
    }
    return "\(title.padded(to: 52))  \(parts.joined(separator: ", "))\n"
  }

  private static func json(_ rows: [Row]) -> JSONValue {
    .object(
      [JSONMember("recordings", .integer(Int64(rows.count)))]
        + figures.map { JSONMember($0.name, value($0.name, rows, isMean: $0.isMean).map(JSONValue.number) ?? .null) })
  }
}
