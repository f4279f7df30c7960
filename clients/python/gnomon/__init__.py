"""A client of gnomond, the location engine for augmented reality on wearables.

    import gnomon

    for pose in gnomon.poses(rate_hz=1):
        print(pose.latitude_deg, pose.longitude_deg, pose.heading_deg)
"""

from __future__ import annotations

from . import calibration, control, geo, scene, tracking
from ._message import ConnectionLost, GnomonError, NotRunning, ProtocolError, RemoteError
from ._stream import AsyncStream, Stream
from ._version import __version__
from .client import Client
from .recording import Recording, poses_frame, read_poses, read_recording
from .scene import Event, Frame, Viewport
from .tracking import Alignment, InvalidValue, NotPermitted, Pose, TooManyRequests, UnknownMember

__all__ = [
    "Alignment", "AsyncStream", "Client", "ConnectionLost", "Event", "Frame", "GnomonError", "InvalidValue", "NotPermitted",
    "NotRunning", "Pose", "ProtocolError", "Recording", "RemoteError", "Stream", "TooManyRequests", "UnknownMember", "Viewport", "__version__", "alignments",
    "calibration", "control", "events", "frames", "geo", "pose", "poses", "poses_frame", "read_poses", "read_recording",
    "scene", "tracking",
]

def __getattr__(name: str):
    # `gnomon.aio` without an import of its own; asyncio is not loaded for programs that do without.
    if name == "aio":
        import importlib
        return importlib.import_module(".aio", __name__)
    raise AttributeError(f"module 'gnomon' has no attribute '{name}'")


for _error in (ConnectionLost, GnomonError, NotRunning, ProtocolError, RemoteError):
    _error.__module__ = "gnomon"  # where programs find them, and what a traceback says


def pose(path: str | None = None) -> Pose | None:
    """The latest pose; None before there is one."""
    with Client(path) as client:
        return client.pose()


def poses(rate_hz: float | None = None, path: str | None = None) -> Stream[Pose]:
    """Poses as they come, at most `rate_hz` a second; goes on with a daemon that has started again."""
    return Client(path).poses(rate_hz)


def alignments(rate_hz: float | None = None, path: str | None = None) -> Stream[Alignment]:
    """The relation of the scene to the Earth, whenever it changes."""
    return Client(path).alignments(rate_hz)


def frames(include: tuple[str, ...] = ("placements",), rate_hz: float | None = None, path: str | None = None) -> Stream[Frame]:
    """Complete frames of the scene."""
    return Client(path).frames(include, rate_hz)


def events(path: str | None = None) -> Stream[Event]:
    """Announcements, places reached and left, and changes of the route."""
    return Client(path).events()
