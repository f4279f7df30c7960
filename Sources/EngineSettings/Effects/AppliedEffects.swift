import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension EngineEffects {
  static let applied: ParameterEffectTable = [
    "applied.mode": .values([
      "snap": "the drawing jumps to the known alignment at once",
      "limit": "the drawing approaches it at a rate that the wearer's own motion hides",
    ]),
    "applied.yaw_rate": .number(
      larger: "a corrected heading is drawn sooner, and the picture is seen to turn",
      smaller: "the picture turns unnoticed, and stands in the wrong direction for longer"),
    "applied.place_rate": .number(
      larger: "small corrections of the place are drawn sooner, and the picture is seen to shift",
      smaller: "small corrections are drawn more slowly"),
  ]
}
