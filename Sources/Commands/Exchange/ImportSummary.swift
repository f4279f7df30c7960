import CommandParts
import Geodesy
import Geometry
import Loggers
import Samples
import SceneCommands
import Text

/// The summary of an import: the samples in the recording, the data left out, and the reasons.
struct ImportSummary {
  let path: String
  let output: String
  let formats: [LoggerFormat]
  let session: LoggedSession
  /// Files of the folder or archive that were not read.
  let unread: [String]

  private static let tags: [(tag: LineTag, name: String)] = [
    (.accelerometer, "accelerometer"), (.gyroscope, "gyroscope"), (.magnetometer, "magnetometer"),
    (.barometer, "barometer"),
    (.fix, "fixes"), (.outsidePose, "poses"), (.reference, "places of the truth"),
  ]

  /// The formats' names, each once.
  var title: String { Self.unique(formats).map(\.title).joined(separator: " and ") }
  private static func unique(_ formats: [LoggerFormat]) -> [LoggerFormat] {
    LoggerFormat.allCases.filter(formats.contains)
  }

  var text: String {
    var taken: [String] = []
    for (tag, name) in Self.tags where session.count(tag) > 0 { taken.append("\(session.count(tag)) \(name)") }
    let span = CommandParts.text(session.duration.value, 1)
    return "\(output): \(span) s from \(title): \(taken.joined(separator: ", "))\n\(details)".trimmed
  }

  /// Everything but the samples, one item per line.
  var details: String {
    var lines: [String] = []
    for refusals in session.report.refused {
      let places = refusals.examples.map(\.description).joined(separator: ", ")
      let more = refusals.count > refusals.examples.count ? ", …" : ""
      lines.append("  \(refusals.count) refused, \(refusals.reason): \(places)\(more)")
    }
    for unused in session.report.unused { lines.append("  not used: \(unused.count) × \(unused.what)") }
    if !unread.isEmpty { lines.append("  not read: \(unread.joined(separator: ", "))") }
    for note in session.report.notes { lines.append("  \(note)") }
    return lines.joined(separator: "\n")
  }

  var json: JSONValue {
    func number(_ count: Int) -> JSONValue { .integer(Int64(count)) }
    let report = session.report
    return [
      "file": .string(output), "source": .string(path),
      "format": .string(Self.unique(formats).map(\.rawValue).joined(separator: "+")),
      "device": .string(session.device), "started": session.started.map { .string($0.description) } ?? .null,
      "duration_s": .number(session.duration.value),
      "taken": .object(Self.tags.map { JSONMember($0.name, number(session.count($0.tag))) }),
      "refused": .array(
        report.refused.map { refusals in
          [
            "reason": .string(refusals.reason), "count": number(refusals.count),
            "examples": .array(
              refusals.examples.map {
                ["file": .string($0.file), "line": number($0.line), "column": .string($0.column)]
              }),
          ]
        }),
      "not_used": .array(report.unused.map { ["what": .string($0.what), "count": number($0.count)] }),
      "not_read": .array(unread.map(JSONValue.string)), "notes": .array(report.notes.map(JSONValue.string)),
    ]
  }
}
