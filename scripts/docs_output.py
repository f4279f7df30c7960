"""The comparison of an output that a page prints with the output of its commands, for scripts/docs-commands.

`…` in a printed line stands for any text, and a line with nothing but `…` for any lines, also for none. In a block ```text like, numbers
equal each other, as do runs of spaces and bars (two or more characters that draw lines, blocks and arrows).
"""

import difflib
import re

NUMBER = re.compile(r"[-+−]?\d+(?:\.\d+)?")
BAR = re.compile(r"[·\u2500-\u25ff]{2,}")
SPACES = re.compile(r"\s+")
# Lines of a difference that are shown.
LONGEST = 60


def alike(line):
    """A line with the same text for every number, bar and run of spaces."""
    return SPACES.sub(" ", BAR.sub("─", NUMBER.sub("0", line))).strip()


def prepared(lines, is_like):
    lines = [alike(line) if is_like else line.rstrip() for line in lines]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def pattern(line):
    """The regular expression of a printed line."""
    return ".*".join(map(re.escape, line.split("…")))


def is_equal(wanted, got, is_like):
    """Whether the lines of an output are those that the page prints."""
    wanted, got = prepared(wanted, is_like), prepared(got, is_like)
    expression = "".join(r"(?:.*\n)*" if line.strip() == "…" else pattern(line) + r"\n" for line in wanted)
    return re.fullmatch(expression, "".join(line + "\n" for line in got)) is not None


def difference(where, wanted, got, is_like):
    """A unified diff from the printed lines to those of the output; lines that are equal by the rules above are not shown as changed."""
    patterns = [(re.compile(pattern(key)), line) for key, line in zip(prepared(wanted, is_like), wanted) if key.strip() != "…"]
    as_printed = []
    for key, line in zip(prepared(got, is_like), got):
        as_printed.append(next((printed for expression, printed in patterns if expression.fullmatch(key)), line))
    changed = list(difflib.unified_diff([line.rstrip() for line in wanted], as_printed, where, "the output", lineterm=""))
    return changed[:LONGEST] + ([f"… and {len(changed) - LONGEST} lines more"] if len(changed) > LONGEST else [])
