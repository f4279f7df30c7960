"""The client: calls, and streams to iterate over."""

from __future__ import annotations

import threading
from typing import Any, Iterable, TypeVar

from . import calibration, control, scene, tracking
from ._connection import Connection, default_path, encoded, parameters_of
from ._frames import Frames
from ._message import ConnectionLost, GnomonError, Json, Message
from ._stream import Stream, _Call

M = TypeVar("M", bound=Message)

EVENTS = ("announcements", "proximity", "statuses", "route")


class Client:
    """A client of gnomond.

    `tracking`, `scene`, `calibration` and `control` have every method of the socket's interfaces; the functions here are the
    usual ones in short. Calls use one connection, from any thread, one at a time; each stream has a connection of its own.
    `path` is the daemon's socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock), `timeout` the seconds for an answer.
    """

    def __init__(self, path: str | None = None, timeout: float | None = 10.0, reconnect: bool = True):
        self.path, self.timeout, self.reconnect = path or default_path(), timeout, reconnect
        self._connection: Connection | None = None
        self._lock = threading.Lock()
        self.tracking = tracking.Tracking(self.call, self._stream)
        self.scene = scene.Scene(self.call, self._stream)
        self.calibration = calibration.Calibration(self.call, self._stream)
        self.control = control.Control(self.call, self._stream)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connection of calls, and with it ends what belongs to it, such as anchors without a lease."""
        if self._connection:
            self._connection.close()
            self._connection = None

    # Calls and streams of any method

    def call(self, method: str, parameters: Json | None = None) -> Json:
        """The reply to any method as JSON, for one that this version does not know."""
        with self._lock:
            if self._connection and self._connection.is_closed():
                self.close()
            self._connection = self._connection or Connection(self.path, self.timeout)
            try:
                self._connection.send(encoded(method, parameters or {}))
                return parameters_of(self._connection.receive())
            except (ConnectionLost, TimeoutError):
                self.close()  # a late answer would be that of another call
                raise

    def stream(self, method: str, parameters: Json | None = None) -> Stream[Json]:
        return Stream(self.path, method, parameters or {}, lambda json: json, self.reconnect, None)

    def _stream(self, method: str, parameters: Json, kind: type[M]) -> Stream[M]:
        made: Stream[M] = Stream(self.path, method, parameters, kind.read, self.reconnect, None)
        if method == "org.gnomon.Scene.Subscribe":
            merge_frames(made, kind)
        return made

    # The usual ones

    def pose(self, time_boot_ns: int | None = None) -> tracking.Pose | None:
        """The latest pose, or that of a time, up to 0.1 s ahead; None before there is one."""
        return self.tracking.get_pose(time_boot_ns).pose

    def alignment(self) -> tracking.Alignment | None:
        """The relation of the scene to the Earth; None before there is a pose."""
        return self.tracking.get_alignment().alignment

    def poses(self, rate_hz: float | None = None) -> Stream[tracking.Pose]:
        """Poses as they come, at most `rate_hz` a second."""
        return self._one_of("pose", tracking.Pose, {"streams": ["pose"], "rate_hz": rate_hz})

    def alignments(self, rate_hz: float | None = None) -> Stream[tracking.Alignment]:
        """The alignment, first as it is and then whenever it changes."""
        return self._one_of("alignment", tracking.Alignment, {"streams": ["alignment"], "rate_hz": rate_hz})

    def frames(self, include: Iterable[str] = ("placements",), rate_hz: float | None = None,
               viewport: scene.Viewport | Json | None = None, **more: Any) -> Stream[scene.Frame]:
        """Complete frames of the scene: the things to draw, and where. `more`: further parameters of Scene.Subscribe."""
        frames = Frames()
        parameters = {"include": list(include), "rate_hz": rate_hz, "viewport": viewport, **more}
        made: Stream[scene.Frame] = Stream(
            self.path, "org.gnomon.Scene.Subscribe", parameters,
            lambda json: scene.Frame.read(frames.add(json)["frame"]), self.reconnect, None)
        made._reset = frames.reset
        return made

    def events(self, include: Iterable[str] = EVENTS, **words: str) -> Stream[scene.Event]:
        """Announcements of the route, places reached and left, changed statuses, and changes of the route, one by one. words: language,
        units, directions and crossings, as in Subscribe; with one of the first three each event has its text."""
        return self._one_of("event", scene.Event, {"include": list(include), **words}, "org.gnomon.Scene.Subscribe")

    def _one_of(self, name: str, kind: type[M], parameters: Json,
                method: str = "org.gnomon.Tracking.Subscribe") -> Stream[M]:
        return Stream(self.path, method, parameters, reader(name, kind), self.reconnect, None)


def reader(name: str, kind: type[M]) -> Any:
    """Reads the one member that a subscription to one stream has."""
    def read(json: Json) -> M:
        if json.get(name) is None:
            raise GnomonError(f"a reply without {name}: {sorted(json)}")
        return kind.read(json[name])
    return read


def merge_frames(stream: _Call[Any], kind: type[Message]) -> None:
    frames = Frames()
    stream._reset = frames.reset
    stream._read = lambda json: kind.read(frames.add(json))
