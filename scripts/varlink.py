"""Reads interface definitions of varlink (https://varlink.org/Interface-Definition): types, methods, errors, and their comments."""

import dataclasses
import keyword
import pathlib
import re

PACKAGE = pathlib.Path(__file__).resolve().parent.parent
FOLDER = PACKAGE / "Sources/Wire/Interfaces"
NAMES = ("Tracking", "Scene", "Calibration", "Control")
# Methods that reply until the connection is closed; ClientPackageTests compares this with the daemon.
STREAMS = {"Tracking.Subscribe", "Scene.Subscribe", "Calibration.Start", "Calibration.Verify"}
# A comment in the line of a member: what is expected of it.
BESIDE = re.compile(r"[ \t]*,?[ \t]*#[ \t]*([^\n]*)")
TOKEN = re.compile(r"\s*(?:#[^\n]*\n\s*)*(->|\[\]|[A-Za-z_][\w.]*|[(),:?])")


@dataclasses.dataclass
class Kind:
    """The type of a member: a name (bool, int, float, string, object or a type of the interface), or the members of an unnamed one."""
    name: str = ""
    members: list = dataclasses.field(default_factory=list)
    is_optional: bool = False
    is_list: bool = False


@dataclasses.dataclass
class Member:
    """A member of a message. `expected` is the comment beside it: the sentence of the error, with the limits of the value."""
    name: str
    kind: Kind
    expected: str = ""


@dataclasses.dataclass
class Entry:
    """A type or an error with its members, or a method with those of its call and of its reply."""
    name: str
    comment: str
    members: list
    reply: list = None
    is_stream: bool = False


@dataclasses.dataclass
class Interface:
    name: str
    comment: str
    types: list
    methods: list
    errors: list


class Reader:
    def __init__(self, text, path):
        self.text, self.path, self.at = text, path, 0

    def peek(self):
        found = TOKEN.match(self.text, self.at)
        return found[1] if found else None

    def next(self, wanted=None):
        found = TOKEN.match(self.text, self.at)
        if not found or (wanted and found[1] != wanted):
            line = self.text.count("\n", 0, self.at) + 1
            raise SystemExit(f"{self.path}:{line}: expected {wanted or 'a name'}, found {found[1] if found else 'the end'}")
        self.at = found.end()
        return found[1]

    def members(self):
        """`(name: kind, …)`"""
        self.next("(")
        found = []
        while self.peek() != ")":
            if found:
                self.next(",")
            name = self.next()
            self.next(":")
            kind = self.kind()
            beside = BESIDE.match(self.text, self.at)
            found.append(Member(name, kind, beside[1].strip() if beside else ""))
        self.next(")")
        return found

    def kind(self):
        kind = Kind()
        while self.peek() in ("?", "[]"):
            if self.next() == "?":
                kind.is_optional = True
            else:
                kind.is_list = True
        if self.peek() == "(":
            kind.members = self.members()
        else:
            kind.name = self.next()
        return kind


def comment_before(text, at):
    """The comment lines directly above a definition, as paragraphs."""
    lines = []
    for line in reversed(text[:at].rstrip(" ").split("\n")[:-1]):
        if not line.startswith("#"):
            break
        lines.insert(0, line[1:].strip())
    return "\n".join(lines).strip()


def read(name):
    """The interface org.gnomon.NAME."""
    path = FOLDER / f"org.gnomon.{name}.varlink"
    text = path.read_text()
    found = re.search(r"^interface (\S+)$", text, re.MULTILINE)
    interface = Interface(found[1], comment_before(text, found.start()), [], [], [])
    for found in re.finditer(r"^(type|method|error) (\w+)", text, re.MULTILINE):
        reader = Reader(text, path)
        reader.at = found.end()
        entry = Entry(found[2], comment_before(text, found.start()), reader.members())
        if found[1] == "method":
            reader.next("->")
            entry.reply = reader.members()
            entry.is_stream = f"{name}.{entry.name}" in STREAMS
        getattr(interface, found[1] + "s").append(entry)
    name_unnamed(interface)
    return interface


def name_unnamed(interface):
    """Gives unnamed structs names of their own: GeoPose.accuracy becomes GeoPoseAccuracy."""
    made = []

    def visit(owner, members):
        for member in members:
            if member.kind.members:
                name = owner + "".join(word.capitalize() for word in member.name.split("_"))
                visit(name, member.kind.members)
                made.append(Entry(name, f"`{member.name}` of {owner}.", member.kind.members))
                member.kind.name, member.kind.members = name, []

    for entry in interface.types:
        visit(entry.name, entry.members)
    for entry in interface.methods:
        visit(entry.name, entry.members)
        visit(entry.name, entry.reply)
    interface.types += made
    interface.types = sorted_by_use(interface.types)


def sorted_by_use(types):
    """Types with those that they use before them."""
    named, done = {entry.name: entry for entry in types}, []

    def add(entry):
        if entry in done:
            return
        for member in entry.members:
            if member.kind.name in named:
                add(named[member.kind.name])
        done.append(entry)

    for entry in types:
        add(entry)
    return done


def read_all():
    return [read(name) for name in NAMES]


def snake(name):
    """GetPose → get_pose; a word of Python gets a line behind it: import_."""
    made = re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()
    return made + "_" if keyword.iskeyword(made) else made


def camel(name):
    return name[0].lower() + name[1:]
