import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension EngineEffects {
  static let leg: ParameterEffectTable = [
    "leg.use": .values([
      "on": "a wearer who follows a route is localized sooner where the compass is poor or missing",
      "off": "a route never turns the heading; for wearers who walk beside the route and not along it",
    ]),
    "leg.walk": .number(
      larger: "a leg corrects the heading later, and more exactly",
      smaller: "a leg corrects the heading after a short walk, and less exactly"),
    "leg.corridor": .number(
      larger: "the walk may lead across the leg, so it turns the heading less",
      smaller: "the walk is taken to lead along the leg exactly, so it turns the heading more"),
    "leg.sigma": .number(
      larger: "every leg turns the heading less, however long it is",
      smaller: "the bearing of the leg is trusted; a badly drawn route then turns the heading"),
  ]
}
