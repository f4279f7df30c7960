import Tracking

// Recordings and configuration files of older builds name parameters that are no more.
extension TrackerParameters {
  /// Names that were parameters, each with a sentence on what to use now.
  static let retired: [String: String] = {
    var retired = ["heading.method": "use 'gnomon replay --method', which compares the methods on a recording"]
    retired["fix.scale_learn"] = "radii are used as stated"
    for name in ["snap_angle", "snap_distance", "yaw_time", "place_time"] {
      retired["applied.\(name)"] = "what is off by more than localized.heading or localized.radius is drawn at once"
    }
    retired["applied.ease_time"] = "applied.mode is limit or snap"
    retired["place.anchor"] = "use 'gnomon replay --method estimate'; the published place is the filter's"
    for name in ["fit.enough", "fit.needed"] {
      retired[name] = "a free device takes the heading of its tie to the Earth while no compass gives one"
    }
    for name in [
      "estimate.capacity", "estimate.age", "estimate.reach", "estimate.order", "estimate.drift", "estimate.bias_time",
      "estimate.noise", "fit.scene_noise", "fit.yaw_walk", "fit.huber",
    ] {
      retired[name] = "it belongs to 'gnomon replay --method NAME', which takes it by --set"
    }
    retired["compass.surroundings"] =
      "use compass.spot and compass.room: the strength of a field says little of its direction"
    retired["compass.wrong_spot"] = "use compass.wrong_start"
    for profile in ["foot", "vehicle"] {
      retired["\(profile).gyroscope_bias"] = "use gyroscope.bias, which every profile reads"
    }
    for (name, instead) in [
      "accelerometer_noise": "accelerometer.noise", "longest_gap": "guard.longest_gap",
      "velocity_lag_sigma": "vehicle.latency_sigma", "fix_bias_time": "receiver.error_time",
    ] {
      retired["vehicle.\(name)"] = "use \(instead)"
    }
    retired["vehicle.fix_velocity_noise"] = "use fix.assumed_speed"
    for name in ["pairs.radius", "pairs.distance", "pairs.share"] {
      retired[name] = "the pairs of 'gnomon replay --method' are always chosen by the former default"
    }
    for (group, names) in constants {
      for name in names.split(separator: " ") { retired["\(group).\(name)"] = constant }
    }
    return retired
  }()

  private static let constant = "its value is fixed now; no device needs another one"

  /// Names by their group, separated by spaces.
  private static let constants: [(group: String, names: String)] = [
    ("start", "time quiet_time quiet_force quiet_rate quiet_tilt"),
    ("attitude", "velocity"),
    ("rest", "average bias velocity_noise"),
    ("relaxed", "bias bias_noise"),
    (
      "gait",
      """
      band_low gentle fall evenness even_run fastest_walk slowest_walk even_memory pause waving_ratio \
      strength_exponent usual_strength
      """
    ),
    (
      "compass",
      """
      initial_heading hardiron_walk initial_distortion initial_field field_walk lag_noise disturbance_weight \
      disturbance_time step_gain start_threshold start_time
      """
    ),
    ("height", "weather walk fix_noise bias_time outlier smoothing patience terrain_time terrain_walk"),
    (
      "vehicle",
      """
      longest_step gap_acceleration gap_turn velocity_noise velocity_bound velocity_valve latency_heading \
      fix_bias_rise fix_tolerance fix_velocity_tolerance outage_growth fix_patience fix_wait mount_evidence \
      mount_threshold mount_interval mount_longest_interval mount_memory mount_pairs mount_coherence start_distance \
      start_speed start_course standing_time standing_rate standing_force standing_shake standing_speed \
      standing_velocity_noise standing_bias_noise anchor_distance constraint_interval window tilt accelerometer_bias gyroscope_bias_walk \
      accelerometer_bias_walk latency_walk
      """
    ),
    ("foot", "window accelerometer_bias gyroscope_bias_walk accelerometer_bias_walk"),
    ("guidance", "open_sky_delay device_field radius_time"),
    ("estimate", "bias_rise"),
    ("fit", "count"),
    ("travel", "walk standing gaze gaze_time spread_time window noise turn"),
    ("guard", "stuck_time stuck_rate report_time"),
    ("leg", "straight against"),
  ]
}
