import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension EngineEffects {
  static let pin: ParameterEffectTable = [
    "pin.sigma": .number(
      larger: "a heading turned by hand is stated less certain",
      smaller: "a heading turned by hand is stated more certain")
  ]
}
