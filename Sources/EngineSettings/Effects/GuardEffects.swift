import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension EngineEffects {
  static let inertialGuard: ParameterEffectTable = [
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
  ]
}
