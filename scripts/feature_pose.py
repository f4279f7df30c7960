"""Rows of scripts/features about place, heading, poses and the daemon itself. Each is a number, a title, the command or call that
shows it, and a function that raises Fault if the feature does not work."""

import json
import math
import os
import socket
import subprocess
import threading
import time

from feature_world import (PROGRAMS, Connection, Daemon, corners, expect, moved, near, offset, spot, until, vector, wrapped)

ROWS, FIRSTS = {}, {}


def row(number, title, shown):
    def keep(check):
        ROWS[number] = (title, shown, check)
        return check
    return keep


def first(number, title, shown):
    def keep(check):
        FIRSTS[number] = (title, shown, check)
        return check
    return keep


# MARK: what the rows share

def walk(world):
    """A walk through city blocks in real time, from a moment at which the heading is known; tiles of flat ground."""
    def make():
        daemon = Daemon(world, "walk", "simulate", "city-blocks", "--from", "60")
        until(lambda: daemon.call("Tracking.GetStatus")["pose"]["localization"]["state"] == "localized", "localized", 30)
        daemon.caught_up()
        daemon.eased()
        return daemon
    return world.once("walk", make)


def straight(world):
    return world.recording("straight", "straight", "--seed", "4", "--set", "imu.rate=100")


def edited(world, name, change):
    """The straight walk with lines changed: `change` takes and returns a list of lines."""
    path = world.folder / f"{name}.gnomon"
    path.write_text("\n".join(change(straight(world).read_text().splitlines())) + "\n")
    return path


def fixes(lines, start, end, change):
    """Changes the fields of the fixes of a stretch."""
    changed = []
    for line in lines:
        fields = line.split(",")
        if fields[0] == "P" and start <= float(fields[1]) < end:
            change(fields)
        changed.append(",".join(fields))
    return changed


def poses(world, path, *options):
    rows = world.rows("replay", path, "--profile", "head", "--rate", "5", "--poses", "-", *options)
    return [{**r, "t": float(r["t"]), "at": (float(r["lat"]), float(r["lon"])) if r["lat"] else None} for r in rows]


def score(world, path, *options):
    return json.loads(world.gnomon("replay", path, "--profile", "head", "--score", "--json", *options))


def truths(path):
    """Time → (latitude, longitude) of a recording's truth."""
    rows = [line.split(",") for line in path.read_text().splitlines() if line.startswith("R,")]
    return {round(float(r[1]), 2): (float(r[2]), float(r[3])) for r in rows if r[2]}


def mean_turn(angles):
    angles = [wrapped(angle) for angle in angles]
    return sum(angles) / len(angles)


ANCHORED = ("--method", "estimate")


# MARK: rows

@row(1, "scene frame: x east, y up, z south", "`Scene.AddAnchor`, `Scene.GetFrame`, `Tracking.GetAlignment`")
def scene_axes(world):
    daemon = walk(world)
    here = daemon.place()
    up = daemon.call("Tracking.GetAlignment")["alignment"]["place"]["height"]
    corners = {"east": (60, 0, 0), "north": (0, 60, 0), "high": (60, 0, 20)}
    for id, (east, north, rise) in corners.items():
        at = moved(here, east, north)
        daemon.call("Scene.AddAnchor", id=id, lease_s=60, geographic={
            "latitude_deg": at[0], "longitude_deg": at[1], "height_kind": "ellipsoid", "height": up + rise})
    daemon.eased()
    frame = daemon.frame("anchors")
    alignment = daemon.call("Tracking.GetAlignment")["alignment"]
    eye = vector(daemon.call("Tracking.GetPose", time_boot_ns=frame["time_boot_ns"])["pose"]["position"])
    # Drawn nearer: `scale` leads back to the true distance.
    points = {a["id"]: [e + (p - e) / a["scale"] for p, e in zip(vector(a["point"]), eye)]
              for a in frame["anchors"] if a["id"] in corners}
    for id in corners:
        daemon.call("Scene.RemoveAnchor", id=id)
    expect(set(points) == set(corners), f"anchors shown: {sorted(points)}")
    yaw = math.radians(alignment["applied_yaw_deg"])

    def level(a, b):
        x, z = b[0] - a[0], b[2] - a[2]
        return math.cos(yaw) * x - math.sin(yaw) * z, math.sin(yaw) * x + math.cos(yaw) * z
    near(points["high"][1] - points["east"][1], 20, 0.5, "y of a thing 20 m higher")
    east, south = level(points["north"], points["east"])
    near(east, 60, 0.6, "metres east between the two")
    near(south, 60, 0.6, "metres south between the two")


@row(2, "estimates: a fix paired with a position in the scene", "`gnomon replay --method fit --corrections`")
def estimates(world):
    rows = [r for r in world.rows("replay", straight(world), "--profile", "head", "--method", "fit", "--corrections", "-")
            if r["source"] == "fit"]
    expect(len(rows) > 20, f"{len(rows)} corrections by fit")
    counts = [int(r["estimates"]) for r in rows]
    expect(counts[0] >= 3 and counts[-1] > counts[0], f"estimates grow from {counts[0]} to {counts[-1]}")
    expect(float(rows[-1]["baseline"]) > 20, f"the path between them: {rows[-1]['baseline']} m")


@row(3, "the best estimate: smallest radius, the newest of equal ones, at most 100 m away",
     "`gnomon replay --method estimate`")
def best_estimate(world):
    def spoil(fields):
        fields[2] = str(float(fields[2]) + 0.0008)
        fields[5] = "90"
    bad = edited(world, "worse-fix", lambda lines: fixes(lines, 60, 64, spoil))
    good = poses(world, straight(world), *ANCHORED)
    rows = poses(world, bad, *ANCHORED)
    apart = [math.hypot(*offset(a["at"], b["at"])) for a, b in zip(good, rows) if 60 < a["t"] < 66 and a["at"] and b["at"]]
    expect(apart and max(apart) < 5, f"fixes 90 m off with a radius of 90 m move the place by {max(apart):.1f} m")
    held = [float(r["hacc"]) for r in rows if 60 < r["t"] < 64]
    expect(max(held) < 20, f"radius {max(held)} m")


@row(4, "the best estimate is chosen on each fix and on a timer", "`gnomon replay --method estimate --hide-fixes 60:60`")
def timed_choice(world):
    # Without fixes the path spoils old estimates more than newer ones, so the best one changes by time alone.
    def poorer(fields):
        fields[5] = str(float(fields[5]) * 1.8)
    path = edited(world, "poorer", lambda lines: fixes(lines, 56, 60, poorer))
    rows = poses(world, path, *ANCHORED, "--set", "estimate.order=radius-and-way", "--set", "estimate.drift=0.3",
                 "--hide-fixes", "60:60")

    def steps(start, end):
        found = 0
        for a, b in zip(rows, rows[1:]):
            if start < a["t"] < end and a["at"] and b["at"]:
                way = math.hypot(float(b["x"]) - float(a["x"]), float(b["z"]) - float(a["z"]))
                found += abs(math.hypot(*offset(a["at"], b["at"])) - way) > 0.3
        return found
    expect(steps(20, 60) >= 3, f"{steps(20, 60)} changes on fixes")
    expect(steps(63, 118) >= 1, f"{steps(63, 118)} changes without fixes")


@row(5, "position = best estimate + odometry since", "`gnomon replay --method estimate --hide-fixes 60:30 --score`")
def carried_on(world):
    rows = poses(world, straight(world), *ANCHORED, "--hide-fixes", "60:30")
    truth = truths(straight(world))
    there = [r for r in rows if 62 < r["t"] < 90 and r["at"]]
    moved_by = math.hypot(*offset(there[0]["at"], there[-1]["at"]))
    expect(moved_by > 25, f"moved by {moved_by:.1f} m in 28 s without fixes")
    error = max(math.hypot(*offset(r["at"], truth[min(truth, key=lambda t: abs(t - r['t']))])) for r in there)
    expect(error < 15, f"off by {error:.1f} m at most")


@row(6, "heading from fixes against odometry", "`gnomon replay --initial-yaw 155 --set compass.use=off --method pairs-all --score`")
def heading_from_pairs(world):
    path = straight(world)
    for method in ("pairs-all", "pairs-random", "fit"):
        # Until the method has a result the filter's heading is shown, which the compass would correct.
        rows = [r for r in poses(world, path, "--method", method, "--initial-yaw", "155", "--set", "compass.use=off")
                if r["heading"]]
        # The walk leads toward 35°, and the head looks along it in the mean.
        early, late = (mean_turn([float(r["heading"]) - 35 for r in part]) for part in (rows[:20], rows[-300:]))
        expect(abs(early) > 60, f"{method}: the start is {early:.0f}° off")
        near(late, 0, 15, f"{method}: the mean heading at the end, off the walk's direction")


def rounds(world, method, *options):
    """The rounds of the pair algorithm: (time, correction, its pairs)."""
    found = []
    for r in world.rows("replay", straight(world), "--profile", "head", "--method", method, "--initial-yaw", "155", "--set", "compass.use=off",
                        "--corrections", "-", "--pairs", *options):
        if r["kind"] == "correction" and r["source"] == "pairs":
            found.append((float(r["t"]), r, []))
        elif r["kind"] == "pair" and found:
            found[-1][2].append(r)
    return found


@row(49, "pairs of fixes: a random share, each fix in one pair, the heaviest, or all; weighted by distance over radii, repeated until they agree",
     "`gnomon replay --method pairs-weighted --corrections --pairs`")
def pair_choices(world):
    methods = {name: rounds(world, f"pairs-{name}") for name in ("random", "disjoint", "weighted", "all")}
    expect(all(len(found) > 5 for found in methods.values()), f"rounds: { {name: len(found) for name, found in methods.items()} }")
    counts = {name: len(found[4][2]) for name, found in methods.items()}
    expect(counts["all"] > counts["weighted"] and counts["all"] > counts["random"] > counts["disjoint"] > 0, f"pairs of the fifth round: {counts}")
    fixes_used = [r[key] for r in methods["disjoint"][4][2] for key in ("first_t", "second_t")]
    expect(len(fixes_used) == len(set(fixes_used)), "a fix is in two pairs")
    every, heavy = ([float(r["weight"]) for r in methods[name][4][2]] for name in ("all", "weighted"))
    expect(min(heavy) >= sorted(every)[len(every) // 2], f"the lightest of the chosen: {min(heavy)}")
    radii = [float(r["baseline"]) / float(r["weight"]) for r in methods["all"][4][2]]
    expect(all(1 < sum_of_two < 60 for sum_of_two in radii), "a weight is no distance over two radii")
    turned = [abs(wrapped(float(r["yaw_after"]) - float(r["yaw_before"]))) for _, r, _ in methods["all"]]
    expect(max(turned[:2]) > 10 and max(turned[4:]) < 0.5 * max(turned[:2]), f"turned by {[round(each, 1) for each in turned[:8]]}")


@row(50, "rounds by the number of fixes or by time", "`gnomon replay --method pairs-all --set pairs.fixes=30 --set pairs.time=30`")
def round_length(world):
    def gaps(*options):
        times = [time for time, _, _ in rounds(world, "pairs-all", *options)]
        return [b - a for a, b in zip(times, times[1:])]
    for options, seconds in (((), 10), (("--set", "pairs.fixes=30", "--set", "pairs.time=30"), 30), (("--set", "pairs.fixes=5"), 5)):
        found = gaps(*options)
        expect(found and all(abs(gap - seconds) < 1.6 for gap in found), f"{options}: {found[:6]} s between rounds")


@row(7, "works without a compass", "`gnomon simulate straight --set magnetometer.rate=0`, `gnomon replay --score`")
def without_compass(world):
    path = world.recording("no-compass", "straight", "--seed", "4", "--set", "imu.rate=100", "--set", "magnetometer.rate=0")
    text = path.read_text()
    expect("\nM," not in text, "the recording has a compass")
    rows = [r for r in poses(world, path) if r["heading"] and r["yaw_sigma"]]
    expect(float(rows[0]["yaw_sigma"]) > 60, f"σ at the start: {rows[0]['yaw_sigma']}°")
    expect(float(rows[-1]["yaw_sigma"]) < 10, f"σ at the end: {rows[-1]['yaw_sigma']}°")
    near(mean_turn([float(r["heading"]) - 35 for r in rows[-300:]]), 0, 15, "the mean heading at the end, off the walk's direction")


@row(8, "heading set by hand, and a new scene", "`gnomon nudge 20`, `gnomon reset`")
def by_hand(world):
    daemon = walk(world)

    def yaw():
        return daemon.call("Tracking.GetAlignment")["alignment"]["yaw_deg"]
    before = yaw()
    daemon.gnomon("nudge", "20")
    until(lambda: wrapped(yaw() - before) > 10, "a nudge of 20° turns by more than 10°")
    daemon.eased()
    other = Daemon(world, "reset", "simulate", "straight", "--from", "30")
    other.caught_up()
    scene = other.pose()["scene_id"]
    other.gnomon("reset")
    until(lambda: (other.pose() or {}).get("scene_id") == scene + 1, "a new scene")


@row(9, "error of the heading in degrees, in every state", "`Tracking.GetPose`: `heading_sigma_deg`, `heading_95_deg`")
def heading_error(world):
    states = set()
    for reply in session(world).tracking.all("pose"):
        if reply.get("heading_deg") is None:
            continue
        sigma, most = reply.get("heading_sigma_deg"), reply.get("heading_95_deg")
        state = reply["localization"]["state"]
        states.add(state)
        expect(sigma is not None and 0 < sigma <= 123 and sigma < most <= 171, f"{state}: ± {sigma}°, 95 % {most}°")
    expect({"localizing", "localized"} <= states, f"states seen: {states}")


@row(10, "states with reasons", "`gnomon watch state`")
def states(world):
    seen = session(world).tracking.all("state")
    words = [(s["localization"]["state"], tuple(s["localization"]["reasons"])) for s in seen]
    expect(any(state in ("none", "localizing") and "waiting-for-fix" in reasons for state, reasons in words), f"{words[:5]}")
    expect(any(state == "localized" and not reasons for state, reasons in words), f"{words[:9]}")


@row(11, "corrections are eased in, not snapped; a gross one disappears and appears",
     "`gnomon watch alignment` during `gnomon nudge 12` and `nudge 60`")
def eased(world):
    daemon = walk(world)
    listener = daemon.listen("Tracking.Subscribe", streams=["alignment"], rate_hz=60)
    until(lambda: len(listener.replies) > 5, "alignments")
    lag = lambda a: abs(wrapped(a["applied_yaw_deg"] - a["yaw_deg"]))
    try:
        first = listener.all("alignment")[-1]
        daemon.gnomon("nudge", "12")
        until(lambda: any(lag(a) > 3 for a in listener.all("alignment")), "the applied yaw is behind the target")
        until(lambda: lag(listener.all("alignment")[-1]) < 1, "the applied yaw arrives", 40)
    finally:
        listener.close()
    daemon.eased()
    eased_in = [a for a in listener.all("alignment") if a["time_boot_ns"] >= first["time_boot_ns"]]
    expect(all(a["snaps"] == first["snaps"] for a in eased_in), "12° are not eased")
    applied = [(a["time_boot_ns"] * 1e-9, a["applied_yaw_deg"]) for a in eased_in]
    fastest = max(abs(wrapped(b[1] - a[1])) / max(b[0] - a[0], 1e-3) for a, b in zip(applied, applied[1:]))
    # 0.5°/s, as much for an own turn, a circle of 22 m at up to 2 m/s, and the scene's own turn of 1°/s; a jump has hundreds
    expect(fastest < 8, f"the applied yaw turns at {fastest:.1f}°/s")
    # A gross one, on a walk of its own, which it would spoil for other rows.
    gross = Daemon(world, "gross", "simulate", "city-blocks", "--from", "60")
    until(lambda: gross.call("Tracking.GetStatus")["pose"]["localization"]["state"] == "localized", "localized", 30)
    frames = gross.listen("Scene.Subscribe", include=["placements"], rate_hz=20, everything=True)
    until(lambda: len(frames.replies) > 5 and frames.all("frame")[-1]["status"]["state"] == "shown", "frames", 20)
    before = gross.call("Tracking.GetAlignment")["alignment"]["snaps"]
    gross.gnomon("nudge", "60")
    until(lambda: gross.call("Tracking.GetAlignment")["alignment"]["snaps"] > before, "it is applied at once", 20)
    # Because it was corrected, or because the hand contradicts all else.
    until(lambda: any(f["status"]["state"] == "pending" for f in frames.all("frame")[-60:]), "the scene is empty meanwhile")
    frames.close()


@row(12, "outliers count less or not at all", "`gnomon replay --aids`: a fix 500 m off")
def outliers(world):
    def spoil(fields):
        fields[2] = str(float(fields[2]) + 0.0045)
    bad = edited(world, "outlier", lambda lines: fixes(lines, 60, 61, spoil))
    good, rows = poses(world, straight(world)), poses(world, bad)
    apart = max(math.hypot(*offset(a["at"], b["at"])) for a, b in zip(good, rows) if 59 < a["t"] < 70 and a["at"] and b["at"])
    expect(apart < 8, f"a fix 500 m off moves the place by {apart:.1f} m")
    told = world.gnomon("replay", bad, "--profile", "head", "--aids", "-")
    expect(any("fix" in line and ("trusted-less" in line or "beyond-gate" in line) for line in told.splitlines()),
           "no row says that the fix was refused or trusted less")


@row(13, "two frames: the scene stays smooth while the place on Earth jumps", "`gnomon replay --poses`: a start 1 km off")
def two_frames(world):
    def spoil(fields):
        fields[2] = str(float(fields[2]) + 0.009)
    lines = edited(world, "lost", lambda lines: fixes(lines, 0, 20, spoil))
    rows = [r for r in poses(world, lines) if r["at"]]
    jump = max(math.hypot(*offset(a["at"], b["at"])) for a, b in zip(rows, rows[1:]))
    step = max(math.dist((float(a["x"]), float(a["z"])), (float(b["x"]), float(b["z"]))) for a, b in zip(rows, rows[1:]))
    expect(jump > 500, f"the place jumps by {jump:.0f} m")
    expect(step < 1, f"the scene moves by {step:.2f} m in 0.2 s")


@row(14, "pose at a past and a future time", "`Tracking.GetPose` with `time_boot_ns`")
def other_times(world):
    daemon = walk(world)
    now = daemon.pose()["time_boot_ns"]

    def kind(seconds):
        return daemon.call("Tracking.GetPose", time_boot_ns=daemon.pose()["time_boot_ns"] + int(seconds * 1e9))["kind"]
    past = daemon.call("Tracking.GetPose", time_boot_ns=now - 300_000_001)
    expect(past["kind"] in ("interpolated", "exact"), f"0.3 s ago: {past['kind']}")
    near((past["pose"]["time_boot_ns"] - now) * 1e-9, -0.3, 0.01, "its time, seconds from now")
    expect(kind(0.06) == "predicted", f"in 60 ms: {kind(0.06)}")
    expect(kind(5) == "stale", f"in 5 s: {kind(5)}")
    expect(daemon.call("Tracking.GetPose", time_boot_ns=1)["kind"] == "none", "long ago there was no pose")


@row(15, "covariances on the wire", "`Tracking.GetPose` with `covariance`")
def covariance(world):
    daemon = walk(world)
    pose = daemon.pose(covariance=True)
    blocks = pose["covariance"]
    for name in ("position", "orientation"):
        block = blocks[name]
        expect(len(block) == 9, f"{name}: {block}")
        expect(all(abs(block[3 * i + j] - block[3 * j + i]) < 1e-6 for i in range(3) for j in range(3)), f"{name} is symmetric")
        expect(all(block[4 * i] > 0 for i in range(3)), f"{name}: variances {block}")
    near(math.degrees(math.sqrt(blocks["orientation"][4])), pose["heading_sigma_deg"], 1.5, "σ about y")
    level = math.sqrt((blocks["position"][0] + blocks["position"][8]) / 2)
    near(level / (pose["horizontal_accuracy"] / 1.515), 1, 0.1, "σ of the place by the radius")
    expect("covariance" not in daemon.pose() or daemon.pose()["covariance"] is None, "unasked")


@row(16, "heights: eye, ground, ellipsoid, sea level, terrain from tiles on the device",
     "`gnomon terrain add`, `gnomon terrain at`, `Scene.AddPlaces` with `height_kind`")
def heights(world):
    # A tile of SRTM as it is published: 1201 rows from the north, 16-bit big-endian, here a slope to the east.
    published, own_tiles = world.folder / "N48E016.hgt", world.folder / "own-tiles"
    line = b"".join(int(100 + column / 4).to_bytes(2, "big") for column in range(1201))
    published.write_bytes(line * 1201)
    world.gnomon("terrain", "add", published, "--directory", own_tiles)
    added = json.loads(world.gnomon("terrain", "at", 48.2, 16.5, "--directory", own_tiles, "--json"))
    near(added["height"], 100 + 600 / 4, 0.5, "the height in the middle of the added tile")
    daemon = hills(world)
    here = daemon.place()
    at = moved(here, 40, 30)
    status = daemon.call("Tracking.GetStatus")
    eyes = status["place"]["height"]
    daemon.add("heights", eye=(at, {}), ground=(at, {"height_kind": "ground"}),
               ellipsoid=(moved(at, 3, 0), {"height_kind": "ellipsoid", "height": eyes + 30}),
               sea=(moved(at, 0, 3), {"height_kind": "sea-level", "height": 200}))
    found, frame = daemon.placements("heights", ["ground", "ellipsoid"], style={"cluster_share": 0}, include=["anchors"])
    expect(found["ellipsoid"]["elevation_deg"] > 20, f"30 m above the eyes at 50 m: {found['ellipsoid']['elevation_deg']}°")
    tile = json.loads(daemon.gnomon("terrain", "at", at[0], at[1], "--json"))
    own = json.loads(daemon.gnomon("terrain", "at", *daemon.place(), "--json"))
    place = found["ground"]
    rise = math.tan(math.radians(place["elevation_deg"])) * math.hypot(*offset(here, at))
    # The ground there against the ground here, less the eyes' height; the wearer walks on meanwhile.
    near(rise, tile["height"] - own["height"] - 1.6, 1.5, "the rise to the ground there")


@row(17, "sessions are recorded and replayed", "`gnomon record start`, `gnomon record stop`, `gnomon replay`")
def recorded(world):
    daemon = walk(world)
    daemon.gnomon("record", "start", "features")
    time.sleep(3)
    path = json.loads(daemon.gnomon("record", "stop", "--json"))["path"]
    a, b = world.gnomon("replay", path, "--poses", "-"), world.gnomon("replay", path, "--poses", "-")
    expect(a == b and a.count("\n") > 100, f"two replays: {a.count(chr(10))} rows, {'equal' if a == b else 'different'}")


@row(18, "simulated fixes, faster than real time", "`gnomond simulate city-blocks --speed 20`")
def warp(world):
    daemon = session(world).daemon
    a, start = daemon.call("Tracking.GetStatus"), time.monotonic()
    time.sleep(1)
    b, span = daemon.call("Tracking.GetStatus"), time.monotonic() - start
    expect(a["speed"] == 20, f"speed {a['speed']}")
    passed = (b["time_utc_ns"] - a["time_utc_ns"]) * 1e-9 / span
    expect(passed > 0 or session(world).isOver(), "time runs backwards")
    near(passed if passed > 0 else 20, 20, 6, "seconds of the session in a second")


@row(19, "a daemon with many clients, started by its socket", "20 × `Tracking.Subscribe`; `LISTEN_FDS` of systemd")
def many_clients(world):
    daemon = walk(world)
    listeners = [daemon.listen("Tracking.Subscribe", streams=["pose"], rate_hz=20) for _ in range(20)]
    until(lambda: all(len(one.replies) >= 10 for one in listeners), "20 clients have ten poses each")
    for one in listeners:
        one.close()
    # The service manager opens the socket, and passes it as descriptor 3.
    path = world.folder / "activated"
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(path))
    listening.listen(16)
    copy = os.dup2(listening.fileno(), 100)
    os.set_inheritable(copy, True)
    script = 'export LISTEN_PID=$$ LISTEN_FDS=1; exec 3<&100; exec "$0" "$@"'
    world.running.append(subprocess.Popen(
        ["bash", "-c", script, str(PROGRAMS / "gnomond"), "simulate", "straight", "--from", "20"], pass_fds=[100],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=world.environment))
    os.close(copy)
    listening.close()
    client = Connection(path, 20)
    expect("version" in client.call("Tracking.GetStatus"), "the passed socket answers")
    client.close()
    world.running[-1].terminate()


# MARK: sessions at twenty times their speed

class Session:
    """A walk from its beginning to its end, at twenty times its speed, with the events of tracking and scene. First a route leads
    away from the walk; as soon as the wearer has left it, the route of the walk is loaded, whatever row runs meanwhile."""

    def __init__(self, world):
        self.points = [spot(*point) for point in corners()]
        (a, b), (c, d) = corners()[0], corners()[1]
        astray = [spot(a, b), spot(c, d), spot(c + (c - a) * 3, d + (d - b) * 3)]
        self.daemon = daemon = Daemon(world, "session", "simulate", "city-blocks", "--speed", "20")
        self.tracking = daemon.listen("Tracking.Subscribe", streams=["pose", "state", "guidance", "correction"], rate_hz=4)
        self.scene = daemon.listen(
            "Scene.Subscribe", include=["placements", "progress", "announcements", "proximity", "statuses", "route"],
            everything=True, rate_hz=20)
        near_way = {f"p{i}": (spot(c + (a - c) * share + 6, d + (b - d) * share), {"name": f"place {i}"})
                    for i, share in enumerate((0.2, 0.6))}
        daemon.add("way", **near_way)
        daemon.layers.clear()
        daemon.route(astray, "Nowhere")
        self.announcer = world.start("gnomon", "announce", "--print", "--socket", daemon.socket, log=world.folder / "announced")
        self.said = world.folder / "announced"
        self.isOnRoute = threading.Event()
        threading.Thread(target=self.load_when_strayed, daemon=True).start()

    def events(self, kind):
        return [e for e in self.scene.all("event") if e["kind"] == kind]

    def load_when_strayed(self):
        until(lambda: any(e["code"] == "off-route" for e in self.events("route")), "off the route", 120)
        line = {"type": "LineString", "coordinates": [[longitude, latitude] for latitude, longitude in self.points]}
        # Not the daemon's own connection, which the rows use.
        Connection(self.daemon.socket).call("Scene.LoadRoute", text=json.dumps(line), name="Ferry Pier", replace=True)
        self.isOnRoute.set()

    def strayed(self):
        """Waits until the wearer has left the first route, and that of the walk is loaded."""
        expect(self.isOnRoute.wait(120), "off the route: not within 120 s")

    def isOver(self):
        """Whether the walk has ended, and begun again."""
        return any(p["scene_id"] > 0 for p in self.tracking.all("pose"))

    def arrived(self):
        self.strayed()
        until(lambda: any(e["code"] == "arrived" for e in self.events("route")), "arrived", 120)


def session(world):
    found = world.once("session", lambda: Session(world))
    found.strayed()
    return found


def hills(world):
    """A walk over hills of 20 m, with their ground as tiles in the daemon's folder."""
    def make():
        tiles = world.folder / "hills" / "terrain"
        world.gnomon("simulate", "hills", "--set", "imu.rate=50", "-o", world.folder / "hills.gnomon", "--terrain", world.folder / "tiles")
        daemon = Daemon(world, "hills", "simulate", "hills", "--from", "60")
        expect(not tiles.exists() or not list(tiles.glob("*.tile")), "the daemon begins without tiles")
        tiles.mkdir(exist_ok=True)
        for tile in (world.folder / "tiles").glob("*.tile"):
            tile.rename(tiles / tile.name)
        until(lambda: json.loads(daemon.gnomon("terrain", "list", "--json"))["tiles"], "the daemon's tiles")
        until(lambda: any(a["name"] == "terrain" and a["fused"] > 3 for a in daemon.call("Tracking.GetStatus")["aids"]),
              "the ground is fused", 40)
        daemon.caught_up()
        daemon.eased()
        return daemon
    return world.once("hills", make)
