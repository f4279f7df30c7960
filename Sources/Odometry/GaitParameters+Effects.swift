import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension GaitParameters {
  static let effects: ParameterEffectTable = [
    "gait.band_low": .number(
      larger: "slow sway disturbs less, and the steps of a slow walker may be missed",
      smaller: "slow steps are kept, and slow sway or a wrong tilt may count as steps"),
    "gait.band_high": .number(
      larger: "quick steps keep their peaks, and shocks of the device may count as steps",
      smaller: "shocks count less, and quick steps are weakened or missed"),
    "gait.threshold": .number(
      larger: "soft steps are missed",
      smaller: "soft steps are found, and small movements of the device may count as steps"),
    "gait.gentle": .number(
      larger: "a soft walker is not seen to walk",
      smaller: "soft steps are found, and swaying that comes evenly may count as walking"),
    "gait.fall": .number(
      larger: "a step is found later, and a soft one may be missed",
      smaller: "a step is found sooner, and its double peak may count twice"),
    "gait.shortest_interval": .number(
      larger: "quick steps are left out",
      smaller: "quick steps count, and double peaks may count twice"),
    "gait.longest_interval": .number(
      larger: "slow steps make a run, and so do single bumps far apart",
      smaller: "slow walkers are not seen to walk"),
    "gait.run": .number(
      larger: "fewer false steps; a walk is noticed later, and then all its steps are added at once",
      smaller: "a walk is noticed sooner, and a few bumps in a row count as one"),
    "gait.evenness": .number(
      larger: "uneven steps count as walking, and so do shuffles",
      smaller: "only a steady walk counts as one from the first steps; others wait for fixes to show them"),
    "gait.even_run": .number(
      larger: "a walk is recognized later, and its first steps are then added",
      smaller: "a walk is recognized sooner, and some even shuffles count as one"),
    "gait.fastest_walk": .number(
      larger: "quick walkers are recognized only when fixes show that they move",
      smaller: "quick jerks that come evenly count as walking"),
    "gait.slowest_walk": .number(
      larger: "slow swaying that comes evenly counts as walking",
      smaller: "slow walkers are recognized only when fixes show that they move"),
    "gait.even_memory": .number(
      larger: "after a walk, fidgeting keeps rest from being used for longer",
      smaller: "a walk with uneven steps may be taken for rest"),
    "gait.pause": .number(
      larger: "rest is used later after the last step",
      smaller: "a moment between two steps may be taken for rest"),
    "gait.waving_ratio": .number(
      larger: "vigorous steps count although the device turns much, and vigorous waves do as well",
      smaller: "steps of a quick walker whose device swings are left out"),
    "gait.strength_exponent": .number(
      larger: "hard steps are longer and soft ones shorter",
      smaller: "all steps are gait.stride long; at 0 exactly"),
    "gait.usual_strength": .number(
      larger: "all steps are a little shorter",
      smaller: "all steps are a little longer"),
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
