"""A piece of a recording as the faults of `torture` see it, the recordings that it is cut from, and its shortest form that still
fails. Standard library only."""

import bisect
import gzip
import math

SAMPLES = "AGMBTPOH"
# The fields of a fix, by number.
LATITUDE, LONGITUDE, HEIGHT, EPH, EPV, EAST, NORTH, UP, EPS, MODE, UTC, ARRIVAL = range(2, 14)


def number(text):
    try:
        return float(text)
    except ValueError:
        return None


def size(dice, low, high):
    """A size between two, with even chances on a logarithmic scale."""
    return math.exp(dice.uniform(math.log(low), math.log(high)))


def signed(dice, low, high):
    return size(dice, low, high) * dice.choice((-1, 1))


def fixed(value, digits=6):
    return f"{value:.{digits}f}"


def arrival(line):
    """The time at which a line arrived; None if it has none."""
    late = number(line[ARRIVAL]) if line[0] == "P" and len(line) > ARRIVAL else None
    return late if late is not None else number(line[1]) if len(line) > 1 else None


def later(line, seconds):
    """The line with its times that many seconds later, as far as they are times."""
    line = list(line)
    for field in (1, ARRIVAL) if line[0] == "P" else (1,):
        time = number(line[field]) if len(line) > field else None
        if time is not None and math.isfinite(time):
            line[field] = fixed(time + seconds)
    return line


# The faults by name: a function of a piece and dice, and a text.
FAULTS = {}


def fault(text):
    """Adds a function to the faults, by its name with hyphens."""
    def add(function):
        FAULTS[function.__name__.replace("_", "-")] = function, text
        return function
    return add


class Piece:
    """Lines as lists of fields, in order of arrival. `head` is metadata, as text."""

    def __init__(self, head, lines):
        self.head, self.lines = head, lines
        times = [time for time in map(arrival, lines) if time is not None]
        self.start, self.end = (min(times), max(times)) if times else (0.0, 0.0)

    @property
    def text(self):
        return "\n".join(self.head + [",".join(line) for line in self.lines]) + "\n"

    def span(self, dice, least=0.5):
        """A random stretch of time, at least so many seconds long."""
        start = dice.uniform(self.start, self.end)
        return start, start + size(dice, least, max(2 * least, self.end - self.start))

    def each(self, tags, span, change):
        """Replaces the lines with these tags by what `change` makes of each: a line, several, or None for no line."""
        kept = []
        for line in self.lines:
            time = arrival(line) if line[0] in tags else None
            if time is None or not span[0] <= time <= span[1]:
                kept.append(line)
                continue
            made = change(list(line))
            if made is not None:
                kept.extend(made if made and isinstance(made[0], list) else [made])
        self.lines = kept

    def add(self, lines):
        """Adds lines at their times; the order of the others stays."""
        added, merged = sorted(lines, key=lambda line: float(line[1]), reverse=True), []
        for line in self.lines:
            time = arrival(line)
            while added and time is not None and time >= float(added[-1][1]):
                merged.append(added.pop())
            merged.append(line)
        self.lines = merged + added[::-1]

    def sort(self):
        """Puts the lines into the order of their arrival; a line without a time stays after the one before it."""
        keys, last = [], self.start
        for line in self.lines:
            time = arrival(line)
            last = last if time is None else time
            keys.append(last)
        self.lines = [self.lines[i] for i in sorted(range(len(keys)), key=keys.__getitem__)]


class Recording:
    """A recording on the disk, unpacked, of which any stretch can be read without the rest."""

    def __init__(self, name, path, unpacked):
        """Reads it once, for its metadata and the place of each second in the file."""
        self.name, self.path, self.head = name, unpacked, []
        self.times, self.places = [], []
        with open(path, "rb") as file:
            is_packed = file.read(2) == b"\x1f\x8b"
        source = gzip.open(path, "rb") if is_packed else open(path, "rb")
        with source, open(unpacked, "wb") as target:
            place = 0
            for line in source:
                if line[:1] in (b"g", b"#"):
                    self.head.append(line.decode(errors="replace").rstrip("\n"))
                elif line[:2] in (b"A,", b"G,"):
                    time = number(line.split(b",", 2)[1].decode(errors="replace"))
                    if time is not None and (not self.times or time >= self.times[-1] + 1):
                        self.times.append(time)
                        self.places.append(place)
                target.write(line)
                place += len(line)

    def piece(self, dice, seconds):
        """A stretch of so many seconds: in four of ten cases the beginning, otherwise anywhere."""
        first, last = self.times[0], self.times[-1]
        start = first if dice.random() < 0.4 else dice.uniform(first, max(first, last - seconds))
        begin = max(0, bisect.bisect_right(self.times, start) - 1)
        end = bisect.bisect_left(self.times, start + seconds)
        with open(self.path, "rb") as file:
            file.seek(self.places[begin])
            data = file.read(self.places[end] - self.places[begin] if end < len(self.places) else -1)
        text = data.decode(errors="replace").split("\n")
        lines = [line.split(",") for line in text if line[:1] in SAMPLES and line[1:2] == ","]
        for line in lines:
            if line[0] == "P":
                line.extend([""] * (ARRIVAL + 1 - len(line)))
        return Piece(list(self.head), lines)


def shorten(piece, fails, attempts=30):
    """The piece without the lines at its end, then without those at its beginning, without which it still fails."""
    lines = piece.lines

    def cut(keeps, length):
        """The least count of lines to keep, by bisection."""
        nonlocal attempts
        low, high = 0, length
        while low < high and attempts > 0:
            attempts -= 1
            middle = (low + high) // 2
            low, high = (low, middle) if fails(Piece(piece.head, keeps(middle))) else (middle + 1, high)
        return high

    end = cut(lambda count: lines[:count], len(lines))
    lines = lines[:end]
    attempts = max(attempts, 12)
    count = cut(lambda count: lines[len(lines) - count:], len(lines))
    shorter = Piece(piece.head, lines[len(lines) - count:])
    return shorter if fails(shorter) else piece
