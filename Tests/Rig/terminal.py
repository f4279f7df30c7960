#!/usr/bin/env python3
"""terminal.py PROGRAM ARGUMENT…: a terminal that runs a program and executes commands, one per line.

The program's output is drawn on a screen of 80 × 24 by ECMA-48; an unknown sequence is an error. Each line of standard input is a
JSON object; each is answered by one line: {"value": …}, or {"error": …}. The environment is that of this process.

  {"do": "screen"}                     its lines, without the blanks at their ends
  {"do": "until", "text": …}           until the screen has it, or has not with "not": true, for at most "seconds"; its lines
  {"do": "type", "text": …}
  {"do": "size", "columns": …, "rows": …}
  {"do": "signal", "name": "TERM"}
  {"do": "wait", "seconds": …}         how many bytes came meanwhile; with "blind": true nothing is read
  {"do": "seen"}                       the SGR parameters that came, whether all was ASCII, and how many bytes
  {"do": "end"}                        once the program has ended: its status, and whether it left the terminal as it was
"""

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
import unicodedata

# Seconds that a wait may last: longer than any loaded machine needs, shorter than the test waits for an answer.
PATIENCE = 100 * float(os.environ.get("GNOMON_SLOWER", "1"))
CSI = re.compile(rb"\x1b\[([?]?)([0-9;]*)([A-Za-z])")
# A sequence that another one interrupts: terminals forget it.
CUT = re.compile(rb"\x1b(?:\[[?]?[0-9;]*)?(?=\x1b)")


class Failure(Exception):
    pass


class Terminal:
    def __init__(self, command):
        self.process, self.line = pty.fork()
        if self.process == 0:
            # A program started by a test inherits blocked signals, all but SIGKILL, and those that nohup ignores.
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
            os.execv(command[0], command)
        self.bytes, self.rest, self.sgr, self.ascii, self.modes, self.status = 0, b"", set(), True, {}, None
        # Sequences and letters that were cut.
        self.cuts = 0
        self.before = termios.tcgetattr(self.line)
        self.size(80, 24)

    def size(self, columns, rows):
        # The content of a terminal after a change of its size is undefined.
        self.columns, self.rows, self.row, self.column = columns, rows, 0, 0
        self.cells = [["?"] * columns for _ in range(rows)]
        fcntl.ioctl(self.line, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, seconds):
        """Reads what comes within that time, at least once; False if the program has ended."""
        if not select.select([self.line], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.line, 65536)
        except OSError:
            data = b""
        if not data:
            return False
        self.bytes += len(data)
        self.ascii = self.ascii and all(byte < 128 for byte in data)
        self.draw(self.rest + data)
        return True

    def draw(self, data):
        while data:
            if cut := CUT.match(data):
                self.cuts, data = self.cuts + 1, data[cut.end():]
                continue
            if data[0] == 0x1B:
                found = CSI.match(data)
                if not found:
                    if len(data) < 20:
                        break
                    raise Failure(f"not known: {data[:20]}")
                self.obey(*found.groups())
                data = data[found.end():]
                continue
            length = 1 if data[0] < 0x80 else 2 if data[0] < 0xE0 else 3 if data[0] < 0xF0 else 4
            if (cut := data[:length].find(b"\x1b")) > 0:
                self.cuts, data = self.cuts + 1, data[cut:]
                continue
            if len(data) < length:
                break
            self.put(data[:length].decode("utf-8"))
            data = data[length:]
        self.rest = data

    def obey(self, private, parameters, final):
        numbers = [int(number or 0) for number in parameters.split(b";")]
        if private:
            self.modes[numbers[0]] = final
        elif final == b"H":
            self.row, self.column = max(1, numbers[0]) - 1, max(1, (numbers + [1])[1]) - 1
        elif final == b"C":
            self.column += max(1, numbers[0])
        elif final == b"K" and numbers == [0]:
            self.cells[self.row][self.column:] = [" "] * (self.columns - self.column)
        elif final == b"J" and numbers == [2]:
            self.cells = [[" "] * self.columns for _ in range(self.rows)]
        elif final == b"m":
            self.sgr.add(parameters.decode())
        else:
            raise Failure(f"not known: {parameters} {final}")

    def put(self, letter):
        if letter in "\r\n\a":
            self.column = 0 if letter == "\r" else self.column
            self.row = min(self.rows - 1, self.row + 1) if letter == "\n" else self.row
            return
        if unicodedata.combining(letter):
            self.cells[self.row][self.column - 1] += letter
            return
        width = 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        if self.row >= self.rows or self.column + width > self.columns:
            # The size is being changed, or the program has written outside the screen.
            self.modes["outside"] = True
            return
        self.cells[self.row][self.column] = letter
        if width == 2:
            self.cells[self.row][self.column + 1] = ""
        self.column += width

    def lines(self):
        return ["".join(row).rstrip() for row in self.cells]

    def until(self, text, absent=False, seconds=PATIENCE):
        end = time.monotonic() + seconds
        while True:
            lines = self.lines()
            if any(text in line for line in lines) != absent:
                return lines
            if time.monotonic() > end:
                raise Failure(f"no '{text}': " + "\n".join(lines))
            if not self.read(0.1):
                raise Failure("the program has ended: " + "\n".join(lines))

    def wait(self, seconds, blind=False):
        begin, end = self.bytes, time.monotonic() + seconds
        while time.monotonic() < end:
            if blind:
                time.sleep(0.05)
            else:
                self.read(max(0, end - time.monotonic()))
        return self.bytes - begin

    def end(self):
        limit = time.monotonic() + PATIENCE
        while time.monotonic() < limit:
            reading = self.read(0.05)
            found, status = os.waitpid(self.process, os.WNOHANG)
            if found:
                # The kernel passes on what was written last in its own time: the end of the line is the event.
                while self.read(0.2) and time.monotonic() < limit:
                    pass
                after = termios.tcgetattr(self.line)
                return {
                    "status": os.waitstatus_to_exitcode(status), "same": after == self.before,
                    # Ctrl-C, and the program at its end, discard what this end has not read: that may cut once.
                    "left": self.modes.get(1049) == b"l" and self.modes.get(25) == b"h" and self.cuts <= 1,
                }
            if not reading:
                time.sleep(0.05)
        raise Failure("it goes on")

    def do(self, order):
        what = order["do"]
        if what == "screen":
            return self.lines()
        if what == "until":
            return self.until(order["text"], order.get("not", False), order.get("seconds", PATIENCE))
        if what == "type":
            return os.write(self.line, order["text"].encode())
        if what == "size":
            return self.size(order["columns"], order["rows"])
        if what == "signal":
            return os.kill(self.process, getattr(signal, "SIG" + order["name"]))
        if what == "wait":
            return self.wait(order["seconds"], order.get("blind", False))
        if what == "seen":
            return {"sgr": sorted(self.sgr), "ascii": self.ascii, "bytes": self.bytes}
        if what == "end":
            return self.end()
        raise Failure(f"no order '{what}'")


def main():
    terminal, waiting = Terminal(sys.argv[1:]), b""
    try:
        while True:
            ready = select.select([0, terminal.line], [], [], 1)[0]
            if terminal.line in ready and not terminal.read(0):
                # The program has ended: only commands are read from now on.
                ready = select.select([0], [], [], 1)[0]
            if 0 not in ready:
                continue
            data = os.read(0, 65536)
            if not data:
                return
            waiting += data
            while b"\n" in waiting:
                line, waiting = waiting.split(b"\n", 1)
                try:
                    answer = {"value": terminal.do(json.loads(line))}
                except Failure as failure:
                    answer = {"error": str(failure)}
                print(json.dumps(answer), flush=True)
    finally:
        try:
            os.kill(terminal.process, signal.SIGKILL)
        except ProcessLookupError:
            pass


if __name__ == "__main__":
    main()
