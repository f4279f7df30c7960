import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension GuidanceParameters {
  static let effects: ParameterEffectTable = [
    "guidance.delay": .number(
      larger: "the wearer is asked later, and not for what ends by itself",
      smaller: "the wearer is asked sooner and more often"),
    "guidance.patience": .number(
      larger: "going outside is asked for later after the last fix",
      smaller: "going outside is asked for sooner"),
    "guidance.open_sky": .number(
      larger: "a walk is asked for also with poor fixes, and may be long",
      smaller: "an open sky is asked for with fair fixes already"),
    "guidance.open_sky_delay": .number(
      larger: "poor fixes have to last longer before an open sky is asked for",
      smaller: "short spells of poor fixes ask for an open sky"),
    "guidance.drift": .number(
      larger: "standing still is asked for only where the heading drifts much",
      smaller: "standing still is asked for more often"),
    "guidance.still_rate": .number(
      larger: "a wearer who sways or looks about slowly still counts as standing still, and the countdown goes on",
      smaller: "only a very quiet wearer counts as standing still, and the countdown starts again at each sway"),
    "guidance.still_speed": .number(
      larger: "a slow shuffle still counts as standing still",
      smaller: "the countdown starts later after a walk, when the scene has come to rest"),
    "guidance.stillness": .number(
      larger: "a longer rest is asked for, which shows the gyroscope's bias better",
      smaller: "a shorter rest is asked for"),
    "guidance.stillness_patience": .number(
      larger: "the request to stand still stays longer when it is not followed",
      smaller: "the request to stand still goes sooner"),
    "guidance.device_field": .number(
      larger: "turning the device is asked for only where its own field is hardly known",
      smaller: "turning the device is asked for more often"),
    "guidance.radius_time": .number(
      larger: "the distances that are asked for follow the fixes more slowly",
      smaller: "the distances that are asked for change with every fix"),
  ]
}
