import Expectations
import Fusion
import Geometry
import TestSupport
import Testing
import Text
import Wire

@testable import CommandParts
@testable import Watcher

/// The filter's page in `gnomon watch`, read from the grid and compared with the messages of the same time.
@Suite struct WatchFilterTests {
  private static func picture(_ aids: AidsMessage, _ columns: Int = 120, _ rows: Int = 40) throws -> CellGrid {
    var model = WatchWalk.seconds[62]
    model.ingest(try StreamMessage(aids), at: WatchWalk.moment(62))
    var style = WatchScenes.style(columns, rows)
    style.isColoured = true
    return WatchPicture(
      model: model, controls: WatchControls(page: .filter), style: style, now: WatchWalk.moment(62)
    ).grid()
  }

  private static func aid(_ name: String, _ state: AidState, ratio: Double, _ reason: AidReason? = nil) -> AidMessage {
    AidMessage(
      name: name, unit: "", state: state, reason: reason?.name, english: reason?.text, innovationVariance: [1],
      ratio: ratio, fused: 0,
      refused: reason.map { [AidRefusedMessage(reason: $0.name, english: $0.text, count: 12)] } ?? [], turned: .zero,
      turnedInAll: .zero, lastTurn: .zero)
  }

  /// The gate is in the middle of the bar; the bar's length is the innovation divided by the gate, the root of the ratio.
  @Test(arguments: [(0.0, 0), (0.04, 1), (0.25, 3), (1, 7), (2.25, 10), (4.5, 15), (100, 14)])
  func theBarIsTheInnovationOverTheGate(_ ratio: Double, _ filled: Int) {
    let cells = FilterPane.cells(ratio), gate = FilterPane.bar / 2
    #expect(cells.count == FilterPane.bar && cells[gate] == "│")
    let drawn = cells.indices.filter { cells[$0] == "█" || ($0 == gate && filled > gate) }
    expect(drawn.count, equals: filled, "\(ratio): \(cells)")
    expect(drawn, equals: Array(0..<drawn.count))
    expect((cells.last == ">"), equals: (ratio > 4.7))
  }

  @Test func aRefusedSourceIsMarkedWithItsReason() throws {
    var message = AidsMessage(time: 0, scene: 0)
    message.aids = [
      Self.aid("good", .fusing, ratio: 0.25), Self.aid("less", .fusing, ratio: 4, .trustedLess),
      Self.aid("bad", .refused, ratio: 9, .beyondGate), Self.aid("weak", .refused, ratio: 9, .tooWeak),
      Self.aid("old", .timedOut, ratio: 0.1), Self.aid("none", .off, ratio: 0, .notInProfile),
    ]
    message.aids[0].turned = .degrees(-3.25)
    message.aids[0].turnedInAll = .degrees(8)
    message.states = [.init(name: "yaw", unit: "°", value: 12.345, sigma: 0.5)]
    var turned = HypothesisMessage(weight: 0.87, motion: "carried", yaw: .degrees(-12.34), yawSigma: .degrees(4.1))
    (turned.east, turned.north, turned.radius) = (Length(3), Length(4), Length(6))
    turned.doubts = ["compass-turned"]
    message.hypotheses = [turned, .init(weight: 0.13, motion: "walks", yaw: .degrees(77), yawSigma: .degrees(9))]
    let grid = try Self.picture(message), lines = grid.lines
    #expect(
      lines.contains { $0.contains("87.0 %  yaw -12.3° ± 4.1°  5.0 m off, within 6.0 m  carried, compass-turned") },
      "\(lines)")
    #expect(lines.contains { $0.contains("13.0 %  yaw 77.0° ± 9.0°  nothing wrong") })
    func row(_ name: String) throws -> Int { try #require(lines.firstIndex { $0.hasPrefix("\(name) ") }, "\(lines)") }
    let looks: [(String, TerminalStyle.Emphasis, String)] = [
      ("good", .none, "fusing"), ("less", .warning, "fusing: surprising, trusted less (12)"),
      ("bad", .bad, "refused: beyond the gate (12)"), ("weak", .bad, "refused: horizontal field too weak (12)"),
      ("old", .dim, "timed-out"), ("none", .dim, "off: not used in this profile"),
    ]
    for (name, emphasis, text) in looks {
      let row = try row(name)
      #expect(lines[row].contains(text), "\(lines[row])")
      #expect((0..<grid.columns).allSatisfy { grid[row, $0].scalar == " " || grid[row, $0].emphasis == emphasis })
    }
    let good = lines[try row("good")], weak = lines[try row("weak")], old = lines[try row("old")]
    #expect((good.contains("-3.3° ") || good.contains("-3.2° ")) && good.contains("0.25 ███    │"), "\(good)")
    // For a measurement that never reached the gate, and for an old one, no ratio is shown.
    #expect(!weak.contains("9.00") && !old.contains("0.10"))
    #expect(lines.contains { $0.contains("yaw") && $0.contains("12.35 ± 0.50 °") || $0.contains("12.34 ± 0.50 °") })
  }

  /// At 80 × 24 the page shows as much as fits, and states how much does not; a larger terminal shows all.
  @Test func allSourcesAreThereAndTheRestIsReached() throws {
    let message = try #require(WatchWalk.seconds[62].aids)
    #expect(message.aids.count > 15 && message.states.count > 20)
    let small = WatchScenes.grid(62, page: .filter).lines
    let large = WatchScenes.grid(62, 120, 40, page: .filter).lines
    for aid in message.aids { #expect(large.contains { $0.hasPrefix("\(aid.name) ") }, "\(aid.name)") }
    for state in message.states {
      #expect(large.contains { $0.contains(FilterPane.shortened(state.name)) }, "\(state.name)")
    }
    #expect(small.contains { $0.contains(" more") } && !large.contains { $0.contains(" more") })
    expect(small.last, equals: FootPane.filterKeys)
    // Scrolled to its end the page has the last state, and cannot be scrolled farther.
    var controls = WatchControls(page: .filter)
    for _ in 0..<20 { _ = controls.press(.down, isRecording: false, at: WatchWalk.moment(62)) }
    var picture = WatchPicture(
      model: WatchWalk.seconds[62], controls: controls, style: WatchScenes.style(80, 24), now: WatchWalk.moment(62))
    expect(controls.scroll, isAbove: picture.filterOverhang)
    controls.limitScroll(to: picture.filterOverhang)
    picture.controls = controls
    let moved = picture.grid().lines
    #expect(controls.scroll == picture.filterOverhang && !moved.contains { $0.contains(" more") })
    let last = try #require(message.states.last)
    #expect(moved.contains { $0.contains(FilterPane.shortened(last.name)) }, "\(moved)")
    for aid in message.aids { #expect((small + moved).contains { $0.hasPrefix("\(aid.name) ") }, "\(aid.name)") }
  }
}
