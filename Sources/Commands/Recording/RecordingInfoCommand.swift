import CommandParts
import Geometry
import Recordings
import Samples
import SceneCommands
import Text

/// `gnomon recording info`: the content of a recording.
struct RecordingInfoCommand: Command {
  let syntax = Syntax(
    name: "recording info", summary: "summarize a recording: sensors, rates, gaps, fixes, truth, refused lines",
    operands: "FILE", operandCount: 1...1, operandKinds: [.recording],
    explanation: "FILE may be gzip-compressed; - is standard input.",
    options: [.json], examples: [("gnomon recording info walk.gnomon.gz", "a summary")])

  func run(_ arguments: Arguments) throws {
    let summary = try RecordingSummary(path: arguments.operands[0], progress: "reading")
    if arguments.has("--json") { return Terminal.print(summary.json) }
    Terminal.print(summary.text)
    if let fault = summary.fault { throw Failure.data("\(fault)") }
  }
}

/// `gnomon recording check`: whether recordings are sound.
struct RecordingCheckCommand: Command {
  let syntax = Syntax(
    name: "recording check", summary: "check recordings: print every kind of fault and where it is",
    operands: "FILE...", operandCount: 1...10_000, operandKinds: [.recording],
    explanation: "Exit status 1 if a line was refused, or a file ends too early or is not a recording.",
    options: [.json], examples: [("gnomon recording check *.gnomon.gz", "a line for each file")])

  func run(_ arguments: Arguments) throws {
    var unsound = 0
    var results: [JSONValue] = []
    for path in arguments.operands {
      var problems: [String] = []
      var lines = 0
      do throws(Failure) {
        let summary = try RecordingSummary(path: path, progress: "checking")
        lines = summary.statistics.takenTotal
        problems = summary.problems
      } catch {
        problems = [error.message]
      }
      unsound += problems.isEmpty ? 0 : 1
      if arguments.has("--json") {
        results.append([
          "file": .string(path), "sound": .bool(problems.isEmpty), "lines": .integer(Int64(lines)),
          "problems": .array(problems.map(JSONValue.string)),
        ])
      } else if problems.isEmpty {
        Terminal.print("\(path): sound, \(lines) lines\n")
      } else {
        Terminal.print(problems.map { $0.hasPrefix(path) ? "\($0)\n" : "\(path): \($0)\n" }.joined())
      }
    }
    if arguments.has("--json") { Terminal.print(.array(results)) }
    if unsound > 0 { throw Failure.data("\(unsound) of \(arguments.operands.count) recordings have faults") }
  }
}
