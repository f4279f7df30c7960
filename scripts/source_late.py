"""Sources of late fixes, and the peer beside them: a constant-velocity Kalman filter over the fixes alone. Used by sources.py and peers. Standard library only.

A session of each kind for each seed, whose receiver is 0 to 3.5 s late and states its velocity with its error, without, or not at all; of some kinds it is later by a second after five
minutes. What counts is what comes after three minutes."""
import json, math, os, statistics, tempfile

from recordings import LESS, OF68, Poses, metres_per_degree, number, opened, percentile, run, share, truth, wrapped

LATENCIES, VELOCITIES = (0, 0.5, 1.5, 2.5, 3.5), ("stated", "unstated", "none")
SETTLED, RATE = 180, 5
# A kind, the words of its session, and the profiles that fit it.
KINDS = [
    ("walk", ["city-blocks"], ("head",)), ("walk, hand", ["city-blocks", "--set", "gaze.range=10"], ("hand",)),
    ("pocket", ["city-blocks", "--carry", "pocket"], ("hand", "free")), ("bicycle", ["bicycle", "--carry", "pocket"], ("vehicle", "free")),
    ("ride", ["ride"], ("vehicle", "hand", "free")), ("walk, later", ["city-blocks"], ("head",)), ("ride, later", ["ride"], ("free",))]
CHANGE, LATER = 300, 1.0


def late_sessions(words, seeds):
    """(latency, words of `gnomon simulate`) for each seed: every pair of latency and velocity once in fifteen seeds."""
    for seed in seeds:
        latency = LATENCIES[seed % len(LATENCIES)]
        yield latency, [*words, "--set", f"gnss.latency={latency}", "--set", f"gnss.velocity={VELOCITIES[seed % len(VELOCITIES)]}", "--seed", str(seed)]


class Fixes:
    """The fixes of a recording by their arrivals; the peer's places, `every` so many fixes, none in the stretches `hidden`."""

    def __init__(self, path):
        with opened(path) as lines:
            cells = [(line.rstrip("\n").split(",") + [""] * 14)[1:14] for line in lines if line[:2] == "P,"]
        rows = [[number(cell) for cell in row[:10]] + [number(row[12])] for row in cells]
        self.rows = sorted(((row[10] if row[10] is not None else row[0], *row[1:10]) for row in rows if row[1] is not None), key=lambda row: row[0])

    def follow(self, times, lag=0.0, every=1, hidden=(), later=0.0):
        """[(time, latitude, longitude)] at the times after the first fix, of a filter that takes each fix for `lag` seconds old, and for `later` more after the change.

        Its acceleration is white: 2 m²/s³ where the fixes are faster than 2.5 m/s in the median, else 0.5. A fix without a radius has 5 m."""
        used = [row for i, row in enumerate(self.rows) if i % every == 0 and not any(begin <= row[0] < end for begin, end in hidden)]
        if not used:
            return []
        origin = used[0][1:3]
        scale = metres_per_degree(origin[0])
        speeds = [math.hypot(row[6], row[7]) for row in used if row[6] is not None and row[7] is not None]
        noise, made, axes, last, index = 2.0 if speeds and statistics.median(speeds) > 2.5 else 0.5, [], None, None, 0
        for time in times:
            while index < len(used) and used[index][0] <= time:
                row = used[index]
                index += 1
                place = wrapped(row[2] - origin[1]) * scale[0], (row[1] - origin[0]) * scale[1]
                held = row[0] - lag - (later if row[0] > CHANGE else 0)
                step, last = (held - last if last is not None else 0), held
                radius, speed = max(0.5, (row[4] or 12.2) / 2.45), max(0.1, (row[9] or 1.7) / 2.45)
                axes = axes or [Axis(), Axis()]
                for axis, position, velocity in zip(axes, place, row[6:8]):
                    axis.predict(step, noise)
                    axis.fuse(0, position, radius**2)
                    if velocity is not None:
                        axis.fuse(1, velocity, speed**2)
            if axes:
                east, north = (axis.x[0] + axis.x[1] * (time - last) for axis in axes)
                made.append((time, origin[0] + north / scale[1], origin[1] + east / scale[0]))
        return made


class Axis:
    """Place and velocity on one axis, and their covariance."""

    def __init__(self):
        self.x, self.p = [0.0, 0.0], [1e4, 0.0, 100.0]

    def predict(self, t, q):
        (x, v), (a, b, c) = self.x, self.p
        self.x = [x + v * t, v]
        self.p = [a + 2 * t * b + t * t * c + q * t**3 / 3, b + t * c + q * t * t / 2, c + q * t]

    def fuse(self, state, value, variance):
        a, b, c = self.p
        gains = (a, b) if state == 0 else (b, c)
        total, off = gains[state] + variance, value - self.x[state]
        self.x = [x + gain / total * off for x, gain in zip(self.x, gains)]
        self.p = [a - gains[0]**2 / total, b - gains[0] * gains[1] / total, c - gains[1]**2 / total]


class Truth:
    """True places by time."""

    def __init__(self, path):
        self.rows = [row for row in truth(path) if row[1] is not None]

    def errors(self, places, begin=0.0):
        """[(time, error in m)] of places, each with time, latitude and longitude."""
        found, i, scale = [], 0, metres_per_degree(self.rows[0][1])
        for time, latitude, longitude in places:
            if not max(begin, self.rows[0][0]) <= time < self.rows[-1][0]:
                continue
            while self.rows[i + 1][0] < time:
                i += 1
            (a, *here), (b, *there) = self.rows[i][:3], self.rows[i + 1][:3]
            u = (time - a) / (b - a) if b > a else 0
            off = [place - before - (after - before) * u for place, before, after in zip((latitude, longitude), here, there)]
            found.append((time, math.hypot(off[1] * scale[0], off[0] * scale[1])))
        return found


def delay(path):
    """Makes the fixes of a recording later after the change, and leaves out their UTC, which would show it."""
    with open(path) as file:
        lines = list(file)
    for i, line in enumerate(lines):
        if line[:2] == "P,":
            cells = line.rstrip("\n").split(",")
            cells[12] = ""
            if float(cells[13]) > CHANGE:
                cells[1] = cells[13] = f"{float(cells[13]) + LATER:.6f}"
            lines[i] = ",".join(cells) + "\n"
    begin = next(i for i, line in enumerate(lines) if line[:2] in ("G,", "A,"))
    lines[begin:] = sorted(lines[begin:], key=lambda line: float(line.split(",", 2)[1]))
    with open(path, "w") as file:
        file.writelines(lines)


def even_times(begin, end):
    return [begin + i / RATE for i in range(int((end - begin) * RATE))]


class Late:
    """Place and radius after three minutes beside late fixes; by how much the age is off that is learned in the end, `later` than at first."""

    def __init__(self, later):
        self.later = later

    def look(self, recording, profile, settings):
        latency, path = recording
        true = Truth(path)
        with tempfile.TemporaryDirectory() as folder:
            state = os.path.join(folder, "state.json")
            poses = Poses(path, profile, [*settings, "--rate", str(RATE), "--save-state", state])
            with open(state) as file:
                age = json.load(file).get("fix_age")
        rows = [row for row in poses.rows if row[1] is not None]
        errors = true.errors([row[:3] for row in rows], SETTLED)
        radii = {row[0]: row[3] for row in rows}
        inside = [error <= radii[time] for time, error in errors if radii[time] is not None]
        return [error for _, error in errors], inside, age and (abs(age["seconds"] - latency - self.later), age["sigma"])

    def sum(self, seen):
        yield "place, median", "m", LESS, statistics.mean(statistics.median(one[0]) for one in seen)
        yield "place, 95 of 100", "m", LESS, statistics.mean(percentile(one[0], 0.95) for one in seen)
        yield "within radius", "%", OF68, share([hit for one in seen for hit in one[1]])
        ages = [one[2] for one in seen if one[2]]
        if ages:
            yield "age of fixes", "s", LESS, statistics.median(off for off, _ in ages)
            yield "age within 2 σ", "%", None, share([off <= 2 * sigma for off, sigma in ages])


def late_peers(recordings, later):
    """What the peer finds of the same sessions, told how late the fixes are and not told."""
    found = {}
    for name, told in (("constant velocity", 0), ("constant velocity, told the lag", 1)):
        errors = []
        for latency, path in recordings:
            true, fixes = Truth(path), Fixes(path)
            errors.append([error for _, error in true.errors(fixes.follow(even_times(SETTLED, true.rows[-1][0]), latency * told, later=later * told))])
        found[name] = {"median": statistics.mean(map(statistics.median, errors)), "p95": statistics.mean(percentile(one, 0.95) for one in errors)}
    return found


def late_sources(make, folder, seeds, only, report):
    for kind, words, profiles in KINDS:
        wanted = [profile for profile in profiles if only in f"late, {kind}, {profile}"]
        made = []
        for latency, session in late_sessions(words, seeds) if wanted else []:
            report(f"simulates late, {kind}, seed {session[-1]}")
            made.append((latency, os.path.join(folder, f"late-{kind.replace(', ', '-')}-{session[-1]}.gnomon")))
            run(["simulate", *session, "-o", made[-1][1]])
            if "later" in kind:
                delay(made[-1][1])
        later = LATER if "later" in kind else 0.0
        peers = late_peers(made, later) if made else {}
        for profile in wanted:
            yield make(f"late, {kind}, {profile}", made, profile, Late(later), peers)
