"""Rows of scripts/features for what no other system was found to have."""

import json
import math
import time

from feature_pose import (edited, first, fixes, poses, score, session, straight, truths, walk)
from feature_scene import FORMATS, around, checked, routed
from feature_world import (ROOT, VIEWPORT, Daemon, Fault, corners, expect, moved, near, offset, spot, until, vector, wrapped)


@first(1, "a heading that can be audited: each correction with its source, readings and figures, replayable byte for byte",
       "`gnomon replay --corrections`, `gnomon watch correction`")
def audit(world):
    words = ("replay", straight(world), "--profile", "head", "--initial-yaw", "155", "--corrections", "-")
    a, b = world.gnomon(*words), world.gnomon(*words)
    expect(a == b, "two replays give different corrections")
    rows = [dict(zip(a.splitlines()[0].split(","), line.split(","))) for line in a.splitlines()[1:]]
    expect(len(rows) > 100, f"{len(rows)} corrections")
    for r in rows:
        expect(r["source"] == "restart" or (r["aid"] and float(r["first_reading"]) <= float(r["last_reading"]) <= float(r["t"])), f"{r}")
    expect(sum(1 for r in rows if r["innovation"] and r["innovation_sigma"]) > len(rows) / 2, "most have figures")
    off = next(float(r["innovation"]) for r in rows if r["source"] == "compass" and r["innovation"])
    expect(abs(abs(off) - 120) < 25, f"at a start 120° off the compass's first innovation is {off:.0f}°")
    said = walk(world).gnomon("watch", "correction", "-n", "2", "--json").splitlines()
    expect(all(json.loads(line)["correction"]["grounds"]["source"] for line in said), f"{said}")


@first(2, "guidance that asks for the missing motion", "`gnomon watch guidance`")
def guidance(world):
    # Without a compass the heading has to come from a walk; the wearer stands at first.
    path = world.recording("stands", "out-and-back", "--set", "imu.rate=50", "--set", "magnetometer.rate=0")
    daemon = Daemon(world, "guided", "replay", str(path), "--profile", "head", "--speed", "10")
    listener = daemon.listen("Tracking.Subscribe", streams=["guidance"])
    try:
        said = until(lambda: [g for list in listener.all("guidance") for g in list if g["code"] == "walk"], "walk", 40)
        expect(any(g["parameters"].get("distance", 0) > 0 and " m" in g["english"] for g in said), f"{said[:2]}")
    finally:
        listener.close()
        daemon.process.terminate()


@first(3, "two frames for renderers: what is drawn does not jump when the heading is corrected", "`Scene.Subscribe` during `gnomon nudge 12`")
def no_jumps(world):
    daemon = walk(world)
    toward = around(daemon)
    daemon.add("still", a=(toward(25, 5), {}))
    daemon.placements("still", ["a"])
    listener = daemon.listen("Scene.Subscribe", include=["placements"], everything=True, rate_hz=60)
    until(lambda: len(listener.replies) > 5, "frames")
    daemon.gnomon("nudge", "-12")
    time.sleep(4)
    listener.close()
    daemon.eased()
    seen = [(f["time_boot_ns"] * 1e-9, vector(p["point"])) for f in listener.all("frame") for p in f["placements"] or []
            if p["id"] == "a" and p["layer"] == "still"]
    moved_by = max(math.dist(seen[0][1], point) for _, point in seen)
    fastest = max(math.dist(a[1], b[1]) / max(b[0] - a[0], 1 / 60) for a, b in zip(seen, seen[1:]))
    expect(moved_by > 1, f"the place has moved by {moved_by:.1f} m")
    # 25 m away: a turn of 6°/s, and a shift of 0.4 m/s.
    expect(fastest < 5, f"it moved at {fastest:.1f} m/s")


@first(4, "accuracy of each placement: direction, elevation and distance with their σ", "`Scene.GetFrame`: `azimuth_sigma_deg` and others")
def shaped(world):
    daemon = walk(world)
    toward = around(daemon)
    daemon.add("sigma", close=(toward(15, 8), {}), far=(toward(300), {}))
    found, _ = daemon.placements("sigma", ["close", "far"])
    yaw = daemon.call("Tracking.GetAlignment")["alignment"]["yaw_sigma_deg"]
    radius = daemon.pose()["horizontal_accuracy"] / 1.515
    for place in found.values():
        wanted = math.hypot(yaw, math.degrees(math.atan2(radius, place["distance"])))
        near(place["azimuth_sigma_deg"], wanted, 0.12 * wanted + 0.5, f"σ of the azimuth of {place['id']}")
        expect(place["elevation_sigma_deg"] >= 0 and place["distance_sigma"] > 0.5, f"{place}")
    expect(found["close"]["azimuth_sigma_deg"] > found["far"]["azimuth_sigma_deg"] + 2, "near things are less certain")


@first(5, "honest accuracy: a receiver that jumps is doubted, with a weight, and the published radius says so",
       "`gnomon replay --aids`; `Tracking.GetStatus`: `hypotheses`")
def honest(world):
    def spoil(fields):
        fields[2] = str(float(fields[2]) + 0.0005)
    bad = edited(world, "jump", lambda lines: fixes(lines, 60, 75, spoil))
    rows, truth = poses(world, bad), truths(bad)
    off = [(math.hypot(*offset(r["at"], truth[min(truth, key=lambda t: abs(t - r["t"]))])), float(r["hacc"])) for r in rows
           if 60 < r["t"] < 80 and r["at"]]
    expect(all(error < 2.5 * radius for error, radius in off), f"fixes 55 m off: {max(off)} m off, with its radius")
    daemon = Daemon(world, "doubts", "replay", str(bad), "--profile", "head", "--speed", "5")
    until(lambda: any("receiver-elsewhere" in each["doubts"] for each in daemon.call("Tracking.GetStatus").get("hypotheses") or []),
          "a hypothesis that doubts the receiver", 60)


@first(6, "heading from the route: a walk along a leg has its bearing, without a camera", "`Scene.LoadRoute`; `gnomon watch aids`")
def map_aided(world):
    path = world.recording("city-no-compass", "city-blocks", "--seed", "2", "--set", "imu.rate=50", "--set", "magnetometer.rate=0",
                           "--set", "gnss.bias=12", "--set", "gnss.noise=3")
    daemon = Daemon(world, "legs", "replay", str(path), "--profile", "head", "--speed", "15")
    until(lambda: (daemon.call("Tracking.GetStatus").get("pose") or {}).get("latitude_deg"), "a place")
    daemon.route([spot(*point) for point in corners()])
    listener = daemon.listen("Tracking.Subscribe", streams=["correction"])
    try:
        found = until(lambda: [c for c in listener.all("correction") if c["source"] == "leg"], "a correction by a leg", 45)
        expect(found[0]["measured_yaw_deg"] is not None and found[0]["baseline"] > 5, f"{found[0]}")
        expect(found[0]["grounds"]["source"] == "leg", f"{found[0]['grounds']}")
    finally:
        listener.close()
        daemon.process.terminate()


@first(7, "a compass that is wrong is found out by the walk, and named", "`Tracking.GetStatus`: `hypotheses`; `gnomon replay --poses`")
def lying_compass(world):
    # The field is turned by 70 degrees about the device's vertical, which is level in the mean.
    turn = math.radians(70)
    lines = []
    for line in world.recording("clean", "city-blocks", "--seed", "2", "--set", "imu.rate=50").read_text().splitlines():
        f = line.split(",")
        if f[0] == "M":
            x, z = float(f[2]), float(f[4])
            f[2], f[4] = f"{x * math.cos(turn) + z * math.sin(turn):.4f}", f"{z * math.cos(turn) - x * math.sin(turn):.4f}"
        lines.append(",".join(f))
    path = world.folder / "lying.gnomon"
    path.write_text("\n".join(lines) + "\n")
    late = score(world, path, "--hide-fixes", "9000:1")["accuracy"]
    expect(late["leg_rms"] < 25, f"legs {late['leg_rms']}° off with a compass that is 70° off")
    daemon = Daemon(world, "lying", "replay", str(path), "--profile", "head", "--speed", "15")
    until(lambda: any(set(each["doubts"]) & {"compass-wrong", "compass-turned", "device-magnetized"} and each["weight"] > 0.5
                      for each in daemon.call("Tracking.GetStatus").get("hypotheses") or []), "a hypothesis that doubts the compass", 60)


@first(8, "warm start: the second session begins with what the first has learned", "`gnomon replay --state`")
def warm(world):
    # A session without a compass in two parts: before a moment, and from it on.
    lines = world.recording("no-compass", "straight", "--seed", "4", "--set", "imu.rate=100", "--set",
                            "magnetometer.rate=0").read_text().splitlines()
    first, second, saved = (world.folder / name for name in ("before.gnomon", "after.gnomon", "state.json"))

    def part(path, wanted):
        path.write_text("\n".join(line for line in lines if line[0] in "g#" or wanted(float(line.split(",")[1]))) + "\n")
    part(first, lambda t: t < 150)
    part(second, lambda t: t >= 151)
    world.gnomon("replay", first, "--profile", "head", "--save-state", saved)
    # The second part was started when the first was saved.
    text, began = second.read_text(), json.loads(saved.read_text())["saved"]
    second.write_text("\n".join(f"#,started,{began}" if line.startswith("#,started") else line for line in text.splitlines()) + "\n")

    def sigma(*options):
        rows = [r for r in poses(world, second, *options) if r["yaw_sigma"]]
        return float(rows[10]["yaw_sigma"])
    cold, known = sigma("--state", "none"), sigma("--state", str(saved))
    expect(cold > 60 and known < 20, f"σ of the heading after two seconds: {cold}° cold, {known}° warm")


@first(9, "places are declared, not pushed: before the first fix they wait, with a reason", "`gnomon place list`, `Scene.GetPlace`: `status`")
def declared(world):
    # Fixes begin late: what is declared before waits.
    path = world.folder / "late.gnomon"
    lines = straight(world).read_text().splitlines()
    start = min(float(line.split(",")[1]) for line in lines if line.startswith("G,"))
    path.write_text("\n".join(line for line in lines if not (line.startswith("P,") and float(line.split(",")[1]) < start + 8)) + "\n")
    daemon = Daemon(world, "late", "replay", str(path), "--profile", "head")
    at = spot(20, 30)
    daemon.add("early", a=(at, {}))

    def status():
        return daemon.call("Scene.GetPlace", layer="early", id="a")["place"]["status"]
    try:
        expect(status()["state"] == "pending" and status()["reason"] == "waiting-for-fix", f"{status()}")
        until(lambda: status()["state"] == "shown", "shown after the fixes", 45)
    finally:
        daemon.process.terminate()


@first(10, "layout without a screen: clusters, stacking, hint and radar in angles", "`Scene.GetFrame` without a viewport")
def screen_free(world):
    daemon = routed(world)
    toward = around(daemon)
    daemon.add("angles", a=(toward(70), {}), b=(toward(140, 1), {}), c=(toward(260, 2), {}), d=(toward(268, 4), {}))
    daemon.placements("angles", ["a", "c"])
    frame = daemon.frame("placements", "clusters", "hint", "radar", style={"label": {"width_deg": 12, "height_deg": 4}})
    here = [p for p in frame["placements"] if p["layer"] == "angles"]
    expect(all("screen" not in p or p["screen"] is None for p in here), "there is no screen")
    expect(any(p["count"] > 1 for p in here) and len({p["slot"] for p in here}) > 1, f"{[(p['id'], p['count'], p['slot']) for p in here]}")
    expect(frame["hint"]["bearing_deg"] is not None and frame["radar"]["marks"], f"{frame['hint']}")


@first(11, "cues for ear and skin from the same figures: a point ahead that follows the curve", "`Scene.GetFrame`: `hint.cue`")
def cues(world):
    daemon = walk(world)
    here = daemon.place()
    # A quarter of a circle of 20 m, from the wearer on.
    curve = [moved(here, 20 - 20 * math.cos(math.radians(a)), 20 * math.sin(math.radians(a))) for a in range(0, 91, 3)]
    daemon.route([moved(here, 0, -10)] + curve)
    until(lambda: daemon.frame("progress")["progress"]["status"] == "following", "following")
    frame = daemon.frame("hint", "progress")
    world.kept.pop("routed", None)
    cue = frame["hint"]["cue"]
    near(cue["length"] - frame["progress"]["length"], 3.9, 0.6, "the cue is ahead by metres")
    expect(cue["bearing_deg"] is not None and cue["distance"] < 15, f"{cue}")
    expect(abs(wrapped(cue["azimuth_deg"] - frame["hint"]["azimuth_deg"])) > 5, "the cue lies on the curve, not on the chord")


@first(12, "walks with known truth, and degrees after seconds", "`gnomon simulate`, `gnomon replay --score`; `Tests/Golden`")
def golden(world):
    found = score(world, straight(world))["accuracy"]
    for name, most in (("heading_rms", 8), ("inclination_rms", 2), ("h_rms", 8), ("leg_rms", 15)):
        expect(0 < found[name] < most, f"{name}: {found[name]}")
    expect(len(list((ROOT / "Tests" / "Golden").glob("*.csv"))) >= 24, "24 golden sessions")


@first(13, "one reader for all route formats: precision found, exchanged latitude and longitude named", "`gnomon route check`")
def one_reader(world):
    seeds = ROOT / "Tests" / "Fuzz" / "seeds" / "route"
    expect(len({checked(world, seeds / name)["format"] for name in FORMATS}) >= 8, "formats")
    daemon = walk(world)
    here = daemon.place()
    swapped = {"type": "LineString", "coordinates": [[here[0], here[1]], [here[0] + 0.001, here[1]], [here[0] + 0.002, here[1] + 0.001]]}
    loaded = daemon.ask("Scene.LoadRoute", text=json.dumps(swapped), replace=True)
    words = json.dumps(loaded)
    expect("exchanged" in words or "swapped" in words, f"{words[:300]}")
    wrong = world.folder / "off-earth.json"
    wrong.write_text(json.dumps({"type": "LineString", "coordinates": [[48.2, 116.37], [48.201, 116.38]]}))
    expect("latitude" in world.gnomon("route", "check", wrong, status=1).lower(), "116° of latitude is named")
    precision = {name: checked(world, seeds / name)["length"] for name in ("polyline5", "polyline6", "linestring")}
    near(precision["polyline6"] / precision["polyline5"], 1, 0.05, "lengths of the two precisions")


@first(14, "GeoPose as a stream of a Unix socket", "`Tracking.Subscribe` with `geopose`")
def stream(world):
    daemon = walk(world)
    for strict in (False, True):
        listener = daemon.listen("Tracking.Subscribe", streams=["geopose"], rate_hz=30, strict=strict)
        until(lambda: len(listener.all("geopose")) >= 20, "20 GeoPoses")
        listener.close()
        for pose in listener.all("geopose"):
            q = pose["quaternion"]
            near(math.hypot(q["x"], q["y"], q["z"], q["w"]), 1, 1e-6, "the quaternion's length")
            expect(not strict or set(pose) == {"position", "quaternion"}, f"{sorted(pose)}")


@first(15, "odometry as a port: any tracker's poses, with a quality", "`Tracking.PushOdometry`")
def port(world):
    daemon = Daemon(world, "port", "simulate", "straight", "--from", "30")
    daemon.caught_up()

    def now():
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    refused = daemon.ask("Tracking.PushOdometry", time_boot_ns=now() + 10_000_000_000, position={"x": 0, "y": 0, "z": 0},
                         orientation={"x": 0, "y": 0, "z": 0, "w": 1}, quality=1)
    expect("error" in refused, f"a time in the future: {refused}")
    start = daemon.pose()
    for step in range(60):
        daemon.call("Tracking.PushOdometry", time_boot_ns=now(), position={"x": 0, "y": 0, "z": -0.05 * step},
                    orientation={"x": 0, "y": 0, "z": 0, "w": 1}, quality=0.9)
        time.sleep(0.05)
    aid = next(a for a in daemon.call("Tracking.GetStatus")["aids"] if a["name"] == "outside-odometry")
    daemon.process.terminate()
    expect(aid["state"] == "fusing" and aid["fused"] > 40, f"{aid['state']}, {aid['fused']} fused")
    expect(start["scene_id"] >= 0, "a scene")


@first(16, "the heading by a look at a known place: a measurement with a σ, weighed against all others", "`gnomon align PLACE`")
def known_place(world):
    daemon = walk(world)
    pose = daemon.pose()
    azimuth = math.radians(pose["heading_deg"] + 20)
    north, east = 500 * math.cos(azimuth), 500 * math.sin(azimuth)
    latitude = pose["latitude_deg"] + math.degrees(north / 6371000)
    longitude = pose["longitude_deg"] + math.degrees(east / 6371000 / math.cos(math.radians(latitude)))
    answer = json.loads(daemon.gnomon("align", f"{latitude:.7f},{longitude:.7f}", "--json"))
    # The walk goes on, and the wearer looks around, while the command starts.
    off, sigma, turned = (answer[name] for name in ("off_deg", "measured_sigma_deg", "turned_deg"))
    near(answer["distance"], 500, 20, "the distance")
    expect(2 <= sigma < 4, f"σ of the look: {sigma}°")
    expect(abs(turned) < abs(off) + 0.1 and turned * off > 0 and abs(turned) > 0.3 * abs(off), f"{off}° off, turned by {turned}°")
    daemon.eased()


@first(17, "bands instead of points while the heading is uncertain, by default, with what labels wait for; limits of their own for each style",
       "`Scene.GetFrame`: `hint`, `finish`, `pending`; `style`")
def vague(world):
    # Who stands has a compass that nothing has confirmed: no points.
    daemon = Daemon(world, "vague", "simulate", "look-around")
    daemon.add("vague", tower=((48.2112, 16.3738), {}))
    band = until(lambda: (lambda f: f if f["status"]["state"] == "vague" else None)(
        daemon.frame("placements", style={"vague": True})), "a band", 30)
    tower, = band["placements"]
    expect(tower["status"]["state"] == "vague" and 5 < tower["azimuth_sigma_deg"] < 60, f"{tower}")
    usual = daemon.frame("placements", "hint", target={"layer": "vague", "id": "tower"})
    hint, pending = usual["hint"], usual["pending"]
    expect(usual["status"] == {"state": "vague"} == hint["status"] and usual["band_deg"] >= 50 and not usual["placements"], f"{usual}")
    expect(hint["point"] is None and hint["bearing_deg"] is None, f"{hint}")
    near((hint["band"]["right_deg"] - hint["band"]["left_deg"]) / 2, usual["band_deg"], 2, "half the band")
    expect(pending["heading_limit_deg"] == 15 and pending["heading_sigma_deg"] >= 30, f"{pending}")
    off = daemon.frame("placements", "hint", target={"layer": "vague", "id": "tower"}, style={"vague": False})
    expect(off["status"] == {"state": "pending", "reason": "localizing"} and off["hint"] is None, f"{off['status']}")
    wide = daemon.frame("placements", style={"heading_limit_deg": 60})
    expect(wide["status"]["state"] == "shown" and wide["placements"][0]["id"] == "tower", f"{wide['status']}")
    refused = daemon.ask("Scene.GetFrame", style={"vague": 1})
    expect("style.vague" in json.dumps(refused), f"{refused}")


@first(18, "who is carried is followed: in a pocket, on a bicycle, in a bus, a good fix a second keeps the place, and the status says so",
       "`gnomon simulate bicycle`, `--carry pocket`; `Tracking.GetStatus`: `motion`")
def carried(world):
    def worst(name, profile, *words):
        path = world.recording(name, *words)
        rows, truth = world.rows("replay", path, "--profile", profile, "--rate", "1", "--poses", "-"), truths(path)
        off = sorted(
            (math.hypot(*offset((float(r["lat"]), float(r["lon"])), truth[min(truth, key=lambda t: abs(t - float(r["t"])))])), float(r["hacc"]))
            for r in rows if r["lat"] and float(r["t"]) > 40)
        gross = sum(error > 3 * radius + 10 for error, radius in off) / len(off)
        expect(off[len(off) // 2][0] < 10 and gross < 0.05, f"{name}: {off[len(off) // 2][0]:.1f} m off, gross {100 * gross:.0f} %")
        return path
    ride = worst("bicycle", "head", "bicycle", "--seed", "2")
    worst("pocket", "hand", "city-blocks", "--carry", "pocket", "--seed", "8")
    worst("bus", "head", "bus", "--seed", "3")
    daemon = Daemon(world, "carried", "replay", str(ride), "--profile", "head", "--speed", "10")
    found = until(lambda: (lambda m: m if m and m["motion"] == "carried" else None)(daemon.call("Tracking.GetStatus").get("motion")),
                  "a wearer who is carried", 40)
    expect(found["carried"] > 0.5 and abs(found["walks"] + found["rests"] + found["carried"] - 1) < 0.01, f"{found}")
