"""One run of `torture`: a spoilt piece of a recording, given to `gnomon replay`, and what is wrong with the answer. Standard
library only."""

import csv
import dataclasses
import json
import math
import os
import pathlib
import random
import re
import signal
import subprocess
import tempfile

import torture_inputs  # noqa: F401
import torture_receiver  # noqa: F401
import torture_sensors  # noqa: F401
from torture_piece import FAULTS, shorten

ROOT = pathlib.Path(__file__).resolve().parent.parent
GNOMON = os.environ.get("GNOMON", str(ROOT / ".build/release/gnomon"))
PROFILES = ("head", "torso", "hand", "foot", "vehicle", "free")
LIMIT = 60
# They spoil the order or the text of lines, which the others read.
LAST = ("shuffled", "damaged")
# Of a recording without poses.
WITHOUT_POSES = re.compile(r"no gyroscope samples|no accelerometer samples|do not overlap in time")
# Where a program of Swift has ended: its own words, or the first line of the project in its stack.
SITE = re.compile(r"Fatal error: ([^\n]*)|\bat \S*?(Sources/\S+\.swift:\d+)")
NOT_NEGATIVE = re.compile(r"hacc|vacc|.*sigma|weight|baseline|.*variance(_\d)?|horizontal_m|vertical_m|heading_deg")


@dataclasses.dataclass
class Plan:
    """What a run does: its faults by number and name, and the arguments of the replay."""
    number: int
    recording: str
    profile: str
    faults: list
    arguments: list


@dataclasses.dataclass
class Failure:
    kind: str
    what: str

    def is_like(self, other):
        """Whether it is the same failure: a death by the same signal, a lie about the same column, or the same refusal."""
        return other is not None and self.kind == other.kind and self.what.split(" at ")[0] == other.what.split(" at ")[0]

    @classmethod
    def of_death(cls, code, said):
        """The death of a program by a signal or with a status, and where, as far as it has said."""
        site = SITE.search(said)
        where = f" at {site[1] or site[2]}" if site else ""
        return cls("dies", (signal.Signals(-code).name if code < 0 else f"status {code}") + where)


# Lists of recordings, from one of which a run has its own; the processes that do the runs are forked after they are set.
SOURCES = []


def plan(seed, run):
    """The plan of a run, its recording, and the dice that cut the piece."""
    dice = random.Random(f"{seed}.{run}")
    recording = dice.choice(dice.choice(SOURCES))
    profile = dice.choice(PROFILES)
    names = [dice.choice(sorted(FAULTS)) for _ in range(dice.choice((1, 1, 2, 2, 3, 5)))]
    faults = sorted(enumerate(names), key=lambda fault: fault[1] in LAST)
    arguments = ["--profile", profile]
    if dice.random() < 0.1:
        arguments += ["--initial-yaw", f"{dice.uniform(-180, 180):.1f}"]
    arguments += [word for option in ("aids", "geopose", "corrections", "save-state") if dice.random() < 0.15
                  for word in ("--" + option, f"{{folder}}/{option}")]
    return Plan(run, recording.name, profile, faults, arguments), recording, dice


def spoil(seed, run, seconds, left_out=()):
    """The plan of a run without the faults that are left out, and its piece."""
    made, recording, dice = plan(seed, run)
    made.faults = [fault for fault in made.faults if fault[0] not in left_out]
    piece = recording.piece(dice, seconds)
    for position, name in made.faults:
        if piece.lines:
            FAULTS[name][0](piece, random.Random(f"{seed}.{run}.{position}"))
    return made, piece


# MARK: what is wrong


def wrong_row(row, last):
    """What is wrong with a row of a table; None if nothing is."""
    values = {}
    for name, text in row.items():
        try:
            values[name] = float(text)
        except (TypeError, ValueError):
            continue
        if not math.isfinite(values[name]):
            return f"{name} is {text}"
        if values[name] < 0 and NOT_NEGATIVE.fullmatch(name):
            return f"{name} is negative"
    if "qw" in row:
        if last is not None and values["t"] <= last:
            return "time does not rise"
        if abs(sum(values[name] ** 2 for name in ("qx", "qy", "qz", "qw")) - 1) > 1e-3:
            return "the quaternion is not a unit's"
        if abs(values.get("lat", 0)) > 90 or abs(values.get("lon", 0)) > 180.000001:
            return "the place is not on Earth"
    return None


def wrong_table(path):
    last = None
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            wrong = wrong_row(row, last)
            if wrong:
                return f"{wrong} at {row['t']} ({os.path.basename(path)})"
            last = float(row["t"])
    return None


def wrong_number(value, name=""):
    """What is wrong with a value of JSON, at any depth; None if nothing is."""
    if isinstance(value, dict):
        return next((wrong for key, member in value.items() if (wrong := wrong_number(member, key))), None)
    if isinstance(value, list):
        return next((wrong for member in value if (wrong := wrong_number(member, name))), None)
    if isinstance(value, float) and not math.isfinite(value):
        return f"{name} is {value}"
    return None


def wrong_text(path):
    """What is wrong with a file of JSON, or of a JSON object a line."""
    last = None
    with open(path) as file:
        for line in [file.read()] if path.endswith("state") else file:
            try:
                value = json.loads(line)
            except ValueError as fault:
                return f"no JSON: {fault} ({os.path.basename(path)})"
            time = value.get("time_boot_ns")
            wrong = wrong_number(value)
            if "quaternion" in value and abs(sum(x * x for x in value["quaternion"].values()) - 1) > 1e-3:
                wrong = "the quaternion is not a unit's"
            if any(number is not None and number < 0 for number in value.get("accuracy", {}).values()):
                wrong = "an accuracy is negative"
            if last is not None and time is not None and time <= last:
                wrong = "time does not rise"
            if wrong:
                return f"{wrong} at {time} ({os.path.basename(path)})"
            last = time if time is not None else last
    return None


OUTPUTS = {"poses": wrong_table, "aids": wrong_table, "corrections": wrong_table, "geopose": wrong_text, "save-state": wrong_text}


def attempt(made, piece, folder, backtrace=False):
    """Replays a piece: the failure, or None."""
    recording = os.path.join(folder, "spoilt.gnomon")
    for name in OUTPUTS:
        if os.path.exists(path := os.path.join(folder, name)):
            os.remove(path)
    with open(recording, "w") as file:
        file.write(piece.text)
    arguments = [word.replace("{folder}", folder) for word in made.arguments]
    environment = dict(os.environ, SWIFT_BACKTRACE="enable=yes,color=no" if backtrace else "enable=no")
    try:
        done = subprocess.run([GNOMON, "replay", recording, "--poses", os.path.join(folder, "poses"), "--rate", "50", *arguments],
                              capture_output=True, text=True, errors="replace", timeout=LIMIT, env=environment)
    except subprocess.TimeoutExpired:
        return Failure("dies", f"takes longer than {LIMIT} s")
    if done.returncode < 0:
        return Failure.of_death(done.returncode, done.stderr)
    if done.returncode:
        said = done.stderr.strip()[-200:].replace(recording, "FILE")
        return None if WITHOUT_POSES.search(said) else Failure("refuses", said)
    for name, check in OUTPUTS.items():
        path = os.path.join(folder, name)
        wrong = check(path) if os.path.exists(path) else None
        if wrong:
            return Failure("lies", wrong)
    return None


# MARK: a run


def keep(folder, seed, made, piece, failure):
    """Writes a failing piece with the command that repeats the failure, and returns its path."""
    os.makedirs(folder, exist_ok=True)
    name = f"{seed}-{made.number}-{failure.kind}.gnomon"
    command = " ".join(["gnomon replay", name, "--poses poses", *made.arguments]).replace("{folder}/", "")
    faults = ", ".join(fault for _, fault in made.faults)
    note = f"torture: {command} --rate 50: {failure.kind}: {failure.what} ({faults}; {made.recording})"
    piece.head.insert(1, "#,note," + note.replace("\n", " "))
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(piece.text)
    return path


def run(job):
    """Does one run: (its profile or None if it is left out, what failed or None)."""
    seed, number, seconds, only, folder = job
    made, _, _ = plan(seed, number)
    if only and not only & {name for _, name in made.faults}:
        return None, None
    made, piece = spoil(seed, number, seconds)
    with tempfile.TemporaryDirectory(prefix="torture-") as scratch:
        failure = attempt(made, piece, scratch)
        if not failure:
            return made.profile, None
        left_out = set()
        for position, _ in made.faults:
            fewer, other = spoil(seed, number, seconds, left_out | {position})
            if fewer.faults and failure.is_like(attempt(fewer, other, scratch)):
                left_out.add(position)
                made, piece = fewer, other
        if "longer than" not in failure.what:
            piece = shorten(piece, lambda shorter: failure.is_like(attempt(made, shorter, scratch)))
            failure = attempt(made, piece, scratch, backtrace=True) or failure
        path = keep(folder, seed, made, piece, failure)
    return made.profile, {
        "run": number, "kind": failure.kind, "what": failure.what, "profile": made.profile, "recording": made.recording,
        "faults": [name for _, name in made.faults], "lines": len(piece.lines), "kept": path}
