import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension SimulationParameters {
  static let effects: ParameterEffectTable = [
    "place.latitude": .number(
      larger: "a plan starts further north",
      smaller: "a plan starts further south"),
    "place.longitude": .number(
      larger: "a plan starts further east",
      smaller: "a plan starts further west"),
    "place.height": .number(
      larger: "a plan starts higher, at a lower air pressure",
      smaller: "a plan starts lower, at a higher air pressure"),
    "place.azimuth": .number(
      larger: "a plan sets out further clockwise",
      smaller: "a plan sets out further anticlockwise"),
    "hills.height": .number(
      larger: "the way climbs and falls more",
      smaller: "the way is more level"),
    "hills.length": .number(
      larger: "the same hills are wider, and their slopes gentler",
      smaller: "the slopes are steeper"),
    "walk.speed": .number(
      larger: "a walk takes less time, with quicker and stronger steps",
      smaller: "a walk takes more time, with slower and softer steps"),
    "walk.gait": .number(
      larger: "steps shake the sensors more",
      smaller: "steps shake the sensors less; at 0 no steps are to be found"),
    "walk.variability": .number(
      larger: "steps are less even",
      smaller: "steps are more even"),
    "walk.loop": .number(
      larger: "the wearer turns more slowly",
      smaller: "the wearer turns faster"),
    "drive.speed": .number(
      larger: "a ride takes less time where bends allow it",
      smaller: "a ride takes more time"),
    "drive.acceleration": .number(
      larger: "the vehicle pulls away and brakes harder",
      smaller: "the vehicle pulls away and brakes more gently"),
    "drive.lateral": .number(
      larger: "bends are driven faster",
      smaller: "bends are driven more slowly"),
    "drive.vibration": .number(
      larger: "the road shakes the sensors more",
      smaller: "the road shakes the sensors less"),
    "gaze.style": .values([
      "ahead": "the head looks where the way leads",
      "wandering": "the head turns to both sides, within gaze.range",
    ]),
    "gaze.range": .number(
      larger: "the head turns further aside",
      smaller: "the head looks more nearly ahead"),
    "gaze.shortest": .number(
      larger: "the head turns more seldom",
      smaller: "the head may turn again sooner"),
    "gaze.longest": .number(
      larger: "the head may look one way for longer",
      smaller: "the head turns more often"),
    "person.mount": .values([
      "head": "the device turns, nods and leans with the head",
      "torso": "the device is on the body, which turns after the head",
    ]),
    "person.step_peak": .number(
      larger: "steps shake the sensors more",
      smaller: "steps are gentler; at 0 each seed is another person, from gentle to vigorous"),
    "person.head_rate": .number(
      larger: "the head turns by more and faster",
      smaller: "the head is calmer; at 0 each seed is another person"),
    "trace.spacing": .number(
      larger: "noise of the trace shakes the sensors less, and so do quick movements",
      smaller: "quicker movements are kept, and noise of the trace shakes the sensors more"),
    "mount.yaw": .number(
      larger: "the device faces further clockwise of the way ahead",
      smaller: "the device faces further anticlockwise"),
    "mount.pitch": .number(
      larger: "the device is tilted further up",
      smaller: "the device is tilted further down"),
    "imu.rate": .number(
      larger: "more samples a second, so a larger recording",
      smaller: "fewer samples a second; below 50 steps are hard to find"),
    "imu.warmup": .number(
      larger: "biases that depend on temperature change more",
      smaller: "biases that depend on temperature change less; below 0 the device cools"),
    "imu.warmup_time": .number(
      larger: "the device warms more slowly",
      smaller: "the device warms sooner, so biases change faster"),
    "gyroscope.noise": .number(
      larger: "headings without a compass become wrong faster",
      smaller: "headings without a compass stay right for longer"),
    "gyroscope.instability": .number(
      larger: "the bias wanders more over minutes",
      smaller: "the bias stays steadier over minutes"),
    "gyroscope.walk": .number(
      larger: "the bias wanders further the longer a session is",
      smaller: "the bias stays nearer to where it began"),
    "gyroscope.bias": .number(
      larger: "the bias at the start is larger",
      smaller: "the bias at the start is smaller"),
    "gyroscope.scale": .number(
      larger: "each turn is measured too large or too small by more",
      smaller: "each turn is measured more exactly"),
    "gyroscope.misalignment": .number(
      larger: "a turn about one axis shows more on the others",
      smaller: "the axes are nearer to right angles"),
    "gyroscope.temperature": .number(
      larger: "warming changes the bias more",
      smaller: "warming changes the bias less"),
    "gyroscope.step": .number(
      larger: "values are coarser, and slow turns may vanish between two steps",
      smaller: "values are finer"),
    "gyroscope.range": .number(
      larger: "quicker turns are measured without being cut off",
      smaller: "quick turns are cut off at this rate"),
    "accelerometer.noise": .number(
      larger: "forces are noisier",
      smaller: "forces are less noisy"),
    "accelerometer.instability": .number(
      larger: "the bias wanders more over minutes",
      smaller: "the bias stays steadier over minutes"),
    "accelerometer.walk": .number(
      larger: "the bias wanders further the longer a session is",
      smaller: "the bias stays nearer to where it began"),
    "accelerometer.bias": .number(
      larger: "the bias at the start is larger, and tilts the measured vertical more",
      smaller: "the bias at the start is smaller"),
    "accelerometer.scale": .number(
      larger: "each force is measured too large or too small by more",
      smaller: "each force is measured more exactly"),
    "accelerometer.misalignment": .number(
      larger: "a force along one axis shows more on the others",
      smaller: "the axes are nearer to right angles"),
    "accelerometer.temperature": .number(
      larger: "warming changes the bias more",
      smaller: "warming changes the bias less"),
    "accelerometer.step": .number(
      larger: "values are coarser",
      smaller: "values are finer"),
    "accelerometer.range": .number(
      larger: "stronger shocks are measured without being cut off",
      smaller: "shocks are cut off at this force"),
    "magnetometer.rate": .number(
      larger: "more samples a second",
      smaller: "fewer samples a second; at 0 there is no compass"),
    "magnetometer.noise": .number(
      larger: "compass readings are noisier",
      smaller: "compass readings are less noisy"),
    "magnetometer.step": .number(
      larger: "compass readings are coarser",
      smaller: "compass readings are finer"),
    "magnetometer.hardiron": .number(
      larger: "the device itself turns the compass more",
      smaller: "the device itself turns the compass less"),
    "magnetometer.softiron": .number(
      larger: "the device bends the field more",
      smaller: "the device bends the field less"),
    "magnetometer.lag": .number(
      larger: "compass readings are older than their time stamps by more",
      smaller: "compass readings are nearer to their time stamps"),
    "magnetometer.disturbance": .number(
      larger: "the surroundings turn the compass more",
      smaller: "the surroundings turn the compass less"),
    "magnetometer.length": .number(
      larger: "the surroundings' field stays the same over a longer way",
      smaller: "the surroundings' field changes within a few steps"),
    "barometer.rate": .number(
      larger: "more samples a second",
      smaller: "fewer samples a second; at 0 there is no barometer"),
    "barometer.noise": .number(
      larger: "pressures are noisier",
      smaller: "pressures are less noisy"),
    "barometer.weather": .number(
      larger: "the pressure wanders more, as if the height changed",
      smaller: "the pressure stays true to the height for longer"),
    "gnss.rate": .number(
      larger: "more fixes a second",
      smaller: "fewer fixes a second; at 0 there is no receiver"),
    "gnss.bias": .number(
      larger: "fixes are off by more for many seconds, and state it",
      smaller: "fixes are nearer to the truth"),
    "gnss.bias_time": .number(
      larger: "the error of fixes lasts longer, so averaging them helps less",
      smaller: "the error of fixes changes sooner, so averaging them helps more"),
    "gnss.noise": .number(
      larger: "fixes jump about more",
      smaller: "fixes jump about less"),
    "gnss.velocity_noise": .number(
      larger: "velocities of fixes are worse, and state it",
      smaller: "velocities of fixes are better"),
    "gnss.latency": .number(
      larger: "fixes arrive later",
      smaller: "fixes arrive sooner"),
    "gnss.velocity_latency": .number(
      larger: "velocities are older than their positions by more",
      smaller: "velocities are nearer in time to their positions"),
    "gnss.velocity": .values([
      "stated": "the receiver gives its velocity and the error of it",
      "unstated": "it gives its velocity without an error, as many telephones and NMEA receivers do",
      "none": "it gives places only",
    ]),
    "gnss.stamped": .values([
      "on": "a fix carries the moment at which it held",
      "off": "a fix carries only the moment of its arrival",
    ]),
    "gnss.outliers": .number(
      larger: "more fixes have a large error that they do not state",
      smaller: "fewer fixes have one; at 0 none"),
    "gnss.outlier_size": .number(
      larger: "such fixes are further off",
      smaller: "such fixes are nearer"),
    "gnss.first_fix_error": .number(
      larger: "the first three fixes are further off",
      smaller: "the first three fixes are nearer; at 0 they are like others"),
    "gnss.first_fix_after": .number(
      larger: "the first fix comes later",
      smaller: "the first fix comes sooner"),
    "gnss.stated": .number(
      larger: "stated accuracies are worse than the true ones",
      smaller: "stated accuracies are better than the true ones"),
    "gnss.separation": .number(
      larger: "fixes state a higher geoid",
      smaller: "fixes state a lower geoid"),
    "truth.rate": .number(
      larger: "more lines of truth a second",
      smaller: "fewer lines of truth a second; at 0 none"),
    "temperature.rate": .number(
      larger: "more lines of temperature a second",
      smaller: "fewer lines of temperature a second; at 0 none"),
  ]
}
