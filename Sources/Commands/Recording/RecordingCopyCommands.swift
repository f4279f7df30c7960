import CommandParts
import Geometry
import Recordings
import Samples
import SceneCommands
import Text

/// `gnomon recording convert`: the same recording in canonical text, plain or gzip.
struct RecordingConvertCommand: Command {
  let syntax = Syntax(
    name: "recording convert", summary: "rewrite a recording in canonical form, plain or gzip",
    operands: "FILE", operandCount: 1...1, operandKinds: [.recording],
    explanation: """
      No value changes; numbers get their shortest text. Refused lines and lines of unknown kind are left out and counted. A
      recording written by gnomon stays the same, byte for byte.
      """,
    options: [
      .value(
        "--output", "OUT", "output file; gzip if it ends in .gz; - is standard output", short: "-o", kind: .recording),
      .json,
    ],
    examples: [("gnomon recording convert walk.gnomon -o walk.gnomon.gz", "compress")])

  func run(_ arguments: Arguments) throws {
    try RecordingCopy(arguments, syntax, label: "converting").run { $0 }
  }
}

/// `gnomon recording cut`: a part of a recording, or one with fewer samples.
struct RecordingCutCommand: Command {
  let syntax = Syntax(
    name: "recording cut", summary: "write a part of a recording, or one with fewer IMU samples",
    operands: "FILE", operandCount: 1...1, operandKinds: [.recording],
    explanation: """
      Keeps the lines with FROM ≤ t ≤ TO (for fixes, of their arrival) and all metadata. --every N keeps every N-th
      accelerometer, gyroscope and magnetometer sample, without averaging; the truth is kept whole.
      """,
    options: [
      .value("--from", "T", "first time to keep, in the recording's seconds"),
      .value("--to", "T", "last time to keep"),
      .value("--every", "N", "one sample in N (1)"),
      .value(
        "--output", "OUT", "output file; gzip if it ends in .gz; - is standard output", short: "-o", kind: .recording),
      .json,
    ],
    examples: [
      ("gnomon recording cut walk.gnomon --from 60 --to 90 -o part.gnomon", "half a minute"),
      ("gnomon recording cut walk.gnomon --every 3 -o slow.gnomon", "a third of the rate"),
    ])

  func run(_ arguments: Arguments) throws {
    let copy = try RecordingCopy(arguments, syntax, label: "cutting")
    let limit = 9e9
    let from = BootInstant(seconds: try arguments.number("--from", in: -limit...limit) ?? -limit)
    let to = BootInstant(seconds: try arguments.number("--to", in: -limit...limit) ?? limit)
    guard from <= to else { throw Failure.usage("--from is after --to", syntax) }
    let every = try arguments.whole("--every", in: 1...1_000_000) ?? 1
    var counts: [LineTag: Int] = [:]
    try copy.run { line in
      var moment = line.time
      if case .sample(.fix(let fix)) = line { moment = fix.arrival }
      if let moment, moment < from || moment > to { return nil }
      switch line.tag {
      case .accelerometer, .gyroscope, .magnetometer:
        let count = counts[line.tag, default: 0]
        counts[line.tag] = count + 1
        return count % every == 0 ? line : nil
      default: return line
      }
    }
  }
}

/// The copy of a recording, with its summary.
private struct RecordingCopy {
  private let input: String, output: String
  private let label: String
  private let isJSON: Bool

  init(_ arguments: Arguments, _ syntax: Syntax, label: String) throws(Failure) {
    guard let output = arguments.text("--output") else { throw .usage("-o OUT is needed", syntax) }
    input = arguments.operands[0]
    self.output = output
    self.label = label
    isJSON = arguments.has("--json")
    if isJSON, output == "-" { throw .usage("-o - and --json cannot both write to standard output", syntax) }
    if input == output && input != "-" {
      throw .data("\(output): would overwrite the input; name another output")
    }
  }

  /// Copies the lines; `transform` changes or drops each one. Lines that could not be copied are reported.
  func run(_ transform: (RecordingLine) -> RecordingLine?) throws(Failure) {
    let reader = try attempt { () throws(RecordingFault) in try RecordingReader(path: input) }
    let writer = try attempt { () throws(RecordingFault) in try RecordingWriter(path: output) }
    var progress = Progress("\(label) \(input)")
    var ending: RecordingFault?, written = 0
    while let line = Self.next(reader, or: &ending) {
      progress.show(reader.fractionRead)
      guard let line = transform(line) else { continue }
      try attempt { () throws(RecordingFault) in try writer.append(line) }
      written += 1
    }
    progress.end()
    try attempt { () throws(RecordingFault) in try writer.close() }
    let statistics = reader.statistics
    if isJSON {
      Terminal.print([
        "file": .string(output), "lines": .integer(Int64(written)),
        "lines_read": .integer(Int64(statistics.takenTotal)), "refused": .integer(Int64(statistics.refusedTotal)),
        "unknown_tags": .integer(Int64(statistics.unknownTags)), "ends_within_line": .bool(statistics.endsWithinLine),
        "fault": ending.map { .string("\($0)") } ?? .null,
      ])
    } else if statistics.refusedTotal > 0 || statistics.unknownTags > 0 || statistics.endsWithinLine {
      Terminal.inform(
        "\(input): left out \(statistics.refusedTotal) refused lines, \(statistics.unknownTags) of unknown kind"
          + (statistics.endsWithinLine ? " and a last line cut short" : "") + " (gnomon recording check \(input))")
    }
    if let ending { throw .data("\(ending); \(output) has the lines before") }
  }

  /// The next line; a fault ends the reading and is kept, so that what came before it is not lost.
  private static func next(_ reader: RecordingReader, or fault: inout RecordingFault?) -> RecordingLine? {
    do throws(RecordingFault) {
      return try reader.next()
    } catch {
      fault = error
      return nil
    }
  }
}
