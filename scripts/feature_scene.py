"""Rows of scripts/features about places, screens and routes."""

import json
import math
import time

from captures import HILLS
from feature_pose import hills, row, session, walk
from feature_world import (Daemon, ROOT, VIEWPORT, bearing, corners, expect, moved, near, offset, spot, turned, until, vector, wrapped)


def around(daemon):
    """A function from metres ahead of the wearer's present look, and to its right, to a place."""
    here, angle = daemon.place(), math.radians(daemon.pose()["heading_deg"])
    east, north = math.sin(angle), math.cos(angle)
    return lambda ahead, right=0: moved(here, ahead * east + right * north, ahead * north - right * east)


def viewed(daemon, layer, id, **parameters):
    """A placement and its frame, while it is on the screen: heads turn."""
    def found():
        here, frame = daemon.placements(layer, [id], viewport=VIEWPORT, **parameters)
        return (here[id], frame) if here[id]["screen"]["where"] == "inside" else None
    return until(found, f"{id} on the screen", 30)


def routed(world):
    """The walk with its route loaded."""
    daemon = walk(world)

    def load():
        daemon.route([spot(*point) for point in corners()])
        until(lambda: daemon.frame("progress")["progress"]["status"] == "following", "following the route", 30)
        return True
    world.once("routed", load)
    return daemon


@row(20, "latitude and longitude → scene", "`gnomon place add`, `Scene.GetFrame`")
def geo_to_scene(world):
    daemon = walk(world)
    at = moved(daemon.place(), 120, -70)
    daemon.layers.add("geo")
    daemon.gnomon("place", "add", at[0], at[1], "Somewhere", "--id", "x", "--layer", "geo")
    found, _ = daemon.placements("geo", ["x"])
    here = daemon.place()
    # The accuracy is that of the wearer's own place, which is the same for both; the wearer walks on between the two calls.
    near(wrapped(found["x"]["azimuth_deg"] - bearing(here, at)), 0, 1.5, "azimuth off the bearing")
    near(found["x"]["distance"], math.hypot(*offset(here, at)), 2, "distance")


@row(21, "far places are drawn nearer, as large as at their place", "`Scene.GetFrame`: `drawn_distance`, `scale`")
def pulled_in(world):
    daemon = walk(world)
    toward = around(daemon)
    daemon.add("far", far=(toward(420), {}), near=(toward(12, 8), {}))
    found, frame = daemon.placements("far", ["far", "near"])
    pose = daemon.call("Tracking.GetPose", time_boot_ns=frame["time_boot_ns"])["pose"]
    place = found["far"]
    expect(place["drawn_distance"] < place["distance"] / 2, f"drawn at {place['drawn_distance']} of {place['distance']} m")
    # As large as at its place: the angle of a meter is the same.
    near(place["scale"] / place["drawn_distance"], 1 / place["distance"], 0.02 / place["distance"], "the angle of a meter")
    near(found["near"]["scale"] / found["near"]["drawn_distance"], 1 / found["near"]["distance"],
         0.02 / found["near"]["distance"], "the angle of a meter nearby")
    drawn = math.dist(vector(place["point"]), vector(pose["position"]))
    near(drawn, place["drawn_distance"], 0.6, "the point's distance from the eyes")


@row(22, "five scaling schemes, for each category", "`Scene.GetFrame` with `style.scaling`")
def scaling(world):
    daemon = walk(world)
    toward = around(daemon)
    daemon.add("scaling", a=(toward(150), {"category": "cafe"}), b=(toward(155, 60), {"category": "shop"}))

    def size(category="cafe", **scheme):
        found, _ = daemon.placements("scaling", ["a", "b"], style={"cluster_share": 0, "scaling": [{"category": "cafe", **scheme}]})
        place = found["a" if category == "cafe" else "b"]
        distance = place["drawn_distance"] / place["scale"]
        return place.get("size"), place["scale"], distance, place["drawn_distance"]
    value, scale, distance, _ = size(scheme="perspective")
    near(value, scale, 1e-4, "perspective")
    value, _, distance, drawn = size(scheme="normal")
    near(value, 0.181 * drawn, 0.01, "normal")
    value, scale, distance, _ = size(scheme="tiered", threshold=100, factor=0.5)
    near(value, 0.5 * scale, 1e-3, "tiered")
    value, scale, distance, _ = size(scheme="double-tiered", threshold=50, factor=2, far_threshold=100, far_factor=3)
    near(value, 3 * scale, 1e-3, "double-tiered")
    value, scale, distance, _ = size(scheme="linear", threshold=1000)
    near(value, scale * (1 - distance / 1000), 1e-3, "linear")
    value, scale, distance, _ = size(scheme="linear-buffer", threshold=1000, buffer=100)
    near(value, scale * (1 - (distance - 100) / 1000), 1e-3, "linear-buffer")
    value, scale, *_ = size("shop", scheme="normal")
    near(value, scale, 1e-3, "another category is drawn in perspective")


@row(23, "finish mark: largest up to 50 m, linearly to the smallest at 2 km", "`Scene.GetFrame`: `finish`")
def finish(world):
    daemon = walk(world)
    sizes = {}
    style = {"finish_largest": 0.2, "finish_smallest": 0.1}
    for distance in (45, 1025, 3000):
        here = daemon.place()
        end = moved(here, 0, distance)
        daemon.route([moved(here, 0, -3), here, moved(here, 0, 30), end])
        frame = until(lambda: (lambda f: f if f["finish"] and abs(f["finish"]["distance"] - distance) < 60 else None)(
            daemon.frame("finish", viewport=VIEWPORT, style=style)), f"a finish mark in {distance} m")
        sizes[distance] = (frame["finish"]["diameter_px"], frame["finish"]["distance"])
    world.kept.pop("routed", None)
    shorter = VIEWPORT["height_px"]
    near(sizes[45][0], 0.2 * shorter, 1 + 0.2 * shorter * 0.02, "diameter within 50 m")
    near(sizes[3000][0], 0.1 * shorter, 1, "diameter beyond 2 km")
    share = 0.2 - 0.1 * (sizes[1025][1] - 50) / 1950
    near(sizes[1025][0], share * shorter, 1, "diameter half way")


@row(24, "distance as a text, level with the ground", "`Scene.GetFrame`: `finish.text_rise_px`, `upright_deg`")
def level_text(world):
    daemon = routed(world)
    frame = daemon.frame("finish", viewport=VIEWPORT)
    pose = daemon.call("Tracking.GetPose", time_boot_ns=frame["time_boot_ns"])["pose"]
    mark = frame["finish"]
    expect(mark["text_rise_px"] > mark["diameter_px"] / 2, f"text at {mark['text_rise_px']} px, ball of {mark['diameter_px']} px")
    # The angle of the world's up on the screen, by the pose.
    q = {**pose["orientation"], "w": -pose["orientation"]["w"]}
    x, y, _ = turned(q, (0, 1, 0))
    near(wrapped(frame["upright_deg"] - math.degrees(math.atan2(-x, y))), 0, 4, "the label's turn on the screen")


@row(25, "billboards that turn about the vertical only", "`Scene.GetFrame` with `billboards`")
def billboards(world):
    daemon = walk(world)
    toward = around(daemon)
    daemon.add("boards", **{f"b{i}": (toward(40, side), {}) for i, side in enumerate((-60, 0, 60))})
    found, frame = daemon.placements("boards", ["b0", "b1", "b2"], include=["billboards"])
    pose = daemon.call("Tracking.GetPose", time_boot_ns=frame["time_boot_ns"])["pose"]
    for id, place in found.items():
        q = place["orientation"]
        expect(abs(q["x"]) < 1e-6 and abs(q["z"]) < 1e-6, f"{id} is not level: {q}")
        face, eye, point = turned(q, (0, 0, 1)), vector(pose["position"]), vector(place["point"])
        back = math.atan2(eye[0] - point[0], eye[2] - point[2])
        angle = math.degrees(math.atan2(face[0], face[2]) - back)
        near(wrapped(angle), 0, 3, f"{id} faces the wearer, off by")
    expect(len({round(p["orientation"]["y"], 2) for p in found.values()}) == 3, "each turns to the wearer")


@row(26, "off-screen hint at the edge, by the shortest turn, at the bottom for what is behind", "`Scene.GetFrame`: `hint` of a `target`")
def hint(world):
    daemon = walk(world)
    toward = around(daemon)
    daemon.add("hints", front=(toward(50), {}), right=(toward(2, 50), {}), back=(toward(-50, 1), {}))
    daemon.placements("hints", ["front", "right", "back"])

    def at(id):
        return daemon.frame("hint", viewport=VIEWPORT, target={"layer": "hints", "id": id})["hint"]
    inside = until(lambda: (lambda h: h if h["screen"]["where"] == "inside" else None)(at("front")), "the front one is seen", 30)
    expect(inside["name"] == "front" and not inside.get("border"), f"{inside}")
    side = until(lambda: (lambda h: h if h.get("border") and 60 < h["bearing_deg"] < 120 else None)(at("right")), "one to the right", 30)
    expect(side["border"]["side"] == "right" and side["border"]["right"] > 0.7, f"{side['border']}")
    behind = until(lambda: (lambda h: h if h.get("border") and h["angle_deg"] > 171 else None)(at("back")), "one behind", 30)
    border, width = behind["border"], VIEWPORT["width_px"]
    near(border["y_px"], VIEWPORT["height_px"], 1, "the bottom edge")
    # Half way to the corner on the side of the turn; that side is kept until 10° past straight behind.
    sign = 1 if border["side"] == "right" else -1
    near(border["x_px"], width / 2 + sign * width / 4, 0.02 * width, f"half way to the corner: {border}")
    expect(sign * behind["bearing_deg"] > 0 or abs(behind["bearing_deg"]) > 169, f"the shorter turn: {behind}")


@row(27, "the route's line in the scene, with its two edges, on the ground of the tiles", "`Scene.GetFrame`: `line`")
def line(world):
    daemon = routed(world)
    frame = daemon.frame("line", "progress", style={"line_width": 2.5})
    vertices, progress = frame["line"]["vertices"], frame["progress"]
    expect(len(vertices) >= 2, f"{len(vertices)} vertices")
    lengths = [v["length"] for v in vertices]
    expect(lengths == sorted(lengths), f"{lengths}")
    for v in vertices[1:-1] or vertices:
        expect(math.dist(vector(v["left"]), vector(v["right"])) >= 2.49, f"edges of {v}")
    near(math.dist(vector(vertices[-1]["left"]), vector(vertices[-1]["right"])), 2.5, 0.05, "width at the end")
    expect(lengths[0] <= progress["length"] <= lengths[-1], f"the wearer at {progress['length']} m is on {lengths}")
    on_the_ground(hills(world))


def on_the_ground(daemon):
    """The line over hills, at its vertices and half way between them, against the heights of the tiles."""
    daemon.route([spot(*point) for point in corners(HILLS)])
    until(lambda: daemon.frame("progress")["progress"]["status"] == "following", "following the route over hills", 30)
    frame, here = daemon.frame("line", style={"line_ahead": 200}), daemon.place()
    eye = vector(daemon.call("Tracking.GetPose", time_boot_ns=frame["time_boot_ns"])["pose"]["position"])
    yaw = math.radians(daemon.call("Tracking.GetAlignment")["alignment"]["applied_yaw_deg"])

    def height(at):
        return daemon.call("Scene.GetTerrain", latitude_deg=at[0], longitude_deg=at[1])["height"]
    own, points = height(here), [[p - e for p, e in zip(vector(v["point"]), eye)] for v in frame["line"]["vertices"]]
    points += [[(p + q) / 2 for p, q in zip(a, b)] for a, b in zip(points, points[1:])]
    for x, y, z in points:
        at = moved(here, math.cos(yaw) * x - math.sin(yaw) * z, -math.sin(yaw) * x - math.cos(yaw) * z)
        near(y, height(at) - own - 1.6, 0.6 + 0.003 * math.hypot(x, z), f"height of the line in {math.hypot(x, z):.0f} m")


@row(28, "arrows every 3 m, up to 100 m ahead, with a moving phase", "`Scene.GetFrame`: `arrows`")
def arrows(world):
    daemon = routed(world)
    frames = [daemon.frame("arrows", "progress")]
    time.sleep(0.7)
    frames.append(daemon.frame("arrows", "progress"))
    for frame in frames:
        homes = [a["home"] for a in frame["arrows"]["arrows"]]
        expect(len(homes) > 20, f"{len(homes)} arrows")
        expect(all(abs(h / 3 - round(h / 3)) < 1e-3 for h in homes), f"homes {homes[:5]}")
        reach = max(a["length"] for a in frame["arrows"]["arrows"]) - frame["progress"]["length"]
        expect(80 < reach <= 103, f"arrows reach {reach} m ahead")
    a, b = frames
    phase = (b["arrows"]["phase"] - a["arrows"]["phase"]) % 1
    seconds = (b["time_boot_ns"] - a["time_boot_ns"]) * 1e-9
    near(phase, seconds * 1.5 / 3 % 1, 0.05, "the phase moved at 1.5 m/s by")


@row(29, "a window of the route: the nearest part and 100 m ahead", "`Scene.GetFrame`: `arrows`, `line`")
def window(world):
    daemon = routed(world)
    frame = daemon.frame("arrows", "line", "progress", style={"line_behind": 5, "line_ahead": 60})
    length = frame["progress"]["length"]
    first = min(a["length"] for a in frame["arrows"]["arrows"])
    expect(-6.1 < first - length < 3, f"the first arrow is {first - length:.1f} m from the wearer")
    ends = [v["length"] for v in frame["line"]["vertices"]]
    near(ends[0], max(0, length - 5), 1, "the line begins at")
    near(ends[-1], length + 60, 1, "the line ends at")


@row(30, "marks: start, turns, dots every 20 m, destination", "`Scene.GetFrame`: `markers`")
def markers(world):
    daemon = routed(world)
    found = daemon.frame("markers", style={"markers_ahead": 2000})["markers"]
    kinds = {m["kind"] for m in found}
    expect({"left", "right", "dot", "destination"} <= kinds, f"{kinds}")
    dots = sorted(m["length"] for m in found if m["kind"] == "dot")
    expect(all(abs(d / 20 - round(d / 20)) < 1e-3 for d in dots), f"dots at {dots[:5]}")
    here = daemon.place()
    daemon.route([here, moved(here, 0, 60), moved(here, 60, 60)])
    found = daemon.frame("markers")["markers"]
    world.kept.pop("routed", None)
    expect({"start", "right", "destination"} <= {m["kind"] for m in found}, f"at the start: {found}")


@row(31, "progress, off route with the way back, steps, arrival", "`Scene.Subscribe`: `progress`, `route`")
def progress(world):
    run = session(world)
    off = next(e for e in run.events("route") if e["code"] == "off-route")
    expect(off["parameters"]["distance"] > 20 and "rejoin" in off["parameters"], f"{off['parameters']}")
    run.arrived()
    codes = [e["code"] for e in run.events("route")]
    expect(codes.count("step") >= 4 and codes.count("arrived") == 1 and codes[-1] in ("arrived", "ended"), f"{codes}")
    way = [f["progress"] for f in run.scene.all("frame") if f.get("progress") and f["progress"]["name"] == "Ferry Pier"]
    lengths = [p["length"] for p in way if p["status"] == "following"]
    expect(lengths[-1] > 600 and all(b > a - 25 for a, b in zip(lengths, lengths[1:])), f"{lengths[0]} … {lengths[-1]} m")


@row(32, "instructions to be spoken, with the destination's name", "`gnomon announce --print`")
def spoken(world):
    run = session(world)
    run.arrived()
    until(lambda: any("you are there: Ferry Pier" in line for line in run.said.read_text().splitlines()),
          "the sentence of the arrival")
    said = run.said.read_text()
    for words in ("in 50 m", "turn right", "turn left", "off"):
        expect(words in said.lower(), f"'{words}' was not said: {said[-400:]}")
    turns = [e for e in run.events("announcement") if e["code"] in ("turn-soon", "turn-now")]
    expect(len(turns) >= 8, f"{len(turns)} announcements of turns")


FORMATS = {
    "linestring": "GeoJSON", "feature": "GeoJSON", "gpx-route": "GPX", "gpx-track": "GPX", "polyline5": "polyline",
    "polyline6": "polyline", "osrm": "OSRM", "valhalla": "Valhalla", "google": "Google", "google-routes": "Google Routes",
    "graphhopper": "GraphHopper", "openrouteservice": "openrouteservice",
}


def checked(world, path, **options):
    return json.loads(world.gnomon("route", "check", path, "--json", **options))


@row(33, "route formats: Google, polylines, OSRM, Mapbox, Valhalla, GPX, GeoJSON and more", "`gnomon route check FILE`")
def formats(world):
    for name, format in FORMATS.items():
        read = checked(world, ROOT / "Tests" / "Fuzz" / "seeds" / "route" / name)
        expect(read["format"] == format, f"{name} is read as {read['format']}")
        expect(read["points"] >= 2 and read["length"] > 1, f"{name}: {read}")


@row(34, "range from 200 to 1000 m", "`gnomon place filter --radius`")
def ranges(world):
    daemon = walk(world)
    toward = around(daemon)
    daemon.add("range", near=(toward(120), {}), far=(toward(600), {}))

    def status(id):
        return daemon.call("Scene.GetPlace", layer="range", id=id)["place"]["status"]
    try:
        for radius, wanted in ((200, "hidden"), (1000, "shown")):
            daemon.gnomon("place", "filter", "--radius", radius)
            until(lambda: status("far")["state"] == wanted, f"with {radius} m the place in 600 m is {wanted}")
            expect(status("near")["state"] == "shown", f"the place in 120 m: {status('near')}")
            if wanted == "hidden":
                expect(status("far")["reason"] == "range", f"{status('far')}")
        refused = daemon.ask("Scene.SetFilter", radius=100)
        expect("InvalidValue" in refused.get("error", ""), f"100 m: {refused}")
    finally:
        daemon.gnomon("place", "filter", "--clear")


@row(35, "proximity: near a place at 40 m, at it, away from it", "`Scene.Subscribe`: `proximity`")
def proximity(world):
    run = session(world)
    run.strayed()
    until(lambda: {"entered", "left"} <= {e["code"] for e in run.events("proximity")}, "entered and left", 60)
    entered = next(e for e in run.events("proximity") if e["code"] == "entered")
    expect(entered["parameters"]["distance"] <= 41, f"{entered}")
    left = next(e for e in run.events("proximity") if e["code"] == "left")
    expect(left["parameters"]["distance"] >= 49, f"{left}")


@row(36, "clusters that dissolve when one comes nearer", "`Scene.GetFrame`: `count`, `members`")
def clusters(world):
    daemon = walk(world)
    here = daemon.place()
    toward = around(daemon)
    daemon.add("clusters", a=(toward(150), {}), b=(toward(158, 4), {}), c=(toward(20, -14), {}),
               d=(toward(44, 20), {}))
    found, _ = daemon.placements("clusters", ["a", "c", "d"], include=["clusters"])
    expect(found["a"]["count"] == 2 and len(found["a"]["members"]) == 2, f"two places 9 m apart in 150 m: {found['a']['count']}")
    expect("b" not in found, "the second one has a label of its own")
    expect(found["c"]["count"] == 1 and found["d"]["count"] == 1, "two places in 20 and 50 m are apart")


@row(37, "radar", "`gnomon radar --once`; `Scene.GetFrame`: `radar`")
def radar(world):
    daemon = walk(world)
    toward = around(daemon)
    daemon.add("radar", near=(toward(100, 60), {}), beyond=(toward(320), {}))
    daemon.placements("radar", ["near", "beyond"])
    frame = daemon.frame("radar", "placements", radar_range=200)
    heading = daemon.call("Tracking.GetPose", time_boot_ns=frame["time_boot_ns"])["pose"]["heading_deg"]
    marks = {m["id"]: m for m in frame["radar"]["marks"]}
    places = {p["id"]: p for p in frame["placements"]}
    words = daemon.gnomon("radar", "--once")
    angle = math.radians(places["near"]["azimuth_deg"] - heading)
    reach = places["near"]["distance"] / 200
    near(marks["near"]["x"], math.sin(angle) * reach, 0.04, "x")
    near(marks["near"]["y"], -math.cos(angle) * reach, 0.04, "y")
    expect(marks["beyond"]["is_beyond"] and abs(math.hypot(marks["beyond"]["x"], marks["beyond"]["y"]) - 1) < 0.01,
           f"{marks['beyond']}")
    expect("near" in words, f"gnomon radar: {words}")


@row(38, "labels are stacked, not on top of each other", "`Scene.GetFrame`: `slot`, `drawn_elevation_deg`")
def stacking(world):
    daemon = walk(world)
    toward = around(daemon)
    daemon.add("stack", **{f"s{i}": (toward(distance, i), {}) for i, distance in enumerate((60, 110, 220, 430))})
    style = {"cluster_share": 0, "label": {"width_deg": 12, "height_deg": 4}}
    found, _ = daemon.placements("stack", ["s0", "s1", "s2", "s3"], style=style)
    places = list(found.values())
    expect(found["s0"]["slot"] == 0 and len({p["slot"] for p in places}) == 4, f"slots {[p['slot'] for p in places]}")
    for i, a in enumerate(places):
        for b in places[:i]:
            apart = abs(a["drawn_elevation_deg"] - b["drawn_elevation_deg"])
            expect(apart > 3.2, f"{a['id']} and {b['id']} are {apart:.1f}° apart")


@row(39, "stable order by depth", "`Scene.Subscribe`: `rank`")
def order(world):
    daemon = walk(world)
    toward = around(daemon)
    daemon.add("order", **{f"o{i}": (toward(100 + 0.5 * i, 25 * i - 60), {}) for i in range(6)})
    style = {"cluster_share": 0}
    daemon.placements("order", [f"o{i}" for i in range(6)], style=style)
    listener = daemon.listen("Scene.Subscribe", include=["placements"], everything=True, rate_hz=30, style=style)
    until(lambda: len(listener.replies) > 60, "60 frames")
    listener.close()
    swaps = 0
    frames = [[p for p in f["placements"] if p["layer"] == "order"] for f in listener.all("frame")]
    for a, b in zip(frames, frames[1:]):
        expect([p["rank"] for p in a] == sorted(p["rank"] for p in a), "ranks are in order")
        swaps += [p["id"] for p in a] != [p["id"] for p in b]
    expect(swaps <= 3, f"{swaps} changes of the order in two seconds")


@row(40, "distance bands: to 200, to 500 m, beyond", "`Scene.GetFrame`: `band`")
def bands(world):
    daemon = walk(world)
    daemon.gnomon("place", "filter", "--radius", 1000)
    wanted = {"b100": "near", "b350": "middle", "b700": "far"}
    toward = around(daemon)
    daemon.add("bands", **{id: (toward(int(id[1:]), 30), {}) for id in wanted})
    found, _ = daemon.placements("bands", wanted, style={"cluster_share": 0})
    daemon.gnomon("place", "filter", "--clear")
    for id, band in wanted.items():
        expect(found[id]["band"] == band, f"{id}: {found[id]['band']}")


@row(41, "filter: up to three categories, tags, favourites", "`gnomon place filter --category cafe --tag wifi`")
def filters(world):
    daemon = walk(world)
    toward = around(daemon)
    daemon.add("filter", cafe=(toward(60, 10), {"category": "cafe", "tags": ["wifi"]}),
               shop=(toward(80, 40), {"category": "shop"}), bar=(toward(100, -40), {"category": "bar"}))

    def shown():
        return {id for id in ("cafe", "shop", "bar")
                if daemon.call("Scene.GetPlace", layer="filter", id=id)["place"]["status"]["state"] == "shown"}
    try:
        for words, wanted in ((["--category", "cafe", "--category", "shop"], {"cafe", "shop"}), (["--clear"], {"cafe", "shop", "bar"}),
                              (["--tag", "wifi"], {"cafe"}), (["--clear"], {"cafe", "shop", "bar"})):
            daemon.gnomon("place", "filter", *words)
            until(lambda: shown() == wanted, f"place filter {words}: {wanted}")
        daemon.gnomon("place", "filter", *[w for c in "abcd" for w in ("--category", c)], status=64)
        daemon.gnomon("place", "favourite", "bar", "--layer", "filter")
        daemon.gnomon("place", "filter", "--favourites")
        until(lambda: shown() == {"bar"}, "the favourite only")
    finally:
        daemon.gnomon("place", "filter", "--clear")


@row(42, "a largest number of shown places, which keeps favourites", "`Scene.GetFrame` with `style.most`")
def cap(world):
    daemon = walk(world)
    toward = around(daemon)
    daemon.add("cap", **{f"c{i}": (toward(30 + 20 * i, 20 * i - 50), {"is_favourite": i == 5}) for i in range(6)})
    style = {"cluster_share": 0, "most": 3}
    found, frame = daemon.placements("cap", ["c0", "c5"], style=style)
    expect(len(frame["placements"]) == 3, f"{len(frame['placements'])} places")
    expect(set(found) == {"c0", "c1", "c5"}, f"the nearest two and the favourite: {sorted(found)}")


@row(43, "picking a place by a ray or a point of the screen", "`Scene.Pick`")
def picking(world):
    daemon = walk(world)
    toward = around(daemon)
    daemon.add("pick", a=(toward(60), {"payload": {"url": "x"}}), b=(toward(60, 50), {}))

    def pick():
        place, frame = viewed(daemon, "pick", "a")
        answer = daemon.call("Scene.Pick", viewport=VIEWPORT, x_px=place["screen"]["x_px"], y_px=place["screen"]["y_px"],
                             include=["payload"])
        return answer["placement"]
    # The head may turn between the two calls.
    found = until(lambda: (lambda p: p if p and p["id"] == "a" else None)(pick()), "the picked place", 30)
    expect(found["payload"] == {"url": "x"}, f"{found.get('payload')}")
    places, frame = daemon.placements("pick", ["a", "b"])
    eye = vector(daemon.pose()["position"])
    point = vector(places["b"]["point"])
    ray = dict(zip("xyz", (p - e for p, e in zip(point, eye))))
    found = daemon.call("Scene.Pick", direction=ray)["placement"]
    expect(found and found["id"] == "b", f"by a ray: {found and found['id']}")
    expect(daemon.call("Scene.Pick", direction={"x": 0, "y": 1, "z": 0})["placement"] is None, "straight up there is nothing")


@row(44, "the place as a text to share; day and night", "`gnomon pose --share`; `Scene.GetFrame`: `light`")
def sharing(world):
    # Of a wearer who stands, so that the place is still the same when it is asked for.
    daemon = Daemon(world, "told", "simulate", "look-around")
    until(daemon.place, "a place", 30)
    words = daemon.gnomon("pose", "--share").splitlines()
    expect(words[0].startswith("geo:48.") and ";u=" in words[0], f"{words[0]}")
    latitude, longitude = map(float, words[0][4:].split(";")[0].split(",")[:2])
    expect(math.hypot(*offset(daemon.place(), (latitude, longitude))) < 5, f"{words[0]} is not here")
    light = daemon.frame("light")["light"]
    # 1 June, 9:01 UTC in Vienna: the sun is in the east-southeast, and high.
    expect(light["daylight"] == "day", f"{light}")
    near(light["sun_elevation_deg"], 59, 4, "the sun's elevation")
    near(light["sun_azimuth_deg"], 130, 12, "the sun's azimuth")


@row(45, "OGC GeoPose", "`gnomon watch geopose --json`, `gnomon replay --geopose`")
def geopose(world):
    daemon = walk(world)
    lines = [json.loads(line) for line in daemon.gnomon("watch", "geopose", "--rate", 5, "-n", 3, "--json").splitlines()]
    given = [line["geopose"] for line in lines if line.get("geopose")]
    expect(given, f"{lines[:1]}")
    pose = daemon.call("Tracking.GetPose", time_boot_ns=given[-1]["time_boot_ns"])["pose"]
    x, y, z = turned(given[-1]["quaternion"], (1, 0, 0))
    near(wrapped(90 - math.degrees(math.atan2(y, x)) - pose["heading_deg"]), 0, 1, "90° − yaw, less the heading")
    near(given[-1]["position"]["lat"], pose["latitude_deg"], 1e-6, "latitude")
    strict = world.gnomon("replay", hills(world) and world.folder / "hills.gnomon", "--geopose", "-", "--geopose-form", "strict",
                          "--rate", 1).splitlines()
    expect(len(strict) > 100 and set(json.loads(strict[-1])) == {"position", "quaternion"}, f"{strict[-1:]}")
