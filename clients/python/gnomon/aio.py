"""The client for asyncio: `async with gnomon.aio.Client() as client`, `async for pose in client.poses()`."""

from __future__ import annotations

import asyncio
from typing import Any, Iterable, TypeVar

from . import calibration, control, scene, tracking
from ._connection import AsyncConnection, default_path, encoded, parameters_of
from ._frames import Frames
from ._message import ConnectionLost, Json, Message
from ._stream import AsyncStream
from .client import EVENTS, merge_frames, reader

M = TypeVar("M", bound=Message)


class Client:
    """As gnomon.Client, with functions to await and streams for `async for`. Calls of several tasks wait for each other."""

    def __init__(self, path: str | None = None, timeout: float | None = 10.0, reconnect: bool = True):
        self.path, self.timeout, self.reconnect = path or default_path(), timeout, reconnect
        self._connection: AsyncConnection | None = None
        self._lock = asyncio.Lock()
        self.tracking = tracking.AsyncTracking(self.call, self._stream)
        self.scene = scene.AsyncScene(self.call, self._stream)
        self.calibration = calibration.AsyncCalibration(self.call, self._stream)
        self.control = control.AsyncControl(self.call, self._stream)

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        if self._connection:
            self._connection.close()
            self._connection = None

    async def call(self, method: str, parameters: Json | None = None) -> Json:
        """The reply to any method as JSON."""
        async with self._lock:
            if self._connection and self._connection.is_closed():
                self.close()
            self._connection = self._connection or await AsyncConnection(self.path, self.timeout).open()
            try:
                await self._connection.send(encoded(method, parameters or {}))
                return parameters_of(await self._connection.receive())
            except (ConnectionLost, TimeoutError, asyncio.CancelledError):
                self.close()  # a late answer would be that of another call
                raise

    def stream(self, method: str, parameters: Json | None = None) -> AsyncStream[Json]:
        return AsyncStream(self.path, method, parameters or {}, lambda json: json, self.reconnect, None)

    def _stream(self, method: str, parameters: Json, kind: type[M]) -> AsyncStream[M]:
        made: AsyncStream[M] = AsyncStream(self.path, method, parameters, kind.read, self.reconnect, None)
        if method == "org.gnomon.Scene.Subscribe":
            merge_frames(made, kind)
        return made

    async def pose(self, time_boot_ns: int | None = None) -> tracking.Pose | None:
        return (await self.tracking.get_pose(time_boot_ns)).pose

    async def alignment(self) -> tracking.Alignment | None:
        return (await self.tracking.get_alignment()).alignment

    def poses(self, rate_hz: float | None = None) -> AsyncStream[tracking.Pose]:
        return self._one_of("pose", tracking.Pose, {"streams": ["pose"], "rate_hz": rate_hz})

    def alignments(self, rate_hz: float | None = None) -> AsyncStream[tracking.Alignment]:
        return self._one_of("alignment", tracking.Alignment, {"streams": ["alignment"], "rate_hz": rate_hz})

    def frames(self, include: Iterable[str] = ("placements",), rate_hz: float | None = None,
               viewport: scene.Viewport | Json | None = None, **more: Any) -> AsyncStream[scene.Frame]:
        frames = Frames()
        parameters = {"include": list(include), "rate_hz": rate_hz, "viewport": viewport, **more}
        made: AsyncStream[scene.Frame] = AsyncStream(
            self.path, "org.gnomon.Scene.Subscribe", parameters,
            lambda json: scene.Frame.read(frames.add(json)["frame"]), self.reconnect, None)
        made._reset = frames.reset
        return made

    def events(self, include: Iterable[str] = EVENTS, **words: str) -> AsyncStream[scene.Event]:
        return self._one_of("event", scene.Event, {"include": list(include), **words}, "org.gnomon.Scene.Subscribe")

    def _one_of(self, name: str, kind: type[M], parameters: Json,
                method: str = "org.gnomon.Tracking.Subscribe") -> AsyncStream[M]:
        return AsyncStream(self.path, method, parameters, reader(name, kind), self.reconnect, None)
