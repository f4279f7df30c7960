"""Things around the wearer and how to draw them: places, one route, and anchors.

Lengths are in meters, times in seconds, unless a name says otherwise. time_boot_ns is CLOCK_BOOTTIME in nanoseconds.
Azimuths are degrees clockwise from true north, elevations are degrees upward. Sigmas are 68 %. Points of the scene
use the axes of org.gnomon.Tracking, y up (scene_heading there gives the directions of x and z). A thing drawn at its
point appears at its place on Earth, and follows a correction without a jump. Pixels count from the upper left corner,
x right, y down.

Places, anchors and a route can be added at any time, also before the first fix; each has a status. Later versions may
add members to any of these; ignore unknown ones.
"""

# Written by scripts/clients from Sources/Wire/Interfaces/org.gnomon.Scene.varlink: change that file instead.
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ._interface import AsyncInterface, Interface
from ._message import Json, Message, RemoteError, known
from ._stream import AsyncStream, Stream
from .tracking import InvalidValue, NotPermitted, Quaternion, TooManyRequests, UnknownMember, Vector


@dataclass(slots=True)
class Position(Message):
    """WGS 84."""
    latitude_deg: float
    longitude_deg: float


Position._kinds = {"latitude_deg": None, "longitude_deg": None}


@dataclass(slots=True)
class Status(Message):
    """state: shown, vague (its direction is too uncertain for a point, and is stated as a band), hidden, pending, lost
    (an anchor whose scene ended), expired (an anchor whose lease ended). reason: range, cap, filter, level (on
    another floor), cluster, overlap, behind, stale (these are of hidden), waiting-for-fix, localizing, corrected (of
    pending: for half a second after place or heading were corrected by too much to be eased). What is shown is stale
    after a reset: it stays where it was until place and heading are known in the new scene, at most for 30 s.
    """
    state: str
    reason: str | None = None


Status._kinds = {"state": None, "reason": None}


@dataclass(slots=True)
class LabelSize(Message):
    """The size of a label: width and height in degrees (0.1 to 90, 0.1 to 45), or both in pixels (1 to 10000)."""
    width_deg: float | None = None
    height_deg: float | None = None
    width_px: float | None = None
    height_px: float | None = None


LabelSize._kinds = {"width_deg": None, "height_deg": None, "width_px": None, "height_px": None}


@dataclass(slots=True)
class Moves(Message):
    """The motion of a place: its velocity in m/s (at most 500) at time_boot_ns (at most a minute old), and by how much 1
    sigma of its position along each axis grows in a second (default 1 m). sigma: that 1 sigma at time_boot_ns
    (default 0, at most 100 km). It is drawn where it is by now.
    """
    east: float
    north: float
    time_boot_ns: int
    up: float | None = None
    sigma_growth: float | None = None
    sigma: float | None = None


Moves._kinds = {"east": None, "north": None, "up": None, "time_boot_ns": None, "sigma_growth": None, "sigma": None}


@dataclass(slots=True)
class Place(Message):
    """An id is unique within its layer. height_kind: eye (the height of the wearer's eyes; the default), ground (that of
    the terrain tiles at the place, else that under the wearer), ellipsoid or sea-level, with height above it (0 for
    ground if it is left out). A height without a height_kind that it is of is refused. payload is passed on
    unchanged. radius (1 to 10000): the distance within which the wearer is at the place; default the accuracy of the
    wearer's position, 10 to 40 m. label: the size of its label, for stacking and picking; the default is a setting.
    level: its floor, 0 is the ground floor; it is hidden while the wearer certainly is on another floor (SetLevel).
    polygon: 3 to 64 corners within 500 m of the place: it is then entered and left at this border, and the wearer is
    at it inside. entrance: its door, within 100 m; a route to the place leads there. A place with moves is not
    stored: it is hidden as stale after 10 s, or when 1 sigma has grown by 25 m, without a newer statement, and
    removed after a minute. status and distance are set by the daemon only. Other members are refused.
    """
    id: str
    name: str
    latitude_deg: float
    longitude_deg: float
    layer: str | None = None
    category: str | None = None
    height_kind: str | None = None
    height: float | None = None
    tags: list[str] | None = None
    payload: dict[str, Any] | None = None
    is_favourite: bool | None = None
    radius: float | None = None
    level: float | None = None
    polygon: list[Position] | None = None
    entrance: Position | None = None
    label: LabelSize | None = None
    moves: Moves | None = None
    status: Status | None = None
    distance: float | None = None


Place._kinds = {"layer": None, "id": None, "name": None, "category": None, "latitude_deg": None, "longitude_deg": None, "height_kind": None, "height": None, "tags": None, "payload": None, "is_favourite": None, "radius": None, "level": None, "polygon": [Position], "entrance": Position, "label": LabelSize, "moves": Moves, "status": Status, "distance": None}


@dataclass(slots=True)
class PlaceName(Message):
    layer: str
    id: str


PlaceName._kinds = {"layer": None, "id": None}


@dataclass(slots=True)
class Target(Message):
    """What a hint points to: a place, by its layer and id; or of the route its next point (next, as without a target) or
    its destination.
    """
    layer: str | None = None
    id: str | None = None
    route: str | None = None


Target._kinds = {"layer": None, "id": None, "route": None}


@dataclass(slots=True)
class Refusal(Message):
    """A place that was refused: its index in the call, and the reason."""
    index: int
    id: str
    reason: str


Refusal._kinds = {"index": None, "id": None, "reason": None}


@dataclass(slots=True)
class Viewport(Message):
    """A client's drawing surface: its size, and either the angle that its width covers or the pinhole's parameters (the
    default of centre is the middle). orientation and position: pose of the display (x right, y up, z back) on the
    body.
    """
    width_px: float
    height_px: float
    field_of_view_deg: float | None = None
    focal_x_px: float | None = None
    focal_y_px: float | None = None
    centre_x_px: float | None = None
    centre_y_px: float | None = None
    orientation: Quaternion | None = None
    position: Vector | None = None


Viewport._kinds = {"width_px": None, "height_px": None, "field_of_view_deg": None, "focal_x_px": None, "focal_y_px": None, "centre_x_px": None, "centre_y_px": None, "orientation": Quaternion, "position": Vector}


@dataclass(slots=True)
class Screen(Message):
    """where: inside, outside (in front, beside the viewport), behind."""
    where: str
    x_px: float | None = None
    y_px: float | None = None


Screen._kinds = {"where": None, "x_px": None, "y_px": None}


@dataclass(slots=True)
class Placement(Message):
    """One visible place; rank is its position in the order, 0 is the nearest. azimuth, elevation and distance are its
    true direction and distance; drawn_elevation, drawn_distance, point and scale say where and how large to draw it,
    lifted by slot label heights and pulled in. count: number of places in its cluster; with "clusters" members names
    them. band: near, middle, far. transition: reasons why it has moved since the frame before although neither it nor
    the wearer moved: appeared, slot, count, changed, scene. With "payload" the owner's data; of data over 4 KiB
    payload_bytes says the size instead, and GetPlace returns them. With "billboards" orientation: level, +z (the
    readable side of a label) toward the wearer. is_near, is_at: as the events of proximity say. size: with "scaling"
    in the subscription, the size to draw for a thing of 1 m. velocity: of a place that moves, in m/s along the
    scene's axes. stated_boot_ns: the time of its last statement (time_boot_ns of its moves), from which it is drawn
    where it is by now.
    """
    layer: str
    id: str
    rank: int
    name: str
    category: str
    is_favourite: bool
    is_near: bool
    is_at: bool
    azimuth_deg: float
    azimuth_sigma_deg: float
    elevation_deg: float
    elevation_sigma_deg: float
    distance: float
    band: str
    count: int
    slot: int
    drawn_elevation_deg: float
    drawn_distance: float
    point: Vector
    scale: float
    transition: list[str]
    status: Status
    distance_sigma: float | None = None
    screen: Screen | None = None
    members: list[PlaceName] | None = None
    payload: dict[str, Any] | None = None
    payload_bytes: int | None = None
    orientation: Quaternion | None = None
    size: float | None = None
    velocity: Vector | None = None
    stated_boot_ns: int | None = None


Placement._kinds = {"layer": None, "id": None, "rank": None, "name": None, "category": None, "is_favourite": None, "is_near": None, "is_at": None, "azimuth_deg": None, "azimuth_sigma_deg": None, "elevation_deg": None, "elevation_sigma_deg": None, "distance": None, "distance_sigma": None, "band": None, "count": None, "slot": None, "drawn_elevation_deg": None, "drawn_distance": None, "point": Vector, "scale": None, "transition": None, "status": Status, "screen": Screen, "members": [PlaceName], "payload": None, "payload_bytes": None, "orientation": Quaternion, "size": None, "velocity": Vector, "stated_boot_ns": None}


@dataclass(slots=True)
class Arrow(Message):
    """An arrow on the ground. It flows from its home, at a multiple of 3 m of the route's length, to the home of the
    next arrow.
    """
    number: int
    home: float
    length: float
    point: Vector
    tangent: Vector
    screen: Screen | None = None


Arrow._kinds = {"number": None, "home": None, "length": None, "point": Vector, "tangent": Vector, "screen": Screen}


@dataclass(slots=True)
class Arrows(Message):
    """phase: common to all arrows, from 0 to less than 1. azimuth_sigma_deg: of the heading; horizontal_accuracy: of the
    wearer's place.
    """
    phase: float
    status: Status
    arrows: list[Arrow]
    azimuth_sigma_deg: float | None = None
    horizontal_accuracy: float | None = None


Arrows._kinds = {"phase": None, "azimuth_sigma_deg": None, "horizontal_accuracy": None, "status": Status, "arrows": [Arrow]}


@dataclass(slots=True)
class LineVertex(Message):
    """A vertex of the route's line on the ground, and the two edges of the line beside it, seen along the way. number:
    of the route's vertex; -1 and -2 for the ends of the window behind and ahead of the wearer; from -3 down for
    points between the route's vertices, where the ground of the terrain tiles bends.
    """
    number: int
    length: float
    point: Vector
    left: Vector
    right: Vector
    screen: Screen | None = None


LineVertex._kinds = {"number": None, "length": None, "point": Vector, "left": Vector, "right": Vector, "screen": Screen}


@dataclass(slots=True)
class Line(Message):
    """The route's line, simplified as far as that cannot be seen. Vertices are identified by number and ordered by
    length.
    """
    width: float
    vertices: list[LineVertex]


Line._kinds = {"width": None, "vertices": [LineVertex]}


@dataclass(slots=True)
class Marker(Message):
    """kind: start, left, right, stop, point, dot, destination. length: from the route's start; distance: from the
    wearer; name: of a stop, and of a point that the route's file names.
    """
    kind: str
    length: float
    distance: float
    point: Vector
    screen: Screen | None = None
    name: str | None = None


Marker._kinds = {"kind": None, "length": None, "distance": None, "point": Vector, "screen": Screen, "name": None}


@dataclass(slots=True)
class Step(Message):
    """kind: depart, straight, slight-left, left, sharp-left, slight-right, right, sharp-right, turn-around, roundabout,
    stop, arrive, other. turn_deg: positive to the right. instruction: of a stop its name.
    """
    kind: str
    length: float
    turn_deg: float
    instruction: str
    street: str


Step._kinds = {"kind": None, "length": None, "turn_deg": None, "instruction": None, "street": None}


@dataclass(slots=True)
class Stop(Message):
    """A place on the way at which the wearer arrives before the destination: the end of a leg. length: from the route's
    start.
    """
    name: str
    length: float
    position: Position
    is_reached: bool


Stop._kinds = {"name": None, "length": None, "position": Position, "is_reached": None}


@dataclass(slots=True)
class Deviation(Message):
    """The distance to the route, and the nearest point of the rest of it. While approaching: the distance to the point
    where to join the route, which is the start unless another point is much nearer.
    """
    distance: float
    rejoin: Position
    rejoin_length: float
    azimuth_deg: float


Deviation._kinds = {"distance": None, "rejoin": Position, "rejoin_length": None, "azimuth_deg": None}


@dataclass(slots=True)
class Progress(Message):
    """status: waiting (no place of sufficient accuracy yet), approaching (not on the route yet), following, off-route,
    arrived. is_frozen: the last place was too inaccurate. length: from the start to the wearer's point on the route;
    distance_off: from the wearer to that point. stop: index of the next stop, null after the last one;
    distance_to_stop: along the route.
    """
    revision: int
    name: str
    status: str
    is_frozen: bool
    length: float
    remaining: float
    remaining_time: float
    distance_off: float
    step: int
    current_step: Step
    distance_to_step: float
    horizontal_accuracy: float | None = None
    stop: int | None = None
    distance_to_stop: float | None = None
    deviation: Deviation | None = None


Progress._kinds = {"revision": None, "name": None, "status": None, "is_frozen": None, "length": None, "remaining": None, "remaining_time": None, "distance_off": None, "horizontal_accuracy": None, "step": None, "current_step": Step, "distance_to_step": None, "stop": None, "distance_to_stop": None, "deviation": Deviation}


@dataclass(slots=True)
class Anchor(Message):
    """owner: connection-N, or user-N for one with a lease. kind: geographic, scene, head. Members that are known only
    while the anchor is shown are null otherwise. orientation: of its content in the scene, for an anchor that has
    one; it keeps its true heading when the alignment turns.
    """
    owner: str
    id: str
    kind: str
    status: Status
    payload: dict[str, Any] | None = None
    tags: list[str] | None = None
    azimuth_deg: float | None = None
    azimuth_sigma_deg: float | None = None
    elevation_deg: float | None = None
    elevation_sigma_deg: float | None = None
    distance: float | None = None
    distance_sigma: float | None = None
    point: Vector | None = None
    orientation: Quaternion | None = None
    scale: float | None = None
    screen: Screen | None = None


Anchor._kinds = {"owner": None, "id": None, "kind": None, "payload": None, "tags": None, "status": Status, "azimuth_deg": None, "azimuth_sigma_deg": None, "elevation_deg": None, "elevation_sigma_deg": None, "distance": None, "distance_sigma": None, "point": Vector, "orientation": Quaternion, "scale": None, "screen": Screen}


@dataclass(slots=True)
class RadarMark(Message):
    """A mark in a unit disc: x right, y down, ahead at the top. is_beyond: farther than the rim, on which it is drawn."""
    layer: str
    id: str
    x: float
    y: float
    is_beyond: bool
    band: str
    count: int


RadarMark._kinds = {"layer": None, "id": None, "x": None, "y": None, "is_beyond": None, "band": None, "count": None}


@dataclass(slots=True)
class Radar(Message):
    range: float
    marks: list[RadarMark]


Radar._kinds = {"range": None, "marks": [RadarMark]}


@dataclass(slots=True)
class Band(Message):
    """The directions in which a vague thing lies, with 95 %: from left_deg to right_deg from straight ahead, positive to
    the right, and left_deg is the smaller one; right_deg may pass 180, left_deg -180.
    """
    left_deg: float
    right_deg: float


Band._kinds = {"left_deg": None, "right_deg": None}


@dataclass(slots=True)
class Look(Message):
    """Where to look: a point of the display's edge for a thing outside of it. edge_deg: the direction from the display's
    middle in which to turn the view, clockwise from the display's own up (0 up, 90 right, 180 down, 270 left), also
    on a display that is held on its side. angle_deg: angle between the line of sight and the thing.
    """
    x_px: float
    y_px: float
    edge_deg: float
    angle_deg: float


Look._kinds = {"x_px": None, "y_px": None, "edge_deg": None, "angle_deg": None}


@dataclass(slots=True)
class Go(Message):
    """Where to go. kind: of the next step (as in Step: left, right, stop, arrive, …), or start or rejoin, which have to
    be reached first. turn_deg: the turn there, positive to the right, null where one goes on; to start and rejoin the
    turn to face them. distance: along the route, or to start and rejoin. english: in 20 m turn right.
    """
    kind: str
    distance: float
    english: str
    turn_deg: float | None = None


Go._kinds = {"kind": None, "turn_deg": None, "distance": None, "english": None}


@dataclass(slots=True)
class HintBorder(Message):
    """`border` of Hint."""
    x_px: float
    y_px: float
    side: str
    right: float
    up: float
    has_changed_side: bool


HintBorder._kinds = {"x_px": None, "y_px": None, "side": None, "right": None, "up": None, "has_changed_side": None}


@dataclass(slots=True)
class HintCue(Message):
    """`cue` of Hint."""
    length: float
    azimuth_deg: float
    distance: float
    status: Status
    band: Band | None = None
    point: Vector | None = None
    bearing_deg: float | None = None
    pitch_deg: float | None = None
    angle_deg: float | None = None


HintCue._kinds = {"length": None, "azimuth_deg": None, "distance": None, "status": Status, "band": Band, "point": Vector, "bearing_deg": None, "pitch_deg": None, "angle_deg": None}


@dataclass(slots=True)
class Hint(Message):
    """The next thing, in two parts that may point to different sides: look says where it is, go says what to do there.
    kind: place, start, turn, stop, destination, rejoin. name: of the thing itself: the corner, the names of the
    destination, a stop and a place, else what it is. go: null for a place. length: along the route to it, and step:
    the turn; null for a place, and while the route is not followed. bearing_deg: angle to turn the view by, positive
    to the right; pitch_deg: angle to look up by; angle_deg: angle between the line of sight and the thing. With a
    viewport: its position on the screen, and if it is not inside, look. border is look as it was until version 0.1,
    with the side of a display that is held upright and the turn as a unit vector; it will go. cue: of a route, the
    point where a walker on it is in 3 s, for guidance by ear or skin: it follows a curve, where the thing itself lies
    across; off the route the point to go to. status: shown or vague. Of a vague hint, cue or finish draw the band:
    point, turn, screen, look and border are null, unless the style asked for them.
    """
    kind: str
    name: str
    azimuth_deg: float
    elevation_deg: float
    distance: float
    status: Status
    length: float | None = None
    step: Step | None = None
    band: Band | None = None
    point: Vector | None = None
    bearing_deg: float | None = None
    pitch_deg: float | None = None
    angle_deg: float | None = None
    screen: Screen | None = None
    look: Look | None = None
    go: Go | None = None
    border: HintBorder | None = None
    cue: HintCue | None = None


Hint._kinds = {"kind": None, "name": None, "length": None, "step": Step, "azimuth_deg": None, "elevation_deg": None, "distance": None, "status": Status, "band": Band, "point": Vector, "bearing_deg": None, "pitch_deg": None, "angle_deg": None, "screen": Screen, "look": Look, "go": Go, "border": HintBorder, "cue": HintCue}


@dataclass(slots=True)
class Finish(Message):
    """The mark at the destination: a ball with a given size on the screen, at its point, with its radius there.
    text_rise_px and text_angle_deg: height of the text's lower edge above the ball's center. phase, pulse_scale and
    opacity pulse once a second.
    """
    azimuth_deg: float
    elevation_deg: float
    distance: float
    status: Status
    diameter_px: float
    half_angle_deg: float
    text_rise_px: float
    text_angle_deg: float
    phase: float
    pulse_scale: float
    opacity: float
    band: Band | None = None
    point: Vector | None = None
    radius: float | None = None
    screen: Screen | None = None


Finish._kinds = {"azimuth_deg": None, "elevation_deg": None, "distance": None, "status": Status, "band": Band, "point": Vector, "radius": None, "diameter_px": None, "half_angle_deg": None, "text_rise_px": None, "text_angle_deg": None, "phase": None, "pulse_scale": None, "opacity": None, "screen": Screen}


@dataclass(slots=True)
class Light(Message):
    """daylight: day, twilight, night."""
    sun_azimuth_deg: float
    sun_elevation_deg: float
    daylight: str


Light._kinds = {"sun_azimuth_deg": None, "sun_elevation_deg": None, "daylight": None}


@dataclass(slots=True)
class MarkerName(Message):
    """The names of items that were removed from the lists; radar marks are named as placements."""
    kind: str
    length: float


MarkerName._kinds = {"kind": None, "length": None}


@dataclass(slots=True)
class AnchorName(Message):
    owner: str
    id: str


AnchorName._kinds = {"owner": None, "id": None}


@dataclass(slots=True)
class Left(Message):
    placements: list[PlaceName] | None = None
    arrows: list[int] | None = None
    line: list[int] | None = None
    markers: list[MarkerName] | None = None
    anchors: list[AnchorName] | None = None
    radar: list[PlaceName] | None = None


Left._kinds = {"placements": [PlaceName], "arrows": None, "line": None, "markers": [MarkerName], "anchors": [AnchorName], "radar": [PlaceName]}


@dataclass(slots=True)
class FrameAlignmentPlace(Message):
    """`place` of FrameAlignment."""
    latitude_deg: float
    longitude_deg: float
    height: float


FrameAlignmentPlace._kinds = {"latitude_deg": None, "longitude_deg": None, "height": None}


@dataclass(slots=True)
class FrameAlignment(Message):
    """The alignment with which a frame was drawn; the members are those of org.gnomon.Tracking's Alignment.
    applied_shift is zero, since place is the one that is drawn from.
    """
    applied_yaw_deg: float
    applied_shift: Vector
    scene_position: Vector
    place: FrameAlignmentPlace
    yaw_sigma_deg: float | None = None
    horizontal_accuracy: float | None = None
    vertical_accuracy: float | None = None


FrameAlignment._kinds = {"applied_yaw_deg": None, "applied_shift": Vector, "scene_position": Vector, "place": FrameAlignmentPlace, "yaw_sigma_deg": None, "horizontal_accuracy": None, "vertical_accuracy": None}


@dataclass(slots=True)
class FramePoseCamera(Message):
    """`camera` of FramePose."""
    position: Vector
    orientation: Quaternion


FramePoseCamera._kinds = {"position": Vector, "orientation": Quaternion}


@dataclass(slots=True)
class FramePose(Message):
    """The body's pose in the scene, the alignment (null until place and heading are known), and with a viewport the
    display's pose (x right, y up, z back), all at the frame's time_boot_ns: every point of the frame was computed
    with them.
    """
    position: Vector
    orientation: Quaternion
    camera: FramePoseCamera | None = None
    alignment: FrameAlignment | None = None


FramePose._kinds = {"position": Vector, "orientation": Quaternion, "camera": FramePoseCamera, "alignment": FrameAlignment}


@dataclass(slots=True)
class Pending(Message):
    """The limits of what is shown as points, and what is known now, rounded up: sigma of the heading (at least 30 while
    nothing but a compass has told it) and radius of the place. guidance, english: what would show more, as in
    org.gnomon.Tracking's Guidance; text: in the language and units of the subscription.
    """
    heading_limit_deg: float
    radius_limit: float
    heading_sigma_deg: float | None = None
    horizontal_accuracy: float | None = None
    guidance: str | None = None
    english: str | None = None
    text: str | None = None


Pending._kinds = {"heading_limit_deg": None, "heading_sigma_deg": None, "radius_limit": None, "horizontal_accuracy": None, "guidance": None, "english": None, "text": None}


@dataclass(slots=True)
class Frame(Message):
    """The first frame has all requested sections, and is_full. Each later frame has only the changes since what was sent
    last: a section that is left out is unchanged, and null means that there is nothing. placements, markers, anchors,
    arrows.arrows, line.vertices and radar.marks then list only items that are new or changed, each complete, and left
    names the items that were removed. Placements and radar marks are identified by layer and id, arrows and vertices
    of the line by number, markers by length and kind, anchors by owner and id. Placements are ordered by rank, arrows
    by number, vertices and markers by length; marks have no order.

    An item counts as changed if the version sent last would be drawn in a place that is wrong by 0.02 degrees or 0.1
    pixels, or at a distance that is wrong by 0.2 % (at least 5 mm), or if any other member differs; a radar mark also
    if it moved by 0.0005. Errors do not accumulate. With "everything" each frame has all sections, exact values, and
    is_full.

    status is that of the scene as a whole: vague while nothing is shown but hint and finish, as bands. band_deg: half
    the width of a band as far as it comes from the heading: 2 sigma, and 45 degrees more while nothing but a compass
    has told it. pending: while labels, arrows and marks wait. upright_deg: angle by which to turn text on the screen,
    counterclockwise, to keep it level. fault: the reason why places cannot be read.
    """
    time_boot_ns: int
    is_full: bool
    scene_id: int
    is_stale: bool
    status: Status
    band_deg: float | None = None
    pending: Pending | None = None
    fault: str | None = None
    pose: FramePose | None = None
    placements: list[Placement] | None = None
    arrows: Arrows | None = None
    line: Line | None = None
    markers: list[Marker] | None = None
    anchors: list[Anchor] | None = None
    radar: Radar | None = None
    hint: Hint | None = None
    finish: Finish | None = None
    progress: Progress | None = None
    light: Light | None = None
    upright_deg: float | None = None
    left: Left | None = None


Frame._kinds = {"time_boot_ns": None, "is_full": None, "scene_id": None, "is_stale": None, "status": Status, "band_deg": None, "pending": Pending, "fault": None, "pose": FramePose, "placements": [Placement], "arrows": Arrows, "line": Line, "markers": [Marker], "anchors": [Anchor], "radar": Radar, "hint": Hint, "finish": Finish, "progress": Progress, "light": Light, "upright_deg": None, "left": Left}


@dataclass(slots=True)
class Event(Message):
    """kind and code: announcement (start, approach, turn-soon, turn-now, off-route, back-on-route, wrong-way, stop,
    arrival), proximity (entered: within 40 m, or in its polygon; at: within the place's own radius, left: beyond 50
    m), statuses (changed), route (loaded, cleared, on-route, step, stop, off-route, back-on-route, arrived, ended: 20
    s after the arrival, refused: a request got no route), requests (requested: an answer is a call of LoadRoute or
    RefuseRoute with its request), gaze (dwelled: the middle of the view has stayed on a place's label for dwell_s;
    ended), level (changed). parameters has the numbers and names, text the sentence in the language and units of the
    subscription. is_repeat: it is from before the subscription, and what it says still holds: a new subscriber gets
    the places that are near and the route's last announcement first.
    """
    kind: str
    code: str
    time_boot_ns: int
    parameters: dict[str, Any]
    english: str
    text: str | None = None
    is_repeat: bool | None = None


Event._kinds = {"kind": None, "code": None, "time_boot_ns": None, "parameters": None, "english": None, "text": None, "is_repeat": None}


@dataclass(slots=True)
class Scaling(Message):
    """How large things are drawn, of one category or, without one, of all others. scheme: perspective (as large as at
    its place), normal (a fixed angle of 10.4 degrees for 1 m, three quarters of it beyond 3 km), tiered (beyond
    threshold by factor), double-tiered (beyond far_threshold by far_factor), linear (falls to 0 at threshold),
    linear-buffer (falls to 0 over threshold beyond buffer). Lengths up to 100000, factors up to 1000.
    """
    scheme: str
    category: str | None = None
    threshold: float | None = None
    factor: float | None = None
    far_threshold: float | None = None
    far_factor: float | None = None
    buffer: float | None = None


Scaling._kinds = {"scheme": None, "category": None, "threshold": None, "factor": None, "far_threshold": None, "far_factor": None, "buffer": None}


@dataclass(slots=True)
class Style(Message):
    """Settings of one subscription, in place of the configuration's; those left out stay. heading_limit_deg (1 to 180),
    radius_limit (1 to 1000): sigma of the heading and radius of the place up to which things are shown; once shown,
    they stay until a fifth beyond. vague: beyond these, up to a heading known to 60 degrees, hint, cue and finish are
    vague by default, and all else waits. With true all is vague and has its point as well, for a renderer that draws
    a band from azimuth - azimuth_sigma to azimuth + azimuth_sigma; with false nothing is drawn. most (1 to 500):
    places shown at most. near, middle (1 to 100000): largest distances of the bands. cluster_share (0 to 10): radius
    of a cluster, as a part of its distance. label: size of labels without a size of their own; in pixels only with a
    viewport. arrow_spacing (0.5 to 100), arrows_behind (0 to 100), arrows_ahead (0 to 1000), dot_spacing (1 to 1000),
    markers_ahead (0 to 100000), line_width (0 to 50), line_behind, line_ahead (0 to 1000), finish_largest,
    finish_smallest (0.001 to 2 of the viewport's shorter side). line_tolerance_px (0 to 100). scaling: at most 32.
    """
    heading_limit_deg: float | None = None
    radius_limit: float | None = None
    vague: bool | None = None
    most: int | None = None
    near: float | None = None
    middle: float | None = None
    cluster_share: float | None = None
    label: LabelSize | None = None
    arrow_spacing: float | None = None
    arrows_behind: float | None = None
    arrows_ahead: float | None = None
    dot_spacing: float | None = None
    markers_ahead: float | None = None
    line_width: float | None = None
    line_behind: float | None = None
    line_ahead: float | None = None
    line_tolerance_px: float | None = None
    finish_largest: float | None = None
    finish_smallest: float | None = None
    scaling: list[Scaling] | None = None


Style._kinds = {"heading_limit_deg": None, "radius_limit": None, "vague": None, "most": None, "near": None, "middle": None, "cluster_share": None, "label": LabelSize, "arrow_spacing": None, "arrows_behind": None, "arrows_ahead": None, "dot_spacing": None, "markers_ahead": None, "line_width": None, "line_behind": None, "line_ahead": None, "line_tolerance_px": None, "finish_largest": None, "finish_smallest": None, "scaling": [Scaling]}


@dataclass(slots=True)
class TerrainTile(Message):
    """A tile of terrain: the outermost posts, the distance between two, the datum (sea-level or ellipsoid) and range of
    heights.
    """
    name: str
    south_deg: float
    west_deg: float
    north_deg: float
    east_deg: float
    rows: int
    columns: int
    spacing: float
    height_kind: str
    lowest: float
    highest: float
    voids: int


TerrainTile._kinds = {"name": None, "south_deg": None, "west_deg": None, "north_deg": None, "east_deg": None, "rows": None, "columns": None, "spacing": None, "height_kind": None, "lowest": None, "highest": None, "voids": None}


@dataclass(slots=True)
class UnusedTile(Message):
    """A file of the folder that is not used, and what to do."""
    path: str
    english: str


UnusedTile._kinds = {"path": None, "english": None}


@dataclass(slots=True)
class GetRouteRoute(Message):
    """`route` of GetRoute."""
    revision: int
    name: str
    length: float
    steps: list[Step]
    stops: list[Stop]
    progress: Progress
    stated_duration: float | None = None
    points: list[Position] | None = None


GetRouteRoute._kinds = {"revision": None, "name": None, "length": None, "stated_duration": None, "steps": [Step], "stops": [Stop], "points": [Position], "progress": Progress}


@dataclass(slots=True)
class AddAnchorGeographic(Message):
    """`geographic` of AddAnchor."""
    latitude_deg: float
    longitude_deg: float
    height_kind: str | None = None
    height: float | None = None


AddAnchorGeographic._kinds = {"latitude_deg": None, "longitude_deg": None, "height_kind": None, "height": None}


@dataclass(slots=True)
class AddPlacesReply(Message):
    """The reply to AddPlaces."""
    layer: str
    added: int
    updated: int
    cleaned: int
    refused: int
    refusals: list[Refusal]


AddPlacesReply._kinds = {"layer": None, "added": None, "updated": None, "cleaned": None, "refused": None, "refusals": [Refusal]}


@dataclass(slots=True)
class RemovePlacesReply(Message):
    """The reply to RemovePlaces."""
    removed: int


RemovePlacesReply._kinds = {"removed": None}


@dataclass(slots=True)
class ListPlacesReply(Message):
    """The reply to ListPlaces."""
    places: list[Place]
    count: int
    next: str | None = None


ListPlacesReply._kinds = {"places": [Place], "next": None, "count": None}


@dataclass(slots=True)
class FindPlacesReply(Message):
    """The reply to FindPlaces."""
    places: list[Place]
    is_complete: bool


FindPlacesReply._kinds = {"places": [Place], "is_complete": None}


@dataclass(slots=True)
class SetFilterReply(Message):
    """The reply to SetFilter."""


SetFilterReply._kinds = {}


@dataclass(slots=True)
class GetFilterReply(Message):
    """The reply to GetFilter."""
    radius: float
    categories: list[str]
    tags: list[str]
    favourites_only: bool


GetFilterReply._kinds = {"radius": None, "categories": None, "tags": None, "favourites_only": None}


@dataclass(slots=True)
class GetPlaceReply(Message):
    """The reply to GetPlace."""
    place: Place


GetPlaceReply._kinds = {"place": Place}


@dataclass(slots=True)
class SetFavouriteReply(Message):
    """The reply to SetFavourite."""


SetFavouriteReply._kinds = {}


@dataclass(slots=True)
class AlignToPlaceReply(Message):
    """The reply to AlignToPlace."""
    time_boot_ns: int
    azimuth_deg: float
    distance: float
    off_deg: float
    measured_sigma_deg: float
    turned_deg: float
    heading_sigma_deg: float


AlignToPlaceReply._kinds = {"time_boot_ns": None, "azimuth_deg": None, "distance": None, "off_deg": None, "measured_sigma_deg": None, "turned_deg": None, "heading_sigma_deg": None}


@dataclass(slots=True)
class AlignToSunReply(Message):
    """The reply to AlignToSun."""
    time_boot_ns: int
    sun_azimuth_deg: float
    sun_elevation_deg: float
    azimuth_deg: float
    off_deg: float
    turned_deg: float
    heading_sigma_deg: float


AlignToSunReply._kinds = {"time_boot_ns": None, "sun_azimuth_deg": None, "sun_elevation_deg": None, "azimuth_deg": None, "off_deg": None, "turned_deg": None, "heading_sigma_deg": None}


@dataclass(slots=True)
class RequestRouteReply(Message):
    """The reply to RequestRoute."""
    request: int


RequestRouteReply._kinds = {"request": None}


@dataclass(slots=True)
class RefuseRouteReply(Message):
    """The reply to RefuseRoute."""


RefuseRouteReply._kinds = {}


@dataclass(slots=True)
class LoadRouteReply(Message):
    """The reply to LoadRoute."""
    revision: int
    name: str
    format: str
    points: int
    length: float
    steps: int
    stops: int
    notes: list[str]
    stated_duration: float | None = None


LoadRouteReply._kinds = {"revision": None, "name": None, "format": None, "points": None, "length": None, "stated_duration": None, "steps": None, "stops": None, "notes": None}


@dataclass(slots=True)
class GetRouteReply(Message):
    """The reply to GetRoute."""
    route: GetRouteRoute | None = None


GetRouteReply._kinds = {"route": GetRouteRoute}


@dataclass(slots=True)
class ClearRouteReply(Message):
    """The reply to ClearRoute."""
    was_active: bool


ClearRouteReply._kinds = {"was_active": None}


@dataclass(slots=True)
class GetLevelReply(Message):
    """The reply to GetLevel."""
    storey: float
    level: float | None = None
    sigma: float | None = None
    source: str | None = None


GetLevelReply._kinds = {"level": None, "sigma": None, "source": None, "storey": None}


@dataclass(slots=True)
class SetLevelReply(Message):
    """The reply to SetLevel."""


SetLevelReply._kinds = {}


@dataclass(slots=True)
class AddAnchorReply(Message):
    """The reply to AddAnchor."""
    owner: str
    expires_boot_ns: int | None = None


AddAnchorReply._kinds = {"owner": None, "expires_boot_ns": None}


@dataclass(slots=True)
class RenewAnchorReply(Message):
    """The reply to RenewAnchor."""
    expires_boot_ns: int


RenewAnchorReply._kinds = {"expires_boot_ns": None}


@dataclass(slots=True)
class RemoveAnchorReply(Message):
    """The reply to RemoveAnchor."""


RemoveAnchorReply._kinds = {}


@dataclass(slots=True)
class SubscribeReply(Message):
    """The reply to Subscribe."""
    frame: Frame | None = None
    event: Event | None = None
    dropped: int | None = None


SubscribeReply._kinds = {"frame": Frame, "event": Event, "dropped": None}


@dataclass(slots=True)
class GetFrameReply(Message):
    """The reply to GetFrame."""
    frame: Frame


GetFrameReply._kinds = {"frame": Frame}


@dataclass(slots=True)
class PickReply(Message):
    """The reply to Pick."""
    placement: Placement | None = None


PickReply._kinds = {"placement": Placement}


@dataclass(slots=True)
class ListTerrainReply(Message):
    """The reply to ListTerrain."""
    tiles: list[TerrainTile]
    unused: list[UnusedTile]
    directory: str | None = None
    geoid_separation: float | None = None


ListTerrainReply._kinds = {"directory": None, "tiles": [TerrainTile], "unused": [UnusedTile], "geoid_separation": None}


@dataclass(slots=True)
class GetTerrainReply(Message):
    """The reply to GetTerrain."""
    height: float | None = None
    height_kind: str | None = None
    reason: str | None = None


GetTerrainReply._kinds = {"height": None, "height_kind": None, "reason": None}


class StoreUnavailable(RemoteError):
    """The places cannot be read or written, with the reason. Nothing was changed."""
    english: str


class TooManyStyles(RemoteError):
    """Subscriptions have more different styles of places (most, bands, clusters, labels) than the daemon keeps at a
    time.
    """
    limit: int


class TooManyPlaces(RemoteError):
    """The call has more than limit places; nothing was changed. Add them in several calls."""
    limit: int


class NoSuchPlace(RemoteError):
    """The layer has no place with this id."""
    layer: str
    id: str


class RouteRefused(RemoteError):
    """The text is not a route: the position of the error, and what to do. The current route is unchanged. code:
    unrecognised, empty, json, xml, shape, refused, no-track, polyline, not-a-place, exchanged, too-many-points, too-
    many-parts, too-few-points, bare-array, web-page, wrong-length, unusable.
    """
    code: str
    english: str


class NoRouter(RemoteError):
    """No client answers requests for routes: `gnomon route follow` does."""
    english: str


class NoSuchRequest(RemoteError):
    """There is no such request for a route: it was answered, replaced by a newer one, or is too old."""
    request: int


class NoSuchAnchor(RemoteError):
    """The caller has no anchor with this id."""
    id: str


class TooManyAnchors(RemoteError):
    """More anchors or bytes of anchors than one user may have, or more bytes than all users together may have."""
    limit: int
    limit_bytes: int
    limit_bytes_of_all: int


class QuotaExceeded(RemoteError):
    """More than a contributor may store; nothing was changed. quota: places, bytes (of texts and payloads, and 100 for
    each place) or layers. used: amount stored, asked: amount requested in addition, setting: the setting that an
    administrator can raise.
    """
    quota: str
    limit: int
    used: int
    asked: int
    setting: str
    english: str


class RouteTaken(RemoteError):
    """The wearer follows the route of another user; use replace to replace it."""
    user: int
    name: str
    english: str


class NotPlaced(RemoteError):
    """The wearer's place is not known yet."""
    reason: str


class LookRefused(RemoteError):
    """The heading is not measured by this look, and nothing has changed. reason: vehicle, not-placed, steep, too-near,
    contradicted, not-tracking; of the sun also worn, no-time, same-sun, low-sun, high-sun.
    """
    reason: str
    english: str


class Scene(Interface):
    """The methods of org.gnomon.Scene."""

    def add_places(self, places: list[Place | Json], layer: str | None = None) -> AddPlacesReply:
        """Adds places to a layer. The default layer is the caller's own: user-N, or mine for administrators. Other users
        may change only their own layers: user-N and names that begin with user-N/. Places with known ids are replaced
        and stay favorites. A call has at most 500 places. One that is not a place is refused, and stands in refusals
        with its index and the reason (the first 20 do): the others are added, so a caller looks at refused. What is
        added is stored together, or nothing is. The configuration limits the places and bytes of a contributor
        (QuotaExceeded).
        """
        return self._call("org.gnomon.Scene.AddPlaces", {"places": places, "layer": layer}, AddPlacesReply)

    def remove_places(
            self, ids: list[str] | None = None,
            layer: str | None = None,
            all: bool | None = None,
            keep_favourites: bool | None = None) -> RemovePlacesReply:
        """Removes the places with these ids, or all places of the layer; with keep_favourites favorites stay. When the
        answer arrives, they are removed permanently.
        """
        return self._call("org.gnomon.Scene.RemovePlaces",
            {"ids": ids, "layer": layer, "all": all, "keep_favourites": keep_favourites},
            RemovePlacesReply)

    def list_places(
            self, layer: str | None = None,
            favourites_only: bool | None = None,
            cursor: str | None = None,
            limit: int | None = None) -> ListPlacesReply:
        """Returns a page of places in order of addition; next is the cursor of the following page. At most 1000, and
        about 256 KiB.
        """
        return self._call("org.gnomon.Scene.ListPlaces",
            {"layer": layer, "favourites_only": favourites_only, "cursor": cursor, "limit": limit},
            ListPlacesReply)

    def find_places(
            self, text: str | None = None,
            radius: float | None = None,
            limit: int | None = None) -> FindPlacesReply:
        """Finds places whose name, tags or category have all words of text, each at the beginning of a word; case and
        accents are ignored. Without text: the nearest places within a radius. Nearest first once the wearer's place
        is known. is_complete: there are no further matches. At most 1000, and about 256 KiB.
        """
        return self._call("org.gnomon.Scene.FindPlaces", {"text": text, "radius": radius, "limit": limit}, FindPlacesReply)

    def set_filter(
            self, radius: float | None = None,
            categories: list[str] | None = None,
            tags: list[str] | None = None,
            favourites_only: bool | None = None) -> SetFilterReply:
        """Sets the filter for places; it is kept across restarts. At most 3 categories and 32 tags. Defaults: 500, all
        categories and all tags.
        """
        return self._call("org.gnomon.Scene.SetFilter",
            {"radius": radius, "categories": categories, "tags": tags, "favourites_only": favourites_only},
            SetFilterReply)

    def get_filter(self) -> GetFilterReply:
        return self._call("org.gnomon.Scene.GetFilter", {}, GetFilterReply)

    def get_place(
            self, layer: str,
            id: str,
            style: Style | Json | None = None,
            viewport: Viewport | Json | None = None) -> GetPlaceReply:
        """Returns one place with its payload, status and distance. style, viewport: those of the subscription whose
        status is wanted; the default is that of the configuration.
        """
        return self._call("org.gnomon.Scene.GetPlace",
            {"layer": layer, "id": id, "style": style, "viewport": viewport},
            GetPlaceReply)

    def set_favourite(self, layer: str, id: str, is_favourite: bool) -> SetFavouriteReply:
        return self._call("org.gnomon.Scene.SetFavourite",
            {"layer": layer, "id": id, "is_favourite": is_favourite},
            SetFavouriteReply)

    def align_to_place(
            self, layer: str | None = None,
            id: str | None = None,
            latitude_deg: float | None = None,
            longitude_deg: float | None = None,
            sigma_deg: float | None = None,
            accuracy: float | None = None,
            sure: bool | None = None) -> AlignToPlaceReply:
        """Measures the heading by a look: the device points at a place, by its layer and id, or at a point of the Earth,
        and the wearer confirms. The direction of the place is weighed against everything else that is known of the
        heading. Its error has three parts: that of the aim (sigma_deg, default 2), and, seen from the distance, those
        of the wearer's place and of the place itself (accuracy: its 68 % radius, default 5 m). A place more than 45
        degrees, and three standard deviations, beside the look is refused unless sure, because another thing was
        probably looked at. Like ResetScene it takes effect at time_boot_ns and is recorded. azimuth_deg, distance: of
        the place. off_deg: its azimuth less the heading until then. measured_sigma_deg: of the measurement.
        turned_deg: by which the heading has changed, clockwise; heading_sigma_deg: its 1 sigma now.
        """
        return self._call("org.gnomon.Scene.AlignToPlace",
            {"layer": layer, "id": id, "latitude_deg": latitude_deg, "longitude_deg": longitude_deg, "sigma_deg": sigma_deg, "accuracy": accuracy, "sure": sure},
            AlignToPlaceReply)

    def align_to_sun(
            self, aim: str | None = None,
            sigma_deg: float | None = None,
            sure: bool | None = None) -> AlignToSunReply:
        """Measures the heading by the sun. aim: shadow (the default: the wearer faces along the own shadow) or sun (a
        device that is held in the hand points at it). Nobody has to look into the sun. It needs the place and the
        time of day, and a sun 3 to 65 degrees high. sigma_deg: how well the wearer aims (default 3). sure, off_deg,
        turned_deg, heading_sigma_deg: as in AlignToPlace.
        """
        return self._call("org.gnomon.Scene.AlignToSun", {"aim": aim, "sigma_deg": sigma_deg, "sure": sure}, AlignToSunReply)

    def request_route(
            self, layer: str | None = None,
            id: str | None = None,
            latitude_deg: float | None = None,
            longitude_deg: float | None = None,
            name: str | None = None,
            via: list[Position | Json] | None = None,
            mode: str | None = None,
            replace: bool | None = None) -> RequestRouteReply:
        """Requests a route from the wearer's place to a place, by its layer and id, or to a point, from the clients that
        answer requests, such as `gnomon route follow`; the daemon itself asks no server. via: stops on the way. The
        route is loaded, or refused, as an event of kind route with this request in its parameters says; after 60
        seconds without an answer it is refused. mode: the means of travel, which the request states to that client:
        walking (the default), cycling, driving, or a server's own name of one. A newer request takes the place of an
        older one. While the wearer is still on another user's route, replace is needed, as for LoadRoute. The daemon
        requests a route by itself when the wearer has been off the route for 10 seconds, at most every 30 seconds.
        """
        return self._call("org.gnomon.Scene.RequestRoute",
            {"layer": layer, "id": id, "latitude_deg": latitude_deg, "longitude_deg": longitude_deg, "name": name, "via": via, "mode": mode, "replace": replace},
            RequestRouteReply)

    def refuse_route(self, request: int, english: str) -> RefuseRouteReply:
        """Answers a request for a route that a client cannot answer; english says why."""
        return self._call("org.gnomon.Scene.RefuseRoute", {"request": request, "english": english}, RefuseRouteReply)

    def load_route(
            self, text: str,
            name: str | None = None,
            replace: bool | None = None,
            request: int | None = None,
            place: Position | Json | None = None,
            entrance: Position | Json | None = None) -> LoadRouteReply:
        """Loads a route from the text of a file (GeoJSON, GPX, an encoded polyline) or the answer of an OSRM, Mapbox,
        Valhalla, Google, GraphHopper or openrouteservice server. It replaces the current route at once; a refused
        text leaves the current route unchanged. name: of the destination. While the wearer is still on another user's
        route, that route is replaced only with replace. request: the number of the request that it answers; the route
        is then that of the user who requested it. place: the destination itself, by which the side of the street is
        told at the arrival; entrance: its door, to which the last leg is led where the line ends on the street. A
        request for a place of the daemon has both. The route ends by itself 20 s after the arrival.
        """
        return self._call("org.gnomon.Scene.LoadRoute",
            {"text": text, "name": name, "replace": replace, "request": request, "place": place, "entrance": entrance},
            LoadRouteReply)

    def get_route(self, points: bool | None = None) -> GetRouteReply:
        """Returns the active route; its points only with "points"."""
        return self._call("org.gnomon.Scene.GetRoute", {"points": points}, GetRouteReply)

    def clear_route(self, replace: bool | None = None) -> ClearRouteReply:
        """Ends the route. replace: also if it is the route of another user."""
        return self._call("org.gnomon.Scene.ClearRoute", {"replace": replace}, ClearRouteReply)

    def get_level(self) -> GetLevelReply:
        """The wearer's floor: 0 is the ground floor. source: stated (by SetLevel), ground (where the session began
        outdoors). Without either, or without a barometer, level is null, and no place is hidden because of its level.
        sigma: its 1 sigma in stories, which grows with the stories climbed. storey: the height of a story.
        """
        return self._call("org.gnomon.Scene.GetLevel", {}, GetLevelReply)

    def set_level(self, level: float, storey: float | None = None) -> SetLevelReply:
        """States the wearer's floor, and the height of a story in this building (default 3.5). From there on the
        barometer counts the stories: stairs, escalators and lifts, not hills and weather.
        """
        return self._call("org.gnomon.Scene.SetLevel", {"level": level, "storey": storey}, SetLevelReply)

    def add_anchor(
            self, id: str,
            geographic: AddAnchorGeographic | Json | None = None,
            scene: Vector | Json | None = None,
            head: Vector | Json | None = None,
            payload: dict[str,
            Any] | None = None,
            lease_s: float | None = None,
            tags: list[str] | None = None,
            heading_deg: float | None = None,
            pitch_deg: float | None = None,
            roll_deg: float | None = None,
            faces_wearer: bool | None = None) -> AddAnchorReply:
        """Adds an anchor. Exactly one of geographic, scene (a point of the current scene) and head (relative to the
        body) gives its position. heading_deg: true azimuth in which the nose (-z) of its model points; pitch_deg
        raises the nose, roll_deg the right side. faces_wearer: level, its readable side (+z) toward the wearer. It
        ends with its connection; with lease_s it ends when the lease ends, unless that is renewed. Anchors of the
        same owner with the same id are replaced.
        """
        return self._call("org.gnomon.Scene.AddAnchor",
            {"id": id, "geographic": geographic, "scene": scene, "head": head, "payload": payload, "lease_s": lease_s, "tags": tags, "heading_deg": heading_deg, "pitch_deg": pitch_deg, "roll_deg": roll_deg, "faces_wearer": faces_wearer},
            AddAnchorReply)

    def renew_anchor(self, id: str, lease_s: float) -> RenewAnchorReply:
        return self._call("org.gnomon.Scene.RenewAnchor", {"id": id, "lease_s": lease_s}, RenewAnchorReply)

    def remove_anchor(self, id: str, owner: str | None = None) -> RemoveAnchorReply:
        """Removes an anchor. Administrators may name another owner."""
        return self._call("org.gnomon.Scene.RemoveAnchor", {"id": id, "owner": owner}, RemoveAnchorReply)

    def subscribe(
            self, include: list[str],
            viewport: Viewport | Json | None = None,
            rate_hz: float | None = None,
            everything: bool | None = None,
            target: Target | Json | None = None,
            radar_range: float | None = None,
            dwell_s: float | None = None,
            language: str | None = None,
            units: str | None = None,
            directions: str | None = None,
            crossings: str | None = None,
            style: Style | Json | None = None) -> Stream[SubscribeReply]:
        """Starts a stream until the connection is closed: each reply has a frame or an event. include: placements,
        clusters (the members of placements), payload (of placements), billboards (of placements), arrows, line (the
        route's), markers, anchors, radar, hint, finish (with a viewport), progress, light, pose, announcements (an
        event, as all that follow), proximity, statuses, route, requests (for routes; to be answered), gaze, level.
        rate_hz: of frames, default 10. target: of the hint; it follows the changes of a place, and is null after the
        place is removed; without a target it is null after the route has ended. radar_range: default 500. dwell_s: of
        gaze, default 1. language: en, de, or a locale of these, units: metric, imperial, and directions, while the
        heading is known: sides (on the left), compass, clock (at 9 o'clock); with any of these, events have text.
        crossings: whether turns to a street's other side, after which the way goes on in its direction, are
        announced: silent or spoken; the default is spoken with hint and no viewport, for guidance by ear, else
        silent. A slow reader gets only the latest frame, with is_full; events are queued. dropped: frames and events
        that this reader missed since the last message, including frames that the daemon had no time for.
        """
        return self._stream("org.gnomon.Scene.Subscribe",
            {"include": include, "viewport": viewport, "rate_hz": rate_hz, "everything": everything, "target": target, "radar_range": radar_range, "dwell_s": dwell_s, "language": language, "units": units, "directions": directions, "crossings": crossings, "style": style},
            SubscribeReply)

    def get_frame(
            self, include: list[str] | None = None,
            viewport: Viewport | Json | None = None,
            target: Target | Json | None = None,
            radar_range: float | None = None,
            style: Style | Json | None = None) -> GetFrameReply:
        """Returns one frame with all requested sections; the default is placements and progress."""
        return self._call("org.gnomon.Scene.GetFrame",
            {"include": include, "viewport": viewport, "target": target, "radar_range": radar_range, "style": style},
            GetFrameReply)

    def pick(
            self, viewport: Viewport | Json | None = None,
            x_px: float | None = None,
            y_px: float | None = None,
            origin: Vector | Json | None = None,
            direction: Vector | Json | None = None,
            include: list[str] | None = None,
            style: Style | Json | None = None) -> PickReply:
        """Returns the place whose label lies under a point of the viewport, or under a line of sight in the scene (from
        the wearer unless origin is given); without either, under the view straight ahead. null if there is none.
        include: payload, billboards, clusters. style: that of the subscription, so that labels have the same sizes.
        The place that a connection picked last is not removed from frames by the largest number of places.
        """
        return self._call("org.gnomon.Scene.Pick",
            {"viewport": viewport, "x_px": x_px, "y_px": y_px, "origin": origin, "direction": direction, "include": include, "style": style},
            PickReply)

    def list_terrain(self) -> ListTerrainReply:
        """Returns the terrain tiles, their folder, and the height of the sea above the ellipsoid as receivers report it,
        smoothed.
        """
        return self._call("org.gnomon.Scene.ListTerrain", {}, ListTerrainReply)

    def get_terrain(self, latitude_deg: float, longitude_deg: float) -> GetTerrainReply:
        """Returns the height of the ground above its datum; without one the reason: void, no-tile."""
        return self._call("org.gnomon.Scene.GetTerrain",
            {"latitude_deg": latitude_deg, "longitude_deg": longitude_deg},
            GetTerrainReply)


class AsyncScene(AsyncInterface):
    """The methods of org.gnomon.Scene."""

    async def add_places(self, places: list[Place | Json], layer: str | None = None) -> AddPlacesReply:
        """Adds places to a layer. The default layer is the caller's own: user-N, or mine for administrators. Other users
        may change only their own layers: user-N and names that begin with user-N/. Places with known ids are replaced
        and stay favorites. A call has at most 500 places. One that is not a place is refused, and stands in refusals
        with its index and the reason (the first 20 do): the others are added, so a caller looks at refused. What is
        added is stored together, or nothing is. The configuration limits the places and bytes of a contributor
        (QuotaExceeded).
        """
        return await self._call("org.gnomon.Scene.AddPlaces", {"places": places, "layer": layer}, AddPlacesReply)

    async def remove_places(
            self, ids: list[str] | None = None,
            layer: str | None = None,
            all: bool | None = None,
            keep_favourites: bool | None = None) -> RemovePlacesReply:
        """Removes the places with these ids, or all places of the layer; with keep_favourites favorites stay. When the
        answer arrives, they are removed permanently.
        """
        return await self._call("org.gnomon.Scene.RemovePlaces",
            {"ids": ids, "layer": layer, "all": all, "keep_favourites": keep_favourites},
            RemovePlacesReply)

    async def list_places(
            self, layer: str | None = None,
            favourites_only: bool | None = None,
            cursor: str | None = None,
            limit: int | None = None) -> ListPlacesReply:
        """Returns a page of places in order of addition; next is the cursor of the following page. At most 1000, and
        about 256 KiB.
        """
        return await self._call("org.gnomon.Scene.ListPlaces",
            {"layer": layer, "favourites_only": favourites_only, "cursor": cursor, "limit": limit},
            ListPlacesReply)

    async def find_places(
            self, text: str | None = None,
            radius: float | None = None,
            limit: int | None = None) -> FindPlacesReply:
        """Finds places whose name, tags or category have all words of text, each at the beginning of a word; case and
        accents are ignored. Without text: the nearest places within a radius. Nearest first once the wearer's place
        is known. is_complete: there are no further matches. At most 1000, and about 256 KiB.
        """
        return await self._call("org.gnomon.Scene.FindPlaces", {"text": text, "radius": radius, "limit": limit}, FindPlacesReply)

    async def set_filter(
            self, radius: float | None = None,
            categories: list[str] | None = None,
            tags: list[str] | None = None,
            favourites_only: bool | None = None) -> SetFilterReply:
        """Sets the filter for places; it is kept across restarts. At most 3 categories and 32 tags. Defaults: 500, all
        categories and all tags.
        """
        return await self._call("org.gnomon.Scene.SetFilter",
            {"radius": radius, "categories": categories, "tags": tags, "favourites_only": favourites_only},
            SetFilterReply)

    async def get_filter(self) -> GetFilterReply:
        return await self._call("org.gnomon.Scene.GetFilter", {}, GetFilterReply)

    async def get_place(
            self, layer: str,
            id: str,
            style: Style | Json | None = None,
            viewport: Viewport | Json | None = None) -> GetPlaceReply:
        """Returns one place with its payload, status and distance. style, viewport: those of the subscription whose
        status is wanted; the default is that of the configuration.
        """
        return await self._call("org.gnomon.Scene.GetPlace",
            {"layer": layer, "id": id, "style": style, "viewport": viewport},
            GetPlaceReply)

    async def set_favourite(self, layer: str, id: str, is_favourite: bool) -> SetFavouriteReply:
        return await self._call("org.gnomon.Scene.SetFavourite",
            {"layer": layer, "id": id, "is_favourite": is_favourite},
            SetFavouriteReply)

    async def align_to_place(
            self, layer: str | None = None,
            id: str | None = None,
            latitude_deg: float | None = None,
            longitude_deg: float | None = None,
            sigma_deg: float | None = None,
            accuracy: float | None = None,
            sure: bool | None = None) -> AlignToPlaceReply:
        """Measures the heading by a look: the device points at a place, by its layer and id, or at a point of the Earth,
        and the wearer confirms. The direction of the place is weighed against everything else that is known of the
        heading. Its error has three parts: that of the aim (sigma_deg, default 2), and, seen from the distance, those
        of the wearer's place and of the place itself (accuracy: its 68 % radius, default 5 m). A place more than 45
        degrees, and three standard deviations, beside the look is refused unless sure, because another thing was
        probably looked at. Like ResetScene it takes effect at time_boot_ns and is recorded. azimuth_deg, distance: of
        the place. off_deg: its azimuth less the heading until then. measured_sigma_deg: of the measurement.
        turned_deg: by which the heading has changed, clockwise; heading_sigma_deg: its 1 sigma now.
        """
        return await self._call("org.gnomon.Scene.AlignToPlace",
            {"layer": layer, "id": id, "latitude_deg": latitude_deg, "longitude_deg": longitude_deg, "sigma_deg": sigma_deg, "accuracy": accuracy, "sure": sure},
            AlignToPlaceReply)

    async def align_to_sun(
            self, aim: str | None = None,
            sigma_deg: float | None = None,
            sure: bool | None = None) -> AlignToSunReply:
        """Measures the heading by the sun. aim: shadow (the default: the wearer faces along the own shadow) or sun (a
        device that is held in the hand points at it). Nobody has to look into the sun. It needs the place and the
        time of day, and a sun 3 to 65 degrees high. sigma_deg: how well the wearer aims (default 3). sure, off_deg,
        turned_deg, heading_sigma_deg: as in AlignToPlace.
        """
        return await self._call("org.gnomon.Scene.AlignToSun", {"aim": aim, "sigma_deg": sigma_deg, "sure": sure}, AlignToSunReply)

    async def request_route(
            self, layer: str | None = None,
            id: str | None = None,
            latitude_deg: float | None = None,
            longitude_deg: float | None = None,
            name: str | None = None,
            via: list[Position | Json] | None = None,
            mode: str | None = None,
            replace: bool | None = None) -> RequestRouteReply:
        """Requests a route from the wearer's place to a place, by its layer and id, or to a point, from the clients that
        answer requests, such as `gnomon route follow`; the daemon itself asks no server. via: stops on the way. The
        route is loaded, or refused, as an event of kind route with this request in its parameters says; after 60
        seconds without an answer it is refused. mode: the means of travel, which the request states to that client:
        walking (the default), cycling, driving, or a server's own name of one. A newer request takes the place of an
        older one. While the wearer is still on another user's route, replace is needed, as for LoadRoute. The daemon
        requests a route by itself when the wearer has been off the route for 10 seconds, at most every 30 seconds.
        """
        return await self._call("org.gnomon.Scene.RequestRoute",
            {"layer": layer, "id": id, "latitude_deg": latitude_deg, "longitude_deg": longitude_deg, "name": name, "via": via, "mode": mode, "replace": replace},
            RequestRouteReply)

    async def refuse_route(self, request: int, english: str) -> RefuseRouteReply:
        """Answers a request for a route that a client cannot answer; english says why."""
        return await self._call("org.gnomon.Scene.RefuseRoute", {"request": request, "english": english}, RefuseRouteReply)

    async def load_route(
            self, text: str,
            name: str | None = None,
            replace: bool | None = None,
            request: int | None = None,
            place: Position | Json | None = None,
            entrance: Position | Json | None = None) -> LoadRouteReply:
        """Loads a route from the text of a file (GeoJSON, GPX, an encoded polyline) or the answer of an OSRM, Mapbox,
        Valhalla, Google, GraphHopper or openrouteservice server. It replaces the current route at once; a refused
        text leaves the current route unchanged. name: of the destination. While the wearer is still on another user's
        route, that route is replaced only with replace. request: the number of the request that it answers; the route
        is then that of the user who requested it. place: the destination itself, by which the side of the street is
        told at the arrival; entrance: its door, to which the last leg is led where the line ends on the street. A
        request for a place of the daemon has both. The route ends by itself 20 s after the arrival.
        """
        return await self._call("org.gnomon.Scene.LoadRoute",
            {"text": text, "name": name, "replace": replace, "request": request, "place": place, "entrance": entrance},
            LoadRouteReply)

    async def get_route(self, points: bool | None = None) -> GetRouteReply:
        """Returns the active route; its points only with "points"."""
        return await self._call("org.gnomon.Scene.GetRoute", {"points": points}, GetRouteReply)

    async def clear_route(self, replace: bool | None = None) -> ClearRouteReply:
        """Ends the route. replace: also if it is the route of another user."""
        return await self._call("org.gnomon.Scene.ClearRoute", {"replace": replace}, ClearRouteReply)

    async def get_level(self) -> GetLevelReply:
        """The wearer's floor: 0 is the ground floor. source: stated (by SetLevel), ground (where the session began
        outdoors). Without either, or without a barometer, level is null, and no place is hidden because of its level.
        sigma: its 1 sigma in stories, which grows with the stories climbed. storey: the height of a story.
        """
        return await self._call("org.gnomon.Scene.GetLevel", {}, GetLevelReply)

    async def set_level(self, level: float, storey: float | None = None) -> SetLevelReply:
        """States the wearer's floor, and the height of a story in this building (default 3.5). From there on the
        barometer counts the stories: stairs, escalators and lifts, not hills and weather.
        """
        return await self._call("org.gnomon.Scene.SetLevel", {"level": level, "storey": storey}, SetLevelReply)

    async def add_anchor(
            self, id: str,
            geographic: AddAnchorGeographic | Json | None = None,
            scene: Vector | Json | None = None,
            head: Vector | Json | None = None,
            payload: dict[str,
            Any] | None = None,
            lease_s: float | None = None,
            tags: list[str] | None = None,
            heading_deg: float | None = None,
            pitch_deg: float | None = None,
            roll_deg: float | None = None,
            faces_wearer: bool | None = None) -> AddAnchorReply:
        """Adds an anchor. Exactly one of geographic, scene (a point of the current scene) and head (relative to the
        body) gives its position. heading_deg: true azimuth in which the nose (-z) of its model points; pitch_deg
        raises the nose, roll_deg the right side. faces_wearer: level, its readable side (+z) toward the wearer. It
        ends with its connection; with lease_s it ends when the lease ends, unless that is renewed. Anchors of the
        same owner with the same id are replaced.
        """
        return await self._call("org.gnomon.Scene.AddAnchor",
            {"id": id, "geographic": geographic, "scene": scene, "head": head, "payload": payload, "lease_s": lease_s, "tags": tags, "heading_deg": heading_deg, "pitch_deg": pitch_deg, "roll_deg": roll_deg, "faces_wearer": faces_wearer},
            AddAnchorReply)

    async def renew_anchor(self, id: str, lease_s: float) -> RenewAnchorReply:
        return await self._call("org.gnomon.Scene.RenewAnchor", {"id": id, "lease_s": lease_s}, RenewAnchorReply)

    async def remove_anchor(self, id: str, owner: str | None = None) -> RemoveAnchorReply:
        """Removes an anchor. Administrators may name another owner."""
        return await self._call("org.gnomon.Scene.RemoveAnchor", {"id": id, "owner": owner}, RemoveAnchorReply)

    def subscribe(
            self, include: list[str],
            viewport: Viewport | Json | None = None,
            rate_hz: float | None = None,
            everything: bool | None = None,
            target: Target | Json | None = None,
            radar_range: float | None = None,
            dwell_s: float | None = None,
            language: str | None = None,
            units: str | None = None,
            directions: str | None = None,
            crossings: str | None = None,
            style: Style | Json | None = None) -> AsyncStream[SubscribeReply]:
        """Starts a stream until the connection is closed: each reply has a frame or an event. include: placements,
        clusters (the members of placements), payload (of placements), billboards (of placements), arrows, line (the
        route's), markers, anchors, radar, hint, finish (with a viewport), progress, light, pose, announcements (an
        event, as all that follow), proximity, statuses, route, requests (for routes; to be answered), gaze, level.
        rate_hz: of frames, default 10. target: of the hint; it follows the changes of a place, and is null after the
        place is removed; without a target it is null after the route has ended. radar_range: default 500. dwell_s: of
        gaze, default 1. language: en, de, or a locale of these, units: metric, imperial, and directions, while the
        heading is known: sides (on the left), compass, clock (at 9 o'clock); with any of these, events have text.
        crossings: whether turns to a street's other side, after which the way goes on in its direction, are
        announced: silent or spoken; the default is spoken with hint and no viewport, for guidance by ear, else
        silent. A slow reader gets only the latest frame, with is_full; events are queued. dropped: frames and events
        that this reader missed since the last message, including frames that the daemon had no time for.
        """
        return self._stream("org.gnomon.Scene.Subscribe",
            {"include": include, "viewport": viewport, "rate_hz": rate_hz, "everything": everything, "target": target, "radar_range": radar_range, "dwell_s": dwell_s, "language": language, "units": units, "directions": directions, "crossings": crossings, "style": style},
            SubscribeReply)

    async def get_frame(
            self, include: list[str] | None = None,
            viewport: Viewport | Json | None = None,
            target: Target | Json | None = None,
            radar_range: float | None = None,
            style: Style | Json | None = None) -> GetFrameReply:
        """Returns one frame with all requested sections; the default is placements and progress."""
        return await self._call("org.gnomon.Scene.GetFrame",
            {"include": include, "viewport": viewport, "target": target, "radar_range": radar_range, "style": style},
            GetFrameReply)

    async def pick(
            self, viewport: Viewport | Json | None = None,
            x_px: float | None = None,
            y_px: float | None = None,
            origin: Vector | Json | None = None,
            direction: Vector | Json | None = None,
            include: list[str] | None = None,
            style: Style | Json | None = None) -> PickReply:
        """Returns the place whose label lies under a point of the viewport, or under a line of sight in the scene (from
        the wearer unless origin is given); without either, under the view straight ahead. null if there is none.
        include: payload, billboards, clusters. style: that of the subscription, so that labels have the same sizes.
        The place that a connection picked last is not removed from frames by the largest number of places.
        """
        return await self._call("org.gnomon.Scene.Pick",
            {"viewport": viewport, "x_px": x_px, "y_px": y_px, "origin": origin, "direction": direction, "include": include, "style": style},
            PickReply)

    async def list_terrain(self) -> ListTerrainReply:
        """Returns the terrain tiles, their folder, and the height of the sea above the ellipsoid as receivers report it,
        smoothed.
        """
        return await self._call("org.gnomon.Scene.ListTerrain", {}, ListTerrainReply)

    async def get_terrain(self, latitude_deg: float, longitude_deg: float) -> GetTerrainReply:
        """Returns the height of the ground above its datum; without one the reason: void, no-tile."""
        return await self._call("org.gnomon.Scene.GetTerrain",
            {"latitude_deg": latitude_deg, "longitude_deg": longitude_deg},
            GetTerrainReply)


ERRORS: dict[str, type[RemoteError]] = known({
    "org.gnomon.Scene.InvalidValue": InvalidValue,
    "org.gnomon.Scene.UnknownMember": UnknownMember,
    "org.gnomon.Scene.NotPermitted": NotPermitted,
    "org.gnomon.Scene.TooManyRequests": TooManyRequests,
    "org.gnomon.Scene.StoreUnavailable": StoreUnavailable,
    "org.gnomon.Scene.TooManyStyles": TooManyStyles,
    "org.gnomon.Scene.TooManyPlaces": TooManyPlaces,
    "org.gnomon.Scene.NoSuchPlace": NoSuchPlace,
    "org.gnomon.Scene.RouteRefused": RouteRefused,
    "org.gnomon.Scene.NoRouter": NoRouter,
    "org.gnomon.Scene.NoSuchRequest": NoSuchRequest,
    "org.gnomon.Scene.NoSuchAnchor": NoSuchAnchor,
    "org.gnomon.Scene.TooManyAnchors": TooManyAnchors,
    "org.gnomon.Scene.QuotaExceeded": QuotaExceeded,
    "org.gnomon.Scene.RouteTaken": RouteTaken,
    "org.gnomon.Scene.NotPlaced": NotPlaced,
    "org.gnomon.Scene.LookRefused": LookRefused,
})
