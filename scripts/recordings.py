"""Recordings with truth and their replays: the poses of gnomon beside what is true, and sums over them.

Used by sources.py and source_faults.py. Standard library only."""
import bisect, gzip, math, os, pathlib, statistics, subprocess, sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
GNOMON = os.environ.get("GNOMON", str(ROOT / ".build/release/gnomon"))
LESS, MORE, OF68, OF95 = "less", "more", "share:68", "share:95"
# Of a Rayleigh distribution: the radius of 95 % over that of 68 %.
RADIUS95 = 2.4477 / 1.5151


def run(arguments, text=None):
    """The output of gnomon."""
    done = subprocess.run([GNOMON, *arguments], input=text, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"gnomon {' '.join(arguments)}: {done.stderr.strip()[-300:]}")
    return done.stdout


# MARK: a recording and its replay


def number(text):
    return float(text) if text else None


def opened(path):
    return gzip.open(path, "rt") if path.endswith(".gz") else open(path)


def first_fix(path):
    """The arrival of the first fix, in seconds; 0 without one."""
    with opened(path) as lines:
        fix = next((line.rstrip("\n").split(",") for line in lines if line[:2] == "P,"), None)
    return float((fix[13] if len(fix) > 13 and fix[13] else fix[1])) if fix else 0.0


def truth(path):
    with opened(path) as lines:
        return [[number(cell) for cell in (line.rstrip("\n").split(",") + [""] * 9)[1:9]] for line in lines if line[:2] == "R,"]


def wrapped(degrees):
    return (degrees + 180) % 360 - 180


def metres_per_degree(latitude):
    """To the east and to the north, WGS 84."""
    sine = math.sin(math.radians(latitude))
    curve = 1 - 6.69437999014e-3 * sine * sine
    north = math.radians(6378137.0 * (1 - 6.69437999014e-3) / curve**1.5)
    return math.radians(6378137.0 / math.sqrt(curve)) * math.sqrt(1 - sine * sine), north


def metres(place, origin):
    """East and north of the origin."""
    east, north = metres_per_degree((place[0] + origin[0]) / 2)
    return wrapped(place[1] - origin[1]) * east, (place[0] - origin[0]) * north


class Poses:
    """The table of `gnomon replay --poses`, by time."""

    def __init__(self, recording, profile, settings):
        lines = run(["replay", recording, "--profile", profile, "--poses", "-", *settings]).split("\n")
        index = {name: i for i, name in enumerate(lines[0].split(","))}
        wanted = [index[name] for name in ("t", "lat", "lon", "hacc", "yaw_offset", "yaw_sigma", "qx", "qy", "qz", "qw", "x", "z", "y")]
        self.localized = []
        self.rows = []
        for line in lines[1:]:
            cells = line.split(",")
            if len(cells) > max(wanted):
                self.rows.append([number(cells[i]) for i in wanted])
                self.localized.append(cells[index["localization"]].startswith("localized"))
        self.times = [row[0] for row in self.rows]

    def around(self, time):
        i = bisect.bisect_left(self.times, time)
        if i < len(self.rows) and self.times[i] == time:
            return self.rows[i], self.rows[i], 0.0
        if i == 0 or i == len(self.rows) or self.times[i] - self.times[i - 1] > 1.5:
            return None
        before, after = self.rows[i - 1], self.rows[i]
        return before, after, (time - before[0]) / (after[0] - before[0])

    def place(self, time):
        found = self.around(time)
        if not found or found[0][1] is None or found[1][1] is None:
            return None
        before, after, share = found
        return before[1] + (after[1] - before[1]) * share, before[2] + (after[2] - before[2]) * share, before[3]

    def heading_error(self, time, q):
        """The error of the orientation on Earth about the vertical, and the stated σ; in degrees."""
        found = self.around(time)
        if not found or found[0][4] is None:
            return None
        row = found[0] if found[2] < 0.5 else found[1]
        if row[4] is None or row[5] is None:
            return None
        half = math.radians(-row[4]) / 2
        earth = multiply((0, math.sin(half), 0, math.cos(half)), row[6:10])
        error = multiply(earth, (-q[0], -q[1], -q[2], q[3]))
        return wrapped(math.degrees(2 * math.atan2(error[1], error[3]))), row[5]


def multiply(a, b):
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz)


def rms(values):
    return math.sqrt(sum(value * value for value in values) / len(values)) if values else None


def share(values):
    return 100 * sum(values) / len(values) if values else None


def percentile(values, part):
    values = sorted(values)
    if not values:
        return None
    rank = (len(values) - 1) * part
    low = int(rank)
    return values[low] + (values[min(low + 1, len(values) - 1)] - values[low]) * (rank - low)


def median(values):
    values = [value for value in values if value is not None]
    return statistics.median(values) if values else None


def distance(value, better):
    """The distance from the best value; less is better."""
    if better.startswith("share:"):
        return abs(value - float(better[6:]))
    return value if better == LESS else -value


def compare(before, now, better):
    """"better", "worse" or None: changes count from 3 % on, those of shares from 3 points on."""
    if better is None:
        return None
    allowed = 3 if better.startswith("share:") else max(0.03 * abs(before), 0.02)
    change = distance(now, better) - distance(before, better)
    return None if abs(change) <= allowed else "worse" if change > 0 else "better"
