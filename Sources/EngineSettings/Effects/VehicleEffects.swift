import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension EngineEffects {
  static let vehicle: ParameterEffectTable = [
    "vehicle.window": .number(
      larger: "less computing; corrections and the memory of past positions become coarser",
      smaller: "corrections come in finer steps, and each second costs more computing"),
    "vehicle.gyroscope_noise": .number(
      larger: "the heading becomes uncertain faster, so fixes turn it more",
      smaller: "the gyroscope is trusted longer; below the true noise the stated heading is too good"),
    "vehicle.accelerometer_noise": .number(
      larger: "speed and place follow the fixes more closely, and become uncertain faster without them",
      smaller: """
        speed and place run more smoothly on the accelerometer; below the true noise the stated radius is \
        too small
        """),
    "vehicle.gyroscope_bias": .number(
      larger: "an unknown bias is found sooner, and the heading is less certain until then",
      smaller: "a bias beyond it takes long to be found and turns the heading meanwhile"),
    "vehicle.gyroscope_bias_walk": .number(
      larger: "a bias that changes is followed sooner, but the estimate from a stop is lost sooner",
      smaller: "the bias that stops and fixes have shown is kept longer"),
    "vehicle.accelerometer_bias": .number(
      larger: "an offset is found sooner, and tilt is less certain until then",
      smaller: "the accelerometer is taken to be right; an offset then shows as tilt and as wrong speed without fixes"),
    "vehicle.accelerometer_bias_walk": .number(
      larger: "an offset that changes is followed sooner, and speed without fixes is less certain",
      smaller: "the offset that was found is kept longer"),
    "vehicle.tilt": .number(
      larger: "a wrong first tilt is corrected sooner",
      smaller: "the first tilt is trusted; a start while pulling away stays wrong for longer"),
    "vehicle.longest_gap": .number(
      larger: "the vehicle keeps speed and heading across longer gaps, however wrong they have become",
      smaller: "after shorter gaps heading and place are lost, and wait for fixes in motion"),
    "gnss.velocity_lag": .number(
      larger: """
        a velocity is taken for an older one; if too large, heading and speed run ahead in bends and under \
        braking
        """,
      smaller: "too small, and heading and speed lag in bends and under braking"),
    "vehicle.latency_sigma": .number(
      larger: """
        a receiver's latency that differs much from the stated one is found sooner, and until the first bends the place \
        along the way is less certain
        """,
      smaller: "the stated latency is trusted: where it is wrong, the place runs behind or ahead for longer"),
    "vehicle.velocity_lag_sigma": .number(
      larger:
        "late velocities in bends and under braking are attributed to the receiver's smoothing, less to its latency",
      smaller:
        "the configured lag is trusted: where it is wrong, the latency of positions is learned wrong by as much"),
    "vehicle.latency_walk": .number(
      larger: "a latency that changes during the ride is followed, and its estimate never becomes as good",
      smaller: "a latency once learned stays as it is"),
    "vehicle.fix_bias_time": .number(
      larger: "successive fixes count as one, so the place runs smoothly and keeps their common error for longer",
      smaller: "each fix counts as new, so the place follows the fixes and the stated radius becomes too small"),
    "vehicle.fix_white": .number(
      larger: "a single fix moves the place less",
      smaller: "a single fix moves the place more, and its jumps are followed"),
    "vehicle.fix_velocity_interval": .number(
      larger: "the velocities of a receiver that gives them more often than this count less, each alone",
      smaller: "each velocity counts in full, also where the receiver repeats its error"),
    "vehicle.fix_gate": .number(
      larger: "a wild fix moves the place more, and a skid bends the heading more",
      smaller: "good fixes count less as well where motion was wrong, so the place comes back more slowly"),
    "vehicle.lateral_noise": .number(
      larger: "sideways motion is allowed, so the place without fixes drifts more",
      smaller: "the heading is held to the way more closely, and slip or a lever arm bends it"),
    "vehicle.vertical_noise": .number(
      larger: "motion up and down is allowed, so the height without fixes drifts more",
      smaller: "slopes and the mount's pitch are taken for acceleration, which makes the speed wrong"),
    "vehicle.slip": .number(
      larger: "the constraint counts less in bends",
      smaller: "the constraint counts in bends as well, where slip and a lever arm bend the heading"),
    "vehicle.mount_yaw": .number(
      larger: "a device turned far from the way ahead is found sooner, and the heading is less certain until then",
      smaller: "the device is taken to face ahead; where it does not, the heading is wrong for longer"),
    "vehicle.mount_pitch": .number(
      larger: "a device tilted far is found sooner, and slopes may be taken for its tilt",
      smaller: "the device is taken to lie level in the vehicle; where it does not, speed without fixes is worse"),
  ]
}
