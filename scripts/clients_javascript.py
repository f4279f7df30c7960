"""The generated files of the JavaScript client: the table of methods, the types, and the package's version."""

import json
import textwrap

from varlink import PACKAGE, camel

PLAIN = {"bool": "boolean", "int": "number", "float": "number", "string": "string", "object": "Record<string, unknown>"}
HEAD = "// Written by scripts/clients from Sources/Wire/Interfaces: change those files instead.\n"


def files(interfaces, version):
    package = json.loads((PACKAGE / "clients/javascript/package.json").read_text())
    package["version"] = version
    return {
        "clients/javascript/package.json": json.dumps(package, indent=2) + "\n",
        "clients/javascript/interfaces.js": table(interfaces),
        "clients/javascript/interfaces.d.ts": HEAD + "\n" + "\n".join(types(interface) for interface in interfaces),
    }


def short(interface):
    return interface.name.rpartition(".")[2]


def table(interfaces):
    """`METHODS.tracking.getPose` is [name, whether it is a stream, its members]."""
    lines = [HEAD, "\nexport const METHODS = {\n"]
    for interface in interfaces:
        lines.append(f"  {short(interface).lower()}: {{\n")
        for method in interface.methods:
            lines.append(f'    {camel(method.name)}: ["{interface.name}.{method.name}", {json.dumps(method.is_stream)}, {json.dumps([member.name for member in method.members])}],\n')
        lines.append("  },\n")
    return "".join(lines) + "};\n"


def doc(comment, indent):
    if not comment:
        return ""
    words = textwrap.wrap(" ".join(comment.replace("*/", "* /").split()), 118 - len(indent))
    if len(words) == 1 and len(words[0]) < 112 - len(indent):
        return f"{indent}/** {words[0]} */\n"
    return f"{indent}/**\n" + "".join(f"{indent} * {line}\n" for line in words) + f"{indent} */\n"


def kind_of(member):
    kind = member.kind
    name = PLAIN.get(kind.name, kind.name)
    if kind.name == "int" and member.name.endswith("_ns"):
        name = "bigint"  # nanoseconds are more than a double holds
    return f"{name}[]" if kind.is_list and " " not in name else f"Array<{name}>" if kind.is_list else name


def members(entries, indent):
    lines = []
    for member in entries:
        mark, null = ("?", " | null") if member.kind.is_optional else ("", "")
        lines.append(f"{indent}{member.name}{mark}: {kind_of(member)}{null};\n")
    return "".join(lines)


def types(interface):
    lines = [doc(interface.comment, ""), f"export namespace {short(interface)} {{\n"]
    for entry in interface.types:
        lines += [doc(entry.comment, "  "), f"  interface {entry.name} {{\n", members(entry.members, "    "), "  }\n\n"]
    for entry in interface.methods:
        if entry.members:
            lines += [f"  interface {entry.name}Call {{\n", members(entry.members, "    "), "  }\n\n"]
        lines += [f"  interface {entry.name}Reply {{\n", members(entry.reply, "    "), "  }\n\n"]
    lines.append(f"  /** The methods of {interface.name}. */\n  interface Methods {{\n")
    for entry in interface.methods:
        needs = any(not member.kind.is_optional for member in entry.members)
        call = f"parameters{'' if needs else '?'}: {entry.name}Call" if entry.members else ""
        answer = f"AsyncIterable<{entry.name}Reply>" if entry.is_stream else f"Promise<{entry.name}Reply>"
        lines += [doc(entry.comment, "    "), f"    {camel(entry.name)}({call}): {answer};\n"]
    lines.append("  }\n\n")
    names = " | ".join(f'"{interface.name}.{entry.name}"' for entry in interface.errors)
    lines.append(f"  type ErrorName = {names};\n}}\n")
    return "".join(lines)
