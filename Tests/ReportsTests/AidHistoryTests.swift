import Expectations
import Fusion
import Geometry
import Samples
import Testing
import Text

@testable import Reports

/// The aiding sources in the report: counts, shares and charts against measurements with known numbers.
@Suite struct AidHistoryTests {
  private static func time(_ seconds: Double) -> BootInstant { SyntheticSession.time(seconds) }

  /// One measurement of two components with the 1 σ of `sigma`.
  private static func measured(_ x: Double, _ y: Double, sigma: Double) -> Fused {
    var fused = Fused(x, y)
    fused.innovation = SIMD3(x, y, 0)
    fused.innovationVariance = SIMD3(repeating: sigma * sigma)
    fused.variance = fused.innovationVariance * 0.5
    fused.ratio = max(x * x, y * y) / (9 * sigma * sigma)
    return fused
  }

  private static func fix() -> Aid {
    Aid(AidDescription("fix", unit: "m", axes: ["east", "north"], patience: TimeSpan(10)))
  }

  @Test func theExtremesStayHoweverLongItLasts() {
    var bins = ExtremeBins(), values: [Double] = [], random = Generator(seed: 7)
    for index in 0..<200_000 {
      values.append(random.gaussian())
      bins.record(values[index], at: Self.time(Double(index) * 0.05))
    }
    let points = bins.points
    #expect(points.count <= 2 * ExtremeBins.most && points.count > ExtremeBins.most / 2)
    #expect(points.map(\.value).max() == values.max() && points.map(\.value).min() == values.min())
    #expect(zip(points, points.dropFirst()).allSatisfy { $0.time <= $1.time })
    // Every bin has the extremes of its own interval.
    for (index, value) in values.enumerated() where value.magnitude > 4 {
      let time = Self.time(Double(index) * 0.05)
      let near = points.filter { ($0.time - time).magnitude <= bins.width && $0.value * value > 0 }
      #expect(near.contains { $0.value.magnitude >= value.magnitude }, "\(value) at \(index)")
    }
  }

  /// With innovations as large as stated, 68 % are within 1 σ; with twice as large ones, 38 %.
  @Test(arguments: [(scale: 1.0, share: 0.6827), (scale: 2, share: 0.3829)])
  func theShareWithinOneSigmaIsCounted(_ wanted: (scale: Double, share: Double)) throws {
    var history = AidHistory(), aid = Self.fix(), random = Generator(seed: 3), within = 0
    for second in 0..<4000 {
      let x = random.gaussian() * wanted.scale * 3, y = random.gaussian() * wanted.scale * 3
      within += (x.magnitude <= 3 ? 1 : 0) + (y.magnitude <= 3 ? 1 : 0)
      let time = Self.time(Double(second))
      aid.record(.fused(Self.measured(x, y, sigma: 3)), turning: .degrees(second % 2 == 0 ? 0.02 : -0.01), at: time)
      history.record([aid], scene: 0, at: time)
    }
    let fix = try #require(history.sources.first), share = try #require(fix.shareWithin)
    #expect(fix.components == 8000 && fix.within == within)
    expect((share - wanted.share).magnitude, isBelow: 0.02, "\(share)")
    #expect(fix.counts.fused == 4000 && fix.refused == 0 && fix.state == .fusing)
    #expect((fix.counts.turned.degrees - 20).magnitude < 1e-6 && (fix.counts.turnedInAll.degrees - 60).magnitude < 1e-6)
    expect((try #require(fix.typicalSigma(0)) - 3).magnitude, isBelow: 1e-9)
  }

  @Test func countsGoOnOverScenesAndRefusalsKeepTheirReason() throws {
    var history = AidHistory()
    for scene in 0..<3 {
      var aid = Self.fix()
      for second in 0..<20 {
        let time = Self.time(Double(scene) * 100 + Double(second))
        switch second {
        case 5: aid.refuse(.tooOld, at: time)
        case 6: aid.record(.beyondGate(Self.measured(40, 2, sigma: 4)), at: time)
        case 7: aid.record(.trustedLess(Self.measured(3, -30, sigma: 5)), turning: .degrees(1), at: time)
        default: aid.record(.fused(Self.measured(1, 1, sigma: 2)), at: time)
        }
        history.record([aid], scene: scene, at: time)
      }
    }
    let fix = try #require(history.sources.first)
    #expect(fix.counts.fused == 54 && fix.refused == 6 && fix.trustedLess == 3)
    #expect(fix.count(.tooOld) == 3 && fix.count(.beyondGate) == 3)
    expect((fix.counts.turned.degrees - 3).magnitude, isBelow: 1e-9)
    expect(fix.marks.map(\.reason.name).prefix(3), equals: ["too-old", "beyond-gate", "trusted-less"])
    // A measurement that was refused before the comparison has no number.
    #expect(fix.marks[0].surprise == nil)
    let beyond = try #require(fix.marks[1].surprise), less = try #require(fix.marks[2].surprise)
    #expect(beyond.sigmas == 10 && beyond.innovation == 40 && beyond.axis == 0)
    #expect(less.sigmas == -6 && less.innovation == -30 && less.axis == 1)
    // Compared per scene: 17 fused, one beyond the gate and one trusted less; of the last two three components are within.
    #expect(fix.components == 3 * 2 * 19 && fix.within == 3 * (2 * 17 + 2))

    let figures = try #require(history.json.array?.first)
    #expect(figures["name"]?.string == "fix" && figures["unit"]?.string == "m" && figures["state"]?.string == "fusing")
    #expect(figures["fused"]?.integer == 54 && figures["refused"]?.integer == 6)
    #expect(figures["trusted_less"]?.integer == 3 && figures["turned_deg"]?.double == 3)
    let refusals = figures["refusals"]?.array ?? []
    #expect(refusals.count == 3 && refusals.allSatisfy { $0["count"]?.integer == 3 })
    expect(refusals.first?["reason"]?.string, equals: "too-old")
    expect(refusals.first?["english"]?.string, equals: "older than the memory of motion")
  }

  @Test func manyRefusalsAreThinnedAndCounted() throws {
    var history = AidHistory(), aid = Self.fix()
    for tenth in 0..<36_000 {
      let time = Self.time(Double(tenth) / 10)
      aid.refuse(.notFinite, at: time)
      if history.isDue(at: time) { history.record([aid], scene: 0, at: time) }
    }
    let fix = try #require(history.sources.first)
    #expect(fix.refused == 36_000 && fix.marks.count <= AidHistory.Source.mostMarks && fix.marks.count > 90)
    #expect(fix.shareWithin == nil && fix.series.isEmpty)
  }

  /// Innovations of 3 σ are on the line of 3 σ, and the page states which source turned the heading.
  @Test func thePageDrawsInnovationsAndNamesTheSources() throws {
    var story = SyntheticSession.story(), fix = Self.fix(), history = AidHistory()
    var compass = Aid(AidDescription("compass", unit: "rad", axes: ["azimuth"], patience: TimeSpan(5)))
    let off = Aid.off("barometer", .notInProfile)
    for second in 0..<150 {
      let time = Self.time(Double(second))
      fix.record(.fused(Self.measured(second % 2 == 0 ? 6 : -6, 0, sigma: 2)), turning: .degrees(0.01), at: time)
      let isClose = second < 100, innovation = Self.measured(isClose ? 0.01 : 2, 0, sigma: 0.1)
      compass.record(isClose ? .fused(innovation) : .beyondGate(innovation), turning: .degrees(-0.2), at: time)
      history.record([fix, compass, off], scene: 0, at: time)
    }
    story.aids = history
    let page = ReportTests.page(story)
    #expect(page.contains("Of all the turning of the heading, 93\u{a0}% was by compass: −20° in sum"))
    #expect(
      page.contains("id=\"aid-fix\"") && page.contains("id=\"aid-compass\"") && !page.contains("id=\"aid-barometer\""))
    #expect(page.contains("<td>barometer</td>") && page.contains("off: not used in this profile"))
    #expect(page.contains("refused: beyond the gate; 50 × beyond the gate"))
    #expect(page.contains("refused: beyond the gate, azimuth 114.59 ° (20 σ)"))
    let charts = ReportCharts(story, isAnonymous: false)
    let chart = try #require(charts.innovations(of: story.aids.sources[0]))
    let east = try #require(chart.layers.first { $0.label == "east" })
    let heights = Set(east.pieces.joined().map { Int(chart.y($0.y)) })
    expect(heights, equals: [Int(chart.y(3)), Int(chart.y(-3))])
    #expect(chart.remark.contains("50\u{a0}% within 1 σ") && chart.remark.contains("150 fused; none refused"))
    // Nothing of it shows the place of the session.
    #expect(!JSONText.of(story.numbers(anonymous: true)).contains("48.20"))
  }
}
