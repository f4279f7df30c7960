"""Rows of scripts/features about where to look and where to go: hints, arrival, off the route, words, errors that teach."""

import json
import math

from feature_pose import row, walk
from feature_scene import around
from feature_world import Connection, Daemon, VIEWPORT, corners, expect, moved, near, offset, spot, turned, until, vector, wrapped

# A display that is held on its side: its x axis is the body's up.
ON_ITS_SIDE = {**VIEWPORT, "orientation": {"x": 0, "y": 0, "z": math.sqrt(0.5), "w": math.sqrt(0.5)}}


def line(points):
    return json.dumps({"type": "LineString", "coordinates": [[longitude, latitude] for latitude, longitude in points]})


def along(leg, way, aside=0):
    """A point on a leg of the simulated walk, and so far to the right of it."""
    (a, b), (c, d) = corners()[leg], corners()[leg + 1]
    length = math.hypot(c - a, d - b)
    east, north = (c - a) / length, (d - b) / length
    return spot(a + east * way + north * aside, b + north * way - east * aside)


class Walk:
    """A walk of its own at ten times its speed, on a route, with the events of its scene."""

    def __init__(self, world, title, route, **parameters):
        self.daemon = Daemon(world, title, "simulate", "city-blocks", "--speed", "10")
        self.scene = self.daemon.listen(
            "Scene.Subscribe", include=["announcements", "route", "progress", "hint", "arrows"], viewport=VIEWPORT, everything=True,
            rate_hz=20, language="en", units="metric")
        until(self.daemon.place, "a place", 60)
        self.daemon.call("Scene.LoadRoute", text=line(route), **parameters)

    def events(self, code, kind="announcement"):
        return [e for e in self.scene.all("event") if e["kind"] == kind and e["code"] == code]

    def frames(self):
        return [f for f in self.scene.all("frame") if f.get("progress")]


@row(64, "a hint says where to look and where to go, each for itself", "`Scene.GetFrame`: `hint.look`, `hint.go`")
def look_and_go(world):
    daemon = walk(world)
    for viewport in (VIEWPORT, ON_ITS_SIDE):
        for side, turn in (("left", -60), ("right", 60)):
            toward = around(daemon)
            daemon.route([daemon.place(), toward(40), toward(40, turn)])

            def beside():
                frame = daemon.frame("hint", "pose", viewport=viewport)
                hint = frame["hint"]
                return (hint, frame) if hint and hint["kind"] == "turn" and hint.get("look") else None
            hint, frame = until(beside, "the corner beside the display", 60)
            look, go = hint["look"], hint["go"]
            expect(go["kind"] == side and go["turn_deg"] * turn > 0 and f"turn {side}" in go["english"], f"{go}")
            near(go["distance"], hint["length"], 0.1, "the way to the turn")
            expect("turn" not in hint["name"], f"the name is that of the thing: {hint['name']}")
            # By the camera of the same frame: the direction on the display, clockwise from its own up.
            camera = frame["pose"]["camera"]
            q = {**camera["orientation"], "w": -camera["orientation"]["w"]}
            x, y, z = turned(q, [a - b for a, b in zip(vector(hint["point"]), vector(camera["position"]))])
            near(wrapped(look["edge_deg"] - math.degrees(math.atan2(x, y))), 0, 1.5, "the direction to turn the view in")
            near(look["angle_deg"], math.degrees(math.acos(-z / math.hypot(x, y, z))), 1.5, "the angle to the corner")
            edges = [abs(look["x_px"]), abs(look["x_px"] - 1280), abs(look["y_px"]), abs(look["y_px"] - 720)]
            expect(min(edges) < 0.1, f"{look} is not on the display's edge")
    world.kept.pop("routed", None)


@row(65, "arrival at the door, with the side of the street; then the route is over", "`Scene.Subscribe`: `arrival`, `ended`; `Scene.LoadRoute` with `place`")
def door(world):
    (a, b), (c, d) = corners()[0], corners()[1]
    half = math.hypot(c - a, d - b) * 0.6
    run = Walk(world, "door", [along(0, 0), along(0, half)], name="Bakery",
               place=dict(zip(("latitude_deg", "longitude_deg"), along(0, half, 14))))
    until(lambda: run.events("ended", "route"), "the end of the route", 120)
    said = run.events("arrival")
    expect([e["text"] for e in said] == ["you are there: Bakery, on the right"], f"{said}")
    at = [f for f in run.frames() if f["progress"]["status"] == "arrived"]
    before = [f for f in run.frames() if f["progress"]["status"] == "following"][-1]
    expect(before["progress"]["remaining"] < 20 and at[0]["progress"]["remaining"] <= 8.5, f"{at[0]['progress']}")
    for frame in at + [before]:
        near(frame["progress"]["distance_to_step"], frame["progress"]["remaining"], 0.01, "two numbers of one way")
    # Arrows to the last meters before the door.
    homes = [x["home"] + frame["progress"]["remaining"] - frame["progress"]["length"] for frame in [before] for x in frame["arrows"]["arrows"]]
    expect(max(homes) > 0 and before["hint"]["kind"] == "destination", f"{before['hint']}")
    end = before["progress"]["length"] + before["progress"]["remaining"]
    expect(end - max(x["home"] for x in before["arrows"]["arrows"]) < 3.1, "no arrow at the door")
    expect(run.daemon.call("Scene.GetRoute")["route"] is None, "the route is over")
    last = run.daemon.frame("hint", "progress")
    expect(last["hint"] is None and last["progress"] is None, f"{last}")
    # A place of the wearer's own, with its door.
    run.daemon.gnomon("place", "add", *along(1, 50, 20), "Café", "--id", "cafe", "--layer", "doors", "--entrance", ",".join(map(str, along(1, 50, 9))))
    run.daemon.layers.add("doors")
    place = run.daemon.call("Scene.GetPlace", layer="doors", id="cafe")["place"]
    near(offset((place["entrance"]["latitude_deg"], place["entrance"]["longitude_deg"]), along(1, 50, 9))[0], 0, 0.1, "the door")


@row(66, "off the route: announced again each 50 m, a cue all the time, and the return is announced", "`Scene.Subscribe`: `off-route`, `back-on-route`; `hint.cue`")
def strayed(world):
    (a, b), (c, d) = corners()[0], corners()[1]
    first = math.hypot(c - a, d - b)
    (e, f) = corners()[2]
    second = math.hypot(e - c, f - d)
    # Straight on at the first corner, and back to the walk's second leg near its end.
    beyond = along(0, first + 400)
    run = Walk(world, "strayed", [along(0, 0), along(0, first), beyond, along(1, second - 5), along(2, 150)], name="Nowhere")
    until(lambda: run.events("back-on-route"), "back on the route", 180)
    off = [e["parameters"]["distance"] for e in run.events("off-route")]
    steps = int((second - 60) / 50)
    expect(len(off) >= max(2, min(3, steps)), f"{off} on a way of {second:.0f} m")
    texts = [e["text"] for e in run.events("off-route")]
    expect(len(set(texts)) > 1 and all(t.startswith("off the route: it is ") for t in texts), f"{texts}")
    expect(run.events("back-on-route")[0]["text"].startswith("back on the route"), f"{run.events('back-on-route')}")
    strays = [f for f in run.frames() if f["progress"]["status"] == "off-route" and f.get("hint")]
    expect(len(strays) > 20 and all(f["hint"].get("cue") for f in strays), "a cue off the route")
    for frame in strays:
        near(frame["hint"]["cue"]["distance"], frame["progress"]["deviation"]["distance"], 3, "the cue is where to go")
        expect(frame["hint"]["go"]["kind"] == "rejoin", f"{frame['hint']['go']}")


def planned(points, turns):
    """An answer of OSRM's form: a line with turns at its points."""
    steps = [("depart", "", points[0])] + [("turn", modifier, points[index]) for index, modifier in turns] + [("arrive", "", points[-1])]
    return json.dumps({"code": "Ok", "routes": [{
        "geometry": {"type": "LineString", "coordinates": [[b, a] for a, b in points]},
        "legs": [{"steps": [{"name": "", "maneuver": {"type": kind, "modifier": modifier, "location": [at[1], at[0]]}}
                            for kind, modifier, at in steps]}]}]})


@row(67, "words for people on foot: crossings, landmarks, a clock's face, and first of all to turn round", "`Scene.Subscribe` with `directions`, `crossings`; `gnomon announce`")
def words(world):
    daemon = walk(world)
    world.kept.pop("routed", None)
    silent, spoken = (daemon.listen("Scene.Subscribe", include=["announcements"], directions="clock", crossings=word)
                      for word in ("silent", "spoken"))
    toward = around(daemon)
    points = [toward(-2), toward(30), toward(30, 12), toward(95, 12), toward(95, 200)]
    daemon.call("Scene.LoadRoute", text=planned(points, [(1, "right"), (2, "left"), (3, "right")]), name="Museum")

    def said(listener):
        return [e for e in listener.all("event") if e["code"].startswith("turn-")]
    until(lambda: sum(e["parameters"]["is_crossing"] for e in said(spoken)) >= 2, "both turns of the crossing", 30)
    expect(not any(e["parameters"]["is_crossing"] for e in said(silent)), f"{said(silent)}")
    expect(any("o'clock" in e["text"] for e in said(spoken)), f"{said(spoken)}")
    # The first turn of another way, beside the inn.
    toward = around(daemon)
    daemon.add("landmarks", inn=(toward(38, -6), {"name": "Old Inn"}))
    daemon.placements("landmarks", ["inn"])
    daemon.route([toward(-2), toward(44), toward(44, 80)])
    found = until(lambda: [e for e in said(silent) if e["parameters"].get("landmark")], "a landmark", 30)[0]
    expect("right after Old Inn" in found["text"] and "to 3 o'clock" in found["text"], f"{found['text']}")
    # Away from where the wearer looks: that comes first.
    daemon.route([toward(0), toward(-150)], "Harbour")

    def starts():
        return [e["text"] for e in silent.all("event") if e["code"] == "start" and "Harbour" in e["text"]]
    expect(until(starts, "the start", 20)[0].startswith("turn round, then to Harbour"), f"{starts()}")
    silent.close()
    spoken.close()


@row(68, "errors that name the way out", "`Scene.AddPlaces`, `Scene.LoadRoute`, `Scene.GetFrame`, `gnomon place add`, `gnomon route load`")
def teaching(world):
    daemon = walk(world)
    here = daemon.place()
    given = [{"id": "a", "name": "A", "latitude_deg": here[1], "longitude_deg": here[0]}, {"id": "b", "name": "B", "latitude_deg": here[0], "longitude_deg": here[1]}]
    daemon.layers.add("taught")
    answer = daemon.call("Scene.AddPlaces", layer="taught", places=given)
    expect(answer["added"] == 1 and "exchanged" in answer["refusals"][0]["reason"], f"{answer}")

    def refusal(method, **parameters):
        answer = daemon.ask(method, **parameters)
        expect(answer.get("error"), f"{method} {parameters}: {answer}")
        return json.dumps(answer)
    for method, parameters, words in (
            ("Scene.GetFrame", {"include": ["finish"]}, ("viewport",)),
            ("Scene.LoadRoute", {"text": json.dumps([list(here), list(moved(here, 0, 90))])}, ("LineString", "longitude")),
            ("Scene.LoadRoute", {"text": line([here])}, ("one point",)),
            ("Scene.RequestRoute", {}, ("layer", "latitude_deg")), ("Scene.AlignToPlace", {}, ("layer", "latitude_deg")),
            ("Scene.GetFrame", {"includes": ["hint"]}, ("includes", "include"))):
        told = refusal(method, **parameters)
        expect(all(word in told for word in words), f"{method} {parameters}: {told}")
    told = daemon.gnomon("place", "add", "48,2", "16,37", "Comma", status=64)
    expect("48.2" in told, f"{told}")
    page = world.folder / "walk.html"
    page.write_text("<html><body>no route</body></html>")
    for program, command in ((daemon, "route load"), (world, "route check"), (daemon, "calibration import")):
        told = program.gnomon(*command.split(), page, status=1)
        expect("walk.html" in told, f"gnomon {command}: {told}")


@row(69, "named points of a route's file as marks; the means of travel in a request", "`Scene.GetFrame`: `markers`; `Scene.RequestRoute` with `mode`")
def named(world):
    daemon = walk(world)
    world.kept.pop("routed", None)
    toward = around(daemon)
    points = [(toward(-2), ""), (toward(40), "Fountain"), (toward(80), "Oak"), (toward(120), "Gate")]
    gpx = "".join(f'<rtept lat="{a}" lon="{b}"><name>{name}</name></rtept>' for (a, b), name in points)
    geojson = json.dumps({"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {}, "geometry": json.loads(line([p for p, _ in points]))}] + [
        {"type": "Feature", "properties": {"name": name}, "geometry": {"type": "Point", "coordinates": [p[1], p[0]]}}
        for p, name in points[1:3]]})
    for text in (f'<gpx version="1.1"><rte>{gpx}</rte></gpx>', geojson):
        daemon.call("Scene.LoadRoute", text=text)
        found = until(lambda: [m for m in daemon.frame("markers")["markers"] or [] if m["kind"] == "point"], "named points")
        expect([m["name"] for m in found][-1] == "Oak" and len(found) <= 2, f"{found}")
    asked = daemon.listen("Scene.Subscribe", include=["requests"])
    until(lambda: "NoRouter" not in daemon.ask("Scene.RequestRoute", latitude_deg=points[3][0][0], longitude_deg=points[3][0][1],
                                              mode="cycling").get("error", ""), "a router")
    event = until(lambda: asked.all("event"), "the request")[-1]
    expect(event["parameters"]["mode"] == "cycling", f"{event}")
    asked.close()
    connection = Connection(daemon.socket)
    connection.call("Scene.RefuseRoute", request=event["parameters"]["request"], english="only a test")
    connection.close()
