import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension EngineEffects {
  static let attitude: ParameterEffectTable = [
    "attitude.window": .number(
      larger: "less computing, but gravity, rest and compass correct in fewer and coarser steps",
      smaller: "corrections come in finer steps, and each second costs more computing"),
    "gyroscope.latency": .number(
      larger: """
        the output is turned further ahead along the present rotation; beyond the true delay it overshoots \
        in turns
        """,
      smaller: "the output lags behind quick turns; a negative value leaves it as the samples give it"),
    "gyroscope.noise": .number(
      larger: """
        tilt and heading become uncertain faster, so gravity, compass and fixes correct them sooner and move \
        them more
        """,
      smaller: "the gyroscope is trusted longer; below its true noise the stated accuracies are too good"),
    "gyroscope.noise_per_rate": .number(
      larger: "every turn makes tilt and heading less certain, so they are corrected more after quick motion",
      smaller: "quick motion costs no certainty; an error of the gyroscope's scale then stays in the heading"),
    "gyroscope.bias_walk": .number(
      larger: """
        a bias that changes, as with temperature, is followed sooner, but the estimate from rest is lost \
        sooner
        """,
      smaller: "the bias estimated at rest is kept longer; a bias that changes turns the heading meanwhile"),
    "gyroscope.bias": .number(
      larger: "an unknown bias is found sooner, and the heading is less certain until then",
      smaller: """
        a bias beyond it takes long to be found and turns the heading meanwhile; a remembered one is trusted \
        more
        """),
    "gyroscope.scale": .number(
      larger: "errors of scale are learned in fewer turns, but other errors of quick motion may be taken for them",
      smaller: "the stated scale is kept; at 0 nothing is learned, and a turn is wrong by its share"),
    "gyroscope.cross": .number(
      larger: """
        errors between the axes are learned in fewer turns, but other errors of quick motion may be taken \
        for them
        """,
      smaller: "the axes are taken to be at right angles; at 0 nothing is learned"),
    "accelerometer.noise": .number(
      larger: "shocks and swings tilt the horizon less, and a wrong tilt is corrected more slowly",
      smaller: "a wrong tilt is corrected sooner, and accelerations tilt the horizon more"),
    "accelerometer.bias": .number(
      larger: "an offset of the accelerometer is learned sooner, and tilt is less certain meanwhile",
      smaller: "the accelerometer is taken to be right; an offset of 0.1 m/s² then tilts the horizon by 0.6°"),
    "attitude.tilt": .number(
      larger: "a wrong start in motion is corrected sooner, with larger movements of the horizon in the first seconds",
      smaller: "the start is trusted; a wrong one stays for longer"),
    "gravity.velocity_noise": .number(
      larger: "accelerations of the wearer tilt the horizon less, and a wrong tilt is corrected more slowly",
      smaller: "a wrong tilt is corrected sooner, and braking or a long curve tilts the horizon"),
    "gravity.velocity_bound": .number(
      larger: "longer accelerations are taken for tilt before gravity is trusted less",
      smaller: """
        gravity is trusted less after short accelerations already, and a large error of tilt is corrected \
        more slowly
        """),
    "gravity.valve": .number(
      larger: "long accelerations tilt the horizon less; a large error of tilt is corrected more slowly",
      smaller: "long accelerations tilt the horizon more; at 0 gravity is always trusted alike"),
    "rest.rate": .number(
      larger: "more moments count as rest; sway and tremor are then taken for a bias",
      smaller: "only a device that lies still rests, so the bias is learned less often"),
    "rest.force": .number(
      larger: "more moments count as rest, among them slow motion",
      smaller: "small shocks end a rest, so the bias is learned less often"),
    "rest.time": .number(
      larger: "only long pauses count as rest",
      smaller: "short pauses count as well, among them the turning points of a motion"),
    "rest.bias_noise": .number(
      larger: "the bias takes longer rests to be found",
      smaller: "short rests settle the bias; a slow turn that counts as rest becomes a bias"),
    "relaxed.rate": .number(
      larger: "more quiet moments of a hand or a head show the bias, but slow motion may be taken for it",
      smaller: "fewer moments count; at 0 only the strict rest does"),
    "relaxed.average": .number(
      larger: "a quiet moment has to last longer, and its mean is steadier",
      smaller: "short pauses count, and their mean is less steady"),
  ]
}
