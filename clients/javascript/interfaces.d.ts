// Written by scripts/clients from Sources/Wire/Interfaces: change those files instead.

/**
 * The wearer's place on Earth and viewing direction. Lengths are in meters, times in seconds, unless a name says
 * otherwise. time_boot_ns is CLOCK_BOOTTIME in nanoseconds, time_utc_ns is civil time in nanoseconds since 1970, null
 * until a receiver has reported it. Accuracies and sigmas are 68 %. Headings and yaws are degrees clockwise seen from
 * above, headings from true north. The scene is in meters with y up, right-handed, and continuous: it never turns after
 * its first pose. A new scene_id means that things placed in the old scene are lost. scene_heading gives the directions
 * of its axes on Earth: given, remembered, compass: -z is true north and x east, by the heading estimate at the start of
 * the scene (scene_heading_sigma_deg; later estimates of the heading change the alignment's yaw); magnetic: -z is
 * magnetic north, by the compass, at a time when no place was known for the declination; none: no heading was known, and
 * -z is the wearer's direction at the start. The body is x right, y up, z back. Unknown numbers are null or left out.
 * Later versions may add members to any of these; ignore unknown ones.
 */
export namespace Tracking {
  interface Vector {
    x: number;
    y: number;
    z: number;
  }

  interface Quaternion {
    x: number;
    y: number;
    z: number;
    w: number;
  }

  /** WGS 84; the height is above the ellipsoid. */
  interface Place {
    latitude_deg: number;
    longitude_deg: number;
    height: number;
  }

  /** state: initializing, normal, limited. reasons: no-gyro, saturated, odometry-lost, stale. */
  interface TrackingState {
    state: string;
    reasons: string[];
  }

  /**
   * state: none, localizing, localized, lost. reasons: waiting-for-fix, no-motion, magnetic-disturbance, poor-fix,
   * undecided-walk, contradicted-heading, compass-contradicted, receiver-elsewhere, carried, receiver-doubted, compass-
   * unproved. gnomon(7) explains them. is_pinned: the heading of a vehicle or a free device was set by hand
   * (NudgeHeading) and is held.
   */
  interface LocalizationState {
    state: string;
    reasons: string[];
    is_pinned: boolean;
  }

  /**
   * With "covariance": the covariance of the pose relative to the Earth in the scene's axes, each block of 3 by 3 row by
   * row, m2 and rad2. The error of the orientation is a rotation vector about the scene's axes. cross: rows of position,
   * columns of orientation. A block that is not known is null.
   */
  interface Covariance {
    position?: number[] | null;
    orientation?: number[] | null;
    cross?: number[] | null;
  }

  /**
   * The body's pose in the scene; orientation turns body coordinates into scene coordinates. heading_sigma_deg and
   * heading_95_deg: bounds of the heading's error, 68 % and 95 %, whenever there is a heading; at most 123 and 171,
   * those of a direction of which nothing is known. The place is null until known.
   */
  interface Pose {
    time_boot_ns: bigint;
    time_utc_ns?: bigint | null;
    scene_id: number;
    scene_heading: string;
    position: Vector;
    orientation: Quaternion;
    velocity: Vector;
    heading_deg?: number | null;
    heading_sigma_deg?: number | null;
    heading_95_deg?: number | null;
    latitude_deg?: number | null;
    longitude_deg?: number | null;
    horizontal_accuracy?: number | null;
    covariance?: Covariance | null;
    tracking: TrackingState;
    localization: LocalizationState;
  }

  /** `position` of GeoPose. */
  interface GeoPosePosition {
    lat: number;
    lon: number;
    h: number;
  }

  /** `accuracy` of GeoPose. */
  interface GeoPoseAccuracy {
    horizontal_m?: number | null;
    vertical_m?: number | null;
    heading_deg?: number | null;
  }

  /**
   * OGC GeoPose 1.0, Basic-Quaternion: a forward-left-up body in east, north, up (yaw = 90 degrees less the heading).
   * With "strict" it has only position and quaternion, as in the standard's strict form.
   */
  interface GeoPose {
    position: GeoPosePosition;
    quaternion: Quaternion;
    accuracy?: GeoPoseAccuracy | null;
    valid?: boolean | null;
    time_boot_ns?: bigint | null;
    time_utc_ns?: bigint | null;
  }

  /**
   * The relation of the scene to the Earth: true azimuth = scene azimuth + yaw, about the wearer, who is at
   * scene_position in the scene and at place on Earth. Calculations use the target alignment; drawing uses the applied
   * one, which follows the target without a jump: applied_shift (x east, y up, z south) is the applied place minus the
   * target's place. snaps counts how often it was set to the target at once, because it was too far off: fade out what
   * is drawn and in again. is_heading_confirmed: whether a way, a look, a hand or a known compass has told the heading;
   * else its sigma holds only if the chip is not turned on its board.
   */
  interface Alignment {
    time_boot_ns: bigint;
    scene_id: number;
    scene_heading: string;
    scene_heading_sigma_deg?: number | null;
    revision: number;
    yaw_deg: number;
    yaw_sigma_deg?: number | null;
    applied_yaw_deg: number;
    applied_shift: Vector;
    snaps: number;
    scene_position: Vector;
    place?: Place | null;
    horizontal_accuracy?: number | null;
    vertical_accuracy?: number | null;
    is_pinned: boolean;
    is_heading_confirmed: boolean;
  }

  interface State {
    time_boot_ns: bigint;
    scene_id: number;
    tracking: TrackingState;
    localization: LocalizationState;
  }

  /**
   * The latest values of a sensor, in its unit and in body axes, with the number of its samples and of its refused
   * samples. stated_error: of gnss, the horizontal 95 % radius in meters that the receiver states; null for the others,
   * and if it states none.
   */
  interface Sensor {
    name: string;
    unit: string;
    time_boot_ns: bigint;
    count: number;
    refused: number;
    rate_hz?: number | null;
    values: number[];
    stated_error?: number | null;
  }

  interface Sensors {
    time_boot_ns: bigint;
    sensors: Sensor[];
  }

  /**
   * The readings that decided a correction. source: an aiding source (Aid), nudge or declination. readings: number of
   * fixes or of readings of the compass, from first_boot_ns to last_boot_ns; a fix counts at the moment at which it was
   * valid. innovation: measured less expected for each axis, and innovation_sigma its 1 sigma by filter and noise; both
   * are empty for a source that compares nothing.
   */
  interface Grounds {
    source: string;
    readings: number;
    first_boot_ns: bigint;
    last_boot_ns: bigint;
    unit: string;
    axes: string[];
    innovation: number[];
    innovation_sigma: number[];
  }

  /**
   * One change of the alignment. source: fix, compass, antennas, leg, nudge, memory, rest, gait, relocation, restart.
   * shift: the change of the place (x east, y up, z south). grounds: null for a restart.
   */
  interface Correction {
    time_boot_ns: bigint;
    scene_id: number;
    source: string;
    old_yaw_deg: number;
    new_yaw_deg: number;
    sigma_deg: number;
    measured_yaw_deg?: number | null;
    measured_sigma_deg?: number | null;
    shift: Vector;
    baseline: number;
    grounds?: Grounds | null;
  }

  /**
   * An action of the wearer that would improve the estimates: a code, its numbers, and the English sentence. code:
   * stand-still, go-outside, open-sky, walk, leave-metal, turn-device, look-around. text: the sentence in the language
   * (en, de) and units (metric, imperial) that GetStatus was called with.
   */
  interface Guidance {
    code: string;
    parameters: Record<string, unknown>;
    english: string;
    text?: string | null;
  }

  /**
   * A source of samples. state: starting, running, waiting (present, without data so far), absent, silent, ended,
   * failed. role: accelerometer, gyroscope, magnetometer, barometer or receiver. device: the kernel's name of the
   * device, which may change at each start, or the address of the receiver's gpsd, or the name under which a client
   * pushes the samples. place: the bus or port of the device, which does not change. Each is null if it does not apply;
   * name has role and device in readable form. is_mounted: true for a sensor whose driver gives the body's axes, as that
   * of glasses; left out for others.
   */
  interface Source {
    name: string;
    state: string;
    detail: string;
    role?: string | null;
    device?: string | null;
    place?: string | null;
    is_mounted?: boolean | null;
  }

  /**
   * One receiver of gpsd. device: gpsd's path of its device, empty if it states none. is_used, reason: whether its fixes
   * are used, and why; reason is null for the others. mode: 0 without a fix, 2 or 3 dimensions. stated_error: the
   * horizontal 95 % radius of its last fix in meters. rate_hz: fixes a second. fix_boot_ns: the time of the last fix.
   * used, unused: the numbers of its fixes that were used and that were not.
   */
  interface Receiver {
    device: string;
    is_used: boolean;
    reason?: string | null;
    mode: number;
    stated_error?: number | null;
    rate_hz?: number | null;
    fix_boot_ns?: bigint | null;
    used: number;
    unused: number;
  }

  /**
   * Number of samples by reason: in refused those that were refused or used with less weight, in unneeded those that
   * were not used because more is known already or because a fit waits for a longer way, which is no fault.
   */
  interface Counter {
    reason: string;
    count: number;
  }

  /** `refused` of Aid. */
  interface AidRefused {
    reason: string;
    english: string;
    count: number;
  }

  /**
   * One aiding source of the filters. state: off, waiting (on, but nothing to fuse at present), fusing, refused (the
   * last measurement was refused), timed-out (no measurements any more). reason: why it is off, waiting, refused or has
   * less weight; english: the same as a text. observation, variance, innovation and innovation_variance have a number
   * for each axis, of the last measurement, in the given unit (variances in its square). ratio: squared innovation
   * divided by its variance and by the square of the gate; from 1 on the gate refuses the measurement, or raises its
   * noise. turned_deg: sum of the changes of the filter's heading by this source since the scene began, clockwise;
   * turned_in_all_deg: sum of their magnitudes.
   */
  interface Aid {
    name: string;
    unit: string;
    axes: string[];
    state: string;
    reason?: string | null;
    english?: string | null;
    measured_boot_ns?: bigint | null;
    fused_boot_ns?: bigint | null;
    observation: number[];
    variance: number[];
    innovation: number[];
    innovation_variance: number[];
    ratio?: number | null;
    fused: number;
    refused: AidRefused[];
    turned_deg: number;
    turned_in_all_deg: number;
    last_turn_deg: number;
  }

  /** A state of a filter, with its 1 sigma. */
  interface FilterState {
    name: string;
    unit: string;
    value: number;
    sigma: number;
  }

  /**
   * A hypothesis of a worn device, with its probability: how the wearer moves, the yaw, and the place against the
   * published one. motion: walks (the steps lead), rests (whatever steps are seen lead nowhere), carried (moves as
   * receiver and force say). doubts, the sources it holds to be wrong: compass-wrong (for a while), compass-turned (the
   * chip, by any angle), device-magnetized, receiver-elsewhere, velocity-wrong, antennas-wrong; and points-aside, of a
   * device that points elsewhere than the way leads.
   */
  interface Hypothesis {
    weight: number;
    motion: string;
    yaw_deg: number;
    yaw_sigma_deg: number;
    east?: number | null;
    north?: number | null;
    radius?: number | null;
    doubts: string[];
  }

  /**
   * How the wearer of a device moves: the likeliest of walks, rests and carried, as in a hypothesis, and the probability
   * of each.
   */
  interface MotionBelief {
    motion: string;
    walks: number;
    rests: number;
    carried: number;
  }

  /**
   * All aiding sources, with their effects on the filters. hypotheses: the heaviest first; empty for a vehicle and a
   * free device.
   */
  interface Aids {
    time_boot_ns: bigint;
    scene_id: number;
    aids: Aid[];
    states: FilterState[];
    hypotheses: Hypothesis[];
  }

  /**
   * A calibration in use. kind: mag, accel, gyro, axes, time. made: its date, or empty. health: good, drifting, redo;
   * unknown while there is too little data, and for kinds that are not monitored in service; another-machine: made on
   * another one, and not in use here until it is confirmed (Calibration.Verify, or a minute's walk).
   */
  interface CalibrationState {
    kind: string;
    sensor: string;
    grade: string;
    made: string;
    health: string;
    detail: string;
  }

  /**
   * A way out of the daemon beside this socket, opened by the setting `key`. fault: why it is not open. sent, dropped:
   * messages; a reader that is slow misses some. closed: readers that were disconnected because they did not read.
   */
  interface Outlet {
    key: string;
    address: string;
    fault?: string | null;
    subscribers: number;
    sent: number;
    dropped: number;
    closed: number;
  }

  /** Lines refused for one reason. field: the field of the line, or empty. first: the first of them, from 1. */
  interface RefusedLines {
    reason: string;
    field: string;
    count: number;
    first: number;
  }

  /**
   * A sensor that a program reads itself. role: accelerometer, gyroscope, magnetometer or barometer. device, place: the
   * chip and its place; a calibration belongs to both. state: starting, running, waiting, absent, silent, ended, failed.
   * detail: the sentence beside the state. counts: what was lost or wrong, by reason. is_mounted: whether its vectors
   * are in the body's axes already, so that nobody has to say how it is turned (false).
   */
  interface DrivenSensor {
    role: string;
    device: string;
    place: string;
    state: string;
    detail: string;
    counts: Counter[];
    is_mounted?: boolean | null;
  }

  interface GetStatusCall {
    language?: string | null;
    units?: string | null;
  }

  interface GetStatusReply {
    time_boot_ns: bigint;
    time_utc_ns?: bigint | null;
    monotonic_offset_ns: bigint;
    realtime_offset_ns: bigint;
    speed: number;
    version: string;
    profile: string;
    pose?: Pose | null;
    place?: Place | null;
    horizontal_accuracy?: number | null;
    vertical_accuracy?: number | null;
    fix_age?: number | null;
    fix_age_sigma?: number | null;
    guidance: Guidance[];
    sources: Source[];
    receivers: Receiver[];
    refused: Counter[];
    unneeded: Counter[];
    aids: Aid[];
    hypotheses: Hypothesis[];
    motion?: MotionBelief | null;
    calibrations: CalibrationState[];
    subscribers: number;
    outlets: Outlet[];
    recording?: string | null;
  }

  interface GetPoseCall {
    time_boot_ns?: bigint | null;
    covariance?: boolean | null;
  }

  interface GetPoseReply {
    kind: string;
    offset_ns?: bigint | null;
    pose?: Pose | null;
    geopose?: GeoPose | null;
  }

  interface GetAlignmentReply {
    alignment?: Alignment | null;
  }

  interface SubscribeCall {
    streams: string[];
    rate_hz?: number | null;
    strict?: boolean | null;
    covariance?: boolean | null;
  }

  interface SubscribeReply {
    pose?: Pose | null;
    geopose?: GeoPose | null;
    alignment?: Alignment | null;
    state?: State | null;
    sensors?: Sensors | null;
    correction?: Correction | null;
    guidance?: Guidance[] | null;
    aids?: Aids | null;
    dropped?: number | null;
  }

  interface ResetSceneReply {
    time_boot_ns: bigint;
  }

  interface NudgeHeadingCall {
    degrees: number;
  }

  interface NudgeHeadingReply {
    time_boot_ns: bigint;
  }

  interface ReleaseHeadingReply {
    time_boot_ns: bigint;
  }

  interface ForgetReply {
    erased: number;
  }

  interface PushOdometryCall {
    time_boot_ns: bigint;
    position: Vector;
    orientation: Quaternion;
    quality: number;
  }

  interface PushOdometryReply {
  }

  interface PushSamplesCall {
    lines: string[];
    clock?: string | null;
    name?: string | null;
  }

  interface PushSamplesReply {
    accepted: number;
    refused: RefusedLines[];
  }

  interface DescribeSensorsCall {
    sensors: DrivenSensor[];
  }

  interface DescribeSensorsReply {
  }

  /** The methods of org.gnomon.Tracking. */
  interface Methods {
    /**
     * Returns the complete status. CLOCK_MONOTONIC = time_boot_ns + monotonic_offset_ns, likewise CLOCK_REALTIME. speed
     * is 1 unless a recording is replayed faster. fix_age: for how many seconds a fix has been valid when it arrives, as
     * learned, and 1 sigma; null where a stamp or a setting tells it, and before the first fix. motion is null for a
     * vehicle, a free device and a shoe. language: en, de, or a locale of these, and units: metric, imperial; with
     * either, guidance has text.
     */
    getStatus(parameters?: GetStatusCall): Promise<GetStatusReply>;
    /**
     * Returns the pose at a time, up to 0.1 s ahead (the time at which a display shows it); the latest pose without a
     * time. kind: exact, interpolated, predicted, stale (too far ahead: the pose is the last one), none (before the
     * stored poses, or no pose yet). offset_ns: the time minus that of the last pose.
     */
    getPose(parameters?: GetPoseCall): Promise<GetPoseReply>;
    getAlignment(): Promise<GetAlignmentReply>;
    /**
     * Starts a stream until the connection is closed: each reply has one of the requested streams. streams: pose,
     * geopose, alignment, state, sensors, correction, guidance, aids. rate_hz limits pose, geopose, alignment, sensors
     * and aids. strict applies to geopose, covariance to pose. A slow reader gets only the latest values; dropped counts
     * the messages it missed since the last reply.
     */
    subscribe(parameters: SubscribeCall): AsyncIterable<SubscribeReply>;
    /**
     * Starts a new scene. Like the next commands it takes effect at time_boot_ns and is recorded, so that a replay
     * applies it as well.
     */
    resetScene(): Promise<ResetSceneReply>;
    /**
     * Turns the heading clockwise by hand. On foot this is a measurement that later readings are weighed against; the
     * heading of a vehicle, and of a free device, is held until ReleaseHeading.
     */
    nudgeHeading(parameters: NudgeHeadingCall): Promise<NudgeHeadingReply>;
    /** Ends the hold of NudgeHeading, or on foot takes it back: the heading follows the other measurements again. */
    releaseHeading(): Promise<ReleaseHeadingReply>;
    /** Erases the learned data of places, in memory and on disk, and returns their number. */
    forget(): Promise<ForgetReply>;
    /**
     * Pushes a pose of an outside tracker, in its own level frame (y up); quality from 0 (useless) to 1. A time more
     * than 50 ms ahead of CLOCK_BOOTTIME is refused, and changes nothing.
     */
    pushOdometry(parameters: PushOdometryCall): Promise<PushOdometryReply>;
    /**
     * Pushes samples of sensors and receivers: lines of the recording format with the tags A, G, M, B, T, P and H
     * (docs/files.md), in their order. clock: boot (default: the times are CLOCK_BOOTTIME, and are used unchanged; one
     * more than 50 ms ahead is refused), or device (the times are of the device's own clock, and are mapped to
     * CLOCK_BOOTTIME by their arrivals, for each kind of sample). name: the device; when another one takes the
     * gyroscope's place, a new scene begins. A kind of sample that another source gives is refused until that source is
     * silent for 2 s. Good lines of a batch are used, whatever the others are.
     */
    pushSamples(parameters: PushSamplesCall): Promise<PushSamplesReply>;
    /**
     * Describes the sensors whose samples this connection pushes, for programs that read chips without a driver of the
     * kernel. From then on their vectors are in the axes of the chips: the daemon turns them by the configured mount, or
     * by the one that a calibration has found, as it does with the kernel's sensors, and shows each as a source with its
     * state. Each call replaces the one before.
     */
    describeSensors(parameters: DescribeSensorsCall): Promise<DescribeSensorsReply>;
  }

  type ErrorName = "org.gnomon.Tracking.InvalidValue" | "org.gnomon.Tracking.UnknownMember" | "org.gnomon.Tracking.ForgetFailed" | "org.gnomon.Tracking.NotPermitted" | "org.gnomon.Tracking.HeadingNotHeld" | "org.gnomon.Tracking.NudgeRefused" | "org.gnomon.Tracking.TooManyRequests";
}

/**
 * Things around the wearer and how to draw them: places, one route, and anchors. Lengths are in meters, times in
 * seconds, unless a name says otherwise. time_boot_ns is CLOCK_BOOTTIME in nanoseconds. Azimuths are degrees clockwise
 * from true north, elevations are degrees upward. Sigmas are 68 %. Points of the scene use the axes of
 * org.gnomon.Tracking, y up (scene_heading there gives the directions of x and z). A thing drawn at its point appears at
 * its place on Earth, and follows a correction without a jump. Pixels count from the upper left corner, x right, y down.
 * Places, anchors and a route can be added at any time, also before the first fix; each has a status. Later versions may
 * add members to any of these; ignore unknown ones.
 */
export namespace Scene {
  interface Vector {
    x: number;
    y: number;
    z: number;
  }

  interface Quaternion {
    x: number;
    y: number;
    z: number;
    w: number;
  }

  /** WGS 84. */
  interface Position {
    latitude_deg: number;
    longitude_deg: number;
  }

  /**
   * state: shown, vague (its direction is too uncertain for a point, and is stated as a band), hidden, pending, lost (an
   * anchor whose scene ended), expired (an anchor whose lease ended). reason: range, cap, filter, level (on another
   * floor), cluster, overlap, behind, stale (these are of hidden), waiting-for-fix, localizing, corrected (of pending:
   * for half a second after place or heading were corrected by too much to be eased). What is shown is stale after a
   * reset: it stays where it was until place and heading are known in the new scene, at most for 30 s.
   */
  interface Status {
    state: string;
    reason?: string | null;
  }

  /** The size of a label: width and height in degrees (0.1 to 90, 0.1 to 45), or both in pixels (1 to 10000). */
  interface LabelSize {
    width_deg?: number | null;
    height_deg?: number | null;
    width_px?: number | null;
    height_px?: number | null;
  }

  /**
   * The motion of a place: its velocity in m/s (at most 500) at time_boot_ns (at most a minute old), and by how much 1
   * sigma of its position along each axis grows in a second (default 1 m). sigma: that 1 sigma at time_boot_ns (default
   * 0, at most 100 km). It is drawn where it is by now.
   */
  interface Moves {
    east: number;
    north: number;
    up?: number | null;
    time_boot_ns: bigint;
    sigma_growth?: number | null;
    sigma?: number | null;
  }

  /**
   * An id is unique within its layer. height_kind: eye (the height of the wearer's eyes; the default), ground (that of
   * the terrain tiles at the place, else that under the wearer), ellipsoid or sea-level, with height above it (0 for
   * ground if it is left out). A height without a height_kind that it is of is refused. payload is passed on unchanged.
   * radius (1 to 10000): the distance within which the wearer is at the place; default the accuracy of the wearer's
   * position, 10 to 40 m. label: the size of its label, for stacking and picking; the default is a setting. level: its
   * floor, 0 is the ground floor; it is hidden while the wearer certainly is on another floor (SetLevel). polygon: 3 to
   * 64 corners within 500 m of the place: it is then entered and left at this border, and the wearer is at it inside.
   * entrance: its door, within 100 m; a route to the place leads there. A place with moves is not stored: it is hidden
   * as stale after 10 s, or when 1 sigma has grown by 25 m, without a newer statement, and removed after a minute.
   * status and distance are set by the daemon only. Other members are refused.
   */
  interface Place {
    layer?: string | null;
    id: string;
    name: string;
    category?: string | null;
    latitude_deg: number;
    longitude_deg: number;
    height_kind?: string | null;
    height?: number | null;
    tags?: string[] | null;
    payload?: Record<string, unknown> | null;
    is_favourite?: boolean | null;
    radius?: number | null;
    level?: number | null;
    polygon?: Position[] | null;
    entrance?: Position | null;
    label?: LabelSize | null;
    moves?: Moves | null;
    status?: Status | null;
    distance?: number | null;
  }

  interface PlaceName {
    layer: string;
    id: string;
  }

  /**
   * What a hint points to: a place, by its layer and id; or of the route its next point (next, as without a target) or
   * its destination.
   */
  interface Target {
    layer?: string | null;
    id?: string | null;
    route?: string | null;
  }

  /** A place that was refused: its index in the call, and the reason. */
  interface Refusal {
    index: number;
    id: string;
    reason: string;
  }

  /**
   * A client's drawing surface: its size, and either the angle that its width covers or the pinhole's parameters (the
   * default of centre is the middle). orientation and position: pose of the display (x right, y up, z back) on the body.
   */
  interface Viewport {
    width_px: number;
    height_px: number;
    field_of_view_deg?: number | null;
    focal_x_px?: number | null;
    focal_y_px?: number | null;
    centre_x_px?: number | null;
    centre_y_px?: number | null;
    orientation?: Quaternion | null;
    position?: Vector | null;
  }

  /** where: inside, outside (in front, beside the viewport), behind. */
  interface Screen {
    where: string;
    x_px?: number | null;
    y_px?: number | null;
  }

  /**
   * One visible place; rank is its position in the order, 0 is the nearest. azimuth, elevation and distance are its true
   * direction and distance; drawn_elevation, drawn_distance, point and scale say where and how large to draw it, lifted
   * by slot label heights and pulled in. count: number of places in its cluster; with "clusters" members names them.
   * band: near, middle, far. transition: reasons why it has moved since the frame before although neither it nor the
   * wearer moved: appeared, slot, count, changed, scene. With "payload" the owner's data; of data over 4 KiB
   * payload_bytes says the size instead, and GetPlace returns them. With "billboards" orientation: level, +z (the
   * readable side of a label) toward the wearer. is_near, is_at: as the events of proximity say. size: with "scaling" in
   * the subscription, the size to draw for a thing of 1 m. velocity: of a place that moves, in m/s along the scene's
   * axes. stated_boot_ns: the time of its last statement (time_boot_ns of its moves), from which it is drawn where it is
   * by now.
   */
  interface Placement {
    layer: string;
    id: string;
    rank: number;
    name: string;
    category: string;
    is_favourite: boolean;
    is_near: boolean;
    is_at: boolean;
    azimuth_deg: number;
    azimuth_sigma_deg: number;
    elevation_deg: number;
    elevation_sigma_deg: number;
    distance: number;
    distance_sigma?: number | null;
    band: string;
    count: number;
    slot: number;
    drawn_elevation_deg: number;
    drawn_distance: number;
    point: Vector;
    scale: number;
    transition: string[];
    status: Status;
    screen?: Screen | null;
    members?: PlaceName[] | null;
    payload?: Record<string, unknown> | null;
    payload_bytes?: number | null;
    orientation?: Quaternion | null;
    size?: number | null;
    velocity?: Vector | null;
    stated_boot_ns?: bigint | null;
  }

  /**
   * An arrow on the ground. It flows from its home, at a multiple of 3 m of the route's length, to the home of the next
   * arrow.
   */
  interface Arrow {
    number: number;
    home: number;
    length: number;
    point: Vector;
    tangent: Vector;
    screen?: Screen | null;
  }

  /**
   * phase: common to all arrows, from 0 to less than 1. azimuth_sigma_deg: of the heading; horizontal_accuracy: of the
   * wearer's place.
   */
  interface Arrows {
    phase: number;
    azimuth_sigma_deg?: number | null;
    horizontal_accuracy?: number | null;
    status: Status;
    arrows: Arrow[];
  }

  /**
   * A vertex of the route's line on the ground, and the two edges of the line beside it, seen along the way. number: of
   * the route's vertex; -1 and -2 for the ends of the window behind and ahead of the wearer; from -3 down for points
   * between the route's vertices, where the ground of the terrain tiles bends.
   */
  interface LineVertex {
    number: number;
    length: number;
    point: Vector;
    left: Vector;
    right: Vector;
    screen?: Screen | null;
  }

  /**
   * The route's line, simplified as far as that cannot be seen. Vertices are identified by number and ordered by length.
   */
  interface Line {
    width: number;
    vertices: LineVertex[];
  }

  /**
   * kind: start, left, right, stop, point, dot, destination. length: from the route's start; distance: from the wearer;
   * name: of a stop, and of a point that the route's file names.
   */
  interface Marker {
    kind: string;
    length: number;
    distance: number;
    point: Vector;
    screen?: Screen | null;
    name?: string | null;
  }

  /**
   * kind: depart, straight, slight-left, left, sharp-left, slight-right, right, sharp-right, turn-around, roundabout,
   * stop, arrive, other. turn_deg: positive to the right. instruction: of a stop its name.
   */
  interface Step {
    kind: string;
    length: number;
    turn_deg: number;
    instruction: string;
    street: string;
  }

  /**
   * A place on the way at which the wearer arrives before the destination: the end of a leg. length: from the route's
   * start.
   */
  interface Stop {
    name: string;
    length: number;
    position: Position;
    is_reached: boolean;
  }

  /**
   * The distance to the route, and the nearest point of the rest of it. While approaching: the distance to the point
   * where to join the route, which is the start unless another point is much nearer.
   */
  interface Deviation {
    distance: number;
    rejoin: Position;
    rejoin_length: number;
    azimuth_deg: number;
  }

  /**
   * status: waiting (no place of sufficient accuracy yet), approaching (not on the route yet), following, off-route,
   * arrived. is_frozen: the last place was too inaccurate. length: from the start to the wearer's point on the route;
   * distance_off: from the wearer to that point. stop: index of the next stop, null after the last one;
   * distance_to_stop: along the route.
   */
  interface Progress {
    revision: number;
    name: string;
    status: string;
    is_frozen: boolean;
    length: number;
    remaining: number;
    remaining_time: number;
    distance_off: number;
    horizontal_accuracy?: number | null;
    step: number;
    current_step: Step;
    distance_to_step: number;
    stop?: number | null;
    distance_to_stop?: number | null;
    deviation?: Deviation | null;
  }

  /**
   * owner: connection-N, or user-N for one with a lease. kind: geographic, scene, head. Members that are known only
   * while the anchor is shown are null otherwise. orientation: of its content in the scene, for an anchor that has one;
   * it keeps its true heading when the alignment turns.
   */
  interface Anchor {
    owner: string;
    id: string;
    kind: string;
    payload?: Record<string, unknown> | null;
    tags?: string[] | null;
    status: Status;
    azimuth_deg?: number | null;
    azimuth_sigma_deg?: number | null;
    elevation_deg?: number | null;
    elevation_sigma_deg?: number | null;
    distance?: number | null;
    distance_sigma?: number | null;
    point?: Vector | null;
    orientation?: Quaternion | null;
    scale?: number | null;
    screen?: Screen | null;
  }

  /**
   * A mark in a unit disc: x right, y down, ahead at the top. is_beyond: farther than the rim, on which it is drawn.
   */
  interface RadarMark {
    layer: string;
    id: string;
    x: number;
    y: number;
    is_beyond: boolean;
    band: string;
    count: number;
  }

  interface Radar {
    range: number;
    marks: RadarMark[];
  }

  /**
   * The directions in which a vague thing lies, with 95 %: from left_deg to right_deg from straight ahead, positive to
   * the right, and left_deg is the smaller one; right_deg may pass 180, left_deg -180.
   */
  interface Band {
    left_deg: number;
    right_deg: number;
  }

  /**
   * Where to look: a point of the display's edge for a thing outside of it. edge_deg: the direction from the display's
   * middle in which to turn the view, clockwise from the display's own up (0 up, 90 right, 180 down, 270 left), also on
   * a display that is held on its side. angle_deg: angle between the line of sight and the thing.
   */
  interface Look {
    x_px: number;
    y_px: number;
    edge_deg: number;
    angle_deg: number;
  }

  /**
   * Where to go. kind: of the next step (as in Step: left, right, stop, arrive, …), or start or rejoin, which have to be
   * reached first. turn_deg: the turn there, positive to the right, null where one goes on; to start and rejoin the turn
   * to face them. distance: along the route, or to start and rejoin. english: in 20 m turn right.
   */
  interface Go {
    kind: string;
    turn_deg?: number | null;
    distance: number;
    english: string;
  }

  /** `border` of Hint. */
  interface HintBorder {
    x_px: number;
    y_px: number;
    side: string;
    right: number;
    up: number;
    has_changed_side: boolean;
  }

  /** `cue` of Hint. */
  interface HintCue {
    length: number;
    azimuth_deg: number;
    distance: number;
    status: Status;
    band?: Band | null;
    point?: Vector | null;
    bearing_deg?: number | null;
    pitch_deg?: number | null;
    angle_deg?: number | null;
  }

  /**
   * The next thing, in two parts that may point to different sides: look says where it is, go says what to do there.
   * kind: place, start, turn, stop, destination, rejoin. name: of the thing itself: the corner, the names of the
   * destination, a stop and a place, else what it is. go: null for a place. length: along the route to it, and step: the
   * turn; null for a place, and while the route is not followed. bearing_deg: angle to turn the view by, positive to the
   * right; pitch_deg: angle to look up by; angle_deg: angle between the line of sight and the thing. With a viewport:
   * its position on the screen, and if it is not inside, look. border is look as it was until version 0.1, with the side
   * of a display that is held upright and the turn as a unit vector; it will go. cue: of a route, the point where a
   * walker on it is in 3 s, for guidance by ear or skin: it follows a curve, where the thing itself lies across; off the
   * route the point to go to. status: shown or vague. Of a vague hint, cue or finish draw the band: point, turn, screen,
   * look and border are null, unless the style asked for them.
   */
  interface Hint {
    kind: string;
    name: string;
    length?: number | null;
    step?: Step | null;
    azimuth_deg: number;
    elevation_deg: number;
    distance: number;
    status: Status;
    band?: Band | null;
    point?: Vector | null;
    bearing_deg?: number | null;
    pitch_deg?: number | null;
    angle_deg?: number | null;
    screen?: Screen | null;
    look?: Look | null;
    go?: Go | null;
    border?: HintBorder | null;
    cue?: HintCue | null;
  }

  /**
   * The mark at the destination: a ball with a given size on the screen, at its point, with its radius there.
   * text_rise_px and text_angle_deg: height of the text's lower edge above the ball's center. phase, pulse_scale and
   * opacity pulse once a second.
   */
  interface Finish {
    azimuth_deg: number;
    elevation_deg: number;
    distance: number;
    status: Status;
    band?: Band | null;
    point?: Vector | null;
    radius?: number | null;
    diameter_px: number;
    half_angle_deg: number;
    text_rise_px: number;
    text_angle_deg: number;
    phase: number;
    pulse_scale: number;
    opacity: number;
    screen?: Screen | null;
  }

  /** daylight: day, twilight, night. */
  interface Light {
    sun_azimuth_deg: number;
    sun_elevation_deg: number;
    daylight: string;
  }

  /** The names of items that were removed from the lists; radar marks are named as placements. */
  interface MarkerName {
    kind: string;
    length: number;
  }

  interface AnchorName {
    owner: string;
    id: string;
  }

  interface Left {
    placements?: PlaceName[] | null;
    arrows?: number[] | null;
    line?: number[] | null;
    markers?: MarkerName[] | null;
    anchors?: AnchorName[] | null;
    radar?: PlaceName[] | null;
  }

  /** `place` of FrameAlignment. */
  interface FrameAlignmentPlace {
    latitude_deg: number;
    longitude_deg: number;
    height: number;
  }

  /**
   * The alignment with which a frame was drawn; the members are those of org.gnomon.Tracking's Alignment. applied_shift
   * is zero, since place is the one that is drawn from.
   */
  interface FrameAlignment {
    applied_yaw_deg: number;
    applied_shift: Vector;
    scene_position: Vector;
    place: FrameAlignmentPlace;
    yaw_sigma_deg?: number | null;
    horizontal_accuracy?: number | null;
    vertical_accuracy?: number | null;
  }

  /** `camera` of FramePose. */
  interface FramePoseCamera {
    position: Vector;
    orientation: Quaternion;
  }

  /**
   * The body's pose in the scene, the alignment (null until place and heading are known), and with a viewport the
   * display's pose (x right, y up, z back), all at the frame's time_boot_ns: every point of the frame was computed with
   * them.
   */
  interface FramePose {
    position: Vector;
    orientation: Quaternion;
    camera?: FramePoseCamera | null;
    alignment?: FrameAlignment | null;
  }

  /**
   * The limits of what is shown as points, and what is known now, rounded up: sigma of the heading (at least 30 while
   * nothing but a compass has told it) and radius of the place. guidance, english: what would show more, as in
   * org.gnomon.Tracking's Guidance; text: in the language and units of the subscription.
   */
  interface Pending {
    heading_limit_deg: number;
    heading_sigma_deg?: number | null;
    radius_limit: number;
    horizontal_accuracy?: number | null;
    guidance?: string | null;
    english?: string | null;
    text?: string | null;
  }

  /**
   * The first frame has all requested sections, and is_full. Each later frame has only the changes since what was sent
   * last: a section that is left out is unchanged, and null means that there is nothing. placements, markers, anchors,
   * arrows.arrows, line.vertices and radar.marks then list only items that are new or changed, each complete, and left
   * names the items that were removed. Placements and radar marks are identified by layer and id, arrows and vertices of
   * the line by number, markers by length and kind, anchors by owner and id. Placements are ordered by rank, arrows by
   * number, vertices and markers by length; marks have no order. An item counts as changed if the version sent last
   * would be drawn in a place that is wrong by 0.02 degrees or 0.1 pixels, or at a distance that is wrong by 0.2 % (at
   * least 5 mm), or if any other member differs; a radar mark also if it moved by 0.0005. Errors do not accumulate. With
   * "everything" each frame has all sections, exact values, and is_full. status is that of the scene as a whole: vague
   * while nothing is shown but hint and finish, as bands. band_deg: half the width of a band as far as it comes from the
   * heading: 2 sigma, and 45 degrees more while nothing but a compass has told it. pending: while labels, arrows and
   * marks wait. upright_deg: angle by which to turn text on the screen, counterclockwise, to keep it level. fault: the
   * reason why places cannot be read.
   */
  interface Frame {
    time_boot_ns: bigint;
    is_full: boolean;
    scene_id: number;
    is_stale: boolean;
    status: Status;
    band_deg?: number | null;
    pending?: Pending | null;
    fault?: string | null;
    pose?: FramePose | null;
    placements?: Placement[] | null;
    arrows?: Arrows | null;
    line?: Line | null;
    markers?: Marker[] | null;
    anchors?: Anchor[] | null;
    radar?: Radar | null;
    hint?: Hint | null;
    finish?: Finish | null;
    progress?: Progress | null;
    light?: Light | null;
    upright_deg?: number | null;
    left?: Left | null;
  }

  /**
   * kind and code: announcement (start, approach, turn-soon, turn-now, off-route, back-on-route, wrong-way, stop,
   * arrival), proximity (entered: within 40 m, or in its polygon; at: within the place's own radius, left: beyond 50 m),
   * statuses (changed), route (loaded, cleared, on-route, step, stop, off-route, back-on-route, arrived, ended: 20 s
   * after the arrival, refused: a request got no route), requests (requested: an answer is a call of LoadRoute or
   * RefuseRoute with its request), gaze (dwelled: the middle of the view has stayed on a place's label for dwell_s;
   * ended), level (changed). parameters has the numbers and names, text the sentence in the language and units of the
   * subscription. is_repeat: it is from before the subscription, and what it says still holds: a new subscriber gets the
   * places that are near and the route's last announcement first.
   */
  interface Event {
    kind: string;
    code: string;
    time_boot_ns: bigint;
    parameters: Record<string, unknown>;
    english: string;
    text?: string | null;
    is_repeat?: boolean | null;
  }

  /**
   * How large things are drawn, of one category or, without one, of all others. scheme: perspective (as large as at its
   * place), normal (a fixed angle of 10.4 degrees for 1 m, three quarters of it beyond 3 km), tiered (beyond threshold
   * by factor), double-tiered (beyond far_threshold by far_factor), linear (falls to 0 at threshold), linear-buffer
   * (falls to 0 over threshold beyond buffer). Lengths up to 100000, factors up to 1000.
   */
  interface Scaling {
    scheme: string;
    category?: string | null;
    threshold?: number | null;
    factor?: number | null;
    far_threshold?: number | null;
    far_factor?: number | null;
    buffer?: number | null;
  }

  /**
   * Settings of one subscription, in place of the configuration's; those left out stay. heading_limit_deg (1 to 180),
   * radius_limit (1 to 1000): sigma of the heading and radius of the place up to which things are shown; once shown,
   * they stay until a fifth beyond. vague: beyond these, up to a heading known to 60 degrees, hint, cue and finish are
   * vague by default, and all else waits. With true all is vague and has its point as well, for a renderer that draws a
   * band from azimuth - azimuth_sigma to azimuth + azimuth_sigma; with false nothing is drawn. most (1 to 500): places
   * shown at most. near, middle (1 to 100000): largest distances of the bands. cluster_share (0 to 10): radius of a
   * cluster, as a part of its distance. label: size of labels without a size of their own; in pixels only with a
   * viewport. arrow_spacing (0.5 to 100), arrows_behind (0 to 100), arrows_ahead (0 to 1000), dot_spacing (1 to 1000),
   * markers_ahead (0 to 100000), line_width (0 to 50), line_behind, line_ahead (0 to 1000), finish_largest,
   * finish_smallest (0.001 to 2 of the viewport's shorter side). line_tolerance_px (0 to 100). scaling: at most 32.
   */
  interface Style {
    heading_limit_deg?: number | null;
    radius_limit?: number | null;
    vague?: boolean | null;
    most?: number | null;
    near?: number | null;
    middle?: number | null;
    cluster_share?: number | null;
    label?: LabelSize | null;
    arrow_spacing?: number | null;
    arrows_behind?: number | null;
    arrows_ahead?: number | null;
    dot_spacing?: number | null;
    markers_ahead?: number | null;
    line_width?: number | null;
    line_behind?: number | null;
    line_ahead?: number | null;
    line_tolerance_px?: number | null;
    finish_largest?: number | null;
    finish_smallest?: number | null;
    scaling?: Scaling[] | null;
  }

  /**
   * A tile of terrain: the outermost posts, the distance between two, the datum (sea-level or ellipsoid) and range of
   * heights.
   */
  interface TerrainTile {
    name: string;
    south_deg: number;
    west_deg: number;
    north_deg: number;
    east_deg: number;
    rows: number;
    columns: number;
    spacing: number;
    height_kind: string;
    lowest: number;
    highest: number;
    voids: number;
  }

  /** A file of the folder that is not used, and what to do. */
  interface UnusedTile {
    path: string;
    english: string;
  }

  /** `route` of GetRoute. */
  interface GetRouteRoute {
    revision: number;
    name: string;
    length: number;
    stated_duration?: number | null;
    steps: Step[];
    stops: Stop[];
    points?: Position[] | null;
    progress: Progress;
  }

  /** `geographic` of AddAnchor. */
  interface AddAnchorGeographic {
    latitude_deg: number;
    longitude_deg: number;
    height_kind?: string | null;
    height?: number | null;
  }

  interface AddPlacesCall {
    places: Place[];
    layer?: string | null;
  }

  interface AddPlacesReply {
    layer: string;
    added: number;
    updated: number;
    cleaned: number;
    refused: number;
    refusals: Refusal[];
  }

  interface RemovePlacesCall {
    ids?: string[] | null;
    layer?: string | null;
    all?: boolean | null;
    keep_favourites?: boolean | null;
  }

  interface RemovePlacesReply {
    removed: number;
  }

  interface ListPlacesCall {
    layer?: string | null;
    favourites_only?: boolean | null;
    cursor?: string | null;
    limit?: number | null;
  }

  interface ListPlacesReply {
    places: Place[];
    next?: string | null;
    count: number;
  }

  interface FindPlacesCall {
    text?: string | null;
    radius?: number | null;
    limit?: number | null;
  }

  interface FindPlacesReply {
    places: Place[];
    is_complete: boolean;
  }

  interface SetFilterCall {
    radius?: number | null;
    categories?: string[] | null;
    tags?: string[] | null;
    favourites_only?: boolean | null;
  }

  interface SetFilterReply {
  }

  interface GetFilterReply {
    radius: number;
    categories: string[];
    tags: string[];
    favourites_only: boolean;
  }

  interface GetPlaceCall {
    layer: string;
    id: string;
    style?: Style | null;
    viewport?: Viewport | null;
  }

  interface GetPlaceReply {
    place: Place;
  }

  interface SetFavouriteCall {
    layer: string;
    id: string;
    is_favourite: boolean;
  }

  interface SetFavouriteReply {
  }

  interface AlignToPlaceCall {
    layer?: string | null;
    id?: string | null;
    latitude_deg?: number | null;
    longitude_deg?: number | null;
    sigma_deg?: number | null;
    accuracy?: number | null;
    sure?: boolean | null;
  }

  interface AlignToPlaceReply {
    time_boot_ns: bigint;
    azimuth_deg: number;
    distance: number;
    off_deg: number;
    measured_sigma_deg: number;
    turned_deg: number;
    heading_sigma_deg: number;
  }

  interface AlignToSunCall {
    aim?: string | null;
    sigma_deg?: number | null;
    sure?: boolean | null;
  }

  interface AlignToSunReply {
    time_boot_ns: bigint;
    sun_azimuth_deg: number;
    sun_elevation_deg: number;
    azimuth_deg: number;
    off_deg: number;
    turned_deg: number;
    heading_sigma_deg: number;
  }

  interface RequestRouteCall {
    layer?: string | null;
    id?: string | null;
    latitude_deg?: number | null;
    longitude_deg?: number | null;
    name?: string | null;
    via?: Position[] | null;
    mode?: string | null;
    replace?: boolean | null;
  }

  interface RequestRouteReply {
    request: number;
  }

  interface RefuseRouteCall {
    request: number;
    english: string;
  }

  interface RefuseRouteReply {
  }

  interface LoadRouteCall {
    text: string;
    name?: string | null;
    replace?: boolean | null;
    request?: number | null;
    place?: Position | null;
    entrance?: Position | null;
  }

  interface LoadRouteReply {
    revision: number;
    name: string;
    format: string;
    points: number;
    length: number;
    stated_duration?: number | null;
    steps: number;
    stops: number;
    notes: string[];
  }

  interface GetRouteCall {
    points?: boolean | null;
  }

  interface GetRouteReply {
    route?: GetRouteRoute | null;
  }

  interface ClearRouteCall {
    replace?: boolean | null;
  }

  interface ClearRouteReply {
    was_active: boolean;
  }

  interface GetLevelReply {
    level?: number | null;
    sigma?: number | null;
    source?: string | null;
    storey: number;
  }

  interface SetLevelCall {
    level: number;
    storey?: number | null;
  }

  interface SetLevelReply {
  }

  interface AddAnchorCall {
    id: string;
    geographic?: AddAnchorGeographic | null;
    scene?: Vector | null;
    head?: Vector | null;
    payload?: Record<string, unknown> | null;
    lease_s?: number | null;
    tags?: string[] | null;
    heading_deg?: number | null;
    pitch_deg?: number | null;
    roll_deg?: number | null;
    faces_wearer?: boolean | null;
  }

  interface AddAnchorReply {
    owner: string;
    expires_boot_ns?: bigint | null;
  }

  interface RenewAnchorCall {
    id: string;
    lease_s: number;
  }

  interface RenewAnchorReply {
    expires_boot_ns: bigint;
  }

  interface RemoveAnchorCall {
    id: string;
    owner?: string | null;
  }

  interface RemoveAnchorReply {
  }

  interface SubscribeCall {
    include: string[];
    viewport?: Viewport | null;
    rate_hz?: number | null;
    everything?: boolean | null;
    target?: Target | null;
    radar_range?: number | null;
    dwell_s?: number | null;
    language?: string | null;
    units?: string | null;
    directions?: string | null;
    crossings?: string | null;
    style?: Style | null;
  }

  interface SubscribeReply {
    frame?: Frame | null;
    event?: Event | null;
    dropped?: number | null;
  }

  interface GetFrameCall {
    include?: string[] | null;
    viewport?: Viewport | null;
    target?: Target | null;
    radar_range?: number | null;
    style?: Style | null;
  }

  interface GetFrameReply {
    frame: Frame;
  }

  interface PickCall {
    viewport?: Viewport | null;
    x_px?: number | null;
    y_px?: number | null;
    origin?: Vector | null;
    direction?: Vector | null;
    include?: string[] | null;
    style?: Style | null;
  }

  interface PickReply {
    placement?: Placement | null;
  }

  interface ListTerrainReply {
    directory?: string | null;
    tiles: TerrainTile[];
    unused: UnusedTile[];
    geoid_separation?: number | null;
  }

  interface GetTerrainCall {
    latitude_deg: number;
    longitude_deg: number;
  }

  interface GetTerrainReply {
    height?: number | null;
    height_kind?: string | null;
    reason?: string | null;
  }

  /** The methods of org.gnomon.Scene. */
  interface Methods {
    /**
     * Adds places to a layer. The default layer is the caller's own: user-N, or mine for administrators. Other users may
     * change only their own layers: user-N and names that begin with user-N/. Places with known ids are replaced and
     * stay favorites. A call has at most 500 places. One that is not a place is refused, and stands in refusals with its
     * index and the reason (the first 20 do): the others are added, so a caller looks at refused. What is added is
     * stored together, or nothing is. The configuration limits the places and bytes of a contributor (QuotaExceeded).
     */
    addPlaces(parameters: AddPlacesCall): Promise<AddPlacesReply>;
    /**
     * Removes the places with these ids, or all places of the layer; with keep_favourites favorites stay. When the
     * answer arrives, they are removed permanently.
     */
    removePlaces(parameters?: RemovePlacesCall): Promise<RemovePlacesReply>;
    /**
     * Returns a page of places in order of addition; next is the cursor of the following page. At most 1000, and about
     * 256 KiB.
     */
    listPlaces(parameters?: ListPlacesCall): Promise<ListPlacesReply>;
    /**
     * Finds places whose name, tags or category have all words of text, each at the beginning of a word; case and
     * accents are ignored. Without text: the nearest places within a radius. Nearest first once the wearer's place is
     * known. is_complete: there are no further matches. At most 1000, and about 256 KiB.
     */
    findPlaces(parameters?: FindPlacesCall): Promise<FindPlacesReply>;
    /**
     * Sets the filter for places; it is kept across restarts. At most 3 categories and 32 tags. Defaults: 500, all
     * categories and all tags.
     */
    setFilter(parameters?: SetFilterCall): Promise<SetFilterReply>;
    getFilter(): Promise<GetFilterReply>;
    /**
     * Returns one place with its payload, status and distance. style, viewport: those of the subscription whose status
     * is wanted; the default is that of the configuration.
     */
    getPlace(parameters: GetPlaceCall): Promise<GetPlaceReply>;
    setFavourite(parameters: SetFavouriteCall): Promise<SetFavouriteReply>;
    /**
     * Measures the heading by a look: the device points at a place, by its layer and id, or at a point of the Earth, and
     * the wearer confirms. The direction of the place is weighed against everything else that is known of the heading.
     * Its error has three parts: that of the aim (sigma_deg, default 2), and, seen from the distance, those of the
     * wearer's place and of the place itself (accuracy: its 68 % radius, default 5 m). A place more than 45 degrees, and
     * three standard deviations, beside the look is refused unless sure, because another thing was probably looked at.
     * Like ResetScene it takes effect at time_boot_ns and is recorded. azimuth_deg, distance: of the place. off_deg: its
     * azimuth less the heading until then. measured_sigma_deg: of the measurement. turned_deg: by which the heading has
     * changed, clockwise; heading_sigma_deg: its 1 sigma now.
     */
    alignToPlace(parameters?: AlignToPlaceCall): Promise<AlignToPlaceReply>;
    /**
     * Measures the heading by the sun. aim: shadow (the default: the wearer faces along the own shadow) or sun (a device
     * that is held in the hand points at it). Nobody has to look into the sun. It needs the place and the time of day,
     * and a sun 3 to 65 degrees high. sigma_deg: how well the wearer aims (default 3). sure, off_deg, turned_deg,
     * heading_sigma_deg: as in AlignToPlace.
     */
    alignToSun(parameters?: AlignToSunCall): Promise<AlignToSunReply>;
    /**
     * Requests a route from the wearer's place to a place, by its layer and id, or to a point, from the clients that
     * answer requests, such as `gnomon route follow`; the daemon itself asks no server. via: stops on the way. The route
     * is loaded, or refused, as an event of kind route with this request in its parameters says; after 60 seconds
     * without an answer it is refused. mode: the means of travel, which the request states to that client: walking (the
     * default), cycling, driving, or a server's own name of one. A newer request takes the place of an older one. While
     * the wearer is still on another user's route, replace is needed, as for LoadRoute. The daemon requests a route by
     * itself when the wearer has been off the route for 10 seconds, at most every 30 seconds.
     */
    requestRoute(parameters?: RequestRouteCall): Promise<RequestRouteReply>;
    /** Answers a request for a route that a client cannot answer; english says why. */
    refuseRoute(parameters: RefuseRouteCall): Promise<RefuseRouteReply>;
    /**
     * Loads a route from the text of a file (GeoJSON, GPX, an encoded polyline) or the answer of an OSRM, Mapbox,
     * Valhalla, Google, GraphHopper or openrouteservice server. It replaces the current route at once; a refused text
     * leaves the current route unchanged. name: of the destination. While the wearer is still on another user's route,
     * that route is replaced only with replace. request: the number of the request that it answers; the route is then
     * that of the user who requested it. place: the destination itself, by which the side of the street is told at the
     * arrival; entrance: its door, to which the last leg is led where the line ends on the street. A request for a place
     * of the daemon has both. The route ends by itself 20 s after the arrival.
     */
    loadRoute(parameters: LoadRouteCall): Promise<LoadRouteReply>;
    /** Returns the active route; its points only with "points". */
    getRoute(parameters?: GetRouteCall): Promise<GetRouteReply>;
    /** Ends the route. replace: also if it is the route of another user. */
    clearRoute(parameters?: ClearRouteCall): Promise<ClearRouteReply>;
    /**
     * The wearer's floor: 0 is the ground floor. source: stated (by SetLevel), ground (where the session began
     * outdoors). Without either, or without a barometer, level is null, and no place is hidden because of its level.
     * sigma: its 1 sigma in stories, which grows with the stories climbed. storey: the height of a story.
     */
    getLevel(): Promise<GetLevelReply>;
    /**
     * States the wearer's floor, and the height of a story in this building (default 3.5). From there on the barometer
     * counts the stories: stairs, escalators and lifts, not hills and weather.
     */
    setLevel(parameters: SetLevelCall): Promise<SetLevelReply>;
    /**
     * Adds an anchor. Exactly one of geographic, scene (a point of the current scene) and head (relative to the body)
     * gives its position. heading_deg: true azimuth in which the nose (-z) of its model points; pitch_deg raises the
     * nose, roll_deg the right side. faces_wearer: level, its readable side (+z) toward the wearer. It ends with its
     * connection; with lease_s it ends when the lease ends, unless that is renewed. Anchors of the same owner with the
     * same id are replaced.
     */
    addAnchor(parameters: AddAnchorCall): Promise<AddAnchorReply>;
    renewAnchor(parameters: RenewAnchorCall): Promise<RenewAnchorReply>;
    /** Removes an anchor. Administrators may name another owner. */
    removeAnchor(parameters: RemoveAnchorCall): Promise<RemoveAnchorReply>;
    /**
     * Starts a stream until the connection is closed: each reply has a frame or an event. include: placements, clusters
     * (the members of placements), payload (of placements), billboards (of placements), arrows, line (the route's),
     * markers, anchors, radar, hint, finish (with a viewport), progress, light, pose, announcements (an event, as all
     * that follow), proximity, statuses, route, requests (for routes; to be answered), gaze, level. rate_hz: of frames,
     * default 10. target: of the hint; it follows the changes of a place, and is null after the place is removed;
     * without a target it is null after the route has ended. radar_range: default 500. dwell_s: of gaze, default 1.
     * language: en, de, or a locale of these, units: metric, imperial, and directions, while the heading is known: sides
     * (on the left), compass, clock (at 9 o'clock); with any of these, events have text. crossings: whether turns to a
     * street's other side, after which the way goes on in its direction, are announced: silent or spoken; the default is
     * spoken with hint and no viewport, for guidance by ear, else silent. A slow reader gets only the latest frame, with
     * is_full; events are queued. dropped: frames and events that this reader missed since the last message, including
     * frames that the daemon had no time for.
     */
    subscribe(parameters: SubscribeCall): AsyncIterable<SubscribeReply>;
    /** Returns one frame with all requested sections; the default is placements and progress. */
    getFrame(parameters?: GetFrameCall): Promise<GetFrameReply>;
    /**
     * Returns the place whose label lies under a point of the viewport, or under a line of sight in the scene (from the
     * wearer unless origin is given); without either, under the view straight ahead. null if there is none. include:
     * payload, billboards, clusters. style: that of the subscription, so that labels have the same sizes. The place that
     * a connection picked last is not removed from frames by the largest number of places.
     */
    pick(parameters?: PickCall): Promise<PickReply>;
    /**
     * Returns the terrain tiles, their folder, and the height of the sea above the ellipsoid as receivers report it,
     * smoothed.
     */
    listTerrain(): Promise<ListTerrainReply>;
    /** Returns the height of the ground above its datum; without one the reason: void, no-tile. */
    getTerrain(parameters: GetTerrainCall): Promise<GetTerrainReply>;
  }

  type ErrorName = "org.gnomon.Scene.InvalidValue" | "org.gnomon.Scene.UnknownMember" | "org.gnomon.Scene.NotPermitted" | "org.gnomon.Scene.TooManyRequests" | "org.gnomon.Scene.StoreUnavailable" | "org.gnomon.Scene.TooManyStyles" | "org.gnomon.Scene.TooManyPlaces" | "org.gnomon.Scene.NoSuchPlace" | "org.gnomon.Scene.RouteRefused" | "org.gnomon.Scene.NoRouter" | "org.gnomon.Scene.NoSuchRequest" | "org.gnomon.Scene.NoSuchAnchor" | "org.gnomon.Scene.TooManyAnchors" | "org.gnomon.Scene.QuotaExceeded" | "org.gnomon.Scene.RouteTaken" | "org.gnomon.Scene.NotPlaced" | "org.gnomon.Scene.LookRefused";
}

/**
 * Calibrations: made while the daemon runs, graded, and used only after they are accepted. Until then the calibration in
 * use stays; if the caller disconnects, nothing is changed.
 */
export namespace Calibration {
  /**
   * A number with its unit: µT, °, m/s², °/s, s, %, or none for counts and ratios. bar: the limit that it should not
   * exceed, or should reach.
   */
  interface Figure {
    name: string;
    value: number;
    unit: string;
    bar?: number | null;
  }

  /** A sentence: a code for programs, its numbers, and the English text. */
  interface Phrase {
    code: string;
    figures: Figure[];
    english: string;
  }

  /**
   * The progress, and the wearer's next action. coverage: number of readings per cell of the sphere, for kinds that have
   * one. elapsed: seconds by the samples' clock.
   */
  interface Progress {
    fraction: number;
    is_complete: boolean;
    elapsed: number;
    instruction: Phrase;
    warnings: Phrase[];
    figures: Figure[];
    coverage: number[];
  }

  /**
   * grade: poor, fair, good, excellent; promise: the error for this grade, met in nine of ten cases. record: the record
   * to store.
   */
  interface Result {
    grade: string;
    promise: Figure;
    evidence: Figure[];
    remarks: Phrase[];
    record: Record<string, unknown>;
  }

  /** The reason of the failure, the finding, and the remedy. */
  interface Failure {
    reason: string;
    figures: Figure[];
    finding: string;
    remedy: string;
  }

  /** verdict: good, drifting, redo, unknown (too little data). */
  interface Verdict {
    kind: string;
    verdict: string;
    figures: Figure[];
    english: string;
  }

  interface StartCall {
    kind: string;
    seconds?: number | null;
    turns?: number | null;
  }

  interface StartReply {
    run: number;
    progress?: Progress | null;
    result?: Result | null;
    failure?: Failure | null;
  }

  interface FinishCall {
    run: number;
  }

  interface FinishReply {
  }

  interface AcceptCall {
    run: number;
  }

  interface AcceptReply {
    record: Record<string, unknown>;
  }

  interface RejectCall {
    run: number;
  }

  interface RejectReply {
  }

  interface CancelCall {
    run: number;
  }

  interface CancelReply {
  }

  interface ListCall {
    all?: boolean | null;
  }

  interface ListReply {
    records: Array<Record<string, unknown>>;
  }

  interface UndoCall {
    kind: string;
  }

  interface UndoReply {
    undone: Record<string, unknown>;
    in_force?: Record<string, unknown> | null;
  }

  interface ExportCall {
    kind?: string | null;
  }

  interface ExportReply {
    calibrations: Record<string, unknown>;
  }

  interface ImportCall {
    calibrations: Record<string, unknown>;
    other_sensors?: boolean | null;
  }

  interface ImportReply {
    records: Array<Record<string, unknown>>;
  }

  interface ShareReply {
    records: Array<Record<string, unknown>>;
  }

  interface VerifyCall {
    kind?: string | null;
    seconds?: number | null;
  }

  interface VerifyReply {
    progress?: Progress | null;
    verdicts?: Verdict[] | null;
  }

  /** The methods of org.gnomon.Calibration. */
  interface Methods {
    /**
     * Starts a calibration and reports ten times a second. kind: mag, accel, gyro, axes, time. It ends when there is
     * enough data, after `seconds`, or with Finish; the last reply has a result or a failure and no progress. The result
     * waits for Accept or Reject as long as this connection exists. turns: number of turns for the gyroscope's scale.
     */
    start(parameters: StartCall): AsyncIterable<StartReply>;
    /** Ends the collection and judges the data collected so far. */
    finish(parameters: FinishCall): Promise<FinishReply>;
    /** Stores the result and uses it at once, in a new scene. record: the stored record. */
    accept(parameters: AcceptCall): Promise<AcceptReply>;
    /** Ends the calibration and leaves everything unchanged. */
    reject(parameters: RejectCall): Promise<RejectReply>;
    cancel(parameters: CancelCall): Promise<CancelReply>;
    /**
     * Returns the stored records of the sensors that are present, or of all sensors ever calibrated; each has in_force.
     */
    list(parameters?: ListCall): Promise<ListReply>;
    /** Stops using the newest record of a kind, and uses the one before, if there is one. */
    undo(parameters: UndoCall): Promise<UndoReply>;
    /** Returns the calibrations in use, for another machine or a backup. */
    export(parameters?: ExportCall): Promise<ExportReply>;
    /**
     * Uses exported calibrations. They are refused if they were made with other sensors, unless other_sensors is true.
     */
    import(parameters: ImportCall): Promise<ImportReply>;
    /**
     * Allows the calibrations in use on every machine whose sensors are alike, for an image that is copied to many
     * boards. Else those of another machine are not in use until they are confirmed: by Verify, or while the device is
     * worn.
     */
    share(): Promise<ShareReply>;
    /**
     * Compares the calibrations in use, and those of another machine, with the sensors' readings for some time, and
     * recommends what to do. What is from another machine and good is in use from then on, if the caller may administer.
     */
    verify(parameters?: VerifyCall): AsyncIterable<VerifyReply>;
  }

  type ErrorName = "org.gnomon.Calibration.InvalidValue" | "org.gnomon.Calibration.UnknownMember" | "org.gnomon.Calibration.NotPermitted" | "org.gnomon.Calibration.Busy" | "org.gnomon.Calibration.SensorMissing" | "org.gnomon.Calibration.RateTooLow" | "org.gnomon.Calibration.NotWritable" | "org.gnomon.Calibration.NoSuchRun" | "org.gnomon.Calibration.NotJudged" | "org.gnomon.Calibration.MountConfigured" | "org.gnomon.Calibration.NothingKept" | "org.gnomon.Calibration.OtherSensor" | "org.gnomon.Calibration.NotACalibration";
}

/** The daemon itself: its configuration, recordings, and the limits of its socket. */
export namespace Control {
  /**
   * A source of samples. state: starting, running, waiting (present, without data so far), absent, silent, ended,
   * failed. role: accelerometer, gyroscope, magnetometer, barometer or receiver. device: the kernel's name of the
   * device, which may change at each start, or the address of the receiver's gpsd. place: the bus or port of the device,
   * which does not change. Each is null if it does not apply; name has role and device in readable form. is_mounted:
   * true for a sensor whose driver gives the body's axes, as that of glasses; left out for others.
   */
  interface Source {
    name: string;
    state: string;
    detail: string;
    role?: string | null;
    device?: string | null;
    place?: string | null;
    is_mounted?: boolean | null;
  }

  /** One setting, with the origin of its value (default, or a file and line), its unit and its meaning. */
  interface Setting {
    name: string;
    value: string;
    origin: string;
    unit: string;
    meaning: string;
  }

  interface Limits {
    message_bytes: number;
    nesting: number;
    values: number;
    unfinished_bytes: number;
    unread_bytes: number;
    unread_bytes_per_user: number;
    connections: number;
    connections_per_user: number;
    requests_per_second: number;
    queued_messages: number;
    seconds_without_progress: number;
  }

  /**
   * The time spent in the daemon's loop since its start, by kind of work (samples, scenes, requests, sending, answers,
   * housekeeping, connections) and by method: how often, the longest, and the total.
   */
  interface Work {
    name: string;
    count: number;
    longest_ms: number;
    total_ms: number;
  }

  /** Number of connections that the daemon closed, by reason. */
  interface TurnedOut {
    reason: string;
    count: number;
  }

  /**
   * unread_bytes: data waiting for readers; unfinished_bytes: incomplete messages from clients. jobs: work outside the
   * loop. frames_left_out: frames that the daemon had no time for. longest_ms: the longest time that one piece of work
   * has held up the samples.
   */
  interface Load {
    unread_bytes: number;
    unfinished_bytes: number;
    jobs: number;
    frames_left_out: number;
    longest_ms: number;
    work: Work[];
    turned_out: TurnedOut[];
  }

  /** A method, and the members of its parameters that this daemon knows. */
  interface Known {
    method: string;
    members: string[];
  }

  interface GetInfoReply {
    version: string;
    process_id: number;
    started_boot_ns: bigint;
    socket: string;
    access: string;
    connections: number;
    subscribers: number;
    sources: Source[];
    load: Load;
    recordings: string;
    limits: Limits;
    methods: Known[];
  }

  interface GetConfigurationReply {
    settings: Setting[];
  }

  interface ReloadReply {
    changed: string[];
  }

  interface StartRecordingCall {
    name?: string | null;
  }

  interface StartRecordingReply {
    path: string;
  }

  interface StopRecordingReply {
    path: string;
    lines: number;
    parts: number;
  }

  /** The methods of org.gnomon.Control. */
  interface Methods {
    /** access: the caller's class: read, contribute, administer. methods: all of the interfaces. */
    getInfo(): Promise<GetInfoReply>;
    getConfiguration(): Promise<GetConfigurationReply>;
    /** Reads the configuration again; changed has the names of the settings with a new value. */
    reload(): Promise<ReloadReply>;
    /**
     * Starts to record all inputs to a file that only the daemon's user can read. name: a file in the daemon's own
     * folder of recordings; the default is the current time.
     */
    startRecording(parameters?: StartRecordingCall): Promise<StartRecordingReply>;
    /** Ends the recording. path: its first part; the next parts are called NAME.2.gnomon, NAME.3.gnomon and so on. */
    stopRecording(): Promise<StopRecordingReply>;
  }

  type ErrorName = "org.gnomon.Control.InvalidValue" | "org.gnomon.Control.UnknownMember" | "org.gnomon.Control.NotPermitted" | "org.gnomon.Control.AlreadyRecording" | "org.gnomon.Control.NotRecording" | "org.gnomon.Control.ConfigurationRefused" | "org.gnomon.Control.RecordingFailed" | "org.gnomon.Control.TooManyRequests" | "org.gnomon.Control.TooMuchUnread" | "org.gnomon.Control.TooManyConnections" | "org.gnomon.Control.MessageTooLarge" | "org.gnomon.Control.TooMuchUnfinished" | "org.gnomon.Control.MessageTooDeep" | "org.gnomon.Control.TooManyValues" | "org.gnomon.Control.MalformedMessage";
}
