import Alignment
import Expectations
import Geodesy
import Geometry
import Samples
import Scenery
import Testing
import Text
import Tracking

@testable import Reports

/// The page in words: verdict, events, advice, scene.
@Suite struct ReportStoryTests {
  /// Places on and beside the synthetic path, and the path itself as a route, of 180 m.
  static func scene(route name: String = "Naschmarkt") -> SceneStory {
    let places = [("kiosk", "Wurstkiosk", 50.0, 4.0), ("tower", "Stephansturm", 100, 30), ("far", "Prater", 50, 9000)]
    return SceneStory(
      places: places.map { id, name, second, east in
        Place(id: id, name: name, position: SyntheticSession.place(second, east: east))
      },
      route: Route(name: name, points: [0, 100, 150].map { SyntheticSession.place(Double($0)) }))
  }

  static func session(_ scene: SceneStory) -> SessionStory {
    var story = SessionStory(name: "scene", profile: .head, parameters: .init(profile: .head), scene: scene)
    for second in 0...SyntheticSession.length {
      let seconds = Double(second)
      story.record(.sample(.fix(SyntheticSession.fix(seconds))))
      for tenth in 0..<10 {
        story.record(
          SyntheticSession.pose(
            seconds + Double(tenth) / 10, second < 5 ? .init(.localizing, .noMotion) : .init(.localized)))
      }
    }
    return story
  }

  @Test func eventsStandInTheOrderOfTime() throws {
    let events = SyntheticSession.story().events(anonymous: false)
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
    #expect(events.first?.kind == .start && events.last?.kind == .end)
    func at(_ text: String) -> Double? {
      events.first { $0.text.contains(text) }.map { ($0.time - SyntheticSession.time(0)).value }
    }
    #expect(at("localizing: not enough motion yet") == 0 && at("first fix") == 0.2)
    expect((at("first correction by fit: heading +25°") ?? 0), equals: 20)
    expect((at("first correction by fix: heading +11°") ?? 0), equals: 50)
    #expect(
      events.contains { $0.text == "localized" && ($0.time - SyntheticSession.time(30)).magnitude < TimeSpan(0.01) })
  }

  @Test func theVerdictFollowsTheStates() {
    expect(SessionTelling(SyntheticSession.story()).grade, equals: .good)
    #expect(SessionTelling(SyntheticSession.story()).verdict.contains("localized for 2:01 of 2:31, first after 30 s"))
    let nothing = SessionStory(name: "nothing", profile: .free, parameters: .init(profile: .free))
    expect(SessionTelling(nothing).grade, equals: .poor)
    var never = SessionStory(name: "never", profile: .head, parameters: .init(profile: .head))
    var lost = never
    for second in 0..<60 {
      let line = RecordingLine.sample(.fix(SyntheticSession.fix(Double(second))))
      never.record(line)
      lost.record(line)
      never.record(SyntheticSession.pose(Double(second), .init(.localizing, .poorFix)))
      lost.record(
        SyntheticSession.pose(
          Double(second), second < 5 ? .init(.localizing) : second < 20 ? .init(.localized) : .init(.lost, .poorFix)))
    }
    #expect(SessionTelling(never).grade == .poor && SessionTelling(never).verdict.contains("localizing: poor fix"))
    #expect(SessionTelling(lost).grade == .poor && SessionTelling(lost).verdict.contains("lost for 0:39"))
  }

  /// The synthetic walker passes every place at a known distance.
  @Test func theSceneIsFollowed() throws {
    let story = Self.session(Self.scene())
    let visits = Dictionary(uniqueKeysWithValues: story.scene.visits.map { ($0.place.id, $0) })
    let kiosk = try #require(visits["kiosk"]?.nearest), tower = try #require(visits["tower"]?.nearest)
    // 4 m east of a path to the northeast; 30 m east of the corner.
    #expect((kiosk.value - 4 * 0.5.squareRoot()).magnitude < 0.4 && (tower.value - 30).magnitude < 0.5)
    #expect(visits["far"]?.shownAt == nil && visits["kiosk"]?.shownAt != nil)
    let events = story.events(anonymous: false)
    func at(_ text: String) -> Double? {
      events.first { $0.text.contains(text) }.map { ($0.time - SyntheticSession.time(0)).value }
    }
    // It is within 40 m from about 20 s on, and the heading within 15°, the limit for showing anything, from 53 s on.
    expect(
      ((at("came near Wurstkiosk") ?? 0) - 53).magnitude, isBelow: 1,
      "\(String(describing: at("came near Wurstkiosk")))")
    #expect(at("said: \u{201c}to Naschmarkt: 180 m") != nil && at("arrived: Naschmarkt") != nil)
    expect(story.scene.status, equals: .arrived)
    let figures = story.numbers(anonymous: false)
    #expect(figures["route"]?["status"]?.string == "arrived" && figures["places"]?.array?.count == 3)
  }

  /// No name of a place, a destination or a street is on an anonymous page; on a plain one they are.
  @Test func anonymousScenesHaveNoNames() {
    var story = Self.session(Self.scene())
    let route = #"{"type":"LineString","coordinates":[[16.3738189,48.2081743],[16.3748,48.2091]]}"#
    story.record(
      .sample(
        .input(
          InputEvent(
            time: SyntheticSession.time(150.95), kind: "route",
            json: RecordedRoute(text: route, name: "Karlsplatz").json))))
    let hidden = ReportTests.page(story, anonymous: true), open = ReportTests.page(story)
    let figures = JSONText.of(story.numbers(anonymous: true))
    for name in ["Wurstkiosk", "Stephansturm", "Prater", "Naschmarkt", "Karlsplatz", "48.20", "16.37"] {
      #expect(!hidden.contains(name) && !figures.contains(name), "\(name)")
    }
    for name in ["Wurstkiosk", "Naschmarkt", "Karlsplatz"] { #expect(open.contains(name), "\(name)") }
  }

  @Test func recordedRoutesComeBack() throws {
    let route = RecordedRoute(text: "{\"a\":\"ü\n\"}", name: "Kai")
    let read = try #require(RecordedRoute(json: route.json))
    #expect(read.text == route.text && read.name == "Kai" && !route.json.contains("\n"))
    #expect(try #require(RecordedRoute(json: RecordedRoute(text: nil).json)).text == nil)
    #expect(RecordedRoute(json: "[]") == nil && RecordedRoute(json: "{") == nil)
    var story = SceneStory()
    story.apply(InputEvent(time: SyntheticSession.time(1), kind: "route", json: #"{"text":"12, 34"}"#), wearer: nil)
    #expect(story.unreadableRoutes == 1 && story.happenings.first?.isGrave == true)
  }

  /// The angle of a nudge is read as JSON, at any position in the command.
  @Test func nudgesAreReportedWithTheirAngle() {
    var story = SessionStory(name: "nudged", profile: .head, parameters: .init(profile: .head))
    for (second, json) in [#"{"degrees":2.5}"#, #"{"hand": 1, "degrees" : -4e0}"#, #"{"degrees":"much"}"#].enumerated()
    {
      story.record(.sample(.input(InputEvent(time: SyntheticSession.time(Double(second)), kind: "nudge", json: json))))
    }
    let told = story.events(anonymous: false).filter { $0.kind == .input }.map(\.text)
    expect(told, equals: ["turned by hand, by 2.5°", "turned by hand, by −4°", "turned by hand"])
  }

  @Test func gapsAndJitterAreMeasured() throws {
    var rates = SampleRates()
    for index in 0..<1000 where !(400..<420).contains(index) {
      // Every other sample is a quarter of a millisecond late.
      rates.add(.gyroscope, at: BootInstant(nanoseconds: Int64(index) * 5_000_000 + (index % 2 == 0 ? 0 : 250_000)))
    }
    let stream = rates[.gyroscope]
    #expect(stream.gapCount == 1 && stream.gaps.count == 1)
    expect((try #require(stream.gaps.first).length.value - 0.10475).magnitude, isBelow: 1e-6)
    expect((try #require(stream.spacing.usual).value - 0.005).magnitude, isBelow: 1e-6)
    expect((try #require(stream.spacing.jitter).value - 0.00025).magnitude, isBelow: 1e-5)
    // The longest gaps are kept, and all are counted.
    for index in 0..<500 {
      rates.add(
        .magnetometer,
        at: BootInstant(seconds: index < 10 ? Double(index) * 0.02 : Double(index - 9) + Double(index) * 0.001))
    }
    #expect(rates[.magnetometer].gaps.count == SampleRates.mostGaps && rates[.magnetometer].gapCount > 400)
  }

  /// Each part is a section with a heading that names it; each drawing has a description; each id occurs once.
  @Test func thePageCanBeReadAloud() throws {
    let page = ReportTests.page(Self.session(Self.scene()))
    var ids: [Substring] = []
    for piece in page.split(separator: " id=\"").dropFirst() { ids.append(piece.prefix { $0 != "\"" }) }
    expect(Set(ids).count, equals: ids.count, "\(Dictionary(grouping: ids) { $0 }.filter { $1.count > 1 }.keys)")
    for piece in page.split(separator: "aria-labelledby=\"").dropFirst() {
      #expect(ids.contains(piece.prefix { $0 != "\"" }))
    }
    for piece in page.split(separator: "href=\"#").dropFirst() { #expect(ids.contains(piece.prefix { $0 != "\"" })) }
    let drawings = page.split(separator: "<svg").dropFirst().map { $0.prefix { $0 != ">" } }
    #expect(
      drawings.allSatisfy {
        $0.contains("aria-hidden") || $0.contains("class=\"north\"") || $0.contains("class=\"scale\"")
          || $0.contains("aria-label=\"")
      })
    #expect(page.contains("aria-label=\"Accuracy of the place in m; ") && page.contains("between "))
    // The end: 84.9 m east and 23.8 m north of the start.
    #expect(
      page.contains("the end lies 88.1 m from the start, at 74°"),
      "\(page.split(separator: "north up").dropFirst().first?.prefix(120) ?? "")")
  }
}
