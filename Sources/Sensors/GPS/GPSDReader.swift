import Text

/// Reads what gpsd sends, lines of JSON (gpsd_json(5)): bytes in, messages out. A pure value without a descriptor, so that any
/// bytes can be tried on it.
///
/// It stands in for libgps, whose reader of `DEVICES` (3.22) never returns from a line that is cut off. Only the members that are
/// used are looked at; of the rest it is checked that it is JSON. A line that cannot be read is refused whole and counted, and
/// the next line is read.
public struct GPSDReader: Sendable {
  /// gpsd's own limit for one message is 10 to 16 KiB, by version.
  public static let longestLine = 64 << 10
  static let deepest = 8

  /// Why a line is refused.
  public enum Refusal: String, CaseIterable, Sendable {
    case tooLong = "longer than 64 KiB"
    case notJSON = "no JSON"
    case noClass = "no object with a class"
    case wrongMember = "a member of another type"
    case cutOff = "cut off by the end of the connection"
  }

  public struct Counters: Equatable, Sendable {
    public var lines = 0
    public private(set) var refused: [Refusal: Int] = [:]
    /// Of a class that is not used.
    public var unused = 0
    public var refusals: Int { refused.values.reduce(0, +) }

    mutating func refuse(_ reason: Refusal) { refused[reason, default: 0] += 1 }
  }

  public private(set) var counters = Counters()
  /// The begun line; never longer than `longestLine`.
  private var line: [UInt8] = []
  /// The rest of the line that is being received is not wanted.
  private var isSkipping = false

  public init() {}

  /// Bytes of the begun line.
  var bufferedCount: Int { line.count }

  /// Takes the next bytes of the stream, whole lines or not.
  public mutating func ingest(_ bytes: UnsafeRawBufferPointer, into output: (GPSDMessage) -> Void) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      append(rest[..<end])
      finishLine(into: output)
      rest = rest[(end + 1)...]
    }
    append(rest)
  }

  /// The end of the stream: a line that was begun is refused.
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
