import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension EngineEffects {
  static let gait: ParameterEffectTable = [
    "gait.band_high": .number(
      larger: "quick steps keep their peaks, and shocks of the device may count as steps",
      smaller: "shocks count less, and quick steps are weakened or missed"),
    "gait.threshold": .number(
      larger: "soft steps are missed",
      smaller: "soft steps are found, and small movements of the device may count as steps"),
    "gait.shortest_interval": .number(
      larger: "quick steps are left out",
      smaller: "quick steps count, and double peaks may count twice"),
    "gait.longest_interval": .number(
      larger: "slow steps make a run, and so do single bumps far apart",
      smaller: "slow walkers are not seen to walk"),
    "gait.run": .number(
      larger: "fewer false steps; a walk is noticed later, and then all its steps are added at once",
      smaller: "a walk is noticed sooner, and a few bumps in a row count as one"),
    "gait.waving_rate": .number(
      larger: "steps count while the device is turned about, and a waving arm may count as walking",
      smaller: "steps are left out as soon as the device is turned about"),
    "gait.waving_time": .number(
      larger: "a wave leaves out steps for longer after it",
      smaller: "a short turn already leaves steps out, and they count again soon after it"),
    "gait.stride": .number(
      larger: "every step is longer, so the way without fixes is; fixes correct it as far as stride.scale allows",
      smaller: "every step is shorter"),
    "gait.walk_ratio": .number(
      larger: "steps are longer, quick ones most",
      smaller: "steps are shorter; at 0 only gait.stride counts, at every pace"),
  ]
}
