# Puts the model that has this script at a latitude, longitude and heading, and a camera at the
# wearer's eyes. For Godot 4.3 and later, with the command `gnomon` on PATH. Godot's axes are those
# of the scene: x right, y up, z back.
extends Node3D

@export var latitude := 48.20885
@export var longitude := 16.37455
@export var heading := 90.0 ## of the model's -z, degrees clockwise from true north
@export var camera: Camera3D

var process := {}
var reader: Thread
var lock := Mutex.new()
var pose = null
var alignment = null


func _ready() -> void:
	process = OS.execute_with_pipe("gnomon", ["watch", "pose", "alignment", "--json", "--rate", "60"])
	if process.is_empty():
		push_error("gnomon cannot be started: install the package gnomon")
		return
	reader = Thread.new()
	reader.start(read_lines)


# Each line is a reply of the daemon. On a thread, because reading waits for the next one.
func read_lines() -> void:
	while process["stdio"].is_open() and process["stdio"].get_error() == OK:
		var reply = JSON.parse_string(process["stdio"].get_line())
		if reply is Dictionary:
			lock.lock()
			pose = reply.get("pose", pose)
			alignment = reply.get("alignment", alignment)
			lock.unlock()


func _process(_delta: float) -> void:
	lock.lock()
	var p = pose
	var a = alignment
	lock.unlock()
	# Until the wearer has walked, only the compass measures the heading, and the direction may be wrong.
	visible = p != null and a != null and a.get("place") != null and p["scene_id"] == a["scene_id"] \
			and a["is_heading_confirmed"] and a["yaw_sigma_deg"] < 15
	if not visible:
		return
	var q: Dictionary = p["orientation"]
	camera.global_position = vector(p["position"])
	camera.quaternion = Quaternion(q["x"], q["y"], q["z"], q["w"])
	global_position = scene_point(a, latitude, longitude)
	global_rotation = Vector3(0, deg_to_rad(a["applied_yaw_deg"] - heading), 0)


func _exit_tree() -> void:
	if process.has("pid"):
		OS.kill(process["pid"])
	if reader:
		reader.wait_to_finish()


func vector(v: Dictionary) -> Vector3:
	return Vector3(v["x"], v["y"], v["z"])


# WGS 84 (NGA.STND.0036), earth-centered: a list of three, since a Vector3 has single precision.
func earth_centered(lat: float, lon: float, height: float) -> Array:
	var e2 := 0.0066943799901413165
	var normal := 6378137.0 / sqrt(1.0 - e2 * sin(lat) * sin(lat))
	return [
		(normal + height) * cos(lat) * cos(lon),
		(normal + height) * cos(lat) * sin(lon),
		(normal * (1.0 - e2) + height) * sin(lat),
	]


# The point of the scene at which to draw a place, by the applied alignment, level with the wearer.
func scene_point(a: Dictionary, lat_deg: float, lon_deg: float) -> Vector3:
	var place: Dictionary = a["place"]
	var lat := deg_to_rad(place["latitude_deg"])
	var lon := deg_to_rad(place["longitude_deg"])
	var origin := earth_centered(lat, lon, place["height"])
	var target := earth_centered(deg_to_rad(lat_deg), deg_to_rad(lon_deg), place["height"])
	var x: float = target[0] - origin[0]
	var y: float = target[1] - origin[1]
	var z: float = target[2] - origin[2]
	var toward := cos(lon) * x + sin(lon) * y
	var shift: Dictionary = a["applied_shift"]
	var east: float = cos(lon) * y - sin(lon) * x - shift["x"]
	var north: float = cos(lat) * z - sin(lat) * toward + shift["z"]
	var up: float = cos(lat) * toward + sin(lat) * z - shift["y"]
	var yaw := deg_to_rad(a["applied_yaw_deg"])
	return vector(a["scene_position"]) + Vector3(
		east * cos(yaw) - north * sin(yaw), up, -east * sin(yaw) - north * cos(yaw)
	)
