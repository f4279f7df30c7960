import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension EngineEffects {
  static let travel: ParameterEffectTable = [
    "travel.tie": .values([
      "forward": "steps lead where the device's front points, as on the chest",
      "top": "steps lead where the device's top points, as with a phone in the hand",
      "learned": "steps lead in the direction of the gait's bounce and of the mean gaze, as on a head that looks about",
    ]),
    "travel.coherence": .number(
      larger: "only a clear gait gives a direction",
      smaller: "an unclear gait gives one as well, which may be wrong"),
  ]
}
