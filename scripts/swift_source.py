"""Swift source seen as a linter needs it: with comments and the text of string literals blanked out, line by line in place."""

import re

# The text of a multi-line literal begins on the next line; #""""# is a raw literal of two quotes.
OPENING = re.compile(r'(#*)("""(?=[ \t]*\n)|")|(#+)/|//|/\*')
IMPORT = re.compile(
    r"(?:^|;)[ \t]*"
    r"(?:@\w+(?:\([^)]*\))?\s+)*"
    r"(?:(?:public|package|internal|fileprivate|private|open)\s+)?"
    r"import\s+"
    r"(?:(?:typealias|struct|class|enum|protocol|actor|let|var|func)\s+)?"
    r"`?(\w+)`?",
    re.MULTILINE,
)


def blank(text):
    """`text` with every character but the line feeds made a space."""
    return re.sub(r"[^\n]", " ", text)


def code(source, keep_strings=False):
    """`source` without its comments and, unless `keep_strings`, without what its string literals say.

    The result has the same length and the same lines. An interpolation, "\\(…)", is code and stays. Comments nest; raw
    (#"…"#) and multi-line literals and extended regular expressions (#/…/#) are known. A bare /…/ is taken for division.
    """
    return Scanner(source, keep_strings).scan_code(0, closing_parenthesis=False)[0]


def imports(source):
    """The imports in `source`: pairs of line number (from 1) and module name (the first part of `import struct A.B`)."""
    blanked = code(source)
    return [(blanked.count("\n", 0, match.start(1)) + 1, match.group(1)) for match in IMPORT.finditer(blanked)]


class Scanner:
    def __init__(self, source, keep_strings):
        self.source = source
        self.keep_strings = keep_strings

    def literal(self, start, end):
        text = self.source[start:end]
        return text if self.keep_strings else blank(text)

    def scan_code(self, position, closing_parenthesis):
        """Code from `position` to the end, or to just before the parenthesis that closes an interpolation."""
        source, kept, depth = self.source, [], 0
        stop = re.compile(OPENING.pattern + "|[()]") if closing_parenthesis else OPENING
        while True:
            match = stop.search(source, position)
            if match is None:
                kept.append(source[position:])
                return "".join(kept), len(source)
            kept.append(source[position : match.start()])
            found, position = match.group(), match.end()
            if found == "(":
                depth += 1
                kept.append(found)
            elif found == ")":
                if depth == 0:
                    return "".join(kept), match.start()
                depth -= 1
                kept.append(found)
            elif found == "//":
                end = source.find("\n", position)
                position = len(source) if end < 0 else end
                kept.append(blank(source[match.start() : position]))
            elif found == "/*":
                position = self.end_of_comment(position)
                kept.append(blank(source[match.start() : position]))
            elif match.group(2):
                text, position = self.scan_string(match.start(), position, match.group(1), match.group(2))
                kept.append(text)
            else:
                end = source.find("/" + match.group(3), position)
                position = len(source) if end < 0 else end + 1 + len(match.group(3))
                kept.append(self.literal(match.start(), position))

    def end_of_comment(self, position):
        depth = 1
        for match in re.compile(r"/\*|\*/").finditer(self.source, position):
            depth += 1 if match.group() == "/*" else -1
            if depth == 0:
                return match.end()
        return len(self.source)

    def scan_string(self, start, position, hashes, quotes):
        """The literal that opens at `start` and whose text begins at `position`; an unclosed "…" ends with its line."""
        closing = re.escape(quotes + hashes)
        escape = re.escape("\\" + hashes)
        end_of_line = r"|(?=\n)" if quotes == '"' else ""
        pattern = re.compile(rf"({escape}\()|{escape}.|({closing}{end_of_line})", re.DOTALL)
        kept = []
        while True:
            match = pattern.search(self.source, position)
            if match is None:
                kept.append(self.literal(start, len(self.source)))
                return "".join(kept), len(self.source)
            kept.append(self.literal(start, match.end()))
            start = position = match.end()
            if match.group(1):
                text, position = self.scan_code(position, closing_parenthesis=True)
                kept.append(text)
                start = position
            elif match.group(2) is not None:
                return "".join(kept), position
