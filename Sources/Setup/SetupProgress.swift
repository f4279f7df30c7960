import CommandParts
import Files
import Glibc
import Recordings
import Text

/// The finished steps of a session, with which a later session continues or undoes them.
struct SetupProgress: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    var step: SetupStep
    var outcome: SetupOutcome
  }

  /// The socket of the daemon that was set up; another one begins anew.
  var socket: String
  var entries: [Entry] = []
  /// The file that was written, with its content before; nil before that step.
  var file: String?
  /// nil if the file did not exist.
  var contentBefore: String?
  /// The units that were started.
  var units: [String] = []

  init(socket: String) { self.socket = socket }

  func outcome(of step: SetupStep) -> SetupOutcome? { entries.last { $0.step == step }?.outcome }

  mutating func record(_ outcome: SetupOutcome, of step: SetupStep) {
    entries.removeAll { $0.step == step }
    entries.append(Entry(step: step, outcome: outcome))
  }

  /// The calibrations that a session has put in force, the last one first.
  var calibrations: [String] {
    entries.reversed().compactMap { (entry) -> String? in
      if case .done = entry.outcome { return entry.step.calibration }
      return nil
    }
  }

  var json: JSONValue {
    [
      "socket": .string(socket), "file": file.map { .string($0) } ?? .null,
      "content_before": contentBefore.map { .string($0) } ?? .null,
      "units": .array(units.map { .string($0) }),
      "steps": .array(
        entries.map {
          ["step": .string($0.step.rawValue), "state": .string($0.outcome.state), "detail": .string($0.outcome.detail)]
        }),
    ]
  }

  /// nil if the text has another form.
  init?(json: JSONValue) {
    guard let socket = json["socket"]?.string, let steps = json["steps"]?.array else { return nil }
    self.init(socket: socket)
    file = json["file"]?.string
    contentBefore = json["content_before"]?.string
    units = (json["units"]?.array ?? []).compactMap(\.string)
    for element in steps {
      guard let step = element["step"]?.string.flatMap(SetupStep.init(rawValue:)),
        let state = element["state"]?.string, let detail = element["detail"]?.string
      else { return nil }
      record(state == "done" ? .done(detail) : .skipped(detail), of: step)
    }
  }
}

/// The file of the progress: setup.json in the user's folder of states.
enum SetupProgressFile {
  static var path: String? { UserFolder.state.map { "\($0)/setup.json" } }

  static func load() -> SetupProgress? {
    guard let path, let text = textFile(path), let json = try? JSONValue(reading: text) else { return nil }
    return SetupProgress(json: json)
  }

  static func save(_ progress: SetupProgress) throws(Failure) {
    guard let path else {
      throw .inputOutput("this user has no home folder to keep the progress in; XDG_STATE_HOME names another")
    }
    var buffer = TextBuffer()
    progress.json.write(to: &buffer, layout: .indented)
    try SetupFile.replace(path, buffer.string + "\n", readers: .owner)
  }

  static func remove() { if let path { unlink(path) } }
}
