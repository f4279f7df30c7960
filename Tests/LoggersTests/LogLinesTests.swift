import Expectations
import Samples
import Testing

@testable import Loggers

/// A log's file in pieces, as from a disk or an archive.
@Suite struct LogLinesTests {
  private struct Gatherer: LogParser {
    var lines: [String] = [], numbers: [Int] = [], refused: [Int] = []
    func choose(from files: [String]) -> [String] { files }
    mutating func startFile(_ file: String) {}
    mutating func parse(_ line: UnsafeBufferPointer<UInt8>, number: Int) {
      lines.append(String(decoding: line, as: UTF8.self))
      numbers.append(number)
    }
    mutating func refuse(_ refusal: LogRefusal, number: Int) {
      expect(refusal, equals: LogRefusal(.lineTooLong))
      refused.append(number)
    }
    mutating func finish() -> LoggedSession { LoggedSession() }
  }

  private func lines(_ text: [UInt8], piece: Int) -> Gatherer {
    var gatherer = Gatherer(), lines = LogLines()
    for start in stride(from: 0, to: text.count, by: piece) {
      text[start..<min(text.count, start + piece)].withUnsafeBytes { lines.feed($0, to: &gatherer) }
    }
    lines.finish(&gatherer)
    return gatherer
  }

  @Test(arguments: [1, 2, 3, 5, 7, 100]) func piecesOfAnySizeGiveTheSameLines(piece: Int) {
    let found = lines(Array("one\r\n\ntwo\n\r\nthree\r\nfour".utf8), piece: piece)
    #expect(found.lines == ["one", "two", "three", "four"] && found.numbers == [1, 3, 5, 6])
  }

  @Test(arguments: [4096, 10 << 20]) func aLineThatIsTooLongIsRefusedAndTheNextOneRead(piece: Int) {
    let long = String(repeating: "x", count: LogLines.longest + 1)
    let most = String(repeating: "y", count: LogLines.longest)
    let found = lines(Array("a\n\(long)\nb\n\(most)\n\(long)".utf8), piece: piece)
    expect(found.lines.map(\.count), equals: [1, 1, LogLines.longest])
    expect(found.numbers, equals: [1, 3, 4])
    expect(found.refused, equals: [2, 5])
  }

  @Test func fixesAboveTheLimitAreRefusedAndCounted() throws {
    var session = LoggedSession(), refused = 0
    for index in 0..<LoggedSession.mostFixes + 10 {
      let time = BootInstant(nanoseconds: Int64(index) * 1_000_000_000)
      do throws(LogRefusal) {
        try session.add(
          Fix(time: time, arrival: time, mode: .twoDimensional, latitude: .init(48), longitude: .init(16), height: nil))
      } catch {
        expect(error, equals: .tooMany)
        refused += 1
      }
    }
    #expect(refused == 10 && session.count(.fix) == LoggedSession.mostFixes)
  }
}
