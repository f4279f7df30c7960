"""What the interfaces do not state about Swift's messages: names, units of numbers without a unit in their names, decimals, and
which members are left out instead of null."""

# Types whose names are not NAMEMessage.
TYPES = {
    "Tracking.TrackingState": "TrackingReport", "Tracking.LocalizationState": "LocalizationReport", "Tracking.Place": "Geodetic",
    "Tracking.GeoPose": "JSONValue", "Scene.Position": "Geodetic", "FrameAlignmentPlace": "Geodetic",
    "Scene.Status": "PlacementReport", "Scene.Screen": "ScreenReport", "Scene.LabelSize": "LabelMessage", "Scene.Moves": "MotionMessage",
    "Scene.RadarMark": "RadarMessage", "Scene.Radar": "RadarDiscMessage", "Scene.Frame": "SceneFrameMessage",
    "Scene.Event": "SceneEventMessage", "Calibration.Progress": "CalibrationProgressMessage",
    "Calibration.Result": "CalibrationResultMessage", "Calibration.Failure": "CalibrationFailureMessage",
    "Calibration.Verdict": "CalibrationVerdictMessage", "GetRouteRoute": "RouteMessage", "Control.Limits": "LimitsMessage",
    "GetStatusReply": "StatusMessage", "GetPoseReply": "PoseAnswer", "Tracking.SubscribeReply": "StreamMessage",
    "Scene.SubscribeReply": "SceneReply", "Calibration.StartReply": "CalibrationMessage", "Calibration.ListReply": "RecordsReply",
    "Calibration.ImportReply": "RecordsReply", "Control.GetInfoReply": "DaemonInfo", "Tracking.ResetSceneReply": "CommandReply",
    "NudgeHeadingReply": "CommandReply", "ReleaseHeadingReply": "CommandReply",
    "Tracking.SubscribeCall": "StreamCall", "Scene.SubscribeCall": "SceneCall", "Calibration.StartCall": "CalibrationCall",
}
# Properties that are not the member's name without its unit.
PROPERTIES = {
    "time_utc_ns": "utc", "scene_id": "scene", "process_id": "process", "heading_95_deg": "headingBound", "Receiver.used": "usedCount",
    "LabelSize.width_deg": "widthDegrees", "LabelSize.height_deg": "heightDegrees", "LabelSize.width_px": "widthPixels",
    "LabelSize.height_px": "heightPixels", "Receiver.unused": "unusedCount", "Screen.where": "place",
}
# Values of members that may be missing.
DEFAULTS = {
    "Place.category": '""', "Place.height_kind": '"eye"', "Place.tags": "[]", "Place.is_favourite": "false", "Anchor.tags": "[]",
    "Event.is_repeat": "false", "SubscribeReply.dropped": "0",
}
# Members that are left out where others are null: all of a struct, or one.
LEFT_OUT = {
    "Pose.covariance", "Correction.grounds", "Hint.length", "Hint.step", "Hint.screen", "Hint.look", "Hint.go", "Hint.border", "Hint.cue", "Hint.band", "HintCue.band", "Finish.band", "Finish.radius", "Finish.screen", "Pending", "FramePose.camera",
    "Arrow.screen", "LineVertex.screen", "Marker.screen", "Screen", "Placement.screen", "Placement.members", "Placement.payload",
    "Placement.payload_bytes", "Placement.orientation", "Placement.size", "Placement.velocity", "Placement.stated_boot_ns",
    "Anchor.payload", "Anchor.orientation", "Anchor.screen", "Status", "LabelSize", "Place.layer", "Place.height", "Place.payload",
    "Place.radius", "Place.level", "Place.polygon", "Place.entrance", "Place.label", "Place.moves", "Place.status", "Place.distance", "Progress.deviation", "Event.is_repeat", "Event.text", "Guidance.text", "Source.is_mounted", "Viewport",
    "Target", "Style", "Scaling", "Frame", "SubscribeReply", "GetRouteRoute.points", "AddAnchorGeographic",
}
# Members that are there only with another one.
SHOWN_IF = {"Anchor": {name: "point" for name in (
    "azimuth_deg", "azimuth_sigma_deg", "elevation_deg", "elevation_sigma_deg", "distance", "distance_sigma", "point", "scale")}}
# Payloads that are one line of JSON already; others are checked where they are written.
TRUSTED = {"Placement.payload"}
# Types of our own for lists of numbers, so that a message allocates nothing.
OWN = {
    "Covariance.position": "Matrix3", "Covariance.orientation": "Matrix3", "Covariance.cross": "Matrix3",
    "Sensor.values": "UpToThree", "Grounds.innovation": "UpToThree", "Grounds.innovation_sigma": "UpToThree",
}
# Objects that are passed on as they came; of the places of a call each is read, or refused, by itself.
RAW = {"SubscribeReply.frame", "AddPlacesCall.places"}
# Words: an enumeration for one word, a set for a list. The words are those of the comment of the type or method.
WORDS = {
    "TrackingState.state": "TrackingPhase", "TrackingState.reasons": "TrackingReasons",
    "LocalizationState.state": "LocalizationPhase", "LocalizationState.reasons": "LocalizationReasons",
    "GetPoseReply.kind": "PoseKind", "Correction.source": "CorrectionSource", "Guidance.code": "GuidanceCode",
    "Aid.state": "AidState", "Source.state": "SourceState", "DrivenSensor.state": "SourceState", "Status.state": "ShownState", "Status.reason": "ShownReason", "Screen.where": "ScreenPlace", "SubscribeCall.streams": "Streams", "SubscribeCall.include": "SceneParts",
    "GetFrameCall.include": "SceneParts",
}
# Members with the words of another method's comment.
TOLD_ELSEWHERE = {"GetFrameCall.include"}
# Words that no later version adds to, in messages that are copied a thousand times a frame: no case for others, which are a fault.
CLOSED = {"ScreenPlace", "PoseKind"}
# Structs whose unknown members are refused where a client sends them: their names are listed.
STRICT = {"Place", "Style", "Viewport", "Target"}
# Of these, their readers refuse them.
REFUSES_OTHERS = {"Style", "Viewport", "Target"}
VECTORS = {
    "else": "Displacement<Scene>", "velocity": "Velocity<Scene>", "applied_shift": "Displacement<Level>", "shift": "Displacement<Level>",
    "tangent": "Direction<Scene>", "Viewport.position": "Displacement<Body>", "AddAnchorCall.head": "Displacement<Body>",
    "PickCall.direction": "Direction<Scene>", "PushOdometryCall.position": "Displacement<Level>",
}
ROTATIONS = {
    "else": "Rotation<Body, Scene>", "FramePoseCamera.orientation": "Rotation<Display, Scene>",
    "Placement.orientation": "Rotation<Model, Scene>", "Anchor.orientation": "Rotation<Model, Scene>",
    "Viewport.orientation": "Rotation<Display, Body>", "PushOdometryCall.orientation": "Rotation<Body, Level>",
}
# Rotations that have to be unit quaternions as they are given: others are scaled.
UNIT = {"PushOdometryCall.orientation"}
# Numbers that are no lengths: their decimals, None for the shortest text of the same number.
NUMBERS = {
    "rate_hz": 3, "Sensor.rate_hz": 2, "speed": 3, "weight": 4, "MotionBelief.walks": 4, "MotionBelief.rests": 4, "MotionBelief.carried": 4, "ratio": 4, "value": 6, "FilterState.sigma": 6, "scale": 6, "size": 5,
    "phase": 4, "pulse_scale": 4, "opacity": 4, "right": 5, "up": 5, "RadarMark.x": 5, "RadarMark.y": 5, "fraction": None,
    "elapsed": None, "Figure.value": None, "Figure.bar": None, "Moves.east": 4, "Moves.north": 4, "Moves.up": 4, "Moves.sigma_growth": 4,
    "observation": 6, "variance": 6, "innovation": 6, "innovation_variance": 6, "longest_ms": 3, "total_ms": 3, "quality": None,
    "degrees": None, "seconds": None, "lease_s": None, "cluster_share": None, "Scaling.factor": None, "Scaling.far_factor": None,
    "LabelSize.width_deg": None, "LabelSize.height_deg": None, "LabelSize.width_px": None, "LabelSize.height_px": None,
    "line_tolerance_px": None, "finish_largest": None, "finish_smallest": None, "retry_after": None, "needed_hz": None,
    "level": None, "GetLevelReply.sigma": 3, "dwell_s": None,
}
SPANS = {"remaining_time": 1, "fix_age": 2, "fix_age_sigma": 2, "stated_duration": 1}
# Members of requests, which keep every digit.
EXACT = {"AlignToPlaceReply", "LoadRouteReply", "Viewport", "Style", "Scaling", "Target", "AddAnchorGeographic"}
DECIMALS = {
    "Covariance.position": 6, "Covariance.orientation": 9, "Covariance.cross": 9, "Sensor.values": 9, "Grounds.innovation": 4,
    "Grounds.innovation_sigma": 4, "Radar.range": 1, "GetRouteRoute.length": 2, "Line.width": 2, "Arrows.azimuth_sigma_deg": 2, "Arrows.horizontal_accuracy": 2,
}
ERROR_TYPES = {("string", False): "String", ("int", False): "Int", ("float", False): "Double", ("string", True): "[String]"}


def unit(where, key):
    """The type of a number, and its decimals."""
    owner = where.partition(".")[0]
    if where in NUMBERS or key in NUMBERS and not key.endswith("_deg"):
        return "Double", NUMBERS[where if where in NUMBERS else key]
    exact = owner in EXACT or owner.endswith("Call")
    if where in DECIMALS:
        return ("Angle" if key.endswith("_deg") else "Length"), DECIMALS[where]
    if key.endswith("_px"):
        return "Double", None if exact else 2
    if key in SPANS:
        return "TimeSpan", None if exact else SPANS[key]
    if key in ("latitude_deg", "longitude_deg", "south_deg", "west_deg", "north_deg", "east_deg"):
        return "Degrees", None if exact else 9
    if key.endswith("_deg"):
        return "Angle", None if exact else 4
    return "Length", None if exact else 4
