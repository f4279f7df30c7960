"""The sources on which the engine is evaluated: folders of recordings with truth and simulated sessions, and the figures of each.

Used by `accuracy` and `sensitivity --by-source`. A figure is (name, unit, better, value): `better` says which way is
better, "less" or "more", "share:68" for a share that has to be near that many percent, or None for a count. Standard library only."""
import bisect, functools, glob, json, math, os, statistics, sys, tempfile

sys.dont_write_bytecode = True
import spoilt
from recordings import LESS, MORE, OF68, OF95, RADIUS95, Poses, compare, first_fix, median, metres, percentile, rms, run, share, truth, wrapped
from source_breaks import DRAWN as DRAWN_BREAKS, Breaks, DrawnBreaks, breaks, remounts, sessions
from source_drawn import Drawn
from source_faults import Faults, Precise, cases
from source_late import late_sources


class Source:
    """Recordings of one kind, how the device was worn, and the figures to compute."""

    def __init__(self, name, recordings, profile, figures, peers=None):
        self.name, self.recordings, self.profile, self.figures, self.peers = name, recordings, profile, figures, peers or {}


# MARK: the figures of each kind of source. Each looks at one recording, then at all of them.


class Orientation:
    """Angle between estimate and truth while it moves, degrees: mean of the trials' rms."""

    def look(self, recording, profile, settings):
        return json.loads(run(["replay", recording, "--profile", profile, "--score", "--json", *settings]))["accuracy"]

    def sum(self, seen):
        for name in ("total", "heading", "inclination"):
            yield name, "°", LESS, statistics.mean(one[f"{name}_rms"] for one in seen)


class Spoilt(Orientation):
    """The same over recordings with a fault; `fault` makes one for each recording."""

    def __init__(self, fault):
        self.fault = fault

    def look(self, recording, profile, settings):
        with tempfile.NamedTemporaryFile("w", suffix=".gnomon") as file:
            file.writelines(spoilt.written(spoilt.read(recording), self.fault()))
            file.flush()
            return super().look(file.name, profile, settings)


class Ways:
    """Places with fixes: rms of a recording, of its legs' directions (5 m), growth in 30 s without fixes; medians. Share of points within
    the stated radius, from 5 s after the first fix on."""

    def __init__(self, drifts=None):
        self.drifts = drifts

    def look(self, recording, profile, settings):
        reference = [row for row in truth(recording) if row[1] is not None]
        poses = Poses(recording, profile, settings)
        settled = first_fix(recording) + 5
        errors, within, within95, last, legs = [], [], [], None, []
        for row in reference:
            found = poses.place(row[0])
            if not found:
                continue
            error = math.hypot(*metres(found, row[1:3]))
            errors.append(error)
            if found[2] is not None and row[0] >= settled:
                within.append(error <= found[2])
                within95.append(error <= found[2] * RADIUS95)
            if last is not None:
                true, made = metres(row[1:3], last[0]), metres(found, last[1])
                if math.hypot(*true) < 5:
                    continue
                isMade = math.hypot(*made) >= 0.5 * math.hypot(*true)
                legs.append(wrapped(math.degrees(math.atan2(*made) - math.atan2(*true))) if isMade else 90.0)
            last = (row[1:3], found)
        drift = self.drifts(recording, profile, settings) if self.drifts else None
        return rms(errors), rms(legs), drift, within, within95

    def sum(self, seen):
        places = [one[0] for one in seen if one[0] is not None]
        yield "place", "m", LESS, median(places)
        if len(places) > 3:
            yield "place, mean", "m", LESS, statistics.mean(places)
        if len(places) > 3:
            yield "place, 9 of 10", "m", LESS, percentile(places, 0.9)
        yield "legs", "°", LESS, median([one[1] for one in seen])
        if any(one[2] is not None for one in seen):
            yield "drift 30 s", "m", LESS, median([one[2] for one in seen])
        yield "within radius", "%", OF68, share([hit for one in seen for hit in one[3]])
        yield "within 95 %", "%", OF95, share([hit for one in seen for hit in one[4]])


class Steps:
    """Dead reckoning from one fix, of points some metres apart, pooled: legs of 10 m and more, error over the distance walked, growth."""

    def look(self, recording, profile, settings):
        reference = [row for row in truth(recording) if row[1] is not None]
        poses = Poses(recording, profile, settings)
        known, way, shares, within = [(reference[0][0], reference[0][1:3], reference[0][1:3], (0.0, 0.0))], 0.0, [], []
        for before, row in zip(reference, reference[1:]):
            way += math.hypot(*metres(row[1:3], before[1:3]))
            found = poses.place(row[0])
            if not found:
                continue
            error = metres(found, row[1:3])
            known.append((row[0], row[1:3], found[:2], error))
            if way >= 10:
                shares.append(100 * math.hypot(*error) / way)
            within.append(found[2] is not None and math.hypot(*error) <= found[2])
        growth = {span: self.growth(known, span) for span in (30, 60)}
        legs, late, headings, true_way, made_way, last = [], [], [], 0.0, 0.0, known[0]
        for point in known[1:]:
            true, made = metres(point[1], last[1]), metres(point[2], last[2])
            if math.hypot(*true) < 10:
                continue
            true_way, made_way = true_way + math.hypot(*true), made_way + math.hypot(*made)
            isMade = math.hypot(*made) >= 0.5 * math.hypot(*true)
            error = wrapped(math.degrees(math.atan2(*made) - math.atan2(*true))) if isMade else 90.0
            legs.append(error)
            if last[0] >= known[0][0] + 40:
                late.append(error)
            between = poses.rows[bisect.bisect_left(poses.times, last[0]):bisect.bisect_right(poses.times, point[0])]
            sigma = rms([row[5] for row in between if row[5] is not None])
            if sigma is not None:
                headings.append(abs(error) <= sigma)
            last = point
        return legs, late, shares, growth, made_way / true_way if true_way else None, within, headings

    @staticmethod
    def growth(known, span):
        found, next_start = [], -math.inf
        for point in known:
            later = [other for other in known if point[0] + 0.7 * span <= other[0] <= point[0] + span]
            if point[0] >= next_start and later:
                found.append(math.hypot(later[-1][3][0] - point[3][0], later[-1][3][1] - point[3][1]))
                next_start = point[0] + span
        return found

    def sum(self, seen):
        def pooled(i):
            return [value for one in seen for value in one[i]]
        own = [leg for leg in pooled(0) if leg != 90.0]
        yield "legs", "°", LESS, rms(pooled(0))
        yield "legs, spread", "°", LESS, statistics.pstdev(own)
        yield "legs, late", "°", LESS, rms(pooled(1))
        yield "error of the way", "%", LESS, median(pooled(2))
        for span in (30, 60):
            yield f"growth {span} s", "m", LESS, median([value for one in seen for value in one[3][span]])
        yield "length", "", MORE, median([one[4] for one in seen])
        yield "within radius", "%", OF68, share(pooled(5))
        yield "legs within 1 σ", "%", OF68, share(pooled(6))


class Corridors(Steps):
    """Dead reckoning without a compass: the heading at the start is given, with 5°; a file has those of all recordings."""

    def __init__(self, headings):
        self.headings = headings

    def look(self, recording, profile, settings):
        with open(self.headings) as file:
            heading = json.load(file)[os.path.basename(recording).split(".")[0]]
        return super().look(recording, profile, ["--initial-yaw", f"{heading:.1f}", "--initial-yaw-sigma", "5", *settings])


class Headings:
    """Heading against the truth from 20 s on: median and worst of the sessions' rms; share of time within the stated accuracy,
    and share of time more than 3 σ off while 3 σ is below 60°."""

    def look(self, recording, profile, settings):
        poses = Poses(recording, profile, settings)
        found = [poses.heading_error(row[0], row[4:8]) for row in truth(recording) if row[0] >= 20 and row[4] is not None]
        return [one for one in found if one]

    def sum(self, seen):
        each = [rms([error for error, _ in one]) for one in seen]
        yield "heading", "°", LESS, median(each)
        yield "heading, worst", "°", LESS, max(value for value in each if value is not None)
        pooled = [pair for one in seen for pair in one]
        yield "within 1 σ", "%", OF68, share([abs(error) <= sigma for error, sigma in pooled])
        yield "within 2 σ", "%", OF95, share([abs(error) <= 2 * sigma for error, sigma in pooled])
        yield "sure and wrong", "%", LESS, share([abs(error) > 3 * sigma and 3 * sigma < 60 for error, sigma in pooled])


class Known(Headings):
    """The same of a device whose compass is known from a walk of the same seed; also, from 3 s on, the share of time localized, and
    localized with a heading more than 20° off. `turned`: its chip was turned since by so many degrees about the device's upright."""

    def __init__(self, turned=0):
        self.turned = turned

    def look(self, recording, profile, settings):
        seed = recording.rsplit("-", 1)[1].split(".")[0]
        with tempfile.TemporaryDirectory() as folder:
            walk, state, turned = (os.path.join(folder, name) for name in ("walk.gnomon", "state.json", "turned.gnomon"))
            run(["simulate", "city-blocks", "--seed", seed, "-o", walk])
            run(["replay", walk, "--profile", profile, "--save-state", state, *settings])
            with open(turned, "w") as file:
                file.writelines(spoilt.written(spoilt.read(recording), spoilt.askew(self.turned) if self.turned else {}))
            poses = Poses(turned, profile, ["--state", state, *settings])
            told = []
            for row in truth(recording):
                error = row[4] is not None and row[0] >= 3 and poses.heading_error(row[0], row[4:8])
                if error:
                    at = min(bisect.bisect_left(poses.times, row[0]), len(poses.times) - 1)
                    told.append((row[0], error, poses.localized[at]))
        return told

    def sum(self, seen):
        yield from super().sum([[error for time, error, _ in one if time >= 20] for one in seen])
        pooled = [(localized, abs(error[0]) > 20) for one in seen for _, error, localized in one]
        yield "localized", "%", MORE, share([localized for localized, _ in pooled])
        yield "localized and 20° off", "%", LESS, share([localized and wrong for localized, wrong in pooled])


class Company:
    """How near the place stays to a wearer who has a fix a second: once a second, from 30 s after the first fix on. Gross is an error of more
    than three stated radii and 10 m, and gross while localized is a promise that was broken."""

    def look(self, recording, profile, settings):
        settled, poses, found, last = first_fix(recording) + 30, Poses(recording, profile, settings), [], -math.inf
        for row in truth(recording):
            if row[1] is None or row[0] < settled or row[0] < last + 1:
                continue
            last = row[0]
            place = poses.place(row[0])
            if place:
                error = math.hypot(*metres(place, row[1:3]))
                isGross = error > 3 * place[2] + 10
                i = min(bisect.bisect_left(poses.times, row[0]), len(poses.times) - 1)
                found.append((error, isGross, isGross and poses.localized[i]))
        return found

    def sum(self, seen):
        pooled = [one for each in seen for one in each]
        yield "place, median", "m", LESS, percentile([one[0] for one in pooled], 0.5)
        yield "place, 95 of 100", "m", LESS, percentile([one[0] for one in pooled], 0.95)
        yield "place, worst session", "m", LESS, max(percentile([one[0] for one in each], 0.5) for each in seen)
        yield "gross", "%", LESS, share([one[1] for one in pooled])
        yield "gross, worst session", "%", LESS, max(share([one[1] for one in each]) for each in seen)
        yield "gross while localized", "%", LESS, share([one[2] for one in pooled])


class Tracks:
    """The scene's track, turned about the start to fit the truth by least squares: rms and error at the end, and the height at the end,
    whose truth is that of the start; medians and means, in metres."""

    def look(self, recording, profile, settings):
        reference = [row for row in truth(recording) if row[1] is not None]
        poses, pairs, heights = Poses(recording, profile, settings), [], []
        for row in reference:
            found = poses.around(row[0])
            if not found:
                continue
            before, after, part = found
            heights.append(before[12] + (after[12] - before[12]) * part)
            track = [before[i] + (after[i] - before[i]) * part for i in (10, 11)]
            pairs.append((metres(row[1:3], reference[0][1:3]), (track[0], -track[1])))
        start = pairs[0]
        pairs = [((a[0] - start[0][0], a[1] - start[0][1]), (b[0] - start[1][0], b[1] - start[1][1])) for a, b in pairs]
        turn = math.atan2(
            sum(a[1] * b[0] - a[0] * b[1] for a, b in pairs), sum(a[0] * b[0] + a[1] * b[1] for a, b in pairs))
        cosine, sine = math.cos(turn), math.sin(turn)
        errors = [math.hypot(a[0] - cosine * b[0] + sine * b[1], a[1] - sine * b[0] - cosine * b[1]) for a, b in pairs]
        return rms(errors), errors[-1], abs(heights[-1] - heights[0])

    def sum(self, seen):
        for i, name in enumerate(("track", "end", "height")):
            values = [one[i] for one in seen]
            yield name, "m", LESS, median(values)
            yield f"{name}, mean", "m", LESS, statistics.mean(values)


# MARK: the sources


def recorded(data, drifts, scale):
    """The sources of a folder: orientation, walks, rides, malls, corridors and foot. Those without files have no recordings."""

    def files(pattern):
        return sorted(glob.glob(os.path.join(data, pattern)))

    def peers(path, group):
        try:
            with open(os.path.join(data, path)) as file:
                return json.load(file).get(group, {})
        except FileNotFoundError:
            return {}

    trials = files("orientation/*.gnomon*")
    undisturbed = [path for path in trials if "_undisturbed_" in path]
    yield Source("BROAD, undisturbed", undisturbed, "free", Orientation(), peers("peers.json", "orientation undisturbed"))
    disturbed = [path for path in trials if path not in undisturbed]
    yield Source("BROAD, disturbed", disturbed, "free", Orientation(), peers("peers.json", "orientation disturbed"))
    yield Source("BROAD, 48 Hz", trials, "free", Spoilt(spoilt.thinned))
    for limit in (300, 150):
        for mount in ("free", "head"):
            yield Source(f"BROAD, gyroscope clipped at {limit} °/s, {mount}", trials, mount, Spoilt(functools.partial(spoilt.clipped, limit)))
    yield Source("yard, hand", files("walks/ipin-t0*"), "hand", Ways(drifts), peers("peers.json", "walks yard"))
    yield Source("inside, hand", files("walks/ipin-t2*"), "hand", Ways(drifts), peers("peers.json", "walks inside"))
    yield Source("malls, hand", files("malls/*.gnomon*"), "hand", Steps(), peers("malls/peers.json", "all"))
    headings = os.path.join(data, "corridors/headings.json")
    yield Source("corridors, hand", files("corridors/*.gnomon*") if os.path.exists(headings) else [], "hand", Corridors(headings))
    for name in GARDEN:
        path = files(f"walks/{name}.gnomon*")
        mounts = ["hand", "torso", "head"] + (["vehicle"] if name == "garden-rtk" else [])
        for mount in mounts:
            yield Source(f"{name}, {mount}", path, mount, Ways(), peers("peers.json", f"walks {name}"))
        for mount in ("hand", "torso", "head") if name != "garden-single" else ():
            yield Source(f"{name}, {mount}, faults", path, mount, Precise(scale))
    for name in ("highway", "town"):
        yield Source(name, files(f"rides/{name}*"), "vehicle", Ways(drifts), peers("peers.json", f"rides {name}"))
    for name in ("mocap", "walk"):
        yield Source(f"foot, {name}", files(f"foot/{name}*"), "foot", Tracks(), peers("foot/peers.json", name))


# One walk, with receivers of several kinds.
GARDEN = ["garden-rtk", "garden-rtk-4hz", "garden-single", "garden-ublox", "garden-ublox-1hz"]
STANDING = ["look-around", "around", "gallery", "errand", "crowd", "bench-rest"]
WALKING = ["out-and-back", "city-blocks"]
# What carries the device or its wearer: words of `gnomon simulate`, and the profiles in which it is replayed.
CARRIED = {
    "pocket": (["city-blocks", "--carry", "pocket"], ["hand"]),
    "bicycle, pocket": (["bicycle", "--carry", "pocket"], ["hand"]),
    "bicycle": (["bicycle"], ["head", "torso"]),
    "bus": (["bus"], ["head", "torso"]),
    "bus, pocket": (["bus", "--carry", "pocket"], ["hand"]),
    "train": (["train"], ["head"]),
    "passenger": (["ride"], ["head", "torso", "hand"]),
    "wheelchair": (["wheelchair"], ["head", "torso", "hand"]),
    "gliding": (["city-blocks", "--set", "walk.gait=0"], ["head", "torso", "hand"]),
}


# What a wearer sees: a name, a plan, and by how much the compass is turned.
DRAWN = [("standing", "look-around", 0), ("standing, compass turned by 40°", "look-around", 40), ("walking", "city-blocks", 0)]
# Breaks of the sensors: a name, profiles, kinds, and settings of the simulation.
BROKEN = [
    ("breaks", ("head", "torso", "hand", "foot", "free", "vehicle"), breaks, ()),
    ("remounted", ("head", "torso"), remounts, ("--set", "magnetometer.hardiron=0"))]
# Walks on rings, by their radius in m.
RINGS = [6, 10, 20, 40]


def simulated(folder, seeds, only, scale, report):
    """Walks with faults, which are simulated one by one; people who stand, look and walk, in an ordinary field and in one disturbed as it is indoors; walkers on their way and on rings; a
    device that points anywhere; and devices and wearers that are carried."""
    kinds = [
        (f"{plan}, {field} µT", [plan, "--set", f"magnetometer.disturbance={field}"], ("free", "head", "torso", "hand"), Headings)
        for field in (3, 10) for plan in STANDING]
    kinds += [(f"{plan}, 3 µT", [plan], ("head", "torso", "hand"), Ways) for plan in WALKING]
    kinds += [(f"ring of {radius} m", ["loop", "--set", f"walk.loop={radius}"], ("head", "torso"), Headings) for radius in RINGS]
    kinds += [("look-around, known", ["look-around"], ("head", "hand"), Known)]
    kinds += [
        (f"look-around, known, chip turned by {turned}°", ["look-around"], ("head", "hand"), functools.partial(Known, turned))
        for turned in (40, 90)]
    kinds += [("bag", ["city-blocks", "--carry", "bag"], ("hand",), Headings)]
    kinds += [(name, words, profiles, Company) for name, (words, profiles) in CARRIED.items()]
    for kind, words, profiles, figures in kinds:
        names = {profile: f"{kind}, {profile}" for profile in profiles}
        wanted = [profile for profile in profiles if only in names[profile]]
        made = []
        for seed in seeds if wanted else []:
            report(f"simulates {kind}, seed {seed}")
            made.append(os.path.join(folder, f"{kind.replace(', ', '-').replace(' ', '-')}-{seed}.gnomon"))
            run(["simulate", *words, "--seed", str(seed), "-o", made[-1]])
        for profile in wanted:
            yield Source(names[profile], made, profile, figures())
    for name, profiles, kinds, words in BROKEN:
        for profile in profiles:
            made = []
            for session in sessions(profile, seeds, *words) if only in f"{name}, {profile}" else []:
                report(f"simulates {name}, {profile}, seed {session[-1]}")
                made.append(os.path.join(folder, f"{name}-{profile}-{session[-1]}.gnomon"))
                run(["simulate", *session, "-o", made[-1]])
            if made:
                yield Source(f"{name}, {profile}", made, profile, Breaks(kinds))
    yield from late_sources(Source, folder, seeds, only, report)
    for profile in ("head", "hand"):
        # Even seeds are for development.
        judged = [seed for seed in seeds if seed % 2][:4]
        if only in f"faults, {profile}":
            yield Source(f"faults, {profile}", [(case, seed) for seed in judged for case in cases(scale)], profile, Faults())
        if only in f"drawn, breaks, {profile}":
            made = [(one, os.path.join(folder, f"drawn-breaks-{profile}-{one[-1]}.gnomon")) for one in sessions(profile, judged)]
            for words, path in made:
                run(["simulate", *words, "--set", "imu.rate=100", "-o", path])
            yield Source(f"drawn, breaks, {profile}", [(path, one) for _, path in made for one in DRAWN_BREAKS], profile, DrawnBreaks())
        for name, plan, turned in DRAWN:
            if only in f"drawn, {name}, {profile}":
                made = [os.path.join(folder, f"drawn-{plan}-{seed}.gnomon") for seed in judged]
                for seed, path in zip(judged, made):
                    run(["simulate", plan, "--seed", str(seed), "--set", "imu.rate=100", "-o", path])
                yield Source(f"drawn, {name}, {profile}", made, profile, Drawn(turned * scale))


@functools.cache
def readers():
    """The profiles that read a parameter, by its name."""
    return {parameter["name"]: parameter["profiles"] for parameter in json.loads(run(["replay", "--list", "--json"]))}


def read_by(profile, settings):
    """The words `--set NAME=VALUE ...` without the parameters that the profile does not read: gnomon would refuse them."""
    pairs = zip(settings[::2], settings[1::2])
    return [word for pair in pairs if profile in readers().get(pair[1].partition("=")[0], [profile]) for word in pair]


def measure(source, settings, pool):
    """[(name, unit, better, value)]; the settings that the source's profile does not read are left out."""
    return list(source.figures.sum(looked(source, settings, pool)))


def looked(source, settings, pool, report=lambda text: None):
    """What the source's figures saw of each recording."""
    settings, done = read_by(source.profile, settings), 0

    def look(recording):
        nonlocal done
        found = source.figures.look(recording, source.profile, settings)
        done += 1
        report(f"{source.name}: {done} of {len(source.recordings)}")
        return found
    return list(pool.map(look, source.recordings))


def all_sources(data, folder, seeds, drifts, only="", scale=1.0, report=lambda text: None):
    """The sources whose name contains `only`: those of the folder `data`, then the simulated ones, which are made in `folder`. A source of
    which `data` has nothing has no recordings."""
    for source in recorded(data, drifts, scale):
        if only in source.name:
            yield source
    if seeds:
        yield from simulated(folder, seeds, only, scale, report)
