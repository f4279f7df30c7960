import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension StrapdownParameters {
  static let effects: ParameterEffectTable = [
    "strapdown.use": .values([
      "on": "survey-grade fixes and precise velocities give place and heading without the help of steps",
      "off": "steps give the way between fixes, however precise those are",
    ]),
    "strapdown.window": .number(
      larger: "less computing; corrections and the memory of past positions become coarser",
      smaller: "corrections come in finer steps, and each second costs more computing"),
    "strapdown.gyroscope_noise": .number(
      larger: "the heading becomes uncertain faster, so fixes turn it more",
      smaller: "the gyroscope is trusted longer; below the true noise the stated heading is too good"),
    "strapdown.gyroscope_scale": .number(
      larger: "the heading becomes less certain in turns, so fixes turn it more after them",
      smaller: "turns are trusted more; below the true error the stated heading is too good after turns"),
    "strapdown.accelerometer_noise": .number(
      larger: "place and heading follow each fix more closely, and the heading is less certain",
      smaller: "place runs more smoothly on the accelerometer; below the true noise the stated accuracies are too good"),
    "strapdown.tilt": .number(
      larger: "fixes correct the tilt more at the start, and the heading is found later",
      smaller: "the tilt at the start is trusted; a wrong one moves the place for some seconds"),
    "strapdown.gyroscope_bias": .number(
      larger: "an unknown bias is found sooner, and the heading is less certain until then",
      smaller: "a bias beyond it takes long to be found and turns the heading meanwhile"),
    "strapdown.gyroscope_bias_walk": .number(
      larger: "a changing bias is followed, and the heading is less certain",
      smaller: "the bias is held steadier; a gyroscope that warms up turns the heading"),
    "strapdown.accelerometer_bias": .number(
      larger: "an unknown bias is found sooner, and tilt is less certain until then",
      smaller: "a bias beyond it is taken for tilt"),
    "strapdown.accelerometer_bias_walk": .number(
      larger: "a changing bias is followed, and tilt is less certain",
      smaller: "the bias is held steadier; one that changes is taken for tilt"),
    "strapdown.velocity_precise": .number(
      larger: "poorer velocities give the heading as well; those of a receiver that smooths them bend it",
      smaller: "only the best receivers give the heading by their velocity"),
    "strapdown.body_sway": .number(
      larger: "the heading follows the receiver's velocity more slowly",
      smaller: "it follows faster; below the true sway the stated heading is too good"),
    "strapdown.velocity_lag": .number(
      larger: "the velocity is compared with an earlier motion, right for a receiver that smooths for longer",
      smaller: "it is compared with a later motion, right for a receiver that does not smooth"),
    "strapdown.delay": .number(
      larger: "a receiver's delay far from the expected one is found sooner, and place is less certain until then",
      smaller: "the expected delay is held; a wrong one shifts the place along the way walked"),
    "strapdown.gate": .number(
      larger: "wrong fixes that state a high precision move the place",
      smaller: "right fixes are refused after a stumble, for as long as the patience"),
    "strapdown.velocity_gate": .number(
      larger: "a wrong velocity turns the heading more",
      smaller: "right velocities count for less in quick turns"),
    "strapdown.velocity_surprise": .number(
      larger: "a receiver that smooths its velocity, or states too small an error, may turn the heading",
      smaller: "right velocities are refused where the body sways much, and steps and fixes give the heading"),
    "strapdown.patience": .number(
      larger: "longer on the accelerometer alone when fixes stop or are refused: the place drifts off",
      smaller: "steps take over after short gaps, and wrong fixes are accepted sooner"),
    "strapdown.start_distance": .number(
      larger: "the filter starts later after standing", smaller: "jitter of the fixes may start it while standing"),
    "strapdown.start_speed": .number(
      larger: "the filter starts later after standing", smaller: "noise of the velocity may start it while standing"),
    "strapdown.headings": .number(
      larger: "a heading is found more reliably at the start, at more computing until then",
      smaller: "less computing at the start; with fewer than six a wrong heading may be held for long"),
    "strapdown.lead": .number(
      larger: "the heading is published later and is more certain", smaller: "it is published sooner and may be wrong"),
    "strapdown.heading": .number(
      larger: "the pose follows the fixes sooner, with a heading that still turns",
      smaller: "steps and compass are followed for longer at the start"),
  ]
}
