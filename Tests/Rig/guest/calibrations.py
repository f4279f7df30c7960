"""The calibrations by the guest's daemon of sensors with known errors (bench.py), and the stored files after kills: rows of the
rig's table. judge.py calls it.
"""
import glob
import json
import math
import os
import statistics
import subprocess

import bench
from session import lines

# The moments at which the daemon is killed, in order, and the number of additional records that may be stored afterward.
KILLED = {"collecting": (0,), "opened": (0,), "written": (0,), "renamed": (1,), "result": (0, 1)}
MOMENT = {
    "collecting": "while it collects", "opened": "the new file begun", "written": "the new file written",
    "renamed": "the new file in place", "result": "at the result"}


class Left:
    """The contents of the folder OUT."""

    def __init__(self, out):
        self.out = out

    def path(self, name):
        return os.path.join(self.out, name)

    def text(self, name):
        try:
            with open(self.path(name), encoding="utf-8", errors="replace") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def messages(self, name):
        """Lines of JSON; an incomplete one is left out."""
        for line in self.text(name).splitlines():
            try:
                yield json.loads(line)
            except ValueError:
                pass

    def member(self, name, key):
        return next((message[key] for message in self.messages(name) if key in message), None)

    def records(self, name):
        """The stored calibrations as the daemon lists them."""
        return (self.member(f"kept-{name}.list", "records") or []) if self.text(f"kept-{name}.list") else None

    def file(self, name, kind):
        """The records in the file itself; None if it cannot be read."""
        records = []
        for path in sorted(glob.glob(self.path(f"kept-{name}/{kind}-*.json"))):
            try:
                with open(path, encoding="utf-8") as file:
                    records += json.load(file)["records"]
            except (ValueError, KeyError):
                return None
        return records

    def is_sound(self, name):
        """Every file can be read, the learned state too, and none was renamed as damaged."""
        try:
            json.loads(self.text(f"kept-{name}/state.json"))
        except ValueError:
            return False
        return self.file(name, "*") is not None and not glob.glob(self.path(f"kept-{name}/*.unread"))


def in_force(records, kind):
    return [record for record in records or [] if record["in_force"] and record["kind"] == kind]


def without_mark(record):
    return {key: value for key, value in record.items() if key != "in_force"}


def identities(record):
    return {s["role"]: (s["name"], s["label"], s["place"]) for s in record["sensors"]}


def farthest(one, other):
    return max(abs(a - b) for a, b in zip(one, other))


def judge_gyroscope(left, notes, row):
    row("gnomon calibrate gyro", f"{grade(left, 'gyro')}, status {notes.get('calibrated_status')}", "status 0", notes.get("calibrated_status") == "0")
    records = left.records("gyro")
    kept = in_force(records, "gyro")
    row("… in force, as listed", f"{len(kept)} of {len(records or [])}", "1 of 1", len(kept) == len(records or []) == 1)
    if not kept:
        return
    offset = kept[0]["corrections"]["gyroscope"]["offset"]
    off = math.degrees(farthest(offset, bench.BIAS))
    row("… its bias from the one fed, worst axis", f"{off:.4f} °/s", "≤ 0.02 °/s", off <= 0.02)
    row("… nothing was in force before", f"{len(left.records('none') or [])} records", "0", left.records("none") == [])
    same = notes.get("calibrated_before") == notes.get("calibrated_after") is not None
    row("… meanwhile", "same process" if same else "restarted", "same process", same)
    stated = [c for _, status in statuses(left, "calibrated") for c in status.get("calibrations", []) if c["kind"] == "gyro"]
    row("… gnomon status", stated[0]["grade"] if stated else "says nothing", "states it", bool(stated))
    judge_parts(left, offset, row)


def grade(left, name):
    return (left.member(f"made-{name}", "result") or {}).get("grade", "no result")


def statuses(left, after):
    """Statuses since an event."""
    events = dict(line.split() for line in left.text("events").splitlines())
    for line in left.text("status").splitlines():
        time, _, text = line.partition(" ")
        if after in events and int(time) > int(events[after]):
            try:
                yield int(time), json.loads(text)
            except ValueError:
                pass


def judge_parts(left, offset, row):
    """The recording that was running."""
    heads = []
    for name in ("rest.gnomon", "rest.2.gnomon"):
        if not os.path.exists(left.path(name)):
            return row("… the recording under way", f"no {name}", "two parts", False)
        head = [fields for fields in lines(left.path(name)) if fields[:2] == ["#", "calibration"]]
        heads.append(json.loads(",".join(head[0][2:])) if head else {})
    good = "gyroscope" not in heads[0] and heads[1].get("gyroscope", {}).get("offset") == offset
    row("… the recording under way: another part, with it", "yes" if good else "no", "yes", good)
    rates = [[float(text) for text in fields[2:5]] for fields in lines(left.path("rest.2.gnomon")) if fields[0] == "G"]
    means = [math.degrees(statistics.fmean(axis) - bias) for axis, bias in zip(zip(*rates), offset)]
    turning = max(map(abs, means), default=math.nan)
    row(f"… it lies still: {len(rates)} samples since, corrected", f"{turning:.4f} °/s", "≤ 0.02 °/s", turning <= 0.02)


def judge_place(left, row):
    """A sensor is recognized as the same one with any number by the kernel."""
    names = ["gyro", "plugged", "mag", *KILLED]
    paths = {left.text(f"kept-{name}.paths") for name in names}
    found = {str(sorted(identities(record).items())) for name in names for record in left.records(name) or []}
    row("the sensors' identity, plugged in again and after restarts", f"{len(found)}, of {len(paths)} sets of the kernel's paths",
        "1, of several", len(found) == 1 and len(paths) > 1)
    places = {record["kind"]: identities(record) for record in left.records("gyro") or []}.get("gyro", {})
    row("… told apart", " ".join(sorted({place.rpartition("/")[2] for *_, place in places.values()})) or "nothing",
        "3 places", len({place for *_, place in places.values()}) == 3)
    again = in_force(left.records("plugged"), "gyro") == in_force(left.records("gyro"), "gyro") != []
    row("plugged in again: the calibration", "in force" if again else "not in force", "in force", again)


def judge_kills(left, gnomon, notes, row):
    before, magnetometer = left.file("mag", "gyro"), in_force(left.records("mag"), "mag")
    for name, more in KILLED.items():
        after, moment = left.file(name, "gyro"), MOMENT[name]
        if before is None or after is None or left.records(name) is None:
            row(f"kill -9 {moment}", "cannot be read", "reads", False)
            continue
        added = len(after) - len(before)
        counts = [without_mark(record) for record in in_force(left.records(name), "gyro")]
        is_sound = left.is_sound(name) and in_force(left.records(name), "mag") == magnetometer
        good = added in more and is_sound and after[: len(before)] == before and counts == after[-1:]
        row(f"kill -9 {moment}: in force", {0: "the old", 1: "the new"}.get(added, f"{added} more"),
            " or ".join({0: "the old", 1: "the new"}[count] for count in more) + ", whole", good)
        if name in ("opened", "written", "renamed"):
            said = left.text(f"struck-{name}").splitlines()[-1:]
            row("… struck there", "".join(said) or "no", "killed", "killed" in "".join(said))
        others = [left.text(f"others-{name}-{when}") for when in ("before", "after")]
        row("… all else that is kept", "as it was" if others[0] == others[1] != "" else "changed", "as it was", others[0] == others[1] != "")
        recording = subprocess.run(
            [gnomon, "recording", "info", left.path(f"killed-{name}.gnomon")], capture_output=True, text=True, check=False)
        fault = recording.stderr.strip()[:60] if recording.returncode else ""
        row("… the recording under way", fault or "reads", "reads", not fault)
        before = after
    verdicts = left.member("verified", "verdicts") or []
    text = " ".join(f"{v['kind']} {v['verdict']}" for v in verdicts) or "no verdict"
    row("then gnomon calibration verify gyro", f"{text}, status {notes.get('verified_status')}", "good", text == "gyro good")


def judge_magnetometer(left, notes, row):
    status = notes.get("tumbled_status")
    row("gnomon calibrate mag", f"{grade(left, 'mag')}, status {status}", "status 0", status == "0")
    kept = in_force(left.records("mag"), "mag")
    row("… in force, beside the gyroscope's", len(kept), "1", len(kept) == len(in_force(left.records("mag"), "gyro")) == 1)
    same = notes.get("tumbled_before") == notes.get("tumbled_after") is not None
    row("… meanwhile", "same process" if same else "restarted", "same process", same)
    if not kept:
        return
    correction = kept[0]["corrections"]["magnetometer"]
    off = farthest(correction["offset"], bench.HARD_IRON)
    row("… its hard iron from the one fed, worst axis", f"{off:.2f} µT", "≤ 0.5 µT", off <= 0.5)
    promise = kept[0]["promise"]["value"]
    error = heading_error(correction)
    row("… heading held within 30° of level, rms", f"{error:.2f}°", f"≤ {promise:.2f}°, as promised", error <= promise)


def heading_error(correction):
    """Root mean square over poses of the remaining heading error, in degrees, with known gravity."""
    squares = []
    for yaw in range(0, 360, 30):
        for nod in (-30, 0, 30):
            for roll in (-30, 0, 30):
                turns = [bench.turn(axis, math.radians(angle)) for axis, angle in ((1, yaw), (0, nod), (2, roll))]
                pose = bench.product(turns[0], bench.product(turns[1], turns[2]))
                raw = [value - offset for value, offset in zip(bench.field(pose), correction["offset"])]
                east, _, south = bench.applied(pose, bench.applied(correction["matrix"], raw))
                squares.append(math.degrees(math.atan2(east, -south)) ** 2)
    return math.sqrt(statistics.fmean(squares))


def judge(out, gnomon, notes, row):
    left = Left(out)
    judge_gyroscope(left, notes, row)
    judge_place(left, row)
    judge_magnetometer(left, notes, row)
    judge_kills(left, gnomon, notes, row)
