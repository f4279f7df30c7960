import Expectations
import Foundation
import Samples
import Testing
import Text

@testable import Recordings

/// Reads the whole recording; returns also the fault that ended it, if any.
func readAll(_ bytes: [UInt8]) throws -> (
  lines: [RecordingLine], statistics: RecordingStatistics, fault: RecordingFault?
) {
  let reader = try RecordingReader(bytes: bytes)
  var lines: [RecordingLine] = []
  do {
    while let line = try reader.next() { lines.append(line) }
  } catch let fault {
    return (lines, reader.statistics, fault)
  }
  return (lines, reader.statistics, nil)
}

func openingFault(_ bytes: [UInt8]) -> RecordingFault.Reason? {
  do {
    _ = try RecordingReader(bytes: bytes)
    return nil
  } catch let fault { return fault.reason }
}

func text(_ lines: String...) -> [UInt8] { Array(("gnomon-recording,1\n" + lines.map { $0 + "\n" }.joined()).utf8) }

/// One gzip member, by the writer under test.
func gzip(_ lines: [RecordingLine]) throws -> [UInt8] {
  let path = temporaryPath("gz")
  defer { try? FileManager.default.removeItem(atPath: path) }
  let writer = try RecordingWriter(path: path)
  for line in lines { try writer.append(line) }
  try writer.close()
  return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
}

func temporaryPath(_ ending: String) -> String {
  FileManager.default.temporaryDirectory.appendingPathComponent("gnomon-test-\(UUID()).\(ending)").path
}

func accelerometer(_ count: Int) -> [RecordingLine] {
  (1...count).map {
    .sample(
      .accelerometer(.init(time: BootInstant(nanoseconds: Int64($0) * 5_000_000), force: .init(0.1, 9.81, Double($0)))))
  }
}

@Suite struct ReaderTests {
  @Test func plainText() throws {
    let (lines, statistics, fault) = try readAll(text("#,device,x", "A,1,0,9.81,0", "Q,9", "A,nan,0,0,0", "G,1,0,0,0"))
    #expect(fault == nil && lines.count == 3)
    #expect(
      statistics.taken(.accelerometer) == 1 && statistics.taken(.gyroscope) == 1 && statistics.taken(.metadata) == 1)
    #expect(statistics.unknownTags == 1 && statistics.refused(.notFinite) == 1 && !statistics.endsWithinLine)
    #expect(statistics.examples.first?.line == 5 && statistics.examples.first?.refusal.field == .t)
    expect(statistics.firstTime, equals: BootInstant(seconds: 1))
  }

  @Test func filesOfAnotherKindAreNamed() {
    expect(openingFault([]), equals: .empty)
    expect(openingFault(Array("gnomon-recording,1".utf8)), equals: .notARecording(firstLine: "gnomon-recording,1"))
    expect(openingFault(Array("time,x,y,z\n1,2,3,4\n".utf8)), equals: .notARecording(firstLine: "time,x,y,z"))
    expect(openingFault(Array("gnomon-recording,2\n".utf8)), equals: .otherVersion("2"))
    expect(openingFault(Array("gnomon-recording,12\n".utf8)), equals: .otherVersion("12"))
    #expect(openingFault(Array("gnomon-recording,1.3,later\n".utf8)) == nil)
    expect(
      openingFault(Array("gnomon-recording,1\r\nA,1,2,3,4\r\n".utf8)),
      equals: .notARecording(firstLine: "gnomon-recording,1\u{240D}"))
    #expect(openingFault([0, 1, 2, 0xFF, 10]) != nil)
    expect(openingFault([0x1F, 0x8B]), equals: .gzipTruncated)
    #expect(openingFault([0x1F, 0x8B, 8, 99, 1, 2, 3, 4, 5, 6]) != nil)
    let fault = RecordingFault(path: "f", line: 1, reason: .notARecording(firstLine: "gnomon-recording,1\u{240D}"))
    #expect(fault.description.contains("CR LF"))
    do {
      _ = try RecordingReader(path: "/nowhere/at/all.gnomon")
      Issue.record("opened")
    } catch let fault {
      #expect(fault.reason == .cannotOpen(errno: ENOENT) && "\(fault)".contains("/nowhere/at/all.gnomon"))
    }
    do {
      _ = try RecordingReader(path: "/")
      Issue.record("opened")
    } catch let fault { expect(fault.reason, equals: .readFailed(errno: EISDIR)) }
  }

  @Test func aLastLineCutShortIsLeftOutAndReported() throws {
    let (lines, statistics, fault) = try readAll(text("A,1,0,9.81,0") + Array("A,2,0,9.8".utf8))
    #expect(lines.count == 1 && statistics.endsWithinLine && fault == nil && statistics.refusedTotal == 0)
  }

  @Test func longLinesAreRefusedAndTheNextOneRead() throws {
    let long = String(repeating: "x", count: 3 << 20)
    let (lines, statistics, _) = try readAll(text("A,1,0,0,0", "#,note,\(long)", "A,2,0,0,0"))
    #expect(lines.count == 2 && statistics.refused(.lineTooLong) == 1)
    expect(statistics.examples.first?.line, equals: 3)
    let most = String(repeating: "y", count: (1 << 20) - 7)
    let (kept, fine, _) = try readAll(text("#,note,\(most)", "A,2,0,0,0"))
    #expect(kept.count == 2 && fine.refusedTotal == 0)
    let (_, cut, _) = try readAll(text("A,1,0,0,0") + Array(long.utf8))
    #expect(cut.endsWithinLine)
  }

  @Test func gzipByContentAndInMembers() throws {
    let some = accelerometer(5000)
    let first = try gzip(some)
    let (lines, _, fault) = try readAll(first)
    #expect(lines == some && fault == nil)
    // A second member continues the text; its header line is one more line, which is refused and counted.
    let more = [UInt8](try #require(try? gzipOf(Array("A,100,1,2,3\n".utf8))))
    let (joined, _, none) = try readAll(first + more)
    #expect(joined.count == 5001 && none == nil)
    let (padded, _, fine) = try readAll(first + [UInt8](repeating: 0, count: 1000))
    #expect(padded.count == 5000 && fine == nil)
    let (kept, _, damaged) = try readAll(first + [0, 0, 7])
    #expect(kept.count == 5000 && damaged?.reason == .gzipDamaged("bytes after the last member"))
  }

  /// Compresses any bytes with the system's gzip: a writer other than gnomon's.
  func gzipOf(_ bytes: [UInt8]) throws -> Data {
    let path = temporaryPath("txt")
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let process = Process(), pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-c", path]
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }

  @Test func truncatedGzipKeepsTheEarlierLines() throws {
    let some = accelerometer(50_000)
    let whole = try gzip(some)
    for share in [0.1, 0.5, 0.9, 0.999] {
      let (lines, _, fault) = try readAll(Array(whole.prefix(Int(Double(whole.count) * share))))
      expect(fault?.reason, equals: .gzipTruncated)
      expect(Array(some.prefix(lines.count)), equals: lines)
      expect(Double(lines.count), isAbove: 0.8 * share * 50_000 - 5000)
      expect(fault?.line, equals: lines.count + 2)  // the header line, and the incomplete one
    }
    var flipped = whole
    flipped[whole.count - 6] ^= 0x40  // in the checksum
    try expect(readAll(flipped).fault?.reason, equals: .gzipDamaged("incorrect data check"))
  }

  /// A file that unpacks to a thousand times its size is refused as soon as the ratio is certain, whatever its content.
  @Test func aTooLargeUnpackedSizeIsRefused() throws {
    let header = Array("gnomon-recording,1\n".utf8)
    let bomb = [UInt8](try gzipOf(header + [UInt8](repeating: 0x0A, count: 40 << 20)))
    try expect(readAll(bomb).fault?.reason, equals: .gzipRatio(limit: ArchiveLimits.ratio))
    // Without a line end there is no first line.
    let endless = [UInt8](try gzipOf([UInt8](repeating: 0, count: 8 << 20)))
    expect(openingFault(endless), equals: .firstLineTooLong(limit: 1 << 20))
    expect(openingFault([UInt8](repeating: 0x31, count: 2 << 20)), equals: .firstLineTooLong(limit: 1 << 20))
  }

  @Test func everySplitOfTheBytesReadsTheSame() throws {
    // A pipe delivers pieces of any size; here small ones, as with `-`.
    let bytes = text("#,device,x", "A,1,0,9.81,0", "P,1,49,11,,,,,,,,2", "R,1,49,11,300,0,0,0,1")
    let whole = try readAll(bytes).lines
    for size in [1, 2, 7] {
      var position = 0
      let reader = try RecordingReader(path: "slow") { output in
        let count = min(size, output.count, bytes.count - position)
        for i in 0..<count { output[i] = bytes[position + i] }
        position += count
        return count
      }
      var lines: [RecordingLine] = []
      while let line = try reader.next() { lines.append(line) }
      expect(lines, equals: whole)
    }
  }

  @Test func readErrorsAreNamed() throws {
    var calls = 0
    let head = text("A,1,0,9.81,0")
    let reader = try RecordingReader(path: "failing") { output in
      calls += 1
      if calls > 1 { return -Int(EIO) }
      output.copyBytes(from: head)
      return head.count
    }
    #expect(try reader.next() != nil)
    #expect(throws: RecordingFault.self) { try reader.next() }
    #expect(try reader.next() == nil)
  }
}
