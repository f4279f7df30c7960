import Expectations
import Geometry
import Phrases
import Scenery
import Testing
import Text

@Suite struct PhrasesTests {
  /// One event of each code that is spoken.
  private static let events: [(kind: String, code: String, parameters: JSONValue)] = [
    ("announcement", "start", ["name": "Café", "length": 1234, "duration": 960]),
    ("announcement", "turn-soon", ["kind": "sharp-left", "distance": 48, "street": "Ring", "instruction": ""]),
    (
      "announcement", "turn-now",
      ["kind": "right", "distance": 14, "street": "", "instruction": "Turn right onto Ring"]
    ),
    ("announcement", "off-route", ["distance": 30, "azimuth_deg": 225]),
    ("announcement", "back-on-route", ["remaining": 300, "turn_deg": 20]),
    ("announcement", "wrong-way", ["azimuth_deg": 90, "turn_deg": 100]),
    ("announcement", "approach", ["distance": 240, "azimuth_deg": 0, "turn_deg": .null, "rejoin_length": 0]),
    ("announcement", "stop", ["stop": 0, "stops": 2, "name": "Bakery", "remaining": 300, "destination": "Café"]),
    ("announcement", "arrival", ["name": ""]), ("route", "back-on-route", .object([])),
    ("proximity", "entered", ["name": "Café"]), ("proximity", "at", ["name": "Café"]),
    ("proximity", "left", ["name": "Café"]),
    ("gaze", "dwelled", ["name": "Café"]), ("gaze", "ended", ["name": "Café"]), ("level", "changed", ["level": 2.1]),
  ]

  private func sentences(_ phrases: Phrases) -> [String] {
    Self.events.map { phrases.sentence(kind: $0.kind, code: $0.code, $0.parameters) ?? "none of \($0.code)" }
  }

  @Test func everyEventHasASentenceInEachLanguage() {
    expect(
      sentences(Phrases()),
      equals: [
        "to Café: 1.2 km, 16 min", "in 50 m turn sharply left: Ring", "in 15 m: Turn right onto Ring",
        "off the route: it is 30 m to the south-west", "back on the route", "wrong way: the route is on the right",
        "go to the start: 240 m, to the north", "you are at Bakery, 1 of 2; 300 m to Café", "you are there",
        "back on the route", "Café is near", "you are at Café", "you have left Café", "you look at Café",
        "you look away from Café", "you are on level 2",
      ])
    let german = sentences(Phrases(.german))
    expect(
      german.prefix(8),
      equals: [
        "nach Café: 1,2 km, 16 min", "in 50 m scharf links abbiegen: Ring", "in 15 m rechts abbiegen",
        "abseits der Route: sie liegt 30 m im Südwesten", "wieder auf der Route",
        "falsche Richtung: die Route ist rechts",
        "zum Start: 240 m, im Norden", "Bakery erreicht, 1 von 2; noch 300 m bis Café",
      ])
    // Complete: no sentence is missing, and none is that of the other language.
    for (english, german) in zip(sentences(Phrases()), german) {
      #expect(english != german && !german.hasPrefix("none"))
    }
    for code in RouteAnnouncement.Code.allCases {
      #expect(Self.events.contains { $0.kind == "announcement" && $0.code == code.rawValue }, "\(code)")
    }
    for kind in Route.Manoeuvre.Kind.allCases where kind != .other && kind != .depart {
      for language in Phrases.Language.allCases {
        let phrases = Phrases(language)
        expect(phrases.turn(kind.rawValue), differsFrom: phrases.turn("other"), "\(language) \(kind)")
      }
    }
    #expect(Phrases().sentence(kind: "statuses", code: "changed", .object([])) == nil)
  }

  @Test func directionsHaveThreeForms() {
    let turn: JSONValue = [
      "kind": "left", "distance": 48, "street": "Ring", "instruction": "", "turn_deg": -88,
      "landmark": ["name": "Café X", "turn": "after"],
    ]
    let goal: JSONValue = ["distance": 240, "azimuth_deg": 45, "turn_deg": -62, "rejoin_length": 0]
    func told(_ language: Phrases.Language, _ directions: Phrases.Directions) -> [String] {
      let phrases = Phrases(language, .metric, directions)
      return [("turn-soon", turn), ("approach", goal), ("off-route", goal)].map {
        phrases.sentence(kind: "announcement", code: $0.0, $0.1) ?? ""
      }
    }
    expect(
      told(.english, .sides),
      equals: [
        "in 50 m, right after Café X: turn left: Ring", "go to the start: 240 m, ahead on the left",
        "off the route: it is 240 m ahead on the left",
      ])
    expect(
      told(.english, .clock),
      equals: [
        "in 50 m, right after Café X, to 9 o'clock: turn left: Ring", "go to the start: 240 m, at 10 o'clock",
        "off the route: it is 240 m at 10 o'clock",
      ])
    #expect(told(.english, .compass).dropFirst().allSatisfy { $0.hasSuffix("to the north-east") })
    expect(told(.german, .clock)[0], equals: "in 50 m, gleich nach Café X, auf 9 Uhr: links abbiegen: Ring")
    let ahead = Phrases(.english, .metric, .clock)
    expect([0, 359, 14, 16, 180, -16].map { hour(ahead, $0) }, equals: [12, 12, 12, 1, 6, 11])
  }

  private func hour(_ phrases: Phrases, _ turn: Double) -> Int? {
    let goal: JSONValue = ["distance": 240, "azimuth_deg": 45, "turn_deg": .number(turn.remainder(dividingBy: 360))]
    let told = phrases.sentence(kind: "announcement", code: "off-route", goal)
    return told.flatMap { Int($0.dropFirst("off the route: it is 240 m at ".count).prefix { $0.isNumber }) }
  }

  /// A wearer that has to turn round hears that first.
  @Test func turningRoundComesFirst() {
    func told(_ code: String, _ more: [(String, JSONValue)]) -> [String] {
      let parameters = JSONValue.object(([("turn_deg", .number(-170))] + more).map { JSONMember($0.0, $0.1) })
      return [Phrases(), Phrases(.german)].map { $0.sentence(kind: "announcement", code: code, parameters) ?? "" }
    }
    let sentences = [
      told("start", [("name", "Café"), ("length", 1234), ("duration", 960)]), told("wrong-way", [("azimuth_deg", 0)]),
      told("approach", [("azimuth_deg", 0), ("distance", 100), ("rejoin_length", 5)]),
    ]
    #expect(sentences.map { $0[0] }.allSatisfy { $0.hasPrefix("turn round") }, "\(sentences)")
    #expect(sentences.map { $0[1] }.allSatisfy { $0.hasPrefix("umdrehen") }, "\(sentences)")
    expect(sentences[0][0], equals: "turn round, then to Café: 1.2 km, 16 min")
  }

  @Test func guidanceIsInTheSameCatalogue() {
    let codes = ["stand-still", "go-outside", "open-sky", "walk", "leave-metal", "turn-device", "look-around"]
    let parameters: JSONValue = [
      "duration": 4, "radius": 40, "distance": 12, "deviation_ut": 30, "uncertainty_ut": 5,
    ]
    let both = [Phrases(), Phrases(.german)].map { phrases in codes.compactMap { phrases.guidance($0, parameters) } }
    #expect(both.allSatisfy { $0.count == codes.count } && zip(both[0], both[1]).allSatisfy { $0 != $1 })
    #expect(both[0][3] == "walk 12 m more, straight" && both[1][3] == "noch 12 m geradeaus gehen")
    expect(Phrases(.english, .imperial).guidance("walk", parameters), equals: "walk 40 ft more, straight")
  }

  @Test func distancesHaveTheUnits() {
    func texts(_ phrases: Phrases) -> [String] { [3.0, 14, 97, 240, 1234, 1e12].map { phrases.distance(.metres($0)) } }
    expect(texts(Phrases()), equals: ["5 m", "15 m", "95 m", "240 m", "1.2 km", "very far"])
    expect(texts(Phrases(.english, .imperial)), equals: ["10 ft", "50 ft", "300 ft", "0.1 mi", "0.8 mi", "very far"])
    expect(texts(Phrases(.german, .imperial))[4], equals: "0,8 Meilen")
    for (locale, units) in [
      ("en_US.UTF-8", Phrases.Units.imperial), ("en-GB", .imperial), ("de_AT", .metric), ("C", .metric), ("", .metric),
    ] {
      expect(Phrases.Units(locale: locale), equals: units, "\(locale)")
    }
    #expect(Phrases.Language(code: "de_CH.UTF-8") == .german && Phrases.Language(code: "fr") == nil)
  }
}
