import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension EngineEffects {
  static let applied: ParameterEffectTable = [
    "applied.mode": .values([
      "snap": "the drawing jumps to the known alignment at once",
      "ease": "the drawing approaches it quickly at first and slowly at the end",
      "limit": "the drawing approaches it at a rate that the wearer's own motion hides",
    ]),
    "applied.yaw_rate": .number(
      larger: "a corrected heading is drawn sooner, and the picture is seen to turn",
      smaller: "the picture turns unnoticed, and stands in the wrong direction for longer"),
    "applied.yaw_time": .number(
      larger: "a false heading is drawn, or hidden, for longer",
      smaller: "a false heading ends sooner, and the picture is seen to turn"),
    "applied.place_rate": .number(
      larger: "small corrections of the place are drawn sooner, and the picture is seen to shift",
      smaller: "small corrections are drawn more slowly"),
    "applied.place_time": .number(
      larger: "large corrections of the place are drawn more slowly",
      smaller: "large corrections are drawn sooner, and the picture is seen to shift"),
    "applied.ease_time": .number(
      larger: "with applied.mode=ease the picture follows more slowly",
      smaller: "with applied.mode=ease the picture follows sooner"),
    "applied.snap_distance": .number(
      larger: "larger corrections of the place are eased in, during which the picture is wrong",
      smaller: "smaller corrections of the place make the picture jump"),
  ]
}
