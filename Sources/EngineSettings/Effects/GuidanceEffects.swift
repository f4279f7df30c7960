import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension EngineEffects {
  static let guidance: ParameterEffectTable = [
    "guidance.delay": .number(
      larger: "the wearer is asked later, and not for what ends by itself",
      smaller: "the wearer is asked sooner and more often"),
    "guidance.patience": .number(
      larger: "going outside is requested later after the last fix",
      smaller: "going outside is requested sooner"),
    "guidance.open_sky": .number(
      larger: "a walk is requested also with poor fixes, and may be long",
      smaller: "an open sky is requested with fair fixes already"),
    "guidance.drift": .number(
      larger: "standing still is requested only where the heading drifts much",
      smaller: "standing still is requested more often"),
    "guidance.still_rate": .number(
      larger: "a wearer who sways or looks about slowly still counts as standing still, and the countdown goes on",
      smaller: "only a very quiet wearer counts as standing still, and the countdown starts again at each sway"),
    "guidance.still_speed": .number(
      larger: "a slow shuffle still counts as standing still",
      smaller: "the countdown starts later after a walk, when the scene has come to rest"),
    "guidance.stillness": .number(
      larger: "a longer rest is requested, which shows the gyroscope's bias better",
      smaller: "a shorter rest is requested"),
    "guidance.stillness_patience": .number(
      larger: "the request to stand still stays longer when it is not followed",
      smaller: "the request to stand still goes sooner"),
  ]
}
