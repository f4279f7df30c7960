import Text

/// Parses the stream from gpsd, lines of JSON (gpsd_json(5)): bytes in, messages out. A value without a descriptor, so that tests
/// can feed it any bytes.
///
/// It divides the stream into lines of limited length and counts them; libgps decodes a line after a strict look at it
/// (`GPSDLine`). An invalid line is refused whole and counted, and reading continues with the next line.
public struct GPSDReader: Sendable {
  /// gpsd's own limit for one message is 10 to 16 KiB, by version.
  public static let longestLine = 64 << 10
  static let deepest = 8

  /// The reason why a line is refused.
  public enum Refusal: String, CaseIterable, Sendable {
    case tooLong = "longer than 64 KiB"
    case notJSON = "no JSON"
    case noClass = "no object with a class"
    case wrongMember = "a member of another type"
    case unusual = "a name or a value that gpsd does not write"
    case notDecoded = "not read to its end by libgps"
    case cutOff = "cut off by the end of the connection"
  }

  public struct Counters: Equatable, Sendable {
    public var lines = 0
    public private(set) var refused: [Refusal: Int] = [:]
    /// Messages of a class that is not used.
    public var unused = 0
    public var refusals: Int { refused.values.reduce(0, +) }

    mutating func refuse(_ reason: Refusal) { refused[reason, default: 0] += 1 }
  }

  public private(set) var counters = Counters()
  /// The incomplete line; never longer than `longestLine`.
  private var line: [UInt8] = []
  /// True if the rest of the current line is skipped, because the line is too long.
  private var isSkipping = false

  public init() {}

  /// Bytes of the incomplete line.
  var bufferedCount: Int { line.count }

  /// Ingests the next bytes of the stream; they need not end at a line's end.
  public mutating func ingest(_ bytes: UnsafeRawBufferPointer, into output: (GPSDMessage) -> Void) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      append(rest[..<end])
      finishLine(into: output)
      rest = rest[(end + 1)...]
    }
    append(rest)
  }

  /// The end of the stream: an incomplete line is refused.
  public mutating func end() {
    if !line.isEmpty {
      counters.lines += 1
      counters.refuse(.cutOff)
    }
    line = []
    isSkipping = false
  }

  private mutating func append(_ part: Slice<UnsafeRawBufferPointer>) {
    guard !isSkipping else { return }
    if line.count + part.count > Self.longestLine {
      isSkipping = true
      line = []
      counters.lines += 1
      counters.refuse(.tooLong)
    } else {
      line.append(contentsOf: part)
    }
  }

  private mutating func finishLine(into output: (GPSDMessage) -> Void) {
    defer { line.removeAll(keepingCapacity: true) }
    guard !isSkipping else {
      isSkipping = false
      return
    }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    guard !line.isEmpty else { return }
    counters.lines += 1
    switch GPSDMessage.read(line) {
    case .success(let message):
      if case .other = message { counters.unused += 1 }
      output(message)
    case .failure(let refusal): counters.refuse(refusal)
    }
  }
}

extension GPSDReader.Refusal: Error {}
