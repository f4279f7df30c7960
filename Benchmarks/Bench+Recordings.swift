import Glibc
import Recordings
import Samples
import Simulation
import Text

extension Bench {
  /// Returns the lines of a simulated walk, and the same as bytes.
  static func walk() -> (lines: [RecordingLine], text: [UInt8]) {
    var lines: [RecordingLine] = []
    let parameters = SimulationParameters()
    do { try Simulation(Plan.cityBlocks.itinerary(parameters), parameters: parameters).run { lines.append($0) } } catch
    {
      preconditionFailure("the built-in plan does not run: \(error)")
    }
    var buffer = TextBuffer(capacity: 1 << 24)
    buffer.append(TextBuffer.recordingHeader)
    for line in lines { buffer.append(line: line) }
    return (lines, buffer.bytes)
  }

  /// Measures the reader; the reference is a loop that only finds the newlines of the same bytes.
  static func readingRecordings() throws {
    let (lines, text) = walk()
    let splitter = measure(lines.count) {
      var count = 0, position = 0
      text.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        while let found = memchr(base + position, 0x0A, bytes.count - position) {
          position = UnsafeRawPointer(found) - base + 1
          count += 1
        }
      }
      consume(count)
    }
    let reader = try measure(lines.count) {
      let reader = try RecordingReader(bytes: text)
      while let line = try reader.next() { consume(line.tag) }
    }
    report("read a recording line, plain", reader, beside: ("a line splitter", splitter))

    let split = text.split(separator: 0x0A).dropFirst().map(Array.init)
    let bad = split.prefix(10_000).map { $0.dropLast(3) + Array(",x".utf8) }
    let refusing = measure(bad.count) {
      var parser = LineParser()
      for line in bad { line.withUnsafeBufferPointer { consume(parser.parse($0)) } }
    }
    report("refuse a bad line", refusing, beside: ("a line splitter", splitter))
  }

  static func writingRecordings() {
    let (lines, _) = walk()
    var buffer = TextBuffer(capacity: 1 << 24)
    let copying = measure(lines.count) {
      buffer.removeAll()
      for _ in lines { buffer.append("A,123.456,0.123456,9.876543,-0.123456\n" as StaticString) }
    }
    let writing = measure(lines.count) {
      buffer.removeAll()
      for line in lines { buffer.append(line: line) }
    }
    report("write a recording line", writing, beside: ("copying its text", copying))
  }
}
