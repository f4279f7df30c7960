#!/usr/bin/env python3
"""serial_imu.py DEVICE [BAUD]: a driver for a microcontroller on a serial line; its output goes to `gnomon push --clock device`.

The microcontroller sends one line for each reading, its time in microseconds of its own 32-bit counter, which overflows after 71
minutes:

    a 1234567 0.02 9.79 0.15        accelerometer, m/s2: (0, 9.81, 0) at rest, because y is up
    g 1234567 0.001 -0.002 0.000    gyroscope, rad/s
    m 1240000 21.5 -40.2 3.1        magnetometer, uT
    b 1250000 99215.8               barometer, Pa

in body axes (x right, y up, z back); ROTATION turns the sensor's axes into these. Lines that are cut off are skipped and counted.
"""
import sys, termios

ROTATION = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
TAGS = {"a": ("A", 3), "g": ("G", 3), "m": ("M", 3), "b": ("B", 1)}


def open_line(path, baud):
    """The serial line without echo and translation; a file or pipe is read as it is."""
    line = open(path, "rb", buffering=0)
    try:
        flags = termios.tcgetattr(line)
    except termios.error:
        return line
    flags[0] = flags[1] = flags[3] = 0
    flags[2] = termios.CS8 | termios.CREAD | termios.CLOCAL
    flags[4] = flags[5] = getattr(termios, f"B{baud}")
    flags[6][termios.VMIN], flags[6][termios.VTIME] = 1, 0
    termios.tcsetattr(line, termios.TCSANOW, flags)
    return line


class Counter:
    """The time in microseconds since the start of the counter, which has 32 bits."""

    def __init__(self):
        self.turns, self.last = 0, None

    def __call__(self, value):
        if self.last is not None and self.last - value > 1 << 31:
            self.turns += 1
        self.last = value
        return value + (self.turns << 32)


def sample(text, counter):
    """A line of the recording format; None for a line that is not complete."""
    words = text.split()
    if not words or words[0] not in TAGS:
        return None
    tag, size = TAGS[words[0]]
    try:
        time, values = counter(int(words[1])), [float(word) for word in words[2:]]
    except (ValueError, IndexError):
        return None
    if len(values) != size:
        return None
    if size == 3:
        values = [sum(r * v for r, v in zip(row, values)) for row in ROTATION]
    return f"{tag},{time / 1e6:.6f}," + ",".join(repr(value) for value in values)


def main():
    line = open_line(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "115200")
    counter, rest, skipped = Counter(), b"", 0
    while chunk := line.read(4096):
        *lines, rest = (rest + chunk).split(b"\n")
        texts = [sample(text.decode("ascii", "replace"), counter) for text in lines]
        skipped += texts.count(None)
        sys.stdout.write("".join(text + "\n" for text in texts if text))
        sys.stdout.flush()
    print(f"serial_imu: {skipped} lines were not complete", file=sys.stderr)


if __name__ == "__main__":
    main()
