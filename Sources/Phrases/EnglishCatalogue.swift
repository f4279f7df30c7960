/// English, complete.
struct EnglishCatalogue: Catalogue {
  let metre = "m", kilometre = "km", foot = "ft", mile = "mi", decimalMark = ".", veryFar = "very far",
    veryLong = "very long"
  let turns = [
    "slight-left": "bear left", "left": "turn left", "sharp-left": "turn sharply left", "slight-right": "bear right",
    "right": "turn right", "sharp-right": "turn sharply right", "turn-around": "turn around",
    "roundabout": "enter the roundabout", "stop": "stop", "arrive": "you are there", "straight": "go straight on",
    "other": "follow the route",
  ]
  let goOutside = "go where the sky is open: there is no position"

  private static let sides = [
    "ahead of you", "ahead on the right", "on the right", "behind you on the right",
    "behind you", "behind you on the left", "on the left", "ahead on the left",
  ]
  private static let points = [
    "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
  ]

  func side(_ eighth: Int) -> String { Self.sides[eighth] }
  func toward(_ compass: Int) -> String { "to the \(Self.points[compass])" }
  func at(hour: Int) -> String { "at \(hour) o'clock" }
  func to(hour: Int) -> String { "to \(hour) o'clock" }
  func landmark(_ name: String, _ turn: String) -> String {
    switch turn {
    case "after": "right after \(name)"
    case "before": "just before \(name)"
    default: "at \(name)"
    }
  }
  func start(_ name: String, _ way: String, _ time: String, round: Bool) -> String {
    (round ? "turn round, then " : "")
      + (name.isEmpty ? "the route starts: \(way), \(time)" : "to \(name): \(way), \(time)")
  }
  func turn(_ distance: String?, _ marks: [String], _ step: Step) -> String {
    let head = ([distance.map { "in \($0)" } ?? "now"] + marks).joined(separator: ", ")
    return "\(head)\(step.isPlanners || !marks.isEmpty ? ":" : "") \(step.words)"
  }
  func offRoute(_ distance: String, _ place: String) -> String { "off the route: it is \(distance) \(place)" }
  func backOnRoute(round: Bool) -> String { "back on the route" + (round ? ": turn round" : "") }
  func wrongWay(_ place: String, isKnown: Bool, round: Bool) -> String {
    round ? "turn round: this is the wrong way" : "wrong way: the route \(isKnown ? "is" : "goes") \(place)"
  }
  func approach(_ toRoute: Bool, _ distance: String, _ place: String, round: Bool) -> String {
    let goal = toRoute ? "the route" : "the start"
    return round ? "turn round, and go to \(goal): \(distance)" : "go to \(goal): \(distance), \(place)"
  }
  func stop(_ name: String, _ number: String, _ count: String, _ rest: String, to destination: String) -> String {
    "you are at \(name.isEmpty ? "a stop" : name), \(number) of \(count); \(rest) to \(destination.isEmpty ? "the destination" : destination)"
  }
  func arrival(_ name: String, side: String?) -> String {
    "you are there" + (name.isEmpty ? "" : ": \(name)") + (side.map { ", \($0)" } ?? "")
  }
  func toGo(_ distance: String) -> String { "\(distance) to go" }
  func near(_ name: String) -> String { "\(name) is near" }
  func at(_ name: String) -> String { "you are at \(name)" }
  func left(_ name: String) -> String { "you have left \(name)" }
  func looked(_ name: String) -> String { "you look at \(name)" }
  func lookedAway(_ name: String) -> String { "you look away from \(name)" }
  func level(_ level: String?) -> String { level.map { "you are on level \($0)" } ?? "the level is not known" }
  func standStill(_ seconds: String) -> String { "stand still for \(seconds) s" }
  func openSky(_ radius: String) -> String { "go where the sky is open: the position is only good to \(radius)" }
  func walk(_ distance: String) -> String { "walk \(distance) more, straight" }
  func leaveMetal(_ deviation: String) -> String {
    "move away from metal and magnets: the magnetic field is \(deviation) µT off"
  }
  var lookAround: String { "turn around once" }
  func turnDevice(_ uncertainty: String) -> String {
    "turn the device slowly in all directions: its own magnetic field is only known to \(uncertainty) µT"
  }
}
