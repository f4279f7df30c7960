import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension EngineEffects {
  static let vehicle: ParameterEffectTable = [
    "vehicle.gyroscope_noise": .number(
      larger: "the heading becomes uncertain faster, so fixes turn it more",
      smaller: "the gyroscope is trusted longer; below the true noise the stated heading is too good"),
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
