public import Geometry
public import Text

/// The sentences of events and guidance, made of the codes and numbers in their messages: one catalogue for each language, for the
/// daemon's English and for programs that speak another language or other units.
public struct Phrases: Sendable, Equatable {
  public enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case german = "de"

    /// The language of a code such as `de`, `de-AT` or `de_AT.UTF-8`; nil for one without a catalogue.
    public init?(code: String) {
      guard let found = Self.allCases.first(where: { code.lowercased().hasPrefix($0.rawValue) }) else { return nil }
      self = found
    }
  }

  public enum Units: String, CaseIterable, Sendable {
    case metric, imperial

    /// The international foot and mile in meters.
    public static let foot = 0.3048, mile = 1609.344

    /// The units of a locale such as `en_US.UTF-8`: feet and miles in the United States, the United Kingdom, Liberia and Myanmar.
    public init(locale: String) {
      let region = locale.split(whereSeparator: { "_-".contains($0) }).dropFirst().first?.prefix(2).uppercased() ?? ""
      self = ["US", "GB", "LR", "MM"].contains(region) ? .imperial : .metric
    }
  }

  /// How a direction is told while the heading is known: the wearer's sides, points of the compass, or a clock's face with twelve
  /// ahead.
  public enum Directions: String, CaseIterable, Sendable { case sides, compass, clock }

  public let language: Language
  public let units: Units
  public let directions: Directions
  private let words: any Catalogue

  public init(_ language: Language = .english, _ units: Units = .metric, _ directions: Directions = .sides) {
    self.language = language
    self.units = units
    self.directions = directions
    words =
      switch language {
      case .english: EnglishCatalogue()
      case .german: GermanCatalogue()
      }
  }

  /// As the daemon's messages have them.
  public static let english = Phrases()

  public static func == (a: Phrases, b: Phrases) -> Bool {
    a.language == b.language && a.units == b.units && a.directions == b.directions
  }

  // MARK: numbers

  /// A length as one says it: a number of a unit.
  public enum Rounded: Equatable, Sendable {
    case whole(Int)
    /// Of a kilometer or a mile.
    case tenths(Int)
    case far
  }

  /// Returns a length rounded as one says it: to 5 m below 100 m, to 10 m below 1 km, and to 0.1 km beyond; or to 10 ft below
  /// 100 ft, to 50 ft below a tenth of a mile, and to 0.1 miles beyond.
  public func rounded(_ length: Length) -> Rounded {
    let metres = length.value
    guard metres.magnitude < 1e9 else { return .far }
    func to(_ value: Double, _ step: Int) -> Int { Int(saturating: (value / Double(step)).rounded()) * step }
    switch units {
    case .metric:
      if metres < 97.5 { return .whole(to(metres, 5)) }
      if metres < 995 { return .whole(to(metres, 10)) }
      return .tenths(to(metres / 100, 1))
    case .imperial:
      let feet = metres / Units.foot, miles = metres / Units.mile
      if feet < 95 { return .whole(to(feet, 10)) }
      if miles < 0.1 { return .whole(to(feet, 50)) }
      return .tenths(to(miles * 10, 1))
    }
  }

  public func distance(_ length: Length) -> String {
    let isMetric = units == .metric
    switch rounded(length) {
    case .far: return words.veryFar
    case .whole(let number): return "\(number) \(isMetric ? words.metre : words.foot)"
    case .tenths(let number):
      let text = number % 10 == 0 ? "\(number / 10)" : "\(number / 10)\(words.decimalMark)\(number % 10)"
      return "\(text) \(isMetric ? words.kilometre : words.mile)"
    }
  }

  /// A distance ahead; nil where it is rounded to nothing.
  private func ahead(_ length: Length) -> String? { rounded(length) == .whole(0) ? nil : distance(length) }

  private func time(_ seconds: Double) -> String {
    guard seconds.magnitude < 1e9 else { return words.veryLong }
    let minutes = max(1, Int(saturating: (seconds / 60).rounded()))
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }

  // MARK: directions

  /// From this angle on, the wearer turns round rather than aside.
  private static let round = 135.0

  private static func isRound(_ turn: Double?) -> Bool { turn.map { $0.magnitude >= round } ?? false }

  /// The index of the nearest of a circle's equal parts, clockwise from zero.
  public static func part(_ degrees: Double, of count: Int) -> Int {
    guard degrees.isFinite else { return 0 }
    let index = Int(saturating: (degrees / 360 * Double(count)).rounded())
    return ((index % count) + count) % count
  }

  /// Where something is: by the turn toward it, else by its azimuth.
  private func place(_ turn: Double?, _ azimuth: Double?) -> String {
    if let turn, directions == .sides { return words.side(Self.part(turn, of: 8)) }
    if let turn, directions == .clock { return words.at(hour: Self.hour(turn)) }
    return words.toward(Self.part(azimuth ?? 0, of: 8))
  }

  private static func hour(_ turn: Double) -> Int { (part(turn, of: 12) + 11) % 12 + 1 }

  private func whole(_ value: Double?) -> String {
    guard let value, value.magnitude < 1e15 else { return words.veryFar }
    return "\(Int(saturating: value.rounded()))"
  }

  // MARK: sentences

  /// Returns the sentence of an event of the scene; nil for one that is for programs only.
  public func sentence(kind: String, code: String, _ parameters: JSONValue) -> String? {
    func number(_ name: String) -> Double? { parameters[name]?.double }
    func length(_ name: String) -> String { distance(Length(number(name) ?? .infinity)) }
    let name = parameters["name"]?.string ?? ""
    let turn = number("turn_deg"), isRound = Self.isRound(turn)
    func place() -> String { self.place(turn, number("azimuth_deg")) }
    switch (kind, code) {
    case ("announcement", "start"):
      return words.start(name, length("length"), time(number("duration") ?? .infinity), round: isRound)
    case ("announcement", "turn-soon"), ("announcement", "turn-now"):
      return words.turn(ahead(Length(number("distance") ?? .infinity)), marks(parameters), step(parameters))
    case ("announcement", "off-route"): return words.offRoute(length("distance"), place())
    case ("announcement", "back-on-route"): return words.backOnRoute(round: isRound)
    case ("announcement", "wrong-way"): return words.wrongWay(place(), isKnown: turn != nil, round: isRound)
    case ("announcement", "approach"):
      return words.approach((number("rejoin_length") ?? 0) > 0, length("distance"), place(), round: isRound)
    case ("announcement", "stop"):
      let index = parameters["stop"]?.integer ?? 0, count = parameters["stops"]?.integer ?? 0
      return words.stop(
        name, "\(index + 1)", "\(count)", length("remaining"), to: parameters["destination"]?.string ?? "")
    case ("announcement", "arrival"):
      return words.arrival(name, side: parameters["side"]?.string.map { words.side($0 == "right" ? 2 : 6) })
    case ("route", "back-on-route"): return words.backOnRoute(round: false)
    case ("proximity", "entered"): return words.near(name)
    case ("proximity", "at"): return words.at(name)
    case ("proximity", "left"): return words.left(name)
    case ("gaze", "dwelled"): return words.looked(name)
    case ("gaze", "ended"): return words.lookedAway(name)
    case ("level", "changed"): return words.level(number("level").map { whole($0) })
    default: return nil
    }
  }

  /// The marks of a turn: a place beside it, and on a clock's face its direction.
  private func marks(_ parameters: JSONValue) -> [String] {
    var marks: [String] = []
    if let place = parameters["landmark"]?["name"]?.string, let side = parameters["landmark"]?["turn"]?.string {
      marks.append(words.landmark(place, side))
    }
    if directions == .clock, let turn = parameters["turn_deg"]?.double { marks.append(words.to(hour: Self.hour(turn))) }
    return marks
  }

  /// The planner's instruction in its own language, where that is this one; else the kind of the turn with the street.
  private func step(_ parameters: JSONValue) -> Step {
    let instruction = parameters["instruction"]?.string ?? "", street = parameters["street"]?.string ?? ""
    let kind = parameters["kind"]?.string ?? ""
    if language == .english || kind == "other", !instruction.isEmpty {
      return Step(words: instruction, isPlanners: true)
    }
    let turn = words.turns[kind] ?? words.turns["other"] ?? kind
    return Step(words: street.isEmpty ? turn : "\(turn): \(street)", isPlanners: false)
  }

  /// The kind of a step in words: `turn left`.
  public func turn(_ kind: String) -> String { words.turns[kind] ?? words.turns["other"] ?? kind }

  /// Returns what to do at the next thing of a route: `in 20 m turn right`.
  public func goal(
    _ kind: String, _ step: String, isPlanners: Bool, _ way: Length, facing bearing: Angle
  ) -> String {
    switch kind {
    case "start", "rejoin":
      words.approach(
        kind == "rejoin", distance(way), place(bearing.degrees, nil), round: Self.isRound(bearing.degrees))
    case "arrive": ahead(way).map { words.toGo($0) } ?? words.arrival("", side: nil)
    default: words.turn(ahead(way), [], Step(words: step, isPlanners: isPlanners))
    }
  }

  /// Returns the sentence of a guidance; nil for a code of a later version.
  public func guidance(_ code: String, _ parameters: JSONValue) -> String? {
    func number(_ name: String) -> String { whole(parameters[name]?.double) }
    func length(_ name: String) -> String {
      let length = parameters[name]?.double ?? .infinity
      return units == .metric ? "\(whole(length)) \(words.metre)" : distance(Length(length))
    }
    switch code {
    case "stand-still": return words.standStill(number("duration"))
    case "go-outside": return words.goOutside
    case "open-sky": return words.openSky(length("radius"))
    case "walk": return words.walk(length("distance"))
    case "leave-metal": return words.leaveMetal(number("deviation_ut"))
    case "look-around": return words.lookAround
    case "turn-device": return words.turnDevice(number("uncertainty_ut"))
    default: return nil
    }
  }
}

/// A step in words, and whether they are the planner's sentence.
struct Step {
  var words: String
  var isPlanners: Bool
}

/// The sentences of one language. Distances and times are words already, and so is a place (`on the left`). Sides are counted
/// clockwise in eighths from ahead, points of the compass from north. `round`: the wearer has to turn round first.
protocol Catalogue: Sendable {
  var metre: String { get }
  var kilometre: String { get }
  var foot: String { get }
  var mile: String { get }
  var decimalMark: String { get }
  var veryFar: String { get }
  var veryLong: String { get }
  /// By the kind of the step.
  var turns: [String: String] { get }
  var goOutside: String { get }

  func side(_ eighth: Int) -> String
  func toward(_ compass: Int) -> String
  func at(hour: Int) -> String
  func to(hour: Int) -> String
  /// A place at which one turns: the turn is `after` it, `before` it, or `at` it.
  func landmark(_ name: String, _ turn: String) -> String
  func start(_ name: String, _ way: String, _ time: String, round: Bool) -> String
  /// Without a distance: now.
  func turn(_ distance: String?, _ marks: [String], _ step: Step) -> String
  func offRoute(_ distance: String, _ place: String) -> String
  func backOnRoute(round: Bool) -> String
  /// `isKnown`: the place is told from the wearer's side.
  func wrongWay(_ place: String, isKnown: Bool, round: Bool) -> String
  func approach(_ toRoute: Bool, _ distance: String, _ place: String, round: Bool) -> String
  func stop(_ name: String, _ number: String, _ count: String, _ rest: String, to destination: String) -> String
  func arrival(_ name: String, side: String?) -> String
  func toGo(_ distance: String) -> String
  func near(_ name: String) -> String
  func at(_ name: String) -> String
  func left(_ name: String) -> String
  func looked(_ name: String) -> String
  func lookedAway(_ name: String) -> String
  func level(_ level: String?) -> String
  func standStill(_ seconds: String) -> String
  func openSky(_ radius: String) -> String
  func walk(_ distance: String) -> String
  func leaveMetal(_ deviation: String) -> String
  func turnDevice(_ uncertainty: String) -> String
  var lookAround: String { get }
}
