import Expectations
import Foundation
import Loggers
import Phones
import Samples
import Testing

@testable import CommandParts
@testable import PhoneLink
@testable import Watcher

/// The picture of docs/phone.md. GNOMON_CAPTURES=write rewrites it on purpose.
@Suite struct PhoneCaptureTests {
  @Test func theCaptureShowsTheGuide() throws {
    let second: Int64 = 1_000_000_000
    var feed = PhoneFeed(.sensorLogger)
    var lines: [String] = []
    for time in 0..<4 {
      let readings = (0..<100).flatMap { index -> [PhoneReading] in
        let stamp = Int64(time) * second + Int64(index) * 10_000_000
        var location = StatedLocation()
        (location.latitude, location.longitude, location.horizontalAccuracy) = (48.2085, 16.3721, 4.8)
        return [
          PhoneReading(stamp, .force(SIMD3(0.1, 9.0, 3.9))), PhoneReading(stamp, .rate(.zero)),
          PhoneReading(stamp, .field(SIMD3(12, -31, -36))),
        ] + (index == 0 ? [PhoneReading(stamp, .pressure(992)), PhoneReading(stamp, .location(location))] : [])
      }
      _ = feed.ingest(
        readings, at: BootInstant(nanoseconds: Int64(time + 1) * second), utc: 1_764_266_400_000_000_000)
    }
    let parts = PhoneGuide.parts(
      "http://192.168.1.20:8123/d482bfdbc059476c4287d8c5d10dc8e0", [], isLoopback: false)
    let guide = parts.head + parts.code.joined(separator: "\n") + "\n\n" + parts.rest
    lines += guide.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast()
    lines.append("the app has found this computer: start a recording in it")
    let state = PhoneDisplay.State(feed: feed, advice: [], pose: nil, accepted: 0, refused: [:], unused: [:])
    lines.append(PhoneDisplay.text(state))
    var style = TerminalStyle()
    style.isUnicode = true
    let width = lines.map(\.count).max() ?? 80
    expect(width, isAtMost: 80, "\(lines.filter { $0.count > 80 })")
    var grid = CellGrid(width, lines.count, style)
    for (row, line) in lines.enumerated() { grid.write(line, row, 0) }
    let file = DocumentTests.package.appendingPathComponent("docs/captures/phone-guide.svg"),
      svg = TerminalDrawing.svg(grid)
    if ProcessInfo.processInfo.environment["GNOMON_CAPTURES"] == "write" {
      try svg.write(to: file, atomically: true, encoding: .utf8)
    }
    try expect(String(contentsOf: file, encoding: .utf8), equals: svg, "GNOMON_CAPTURES=write rewrites it")
  }
}
