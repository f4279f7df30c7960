"""Sources of walks with a break: a turn that no sensor, or not every sensor, has seen. Used by sources.py. Standard library only.

A break begins at the fastest turn of the session that is as long as it, from the 90th second on. What counts is the minute after it, beside the same minute without the break: the share of
time with a stated 1 σ below 15° and an error of more than 20°, which is sure and wrong."""
import math, os, statistics, tempfile

import spoilt
from recordings import LESS, Poses, percentile
from source_drawn import RATE as SHOWN, Drawn, forward
from source_faults import GAZES, Walk

SURE, WRONG, RIGHT, MINUTE, RATE = 15, 20, 15, 60, 10
FROM = 90
# The session of each profile.
SESSIONS = {"foot": ["city-blocks", "--carry", "foot"], "vehicle": ["ride"]}


class Break:
    """`seconds`: its length, and that of the turn; `lines` makes the lines with it, for what is true of the session and its begin."""

    def __init__(self, name, seconds, lines):
        self.name, self.seconds, self.lines = name, seconds, lines


def left_out(kinds, seconds):
    def made(lines, walk, begin):
        gap = spoilt.between(begin, begin + seconds)
        return spoilt.written(lines, spoilt.together(*(spoilt.without(kind, gap) for kind in kinds)))
    return made


def frozen(axes, seconds):
    """Axes of the gyroscope that give their last value again and again."""
    def made(lines, walk, begin):
        last = []

        def change(time, cells):
            if begin <= time < begin + seconds and last:
                for axis in axes:
                    cells[2 + axis] = last[axis]
            else:
                last[:] = cells[2:5]
            return cells
        return spoilt.written(lines, {"G": change})
    return made


def remounted(degrees):
    """From then on the device lies turned about the vertical, between two samples."""
    def made(lines, walk, begin):
        axis, angle = walk.up(begin), math.radians(degrees)
        cosine, sine = math.cos(angle), math.sin(angle)

        def change(time, cells):
            if time >= begin:
                v = [float(cell) for cell in cells[2:5]]
                along = sum(a * b for a, b in zip(axis, v)) * (1 - cosine)
                cross = [axis[i - 2] * v[i - 1] - axis[i - 1] * v[i - 2] for i in range(3)]
                cells[2:5] = [f"{v[i] * cosine + cross[i] * sine + axis[i] * along:.7f}" for i in range(3)]
            return cells
        return spoilt.written(lines, {kind: change for kind in "GAM"})
    return made


def breaks():
    for seconds in (0.3, 0.5, 1, 2):
        yield Break(f"all sensors silent for {seconds} s", seconds, left_out("GAM", seconds))
        yield Break(f"gyroscope silent for {seconds} s", seconds, left_out("G", seconds))
    yield Break("all axes frozen for 1.5 s", 1.5, frozen((0, 1, 2), 1.5))
    yield Break("the axis up frozen for 4 s", 4, frozen((1,), 4))
    yield Break("all sensors silent for 3 s, a new scene", 3, left_out("GAM", 3))


def remounts():
    """Of a worn device without iron of its own: the simulated one would turn with the field."""
    yield Break("remounted by 90° in a second", 1, lambda lines, walk, begin: left_out("GAM", 1)(remounted(90)(lines, walk, begin + 1), walk, begin))
    yield Break("remounted by 90° between two samples", 0.5, remounted(90))


class Breaks:
    """What is said of the heading in the minute after a break: means over the kinds, each over its sessions."""

    def __init__(self, kinds=breaks):
        self.kinds = kinds

    def look(self, recording, profile, settings):
        walk, lines = Walk(recording), spoilt.read(recording)
        clean, found = self.moments("".join(lines), walk, profile, settings), []
        for one in self.kinds():
            begin = self.fastest(walk, one.seconds)
            text = "".join(one.lines(lines, walk, begin))
            broken = self.moments(text, walk, profile, settings, 90 if "remounted" in one.name else 0, begin + one.seconds)
            end = begin + one.seconds
            found.append((one.name, self.minute(broken, end), self.minute(clean, end)))
        return found

    def fastest(self, walk, seconds):
        best, time = (-1, FROM), FROM
        while time + seconds < walk.times[-1] - MINUTE - 5:
            turned = abs(math.remainder(forward(walk.orientation(time + seconds)) - forward(walk.orientation(time)), 360))
            best = max(best, (turned, time)) if turned < 170 else best
            time += 0.1
        return best[1]

    @staticmethod
    def moments(text, walk, profile, settings, turned=0, since=math.inf):
        """[(time, error in degrees, σ)]; from `since` on the device lies turned."""
        with tempfile.NamedTemporaryFile("w", suffix=".gnomon") as file:
            file.write(text)
            file.flush()
            poses, found = Poses(file.name, profile, [*settings, "--rate", str(RATE)]), []
        for time in poses.times:
            if not walk.times[0] <= time <= walk.times[-1]:
                continue
            error = poses.heading_error(time, walk.orientation(time))
            if error:
                off = error[0] + (turned if time >= since else 0)
                found.append((time, abs(math.remainder(off, 360)), error[1]))
        return found

    @staticmethod
    def minute(moments, end):
        after = [one for one in moments if end <= one[0] < end + MINUTE]
        wrong = [one for one in after if one[1] > WRONG and one[2] < SURE]
        beside = [time for time, error, _ in after if error > RIGHT]
        return len(wrong) / (MINUTE * RATE), max((error for _, error, _ in wrong), default=0), max(beside, default=end) - end

    def by_kind(self, seen):
        for sessions in zip(*seen):
            yield (sessions[0][0], 100 * statistics.mean(broken[0] - clean[0] for _, broken, clean in sessions),
                   max(broken[1] for _, broken, _ in sessions), statistics.mean(broken[2] for _, broken, _ in sessions),
                   statistics.mean(clean[2] for _, _, clean in sessions))

    def sum(self, seen):
        kinds = list(self.by_kind(seen))
        yield "sure and wrong beyond without", "%", LESS, statistics.mean(more for _, more, _, _, _ in kinds)
        yield "the worst kind", "%", LESS, max(more for _, more, _, _, _ in kinds)
        yield "back within 15° after", "s", LESS, statistics.mean(back for _, _, _, back, _ in kinds)

    def each(self, seen):
        for name, more, worst, back, usual in self.by_kind(seen):
            yield f"{name}: sure and wrong {more:+.1f} points, worst {worst:.0f}°, back within 15° after {back:.0f} s (without the break {usual:.0f} s)"


def reset(lines, walk, begin):
    """A client asks for a new scene."""
    at = next(i for i, line in enumerate(lines) if line[:2] == "G," and float(line.split(",", 2)[1]) >= begin)
    return [*lines[:at], f"I,{lines[at].split(',', 2)[1]},reset,{{}}\n", *lines[at:]]


# What a wearer sees of: 1.5 s of turning is most of a look aside.
DRAWN = [
    Break("gyroscope silent", 1, left_out("G", 1)), Break("all sensors silent", 1.5, left_out("GAM", 1.5)), Break("all sensors silent, a new scene", 3, left_out("GAM", 3)),
    Break("all axes frozen", 1.5, frozen((0, 1, 2), 1.5)), Break("reset", 1.5, reset)]


class DrawnBreaks(Drawn):
    """For how long in the minute after a break a hint is drawn as a point that is more than 20° off, beside the same minute without it."""

    def look(self, recording, profile, settings):
        path, one = recording
        walk, lines = Walk(path), spoilt.read(path)
        begin = Breaks().fastest(walk, one.seconds)
        end = begin + one.seconds
        head = [line for line in lines if line[1:2] != "," or line[0] == "#" or float(line.split(",", 2)[1]) < end + MINUTE]
        wrong = []
        for made in (one.lines(head, walk, begin), head):
            with tempfile.TemporaryDirectory() as folder:
                cut = os.path.join(folder, "cut.gnomon")
                with open(cut, "w") as file:
                    file.writelines(made)
                wrong.append(sum(what == "point" and off > WRONG for time, what, off in self.moments(cut, walk, profile) if time >= begin) / SHOWN)
        return one.name, wrong

    def sum(self, seen):
        yield "point wrong, mean", "s", LESS, statistics.mean(wrong[0] - wrong[1] for _, wrong in seen)
        yield "point wrong, 95 of 100", "s", LESS, percentile([wrong[0] - wrong[1] for _, wrong in seen], 0.95)
        yield "point wrong, worst session", "s", LESS, max(wrong[0] - wrong[1] for _, wrong in seen)

    def each(self, seen):
        for name, wrong in seen:
            yield f"{name}: a point that is wrong for {wrong[0]:.2f} s, without the break {wrong[1]:.2f} s"


def sessions(profile, seeds, *settings):
    """The words of `gnomon simulate` for each seed."""
    words = SESSIONS.get(profile, ["city-blocks"])
    gaze = ["--set", f"gaze.range={GAZES[profile]}"] if profile in GAZES else []
    return [[*words, *gaze, *settings, "--seed", str(seed)] for seed in seeds]
