/// German, complete.
struct GermanCatalogue: Catalogue {
  let metre = "m", kilometre = "km", foot = "Fuß", mile = "Meilen", decimalMark = ",", veryFar = "sehr weit",
    veryLong = "sehr lang"
  let turns = [
    "slight-left": "halb links", "left": "links abbiegen", "sharp-left": "scharf links abbiegen",
    "slight-right": "halb rechts", "right": "rechts abbiegen", "sharp-right": "scharf rechts abbiegen",
    "turn-around": "umkehren", "roundabout": "in den Kreisverkehr", "stop": "Halt", "arrive": "Sie sind da",
    "straight": "geradeaus", "other": "der Route folgen",
  ]
  let goOutside = "unter freien Himmel gehen: es gibt keine Position"

  private static let sides = [
    "vor Ihnen", "vorn rechts", "rechts", "hinten rechts", "hinter Ihnen", "hinten links", "links", "vorn links",
  ]
  private static let points = [
    "Norden", "Nordosten", "Osten", "Südosten", "Süden", "Südwesten", "Westen", "Nordwesten",
  ]

  func side(_ eighth: Int) -> String { Self.sides[eighth] }
  func toward(_ compass: Int) -> String { "im \(Self.points[compass])" }
  func at(hour: Int) -> String { "auf \(hour) Uhr" }
  func to(hour: Int) -> String { "auf \(hour) Uhr" }
  func landmark(_ name: String, _ turn: String) -> String {
    switch turn {
    case "after": "gleich nach \(name)"
    case "before": "kurz vor \(name)"
    default: "bei \(name)"
    }
  }
  func start(_ name: String, _ way: String, _ time: String, round: Bool) -> String {
    (round ? "umdrehen, dann " : "")
      + (name.isEmpty ? "die Route beginnt: \(way), \(time)" : "nach \(name): \(way), \(time)")
  }
  func turn(_ distance: String?, _ marks: [String], _ step: Step) -> String {
    let head = ([distance.map { "in \($0)" } ?? "jetzt"] + marks).joined(separator: ", ")
    return "\(head)\(step.isPlanners || !marks.isEmpty ? ":" : "") \(step.words)"
  }
  func offRoute(_ distance: String, _ place: String) -> String { "abseits der Route: sie liegt \(distance) \(place)" }
  func backOnRoute(round: Bool) -> String { "wieder auf der Route" + (round ? ": umdrehen" : "") }
  func wrongWay(_ place: String, isKnown: Bool, round: Bool) -> String {
    round
      ? "umdrehen: das ist die falsche Richtung" : "falsche Richtung: die Route \(isKnown ? "ist" : "liegt") \(place)"
  }
  func approach(_ toRoute: Bool, _ distance: String, _ place: String, round: Bool) -> String {
    let goal = toRoute ? "zur Route" : "zum Start"
    return round ? "umdrehen, dann \(goal): \(distance)" : "\(goal): \(distance), \(place)"
  }
  func stop(_ name: String, _ number: String, _ count: String, _ rest: String, to destination: String) -> String {
    "\(name.isEmpty ? "Halt" : name) erreicht, \(number) von \(count); noch \(rest) bis \(destination.isEmpty ? "zum Ziel" : destination)"
  }
  func arrival(_ name: String, side: String?) -> String {
    "Sie sind da" + (name.isEmpty ? "" : ": \(name)") + (side.map { ", \($0)" } ?? "")
  }
  func toGo(_ distance: String) -> String { "noch \(distance)" }
  func near(_ name: String) -> String { "in der Nähe: \(name)" }
  func at(_ name: String) -> String { "Sie sind bei: \(name)" }
  func left(_ name: String) -> String { "verlassen: \(name)" }
  func looked(_ name: String) -> String { "Sie sehen: \(name)" }
  func lookedAway(_ name: String) -> String { "nicht mehr im Blick: \(name)" }
  func level(_ level: String?) -> String { level.map { "Sie sind auf Ebene \($0)" } ?? "die Ebene ist unbekannt" }
  func standStill(_ seconds: String) -> String { "\(seconds) s still stehen" }
  func openSky(_ radius: String) -> String { "unter freien Himmel gehen: die Position ist nur auf \(radius) genau" }
  func walk(_ distance: String) -> String { "noch \(distance) geradeaus gehen" }
  func leaveMetal(_ deviation: String) -> String {
    "weg von Metall und Magneten: das Magnetfeld weicht um \(deviation) µT ab"
  }
  var lookAround: String { "einmal umdrehen" }
  func turnDevice(_ uncertainty: String) -> String {
    "das Gerät langsam in alle Richtungen drehen: sein eigenes Magnetfeld ist nur auf \(uncertainty) µT bekannt"
  }
}
