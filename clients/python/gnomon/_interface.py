"""The base of the interfaces: how their methods call."""

from __future__ import annotations

from typing import Any, Callable, TypeVar

from ._message import Json, Message, RemoteError, known_members
from ._stream import AsyncStream, Stream

M = TypeVar("M", bound=Message)


class Interface:
    """The methods of one interface; a client has one of each."""

    def __init__(self, call: Callable[[str, Json], Any], stream: Callable[[str, Json, type[Any]], Any]):
        self._client_call, self._client_stream = call, stream

    def _call(self, method: str, parameters: Json, kind: type[M]) -> M:
        try:
            return kind.read(self._client_call(method, parameters))
        except RemoteError as error:
            return kind.read(self._client_call(method, known_members(parameters, error)))

    def _stream(self, method: str, parameters: Json, kind: type[M]) -> Stream[M]:
        made: Stream[M] = self._client_stream(method, parameters, kind)
        made.leaves_out = True
        return made


class AsyncInterface:
    """The same with functions to await."""

    def __init__(self, call: Callable[[str, Json], Any], stream: Callable[[str, Json, type[Any]], Any]):
        self._client_call, self._client_stream = call, stream

    async def _call(self, method: str, parameters: Json, kind: type[M]) -> M:
        try:
            return kind.read(await self._client_call(method, parameters))
        except RemoteError as error:
            return kind.read(await self._client_call(method, known_members(parameters, error)))

    def _stream(self, method: str, parameters: Json, kind: type[M]) -> AsyncStream[M]:
        made: AsyncStream[M] = self._client_stream(method, parameters, kind)
        made.leaves_out = True
        return made
