"""The fenced blocks of README.md and docs, for scripts/docs-commands: commands, their outputs, and examples.

  ```sh                      commands that are typed
  ```sh needs root, network  commands that are not typed here, with the reasons, which are in NEEDS
  ```text                    the output of the block before it on the page, which is typed: compared line by line
  ```text like               the same, with any number for a number (scripts/docs_output.py)
  ```text untyped            the output of a block that is not typed
  ```text file               other text, with its kind, which is in KINDS
"""

import collections
import pathlib
import re
import subprocess

PACKAGE = pathlib.Path(__file__).resolve().parent.parent
# The reasons for which commands are not typed.
NEEDS = {
    "root": "changes the system",
    "network": "fetches packages or files, or reaches another machine",
    "hardware": "sensors, a receiver, a sound card, or a person who turns the device",
    "desktop": "a window",
    "build": "a clone, and minutes or hours of its scripts",
    "data": "files of the reader",
}
# The kinds of text that is not an output of something typed.
KINDS = {
    "untyped": "the output of the block before it, which is not typed",
    "longer": "an output over a longer time than the commands before it are typed for",
    "file": "the content of a file",
    "sketch": "a drawing, an equation, or an excerpt of code",
    "capture": "a file of Tests/Captures, which GuideCaptureTests compares",
}
SHELLS = {"bash", "shell", "console", "zsh", "shell-session", "shellsession", "terminal"}
EXAMPLES = {"python", "swift", "c", "javascript", "csharp", "gdscript"}
# Shorter ones show a call, not a program.
SHORTEST_EXAMPLE = 4
# Commands that are not allowed in a block that is typed.
NEVER_TYPED = re.compile(r"^(?:sudo|apt|apt-get|systemctl|udevadm|dpkg|make|git|ssh)\b")


class Block:
    """A fenced block. The line is that of the fence; `above` is the line of the page above it, `before` the block before it."""

    def __init__(self, path, line, info, above, before):
        self.path, self.line, self.info, self.above, self.before = path, line, info, above, before
        self.lines = []
        # The block with the output of these commands.
        self.output = None

    def where(self, offset=0):
        return f"{self.path}:{self.line + offset}"

    @property
    def language(self):
        return self.info.split(" ")[0]

    @property
    def is_typed(self):
        return self.info == "sh"

    @property
    def needs(self):
        """The reasons for which these commands are not typed."""
        reasons = self.info.removeprefix("sh needs ")
        return [] if reasons == self.info else [reason.strip() for reason in reasons.split(",")]

    @property
    def is_output(self):
        return self.info in ("text", "text like")


def pages(names):
    found = [pathlib.Path(name) for name in names] or [PACKAGE / "README.md", *sorted((PACKAGE / "docs").rglob("*.md"))]
    return [path.resolve() for path in found]


def shown(path):
    return str(path.relative_to(PACKAGE)) if path.is_relative_to(PACKAGE) else str(path)


def blocks(path):
    """The fenced blocks of a page, in their order."""
    found, begun, above = [], None, ""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        fence = re.match(r"^ {0,3}(`{3,}|~{3,})(.*)$", line)
        if begun is None and fence:
            begun = Block(shown(path), number, fence[2].strip(), above, found[-1] if found else None)
            mark = fence[1]
        elif begun is not None and line.strip() == mark:
            found.append(begun)
            begun = None
        elif begun is not None:
            begun.lines.append(line)
        above = line
    if begun is not None:
        found.append(begun)
    for block in found:
        if block.is_output and block.before and block.before.is_typed:
            block.before.output = block
    return found


def has_lines(text, wanted):
    """Whether these lines follow each other in a text, all indented like the first."""
    lines = text.splitlines()
    for start in range(len(lines) - len(wanted) + 1):
        if not lines[start].endswith(wanted[0]) or lines[start][: len(lines[start]) - len(wanted[0])].strip():
            continue
        indent = lines[start][: len(lines[start]) - len(wanted[0])]
        if all(have == indent + want or not (have.strip() or want.strip())
               for have, want in zip(lines[start:], wanted)):
            return True
    return False


def examples_of(package):
    """The texts of the files that an example may be part of."""
    return [path.read_text(errors="replace") for folder in ("docs/examples", "clients", "Tests", "Sources")
            for path in sorted((package / folder).rglob("*"))
            if path.is_file() and path.suffix in {".py", ".swift", ".c", ".h", ".js", ".mjs", ".cs", ".gd"}]


def fence_fault(block):
    """The fault of a block's fence, or None."""
    if not block.info:
        return "the block does not say what it is: sh for commands, text for what is shown"
    if block.language in SHELLS:
        return f"```{block.info}: a block of commands is ```sh"
    if block.language == "sh" and not block.is_typed:
        unknown = [reason for reason in block.needs if reason not in NEEDS]
        if unknown or not block.needs:
            return f"```{block.info}: commands that are not typed are ```sh needs REASON, …, with reasons of: {', '.join(NEEDS)}"
    if block.language == "text" and not block.is_output:
        kind = block.info.removeprefix("text ")
        if kind not in KINDS:
            return f"```{block.info}: text is ```text or ```text like after commands that are typed, or ```text {'|'.join(KINDS)}"
        if kind == "untyped" and (not block.before or block.before.is_typed):
            return "```text untyped: the block before it is typed, so this can be compared"
        if (kind == "capture") != block.above.startswith("<!-- captures/"):
            return f"```{block.info}: the comment <!-- captures/NAME.txt --> stands above a ```text capture, and above nothing else"
    if block.is_output and not (block.before and block.before.is_typed):
        return f"```{block.info}: the block before it is not ```sh, so this is the output of nothing that is typed: ```text {'|'.join(KINDS)}"
    return None


def check(paths):
    """The faults of all fences, of commands that are never typed, and of examples that are in no file."""
    faults, examples = [], examples_of(PACKAGE)
    for path in paths:
        for block in blocks(path):
            if fault := fence_fault(block):
                faults.append(f"{block.where()}: {fault}")
            for offset, line in enumerate(block.lines, 1):
                if block.language == "sh" and line.startswith("$ "):
                    faults.append(f"{block.where(offset)}: a prompt: {line}")
                if block.is_typed and NEVER_TYPED.match(line):
                    faults.append(f"{block.where(offset)}: belongs into a block ```sh needs …: {line}")
            if block.language in EXAMPLES and len(block.lines) >= SHORTEST_EXAMPLE:
                if not any(has_lines(text, block.lines) for text in examples):
                    faults.append(f"{block.where()}: ```{block.language}: word for word in no file of docs/examples, clients, "
                                  "Tests or Sources")
    return faults


def is_whole(text):
    """Whether a shell would run this now, or wait for another line."""
    if re.search(r"(?<!\\)(?:\\\\)*\\$", text):
        return False
    for here in re.finditer(r"<<-?\s*(['\"]?)(\w+)\1", text):
        if not re.search(rf"^\s*{here[2]}$", text, re.MULTILINE):
            return False
    return subprocess.run(["bash", "-n", "-c", text], stderr=subprocess.DEVNULL).returncode == 0


def commands(block):
    """(where, text) of the commands in a block, without comments."""
    text, start = "", 0
    for offset, line in enumerate(block.lines, 1):
        if not text and (not line.strip() or line.lstrip().startswith("#")):
            continue
        if not text:
            start = offset
        text += ("\n" if text else "") + line
        if is_whole(text):
            yield block.where(start), text
            text = ""
    if text:
        yield block.where(start), text


def count(paths):
    """The numbers of blocks: commands that are typed and not, by reason; texts that are compared and not, by kind."""
    found = [block for path in paths for block in blocks(path)]
    kinds = collections.Counter(block.info.removeprefix("text ") for block in found if block.language == "text")
    compared = {"exactly": kinds.pop("text", 0), "like": kinds.pop("like", 0)}
    return {
        "typed": sum(block.is_typed for block in found),
        "not_typed": dict(collections.Counter(", ".join(block.needs) for block in found if block.needs).most_common()),
        "compared": compared,
        "not_compared": dict(kinds.most_common()),
    }


def counted(numbers):
    """Those numbers in two lines."""
    def total(counts):
        return f"{sum(counts.values())} ({'; '.join(f'{kind} {count}' for kind, count in counts.items()) or '–'})"
    return [f"blocks of commands: typed {numbers['typed']}, not typed {total(numbers['not_typed'])}",
            f"outputs: compared {total(numbers['compared'])}, not compared {total(numbers['not_compared'])}"]
