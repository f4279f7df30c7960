#!/usr/bin/env python3
"""clients_swift.py messages|methods OUTPUT: writes the Swift that follows from the socket's interfaces (Sources/Wire/Interfaces): with
`messages` the structs, words, errors and methods of Wire, with `methods` the calls of GnomonClient. The build runs it (Plugins)."""

import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import swift_names as names
import varlink
from varlink import camel

HEAD = "// Written by scripts/clients_swift.py from Sources/Wire/Interfaces: change that.\n"


def swift(word):
    """time_boot_ns, no-gyro → timeBootNs, noGyro"""
    first, *rest = re.split("[_-]", word)
    return first + "".join(part[:1].upper() + part[1:] for part in rest)


def quoted(name):
    return f"`{name}`" if name in ("default", "in", "is", "where", "repeat", "import") else name


def property_name(entry, member):
    """A member's name in Swift: without its unit, which is in its type."""
    if name := names.PROPERTIES.get(f"{entry.name}.{member}") or names.PROPERTIES.get(member):
        return name
    if member.endswith("_boot_ns"):
        member = "time" if member == "time_boot_ns" else member.removesuffix("_boot_ns") + "_time"
    return swift(re.sub("_(deg|px|hz|ns|s)$", "", member))


def type_name(interface, name):
    short = interface.name.rpartition(".")[2]
    return names.TYPES.get(f"{short}.{name}") or names.TYPES.get(name) or (name if name.endswith(("Name", "Reply", "Call")) else name + "Message")


def text(sentence):
    """A literal of Swift."""
    return '"' + sentence.replace("\\", "\\\\").replace('"', '\\"') + '"'


def limits(sentence):
    """The range in `a number from 1 to 5` and `degrees within ±90`; None without one."""
    if found := re.search(r"\b(?:from|of) (-?[\d.]+) to (-?[\d.]+)", sentence):
        return f"{found[1]}...{found[2]}"
    if found := re.search(r"within ±(\d+)", sentence):
        return f"-{found[1]}...{found[1]}"
    return None


class Field:
    """One member of a message: its name and type in Swift, and how it is read and written."""

    def __init__(self, interface, entry, member):
        self.key, self.kind = member.name, member.kind
        self.name = property_name(entry, member.name)
        where = f"{entry.name}.{member.name}"
        self.default = names.DEFAULTS.get(where)
        self.is_left_out = entry.name.endswith("Call") or where in names.LEFT_OUT or entry.name in names.LEFT_OUT
        self.shown_if = names.SHOWN_IF.get(entry.name, {}).get(member.name)
        self.is_optional = self.kind.is_optional and self.default is None
        self.is_of_call = entry.name.endswith("Call")
        self.expected = member.expected
        self.type, self.read, self.written = self.codec(interface, entry, member, where)
        if self.expected and "in:" not in self.read:
            # Whatever is wrong within the member, its own sentence tells.
            options = self.limits_of_list() if self.kind.is_list else ""
            self.read = f'try members.expecting({text(self.expected)}, of: "{self.key}"{options}) {{ (members) throws(MessageFault) in {self.read} }}'

    def codec(self, interface, entry, member, where):
        """The type, an expression that reads it from `members`, and one for a writer's arguments; {} is the property."""
        key, kind, is_any = member.name, self.kind, self.is_optional or self.default is not None
        any_ = "IfAny" if is_any else ""
        if own := names.OWN.get(where):
            return own, f'try {own}.read{any_}(members, "{key}")', f"{{}}, decimals: {names.DECIMALS[where]}"
        words = names.WORDS.get(where)
        if words and kind.is_list and self.is_of_call:
            # A word that the daemon does not know is refused; a client skips it.
            return words, f'try members.words{any_}("{key}")', "{}"
        if words and kind.is_list:
            return words, f'try {words}(words: members.texts{any_}("{key}"))', "{}"
        if words in names.CLOSED:
            return words, f'try members.word{any_}("{key}")', "{}"
        if words:
            return words, self.mapped(f'try members.text{any_}("{key}")', f"{words}(word: {{}})", is_any), "{}"
        limited = f', in: {limits(self.expected)}, {text(self.expected)}' if limits(self.expected) and not kind.is_list else ""
        if kind.name == "string":
            return ("[String]", f'try members.texts{any_}("{key}")', "{}") if kind.is_list else ("String", f'try members.text{any_}("{key}"{limited})', "text: {}")
        if kind.name == "bool":
            return "Bool", f'try members.flag{any_}("{key}")', "{}"
        if kind.name == "int":
            if kind.is_list:
                return "[Int]", f'try members.integers{any_}("{key}")', "{}"
            if key.endswith("_ns"):
                return "Int64", f'try members.integer{any_}("{key}"{self.not_negative()})', "{}"
            return "Int", f'try members.count{any_}("{key}"{limited or self.not_negative()})', "{}"
        if kind.name == "object":
            if kind.is_list:
                return "[JSONValue]", f'try members.elements{any_}("{key}")', "{}"
            # A payload is passed on as text; that of a call is a value, so that it is JSON.
            if key == "payload" and not entry.name.endswith("Call"):
                return "String", f'members.payload("{key}")', "checked: {}" if where not in names.TRUSTED else "json: {}"
            if self.is_of_call:
                return "JSONValue", f'try members.whole{any_}("{key}")', "{}"
            return "JSONValue", f'members.value{any_}("{key}")', "{}"
        if kind.name == "float":
            return self.number(key, kind, where, any_, is_any, limited)
        if kind.name == "Vector":
            made = names.VECTORS.get(where) or names.VECTORS.get(key) or names.VECTORS["else"]
            return made, f'try members.vector{any_}("{key}")', "{}"
        if kind.name == "Quaternion":
            made = names.ROTATIONS.get(where) or names.ROTATIONS["else"]
            return made, f'try members.rotation{any_}("{key}"{", isUnit: true" if where in names.UNIT else ""})', "{}"
        made = "JSONValue" if where in names.RAW else type_name(interface, kind.name)
        if made == "JSONValue" and kind.is_list:
            return "[JSONValue]", f'try members.elements{any_}("{key}")', "{}"
        if made == "JSONValue":
            return made, f'members.value{any_}("{key}")', "{}"
        if kind.is_list and made == "Geodetic":
            return "[Geodetic]", f'try members.places{any_}("{key}")', "flat: {}"
        if made == "Geodetic":
            return made, f'try members.place{any_}("{key}")', "{}" if kind.name == "Place" or "place" in key and not entry.name.endswith("Call") else "flat: {}"
        if kind.is_list:
            return f"[{made}]", f'try members.messages{any_}("{key}")', "{}"
        return made, f'try members.message{any_}("{key}")', "{}"

    def limits_of_list(self):
        """The number of elements in `an array of 1 to 5 …` and `at most 5 …`, the bytes of each in `… texts of 1 to 255 bytes`."""
        made = "" if self.is_optional else ", isRequired: true"
        if found := re.search(r"array of (\d+) to (\d+)|at most (\d+)", self.expected):
            made += f", count: {found[1] or 0}...{found[2] or found[3]}"
        if found := re.search(r"texts of (\d+) to (\d+) bytes", self.expected):
            made += f", bytes: {found[1]}...{found[2]}"
        return made

    def not_negative(self):
        """A whole number with a sentence and without limits: no negative one."""
        return f", in: 0..., {text(self.expected)}" if self.expected else ""

    def number(self, key, kind, where, any_, is_any, limited):
        unit, decimals = names.unit(where, key)
        if kind.is_list:
            return "[Double]", f'try members.numbers{any_}("{key}")', f"{{}}, decimals: {decimals}"
        read = f'try members.number{any_}("{key}"{limited})'
        exact = decimals is None
        if unit == "Double":
            return unit, read, "exact: {}" if exact else f"orNull: {{}}, decimals: {decimals}"
        made, value = {"Angle": (".degrees({})", "degrees")}.get(unit, (unit + "({})", "value"))
        if made.startswith(".") and is_any:
            made = "Angle" + made
        written = "{}" + ("?" if self.is_optional else "") + "." + value
        return unit, self.mapped(read, made, is_any), f"exact: {written}" if exact else f"orNull: {written}, decimals: {decimals}"

    @staticmethod
    def mapped(read, made, is_any):
        return f"{read}.map {{ {made.format('$0')} }}" if is_any else made.format(read)

    @property
    def declared(self):
        return self.type + ("?" if self.is_optional else "")

    @property
    def initial(self):
        if self.default is not None:
            return f" = {self.default}"
        if self.is_optional:
            return " = nil"
        return " = []" if self.kind.is_list else ""

    def reading(self):
        return f"    self.{self.name} = {self.read}" + (f" ?? {self.default}" if self.default is not None else "")

    def writing(self):
        line = f'writer.member("{self.key}", {self.written.format(self.name)})'
        if self.is_left_out and self.is_optional:
            # The bound value is no optional.
            line = f"if let {self.name} {{ {line.replace(self.name + '?.', self.name + '.')} }}"
        elif self.is_left_out and self.default is not None:
            line = f"if {self.name} != {self.default} {{ {line} }}"
        if self.shown_if:
            line = f"if {self.shown_if} != nil {{ {line} }}"
        return "    " + line


def doc(comment, indent=""):
    return "".join(f"{indent}/// {line}\n" if line else f"{indent}///\n" for line in comment.split("\n")) if comment else ""


def struct(interface, entry, members, name):
    fields = [Field(interface, entry, member) for member in members]
    is_call = entry.name.endswith("Call")
    lines = [doc(entry.comment), f"public struct {name}: {'CallMessage' if is_call else 'Message'}{', Hashable' if name.endswith('Name') else ''} {{\n"]
    lines += [f"  public var {field.name}: {field.declared}\n" for field in fields]
    if is_call or (entry.name in names.STRICT and len(members) > 1):
        known = ", ".join(f'"{field.key}"' for field in fields)
        lines.append(f"\n  public static let memberNames = [{known}]\n")
    arguments = ", ".join(f"{field.name}: {field.declared}{field.initial}" for field in fields)
    lines += [f"\n  public init({arguments}) {{\n"] + [f"    self.{field.name} = {field.name}\n" for field in fields] + ["  }\n"]
    lines.append("\n  public init(json: JSONValue, at place: String) throws(MessageFault) {\n")
    lines.append(f"    {'let members =' if fields else '_ ='} try Members(json, in: place)\n")
    if entry.name in names.REFUSES_OTHERS:
        lines.append(f'    try members.refuseOthers(than: Self.memberNames, "a member of {entry.name}")\n')
    lines += [field.reading() + "\n" for field in fields] + ["  }\n"]
    lines.append("\n  public func write(to writer: inout JSONWriter) {\n    writer.beginObject()\n")
    lines += [field.writing() + "\n" for field in fields] + ["    writer.endObject()\n  }\n}\n\n"]
    return "".join(lines)


def words_in(comment, member):
    """`member: a, b (explained), c.` in a comment."""
    text = " ".join(comment.split())
    # Parentheses may hold others.
    while re.search(r" ?\([^()]*\)", text):
        text = re.sub(r" ?\([^()]*\)", "", text)
    found = re.search(rf"(?:^|[ ;]){member}: ([a-z0-9, -]+?)(?:[.;:]|$)", text)
    if not found:
        raise SystemExit(f"no words for {member}: in the comment: {comment}")
    return [re.sub("^(or|and) ", "", word.strip()) for word in found[1].split(",")]


def enumeration(name, words):
    """An enumeration of the words, with a case for those of a later version unless it is closed."""
    pairs = [(quoted(swift(word)), word) for word in words]
    if name in names.CLOSED:
        lines = [f"/// A word of the interface.\npublic enum {name}: String, CaseIterable, Sendable {{\n"]
        lines += [f'  case {case} = "{word}"\n' for case, word in pairs] + ["}\n\n"]
        return "".join(lines) + writer_of(name, pairs, "")
    lines = [f"/// A word of the interface: {', '.join(words)}.\n", f"public enum {name}: Equatable, Hashable, Sendable, CustomStringConvertible {{\n"]
    lines.append(f"  case {', '.join(case for case, _ in pairs)}\n  /// A word of a later version.\n  case unlisted(String)\n\n")
    lines.append(f"  public static let listed: [{name}] = [{', '.join('.' + case for case, _ in pairs)}]\n\n")
    lines.append("  public init(word: String) {\n    switch word {\n")
    lines += [f'    case "{word}": self = .{case}\n' for case, word in pairs]
    lines.append("    default: self = .unlisted(word)\n    }\n  }\n\n  public var word: String {\n    switch self {\n")
    lines += [f'    case .{case}: "{word}"\n' for case, word in pairs]
    lines.append("    case .unlisted(let word): word\n    }\n  }\n  public var description: String { word }\n}\n\n")
    return "".join(lines) + writer_of(name, pairs, "    case .unlisted(let word): value(word)\n")


def writer_of(name, pairs, others):
    """Functions that write a member of the enumeration, without a String of its words."""
    lines = [f"extension JSONWriter {{\n  mutating func member(_ name: StaticString, _ word: {name}) {{\n    key(name)\n    switch word {{\n"]
    lines += [f'    case .{case}: value(text: "{word}")\n' for case, word in pairs] + [others, "    }\n  }\n"]
    lines.append(f"  mutating func member(_ name: StaticString, _ word: {name}?) {{\n")
    lines.append("    if let word { member(name, word) } else { key(name); null() }\n  }\n}\n\n")
    return "".join(lines)


def set_of_words(name, words):
    """A set of words: no allocation, and those of a later version are skipped."""
    width = 8 if len(words) <= 8 else 16 if len(words) <= 16 else 32
    lines = [f"/// Words of the interface: {', '.join(words)}. Those of a later version are skipped.\n"]
    lines.append(f"public struct {name}: WordSet {{\n  public let rawValue: UInt{width}\n")
    lines.append(f"  public init(rawValue: UInt{width}) {{ self.rawValue = rawValue }}\n")
    lines += [f"  public static let {quoted(swift(word))} = Self(rawValue: 1 << {bit})\n" for bit, word in enumerate(words)]
    lines.append(f"  public static let listed: [StaticString] = [{', '.join(chr(34) + word + chr(34) for word in words)}]\n}}\n\n")
    return "".join(lines)


def methods_of(interface, short):
    lines = [f"/// The methods of {interface.name}.\n", f"public enum {short}Method: String, InterfaceMethod {{\n"]
    lines += [f'  case {quoted(camel(entry.name))} = "{entry.name}"\n' for entry in interface.methods]
    lines.append(f"\n  public static let interface = Interface.{short.lower()}\n")
    return "".join(lines) + "}\n\n"


def errors_of(interfaces):
    """The errors as functions of CallError, and their names. Those that every interface declares get the interface first."""
    homes, entries = {}, {}
    for interface in interfaces:
        for entry in interface.errors:
            homes.setdefault(entry.name, []).append(interface)
            entries[entry.name] = entry
    lines = ["/// The errors of the interfaces.\npublic enum ErrorName: String, CaseIterable, Sendable {\n"]
    lines += [f'  case {camel(name)} = "{name}"\n' for name in entries] + ["}\n\nextension CallError {\n"]
    for name, entry in entries.items():
        short = homes[name][0].name.rpartition(".")[2].lower()
        shared = len(homes[name]) > 1
        given = (["_ interface: Interface"] if shared else []) + [
            f"{property_name(entry, member.name)}: {names.ERROR_TYPES[member.kind.name, member.kind.is_list]}" for member in entry.members]
        made = ", ".join(f'JSONMember("{m.name}", JSONValue({property_name(entry, m.name)}))' for m in entry.members)
        lines.append(doc(entry.comment, "  "))
        lines.append(f"  public static func {camel(name)}({', '.join(given)}) -> CallError {{\n")
        lines.append(f"    CallError({'interface' if shared else '.' + short}, .{camel(name)}, .object([{made}]))\n  }}\n")
    return "".join(lines) + "}\n\n"


def messages(interfaces):
    lines, made = [HEAD, "public import Geodesy\npublic import Geometry\npublic import Text\n\n"], {}
    sets, enums, homes = {}, {}, {}

    def collect(entry, members):
        for member in members:
            words = names.WORDS.get(f"{entry.name}.{member.name}")
            if words and f"{entry.name}.{member.name}" not in names.TOLD_ELSEWHERE:
                found = words_in(entry.comment, member.name)
                if (sets if member.kind.is_list else enums).setdefault(words, found) != found:
                    raise SystemExit(f"{entry.name}.{member.name}: {words} has other words elsewhere")

    def add(interface, entry, members, name):
        if name in ("Geodetic", "JSONValue"):
            return
        if name in made:
            if made[name] != members:
                raise SystemExit(f"{interface.name}: {name} is another struct already: give it a name in scripts/swift_names.py")
            return
        made[name] = members
        homes[name] = f"{interface.name}.{entry.name}"
        lines.append(struct(interface, entry, members, name))

    for interface in interfaces:
        short = interface.name.rpartition(".")[2]
        for entry in interface.types:
            if entry.name in ("Vector", "Quaternion") or entry.name.startswith("GeoPose"):
                continue
            collect(entry, entry.members)
            add(interface, entry, entry.members, type_name(interface, entry.name))
        for entry in interface.methods:
            collect(varlink.Entry(entry.name + "Call", entry.comment, []), entry.members)
            reply = varlink.Entry(entry.name + "Reply", f"The reply to {entry.name}.", entry.reply)
            collect(varlink.Entry(entry.name + "Reply", entry.comment, []), entry.reply)
            if entry.members:
                call = varlink.Entry(entry.name + "Call", f"The parameters of {entry.name}.", entry.members)
                add(interface, call, entry.members, type_name(interface, call.name))
            if entry.reply:
                name = type_name(interface, reply.name)
                add(interface, reply, entry.reply, name)
        lines.append(methods_of(interface, short))
    lines.append("/// Every message by its name, for tests that read and write each of them.\npackage enum EveryMessage {\n")
    lines.append("  package typealias Kind = (name: String, rewritten: @Sendable (JSONValue) throws(MessageFault) -> JSONValue)\n\n")
    lines.append("  private static func kind<M: Message>(_ name: String, _: M.Type) -> Kind {\n")
    lines.append("    (name, { (json) throws(MessageFault) in try M(json: json).json })\n  }\n\n  package static let kinds: [Kind] = [\n")
    lines += [f'    kind("{where}", {name}.self),\n' for name, where in homes.items()] + ["  ]\n}\n\n"]
    lines += [enumeration(name, words) for name, words in enums.items()]
    lines += [set_of_words(name, words) for name, words in sets.items()]
    lines.append(errors_of(interfaces))
    return "".join(lines)


def methods(interfaces):
    """A function for each method, in a struct for each interface."""
    lines = [HEAD, "public import Geodesy\npublic import Geometry\npublic import Text\npublic import Wire\n\n"]
    for interface in interfaces:
        short = interface.name.rpartition(".")[2]
        lines.append(f"extension Client {{\n  public var {short.lower()}: {short}Calls {{ {short}Calls(client: self) }}\n}}\n\n")
        lines.append(f"/// The methods of {interface.name}.\npublic struct {short}Calls {{\n  let client: Client\n")
        for entry in interface.methods:
            call = varlink.Entry(entry.name + "Call", "", entry.members)
            fields = [Field(interface, call, member) for member in entry.members]
            given = ", ".join(f"{field.name}: {field.declared}{field.initial}" for field in fields)
            made = f"{type_name(interface, call.name)}({', '.join(f'{field.name}: {field.name}' for field in fields)})" if fields else "NoParameters()"
            reply = type_name(interface, entry.name + "Reply") if entry.reply else None
            lines.append("\n" + doc(entry.comment, "  "))
            name = quoted(camel(entry.name))
            if entry.is_stream:
                each = f"each: ({reply}) throws(ClientFault) -> Bool"
                given = ", ".join(part for part in (given, "pause: (() throws(ClientFault) -> Bool)? = nil", each) if part)
                lines.append(f"  public func {name}({given}) throws(ClientFault) {{\n")
                lines.append(f"    try client.stream({short}Method.{name}, {made}, pause: pause, each: each)\n  }}\n")
                continue
            # An answer that says only when a command takes effect may be ignored.
            lines.append("  @discardableResult\n" if reply else "")
            lines.append(f"  public func {name}({given}) throws(ClientFault){f' -> {reply}' if reply else ''} {{\n")
            lines.append(f"    {'' if reply else 'let _: NoParameters = '}try client.call({short}Method.{name}, {made})\n  }}\n")
        lines.append("}\n\n")
    return "".join(lines)


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("messages", "methods"):
        sys.exit(__doc__)
    interfaces = varlink.read_all()
    text = messages(interfaces) if sys.argv[1] == "messages" else methods(interfaces)
    pathlib.Path(sys.argv[2]).write_text(text)


if __name__ == "__main__":
    main()
