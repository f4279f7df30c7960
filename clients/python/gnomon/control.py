"""The daemon itself: its configuration, recordings, and the limits of its socket."""

# Written by scripts/clients from Sources/Wire/Interfaces/org.gnomon.Control.varlink: change that file instead.
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ._interface import AsyncInterface, Interface
from ._message import Json, Message, RemoteError, known
from ._stream import AsyncStream, Stream
from .tracking import InvalidValue, NotPermitted, Source, TooManyRequests, UnknownMember


@dataclass(slots=True)
class Setting(Message):
    """One setting, with the origin of its value (default, or a file and line), its unit and its meaning."""
    name: str
    value: str
    origin: str
    unit: str
    meaning: str


Setting._kinds = {"name": None, "value": None, "origin": None, "unit": None, "meaning": None}


@dataclass(slots=True)
class Limits(Message):
    message_bytes: int
    nesting: int
    values: int
    unfinished_bytes: int
    unread_bytes: int
    unread_bytes_per_user: int
    connections: int
    connections_per_user: int
    requests_per_second: int
    queued_messages: int
    seconds_without_progress: int


Limits._kinds = {"message_bytes": None, "nesting": None, "values": None, "unfinished_bytes": None, "unread_bytes": None, "unread_bytes_per_user": None, "connections": None, "connections_per_user": None, "requests_per_second": None, "queued_messages": None, "seconds_without_progress": None}


@dataclass(slots=True)
class Work(Message):
    """The time spent in the daemon's loop since its start, by kind of work (samples, scenes, requests, sending, answers,
    housekeeping, connections) and by method: how often, the longest, and the total.
    """
    name: str
    count: int
    longest_ms: float
    total_ms: float


Work._kinds = {"name": None, "count": None, "longest_ms": None, "total_ms": None}


@dataclass(slots=True)
class TurnedOut(Message):
    """Number of connections that the daemon closed, by reason."""
    reason: str
    count: int


TurnedOut._kinds = {"reason": None, "count": None}


@dataclass(slots=True)
class Load(Message):
    """unread_bytes: data waiting for readers; unfinished_bytes: incomplete messages from clients. jobs: work outside the
    loop. frames_left_out: frames that the daemon had no time for. longest_ms: the longest time that one piece of work
    has held up the samples.
    """
    unread_bytes: int
    unfinished_bytes: int
    jobs: int
    frames_left_out: int
    longest_ms: float
    work: list[Work]
    turned_out: list[TurnedOut]


Load._kinds = {"unread_bytes": None, "unfinished_bytes": None, "jobs": None, "frames_left_out": None, "longest_ms": None, "work": [Work], "turned_out": [TurnedOut]}


@dataclass(slots=True)
class Known(Message):
    """A method, and the members of its parameters that this daemon knows."""
    method: str
    members: list[str]


Known._kinds = {"method": None, "members": None}


@dataclass(slots=True)
class GetInfoReply(Message):
    """The reply to GetInfo."""
    version: str
    process_id: int
    started_boot_ns: int
    socket: str
    access: str
    connections: int
    subscribers: int
    sources: list[Source]
    load: Load
    recordings: str
    limits: Limits
    methods: list[Known]


GetInfoReply._kinds = {"version": None, "process_id": None, "started_boot_ns": None, "socket": None, "access": None, "connections": None, "subscribers": None, "sources": [Source], "load": Load, "recordings": None, "limits": Limits, "methods": [Known]}


@dataclass(slots=True)
class GetConfigurationReply(Message):
    """The reply to GetConfiguration."""
    settings: list[Setting]


GetConfigurationReply._kinds = {"settings": [Setting]}


@dataclass(slots=True)
class ReloadReply(Message):
    """The reply to Reload."""
    changed: list[str]


ReloadReply._kinds = {"changed": None}


@dataclass(slots=True)
class StartRecordingReply(Message):
    """The reply to StartRecording."""
    path: str


StartRecordingReply._kinds = {"path": None}


@dataclass(slots=True)
class StopRecordingReply(Message):
    """The reply to StopRecording."""
    path: str
    lines: int
    parts: int


StopRecordingReply._kinds = {"path": None, "lines": None, "parts": None}


class AlreadyRecording(RemoteError):
    """A recording is already running; StopRecording ends it."""
    path: str


class NotRecording(RemoteError):
    pass


class ConfigurationRefused(RemoteError):
    """The files have invalid values or cannot be read: each fault with its file and line. Nothing was changed."""
    faults: list[str]


class RecordingFailed(RemoteError):
    """The file could not be written, with the reason."""
    path: str
    reason: str


class TooMuchUnread(RemoteError):
    """The answer does not fit into limit_bytes, the most of unread answers for one user; read some first, or request
    less.
    """
    limit_bytes: int


class TooManyConnections(RemoteError):
    """Too many connections. of: all, user.

    The errors from here on are about the connection, not about a method. After TooManyConnections, MessageTooLarge
    and TooMuchUnfinished it is closed.
    """
    limit: int
    of: str


class MessageTooLarge(RemoteError):
    """The message is longer than limit_bytes and was not read."""
    limit_bytes: int


class TooMuchUnfinished(RemoteError):
    """The unfinished messages of all clients exceeded limit_bytes; the caller held the longest one of the heaviest user."""
    limit_bytes: int


class MessageTooDeep(RemoteError):
    """The arrays and objects of the message are nested deeper than limit."""
    limit: int


class TooManyValues(RemoteError):
    """The message has more than limit values: strings, numbers, arrays, objects."""
    limit: int


class MalformedMessage(RemoteError):
    """The message before the NUL is not one JSON object with a "method"; line and column give the position of the error."""
    reason: str
    line: int
    column: int


class Control(Interface):
    """The methods of org.gnomon.Control."""

    def get_info(self) -> GetInfoReply:
        """access: the caller's class: read, contribute, administer. methods: all of the interfaces."""
        return self._call("org.gnomon.Control.GetInfo", {}, GetInfoReply)

    def get_configuration(self) -> GetConfigurationReply:
        return self._call("org.gnomon.Control.GetConfiguration", {}, GetConfigurationReply)

    def reload(self) -> ReloadReply:
        """Reads the configuration again; changed has the names of the settings with a new value."""
        return self._call("org.gnomon.Control.Reload", {}, ReloadReply)

    def start_recording(self, name: str | None = None) -> StartRecordingReply:
        """Starts to record all inputs to a file that only the daemon's user can read. name: a file in the daemon's own
        folder of recordings; the default is the current time.
        """
        return self._call("org.gnomon.Control.StartRecording", {"name": name}, StartRecordingReply)

    def stop_recording(self) -> StopRecordingReply:
        """Ends the recording. path: its first part; the next parts are called NAME.2.gnomon, NAME.3.gnomon and so on."""
        return self._call("org.gnomon.Control.StopRecording", {}, StopRecordingReply)


class AsyncControl(AsyncInterface):
    """The methods of org.gnomon.Control."""

    async def get_info(self) -> GetInfoReply:
        """access: the caller's class: read, contribute, administer. methods: all of the interfaces."""
        return await self._call("org.gnomon.Control.GetInfo", {}, GetInfoReply)

    async def get_configuration(self) -> GetConfigurationReply:
        return await self._call("org.gnomon.Control.GetConfiguration", {}, GetConfigurationReply)

    async def reload(self) -> ReloadReply:
        """Reads the configuration again; changed has the names of the settings with a new value."""
        return await self._call("org.gnomon.Control.Reload", {}, ReloadReply)

    async def start_recording(self, name: str | None = None) -> StartRecordingReply:
        """Starts to record all inputs to a file that only the daemon's user can read. name: a file in the daemon's own
        folder of recordings; the default is the current time.
        """
        return await self._call("org.gnomon.Control.StartRecording", {"name": name}, StartRecordingReply)

    async def stop_recording(self) -> StopRecordingReply:
        """Ends the recording. path: its first part; the next parts are called NAME.2.gnomon, NAME.3.gnomon and so on."""
        return await self._call("org.gnomon.Control.StopRecording", {}, StopRecordingReply)


ERRORS: dict[str, type[RemoteError]] = known({
    "org.gnomon.Control.InvalidValue": InvalidValue,
    "org.gnomon.Control.UnknownMember": UnknownMember,
    "org.gnomon.Control.NotPermitted": NotPermitted,
    "org.gnomon.Control.AlreadyRecording": AlreadyRecording,
    "org.gnomon.Control.NotRecording": NotRecording,
    "org.gnomon.Control.ConfigurationRefused": ConfigurationRefused,
    "org.gnomon.Control.RecordingFailed": RecordingFailed,
    "org.gnomon.Control.TooManyRequests": TooManyRequests,
    "org.gnomon.Control.TooMuchUnread": TooMuchUnread,
    "org.gnomon.Control.TooManyConnections": TooManyConnections,
    "org.gnomon.Control.MessageTooLarge": MessageTooLarge,
    "org.gnomon.Control.TooMuchUnfinished": TooMuchUnfinished,
    "org.gnomon.Control.MessageTooDeep": MessageTooDeep,
    "org.gnomon.Control.TooManyValues": TooManyValues,
    "org.gnomon.Control.MalformedMessage": MalformedMessage,
})
