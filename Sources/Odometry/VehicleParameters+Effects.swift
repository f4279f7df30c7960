import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension VehicleParameters {
  static let effects: ParameterEffectTable = [
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
    "vehicle.longest_step": .number(
      larger: "missing samples are filled with the next one",
      smaller: "short losses count as gaps already, across which the vehicle keeps its speed and becomes uncertain"),
    "vehicle.longest_gap": .number(
      larger: "the vehicle keeps speed and heading across longer gaps, however wrong they have become",
      smaller: "after shorter gaps heading and place are lost, and wait for fixes in motion"),
    "vehicle.gap_acceleration": .number(
      larger: "after a gap place and speed are less certain, and the next fixes move them more",
      smaller: "place and speed after a gap are trusted; braking in the gap then takes longer to be corrected"),
    "vehicle.gap_turn": .number(
      larger: "after a gap the heading is less certain, and the next fixes turn it more",
      smaller: "the heading after a gap is trusted; a bend in the gap then takes longer to be corrected"),
    "vehicle.anchor_distance": .number(
      larger: "the flat plane is used further out, where its north and its vertical are less right",
      smaller: "the plane is moved along more often, which costs a little computing and changes nothing else"),
    "vehicle.velocity_noise": .number(
      larger: "before the first course, accelerations tilt the horizon less, and a wrong tilt is corrected more slowly",
      smaller: "before the first course a wrong tilt is corrected sooner, and pulling away tilts the horizon"),
    "vehicle.velocity_bound": .number(
      larger: "longer accelerations are taken for tilt before gravity is trusted less",
      smaller: "gravity is trusted less after short accelerations already"),
    "vehicle.velocity_valve": .number(
      larger: "long accelerations tilt the horizon less; a large error of tilt is corrected more slowly",
      smaller: "long accelerations tilt the horizon more; at 0 gravity is always trusted alike"),
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
    "vehicle.latency_heading": .number(
      larger: "the latency is learned sooner, and an error of the first heading is taken for it",
      smaller: "the latency is learned later, or never where the heading does not become as good"),
    "vehicle.fix_bias_time": .number(
      larger: "successive fixes count as one, so the place runs smoothly and keeps their common error for longer",
      smaller: "each fix counts as new, so the place follows the fixes and the stated radius becomes too small"),
    "vehicle.fix_bias_rise": .number(
      larger: "a sudden larger stated error is accepted later; until then the fixes move the place",
      smaller: "a larger stated error is accepted at once, and is taken for a lasting one"),
    "vehicle.fix_white": .number(
      larger: "a single fix moves the place less",
      smaller: "a single fix moves the place more, and its jumps are followed"),
    "vehicle.fix_velocity_noise": .number(
      larger: "velocities without a stated error count less",
      smaller: "velocities without a stated error count more; below the true error they make the heading restless"),
    "vehicle.fix_velocity_interval": .number(
      larger: "the velocities of a receiver that gives them more often than this count less, each alone",
      smaller: "each velocity counts in full, also where the receiver repeats its error"),
    "vehicle.fix_gate": .number(
      larger: "a wild fix moves the place more, and a skid bends the heading more",
      smaller: "good fixes count less as well where motion was wrong, so the place comes back more slowly"),
    "vehicle.fix_tolerance": .number(
      larger: "wild fixes up to this distance move the place in full",
      smaller: "the gate acts on smaller errors as well, also where motion and not the fix is wrong"),
    "vehicle.fix_velocity_tolerance": .number(
      larger: "wrong velocities up to this size count in full",
      smaller: "the gate acts on smaller errors as well, also where motion and not the fix is wrong"),
    "vehicle.outage_growth": .number(
      larger: "the stated radius grows faster without fixes",
      smaller: "the stated radius grows by the filter's own model, which may be too slow in a long tunnel"),
    "vehicle.fix_patience": .number(
      larger: "reflected fixes pull the place less, and a place that is wrong is corrected later",
      smaller: "a wrong place is corrected sooner, and a row of reflected fixes is followed sooner"),
    "vehicle.fix_wait": .number(
      larger: "the radius grows later in a tunnel",
      smaller: "the radius grows between the fixes of a slow receiver"),
    "vehicle.constraint_interval": .number(
      larger: "heading and mount are held less by the rolling of the wheels, and the place without fixes drifts more",
      smaller: "the constraint is used more often; its errors last, so the stated heading becomes too good"),
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
    "vehicle.mount_evidence": .number(
      larger: "more braking and bends are needed before a wrong mount is overruled",
      smaller: "a wrong mount is overruled sooner, and a right one may be by chance"),
    "vehicle.mount_threshold": .number(
      larger: "only a mount that is wrong by more is overruled",
      smaller: "smaller errors are overruled, each time with a new and less certain attitude"),
    "vehicle.mount_interval": .number(
      larger: "changes of velocity are compared over longer stretches, less noisy and fewer",
      smaller: "more changes are compared, and noise of the fixes makes them agree less"),
    "vehicle.mount_longest_interval": .number(
      larger: "receivers with rare fixes can overrule the mount too, by changes that drift of the sensors disturbs",
      smaller: "only frequent fixes can overrule the mount"),
    "vehicle.mount_memory": .number(
      larger: "more changes count together, so a wrong mount is found more surely and a device that was moved later",
      smaller: "a device that was moved is found sooner, and by chance too"),
    "vehicle.mount_pairs": .number(
      larger: "a wrong mount is overruled later and more surely",
      smaller: "a wrong mount is overruled sooner, and a right one by chance"),
    "vehicle.mount_coherence": .number(
      larger: "only changes that agree well overrule the mount",
      smaller: "changes that hardly agree overrule the mount, a right one too"),
    "vehicle.start_distance": .number(
      larger: "with fixes without velocity the first heading comes later and is better",
      smaller: "the first heading comes sooner and is wrong by the noise of the fixes"),
    "vehicle.start_speed": .number(
      larger: "the first heading waits for a faster vehicle",
      smaller: "the first heading comes at a lower speed, where the course of a velocity is less certain"),
    "vehicle.start_course": .number(
      larger: "the first heading from a stretch of fixes is less certain, and is corrected sooner",
      smaller: "that heading is trusted; a wrong one stays for longer"),
    "vehicle.standing_time": .number(
      larger: "a stop is noticed later",
      smaller: "short stops count, and so does a smooth stretch in slow traffic"),
    "vehicle.standing_rate": .number(
      larger: "stops count although the vehicle is rocked, but a slow bend may be taken for a bias",
      smaller: "a vehicle that is rocked by wind or an engine is not seen to stand"),
    "vehicle.standing_force": .number(
      larger: "stops count although passengers move; slow starts are noticed later",
      smaller: "small movements end a stop"),
    "vehicle.standing_shake": .number(
      larger: "without a recent speed of a fix, a smooth road counts as a stop",
      smaller: "without a recent speed of a fix, an idling engine hides a stop"),
    "vehicle.standing_speed": .number(
      larger: "slow rolling counts as a stop",
      smaller: "the noise of the receiver's speed hides a stop"),
    "vehicle.standing_velocity_noise": .number(
      larger: "a stop holds the place less firmly",
      smaller: "a stop holds the place firmly, and a false one brakes the vehicle in the filter"),
    "vehicle.standing_bias_noise": .number(
      larger: "the bias takes longer stops to be found",
      smaller: "short stops settle the bias, and rocking is taken for it"),
  ]
}
