"""Sources with faults: simulated walks of which a sensor or the receiver is wrong, and walks with a precise receiver that is wrong or
silent. Used by sources.py. Standard library only."""
import bisect, csv, io, json, math, statistics, tempfile

import spoilt
from recordings import LESS, Poses, metres, multiply, run, share, truth, wrapped

# MARK: simulated walks

# A case is sure and wrong if the heading is more than WRONG degrees off in the state localized for more than SURE % of the time.
RIGHT, WRONG, SURE = 10, 20, 3
# Judged from then on, in s; where the start is at fault from FROM_START on.
FROM, FROM_START = 30, 5
# Faults in mid-walk begin then, in s.
BEGIN = 150
# In m/s: who is slower stands.
STILL = 0.15
# A magnet on the device: its direction, right, up and back.
MAGNET = (0.8, 0.0, -0.6)
# Who looks at a thing in the hand does not turn it by as much as the head.
GAZES = {"hand": 15}
WALKS = ("city-blocks", "out-and-back")


class Walk:
    """What is true of a recording, by time."""

    def __init__(self, path):
        self.rows = [row for row in truth(path) if row[1] is not None]
        self.times = [row[0] for row in self.rows]
        self.origin = self.rows[0][1:3]
        self.points = [metres(row[1:3], self.origin) for row in self.rows]
        self.standing = {}

    def around(self, time):
        i = min(max(1, bisect.bisect(self.times, time)), len(self.times) - 1)
        before, after = self.times[i - 1:i + 1]
        return i, min(1.0, max(0.0, (time - before) / (after - before)))

    def place(self, time):
        i, part = self.around(time)
        return tuple(a + (b - a) * part for a, b in zip(self.points[i - 1], self.points[i]))

    def orientation(self, time):
        i, part = self.around(time)
        a, b = self.rows[i - 1][4:8], self.rows[i][4:8]
        sign = 1 if sum(x * y for x, y in zip(a, b)) >= 0 else -1
        made = [x + (sign * y - x) * part for x, y in zip(a, b)]
        length = math.hypot(*made)
        return [value / length for value in made]

    def up(self, time):
        x, y, z, w = self.orientation(time)
        return 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)

    def is_standing(self, time):
        second = round(time)
        if second not in self.standing:
            self.standing[second] = math.dist(self.place(second - 0.5), self.place(second + 0.5)) < STILL
        return self.standing[second]


class Case:
    """A walk and what is wrong with it. `fault` gives a fault for what is true of the walk."""

    def __init__(self, name, what, fault=None, plan="city-blocks", settings=(), since=FROM, nudge=None):
        self.name, self.what, self.fault, self.plan, self.settings = name, what, fault, plan, settings
        self.since, self.nudge = since, nudge


def cases(scale=1.0):
    """The ways to be wrong, each magnitude (no time) multiplied by the scale; with a negative one to the other side. Factors are powers."""
    size = abs(scale)
    minute = spoilt.between(BEGIN, BEGIN + 60)

    def turned(degrees, when=spoilt.always):
        return lambda walk: spoilt.turned_field(scale * degrees, walk.up, when)

    def aside(metres_east, begin, end=math.inf):
        return lambda _: spoilt.moved(lambda time: (scale * metres_east if begin <= time < end else 0, 0))

    def fixed(fault):
        return lambda _: fault

    yield Case("clean", "nothing is wrong")
    for degrees in (20, 40, 90):
        yield Case(f"compass turned by {degrees}°", "the whole session", turned(degrees))
        yield Case(f"compass turned by {degrees}° for a minute", "from mid-walk on", turned(degrees, minute))
        yield Case(f"compass turned by {degrees}° while standing", "and at no other time", lambda walk, degrees=degrees: turned(degrees, walk.is_standing)(walk))
    yield Case("chip askew by 40°", "the compass's chip is turned in the device", fixed(spoilt.askew(scale * 40)))
    for size_of, when, words in ((20, spoilt.between(BEGIN), ""), (60, spoilt.between(BEGIN), ""), (60, minute, " for a minute")):
        field = [scale * size_of * part for part in MAGNET]
        yield Case(f"magnet of {size_of} µT{words}", "comes onto the device in mid-walk", fixed(spoilt.added("M", field, when)))
    for off in (40, 60):
        yield Case(f"first fixes {off} m off", "three of them", settings=(f"gnss.first_fix_error={off * size:g}",), since=FROM_START)
    for span in (5, 30, 60):
        yield Case(f"fixes 60 m off for {span} s", "from mid-walk on", aside(60, BEGIN, BEGIN + span))
    yield Case("fixes 60 m off for good", "only the heading can be right", aside(60, BEGIN))
    yield Case("fixes creep 25 m aside", "in a minute, and back: a facade",
               fixed(spoilt.moved(lambda time: (scale * 25 * max(0, 1 - abs(time - BEGIN - 60) / 60), 0))))
    yield Case("receiver frozen for 20 s", "its last fix again and again", fixed(spoilt.frozen(BEGIN, BEGIN + 20)))
    yield Case("fixes 2 s late", "all of them", fixed(spoilt.late(2 * size, False)))
    yield Case("fixes without velocity", "all of them", fixed(spoilt.without_velocity()))
    yield Case("velocity turned by 30°", "of all fixes", fixed(spoilt.velocity(scale * 30)))
    yield Case("velocity twice as fast", "of all fixes", fixed(spoilt.velocity(factor=2**size)))
    precise = ("gnss.velocity_noise=0.05",)
    yield Case("precise receiver", "its velocity is good to 0.05 m/s; nothing is wrong", settings=precise)
    yield Case("precise receiver, velocity turned by 30°", "of all fixes", fixed(spoilt.velocity(scale * 30)), settings=precise)
    yield Case("precise receiver, velocity twice as fast", "of all fixes", fixed(spoilt.velocity(factor=2**size)), settings=precise)
    yield Case("precise receiver, compass turned by 40°", "the whole session", turned(40), settings=precise)
    yield Case("precise receiver, fixes 60 m off for 30 s", "the velocity is right", aside(60, BEGIN, BEGIN + 30), settings=precise)
    for factor in (0.5, 2):
        yield Case(f"accuracies stated times {factor:g}", "of all fixes", fixed(spoilt.stated(factor**size)))
    yield Case("out of the metro", "no fix for 45 s, three of them 60 m off, a field of 10 µT", settings=(
        "gnss.first_fix_after=45", f"gnss.first_fix_error={60 * size:g}", f"magnetometer.disturbance={10 * size:g}"))
    yield Case("passage", "no fix for 40 s, then 10 s of fixes 60 m off", lambda walk: spoilt.together(
        spoilt.without("P", spoilt.between(BEGIN, BEGIN + 40)), aside(60, BEGIN + 40, BEGIN + 50)(walk)))
    yield Case("no compass", "the whole session", fixed(spoilt.without("M")))
    yield Case("gyroscope's bias steps by 1 °/s", "in mid-walk, about the device's y axis",
               fixed(spoilt.added("G", (0, scale * math.radians(1), 0), spoilt.between(BEGIN))))
    yield Case("gyroscope 3 % too large", "the whole session", fixed(spoilt.multiplied("G", 1 + 0.03 * scale)))
    yield Case("accelerometer 0.3 m/s² off", "to the right", fixed(spoilt.added("A", (0.3 * scale, 0, 0))))
    yield Case("barometer steps by 120 Pa", "10 m down, in mid-walk", fixed(spoilt.added("B", (120 * scale,), spoilt.between(BEGIN))))
    yield Case("one fix of ten 60 m off", "at random", settings=("gnss.outliers=0.1", f"gnss.outlier_size={60 * size:g}"))
    yield Case("first fixes 3 km off", "three of them", settings=(f"gnss.first_fix_error={3000 * size:g}",), since=FROM_START)
    yield Case("out and back", "nothing is wrong", plan="out-and-back")
    yield Case("standing", "two minutes of looking about; nothing is wrong", plan="look-around")
    for degrees in (20, 40):
        yield Case(f"standing, compass turned by {degrees}°", "the whole session", turned(degrees), plan="look-around")
    yield Case("standing, fixes 60 m off for 20 s", "after a minute", aside(60, 60, 80), plan="look-around")
    for plan, name in (("city-blocks", "heading set by hand"), ("look-around", "standing, heading set by hand")):
        yield Case(name, "rightly, and held", plan=plan, nudge=30)
    yield Case("errand", "a walk, two minutes of standing, a walk; nothing is wrong", plan="errand")
    yield Case("errand, compass turned by 40° while standing", "and at no other time",
               lambda walk: turned(40, walk.is_standing)(walk), plan="errand")


def judged(text, walk, profile, settings, since):
    """[(error of the heading in degrees or None, localized)], five times a second."""
    words = ["replay", "-", "--profile", profile, "--poses", "-", "--rate", "5", *settings]
    found = []
    for row in csv.DictReader(io.StringIO(run(words, text))):
        time = float(row["t"])
        if time < since or time > walk.times[-1]:
            continue
        error = None
        # From 90° on it says that it has no heading.
        if row["yaw_sigma"] and float(row["yaw_sigma"]) < 90:
            half = math.radians(-float(row["yaw_offset"] or 0)) / 2
            earth = multiply((0, math.sin(half), 0, math.cos(half)), [float(row[name]) for name in ("qx", "qy", "qz", "qw")])
            x, y, z, w = walk.orientation(time)
            turn = multiply(earth, (-x, -y, -z, w))
            error = wrapped(math.degrees(-2 * math.atan2(turn[1], turn[3])))
        found.append((error, row["localization"].startswith("localized")))
    return found


def cost(error, localized):
    """Of a moment, from 0 (right and localized) to 1 (wrong and localized)."""
    if error is None:
        return 0.5
    if abs(error) > WRONG:
        return 1 if localized else 0.5
    return 0 if abs(error) < RIGHT and localized else 0.25


def is_sure_and_wrong(moment):
    return moment[0] is not None and abs(moment[0]) > WRONG and moment[1]


class Faults:
    """What is said of the heading while a sensor or the receiver is wrong. Of each case, over its seeds: the mean cost of a moment, and the
    share of time in the state localized with a heading more than 20° off."""

    def look(self, recording, profile, settings):
        case, seed = recording
        with tempfile.NamedTemporaryFile("r", suffix=".gnomon") as file:
            gaze = [f"gaze.range={GAZES[profile]}"] if profile in GAZES and case.plan in WALKS else []
            words = [word for setting in (*case.settings, *gaze) for word in ("--set", setting)]
            run(["simulate", case.plan, "--seed", str(seed), *words, "-o", file.name])
            walk, lines = Walk(file.name), spoilt.read(file.name)
        lines = spoilt.written(lines, case.fault(walk)) if case.fault else lines
        if case.nudge is not None:
            lines = self.nudged(lines, case.nudge, judged("".join(lines), walk, profile, settings, case.nudge)[0][0])
        return case, seed, judged("".join(lines), walk, profile, settings, case.since)

    @staticmethod
    def nudged(lines, time, error):
        """With the nudge that makes the heading right."""
        at = next(i for i, line in enumerate(lines) if line[:2] == "G," and float(line.split(",", 2)[1]) >= time)
        nudge = "I," + lines[at].split(",", 2)[1] + "," + "nudge," + json.dumps({"degrees": round(-error, 3)}) + "\n"
        return [*lines[:at], nudge, *lines[at:]]

    @staticmethod
    def by_case(seen):
        """[(case, mean cost in %, share sure and wrong in %)]"""
        moments = {}
        for case, _, found in seen:
            moments.setdefault(case.name, (case, []))[1].extend(found)
        for case, found in moments.values():
            yield case, 100 * statistics.mean(cost(*moment) for moment in found), share([is_sure_and_wrong(moment) for moment in found])

    def sum(self, seen):
        found = list(self.by_case(seen))
        yield "cost", "%", LESS, statistics.mean(cost for _, cost, _ in found)
        yield "cases", "", None, len(found)
        yield "cases sure and wrong", "", LESS, sum(sure > SURE for _, _, sure in found)
        yield "sure and wrong", "%", LESS, statistics.mean(sure for _, _, sure in found)

    def each(self, seen):
        for case, cost_of, sure in sorted(self.by_case(seen), key=lambda one: -one[1]):
            yield f"{case.name} ({case.what}): cost {cost_of:.1f} %, sure and wrong {sure:.1f} %"


# MARK: a walk with a precise receiver

# Stretches without fixes: their lengths and their starts, in s; three of each, since one stretch is luck.
GAPS = {10: (25, 45, 65), 30: (15.249, 35, 55), 60: (18, 22, 26)}


def precise_faults(scale):
    def aside(begin, end):
        return spoilt.moved(lambda time: (0, 5 * scale if begin <= time < end else 0))
    return {
        "turned": spoilt.velocity(30 * scale), "fast": spoilt.velocity(factor=2), "late": spoilt.late(0.3 * abs(scale), True),
        "jump": aside(40, 60), "ever": aside(40, math.inf), "start": aside(0, 25),
        "half": spoilt.stated(0.5), "double": spoilt.stated(2)}


class Precise:
    """A recording with precise fixes: mean growth of the error in stretches without them; and, with fixes or their velocity spoilt, the
    share of points more than three stated radii and 1 m off."""

    def __init__(self, scale=1.0):
        self.scale = scale

    def look(self, recording, profile, settings):
        reference = [row for row in truth(recording) if row[1] is not None]

        def errors(path, words=()):
            """[(time, error east and north, stated radius)] of the points."""
            poses, found = Poses(path, profile, [*settings, *words]), []
            for row in reference:
                place = poses.place(row[0])
                if place:
                    found.append((row[0], metres(place, row[1:3]), place[2] or math.inf))
            return found

        growth = {}
        for length, starts in GAPS.items():
            grown = []
            for start in starts:
                found = errors(recording, ("--hide-fixes", f"{start:.3f}:{length}"))
                ends = [[one for one in found if one[0] <= time + 1e-6][-1] for time in (start, start + length)]
                grown.append(math.dist(ends[0][1], ends[1][1]))
            growth[length] = statistics.mean(grown)
        sure, lines = {}, spoilt.read(recording)
        for name, fault in precise_faults(self.scale).items():
            with tempfile.NamedTemporaryFile("w", suffix=".gnomon") as file:
                file.writelines(spoilt.written(lines, fault))
                file.flush()
                sure[name] = share([math.hypot(*error) > max(3 * radius, 1) for _, error, radius in errors(file.name)])
        return growth, sure

    def sum(self, seen):
        growth, sure = seen[0]
        for length, value in growth.items():
            yield f"gap of {length} s", "m", LESS, value
        for name, value in sure.items():
            yield f"{name}, sure and wrong", "%", LESS, value
