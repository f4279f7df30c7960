import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension EngineEffects {
  static let outside: ParameterEffectTable = [
    "outside.interval": .number(
      larger: "the place follows the outside tracker in longer stretches, at less work",
      smaller: "the place follows in shorter stretches; the least noise of each then adds up to a larger radius"),
    "outside.noise": .number(
      larger: "the radius grows faster while an outside tracker measures the way, and fixes move the place more",
      smaller: "the outside tracker is trusted; below its true error the stated radius becomes too small"),
    "outside.noise_share": .number(
      larger: "long ways by an outside tracker count for less, and fixes move the place more",
      smaller: "long ways are trusted; a tracker whose scale is off then pulls the place away from the fixes"),
  ]
}
