// Written by scripts/embed-interfaces from Interfaces/org.gnomon.Tracking.varlink; a test holds them together.
extension Interface {
  static let trackingText = """
    # The wearer's place on Earth and viewing direction.
    #
    # Lengths are in meters, times in seconds, unless a name says otherwise. time_boot_ns is CLOCK_BOOTTIME in nanoseconds,
    # time_utc_ns is civil time in nanoseconds since 1970, null until a receiver has reported it. Accuracies and sigmas are 68 %.
    # Headings and yaws are degrees clockwise seen from above, headings from true north.
    #
    # The scene is in meters with y up, right-handed, and continuous: it never turns after its first pose. A new scene_id means
    # that things placed in the old scene are lost. scene_heading gives the directions of its axes on Earth:
    #   given, remembered, compass: -z is true north and x east, by the heading estimate at the start of the scene
    #     (scene_heading_sigma_deg; later estimates of the heading change the alignment's yaw);
    #   magnetic: -z is magnetic north, by the compass, at a time when no place was known for the declination;
    #   none: no heading was known, and -z is the wearer's direction at the start.
    # The body is x right, y up, z back. Unknown numbers are null or left out.
    # Later versions may add members to any of these; ignore unknown ones.
    interface org.gnomon.Tracking

    type Vector (x: float, y: float, z: float)

    type Quaternion (x: float, y: float, z: float, w: float)

    # WGS 84; the height is above the ellipsoid.
    type Place (latitude_deg: float, longitude_deg: float, height: float)

    # state: initializing, normal, limited. reasons: no-gyro, saturated, odometry-lost, stale.
    type TrackingState (state: string, reasons: []string)

    # state: none, localizing, localized, lost. reasons: waiting-for-fix, no-motion, magnetic-disturbance, poor-fix,
    # undecided-walk, contradicted-heading.
    # is_pinned: the heading was set by hand (NudgeHeading) and is held.
    type LocalizationState (state: string, reasons: []string, is_pinned: bool)

    # The body's pose in the scene; orientation turns body coordinates into scene coordinates.
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
    # "strict" it has only position and quaternion, as in the standard's strict form.
    type GeoPose (
      position: (lat: float, lon: float, h: float),
      quaternion: Quaternion,
      accuracy: ?(horizontal_m: ?float, vertical_m: ?float, heading_deg: ?float),
      valid: ?bool,
      time_boot_ns: ?int,
      time_utc_ns: ?int
    )

    # The relation of the scene to the Earth: true azimuth = scene azimuth + yaw, about the wearer, who is at scene_position in
    # the scene and at place on Earth. Calculations use the target alignment; drawing uses the applied one, which follows the
    # target without a jump: applied_shift (x east, y up, z south) is the applied place minus the target's place.
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

    # The latest values of a sensor, in its unit and in body axes, with the number of its samples and of its refused samples.
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
    # restart. shift: the change of the place (x east, y up, z south).
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

    # An action of the wearer that would improve the estimates: a code, its numbers, and the English sentence.
    # code: stand-still, go-outside, open-sky, walk, leave-metal, turn-device.
    type Guidance (code: string, parameters: object, english: string)

    # A source of samples. state: starting, running, waiting (present, without data so far), absent, silent, ended, failed.
    # role: accelerometer, gyroscope, magnetometer, barometer or receiver. device: the kernel's name of the device, which may
    # change at each start, or the address of the receiver's gpsd. place: the bus or port of the device, which does not change.
    # Each is null if it does not apply; name has role and device in readable form.
    type Source (name: string, state: string, detail: string, role: ?string, device: ?string, place: ?string)

    # Number of samples that were refused or used with less weight, by reason.
    type Counter (reason: string, count: int)

    # One aiding source of the filters. state: off, waiting (on, but nothing to fuse at present), fusing, refused (the last
    # measurement was refused), timed-out (no measurements any more). reason: why it is off, waiting, refused or has less weight;
    # english: the same as a text. observation, variance, innovation and innovation_variance have a number for each axis, of the
    # last measurement, in the given unit (variances in its square). ratio: squared innovation divided by its variance and by the
    # square of the gate; from 1 on the gate refuses the measurement, or raises its noise. turned_deg: sum of the changes of the
    # filter's heading by this source since the scene began, clockwise; turned_in_all_deg: sum of their magnitudes.
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

    # A state of a filter, with its 1 sigma.
    type FilterState (name: string, unit: string, value: float, sigma: float)

    # All aiding sources, with their effects on the filters.
    type Aids (time_boot_ns: int, scene_id: int, aids: []Aid, states: []FilterState)

    # A calibration in use. kind: mag, accel, gyro, axes, time. made: its date, or empty. health: good, drifting, redo; unknown
    # while there is too little data, and for kinds that are not monitored in service.
    type CalibrationState (kind: string, sensor: string, grade: string, made: string, health: string, detail: string)

    # Returns the complete status. CLOCK_MONOTONIC = time_boot_ns + monotonic_offset_ns, likewise CLOCK_REALTIME. speed is 1
    # unless a recording is replayed faster. radius_scale: factor for the receiver's stated radii, estimated over some minutes;
    # null before.
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

    # Returns the pose at a time, up to 0.1 s ahead (the time at which a display shows it); the latest pose without a time.
    # kind: exact, interpolated, predicted; stale (too far ahead: the pose is the last one); none (before the stored poses, or
    # no pose yet). offset_ns: the time minus that of the last pose.
    method GetPose(time_boot_ns: ?int) -> (
      kind: string,
      offset_ns: ?int,
      pose: ?Pose,
      geopose: ?GeoPose
    )

    method GetAlignment() -> (alignment: ?Alignment)

    # Starts a stream until the connection is closed: each reply has one of the requested streams. streams: pose, geopose,
    # alignment, state, sensors, correction, guidance, aids. rate_hz limits pose, geopose, alignment, sensors and aids. strict
    # applies to geopose. A slow reader gets only the latest values; dropped counts the messages it missed since the last reply.
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

    # Starts a new scene. Like the next commands it takes effect at time_boot_ns and is recorded, so that a replay applies it as
    # well.
    method ResetScene() -> (time_boot_ns: int)

    # Turns the heading clockwise by hand, and holds it.
    method NudgeHeading(degrees: float) -> (time_boot_ns: int)

    # Ends the hold of NudgeHeading: the heading follows the measurements again.
    method ReleaseHeading() -> (time_boot_ns: int)

    # Erases the learned data of places, in memory and on disk, and returns their number.
    method Forget() -> (erased: int)

    # Pushes a pose of an outside tracker, in its own level frame (y up); quality from 0 (useless) to 1.
    method PushOdometry(time_boot_ns: int, position: Vector, orientation: Quaternion, quality: float) -> ()

    # The value is not allowed; expected describes the allowed values.
    error InvalidValue (parameter: string, given: string, expected: string)

    # A file with data of places could not be erased. The data in memory is erased.
    error ForgetFailed (path: string, reason: string)

    # The caller's class may not do this. needs: contribute, administer. Members of the group may.
    error NotPermitted (needs: string, group: string, english: string)

    # The heading is not held, so there is nothing to release.
    error HeadingNotHeld ()

    # The heading could not be turned, with the reason.
    error NudgeRefused (reason: string)

    # The connection sent more requests per second than allowed; try again after retry_after seconds.
    error TooManyRequests (limit_per_second: int, retry_after: float)

    """
}
