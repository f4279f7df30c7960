import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension HeightParameters {
  static let effects: ParameterEffectTable = [
    "height.walk": .number(
      larger: "the height follows the fixes sooner, with their errors; without a barometer only",
      smaller: "the height is steadier and follows hills more slowly"),
    "height.weather": .number(
      larger: "the fixes correct the barometer's height sooner",
      smaller: "the barometer is trusted for longer; a change of weather then shifts the height"),
    "height.fix_noise": .number(
      larger: "fixes of good stated height move the height less",
      smaller: "the stated height error is used as it is, also where it is too good"),
    "height.assumed": .number(
      larger: "fixes that state no height error move the height less",
      smaller: "fixes that state no height error move the height more"),
    "height.bias_time": .number(
      larger: "successive fixes count as one, so the height follows them more slowly",
      smaller: "each fix counts as new, so the height follows them sooner and its stated accuracy becomes too good"),
    "height.outlier": .number(
      larger: "a fix whose height jumps moves the height more",
      smaller: "jumps are held back sooner, and a height that was wrong takes longer to be corrected"),
    "height.smoothing": .number(
      larger: "stairs show sooner, and doors and wind show as well",
      smaller: "the height is steadier and follows stairs later"),
    "height.patience": .number(
      larger: "a height that a wrong first fix has set stays for longer",
      smaller: "a few fixes with the same error are accepted sooner"),
    "height.rate": .number(
      larger: "a corrected height is reached sooner, and the drawing rises and sinks visibly with it",
      smaller: "the height never moves visibly with a fix, and a wrong first height stays for longer"),
    "height.terrain_noise": .number(
      larger: "barometer and fixes decide more about the height above the tiles",
      smaller: "the height keeps closer to the tiles, also on stairs and bridges that they do not have"),
    "height.terrain_error": .number(
      larger: "the stated accuracy of a height on tiles is larger; nothing is drawn elsewhere",
      smaller: "the stated accuracy counts the tiles as true"),
    "height.terrain_time": .number(
      larger: "the height returns to the tiles more slowly, so a floor of a house is held for longer",
      smaller: "the height returns to the tiles sooner"),
    "height.terrain_walk": .number(
      larger: "without a barometer, fixes move the height off the tiles sooner",
      smaller: "without a barometer, the height keeps to the tiles"),
  ]
}
