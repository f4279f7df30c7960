import Recordings
import Samples
import Text

/// A recording, text and gzip: it is read to an end, and each accepted line stays the same when written and read.
///
/// The first byte chooses: even, the rest is the file as it is (plain or gzip); odd, the rest follows a good first line.
enum Recorded {
  static func check(_ input: [UInt8]) throws(Finding) {
    guard let choice = input.first else { return }
    let bytes = (choice & 1 == 1 ? Array("gnomon-recording,1\n".utf8) : []) + input.dropFirst()
    guard let reader = try? RecordingReader(bytes: bytes) else { return }
    var parser = LineParser(), taken = 0
    while let line = try? reader.next() {
      taken += 1
      try check(line, &parser)
    }
    try require(reader.statistics.takenTotal == taken, "\(taken) lines, and \(reader.statistics.takenTotal) counted")
  }

  /// One line, written and read again.
  static func check(_ line: RecordingLine, _ parser: inout LineParser) throws(Finding) {
    var buffer = TextBuffer(), second = TextBuffer()
    buffer.append(line: line)
    let outcome = buffer.withBytes { parser.parse(UnsafeBufferPointer(rebasing: $0.dropLast())) }
    guard case .line(let again) = outcome else { throw Finding("\(line) was taken, and refused when written") }
    second.append(line: again)
    try require(second.bytes == buffer.bytes, "\(line) changed by being written and read")
  }
}
