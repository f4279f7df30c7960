import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension EngineEffects {
  static let heading: ParameterEffectTable = [
    "compass.hardiron": .number(
      larger: "the device's own field is found in fewer turns, and the heading is less certain until then",
      smaller: "the calibration is trusted; a field that remains after it turns the heading"),
    "compass.distortion": .number(
      larger: "the compass counts less and the gyroscope more, so a metal railing turns the heading less",
      smaller: "the compass counts more, and fields of the surroundings turn the heading"),
    "compass.distortion_time": .number(
      larger: "readings of one field count as one piece of evidence, so waiting beside metal does not turn the heading",
      smaller: """
        the field counts as new again soon, so the stated error falls faster and a lasting disturbance turns \
        the heading
        """),
    "compass.initial_lag": .number(
      larger: "a delay of the magnetometer is found in fewer turns",
      smaller: "the magnetometer is taken to be on time; a delay then turns the heading in quick turns"),
    "compass.noise": .number(
      larger: "the heading follows the compass more slowly and steadily",
      smaller: "the heading follows the compass sooner and takes in its noise"),
    "compass.correlation_time": .number(
      larger: "many readings count as few, so the heading follows the compass more slowly",
      smaller: "each reading counts more, and an error that lasts turns the heading"),
    "compass.step_threshold": .number(
      larger: "only a strong magnet is noticed as put on; a weaker one turns the heading",
      smaller: "ordinary disturbances count as a magnet, and the heading becomes uncertain each time"),
  ]
}
