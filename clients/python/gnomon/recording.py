"""Recordings and computed poses as tables, as pandas frames where pandas is installed. docs/files.md has the format."""

from __future__ import annotations

import csv
import gzip
import json
import math
import os
from typing import Any, Iterable, Iterator

from ._message import GnomonError

# The columns behind the tag of a line; those that are text.
COLUMNS = {
    "A": ("accelerometer", ("t", "x", "y", "z")),
    "G": ("gyroscope", ("t", "x", "y", "z")),
    "M": ("magnetometer", ("t", "x", "y", "z")),
    "B": ("barometer", ("t", "pressure")),
    "T": ("temperature", ("t", "sensor", "celsius")),
    "P": ("fixes", ("t", "lat", "lon", "height", "eph", "epv", "ve", "vn", "vu", "eps", "mode", "utc", "arrival", "separation")),
    "O": ("odometry", ("t", "x", "y", "z", "qx", "qy", "qz", "qw", "quality")),
    "R": ("truth", ("t", "lat", "lon", "height", "qx", "qy", "qz", "qw")),
}
TEXTS = {"sensor", "tracking", "localization"}
LONGEST = 1 << 20
"""Bytes of a line from which on it is refused."""


class Recording:
    """A recording in memory.

    `metadata` has the last value of each key; `tables` a list of rows for each kind of sample (accelerometer, gyroscope,
    magnetometer, barometer, temperature, fixes, odometry, truth), an unknown number as nan; `inputs` time, kind and JSON of the
    inputs; `refused` the number of lines that could not be read, `unknown` of those with a tag of a later version.
    """

    def __init__(self) -> None:
        self.metadata: dict[str, str] = {}
        self.tables: dict[str, list[list[Any]]] = {name: [] for name, _ in COLUMNS.values()}
        self.inputs: list[tuple[float, str, Any]] = []
        self.refused = self.unknown = 0

    @staticmethod
    def columns(name: str) -> tuple[str, ...]:
        return next(columns for known, columns in COLUMNS.values() if known == name)

    def frame(self, name: str) -> Any:
        """A table as a pandas frame, its index the time `t` in seconds."""
        columns = self.columns(name)
        return _pandas().DataFrame(self.tables[name], columns=list(columns)).set_index("t")

    def frames(self) -> dict[str, Any]:
        """Every table that has rows."""
        return {name: self.frame(name) for name, rows in self.tables.items() if rows}


def _pandas() -> Any:
    try:
        import pandas
    except ImportError:
        raise GnomonError("pandas is not installed (python3-pandas, or pip install pandas); the rows are there without it") from None
    return pandas


def _lines(path: str | os.PathLike[str]) -> Iterator[bytes]:
    with open(path, "rb") as file:
        is_packed = file.read(2) == b"\x1f\x8b"
    with (gzip.open(path) if is_packed else open(path, "rb")) as lines:
        try:
            while line := lines.readline(LONGEST + 1):
                yield line
        except EOFError:
            return  # a recording that was cut off; the last, incomplete line is left out by the reader


def read_recording(path: str | os.PathLike[str]) -> Recording:
    """Reads `NAME.gnomon` or `NAME.gnomon.gz`."""
    made, lines = Recording(), _lines(path)
    head = next(lines, b"").rstrip(b"\n").split(b",")
    if head[0] != b"gnomon-recording":
        raise GnomonError(f"{path}: not a recording; its first line would be gnomon-recording,1 (gnomon import reads other logs)")
    if head[1:2] != [b"1"]:
        raise GnomonError(f"{path}: a recording of version {head[1:2]}, and this package reads version 1")
    for line in lines:
        if not line.endswith(b"\n"):
            if len(line) > LONGEST:
                made.refused += 1
            continue
        try:
            _add(made, line[:-1].decode())
        except (ValueError, IndexError):
            made.refused += 1
    return made


def _add(made: Recording, line: str) -> None:
    tag, _, rest = line.partition(",")
    if tag == "#":
        key, _, value = rest.partition(",")
        made.metadata[key] = value
    elif tag == "I":
        time, kind, text = rest.split(",", 2)
        made.inputs.append((float(time), kind, json.loads(text)))
    elif tag in COLUMNS:
        name, columns = COLUMNS[tag]
        fields = rest.split(",")
        fields += [""] * (len(columns) - len(fields))
        row: list[Any] = [
            field if column in TEXTS else float(field) if field else math.nan for column, field in zip(columns, fields)]
        if math.isnan(row[0]):
            raise ValueError("a line without a time")
        made.tables[name].append(row)
    else:
        made.unknown += 1


def read_poses(path: str | os.PathLike[str]) -> list[dict[str, Any]]:
    """The rows of `gnomon replay FILE --poses POSES.csv`, each a dictionary by column; an unknown number is nan."""
    with open(path, newline="") as file:
        return [{name: value if name in TEXTS else float(value) if value else math.nan for name, value in row.items()}
                for row in csv.DictReader(file)]


def poses_frame(poses: Any) -> Any:
    """Poses as a pandas frame, its index the time in seconds: from a file of `gnomon replay --poses`, or from poses of the daemon.

    For instance `gnomon.poses_frame(itertools.islice(gnomon.poses(), 1000))`.
    """
    if isinstance(poses, (str, os.PathLike)):
        rows = read_poses(poses)
    else:
        rows = list(_rows(poses))
    frame = _pandas().DataFrame(rows)
    return frame.set_index("t") if len(frame) else frame


def _rows(poses: Iterable[Any]) -> Iterator[dict[str, Any]]:
    for pose in poses:
        row: dict[str, Any] = {"t": pose.time_boot_ns * 1e-9}
        row.update((name, getattr(pose.position, name)) for name in "xyz")
        row.update(("q" + name, getattr(pose.orientation, name)) for name in "xyzw")
        row.update(lat=pose.latitude_deg, lon=pose.longitude_deg, hacc=pose.horizontal_accuracy, heading=pose.heading_deg,
                   heading_sigma=pose.heading_sigma_deg, tracking=pose.tracking.state, localization=pose.localization.state,
                   scene_id=pose.scene_id)
        yield row
