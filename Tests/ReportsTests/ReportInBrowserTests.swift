import Expectations
import Foundation
import Geodesy
import Geometry
import Samples
import TestSupport
import Testing

@testable import Reports

/// The page as a real browser shows it: everything is at the place that the numbers give.
@Suite(.enabled(if: Browser.isHere, "needs Chromium")) struct ReportInBrowserTests {
  /// Shows a page and runs a script in it.
  func ask(_ page: String, width: Int, _ script: String) throws -> (answer: [String: Any], complaints: [String]) {
    let scratch = try Scratch(), file = URL(fileURLWithPath: try scratch.write(page, to: "report.html"))
    let answer = try Browser.ask(file, width: width, PageProbe.functions + script)
    let value = try #require(answer.value as? [String: Any])
    #expect(value["error"] == nil, "\(value)")
    return (value, answer.complaints)
  }

  /// Tracks, fixes and turns measured in pixels, converted to meters by the scale that a reader would use: the bar and its label.
  @Test(arguments: [1200, 390]) func planIsToScale(width: Int) throws {
    let (answer, complaints) = try ask(
      ReportTests.page(SyntheticSession.story()), width: width,
      """
      return {scale: box("#scale"), label: page.querySelector(".scale text").textContent,
        after: ends("#track-after"), before: ends("#track-before"), truth: ends("#track-truth"),
        fixes: starts("#plan .fix:not(.withheld)"), withheld: starts("#plan .fix.withheld"),
        hands: all("#plan .turn .hand").map(path => [onPage(path, 0), onPage(path, 1)]),
        sectors: all("#plan .turn .sector").length, start: box(".over > text")};
      """)
    expect(complaints, equals: [], "\(complaints)")
    let bar = try #require(answer["scale"] as? [String: Double])
    let label = try #require(answer["label"] as? String)
    #expect(label == "50 m" || label == "20 m")
    let metresPerPixel = (Double(label.dropLast(2)) ?? .nan) / (bar["width"] ?? .nan)

    /// East and north of the first point of the fused track, which is the start.
    let origin = try #require((answer["after"] as? [[Double]])?.first)
    func metres(_ pixel: [Double]) -> SIMD2<Double> {
      SIMD2(pixel[0] - origin[0], origin[1] - pixel[1]) * metresPerPixel
    }
    let tolerance = 1.5 * metresPerPixel
    func near(_ pixel: [Double]?, _ expected: SIMD2<Double>, _ what: String) {
      guard let pixel else {
        Issue.record("no \(what)")
        return
      }
      let error = metres(pixel) - expected
      let distance = Geometry.hypot(error.x, error.y)
      expect(distance, isBelow: tolerance, "\(what): \(metres(pixel)), not \(expected)")
    }
    let end = SyntheticSession.way(150.9)
    near((answer["after"] as? [[Double]])?.last, end, "end of the corrected track")
    near((answer["truth"] as? [[Double]])?.last, SyntheticSession.way(150), "end of the truth")
    near((answer["before"] as? [[Double]])?.first, .zero, "start of the uncorrected track")
    // 41° counterclockwise of the truth.
    let sine = Angle.degrees(41).sine, cosine = Angle.degrees(41).cosine
    near(
      (answer["before"] as? [[Double]])?.last,
      SIMD2(end.x * cosine - end.y * sine, end.x * sine + end.y * cosine), "end of the uncorrected track")

    let fixes = try #require(answer["fixes"] as? [[Double]]), withheld = try #require(answer["withheld"] as? [[Double]])
    #expect(fixes.count == 140 && withheld.count == 11)
    for second in [0, 40, 99] {
      near(fixes[second], SyntheticSession.way(Double(second)) + SIMD2(3, 0), "fix \(second)")
    }
    near(withheld[5], SyntheticSession.way(105) + SIMD2(3, 0), "withheld fix")

    let hands = try #require(answer["hands"] as? [[[Double]]])
    #expect(hands.count == 3 && answer["sectors"] as? Int == 3)
    for (hand, correction) in zip(hands, SyntheticSession.corrections) {
      let seconds = (correction.time - SyntheticSession.time(0)).value
      near(hand[0], SyntheticSession.way(seconds), "correction at \(seconds) s")
      let direction = metres(hand[1]) - metres(hand[0])
      let azimuth = Geometry.atan2(direction.x, direction.y) * 180 / .pi
      expect(abs(azimuth - correction.newYaw.degrees), isBelow: 1.5, "\(azimuth)")
    }
  }

  /// Marks on the heading chart, read as a person does: between the figures along the axes.
  @Test func chartsReadOffRight() throws {
    let (answer, _) = try ask(
      ReportTests.page(SyntheticSession.story()), width: 700,
      """
      const axis = (chart, side) => all(`#${chart} .${side} text`).map(text => {
        const box = text.getBoundingClientRect();
        return [text.textContent, box.left + box.width / 2, box.top + box.height / 2]; });
      return {values: axis("heading", "values"), times: axis("heading", "times"),
        marks: all("#heading .mark").filter(path => !path.closest("figcaption")).map(path => onPage(path, 0)),
        titles: all("#heading .mark title").map(title => title.textContent),
        pairs: starts("#pairs .pair").length, turns: starts("#turns .mark").length};
      """)
    func scale(_ name: String, _ coordinate: Int, _ read: (String) -> Double) throws -> (Double) -> Double {
      let ticks = try #require(answer[name] as? [[Any]])
      let first = try #require(ticks.dropFirst().first), last = try #require(ticks.dropLast().last)
      let a = read(first[0] as? String ?? ""), b = read(last[0] as? String ?? "")
      let from = first[coordinate] as? Double ?? .nan, to = last[coordinate] as? Double ?? .nan
      return { a + ($0 - from) / (to - from) * (b - a) }
    }
    let value = try scale("values", 2) { Double($0.replacingOccurrences(of: "−", with: "-")) ?? .nan }
    let time = try scale("times", 1) { text in
      text.split(separator: ":").reduce(0) { $0 * 60 + (Double($1) ?? .nan) }
    }
    let marks = try #require(answer["marks"] as? [[Double]])
    #expect(marks.count == 3 && answer["pairs"] as? Int == 135 && answer["turns"] as? Int == 3)
    // In the order of the sources: fix at 50 s, compass at 90 s, fit at 20 s.
    for (mark, expected) in zip(marks, [(50.0, -4.0), (90, 1), (20, -15)]) {
      expect(abs(time(mark[0]) - expected.0), isBelow: 1, "\(time(mark[0])) s, not \(expected.0)")
      expect(abs(value(mark[1]) - expected.1), isBelow: 1, "\(value(mark[1]))°, not \(expected.1)°")
    }
    expect(
      (answer["titles"] as? [String])?.first?.contains("0:50 fix: yaw −15° → −4° (+11°)"), equals: true,
      "\(answer["titles"] ?? "")")
  }

  @Test(arguments: [320, 390, 760, 1200]) func nothingOverflowsOrOverlaps(width: Int) throws {
    let long = String(repeating: "unbroken", count: 30)
    let short = SyntheticSession.story(name: long, metadata: [("note", long)])
    for story in [short, SyntheticSession.journey()] {
      let (answer, complaints) = try ask(ReportTests.page(story), width: width, PageProbe.faults)
      expect(complaints, equals: [], "\(complaints)")
      #expect(answer["width"] as? Int == width && answer["wide"] as? Int ?? 9999 <= width)
      expect((answer["faults"] as? [String]), equals: [])
      #expect(answer["loaded"] as? Int == 0)
    }
  }

  /// The policy holds: content that is added to a page neither runs nor loads, and the browser reports it.
  @Test func policyHolds() throws {
    let page = ReportTests.page(SyntheticSession.story()).replacingOccurrences(
      of: "</main>",
      with:
        "<script>document.title = 'ran'</script><p id=\"p\" style=\"color:red\">x</p><img src=\"nothing.png\"></main>")
    let (answer, complaints) = try ask(
      page, width: 390, "return {title: page.title, color: view.getComputedStyle(page.querySelector('#p')).color};")
    #expect(answer["title"] as? String != "ran" && answer["color"] as? String != "rgb(255, 0, 0)")
    #expect(complaints.contains { $0.contains("Content Security Policy") })
  }
}
