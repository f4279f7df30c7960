import Alignment
import Expectations
import Foundation
import Geodesy
import Geometry
import Methods
import Samples
import TestSupport
import Testing
import Text

@testable import Reports

/// The page's content, without a browser.
@Suite struct ReportTests {
  static func page(_ story: SessionStory, anonymous: Bool = false) -> String {
    var buffer = TextBuffer()
    ReportPage(story, generator: "gnomon test", anonymous: anonymous).write(to: &buffer)
    return buffer.string
  }

  @Test func thePageLoadsAndRunsNothing() {
    let page = Self.page(SyntheticSession.story())
    for word in ["http:", "https:", "<script", "src=", "url(", "@import", "<link", "style=", "javascript:", "onload"] {
      #expect(!page.contains(word), "\(word)")
    }
    #expect(page.contains("default-src 'none'; style-src 'sha256-"))
    #expect(page.hasPrefix(ReportPage.opening))
  }

  @Test func foreignTextStaysText() {
    let evil = "</td><script>alert(1)</script>\"'&\u{1b}[31m\u{202e}gnp.exe\u{0}"
    let page = Self.page(SyntheticSession.story(name: evil, metadata: [("note", evil), (evil, "x")]))
    #expect(
      !page.contains("<script") && !page.contains("\u{1b}") && !page.contains("\u{202e}") && !page.contains("\u{0}"))
    #expect(page.contains("&lt;/td&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;␛[31m⟨U+202E⟩gnp.exe␀"))
  }

  /// No digits of a place or a time of day, no name and no note is on an anonymous page or in its figures; on a plain page they
  /// are, so the search would find them.
  @Test func anonymousPagesHaveNoPlaceTimeOrDevice() throws {
    let words = ["KX-77 prototype", "Stephansplatz", "b2b1c0de"]
    let metadata = [
      ("device", words[0]), ("note", words[1]), ("started", "2026-06-12T03:22:47Z"),
      ("calibration", "{\"gyroscope\":{\"offset\":[0.0123,0,0]}}"),
      ("serial", words[2]),
    ]
    let story = SyntheticSession.story(name: "vienna-2026-06-12", metadata: metadata)
    let hidden = Self.page(story, anonymous: true), open = Self.page(story)
    let figures = JSONText.of(story.numbers(anonymous: true))
    var secrets = words + ["vienna", "2026-06", "03:2", "0.0123", "offset&quot;", "81234"]
    // Whole degrees with one decimal (about 10 km) already show the town; the seconds since 1970 show the day.
    secrets += ["48.2", "16.37", "48°", "16°", "17812", "211.2", "212."]
    for secret in secrets {
      #expect(!hidden.contains(secret), "\(secret)")
      #expect(!figures.contains(secret), "\(secret)")
    }
    for word in words + ["vienna", "2026-06", "48.208", "16.37"] { #expect(open.contains(word), "\(word)") }
    #expect(JSONText.of(story.numbers(anonymous: false)).contains("48.20"))
    // The drawing is the same.
    func drawing(_ page: String) -> Substring? {
      guard let begin = page.range(of: "<svg id=\"plan\""),
        let end = page.range(of: "<figcaption>", range: begin.upperBound..<page.endIndex)
      else { return nil }
      return page[begin.lowerBound..<end.lowerBound]
    }
    #expect(drawing(hidden) == drawing(open) && drawing(open) != nil)
  }

  /// The same session at another place and time: not one byte of an anonymous page depends on them.
  @Test func anonymousPagesDoNotDependOnThePlace() {
    func moved(_ degrees: Double) -> String {
      var story = SessionStory(name: "a\(degrees)", profile: .head, parameters: .init(profile: .head))
      for second in 0...20 {
        var fix = Fix(
          time: BootInstant(seconds: Double(second) + degrees), arrival: BootInstant(seconds: Double(second) + degrees),
          mode: .threeDimensional, latitude: Degrees(0.0001 * Double(second) - 0.001),
          longitude: Degrees(degrees + 0.0001 * Double(second)),
          height: .metres(100))
        fix.utc = UTC(nanosecondsSince1970: Int64(degrees) * 86_400_000_000_000)
        story.record(.sample(.fix(fix)))
      }
      return Self.page(story, anonymous: true)
    }
    let here = moved(16), there = moved(32)
    let difference = zip(here.split(separator: "<"), there.split(separator: "<")).first { $0 != $1 }
    expect(here, equals: there, "\(String(describing: difference))")
  }

  @Test func figuresAreThoseOfTheSession() throws {
    let story = SyntheticSession.story()
    let figures = story.numbers(anonymous: false)
    expect(abs((figures["duration_s"]?.double ?? 0) - 150.9), isBelow: 0.01)
    expect(abs((figures["distance_m"]?.double ?? 0) - 180.9), isBelow: 0.5)
    #expect(figures["fixes"]?.integer == 151 && figures["fixes_withheld"]?.integer == 11)
    expect((figures["truth"]?["place_rms_m"]?.double ?? 9), isBelow: 0.01)
    #expect(figures["corrections"]?["fit"]?.integer == 1 && figures["pair_angles"]?.integer == 135)
    expect(figures["refusals"]?["compass not needed"]?.integer, equals: 450)
    expect(figures["lines_refused"]?["not finite"]?.integer, equals: 2)
    expect(figures["parameters"]?["rest.time"]?.string, equals: "3")
    let page = Self.page(story)
    #expect(page.contains("40 m") && page.contains("localizing(no-motion)") && page.contains("rest.time"))
    // The uncorrected scene is 41° off: far from the truth; the fixes are 3 m off.
    let plan = try #require(SessionPlan(story))
    let apart = plan.distanceFromTruth(plan.fixes.map(\.point), reach: TimeSpan(2)) ?? .zero
    expect((apart.value - 3).magnitude, isBelow: 0.01)
    let track = try #require(plan.before.first)
    let before = try #require(track.first { $0.time >= SyntheticSession.time(100) }).place - track[0].place
    let azimuth = Angle.arcTangent(before.x, before.y).degrees
    let distance = Geometry.hypot(before.x, before.y)
    #expect((azimuth - 4).magnitude < 0.5 && (distance - 120).magnitude < 1, "\(azimuth) \(distance)")
  }

  /// A counter that restarts with a new scene continues in the story.
  @Test func refusalsGoOnOverScenes() {
    var history = RefusalHistory()
    for (second, count) in [3, 5, 1, 4].enumerated() {
      history.record(.init(), [("fix too far", count)], at: BootInstant(seconds: Double(second)))
    }
    expect(history.occurred.map(\.count), equals: [9])
  }

  @Test func emptyAndHostileSessionsAreReported() {
    let nothing = SessionStory(name: "nothing", profile: .free, parameters: .init(profile: .free))
    #expect(Self.page(nothing).contains("There is nothing to draw"))
    var wild = SessionStory(name: "wild", profile: .free, parameters: .init(profile: .free))
    for (time, latitude, longitude) in [(0.0, 90.0, 360.0), (9e9, -90, -360), (9.1e9, 0, 180), (9.2e9, 0, -180)] {
      var fix = Fix(
        time: BootInstant(seconds: time), arrival: BootInstant(seconds: time), mode: .twoDimensional,
        latitude: Degrees(latitude),
        longitude: Degrees(longitude), height: .metres(1e8))
      fix.horizontalError = .metres(1e12)
      wild.record(.sample(.fix(fix)))
    }
    let page = Self.page(wild)
    #expect(!page.contains("nan") && !page.contains("inf\"") && page.contains("</html>"))
  }

  /// An hour of walking with a fix and a correction every second.
  @Test func anHourIsNotLarge() {
    var story = SessionStory(name: "hour", profile: .head, parameters: .init(profile: .head))
    for second in 0..<3600 {
      let seconds = Double(second)
      var fix = SyntheticSession.fix(seconds.truncatingRemainder(dividingBy: 150))
      fix.time = SyntheticSession.time(seconds)
      story.record(.sample(.fix(fix)))
      story.record(
        .reference(
          .init(
            time: fix.time, place: .init(latitude: fix.latitude, longitude: fix.longitude, height: nil),
            orientation: nil)))
      for half in [0, 0.5] {
        var pose = SyntheticSession.pose((seconds + half).truncatingRemainder(dividingBy: 150))
        pose.time = SyntheticSession.time(seconds + half)
        story.record(pose)
      }
      var correction = SyntheticSession.corrections[second % 3]
      correction.time = fix.time
      story.record(correction)
      story.record(
        PairAngle(first: fix.time, second: fix.time, angle: .degrees(3), weight: 1, baseline: .metres(9)),
        of: correction)
    }
    let page = Self.page(story)
    expect(page.utf8.count, isBelow: 1_500_000, "\(page.utf8.count)")
    #expect(page.contains("3000 of 3600 fixes are drawn") && page.contains("Corrections (500 of 3600)"))
  }
}

enum JSONText {
  static func of(_ value: JSONValue) -> String {
    var buffer = TextBuffer()
    value.write(to: &buffer, layout: .indented)
    return buffer.string
  }
}
