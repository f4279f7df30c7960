"""Rows of scripts/features about what apps of this kind expect besides: routes of real life, floors, fences, looks, plus codes,
languages, and axes that stay."""

import bisect
import csv
import json
import math
import re
import subprocess
import sys
import threading
import time

from feature_pose import row, walk
from feature_scene import around
from feature_world import ROOT, VIEWPORT, Connection, Daemon, corners, expect, moved, near, offset, spot, until, vector, wrapped


# MARK: routes

def legs_of_osrm(places):
    """An answer of OSRM with a leg for each two places, and names of their ends."""
    def leg(a, b):
        line = {"type": "LineString", "coordinates": [[a[0][1], a[0][0]], [b[0][1], b[0][0]]]}
        end = {"type": "LineString", "coordinates": [[b[0][1], b[0][0]]] * 2}
        return {"steps": [{"geometry": line, "name": "", "maneuver": {"type": "depart"}},
                          {"geometry": end, "name": "", "maneuver": {"type": "arrive"}}]}
    waypoints = [{"name": name, "location": [at[1], at[0]]} for at, name in places]
    return json.dumps({"code": "Ok", "routes": [{"legs": [leg(a, b) for a, b in zip(places, places[1:])]}], "waypoints": waypoints})


@row(51, "stops on the way: an arrival at each, before that at the destination", "`Scene.LoadRoute` with legs; `Scene.Subscribe`: `route`")
def stops(world):
    daemon = Daemon(world, "stops", "simulate", "city-blocks", "--speed", "20")
    listener = daemon.listen("Scene.Subscribe", include=["route", "announcements", "markers"], rate_hz=10, everything=True)
    a, b, c = [spot(*corner) for corner in corners()[:3]]
    loaded = daemon.call("Scene.LoadRoute", text=legs_of_osrm([(a, "here"), (b, "Bakery"), (c, "Harbor")]))
    expect(loaded["stops"] == 1, f"{loaded}")
    until(lambda: any(e["code"] == "arrived" for e in listener.all("event")), "arrived", 60)
    listener.close()
    codes = [e["code"] for e in listener.all("event") if e["kind"] == "route"]
    expect(codes.count("stop") == 1 and codes.index("stop") < codes.index("arrived"), f"{codes}")
    said = [e["english"] for e in listener.all("event") if e["code"] == "stop" and e["kind"] == "announcement"]
    expect(len(said) == 1 and said[0].startswith("you are at Bakery, 1 of 1; "), f"{said}")
    marks = [m for f in listener.all("frame") for m in f["markers"] or [] if m["kind"] == "stop"]
    expect(marks and all(m["name"] == "Bakery" for m in marks), f"{marks[:2]}")
    expect(daemon.call("Scene.GetRoute")["route"]["stops"][0]["is_reached"] is True, "the stop is reached")


class Web:
    """The routing server of the tests, with each request that it gets."""

    def __init__(self, world):
        self.process = subprocess.Popen([sys.executable, str(ROOT / "Tests" / "Rig" / "web_server.py")], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        world.running.append(self.process)
        self.url = f"http://127.0.0.1:{self.process.stdout.readline().strip()}"
        self.requests = []
        threading.Thread(target=lambda: self.requests.extend(map(json.loads, iter(self.process.stdout.readline, ""))), daemon=True).start()


@row(52, "a new route when the wearer has left it, and when an app asks for one", "`gnomon route follow`; `Scene.RequestRoute`")
def rerouting(world):
    web = Web(world)
    daemon = Daemon(world, "follow", "simulate", "city-blocks", "--speed", "20")
    listener = daemon.listen("Scene.Subscribe", include=["route"])
    ask = daemon.ask("Scene.RequestRoute", latitude_deg=48.21, longitude_deg=16.38)
    expect("NoRouter" in ask.get("error", "") and "gnomon route follow" in ask.get("english", ""), f"without a follower: {ask}")
    world.start("gnomon", "route", "follow", "--router", web.url + "/osrm", "--socket", daemon.socket, log=world.folder / "followed")
    daemon.add("goals", goal=(spot(*corners()[2]), {"name": "Harbor"}))
    request = until(lambda: daemon.ask("Scene.RequestRoute", layer="goals", id="goal").get("request"), "a request is possible")

    def loaded(reason):
        return [e for e in listener.all("event") if e["code"] == "loaded" and e["parameters"].get("request") == reason]
    until(lambda: loaded(request), "the requested route is loaded", 30)
    expect(daemon.call("Scene.GetRoute")["route"]["name"] == "Harbor", "the name of the place is that of the destination")
    (a, b), (c, d) = corners()[0], corners()[1]
    daemon.route([spot(a, b), spot(c + (c - a) * 4, d + (d - b) * 4)], "Nowhere")
    until(lambda: any(e["parameters"].get("request", 0) and e["parameters"]["request"] > request and e["parameters"]["name"] == "Nowhere"
                      for e in listener.all("event") if e["code"] == "loaded"), "a new route after leaving this one", 60)
    listener.close()
    expect(sum("/osrm/route/v1/" in r["path"] for r in list(web.requests)) == 2, f"{[r['path'] for r in web.requests]}")


@row(53, "requests to Google's and Mapbox's Directions, GraphHopper, OSRM, Valhalla: mode, key, stops",
     "`gnomon route to --router URL --via PLACE --dry-run`")
def servers(world):
    daemon = walk(world)
    key = world.folder / "key"
    key.write_text("secret\n")
    wanted = {
        "https://maps.googleapis.com": ("/maps/api/directions/json?origin=1%2C2&destination=1.2%2C2&mode=walking&waypoints=1.1%2C2", "&key=KEY"),
        "https://api.mapbox.com": ("/directions/v5/mapbox/walking/2,1;2,1.1;2,1.2?", "&access_token=KEY"),
        "https://graphhopper.com/api/1": ("/route?point=1%2C2&point=1.1%2C2&point=1.2%2C2&profile=foot", "&key=KEY"),
        "https://routing.openstreetmap.de/routed-foot": ("/route/v1/foot/2,1;2,1.1;2,1.2?", "steps=true"),
    }
    for server, parts in wanted.items():
        told = json.loads(daemon.gnomon("route", "to", "1.2,2", "--from", "1,2", "--via", "1.1,2", "--router", server, "--key-file", key,
                                        "--dry-run", "--json"))
        expect(all(part in told["url"] for part in parts) and "secret" not in told["url"], f"{server}: {told}")
    told = json.loads(daemon.gnomon("route", "to", "1.2,2", "--from", "1,2", "--via", "1.1,2", "--router", "http://localhost:1",
                                    "--kind", "valhalla", "--dry-run", "--json"))
    expect(len(json.loads(told["body"])["locations"]) == 3, f"{told}")


@row(54, "places of Google's service, with their address, types and photos as payload", "`gnomon place import google.json`")
def google_places(world):
    daemon = walk(world)
    toward = around(daemon)
    at = toward(80)
    answer = {"status": "OK", "results": [{"place_id": "abc", "name": "Café Mozart", "types": ["cafe", "establishment"], "vicinity": "Ring 1",
                                           "geometry": {"location": {"lat": at[0], "lng": at[1]}}}]}
    path = world.folder / "google.json"
    path.write_text(json.dumps(answer))
    daemon.layers.add("google")
    daemon.gnomon("place", "import", path, "--layer", "google")
    found, _ = daemon.placements("google", ["google:abc"], include=["payload"])
    place = found["google:abc"]
    expect(place["category"] == "cafe" and place["payload"]["vicinity"] == "Ring 1", f"{place}")
    path.write_text('{"status": "REQUEST_DENIED", "results": [], "error_message": "No key"}')
    expect("No key" in daemon.gnomon("place", "import", path, "--layer", "google"), "the server's refusal is told")


# MARK: places

@row(55, "floors: stories counted by the barometer, places on other floors hidden", "`gnomon level`; `Scene.SetLevel`, `Place.level`")
def floors(world):
    daemon = Daemon(world, "stairs", "simulate", "stairs", "--speed", "5")
    until(lambda: daemon.call("Scene.GetLevel")["level"] is not None, "a level, from the fixes of the open sky", 30)
    daemon.add("floors", low=(daemon.place(), {"level": 0}), high=(daemon.place(), {"level": 1, "name": "high"}))
    expect("level 0" in daemon.gnomon("level"), "gnomon level")
    daemon.gnomon("level", "0", "--storey", "5.8")
    listener = daemon.listen("Scene.Subscribe", include=["level"])

    def reason(id):
        status = daemon.call("Scene.GetPlace", layer="floors", id=id)["place"]["status"]
        return status["state"] == "hidden" and status.get("reason")
    until(lambda: reason("high") == "level", "on the ground floor the place above is hidden", 10)
    until(lambda: abs((daemon.call("Scene.GetLevel")["level"] or 0) - 1) < 0.25, "two flights of 2.9 m are a story of 5.8 m", 60)
    until(lambda: reason("low") == "level" and reason("high") != "level", "upstairs the other place is hidden", 10)
    until(lambda: any(e["english"] == "you are on level 1" for e in listener.all("event")), "the event of the level")
    listener.close()


@row(56, "fences: polygons that are entered and left", "`Place.polygon`; `Scene.Subscribe`: `proximity`")
def fences(world):
    daemon = Daemon(world, "fences", "simulate", "straight", "--speed", "10")
    listener = daemon.listen("Scene.Subscribe", include=["proximity", "placements"], rate_hz=20, everything=True)
    here, angle = until(daemon.place, "a place"), math.radians(35)

    def at(ahead, right):
        return moved(here, ahead * math.sin(angle) + right * math.cos(angle), ahead * math.cos(angle) - right * math.sin(angle))
    corner = [at(*p) for p in ((60, -20), (60, 20), (110, 20), (110, -20))]
    daemon.add("fences", yard=(at(85, 0), {"polygon": [{"latitude_deg": p[0], "longitude_deg": p[1]} for p in corner]}))
    until(lambda: sum(e["kind"] == "proximity" for e in listener.all("event")) >= 2, "entered and left", 60)
    listener.close()
    events = [e for e in listener.all("event") if e["kind"] == "proximity"]
    expect([e["code"] for e in events] == ["entered", "left"], f"{[e['code'] for e in events]}")
    # Within the accuracy of the place: entered 25 m before its middle, left 25 m behind it and the accuracy beyond.
    near(events[0]["parameters"]["distance"], 25, 12, "distance from the middle on entering")
    near(events[1]["parameters"]["distance"], 30, 12, "distance from the middle on leaving")


@row(57, "the place that one looks at, after a while", "`Scene.Subscribe`: `gaze`, `dwell_s`")
def dwell(world):
    daemon = walk(world)
    layer = "gaze"
    listener = daemon.listen("Scene.Subscribe", include=["gaze"], dwell_s=0.5, rate_hz=20, style={"label": {"width_deg": 30, "height_deg": 20}})

    def dwelled():
        # The head turns: a place in the middle of the present look, until one look is long enough.
        if not any(e["code"] == "dwelled" for e in listener.all("event")):
            daemon.add(layer, ahead=(around(daemon)(60), {}))
        return [e for e in listener.all("event") if e["code"] == "dwelled"]
    events = until(dwelled, "a look of half a second", 30)
    listener.close()
    expect(events[0]["parameters"]["id"] == "ahead" and events[0]["english"] == "you look at ahead", f"{events}")


@row(58, "plus codes, whole and short", "`gnomon pose --share`, `gnomon place add CODE NAME`")
def plus_codes(world):
    daemon = walk(world)
    code = re.search(r"plus code (\S+)", daemon.gnomon("pose", "--share"))[1]
    here = daemon.place()
    daemon.layers.add("codes")
    for id, text in (("whole", code), ("short", code[4:])):
        daemon.gnomon("place", "add", text, id, "--id", id, "--layer", "codes")
        place = daemon.call("Scene.GetPlace", layer="codes", id=id)["place"]
        apart = math.hypot(*offset(here, (place["latitude_deg"], place["longitude_deg"])))
        expect(apart < 30, f"{text} is {apart:.0f} m from here")


@row(59, "sentences in another language, in feet and miles", "`gnomon announce --language de --units imperial`; `Tracking.GetStatus`")
def languages(world):
    daemon = walk(world)
    here = daemon.place()
    daemon.route([here, moved(here, 0, 400)], "Hafen")
    world.kept.pop("routed", None)
    said = daemon.gnomon("announce", "--print", "--language", "de", "--units", "imperial", "--count", "1")
    expect(re.search(r"nach Hafen: 0,[23] Meilen, \d+ min", said), said)
    feet = daemon.gnomon("route", "show", environment={"GNOMON_UNITS": "imperial"})
    expect(re.search(r"0\.[23] mi to go", feet), feet)
    early = Daemon(world, "early", "replay", world.recording("blind", "straight", "--set", "gnss.rate=0", "--set", "imu.rate=100"))
    advice = until(lambda: early.call("Tracking.GetStatus", language="de", units="imperial")["guidance"], "guidance", 30)
    expect(all(a["text"] and a["text"] != a["english"] for a in advice), f"{advice}")


# MARK: axes and marks

def heading(q):
    """The azimuth of a body's −z, by its quaternion in a frame whose −z is north."""
    x, y, z, w = q
    return math.degrees(math.atan2(-2 * (x * z + w * y), 1 - 2 * (x * x + y * y)))


@row(60, "the scene's axes stay where they began, z south and x east", "`gnomon replay --poses`, against the truth of the walk")
def axes(world):
    for plan, limit in (("look-around", 25), ("city-blocks", 25)):
        path = world.recording(f"axes-{plan}", plan, "--seed", "3", "--set", "imu.rate=100")
        truth = [line.split(",") for line in path.read_text().splitlines() if line.startswith("R,")]
        times = [float(fields[1]) for fields in truth]

        def true(time):
            """The true azimuth of the body at the nearest line of truth: 20 a second."""
            index = min(bisect.bisect(times, time), len(times) - 1)
            index -= index > 0 and times[index] - time > time - times[index - 1]
            return heading([float(f) for f in truth[index][5:9]])
        rows = csv.DictReader(line for line in world.gnomon("replay", path, "--profile", "head", "--poses", "-", "--rate", "1").splitlines()
                              if not line.startswith("#"))
        off = [wrapped(heading([float(r[k]) for k in ("qx", "qy", "qz", "qw")]) - true(float(r["t"]))) for r in rows]
        # Of a fast turn 50 ms are some degrees: the mean of ten seconds.
        means = [sum(off[i:i + 10]) / 10 for i in range(0, len(off) - 10, 10)]
        turned = max(abs(wrapped(b - means[0])) for b in means)
        expect(turned < limit, f"{plan}: the axes have turned by up to {turned:.0f}°")


@row(61, "the finish ball has its size at any place of the screen", "`Scene.GetFrame`: `finish.radius`, by an own pinhole")
def ball(world):
    daemon = walk(world)
    here = daemon.place()
    world.kept.pop("routed", None)
    seen, aimed = [], [0.0]

    def measured():
        # The head turns: the destination is put beside the present look again and again.
        if time.monotonic() - aimed[0] > 2:
            aimed[0] = time.monotonic()
            daemon.route([here, around(daemon)(70, 20)], "Harbor")
        frame = daemon.frame("finish", "pose", viewport=VIEWPORT)
        if not frame["finish"] or frame["finish"]["screen"]["where"] != "inside":
            return False
        pose, finish = frame["pose"]["camera"], frame["finish"]
        q, way = pose["orientation"], [a - b for a, b in zip(vector(finish["point"]), vector(pose["position"]))]
        # Its depth: the part along the camera's −z.
        x, y, z, w = (q[k] for k in "xyzw")
        forward = (-2 * (x * z + w * y), -2 * (y * z - w * x), -(1 - 2 * (x * x + y * y)))
        depth, distance = sum(a * b for a, b in zip(way, forward)), math.hypot(*way)
        focal = VIEWPORT["width_px"] / 2 / math.tan(math.radians(VIEWPORT["field_of_view_deg"] / 2))
        alpha = math.atan(finish["diameter_px"] / 2 / focal)
        seen.append(math.degrees(math.acos(min(1, depth / distance))))
        near(finish["radius"], depth * math.sin(alpha), 0.002 * distance, f"radius at {seen[-1]:.0f}° off the axis")
        return len(seen) >= 20 and max(seen) > 12
    until(measured, "the ball on and off the axis", 90)
    # The pulse of the seed: 1 s, to a fifth larger and a tenth as opaque.
    finish = until(lambda: daemon.frame("finish", viewport=VIEWPORT)["finish"], "a finish mark")
    near(finish["pulse_scale"], 1 + 0.2 * finish["phase"], 1e-3, "scale of the pulse")
    near(finish["opacity"], 1 - 0.9 * finish["phase"], 1e-3, "opacity of the pulse")
    hint = daemon.frame("hint", viewport=VIEWPORT, target={"route": "destination"})["hint"]
    expect(hint["kind"] == "destination" and hint["name"] == "Harbor", f"the hint to the finish: {hint}")


@row(62, "60 frames a second with everything, and the time of day", "`Scene.Subscribe` with `rate_hz`; `Tracking.GetStatus`")
def frames(world):
    daemon = walk(world)
    toward = around(daemon)
    daemon.add("many", **{f"m{i}": (toward(60 + 6 * i, (i % 9 - 4) * 12), {}) for i in range(60)})
    here = daemon.place()
    daemon.route([here, moved(here, 30, 200)], "Harbor")
    world.kept.pop("routed", None)
    include = ["placements", "arrows", "line", "markers", "radar", "hint", "finish", "progress", "pose"]
    listener = daemon.listen("Scene.Subscribe", include=include, viewport=VIEWPORT, rate_hz=60)
    until(lambda: len(listener.all("frame")) > 130, "130 frames")
    listener.close()
    frames = listener.all("frame")[5:]
    span = (frames[-1]["time_boot_ns"] - frames[0]["time_boot_ns"]) * 1e-9
    # The daemons of other rows use the cores as well: a frame may be left out, and none is sent twice.
    expect(42 < (len(frames) - 1) / span < 61, f"{(len(frames) - 1) / span:.1f} frames a second")
    status = daemon.call("Tracking.GetStatus")
    expect(status["time_utc_ns"] and status["time_utc_ns"] > 1.6e18, f"{status['time_utc_ns']}")


@row(63, "search while one types, and a view ahead of the user", "`gnomon place search`; `Scene.AddAnchor` with `head`")
def search(world):
    daemon = walk(world)
    toward = around(daemon)
    daemon.add("search", a=(toward(90), {"name": "Café Müller"}), b=(toward(95), {"name": "Museum"}))
    for words in ("caf", "mul", "muller caf"):
        expect("Café Müller" in daemon.gnomon("place", "search", *words.split()), f"{words} finds it")
    expect("Museum" not in daemon.gnomon("place", "search", "caf"), "caf does not find the museum")
    connection = Connection(daemon.socket)
    connection.call("Scene.AddAnchor", id="panel", head={"x": 0.3, "y": -0.1, "z": -1.5}, faces_wearer=True)
    frame = connection.call("Scene.GetFrame", include=["anchors", "pose"])["frame"]
    connection.close()
    panel = next(a for a in frame["anchors"] if a["id"] == "panel")
    near(math.dist(vector(panel["point"]), vector(frame["pose"]["position"])), math.hypot(0.3, 0.1, 1.5), 0.01, "distance of the panel")
