"""The generated modules of the Python client: one for each interface."""

import textwrap

from varlink import snake

PLAIN = {"bool": "bool", "int": "int", "float": "float", "string": "str", "object": "dict[str, Any]"}
HEAD = '''"""{comment}"""

# Written by scripts/clients from {path}: change that file instead.
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ._interface import AsyncInterface, Interface
from ._message import Json, Message, RemoteError, known
from ._stream import AsyncStream, Stream
'''


def files(interfaces, version):
    shared = {}
    written = {"clients/python/gnomon/_version.py": f'"""Written by scripts/clients."""\n\n__version__ = "{version}"\n'}
    for interface in interfaces:
        module = interface.name.rpartition(".")[2].lower()
        written[f"clients/python/gnomon/{module}.py"] = text(interface, module, shared)
    return written


def wrapped(comment, indent):
    """A doc comment: lines of at most 118 characters."""
    lines = []
    for paragraph in comment.replace("\\", "\\\\").replace('"""', "'''").split("\n\n"):
        lines += textwrap.wrap(" ".join(paragraph.split()), 118 - len(indent), break_long_words=False) + [""]
    return ("\n" + indent).join(lines[:-1]).replace("\n" + indent + "\n", "\n\n")


def doc(comment, indent):
    if not comment:
        return ""
    body = wrapped(comment, indent)
    return f'{indent}"""{body}"""\n' if "\n" not in body else f'{indent}"""{body}\n{indent}"""\n'


def annotation(kind, is_argument=False):
    name = PLAIN.get(kind.name, kind.name)
    if is_argument and kind.name not in PLAIN:
        name += " | Json"
    if kind.is_list:
        name = f"list[{name}]"
    return name + (" | None" if kind.is_optional else "")


def reader(kind):
    """How a member is read: None for a plain value, a class, or a list of one."""
    if kind.name in PLAIN:
        return None
    return f"[{kind.name}]" if kind.is_list else kind.name


def message(entry):
    lines = ["\n\n@dataclass(slots=True)\n", f"class {entry.name}(Message):\n", doc(entry.comment, "    ")]
    optional = [member for member in entry.members if member.kind.is_optional]
    for member in [member for member in entry.members if not member.kind.is_optional] + optional:
        lines.append(f"    {member.name}: {annotation(member.kind)}{' = None' if member.kind.is_optional else ''}\n")
    if not entry.members:
        lines.append("    pass\n" if not entry.comment else "")
    kinds = [f'"{m.name}": {reader(m.kind)}' for m in entry.members]
    lines.append(f"\n\n{entry.name}._kinds = {{{', '.join(kinds)}}}\n")
    return "".join(lines)


def error(entry, interface):
    lines = [f"\n\nclass {entry.name}(RemoteError):\n", doc(entry.comment, "    ")]
    for member in entry.members:
        lines.append(f"    {member.name}: {annotation(member.kind)}\n")
    if not entry.members and not entry.comment:
        lines.append("    pass\n")
    return "".join(lines)


def method(entry, interface, is_async):
    """A function for a method: its parameters by name, those that are optional left out where they are None."""
    ordered = sorted(entry.members, key=lambda member: member.kind.is_optional)
    parameters = "".join(
        f", {member.name}: {annotation(member.kind, True)}{' = None' if member.kind.is_optional else ''}" for member in ordered)
    given = ", ".join(f'"{member.name}": {member.name}' for member in entry.members)
    reply = f"{entry.name}Reply"
    prefix = "async " if is_async and not entry.is_stream else ""
    answer = reply
    if entry.is_stream:
        answer = f"{'Async' if is_async else ''}Stream[{reply}]"
    call = "_stream" if entry.is_stream else "_call"
    wait = "await " if prefix else ""
    lines = [f"    {prefix}def {snake(entry.name)}(self{parameters}) -> {answer}:\n"]
    if len(lines[0]) > 120:
        broken = ",\n            ".join(parameters[2:].split(", "))
        lines = [f"    {prefix}def {snake(entry.name)}(\n            self, {broken}) -> {answer}:\n"]
    lines.append(doc(entry.comment, "        "))
    last = f'        return {wait}self.{call}("{interface.name}.{entry.name}", {{{given}}}, {reply})\n\n'
    if len(last) > 134:
        last = last.replace(", {", ",\n            {", 1).replace(f"}}, {reply}", f"}},\n            {reply}")
    lines.append(last)
    return "".join(lines)


def text(interface, module, shared):
    """A module. Types and errors that an earlier interface defines with the same members are imported from there."""
    from varlink import Entry
    imported, body = {}, []

    def same(entry, sort):
        key = (sort, entry.name)
        if key in shared and shared[key][1] == entry.members:
            imported.setdefault(shared[key][0], []).append(entry.name)
            return True
        shared.setdefault(key, (module, entry.members))
        return False

    kinds = [entry for entry in interface.types if not same(entry, "type")]
    body += [message(entry) for entry in kinds]
    for entry in interface.methods:
        body.append(message(Entry(f"{entry.name}Reply", f"The reply to {entry.name}.", entry.reply)))
    body += [error(entry, interface) for entry in interface.errors if not same(entry, "error")]
    name = interface.name.rpartition(".")[2]
    for is_async in (False, True):
        kind = "Async" if is_async else ""
        body.append(f'\n\nclass {kind}{name}({kind}Interface):\n    """The methods of {interface.name}."""\n\n')
        body.append("".join(method(entry, interface, is_async) for entry in interface.methods).rstrip("\n") + "\n")
    errors = ", ".join(f'"{interface.name}.{entry.name}": {entry.name}' for entry in interface.errors)
    body.append("\n\nERRORS: dict[str, type[RemoteError]] = known({\n" +
                "".join(f"    {pair},\n" for pair in errors.split(", ")) + "})\n")
    head = HEAD.format(comment=wrapped(interface.comment, "") + ("\n" if "\n" in wrapped(interface.comment, "") else ""),
                       path=f"Sources/Wire/Interfaces/{interface.name}.varlink")
    uses = "".join(f"from .{source} import {', '.join(sorted(names))}\n" for source, names in sorted(imported.items()))
    return head + uses + "".join(body)
