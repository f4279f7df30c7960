import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension EngineEffects {
  static let wearer: ParameterEffectTable = [
    "wearer.eye_height": .number(
      larger: "what stands on the ground is drawn lower",
      smaller: "what stands on the ground is drawn higher; too small, and arrows seem to hover")
  ]
}
