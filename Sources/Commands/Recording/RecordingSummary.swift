import CommandParts
import Formats
import Geometry
import Recordings
import Samples
import SceneCommands
import Text

/// The summary of a recording, from one pass over it.
struct RecordingSummary {
  /// The statistics of one kind of line.
  struct Stream {
    var count = 0
    var first: BootInstant?
    var last: BootInstant?
    var longestGap = TimeSpan.zero

    mutating func add(_ time: BootInstant) {
      count += 1
      if let last { longestGap = max(longestGap, time - last) }
      first = first ?? time
      last = time
    }
    var rate: Double? {
      guard let first, let last, count > 1, last > first else { return nil }
      return Double(count - 1) / (last - first).value
    }
  }

  let path: String
  private let reader: RecordingReader
  var statistics: RecordingStatistics { reader.statistics }
  private(set) var metadata: [(key: String, value: String)] = []
  private(set) var streams = [Stream](repeating: Stream(), count: LineTag.allCases.count)
  private(set) var fault: RecordingFault?
  private var placed = 0, oriented = 0

  /// Reads the whole recording; a fault in the middle is kept together with the data before it.
  init(path: String, progress label: String) throws(Failure) {
    self.path = path
    reader = try attempt { () throws(RecordingFault) in try RecordingReader(path: path) }
    var progress = Progress("\(label) \(path)")
    do throws(RecordingFault) {
      while let line = try reader.next() {
        progress.show(reader.fractionRead)
        if case .metadata(let key, let value) = line { metadata.append((key, value)) }
        if case .reference(let reference) = line {
          placed += reference.place == nil ? 0 : 1
          oriented += reference.orientation == nil ? 0 : 1
        }
        if let time = line.time { streams[index(line.tag)].add(time) }
      }
    } catch {
      fault = error
    }
    progress.end()
  }

  /// The reasons why the recording is not sound, one sentence each, with the first lines concerned.
  var problems: [String] {
    var problems: [String] = []
    for reason in Refusal.Reason.allCases where statistics.refused(reason) > 0 {
      let count = statistics.refused(reason)
      var places: [String] = []
      for example in statistics.examples where example.refusal.reason == reason {
        let field = example.refusal.field
        places.append(field == .line ? "line \(example.line)" : "line \(example.line) (\(field.rawValue))")
      }
      if count > places.count { places.append("…") }
      problems.append("\(count) refused, \(reason.rawValue): \(places.joined(separator: ", "))")
    }
    if let fault { problems.append("\(fault)") }
    return problems
  }

  var text: String {
    var text = "\(path)\n"
    for (key, value) in metadata {
      text += "  \(key.padded(to: 14))\(value.prefix(100))\(value.count > 100 ? "…" : "")\n"
    }
    if let first = statistics.firstTime, let last = statistics.lastTime {
      let span = CommandParts.text((last - first).value, 3)
      text += "  span          \(span) s, from \(time(first)) to \(time(last))\n\n"
    }
    text += "  what             lines       Hz  longest gap\n"
    for tag in LineTag.allCases where tag != .metadata {
      let stream = streams[index(tag)]
      guard stream.count > 0 else { continue }
      let rate = stream.rate.map { CommandParts.text($0, 2) } ?? "-"
      let gap = stream.count > 1 ? CommandParts.text(stream.longestGap.value, 4) + " s" : "-"
      text += "  \(tag.title.padded(to: 15))\(right("\(stream.count)", 7))\(right(rate, 9))  \(gap)\n"
    }
    if streams[index(.reference)].count > 0 { text += "  truth: \(placed) places, \(oriented) orientations\n" }
    if statistics.unknownTags > 0 {
      text += "  \(statistics.unknownTags) lines of kinds unknown to this version, skipped\n"
    }
    if statistics.endsWithinLine { text += "  ends within a line, which was ignored\n" }
    for problem in problems where fault.map({ "\($0)" != problem }) ?? true { text += "  \(problem)\n" }
    return text
  }

  var json: JSONValue {
    var members: [JSONMember] = [
      JSONMember("file", .string(path)),
      JSONMember("metadata", .array(metadata.map { ["key": .string($0.key), "value": .string($0.value)] })),
      JSONMember("start_s", moment(statistics.firstTime)),
      JSONMember("end_s", moment(statistics.lastTime)),
    ]
    var kinds: [JSONMember] = []
    for tag in LineTag.allCases where tag != .metadata {
      let stream = streams[index(tag)]
      guard stream.count > 0 else { continue }
      kinds.append(
        JSONMember(
          tag.letter,
          [
            "name": .string(tag.title), "count": .integer(Int64(stream.count)),
            "rate_hz": stream.rate.map(JSONValue.number) ?? .null, "longest_gap_s": .number(stream.longestGap.value),
          ]))
    }
    members.append(JSONMember("lines", .object(kinds)))
    members.append(
      JSONMember("truth", ["places": .integer(Int64(placed)), "orientations": .integer(Int64(oriented))]))
    members.append(
      JSONMember(
        "refused",
        .object(
          Refusal.Reason.allCases.filter { statistics.refused($0) > 0 }.map {
            JSONMember($0.rawValue, .integer(Int64(statistics.refused($0))))
          })))
    members.append(JSONMember("unknown_tags", .integer(Int64(statistics.unknownTags))))
    members.append(JSONMember("ends_within_line", .bool(statistics.endsWithinLine)))
    members.append(JSONMember("fault", fault.map { .string("\($0)") } ?? .null))
    return .object(members)
  }

  private func index(_ tag: LineTag) -> Int { LineTag.allCases.firstIndex(of: tag) ?? 0 }
  private func seconds(_ time: BootInstant) -> Double { Double(time.nanoseconds) / 1e9 }
  private func moment(_ time: BootInstant?) -> JSONValue { time.map { .number(seconds($0)) } ?? .null }
  private func time(_ time: BootInstant) -> String { CommandParts.text(seconds(time), 3) }
  private func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
