import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension GuardParameters {
  static let effects: ParameterEffectTable = [
    "guard.quiet_gap": .number(
      larger: "longer losses of gyroscope samples pass without a report",
      smaller: "short losses already report limited(odometry-lost)"),
    "guard.longest_gap": .number(
      larger: "longer losses keep the scene, whose heading and place are wrong by the motion that was missed",
      smaller: "shorter losses begin a new scene, in which heading and place have to be found again"),
    "guard.spike": .number(
      larger: "single wrong samples of that size turn the pose",
      smaller: "quick real turns are held back by one sample before they count"),
    "guard.range": .number(
      larger: "beyond the sensor's range saturation is not noticed, and the heading is wrong without a report",
      smaller: "quick turns that were measured well report limited(saturated)"),
    "guard.stuck_time": .number(
      larger: "a dead axis is reported later",
      smaller: "a coarse gyroscope that repeats values may be reported as dead"),
    "guard.stuck_rate": .number(
      larger: "a dead axis is noticed in quick turns only",
      smaller: "noise of the other axes counts as motion, and a coarse axis may be reported as dead"),
    "guard.report_time": .number(
      larger: "a short trouble is reported for longer, so that a client that asks seldom sees it",
      smaller: "the state is normal again sooner"),
  ]
}
