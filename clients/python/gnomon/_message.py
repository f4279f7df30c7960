"""The base of messages and errors, and how a message is read from JSON and written to it."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

Json = dict[str, Any]
"""A JSON object, in place of a message of the same members."""

M = TypeVar("M", bound="Message")


class Message:
    """A struct of the socket. A member that the daemon has left out is None; one that this version does not know is ignored."""

    __slots__ = ()
    _kinds: ClassVar[dict[str, Any]] = {}

    @classmethod
    def read(cls: type[M], json: Json) -> M:
        made = cls.__new__(cls)
        for name, kind in cls._kinds.items():
            value = json.get(name)
            if value is not None and kind is not None:
                value = [kind[0].read(item) for item in value] if isinstance(kind, list) else kind.read(value)
            setattr(made, name, value)
        return made

    def json(self) -> Json:
        """The members that are not None."""
        return {name: plain(getattr(self, name)) for name in self._kinds if getattr(self, name) is not None}


def plain(value: Any) -> Any:
    """JSON of messages, lists and dictionaries; parameters that are None are left out."""
    if isinstance(value, Message):
        return value.json()
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(item) for item in value]
    return value


class GnomonError(Exception):
    """The base of all errors of this package."""


class RemoteError(GnomonError):
    """An error that the daemon has answered with: `name` as in the interface, `parameters` as a dictionary, each also an attribute."""

    name: str
    parameters: Json

    def __init__(self, name: str, parameters: Json):
        super().__init__(name, parameters)
        self.name, self.parameters = name, parameters

    def __getattr__(self, member: str) -> Any:
        if member.startswith("__"):
            raise AttributeError(member)
        return self.__dict__.get("parameters", {}).get(member)

    def __str__(self) -> str:
        sentence = self.parameters.get("english")
        if sentence:
            return f"{self.name}: {sentence}"
        return self.name + "".join(f", {name} {value!r}" for name, value in self.parameters.items())


class NotRunning(GnomonError, ConnectionError):
    """No daemon answers at the socket."""


class ConnectionLost(GnomonError, ConnectionError):
    """The daemon has closed the connection, or has ended."""


class ProtocolError(GnomonError):
    """A message that is not one of the protocol."""


_errors: dict[str, type[RemoteError]] = {}
"""The errors of all interfaces, as their modules have stated them."""


def known(errors: dict[str, type[RemoteError]]) -> dict[str, type[RemoteError]]:
    """States the errors of an interface by their names."""
    _errors.update(errors)
    return errors


def error_from(reply: Json) -> RemoteError:
    """The exception for an error reply, of the error's own class where the interface defines it."""
    name = str(reply.get("error"))
    return _errors.get(name, RemoteError)(name, reply.get("parameters") or {})


def known_members(parameters: Json, error: RemoteError) -> Json:
    """The parameters without what an older daemon does not know; raises any other error."""
    if not error.name.endswith(".UnknownMember"):
        raise error
    return {name: value for name, value in parameters.items() if name in (error.parameters.get("known") or [])}
