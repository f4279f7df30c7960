#!/usr/bin/env python3
"""bench.py RECORDING rest|tumble SECONDS HOUR: the sensor data of a device on a bench with known sensor errors, which calibrations
have to find: lying still, or turned through all directions in the hand. RECORDING gives the place on Earth: its first fix is
repeated as the receiver's fix, HOUR hours later.

Body axes are x right, y up, z back, as in a recording. A gyroscope sample is the mean over the interval that ends at its time, the others
are values at their time. Only these errors are modelled: white noise, the gyroscope's bias, a small bias of the accelerometer,
and the iron of the device.
"""
import math
import random
import sys

from session import STEPS, epoch, lines

RATE, EVERY = 100, 4  # inertial samples a second; one magnetometer sample for each EVERY of them
BIAS = [math.radians(degrees) for degrees in (0.3, -0.5, 0.2)]  # rad/s
LEAN = [0.03, -0.02, 0.04]  # m/s²
HARD_IRON = [18.0, -25.0, 9.0]  # µT
SOFT_IRON = [[1.03, 0.01, 0.0], [0.01, 0.98, 0.02], [0.0, 0.02, 0.99]]
NOISE = {"A": 0.02, "G": math.radians(0.06), "M": 0.3}  # 1 σ of a sample, in the tags' units
GRAVITY = 9.80665
# The Earth's field in Vienna in 2026, µT (World Magnetic Model): level, toward north as a compass shows it, and up.
NORTH, UP = 20.9, -44.5


def turn(axis, angle):
    """The rotation about axis 0, 1 or 2 as rows."""
    c, s, (i, j) = math.cos(angle), math.sin(angle), [(1, 2), (2, 0), (0, 1)][axis]
    rows = [[float(a == b) for b in range(3)] for a in range(3)]
    rows[i][i] = rows[j][j] = c
    rows[i][j], rows[j][i] = -s, s
    return rows


def product(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def applied(matrix, vector):
    return [sum(matrix[i][k] * vector[k] for k in range(3)) for i in range(3)]


def transposed(matrix):
    return [list(column) for column in zip(*matrix)]


def turned(rotation):
    """The rotation vector of a small rotation."""
    x, y, z = (rotation[2][1] - rotation[1][2], rotation[0][2] - rotation[2][0], rotation[1][0] - rotation[0][1])
    sine = math.sqrt(x * x + y * y + z * z) / 2
    factor = 0.5 if sine < 1e-9 else math.asin(min(1, sine)) / (2 * sine)
    return [factor * x, factor * y, factor * z]


def attitude(kind, time):
    """From the body to level axes (x east, y up, z south). In the hand: turning steadily while it nods and rolls, from rest on."""
    if kind == "rest":
        return turn(1, 0.7)
    # Slowly at first, like a hand.
    time = time * time / (time + 2)
    yaw, nod, roll = 0.9 * time, 1.5 * math.sin(0.61 * time), 2.6 * math.sin(0.43 * time)
    return product(turn(1, yaw), product(turn(0, nod), turn(2, roll)))


def field(rotation):
    """The reading of a magnetometer without noise in an attitude."""
    earth = applied(transposed(rotation), [0.0, UP, -NORTH])
    return [value + iron for value, iron in zip(applied(SOFT_IRON, earth), HARD_IRON)]


def samples(kind, seconds, hour):
    """Tag, nanoseconds and values, in the order of their times."""
    generator = random.Random(f"{kind} {hour}")
    noisy = lambda tag, values: [value + generator.gauss(0, NOISE[tag]) for value in values]
    before = attitude(kind, 0)
    for count in range(1, int(seconds * RATE) + 1):
        time = count * 1_000_000_000 // RATE
        now = attitude(kind, count / RATE)
        rate = [value * RATE for value in turned(product(transposed(before), now))]
        before = now
        force = applied(transposed(now), [0.0, GRAVITY, 0.0])
        yield "A", time, noisy("A", [value + lean for value, lean in zip(force, LEAN)])
        yield "G", time, noisy("G", [value + bias for value, bias in zip(rate, BIAS)])
        if count % EVERY == 0:
            yield "M", time, noisy("M", field(now))


def script(recording, kind, seconds, hour):
    fix = next(fields for fields in lines(recording) if fields[0] == "P")
    second = 0
    for tag, time, values in samples(kind, seconds, hour):
        if time // 1_000_000_000 > second:
            second = time // 1_000_000_000
            fields = list(fix)
            fields[7:10] = ["0", "0", "0"]
            fields[12] = str(int(fields[12].partition(".")[0]) + 3600 * hour + second)
            yield f"p {time} {epoch(fields).hex()}"
        key, step = STEPS[tag]
        yield f"{key} {time} " + " ".join(str(round(value / step)) for value in values)


if __name__ == "__main__":
    for line in script(sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4])):
        print(line)
