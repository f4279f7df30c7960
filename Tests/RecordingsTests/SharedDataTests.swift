import Recordings
import Samples
import TestData
import Testing
import Text

/// Real recordings beside the repository (`../shared/data`, or the folder in GNOMON_SHARED): every line is good, and writing the
/// lines that were read changes no value.
@Suite struct SharedDataTests {
  @Test(.enabled(if: !SharedData.recordings.isEmpty, "no ../shared/data here"), arguments: SharedData.recordings)
  func everyLineIsGoodAndKeepsItsBits(path: String) throws {
    let reader = try RecordingReader(path: path)
    var buffer = TextBuffer(), again = TextBuffer()
    var parser = LineParser(), lines = 0, changed = 0
    while let line = try reader.next() {
      lines += 1
      buffer.removeAll()
      buffer.append(line: line)
      let outcome = buffer.withBytes { parser.parse(UnsafeBufferPointer(rebasing: $0.dropLast())) }
      guard case .line(let read) = outcome else {
        changed += 1
        continue
      }
      again.removeAll()
      again.append(line: read)
      // −0 equals 0 and is invisible in the values, but not in the text, which is a function of the bits.
      if read != line || again.bytes != buffer.bytes { changed += 1 }
    }
    #expect(lines > 1000 && changed == 0)
    #expect(
      reader.statistics.refusedTotal == 0 && reader.statistics.unknownTags == 0 && !reader.statistics.endsWithinLine)
  }
}
