"""The wearer's place on Earth and viewing direction.

Lengths are in meters, times in seconds, unless a name says otherwise. time_boot_ns is CLOCK_BOOTTIME in nanoseconds,
time_utc_ns is civil time in nanoseconds since 1970, null until a receiver has reported it. Accuracies and sigmas are
68 %. Headings and yaws are degrees clockwise seen from above, headings from true north.

The scene is in meters with y up, right-handed, and continuous: it never turns after its first pose. A new scene_id
means that things placed in the old scene are lost. scene_heading gives the directions of its axes on Earth: given,
remembered, compass: -z is true north and x east, by the heading estimate at the start of the scene
(scene_heading_sigma_deg; later estimates of the heading change the alignment's yaw); magnetic: -z is magnetic north,
by the compass, at a time when no place was known for the declination; none: no heading was known, and -z is the
wearer's direction at the start. The body is x right, y up, z back. Unknown numbers are null or left out. Later
versions may add members to any of these; ignore unknown ones.
"""

# Written by scripts/clients from Sources/Wire/Interfaces/org.gnomon.Tracking.varlink: change that file instead.
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ._interface import AsyncInterface, Interface
from ._message import Json, Message, RemoteError, known
from ._stream import AsyncStream, Stream


@dataclass(slots=True)
class Vector(Message):
    x: float
    y: float
    z: float


Vector._kinds = {"x": None, "y": None, "z": None}


@dataclass(slots=True)
class Quaternion(Message):
    x: float
    y: float
    z: float
    w: float


Quaternion._kinds = {"x": None, "y": None, "z": None, "w": None}


@dataclass(slots=True)
class Place(Message):
    """WGS 84; the height is above the ellipsoid."""
    latitude_deg: float
    longitude_deg: float
    height: float


Place._kinds = {"latitude_deg": None, "longitude_deg": None, "height": None}


@dataclass(slots=True)
class TrackingState(Message):
    """state: initializing, normal, limited. reasons: no-gyro, saturated, odometry-lost, stale."""
    state: str
    reasons: list[str]


TrackingState._kinds = {"state": None, "reasons": None}


@dataclass(slots=True)
class LocalizationState(Message):
    """state: none, localizing, localized, lost. reasons: waiting-for-fix, no-motion, magnetic-disturbance, poor-fix,
    undecided-walk, contradicted-heading, compass-contradicted, receiver-elsewhere, carried, receiver-doubted,
    compass-unproved. gnomon(7) explains them. is_pinned: the heading of a vehicle or a free device was set by hand
    (NudgeHeading) and is held.
    """
    state: str
    reasons: list[str]
    is_pinned: bool


LocalizationState._kinds = {"state": None, "reasons": None, "is_pinned": None}


@dataclass(slots=True)
class Covariance(Message):
    """With "covariance": the covariance of the pose relative to the Earth in the scene's axes, each block of 3 by 3 row
    by row, m2 and rad2. The error of the orientation is a rotation vector about the scene's axes. cross: rows of
    position, columns of orientation. A block that is not known is null.
    """
    position: list[float] | None = None
    orientation: list[float] | None = None
    cross: list[float] | None = None


Covariance._kinds = {"position": None, "orientation": None, "cross": None}


@dataclass(slots=True)
class Pose(Message):
    """The body's pose in the scene; orientation turns body coordinates into scene coordinates. heading_sigma_deg and
    heading_95_deg: bounds of the heading's error, 68 % and 95 %, whenever there is a heading; at most 123 and 171,
    those of a direction of which nothing is known. The place is null until known.
    """
    time_boot_ns: int
    scene_id: int
    scene_heading: str
    position: Vector
    orientation: Quaternion
    velocity: Vector
    tracking: TrackingState
    localization: LocalizationState
    time_utc_ns: int | None = None
    heading_deg: float | None = None
    heading_sigma_deg: float | None = None
    heading_95_deg: float | None = None
    latitude_deg: float | None = None
    longitude_deg: float | None = None
    horizontal_accuracy: float | None = None
    covariance: Covariance | None = None


Pose._kinds = {"time_boot_ns": None, "time_utc_ns": None, "scene_id": None, "scene_heading": None, "position": Vector, "orientation": Quaternion, "velocity": Vector, "heading_deg": None, "heading_sigma_deg": None, "heading_95_deg": None, "latitude_deg": None, "longitude_deg": None, "horizontal_accuracy": None, "covariance": Covariance, "tracking": TrackingState, "localization": LocalizationState}


@dataclass(slots=True)
class GeoPosePosition(Message):
    """`position` of GeoPose."""
    lat: float
    lon: float
    h: float


GeoPosePosition._kinds = {"lat": None, "lon": None, "h": None}


@dataclass(slots=True)
class GeoPoseAccuracy(Message):
    """`accuracy` of GeoPose."""
    horizontal_m: float | None = None
    vertical_m: float | None = None
    heading_deg: float | None = None


GeoPoseAccuracy._kinds = {"horizontal_m": None, "vertical_m": None, "heading_deg": None}


@dataclass(slots=True)
class GeoPose(Message):
    """OGC GeoPose 1.0, Basic-Quaternion: a forward-left-up body in east, north, up (yaw = 90 degrees less the heading).
    With "strict" it has only position and quaternion, as in the standard's strict form.
    """
    position: GeoPosePosition
    quaternion: Quaternion
    accuracy: GeoPoseAccuracy | None = None
    valid: bool | None = None
    time_boot_ns: int | None = None
    time_utc_ns: int | None = None


GeoPose._kinds = {"position": GeoPosePosition, "quaternion": Quaternion, "accuracy": GeoPoseAccuracy, "valid": None, "time_boot_ns": None, "time_utc_ns": None}


@dataclass(slots=True)
class Alignment(Message):
    """The relation of the scene to the Earth: true azimuth = scene azimuth + yaw, about the wearer, who is at
    scene_position in the scene and at place on Earth. Calculations use the target alignment; drawing uses the applied
    one, which follows the target without a jump: applied_shift (x east, y up, z south) is the applied place minus the
    target's place. snaps counts how often it was set to the target at once, because it was too far off: fade out what
    is drawn and in again. is_heading_confirmed: whether a way, a look, a hand or a known compass has told the
    heading; else its sigma holds only if the chip is not turned on its board.
    """
    time_boot_ns: int
    scene_id: int
    scene_heading: str
    revision: int
    yaw_deg: float
    applied_yaw_deg: float
    applied_shift: Vector
    snaps: int
    scene_position: Vector
    is_pinned: bool
    is_heading_confirmed: bool
    scene_heading_sigma_deg: float | None = None
    yaw_sigma_deg: float | None = None
    place: Place | None = None
    horizontal_accuracy: float | None = None
    vertical_accuracy: float | None = None


Alignment._kinds = {"time_boot_ns": None, "scene_id": None, "scene_heading": None, "scene_heading_sigma_deg": None, "revision": None, "yaw_deg": None, "yaw_sigma_deg": None, "applied_yaw_deg": None, "applied_shift": Vector, "snaps": None, "scene_position": Vector, "place": Place, "horizontal_accuracy": None, "vertical_accuracy": None, "is_pinned": None, "is_heading_confirmed": None}


@dataclass(slots=True)
class State(Message):
    time_boot_ns: int
    scene_id: int
    tracking: TrackingState
    localization: LocalizationState


State._kinds = {"time_boot_ns": None, "scene_id": None, "tracking": TrackingState, "localization": LocalizationState}


@dataclass(slots=True)
class Sensor(Message):
    """The latest values of a sensor, in its unit and in body axes, with the number of its samples and of its refused
    samples. stated_error: of gnss, the horizontal 95 % radius in meters that the receiver states; null for the
    others, and if it states none.
    """
    name: str
    unit: str
    time_boot_ns: int
    count: int
    refused: int
    values: list[float]
    rate_hz: float | None = None
    stated_error: float | None = None


Sensor._kinds = {"name": None, "unit": None, "time_boot_ns": None, "count": None, "refused": None, "rate_hz": None, "values": None, "stated_error": None}


@dataclass(slots=True)
class Sensors(Message):
    time_boot_ns: int
    sensors: list[Sensor]


Sensors._kinds = {"time_boot_ns": None, "sensors": [Sensor]}


@dataclass(slots=True)
class Grounds(Message):
    """The readings that decided a correction. source: an aiding source (Aid), nudge or declination. readings: number of
    fixes or of readings of the compass, from first_boot_ns to last_boot_ns; a fix counts at the moment at which it
    was valid. innovation: measured less expected for each axis, and innovation_sigma its 1 sigma by filter and noise;
    both are empty for a source that compares nothing.
    """
    source: str
    readings: int
    first_boot_ns: int
    last_boot_ns: int
    unit: str
    axes: list[str]
    innovation: list[float]
    innovation_sigma: list[float]


Grounds._kinds = {"source": None, "readings": None, "first_boot_ns": None, "last_boot_ns": None, "unit": None, "axes": None, "innovation": None, "innovation_sigma": None}


@dataclass(slots=True)
class Correction(Message):
    """One change of the alignment. source: fix, compass, antennas, leg, nudge, memory, rest, gait, relocation, restart.
    shift: the change of the place (x east, y up, z south). grounds: null for a restart.
    """
    time_boot_ns: int
    scene_id: int
    source: str
    old_yaw_deg: float
    new_yaw_deg: float
    sigma_deg: float
    shift: Vector
    baseline: float
    measured_yaw_deg: float | None = None
    measured_sigma_deg: float | None = None
    grounds: Grounds | None = None


Correction._kinds = {"time_boot_ns": None, "scene_id": None, "source": None, "old_yaw_deg": None, "new_yaw_deg": None, "sigma_deg": None, "measured_yaw_deg": None, "measured_sigma_deg": None, "shift": Vector, "baseline": None, "grounds": Grounds}


@dataclass(slots=True)
class Guidance(Message):
    """An action of the wearer that would improve the estimates: a code, its numbers, and the English sentence. code:
    stand-still, go-outside, open-sky, walk, leave-metal, turn-device, look-around. text: the sentence in the language
    (en, de) and units (metric, imperial) that GetStatus was called with.
    """
    code: str
    parameters: dict[str, Any]
    english: str
    text: str | None = None


Guidance._kinds = {"code": None, "parameters": None, "english": None, "text": None}


@dataclass(slots=True)
class Source(Message):
    """A source of samples. state: starting, running, waiting (present, without data so far), absent, silent, ended,
    failed. role: accelerometer, gyroscope, magnetometer, barometer or receiver. device: the kernel's name of the
    device, which may change at each start, or the address of the receiver's gpsd, or the name under which a client
    pushes the samples. place: the bus or port of the device, which does not change. Each is null if it does not
    apply; name has role and device in readable form. is_mounted: true for a sensor whose driver gives the body's
    axes, as that of glasses; left out for others.
    """
    name: str
    state: str
    detail: str
    role: str | None = None
    device: str | None = None
    place: str | None = None
    is_mounted: bool | None = None


Source._kinds = {"name": None, "state": None, "detail": None, "role": None, "device": None, "place": None, "is_mounted": None}


@dataclass(slots=True)
class Receiver(Message):
    """One receiver of gpsd. device: gpsd's path of its device, empty if it states none. is_used, reason: whether its
    fixes are used, and why; reason is null for the others. mode: 0 without a fix, 2 or 3 dimensions. stated_error:
    the horizontal 95 % radius of its last fix in meters. rate_hz: fixes a second. fix_boot_ns: the time of the last
    fix. used, unused: the numbers of its fixes that were used and that were not.
    """
    device: str
    is_used: bool
    mode: int
    used: int
    unused: int
    reason: str | None = None
    stated_error: float | None = None
    rate_hz: float | None = None
    fix_boot_ns: int | None = None


Receiver._kinds = {"device": None, "is_used": None, "reason": None, "mode": None, "stated_error": None, "rate_hz": None, "fix_boot_ns": None, "used": None, "unused": None}


@dataclass(slots=True)
class Counter(Message):
    """Number of samples by reason: in refused those that were refused or used with less weight, in unneeded those that
    were not used because more is known already or because a fit waits for a longer way, which is no fault.
    """
    reason: str
    count: int


Counter._kinds = {"reason": None, "count": None}


@dataclass(slots=True)
class AidRefused(Message):
    """`refused` of Aid."""
    reason: str
    english: str
    count: int


AidRefused._kinds = {"reason": None, "english": None, "count": None}


@dataclass(slots=True)
class Aid(Message):
    """One aiding source of the filters. state: off, waiting (on, but nothing to fuse at present), fusing, refused (the
    last measurement was refused), timed-out (no measurements any more). reason: why it is off, waiting, refused or
    has less weight; english: the same as a text. observation, variance, innovation and innovation_variance have a
    number for each axis, of the last measurement, in the given unit (variances in its square). ratio: squared
    innovation divided by its variance and by the square of the gate; from 1 on the gate refuses the measurement, or
    raises its noise. turned_deg: sum of the changes of the filter's heading by this source since the scene began,
    clockwise; turned_in_all_deg: sum of their magnitudes.
    """
    name: str
    unit: str
    axes: list[str]
    state: str
    observation: list[float]
    variance: list[float]
    innovation: list[float]
    innovation_variance: list[float]
    fused: int
    refused: list[AidRefused]
    turned_deg: float
    turned_in_all_deg: float
    last_turn_deg: float
    reason: str | None = None
    english: str | None = None
    measured_boot_ns: int | None = None
    fused_boot_ns: int | None = None
    ratio: float | None = None


Aid._kinds = {"name": None, "unit": None, "axes": None, "state": None, "reason": None, "english": None, "measured_boot_ns": None, "fused_boot_ns": None, "observation": None, "variance": None, "innovation": None, "innovation_variance": None, "ratio": None, "fused": None, "refused": [AidRefused], "turned_deg": None, "turned_in_all_deg": None, "last_turn_deg": None}


@dataclass(slots=True)
class FilterState(Message):
    """A state of a filter, with its 1 sigma."""
    name: str
    unit: str
    value: float
    sigma: float


FilterState._kinds = {"name": None, "unit": None, "value": None, "sigma": None}


@dataclass(slots=True)
class Hypothesis(Message):
    """A hypothesis of a worn device, with its probability: how the wearer moves, the yaw, and the place against the
    published one. motion: walks (the steps lead), rests (whatever steps are seen lead nowhere), carried (moves as
    receiver and force say). doubts, the sources it holds to be wrong: compass-wrong (for a while), compass-turned
    (the chip, by any angle), device-magnetized, receiver-elsewhere, velocity-wrong, antennas-wrong; and points-aside,
    of a device that points elsewhere than the way leads.
    """
    weight: float
    motion: str
    yaw_deg: float
    yaw_sigma_deg: float
    doubts: list[str]
    east: float | None = None
    north: float | None = None
    radius: float | None = None


Hypothesis._kinds = {"weight": None, "motion": None, "yaw_deg": None, "yaw_sigma_deg": None, "east": None, "north": None, "radius": None, "doubts": None}


@dataclass(slots=True)
class MotionBelief(Message):
    """How the wearer of a device moves: the likeliest of walks, rests and carried, as in a hypothesis, and the
    probability of each.
    """
    motion: str
    walks: float
    rests: float
    carried: float


MotionBelief._kinds = {"motion": None, "walks": None, "rests": None, "carried": None}


@dataclass(slots=True)
class Aids(Message):
    """All aiding sources, with their effects on the filters. hypotheses: the heaviest first; empty for a vehicle and a
    free device.
    """
    time_boot_ns: int
    scene_id: int
    aids: list[Aid]
    states: list[FilterState]
    hypotheses: list[Hypothesis]


Aids._kinds = {"time_boot_ns": None, "scene_id": None, "aids": [Aid], "states": [FilterState], "hypotheses": [Hypothesis]}


@dataclass(slots=True)
class CalibrationState(Message):
    """A calibration in use. kind: mag, accel, gyro, axes, time. made: its date, or empty. health: good, drifting, redo;
    unknown while there is too little data, and for kinds that are not monitored in service; another-machine: made on
    another one, and not in use here until it is confirmed (Calibration.Verify, or a minute's walk).
    """
    kind: str
    sensor: str
    grade: str
    made: str
    health: str
    detail: str


CalibrationState._kinds = {"kind": None, "sensor": None, "grade": None, "made": None, "health": None, "detail": None}


@dataclass(slots=True)
class Outlet(Message):
    """A way out of the daemon beside this socket, opened by the setting `key`. fault: why it is not open. sent, dropped:
    messages; a reader that is slow misses some. closed: readers that were disconnected because they did not read.
    """
    key: str
    address: str
    subscribers: int
    sent: int
    dropped: int
    closed: int
    fault: str | None = None


Outlet._kinds = {"key": None, "address": None, "fault": None, "subscribers": None, "sent": None, "dropped": None, "closed": None}


@dataclass(slots=True)
class RefusedLines(Message):
    """Lines refused for one reason. field: the field of the line, or empty. first: the first of them, from 1."""
    reason: str
    field: str
    count: int
    first: int


RefusedLines._kinds = {"reason": None, "field": None, "count": None, "first": None}


@dataclass(slots=True)
class DrivenSensor(Message):
    """A sensor that a program reads itself. role: accelerometer, gyroscope, magnetometer or barometer. device, place:
    the chip and its place; a calibration belongs to both. state: starting, running, waiting, absent, silent, ended,
    failed. detail: the sentence beside the state. counts: what was lost or wrong, by reason. is_mounted: whether its
    vectors are in the body's axes already, so that nobody has to say how it is turned (false).
    """
    role: str
    device: str
    place: str
    state: str
    detail: str
    counts: list[Counter]
    is_mounted: bool | None = None


DrivenSensor._kinds = {"role": None, "device": None, "place": None, "state": None, "detail": None, "counts": [Counter], "is_mounted": None}


@dataclass(slots=True)
class GetStatusReply(Message):
    """The reply to GetStatus."""
    time_boot_ns: int
    monotonic_offset_ns: int
    realtime_offset_ns: int
    speed: float
    version: str
    profile: str
    guidance: list[Guidance]
    sources: list[Source]
    receivers: list[Receiver]
    refused: list[Counter]
    unneeded: list[Counter]
    aids: list[Aid]
    hypotheses: list[Hypothesis]
    calibrations: list[CalibrationState]
    subscribers: int
    outlets: list[Outlet]
    time_utc_ns: int | None = None
    pose: Pose | None = None
    place: Place | None = None
    horizontal_accuracy: float | None = None
    vertical_accuracy: float | None = None
    fix_age: float | None = None
    fix_age_sigma: float | None = None
    motion: MotionBelief | None = None
    recording: str | None = None


GetStatusReply._kinds = {"time_boot_ns": None, "time_utc_ns": None, "monotonic_offset_ns": None, "realtime_offset_ns": None, "speed": None, "version": None, "profile": None, "pose": Pose, "place": Place, "horizontal_accuracy": None, "vertical_accuracy": None, "fix_age": None, "fix_age_sigma": None, "guidance": [Guidance], "sources": [Source], "receivers": [Receiver], "refused": [Counter], "unneeded": [Counter], "aids": [Aid], "hypotheses": [Hypothesis], "motion": MotionBelief, "calibrations": [CalibrationState], "subscribers": None, "outlets": [Outlet], "recording": None}


@dataclass(slots=True)
class GetPoseReply(Message):
    """The reply to GetPose."""
    kind: str
    offset_ns: int | None = None
    pose: Pose | None = None
    geopose: GeoPose | None = None


GetPoseReply._kinds = {"kind": None, "offset_ns": None, "pose": Pose, "geopose": GeoPose}


@dataclass(slots=True)
class GetAlignmentReply(Message):
    """The reply to GetAlignment."""
    alignment: Alignment | None = None


GetAlignmentReply._kinds = {"alignment": Alignment}


@dataclass(slots=True)
class SubscribeReply(Message):
    """The reply to Subscribe."""
    pose: Pose | None = None
    geopose: GeoPose | None = None
    alignment: Alignment | None = None
    state: State | None = None
    sensors: Sensors | None = None
    correction: Correction | None = None
    guidance: list[Guidance] | None = None
    aids: Aids | None = None
    dropped: int | None = None


SubscribeReply._kinds = {"pose": Pose, "geopose": GeoPose, "alignment": Alignment, "state": State, "sensors": Sensors, "correction": Correction, "guidance": [Guidance], "aids": Aids, "dropped": None}


@dataclass(slots=True)
class ResetSceneReply(Message):
    """The reply to ResetScene."""
    time_boot_ns: int


ResetSceneReply._kinds = {"time_boot_ns": None}


@dataclass(slots=True)
class NudgeHeadingReply(Message):
    """The reply to NudgeHeading."""
    time_boot_ns: int


NudgeHeadingReply._kinds = {"time_boot_ns": None}


@dataclass(slots=True)
class ReleaseHeadingReply(Message):
    """The reply to ReleaseHeading."""
    time_boot_ns: int


ReleaseHeadingReply._kinds = {"time_boot_ns": None}


@dataclass(slots=True)
class ForgetReply(Message):
    """The reply to Forget."""
    erased: int


ForgetReply._kinds = {"erased": None}


@dataclass(slots=True)
class PushOdometryReply(Message):
    """The reply to PushOdometry."""


PushOdometryReply._kinds = {}


@dataclass(slots=True)
class PushSamplesReply(Message):
    """The reply to PushSamples."""
    accepted: int
    refused: list[RefusedLines]


PushSamplesReply._kinds = {"accepted": None, "refused": [RefusedLines]}


@dataclass(slots=True)
class DescribeSensorsReply(Message):
    """The reply to DescribeSensors."""


DescribeSensorsReply._kinds = {}


class InvalidValue(RemoteError):
    """The value is not allowed; expected describes the allowed values."""
    parameter: str
    given: str
    expected: str


class UnknownMember(RemoteError):
    """The daemon does not know this member of the parameters. known: those that it knows. A client leaves it out, or
    asks for a newer daemon: what it meant would otherwise be dropped in silence.
    """
    member: str
    version: str
    known: list[str]


class ForgetFailed(RemoteError):
    """A file with data of places could not be erased. The data in memory is erased."""
    path: str
    reason: str


class NotPermitted(RemoteError):
    """The caller's class may not do this. needs: contribute, administer. Members of the group may."""
    needs: str
    group: str
    english: str


class HeadingNotHeld(RemoteError):
    """No hand has turned the heading of this scene, or it was released, so there is nothing to release."""


class NudgeRefused(RemoteError):
    """The heading could not be turned, with the reason."""
    reason: str


class TooManyRequests(RemoteError):
    """The connection sent more requests per second than allowed; try again after retry_after seconds."""
    limit_per_second: int
    retry_after: float


class Tracking(Interface):
    """The methods of org.gnomon.Tracking."""

    def get_status(self, language: str | None = None, units: str | None = None) -> GetStatusReply:
        """Returns the complete status. CLOCK_MONOTONIC = time_boot_ns + monotonic_offset_ns, likewise CLOCK_REALTIME.
        speed is 1 unless a recording is replayed faster. fix_age: for how many seconds a fix has been valid when it
        arrives, as learned, and 1 sigma; null where a stamp or a setting tells it, and before the first fix. motion
        is null for a vehicle, a free device and a shoe. language: en, de, or a locale of these, and units: metric,
        imperial; with either, guidance has text.
        """
        return self._call("org.gnomon.Tracking.GetStatus", {"language": language, "units": units}, GetStatusReply)

    def get_pose(self, time_boot_ns: int | None = None, covariance: bool | None = None) -> GetPoseReply:
        """Returns the pose at a time, up to 0.1 s ahead (the time at which a display shows it); the latest pose without
        a time. kind: exact, interpolated, predicted, stale (too far ahead: the pose is the last one), none (before
        the stored poses, or no pose yet). offset_ns: the time minus that of the last pose.
        """
        return self._call("org.gnomon.Tracking.GetPose", {"time_boot_ns": time_boot_ns, "covariance": covariance}, GetPoseReply)

    def get_alignment(self) -> GetAlignmentReply:
        return self._call("org.gnomon.Tracking.GetAlignment", {}, GetAlignmentReply)

    def subscribe(
            self, streams: list[str],
            rate_hz: float | None = None,
            strict: bool | None = None,
            covariance: bool | None = None) -> Stream[SubscribeReply]:
        """Starts a stream until the connection is closed: each reply has one of the requested streams. streams: pose,
        geopose, alignment, state, sensors, correction, guidance, aids. rate_hz limits pose, geopose, alignment,
        sensors and aids. strict applies to geopose, covariance to pose. A slow reader gets only the latest values;
        dropped counts the messages it missed since the last reply.
        """
        return self._stream("org.gnomon.Tracking.Subscribe",
            {"streams": streams, "rate_hz": rate_hz, "strict": strict, "covariance": covariance},
            SubscribeReply)

    def reset_scene(self) -> ResetSceneReply:
        """Starts a new scene. Like the next commands it takes effect at time_boot_ns and is recorded, so that a replay
        applies it as well.
        """
        return self._call("org.gnomon.Tracking.ResetScene", {}, ResetSceneReply)

    def nudge_heading(self, degrees: float) -> NudgeHeadingReply:
        """Turns the heading clockwise by hand. On foot this is a measurement that later readings are weighed against;
        the heading of a vehicle, and of a free device, is held until ReleaseHeading.
        """
        return self._call("org.gnomon.Tracking.NudgeHeading", {"degrees": degrees}, NudgeHeadingReply)

    def release_heading(self) -> ReleaseHeadingReply:
        """Ends the hold of NudgeHeading, or on foot takes it back: the heading follows the other measurements again."""
        return self._call("org.gnomon.Tracking.ReleaseHeading", {}, ReleaseHeadingReply)

    def forget(self) -> ForgetReply:
        """Erases the learned data of places, in memory and on disk, and returns their number."""
        return self._call("org.gnomon.Tracking.Forget", {}, ForgetReply)

    def push_odometry(
            self, time_boot_ns: int,
            position: Vector | Json,
            orientation: Quaternion | Json,
            quality: float) -> PushOdometryReply:
        """Pushes a pose of an outside tracker, in its own level frame (y up); quality from 0 (useless) to 1. A time more
        than 50 ms ahead of CLOCK_BOOTTIME is refused, and changes nothing.
        """
        return self._call("org.gnomon.Tracking.PushOdometry",
            {"time_boot_ns": time_boot_ns, "position": position, "orientation": orientation, "quality": quality},
            PushOdometryReply)

    def push_samples(self, lines: list[str], clock: str | None = None, name: str | None = None) -> PushSamplesReply:
        """Pushes samples of sensors and receivers: lines of the recording format with the tags A, G, M, B, T, P and H
        (docs/files.md), in their order. clock: boot (default: the times are CLOCK_BOOTTIME, and are used unchanged;
        one more than 50 ms ahead is refused), or device (the times are of the device's own clock, and are mapped to
        CLOCK_BOOTTIME by their arrivals, for each kind of sample). name: the device; when another one takes the
        gyroscope's place, a new scene begins. A kind of sample that another source gives is refused until that source
        is silent for 2 s. Good lines of a batch are used, whatever the others are.
        """
        return self._call("org.gnomon.Tracking.PushSamples", {"lines": lines, "clock": clock, "name": name}, PushSamplesReply)

    def describe_sensors(self, sensors: list[DrivenSensor | Json]) -> DescribeSensorsReply:
        """Describes the sensors whose samples this connection pushes, for programs that read chips without a driver of
        the kernel. From then on their vectors are in the axes of the chips: the daemon turns them by the configured
        mount, or by the one that a calibration has found, as it does with the kernel's sensors, and shows each as a
        source with its state. Each call replaces the one before.
        """
        return self._call("org.gnomon.Tracking.DescribeSensors", {"sensors": sensors}, DescribeSensorsReply)


class AsyncTracking(AsyncInterface):
    """The methods of org.gnomon.Tracking."""

    async def get_status(self, language: str | None = None, units: str | None = None) -> GetStatusReply:
        """Returns the complete status. CLOCK_MONOTONIC = time_boot_ns + monotonic_offset_ns, likewise CLOCK_REALTIME.
        speed is 1 unless a recording is replayed faster. fix_age: for how many seconds a fix has been valid when it
        arrives, as learned, and 1 sigma; null where a stamp or a setting tells it, and before the first fix. motion
        is null for a vehicle, a free device and a shoe. language: en, de, or a locale of these, and units: metric,
        imperial; with either, guidance has text.
        """
        return await self._call("org.gnomon.Tracking.GetStatus", {"language": language, "units": units}, GetStatusReply)

    async def get_pose(self, time_boot_ns: int | None = None, covariance: bool | None = None) -> GetPoseReply:
        """Returns the pose at a time, up to 0.1 s ahead (the time at which a display shows it); the latest pose without
        a time. kind: exact, interpolated, predicted, stale (too far ahead: the pose is the last one), none (before
        the stored poses, or no pose yet). offset_ns: the time minus that of the last pose.
        """
        return await self._call("org.gnomon.Tracking.GetPose",
            {"time_boot_ns": time_boot_ns, "covariance": covariance},
            GetPoseReply)

    async def get_alignment(self) -> GetAlignmentReply:
        return await self._call("org.gnomon.Tracking.GetAlignment", {}, GetAlignmentReply)

    def subscribe(
            self, streams: list[str],
            rate_hz: float | None = None,
            strict: bool | None = None,
            covariance: bool | None = None) -> AsyncStream[SubscribeReply]:
        """Starts a stream until the connection is closed: each reply has one of the requested streams. streams: pose,
        geopose, alignment, state, sensors, correction, guidance, aids. rate_hz limits pose, geopose, alignment,
        sensors and aids. strict applies to geopose, covariance to pose. A slow reader gets only the latest values;
        dropped counts the messages it missed since the last reply.
        """
        return self._stream("org.gnomon.Tracking.Subscribe",
            {"streams": streams, "rate_hz": rate_hz, "strict": strict, "covariance": covariance},
            SubscribeReply)

    async def reset_scene(self) -> ResetSceneReply:
        """Starts a new scene. Like the next commands it takes effect at time_boot_ns and is recorded, so that a replay
        applies it as well.
        """
        return await self._call("org.gnomon.Tracking.ResetScene", {}, ResetSceneReply)

    async def nudge_heading(self, degrees: float) -> NudgeHeadingReply:
        """Turns the heading clockwise by hand. On foot this is a measurement that later readings are weighed against;
        the heading of a vehicle, and of a free device, is held until ReleaseHeading.
        """
        return await self._call("org.gnomon.Tracking.NudgeHeading", {"degrees": degrees}, NudgeHeadingReply)

    async def release_heading(self) -> ReleaseHeadingReply:
        """Ends the hold of NudgeHeading, or on foot takes it back: the heading follows the other measurements again."""
        return await self._call("org.gnomon.Tracking.ReleaseHeading", {}, ReleaseHeadingReply)

    async def forget(self) -> ForgetReply:
        """Erases the learned data of places, in memory and on disk, and returns their number."""
        return await self._call("org.gnomon.Tracking.Forget", {}, ForgetReply)

    async def push_odometry(
            self, time_boot_ns: int,
            position: Vector | Json,
            orientation: Quaternion | Json,
            quality: float) -> PushOdometryReply:
        """Pushes a pose of an outside tracker, in its own level frame (y up); quality from 0 (useless) to 1. A time more
        than 50 ms ahead of CLOCK_BOOTTIME is refused, and changes nothing.
        """
        return await self._call("org.gnomon.Tracking.PushOdometry",
            {"time_boot_ns": time_boot_ns, "position": position, "orientation": orientation, "quality": quality},
            PushOdometryReply)

    async def push_samples(
            self, lines: list[str],
            clock: str | None = None,
            name: str | None = None) -> PushSamplesReply:
        """Pushes samples of sensors and receivers: lines of the recording format with the tags A, G, M, B, T, P and H
        (docs/files.md), in their order. clock: boot (default: the times are CLOCK_BOOTTIME, and are used unchanged;
        one more than 50 ms ahead is refused), or device (the times are of the device's own clock, and are mapped to
        CLOCK_BOOTTIME by their arrivals, for each kind of sample). name: the device; when another one takes the
        gyroscope's place, a new scene begins. A kind of sample that another source gives is refused until that source
        is silent for 2 s. Good lines of a batch are used, whatever the others are.
        """
        return await self._call("org.gnomon.Tracking.PushSamples", {"lines": lines, "clock": clock, "name": name}, PushSamplesReply)

    async def describe_sensors(self, sensors: list[DrivenSensor | Json]) -> DescribeSensorsReply:
        """Describes the sensors whose samples this connection pushes, for programs that read chips without a driver of
        the kernel. From then on their vectors are in the axes of the chips: the daemon turns them by the configured
        mount, or by the one that a calibration has found, as it does with the kernel's sensors, and shows each as a
        source with its state. Each call replaces the one before.
        """
        return await self._call("org.gnomon.Tracking.DescribeSensors", {"sensors": sensors}, DescribeSensorsReply)


ERRORS: dict[str, type[RemoteError]] = known({
    "org.gnomon.Tracking.InvalidValue": InvalidValue,
    "org.gnomon.Tracking.UnknownMember": UnknownMember,
    "org.gnomon.Tracking.ForgetFailed": ForgetFailed,
    "org.gnomon.Tracking.NotPermitted": NotPermitted,
    "org.gnomon.Tracking.HeadingNotHeld": HeadingNotHeld,
    "org.gnomon.Tracking.NudgeRefused": NudgeRefused,
    "org.gnomon.Tracking.TooManyRequests": TooManyRequests,
})
