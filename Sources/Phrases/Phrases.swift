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

  public let language: Language
  public let units: Units
  private let words: any Catalogue

  public init(_ language: Language = .english, _ units: Units = .metric) {
    self.language = language
    self.units = units
    words =
      switch language {
      case .english: EnglishCatalogue()
      case .german: GermanCatalogue()
      }
  }

  /// As the daemon's messages have them.
  public static let english = Phrases()

  public static func == (a: Phrases, b: Phrases) -> Bool { a.language == b.language && a.units == b.units }

  // MARK: numbers

  /// Returns a length rounded as one says it: to 5 m below 100 m, to 10 m below 1 km, and to 0.1 km beyond; or to 10 ft below
  /// 100 ft, to 50 ft below a tenth of a mile, and to 0.1 miles beyond.
  public func distance(_ length: Length) -> String {
    let metres = length.value
    guard metres.magnitude < 1e9 else { return words.veryFar }
    switch units {
    case .metric:
      if metres < 97.5 { return "\(rounded(metres, to: 5)) \(words.metre)" }
      if metres < 995 { return "\(rounded(metres, to: 10)) \(words.metre)" }
      return "\(tenths(metres / 1000)) \(words.kilometre)"
    case .imperial:
      let feet = metres / Units.foot, miles = metres / Units.mile
      if feet < 95 { return "\(rounded(feet, to: 10)) \(words.foot)" }
      if miles < 0.1 { return "\(rounded(feet, to: 50)) \(words.foot)" }
      return "\(tenths(miles)) \(words.mile)"
    }
  }

  private func rounded(_ value: Double, to step: Int) -> Int {
    Int(saturating: (value / Double(step)).rounded()) * step
  }

  private func tenths(_ value: Double) -> String {
    let tenths = Int(saturating: (value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10)\(words.decimalMark)\(tenths % 10)"
  }

  private func time(_ seconds: Double) -> String {
    guard seconds.magnitude < 1e9 else { return words.veryLong }
    let minutes = max(1, Int(saturating: (seconds / 60).rounded()))
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }

  /// The index of the nearest of eight directions, clockwise from zero.
  private static func eighth(_ degrees: Double?) -> Int? {
    guard let degrees, degrees.isFinite else { return nil }
    return ((Int(saturating: (degrees / 45).rounded()) % 8) + 8) % 8
  }

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
    let side = Self.eighth(number("turn_deg")), compass = Self.eighth(number("azimuth_deg")) ?? 0
    switch (kind, code) {
    case ("announcement", "start"): return words.start(name, length("length"), time(number("duration") ?? .infinity))
    case ("announcement", "turn-soon"), ("announcement", "turn-now"):
      return words.turn(length("distance"), step(parameters))
    case ("announcement", "off-route"): return words.offRoute(length("distance"), compass)
    case ("announcement", "wrong-way"): return words.wrongWay(side, compass)
    case ("announcement", "approach"):
      return words.approach((number("rejoin_length") ?? 0) > 0, length("distance"), side, compass)
    case ("announcement", "stop"):
      let index = parameters["stop"]?.integer ?? 0, count = parameters["stops"]?.integer ?? 0
      return words.stop(
        name, "\(index + 1)", "\(count)", length("remaining"), to: parameters["destination"]?.string ?? "")
    case ("announcement", "arrival"): return words.arrival(name)
    case ("route", "back-on-route"): return words.backOnRoute
    case ("proximity", "entered"): return words.near(name)
    case ("proximity", "at"): return words.at(name)
    case ("proximity", "left"): return words.left(name)
    case ("gaze", "dwelled"): return words.looked(name)
    case ("gaze", "ended"): return words.lookedAway(name)
    case ("level", "changed"): return words.level(number("level").map { whole($0) })
    default: return nil
    }
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

/// The sentences of one language. Distances and times are words already; sides are counted clockwise in eighths from ahead, points
/// of the compass from north.
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
  var backOnRoute: String { get }
  var goOutside: String { get }

  func start(_ name: String, _ way: String, _ time: String) -> String
  func turn(_ distance: String, _ step: Step) -> String
  func offRoute(_ distance: String, _ compass: Int) -> String
  func wrongWay(_ side: Int?, _ compass: Int) -> String
  func approach(_ toRoute: Bool, _ distance: String, _ side: Int?, _ compass: Int) -> String
  func stop(_ name: String, _ number: String, _ count: String, _ rest: String, to destination: String) -> String
  func arrival(_ name: String) -> String
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
