import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension MethodParameters {
  static let effects: ParameterEffectTable = [
    "estimate.capacity": .number(
      larger: "more of the way is compared with the fixes, at more computing",
      smaller: "old estimates are thinned out sooner"),
    "estimate.age": .number(
      larger: "the heading is fitted to a longer way, over which the scene may have drifted",
      smaller: "the heading is fitted to the newest way only, and takes less from it"),
    "estimate.reach": .number(
      larger: "a good fix far back may be the best estimate, and the drift since spoils it",
      smaller: "only near estimates count; with none in reach the newest is taken"),
    "estimate.order": .values([
      "radius": "the estimate with the smallest radius is the best, however long ago",
      "radius-and-way": "the way since an estimate makes it worse, so a newer one with a larger radius may be the best",
    ]),
    "estimate.drift": .number(
      larger: "with estimate.order=radius-and-way newer estimates are preferred",
      smaller: "with estimate.order=radius-and-way small radii are preferred"),
    "estimate.bias_time": .number(
      larger: """
        successive fixes count as one, so a fitted heading is stated less certain
        """,
      smaller: "each fix counts as new, so a fitted heading is stated more certain than it may be"),
    "estimate.noise": .number(
      larger: "a single fix turns the fitted heading less",
      smaller: "a single fix turns the fitted heading more"),
    "fit.scene_noise": .number(
      larger: "short ways have less weight for the heading",
      smaller: "short ways have more weight; errors of single steps then turn the fit"),
    "fit.yaw_walk": .number(
      larger: "a fit over a long time is stated less certain",
      smaller: "a fit over a long time is stated more certain; below the true drift it is too good"),
    "fit.huber": .number(
      larger: "estimates that are far off turn the fit in full",
      smaller: "estimates count less already when they are a little off"),
    "pairs.fixes": .number(
      larger: "each round has more pairs, and the heading is corrected more seldom",
      smaller: "the heading is corrected more often, by fewer pairs"),
    "pairs.time": .number(
      larger: "with a slow receiver a round waits longer for its fixes",
      smaller: "with a slow receiver a round has fewer fixes"),
  ]
}
