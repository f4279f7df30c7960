import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension EngineEffects {
  static let height: ParameterEffectTable = [
    "height.assumed": .number(
      larger: "fixes that state no height error move the height less",
      smaller: "fixes that state no height error move the height more"),
    "height.rate": .number(
      larger: "a corrected height is reached sooner, and the drawing rises and sinks visibly with it",
      smaller: "the height never moves visibly with a fix, and a wrong first height stays for longer"),
    "height.terrain_noise": .number(
      larger: "barometer and fixes decide more about the height above the tiles",
      smaller: "the height keeps closer to the tiles, also on stairs and bridges that they do not have"),
    "height.terrain_error": .number(
      larger: "the stated accuracy of a height on tiles is larger; nothing is drawn elsewhere",
      smaller: "the stated accuracy counts the tiles as true"),
  ]
}
