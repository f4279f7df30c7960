"""Calibrations: made while the daemon runs, graded, and used only after they are accepted. Until then the calibration in
use stays; if the caller disconnects, nothing is changed.
"""

# Written by scripts/clients from Sources/Wire/Interfaces/org.gnomon.Calibration.varlink: change that file instead.
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ._interface import AsyncInterface, Interface
from ._message import Json, Message, RemoteError, known
from ._stream import AsyncStream, Stream
from .tracking import InvalidValue, NotPermitted, UnknownMember


@dataclass(slots=True)
class Figure(Message):
    """A number with its unit: µT, °, m/s², °/s, s, %, or none for counts and ratios. bar: the limit that it should not
    exceed, or should reach.
    """
    name: str
    value: float
    unit: str
    bar: float | None = None


Figure._kinds = {"name": None, "value": None, "unit": None, "bar": None}


@dataclass(slots=True)
class Phrase(Message):
    """A sentence: a code for programs, its numbers, and the English text."""
    code: str
    figures: list[Figure]
    english: str


Phrase._kinds = {"code": None, "figures": [Figure], "english": None}


@dataclass(slots=True)
class Progress(Message):
    """The progress, and the wearer's next action. coverage: number of readings per cell of the sphere, for kinds that
    have one. elapsed: seconds by the samples' clock.
    """
    fraction: float
    is_complete: bool
    elapsed: float
    instruction: Phrase
    warnings: list[Phrase]
    figures: list[Figure]
    coverage: list[int]


Progress._kinds = {"fraction": None, "is_complete": None, "elapsed": None, "instruction": Phrase, "warnings": [Phrase], "figures": [Figure], "coverage": None}


@dataclass(slots=True)
class Result(Message):
    """grade: poor, fair, good, excellent; promise: the error for this grade, met in nine of ten cases. record: the
    record to store.
    """
    grade: str
    promise: Figure
    evidence: list[Figure]
    remarks: list[Phrase]
    record: dict[str, Any]


Result._kinds = {"grade": None, "promise": Figure, "evidence": [Figure], "remarks": [Phrase], "record": None}


@dataclass(slots=True)
class Failure(Message):
    """The reason of the failure, the finding, and the remedy."""
    reason: str
    figures: list[Figure]
    finding: str
    remedy: str


Failure._kinds = {"reason": None, "figures": [Figure], "finding": None, "remedy": None}


@dataclass(slots=True)
class Verdict(Message):
    """verdict: good, drifting, redo, unknown (too little data)."""
    kind: str
    verdict: str
    figures: list[Figure]
    english: str


Verdict._kinds = {"kind": None, "verdict": None, "figures": [Figure], "english": None}


@dataclass(slots=True)
class StartReply(Message):
    """The reply to Start."""
    run: int
    progress: Progress | None = None
    result: Result | None = None
    failure: Failure | None = None


StartReply._kinds = {"run": None, "progress": Progress, "result": Result, "failure": Failure}


@dataclass(slots=True)
class FinishReply(Message):
    """The reply to Finish."""


FinishReply._kinds = {}


@dataclass(slots=True)
class AcceptReply(Message):
    """The reply to Accept."""
    record: dict[str, Any]


AcceptReply._kinds = {"record": None}


@dataclass(slots=True)
class RejectReply(Message):
    """The reply to Reject."""


RejectReply._kinds = {}


@dataclass(slots=True)
class CancelReply(Message):
    """The reply to Cancel."""


CancelReply._kinds = {}


@dataclass(slots=True)
class ListReply(Message):
    """The reply to List."""
    records: list[dict[str, Any]]


ListReply._kinds = {"records": None}


@dataclass(slots=True)
class UndoReply(Message):
    """The reply to Undo."""
    undone: dict[str, Any]
    in_force: dict[str, Any] | None = None


UndoReply._kinds = {"undone": None, "in_force": None}


@dataclass(slots=True)
class ExportReply(Message):
    """The reply to Export."""
    calibrations: dict[str, Any]


ExportReply._kinds = {"calibrations": None}


@dataclass(slots=True)
class ImportReply(Message):
    """The reply to Import."""
    records: list[dict[str, Any]]


ImportReply._kinds = {"records": None}


@dataclass(slots=True)
class ShareReply(Message):
    """The reply to Share."""
    records: list[dict[str, Any]]


ShareReply._kinds = {"records": None}


@dataclass(slots=True)
class VerifyReply(Message):
    """The reply to Verify."""
    progress: Progress | None = None
    verdicts: list[Verdict] | None = None


VerifyReply._kinds = {"progress": Progress, "verdicts": [Verdict]}


class Busy(RemoteError):
    """Another calibration is running; only one is possible at a time."""
    kind: str
    run: int
    english: str


class SensorMissing(RemoteError):
    """A required sensor delivers no samples."""
    sensor: str
    english: str


class RateTooLow(RemoteError):
    """A required sensor delivers too few samples."""
    sensor: str
    rate_hz: float
    needed_hz: float
    english: str


class NotWritable(RemoteError):
    """The result could not be stored. This is checked before the calibration starts."""
    path: str
    reason: str
    english: str


class NoSuchRun(RemoteError):
    """There is no such run: it has ended, or its caller has disconnected."""
    run: int
    english: str


class NotJudged(RemoteError):
    """The run has no result yet, or it has failed."""
    run: int
    english: str


class MountConfigured(RemoteError):
    """The configuration sets the sensor's mounting and has precedence. value: the value to write there; or remove the
    setting.
    """
    setting: str
    origin: str
    value: str
    english: str


class NothingKept(RemoteError):
    """There is no stored record of this kind."""
    kind: str
    english: str


class OtherSensor(RemoteError):
    """The calibration was made with a sensor other than the present one."""
    role: str
    made_with: str
    here: str
    english: str


class NotACalibration(RemoteError):
    """The object is not a calibration, or it was made by a later version of gnomon."""
    reason: str
    english: str


class Calibration(Interface):
    """The methods of org.gnomon.Calibration."""

    def start(self, kind: str, seconds: float | None = None, turns: int | None = None) -> Stream[StartReply]:
        """Starts a calibration and reports ten times a second. kind: mag, accel, gyro, axes, time. It ends when there is
        enough data, after `seconds`, or with Finish; the last reply has a result or a failure and no progress. The
        result waits for Accept or Reject as long as this connection exists. turns: number of turns for the
        gyroscope's scale.
        """
        return self._stream("org.gnomon.Calibration.Start", {"kind": kind, "seconds": seconds, "turns": turns}, StartReply)

    def finish(self, run: int) -> FinishReply:
        """Ends the collection and judges the data collected so far."""
        return self._call("org.gnomon.Calibration.Finish", {"run": run}, FinishReply)

    def accept(self, run: int) -> AcceptReply:
        """Stores the result and uses it at once, in a new scene. record: the stored record."""
        return self._call("org.gnomon.Calibration.Accept", {"run": run}, AcceptReply)

    def reject(self, run: int) -> RejectReply:
        """Ends the calibration and leaves everything unchanged."""
        return self._call("org.gnomon.Calibration.Reject", {"run": run}, RejectReply)

    def cancel(self, run: int) -> CancelReply:
        return self._call("org.gnomon.Calibration.Cancel", {"run": run}, CancelReply)

    def list(self, all: bool | None = None) -> ListReply:
        """Returns the stored records of the sensors that are present, or of all sensors ever calibrated; each has
        in_force.
        """
        return self._call("org.gnomon.Calibration.List", {"all": all}, ListReply)

    def undo(self, kind: str) -> UndoReply:
        """Stops using the newest record of a kind, and uses the one before, if there is one."""
        return self._call("org.gnomon.Calibration.Undo", {"kind": kind}, UndoReply)

    def export(self, kind: str | None = None) -> ExportReply:
        """Returns the calibrations in use, for another machine or a backup."""
        return self._call("org.gnomon.Calibration.Export", {"kind": kind}, ExportReply)

    def import_(self, calibrations: dict[str, Any], other_sensors: bool | None = None) -> ImportReply:
        """Uses exported calibrations. They are refused if they were made with other sensors, unless other_sensors is
        true.
        """
        return self._call("org.gnomon.Calibration.Import",
            {"calibrations": calibrations, "other_sensors": other_sensors},
            ImportReply)

    def share(self) -> ShareReply:
        """Allows the calibrations in use on every machine whose sensors are alike, for an image that is copied to many
        boards. Else those of another machine are not in use until they are confirmed: by Verify, or while the device
        is worn.
        """
        return self._call("org.gnomon.Calibration.Share", {}, ShareReply)

    def verify(self, kind: str | None = None, seconds: float | None = None) -> Stream[VerifyReply]:
        """Compares the calibrations in use, and those of another machine, with the sensors' readings for some time, and
        recommends what to do. What is from another machine and good is in use from then on, if the caller may
        administer.
        """
        return self._stream("org.gnomon.Calibration.Verify", {"kind": kind, "seconds": seconds}, VerifyReply)


class AsyncCalibration(AsyncInterface):
    """The methods of org.gnomon.Calibration."""

    def start(self, kind: str, seconds: float | None = None, turns: int | None = None) -> AsyncStream[StartReply]:
        """Starts a calibration and reports ten times a second. kind: mag, accel, gyro, axes, time. It ends when there is
        enough data, after `seconds`, or with Finish; the last reply has a result or a failure and no progress. The
        result waits for Accept or Reject as long as this connection exists. turns: number of turns for the
        gyroscope's scale.
        """
        return self._stream("org.gnomon.Calibration.Start", {"kind": kind, "seconds": seconds, "turns": turns}, StartReply)

    async def finish(self, run: int) -> FinishReply:
        """Ends the collection and judges the data collected so far."""
        return await self._call("org.gnomon.Calibration.Finish", {"run": run}, FinishReply)

    async def accept(self, run: int) -> AcceptReply:
        """Stores the result and uses it at once, in a new scene. record: the stored record."""
        return await self._call("org.gnomon.Calibration.Accept", {"run": run}, AcceptReply)

    async def reject(self, run: int) -> RejectReply:
        """Ends the calibration and leaves everything unchanged."""
        return await self._call("org.gnomon.Calibration.Reject", {"run": run}, RejectReply)

    async def cancel(self, run: int) -> CancelReply:
        return await self._call("org.gnomon.Calibration.Cancel", {"run": run}, CancelReply)

    async def list(self, all: bool | None = None) -> ListReply:
        """Returns the stored records of the sensors that are present, or of all sensors ever calibrated; each has
        in_force.
        """
        return await self._call("org.gnomon.Calibration.List", {"all": all}, ListReply)

    async def undo(self, kind: str) -> UndoReply:
        """Stops using the newest record of a kind, and uses the one before, if there is one."""
        return await self._call("org.gnomon.Calibration.Undo", {"kind": kind}, UndoReply)

    async def export(self, kind: str | None = None) -> ExportReply:
        """Returns the calibrations in use, for another machine or a backup."""
        return await self._call("org.gnomon.Calibration.Export", {"kind": kind}, ExportReply)

    async def import_(self, calibrations: dict[str, Any], other_sensors: bool | None = None) -> ImportReply:
        """Uses exported calibrations. They are refused if they were made with other sensors, unless other_sensors is
        true.
        """
        return await self._call("org.gnomon.Calibration.Import",
            {"calibrations": calibrations, "other_sensors": other_sensors},
            ImportReply)

    async def share(self) -> ShareReply:
        """Allows the calibrations in use on every machine whose sensors are alike, for an image that is copied to many
        boards. Else those of another machine are not in use until they are confirmed: by Verify, or while the device
        is worn.
        """
        return await self._call("org.gnomon.Calibration.Share", {}, ShareReply)

    def verify(self, kind: str | None = None, seconds: float | None = None) -> AsyncStream[VerifyReply]:
        """Compares the calibrations in use, and those of another machine, with the sensors' readings for some time, and
        recommends what to do. What is from another machine and good is in use from then on, if the caller may
        administer.
        """
        return self._stream("org.gnomon.Calibration.Verify", {"kind": kind, "seconds": seconds}, VerifyReply)


ERRORS: dict[str, type[RemoteError]] = known({
    "org.gnomon.Calibration.InvalidValue": InvalidValue,
    "org.gnomon.Calibration.UnknownMember": UnknownMember,
    "org.gnomon.Calibration.NotPermitted": NotPermitted,
    "org.gnomon.Calibration.Busy": Busy,
    "org.gnomon.Calibration.SensorMissing": SensorMissing,
    "org.gnomon.Calibration.RateTooLow": RateTooLow,
    "org.gnomon.Calibration.NotWritable": NotWritable,
    "org.gnomon.Calibration.NoSuchRun": NoSuchRun,
    "org.gnomon.Calibration.NotJudged": NotJudged,
    "org.gnomon.Calibration.MountConfigured": MountConfigured,
    "org.gnomon.Calibration.NothingKept": NothingKept,
    "org.gnomon.Calibration.OtherSensor": OtherSensor,
    "org.gnomon.Calibration.NotACalibration": NotACalibration,
})
