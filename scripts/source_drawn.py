"""Sources of what a wearer sees: simulated sessions through the daemon, and what its frames draw beside where it truly is. Used by
sources.py. Standard library only."""
import json, math, os, pathlib, tempfile

import feature_world
import spoilt
from recordings import GNOMON, LESS, MORE, first_fix, percentile, share, wrapped
from source_faults import Walk

feature_world.PROGRAMS = pathlib.Path(GNOMON).parent
# Times the speed of the session, and frames a second of it.
SPEED, RATE = 8, 20
# The destination: metres to the east and north of where the wearer is after a minute.
FAR = (325, -57)
# A frame counts from then on after the first fix, in s; a hint that is more than WRONG degrees off is wrong.
SETTLED, WRONG = 3, 20


def forward(q):
    """The azimuth in degrees of the direction (0, 0, −1) of the body."""
    x, y, z, w = q
    return math.degrees(math.atan2(-2 * (x * z + w * y), 1 - 2 * (x * x + y * y)))


def frames_of(daemon):
    """The frames until the recording ends."""
    listener = daemon.listen("Scene.Subscribe", **{
        "include": ["hint", "finish", "arrows"], "rate_hz": RATE, "everything": True, "target": {"route": "destination"},
        "viewport": feature_world.VIEWPORT})
    feature_world.until(
        lambda: not listener.is_alive() or len(frames := listener.all("frame")) > 100 and frames[-1]["is_stale"],
        "the recording ends", 600)
    listener.close()
    return listener.all("frame")


def begun(path):
    """The time of the first sample of the gyroscope."""
    with open(path) as lines:
        return next(float(line.split(",", 2)[1]) for line in lines if line[:2] == "G,")


class Drawn:
    """Where a hint to a destination 330 m away points, frame by frame, and what is said instead. `turned`: the compass is turned by so many
    degrees about the vertical."""

    def __init__(self, turned=0):
        self.turned = turned

    def look(self, recording, profile, settings):
        with tempfile.TemporaryDirectory() as folder:
            walk = Walk(recording)
            lines, path = spoilt.read(recording), os.path.join(folder, "session.gnomon")
            fault = spoilt.turned_field(self.turned, walk.up) if self.turned else {}
            with open(path, "w") as file:
                file.writelines(spoilt.written(lines, fault))
            seen = self.moments(path, walk, profile)
            first = first_fix(path)
            drawn_at = next((time - first for time, kind, _ in seen if kind != "nothing"), None)
            return drawn_at, [(kind, off) for time, kind, off in seen if time >= first + SETTLED]

    def moments(self, path, walk, profile):
        """[(time, what is drawn, its error in degrees or whether the band holds the truth)] from the first fix on."""
        with tempfile.TemporaryDirectory() as folder:
            lines = spoilt.read(path)
            last = float(next(line for line in reversed(lines) if line[:2] == "G,").split(",", 2)[1])
            first = next(spoilt.arrival(line.split(",")) for line in lines if line[:2] == "P,")
            at = walk.place(60)
            target = at[0] + FAR[0], at[1] + FAR[1]
            destination, copy = feature_world.moved(walk.origin, *target), os.path.join(folder, "copy.gnomon")
            line = [list(reversed(walk.origin)), list(reversed(destination))]
            world = feature_world.World()
            try:
                daemon = feature_world.Daemon(
                    world, "drawn", "replay", path, "--speed", SPEED, "--profile", profile, "--record", copy)
                daemon.call("Scene.LoadRoute", text=json.dumps({"type": "LineString", "coordinates": line}), name="far")
                frames = frames_of(daemon)
            finally:
                world.end()
            shift, seen = begun(copy) - begun(path), []
            for frame in frames:
                time_of = frame["time_boot_ns"] * 1e-9 - shift
                # Stale frames within the session are drawn too: those of a view that is carried across a reset.
                if time_of < first or time_of > min(last, walk.times[-1] - 1) or frame["is_stale"] and time_of > last - 1:
                    continue
                place = walk.place(time_of)
                way = math.degrees(math.atan2(target[0] - place[0], target[1] - place[1]))
                seen.append((time_of, *self.moment(frame.get("hint"), wrapped(way - forward(walk.orientation(time_of))))))
            return seen

    @staticmethod
    def moment(hint, true):
        """(what is drawn, its error in degrees or whether the band holds the truth)"""
        if not hint or hint["status"]["state"] not in ("shown", "vague"):
            return "nothing", None
        if hint["status"]["state"] == "vague":
            left, right = hint["band"]["left_deg"], hint["band"]["right_deg"]
            return "band", abs(wrapped(true - (left + right) / 2)) <= (right - left) / 2
        return "point", abs(wrapped(true - hint["bearing_deg"]))

    def sum(self, seen):
        moments = [moment for _, found in seen for moment in found]
        points = [value for kind, value in moments if kind == "point"]
        bands = [value for kind, value in moments if kind == "band"]
        firsts = [first for first, _ in seen]
        yield "first after", "s", LESS, None if None in firsts else max(firsts)
        yield "point", "%", MORE, 100 * len(points) / len(moments)
        yield "band", "%", None, 100 * len(bands) / len(moments)
        yield "band holds", "%", MORE, share(bands)
        yield "point, 95 of 100", "°", LESS, percentile(points, 0.95)
        yield "point wrong", "%", LESS, 100 * sum(value > WRONG for value in points) / len(moments)
