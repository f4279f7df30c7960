// Written by scripts/embed-interfaces from Interfaces/org.gnomon.Tracking.varlink; a test holds them together.
extension Interface {
  static let trackingText = """
    # Where the wearer is on Earth and which way they look.
    #
    # Lengths are in metres, times in seconds, unless a name says otherwise. time_boot_ns is CLOCK_BOOTTIME in nanoseconds,
    # time_utc_ns civil time in nanoseconds since 1970, null until a receiver has told it. Accuracies and sigmas are 68 %.
    # Headings and yaws are degrees clockwise seen from above, headings from true north.
    #
    # The scene is metres with y up, right-handed, and continuous: it never turns after its first pose, and a new scene_id means
    # that what was placed in the old one is lost. scene_heading says how its axes lie on Earth:
    #   given, remembered, compass: -z is true north and x east, as believed when the scene began
    #     (scene_heading_sigma_deg; what is learned of the heading since is the alignment's yaw);
    #   magnetic: -z is magnetic north, by the compass before any place had told the declination;
    #   none: no heading was known, and -z is where the wearer faced.
    # The body is x right, y up, z back. Numbers that are not known are null or left out.
    # Members may be added to any of these; skip what you do not know.
    interface org.gnomon.Tracking

    type Vector (x: float, y: float, z: float)

    type Quaternion (x: float, y: float, z: float, w: float)

    # WGS 84; the height is above the ellipsoid.
    type Place (latitude_deg: float, longitude_deg: float, height: float)

    # state: initializing, normal, limited. reasons: no-gyro, saturated, odometry-lost, stale.
    type TrackingState (state: string, reasons: []string)

    # state: none, localizing, localized, lost. reasons: waiting-for-fix, no-motion, magnetic-disturbance, poor-fix,
    # undecided-walk, contradicted-heading.
    # is_pinned: a hand holds the heading.
    type LocalizationState (state: string, reasons: []string, is_pinned: bool)

    # The body in the scene; orientation turns body coordinates into scene coordinates.
    type Pose (
      time_boot_ns: int,
      time_utc_ns: ?int,
      scene_id: int,
      scene_heading: string,
      position: Vector,
      orientation: Quaternion,
      velocity: Vector,
      heading_deg: ?float,
      heading_sigma_deg: ?float,
      tracking: TrackingState,
      localization: LocalizationState
    )

    # OGC GeoPose 1.0, Basic-Quaternion: a forward-left-up body in east, north, up (yaw = 90 degrees less the heading). With
    # "strict" only position and quaternion are there, as the standard's strict form has it.
    type GeoPose (
      position: (lat: float, lon: float, h: float),
      quaternion: Quaternion,
      accuracy: ?(horizontal_m: ?float, vertical_m: ?float, heading_deg: ?float),
      valid: ?bool,
      time_boot_ns: ?int,
      time_utc_ns: ?int
    )

    # What ties the scene to the Earth: true azimuth = scene azimuth + yaw, about the wearer, who stands at scene_position and
    # at place. Placements are computed with the target and drawn by the applied one, which follows without a jump:
    # applied_shift (x east, y up, z south) is the place that is drawn by less the target's.
    type Alignment (
      time_boot_ns: int,
      scene_id: int,
      scene_heading: string,
      scene_heading_sigma_deg: ?float,
      revision: int,
      yaw_deg: float,
      yaw_sigma_deg: ?float,
      applied_yaw_deg: float,
      applied_shift: Vector,
      scene_position: Vector,
      place: ?Place,
      horizontal_accuracy: ?float,
      vertical_accuracy: ?float,
      is_pinned: bool
    )

    type State (
      time_boot_ns: int,
      scene_id: int,
      tracking: TrackingState,
      localization: LocalizationState
    )

    # What a sensor said last, in its unit and in body axes, how often it has spoken, and how often it could not be believed.
    type Sensor (
      name: string,
      unit: string,
      time_boot_ns: int,
      count: int,
      refused: int,
      rate_hz: ?float,
      values: []float
    )

    type Sensors (time_boot_ns: int, sensors: []Sensor)

    # One change of the alignment. source: fix, velocity, compass, fit, pairs, leg, nudge, memory, rest, gait, relocation,
    # restart. shift is by how much the place was moved (x east, y up, z south).
    type Correction (
      time_boot_ns: int,
      scene_id: int,
      source: string,
      old_yaw_deg: float,
      new_yaw_deg: float,
      sigma_deg: float,
      measured_yaw_deg: ?float,
      measured_sigma_deg: ?float,
      shift: Vector,
      estimates: int,
      pairs: int,
      baseline: float
    )

    # Something the wearer can do so that gnomon knows better: a code, its numbers, and the English sentence.
    # code: stand-still, go-outside, open-sky, walk, leave-metal, turn-device.
    type Guidance (code: string, parameters: object, english: string)

    # Where samples come from. state: starting, running, waiting (there, and has not spoken yet), absent, silent, ended, failed.
    # role: accelerometer, gyroscope, magnetometer, barometer or receiver. device: the kernel's name of the device, which may change from
    # start to start, or the address of the receiver's gpsd. place: where the device is plugged in, in words that last. Each is null
    # where there is no such thing; name says role and device to people.
    type Source (name: string, state: string, detail: string, role: ?string, device: ?string, place: ?string)

    # Samples that were refused or taken with less trust, by reason.
    type Counter (reason: string, count: int)

    # One aiding source of the filters. state: off, waiting (on, and nothing to fuse so far or not now), fusing, refused (the last
    # measurement was), timed-out (it has fallen silent). reason is why it is off, waits, was refused or trusted less, english the
    # same in words. observation, variance, innovation and innovation_variance have a number for each axis, of the last
    # measurement, in the unit given (variances in its square). ratio: squared innovation over its variance and over the gate's
    # square; from 1 on the gate refuses, or raises the noise. turned_deg is by how much the source has turned the heading of its
    # filter since the scene began, clockwise, turned_in_all_deg the same without signs.
    type Aid (
      name: string,
      unit: string,
      axes: []string,
      state: string,
      reason: ?string,
      english: ?string,
      measured_boot_ns: ?int,
      fused_boot_ns: ?int,
      observation: []float,
      variance: []float,
      innovation: []float,
      innovation_variance: []float,
      ratio: ?float,
      fused: int,
      refused: [](reason: string, english: string, count: int),
      turned_deg: float,
      turned_in_all_deg: float,
      last_turn_deg: float
    )

    # A state of a filter, with 1 sigma.
    type FilterState (name: string, unit: string, value: float, sigma: float)

    # Every aiding source, and what the filters have made of them.
    type Aids (time_boot_ns: int, scene_id: int, aids: []Aid, states: []FilterState)

    # Everything at a glance. CLOCK_MONOTONIC = time_boot_ns + monotonic_offset_ns, likewise CLOCK_REALTIME. speed is 1 unless a
    # recording is replayed faster. radius_scale: what the receiver's stated radii are multiplied with, by what some minutes have shown of
    # it; null before.
    # A calibration in force. kind: mag, accel, gyro, axes, time. made: when, or empty. health: good, drifting, redo; unknown while too
    # little was seen to say, and for what is not watched in service.
    type CalibrationState (kind: string, sensor: string, grade: string, made: string, health: string, detail: string)

    method GetStatus() -> (
      time_boot_ns: int,
      time_utc_ns: ?int,
      monotonic_offset_ns: int,
      realtime_offset_ns: int,
      speed: float,
      version: string,
      profile: string,
      pose: ?Pose,
      place: ?Place,
      horizontal_accuracy: ?float,
      vertical_accuracy: ?float,
      radius_scale: ?float,
      guidance: []Guidance,
      sources: []Source,
      refused: []Counter,
      aids: []Aid,
      calibrations: []CalibrationState,
      subscribers: int,
      recording: ?string
    )

    # The pose at a moment, which may lie a tenth of a second ahead (a display's time); without a time the latest.
    # kind: exact, interpolated, predicted; stale (too far ahead: the pose is the last one); none (before what is remembered, or
    # no pose yet). offset_ns is the moment less that of the last pose.
    method GetPose(time_boot_ns: ?int) -> (
      kind: string,
      offset_ns: ?int,
      pose: ?Pose,
      geopose: ?GeoPose
    )

    method GetAlignment() -> (alignment: ?Alignment)

    # A stream until the connection is closed: each reply has one of the streams asked for. streams: pose, geopose, alignment,
    # state, sensors, correction, guidance, aids. rate_hz thins pose, geopose, alignment, sensors and aids. strict concerns
    # geopose. Of values a slow reader gets the latest; dropped counts what it has missed since the reply before.
    method Subscribe(streams: []string, rate_hz: ?float, strict: ?bool) -> (
      pose: ?Pose,
      geopose: ?GeoPose,
      alignment: ?Alignment,
      state: ?State,
      sensors: ?Sensors,
      correction: ?Correction,
      guidance: ?[]Guidance,
      aids: ?Aids,
      dropped: ?int
    )

    # Commands take effect at time_boot_ns, and a recording has them, so that a replay obeys them too.
    # Begins a new scene.
    method ResetScene() -> (time_boot_ns: int)

    # Turns the heading clockwise by hand, and holds it.
    method NudgeHeading(degrees: float) -> (time_boot_ns: int)

    # Gives a heading that a hand holds back to what is measured.
    method ReleaseHeading() -> (time_boot_ns: int)

    # Erases what was learned of places, in memory and on the disk, and says of how many.
    method Forget() -> (erased: int)

    # A pose of an outside tracker in its own level frame (y up); quality from 0, useless, to 1.
    method PushOdometry(time_boot_ns: int, position: Vector, orientation: Quaternion, quality: float) -> ()

    # This value cannot be taken: what was expected.
    error InvalidValue (parameter: string, given: string, expected: string)

    # A file still tells of places, since it could not be erased. In memory they are erased.
    error ForgetFailed (path: string, reason: string)

    # The caller is of a class that may not do this. needs: contribute, administer. A member of the group may.
    error NotPermitted (needs: string, group: string, english: string)

    # Nothing is held, so there is nothing to release.
    error HeadingNotHeld ()

    # The heading could not be turned, and why.
    error NudgeRefused (reason: string)

    # More requests a second than one connection may send; try again after so many seconds.
    error TooManyRequests (limit_per_second: int, retry_after: float)

    """
}
