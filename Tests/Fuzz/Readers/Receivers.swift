import Geodesy
import Geometry
import Samples
import Sensors
import Text

/// gpsd's lines and their fixes: however the bytes are divided, the messages and counts are the same; each line is counted once;
/// a fix that is passed on can be recorded, and has the place that the line states.
enum Receivers {
  static func check(_ bytes: [UInt8]) throws(Finding) {
    let whole = read(bytes, inPiecesOf: max(1, bytes.count))
    for size in [1, 13] {
      let parts = read(bytes, inPiecesOf: size)
      try require(parts.counters == whole.counters, "in pieces of \(size): \(parts.counters), not \(whole.counters)")
      // Compared as text, since a missing value of a report is NaN.
      try require("\(parts.messages)" == "\(whole.messages)", "in pieces of \(size) the messages are others")
    }
    let counters = whole.counters
    try require(
      counters.lines == whole.messages.count + counters.refusals,
      "\(counters.lines) lines, \(whole.messages.count) messages and \(counters.refusals) refused")
    try checkFixes(whole.messages)
    for line in bytes.split(separator: UInt8(ascii: "\n")) { try checkPlace(Array(line)) }
  }

  /// The place of a line's fix by our own reader of JSON: libgps has read the same numbers.
  private static func checkPlace(_ line: [UInt8]) throws(Finding) {
    guard case .position(let report, _)? = read(line + [10], inPiecesOf: line.count + 1).messages.first,
      case .object(let members)? = try? JSONValue(reading: line)
    else { return }
    var gate = EpochGate(), fixes: [Fix] = []
    gate.ingest(report, arrival: BootInstant(nanoseconds: 1)) { fixes.append($0) }
    gate.drain(at: .never) { fixes.append($0) }
    guard let fix = fixes.first else { return }
    for (name, decoded) in [("lat", fix.latitude.value), ("lon", fix.longitude.value)] {
      guard let stated = members.first(where: { $0.name == name })?.value.double else { continue }
      try require(
        (decoded - stated).magnitude <= 1e-12 * stated.magnitude, "\(name) is \(stated), decoded as \(decoded)")
    }
  }

  private static func checkFixes(_ messages: [GPSDMessage]) throws(Finding) {
    let clock = WallClock(utc: UTC(nanosecondsSince1970: 1_795_166_100_000_000_000), isDisciplined: true)
    var gate = EpochGate(), fixes: [Fix] = [], arrival = BootInstant(nanoseconds: 1_000_000_000)
    for case .position(let report, _) in messages {
      arrival = arrival + .seconds(0.01)
      gate.ingest(report, arrival: arrival, clock: clock, within: .seconds(30)) { fixes.append($0) }
      gate.drain(at: arrival) { fixes.append($0) }
    }
    gate.drain(at: .never) { fixes.append($0) }
    for fix in fixes {
      try require(Sample.fix(fix).quantized.refusal == nil, "\(fix) is handed on")
      try require((fix.utc?.since(clock.utc).value ?? 0).magnitude <= 30, "\(fix) is of another time")
    }
  }

  private static func read(
    _ bytes: [UInt8], inPiecesOf size: Int
  ) -> (messages: [GPSDMessage], counters: GPSDReader.Counters) {
    var reader = GPSDReader(), messages: [GPSDMessage] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      bytes[start..<min(bytes.count, start + size)].withUnsafeBytes { reader.ingest($0) { messages.append($0) } }
    }
    reader.end()
    return (messages, reader.counters)
  }
}
