"""A connection to the daemon's socket: JSON objects, each ended by a NUL byte."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import select
import socket
import time
from typing import Any

from ._message import ConnectionLost, Json, NotRunning, ProtocolError, error_from, plain

DEFAULT_PATH = "/run/gnomon/gnomon.sock"
LONGEST = 16 << 20
"""Bytes of a message from which on it is refused: over twice the daemon's longest answer."""


def default_path() -> str:
    """The socket in GNOMON_SOCKET, else that of the service."""
    return os.environ.get("GNOMON_SOCKET") or DEFAULT_PATH


def encoded(method: str, parameters: Json, more: bool = False) -> bytes:
    members = {name: plain(value) for name, value in parameters.items() if value is not None}
    call: Json = {"method": method, "parameters": members}
    if more:
        call["more"] = True
    return json.dumps(call, allow_nan=False).encode() + b"\0"


def decoded(text: bytes) -> Json:
    """A reply's object; raises the exception of an error reply."""
    try:
        reply = json.loads(text)
    except ValueError as error:
        raise ProtocolError(f"a message is not JSON: {error}") from None
    if not isinstance(reply, dict):
        raise ProtocolError("a message is not a JSON object")
    if "error" in reply:
        raise error_from(reply)
    return reply


def unreachable(path: str, error: OSError) -> Exception:
    if error.errno == errno.EACCES:
        return NotRunning(f"{path} is for members of its group: id -nG shows yours, ls -l {path} shows the socket's")
    if error.errno in (errno.ENOENT, errno.ECONNREFUSED):
        return NotRunning(f"no daemon answers at {path}: start gnomond, or name its socket in GNOMON_SOCKET")
    return NotRunning(f"{path}: {error}")


class Messages:
    """Bytes as they arrive, split at NUL bytes."""

    def __init__(self) -> None:
        self.rest = bytearray()
        self.searched = 0

    def add(self, chunk: bytes) -> None:
        self.rest += chunk

    def next(self) -> bytes | None:
        end = self.rest.find(0, self.searched)
        if end < 0:
            self.searched = len(self.rest)
            if self.searched > LONGEST:
                raise ProtocolError(f"a message is longer than {LONGEST} bytes")
            return None
        text = bytes(self.rest[:end])
        del self.rest[: end + 1]
        self.searched = 0
        return text


class Connection:
    def __init__(self, path: str, timeout: float | None):
        self.socket = socket.socket(socket.AF_UNIX)
        self.timeout = timeout
        self.socket.settimeout(timeout)
        try:
            self.socket.connect(path)
        except OSError as error:
            self.socket.close()
            raise unreachable(path, error) from None
        self.messages = Messages()

    def close(self) -> None:
        try:
            self.socket.shutdown(socket.SHUT_RDWR)  # wakes a thread that waits in receive
        except OSError:
            pass
        self.socket.close()

    def is_closed(self) -> bool:
        """Whether the daemon has closed it while nothing was asked."""
        try:
            return bool(select.select([self.socket], [], [], 0)[0]) and self.socket.recv(1, socket.MSG_PEEK) == b""
        except (OSError, ValueError):
            return True

    def send(self, data: bytes) -> None:
        try:
            self.socket.sendall(data)
        except TimeoutError:
            raise
        except OSError as error:
            raise ConnectionLost(f"the daemon has closed the connection: {error}") from None

    def receive(self) -> Json:
        """The next reply. Raises TimeoutError after `timeout` seconds."""
        deadline = None if self.timeout is None else time.monotonic() + self.timeout
        while (text := self.messages.next()) is None:
            if deadline is not None:
                self.socket.settimeout(max(1e-6, deadline - time.monotonic()))
            try:
                chunk = self.socket.recv(1 << 16)
            except TimeoutError:
                raise TimeoutError(f"the daemon has not answered in {self.timeout} s") from None
            except OSError as error:
                raise ConnectionLost(f"the connection has ended: {error}") from None
            if not chunk:
                raise ConnectionLost("the daemon has closed the connection")
            self.messages.add(chunk)
        return decoded(text)


class AsyncConnection:
    """The same for asyncio. `open` connects."""

    def __init__(self, path: str, timeout: float | None):
        self.path, self.timeout = path, timeout
        self.messages = Messages()
        self.reader: asyncio.StreamReader
        self.writer: asyncio.StreamWriter

    async def open(self) -> AsyncConnection:
        try:
            self.reader, self.writer = await asyncio.open_unix_connection(self.path)
        except OSError as error:
            raise unreachable(self.path, error) from None
        return self

    def close(self) -> None:
        self.writer.close()

    def is_closed(self) -> bool:
        return self.reader.at_eof()

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        try:
            await self.writer.drain()
        except OSError as error:
            raise ConnectionLost(f"the daemon has closed the connection: {error}") from None

    async def receive(self) -> Json:
        try:
            return await asyncio.wait_for(self._receive(), self.timeout)
        except asyncio.TimeoutError:
            raise TimeoutError(f"the daemon has not answered in {self.timeout} s") from None

    async def _receive(self) -> Json:
        while (text := self.messages.next()) is None:
            try:
                chunk = await self.reader.read(1 << 16)
            except OSError as error:
                raise ConnectionLost(f"the connection has ended: {error}") from None
            if not chunk:
                raise ConnectionLost("the daemon has closed the connection")
            self.messages.add(chunk)
        return decoded(text)


def parameters_of(reply: Json) -> Json:
    found: Any = reply.get("parameters")
    return found if isinstance(found, dict) else {}
