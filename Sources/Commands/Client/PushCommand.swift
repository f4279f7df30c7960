import CommandParts
import GnomonClient
import Glibc
import Text
import Wire

/// `gnomon push`: sends samples from standard input to the daemon, so that a shell pipe is a driver.
struct PushCommand: Command {
  let syntax = Syntax(
    name: "push", summary: "send samples from standard input to the daemon",
    operands: "", operandCount: 0...0,
    explanation: """
      Each line is a sample as in a recording: A, G, M, B, T, P or H, its time, its numbers (gnomon-recording(5)). Lines are sent
      as they come. Other lines of a recording are skipped and counted. A sensor that another source gives is refused, until
      that source has been silent for two seconds.
      """,
    options: DaemonCall.options + [
      .value(
        "--clock", "CLOCK", "clock of the times: boot (CLOCK_BOOTTIME, the default), or device (the device's own)"),
      .value("--name", "NAME", "name of the device: after a pause the scene goes on if it is the same"),
    ],
    examples: [
      ("python3 docs/examples/serial_imu.py /dev/ttyACM0 | gnomon push --clock device", "a sensor on a serial line"),
      ("gnomon push --name head < walk.gnomon", "the samples of a recording, to a daemon without sensors"),
    ])

  private static let lineLimit = 1 << 16
  private static let batch = 200

  func run(_ arguments: Arguments) throws {
    let clock = arguments.text("--clock") ?? "boot"
    guard ["boot", "device"].contains(clock) else {
      throw Failure.usage("--clock must be boot or device, not '\(clock)'", syntax)
    }
    let client = try DaemonCall.connect(arguments)
    var fixed = [JSONMember("clock", .string(clock))]
    if let name = arguments.text("--name") { fixed.append(JSONMember("name", .string(name))) }
    var summary = PushSummary(), rest: [UInt8] = [], chunk = [UInt8](repeating: 0, count: 1 << 16),
      lines: [JSONValue] = []
    func flush() throws {
      guard !lines.isEmpty else { return }
      let parameters = JSONValue.object([JSONMember("lines", .array(lines))] + fixed)
      let answer = try DaemonCall.attempt { () throws(ClientFault) in
        try client.call(TrackingMethod.pushSamples.name, parameters)
      }
      summary.record(answer, of: lines.count)
      lines.removeAll(keepingCapacity: true)
    }
    while true {
      let count = read(STDIN_FILENO, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      rest.append(contentsOf: chunk[..<count])
      var start = rest.startIndex
      while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
        if let line = summary.sample(rest[start..<end]) { lines.append(.string(line)) }
        start = end + 1
        if lines.count == Self.batch { try flush() }
      }
      rest.removeSubrange(..<start)
      if rest.count > Self.lineLimit {
        throw Failure.data("standard input: a line of more than \(Self.lineLimit) bytes")
      }
      try flush()
      // At most 500 calls a second: the daemon answers 1000 of a connection.
      usleep(2000)
    }
    // A last line may lack its end.
    if !rest.isEmpty, let line = summary.sample(rest[...]) { lines.append(.string(line)) }
    try flush()
    if arguments.has("--json") { Terminal.print(summary.json, layout: .compact) } else { Terminal.print(summary.text) }
    if summary.accepted == 0 { throw Failure.data("no sample was accepted") }
  }
}

/// The counts of a `gnomon push`.
struct PushSummary {
  private(set) var accepted = 0
  private(set) var skipped = 0
  private(set) var lines = 0
  private(set) var refused: [(reason: String, count: Int, first: Int)] = []
  private var sent = 0

  /// Returns the line if it may be a sample; other lines of a recording are counted.
  mutating func sample(_ bytes: ArraySlice<UInt8>) -> String? {
    lines += 1
    guard let first = bytes.first, !bytes.starts(with: "gnomon-recording".utf8) else {
      skipped += 1
      return nil
    }
    if [UInt8(ascii: "#"), UInt8(ascii: "I"), UInt8(ascii: "R"), UInt8(ascii: "O")].contains(first) {
      skipped += 1
      return nil
    }
    let text = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    return String(decoding: text, as: UTF8.self)
  }

  mutating func record(_ answer: JSONValue, of count: Int) {
    accepted += Int(answer["accepted"]?.integer ?? 0)
    for entry in answer["refused"]?.array ?? [] {
      let field = entry["field"]?.string ?? ""
      let reason = (entry["reason"]?.string ?? "?") + (field.isEmpty ? "" : " (\(field))")
      let number = Int(entry["count"]?.integer ?? 0)
      if let index = refused.firstIndex(where: { $0.reason == reason }) {
        refused[index].count += number
      } else {
        refused.append((reason, number, sent + Int(entry["first"]?.integer ?? 0)))
      }
    }
    sent += count
  }

  var json: JSONValue {
    [
      "accepted": .integer(Int64(accepted)), "skipped": .integer(Int64(skipped)),
      "refused": .array(
        refused.map {
          ["reason": .string($0.reason), "count": .integer(Int64($0.count)), "first": .integer(Int64($0.first))]
        }),
    ]
  }

  var text: String {
    var lines = ["\(accepted) samples accepted, \(skipped) other lines skipped"]
    lines += refused.map { "\($0.count) refused: \($0.reason), first the sample \($0.first)" }
    return DaemonCall.lines(lines)
  }
}
