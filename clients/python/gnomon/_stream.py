"""Streams: one call whose replies go on, each stream on a connection of its own."""

from __future__ import annotations

import asyncio
import time
from typing import Any, AsyncIterator, Callable, Generic, Iterator, TypeVar

from ._connection import AsyncConnection, Connection, encoded, parameters_of
from ._message import ConnectionLost, Json, NotRunning, RemoteError, known_members

Item = TypeVar("Item")

PAUSES = (0.1, 0.25, 0.5, 1.0, 2.0)
"""Seconds between the attempts to reach a daemon that has ended; the last one for all further ones."""


class _Call(Generic[Item]):
    """The common part: the call, and how its replies are read."""

    def __init__(self, path: str, method: str, parameters: Json, read: Callable[[Json], Item],
                 reconnect: bool, timeout: float | None):
        self.path, self.timeout, self.reconnect = path, timeout, reconnect
        self.call = encoded(method, parameters, more=True)
        self._method, self._parameters = method, parameters
        self.leaves_out = False
        """Whether members that an older daemon does not know are left out; they are those of this package then, not of its user."""
        self._read = read
        self._reset: Callable[[], None] = lambda: None
        self.connections = 0
        """How many connections there have been. A new one means that the daemon has started again: all earlier state is void."""

    def shorten(self, error: RemoteError) -> None:
        """Leaves out what the daemon does not know; raises any other error."""
        if not self.leaves_out:
            raise error
        self.call = encoded(self._method, known_members(self._parameters, error), more=True)
        self.leaves_out = False

    def pause(self, attempt: int) -> float:
        return PAUSES[min(attempt, len(PAUSES) - 1)]


class Stream(_Call[Item]):
    """The replies to one call, to iterate over; `close` or `with` ends it.

    The first connection has to succeed, else NotRunning is raised. When the daemon ends later, the stream connects again and goes
    on with the new daemon; with `reconnect=False` it raises ConnectionLost. The stream ends when the daemon says that it is over.
    """

    _connection: Connection | None = None

    def __iter__(self) -> Iterator[Item]:
        attempt = 0
        self._is_ended = False
        try:
            while True:
                try:
                    connection = self.open()
                    while True:
                        reply = connection.receive()
                        # A daemon that accepts and closes has not answered: the pauses grow.
                        attempt = 0
                        yield self._read(parameters_of(reply))
                        if not reply.get("continues"):
                            return
                except RemoteError as error:
                    self.shorten(error)
                    self._drop()
                except (NotRunning, ConnectionLost):
                    if self._is_ended:
                        return
                    if not self.reconnect or not self.connections:
                        raise
                    self._drop()
                    time.sleep(self.pause(attempt))
                    attempt += 1
        finally:
            self.close()

    _is_ended = False

    def open(self) -> Connection:
        """Connects and calls; iterating does it as well."""
        if self._connection is None:
            self._connection = Connection(self.path, self.timeout)
            self._reset()
            self._connection.send(self.call)
            self.connections += 1
        return self._connection

    def _drop(self) -> None:
        if self._connection:
            self._connection.close()
            self._connection = None

    def close(self) -> None:
        self._is_ended = True
        self._drop()

    def __enter__(self) -> Stream[Item]:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


class AsyncStream(_Call[Item]):
    """`async for` over the replies to one call; otherwise as Stream."""

    _connection: AsyncConnection | None = None

    async def __aiter__(self) -> AsyncIterator[Item]:
        attempt = 0
        try:
            while True:
                try:
                    self._connection = await AsyncConnection(self.path, self.timeout).open()
                    self._reset()
                    await self._connection.send(self.call)
                    self.connections += 1
                    while True:
                        reply = await self._connection.receive()
                        attempt = 0
                        yield self._read(parameters_of(reply))
                        if not reply.get("continues"):
                            return
                except RemoteError as error:
                    self.shorten(error)
                    self.close()
                except (NotRunning, ConnectionLost):
                    if not self.reconnect or not self.connections:
                        raise
                    self.close()
                    await asyncio.sleep(self.pause(attempt))
                    attempt += 1
        finally:
            self.close()

    def close(self) -> None:
        if self._connection:
            self._connection.close()
            self._connection = None

    async def __aenter__(self) -> AsyncStream[Item]:
        return self

    async def __aexit__(self, *_: Any) -> None:
        self.close()
