"""The faults of `torture` that inertial sensors, a compass and a barometer may have. Standard library only."""

import math

from torture_piece import fault, fixed, signed, size


def vector_fault(name, tag, unit, limit, text):
    def change(piece, dice):
        kind = dice.choice((
            "scaled", "biased", "noisy", "stuck", "zero", "swapped", "clipped", "spikes", "turned", "mirrored", "limit"))
        factor, axis, angle = size(dice, 0.05, 20), dice.randrange(3), dice.uniform(0, 2 * math.pi)
        bias, held = [signed(dice, unit * 0.01, unit * 20) for _ in range(3)], []

        def value(v):
            if kind == "scaled":
                return [x * factor for x in v]
            if kind == "biased":
                return [x + b for x, b in zip(v, bias)]
            if kind == "noisy":
                return [x + dice.gauss(0, unit * factor) for x in v]
            if kind == "stuck":
                held.append(v)
                return held[0]
            if kind == "zero":
                return [0.0, 0.0, 0.0]
            if kind == "swapped":
                return [v[1], v[2], v[0]]
            if kind == "mirrored":
                return [-x if i == axis else x for i, x in enumerate(v)]
            if kind == "clipped":
                return [max(-unit * factor, min(unit * factor, x)) for x in v]
            if kind == "spikes":
                return [x + signed(dice, unit, unit * 1000) for x in v] if dice.random() < 0.05 else v
            if kind == "limit":
                return [dice.choice((-limit, limit, 0.0)) for _ in v]
            other = (axis + 1) % 3
            x, y = v[axis], v[other]
            v[axis], v[other] = x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)
            return v
        piece.each(tag, piece.span(dice),
                   lambda line: line[:2] + [fixed(x) for x in value([float(x) for x in line[2:5]])] + line[5:])
    change.__name__ = name
    fault(text)(change)


vector_fault("accelerometer", "A", 9.8, 1e5, "the accelerometer is scaled, biased, stuck, clipped or turned, or has spikes")
vector_fault("gyroscope", "G", 1.0, 1e4, "the same of the gyroscope")
vector_fault("magnetometer", "M", 45.0, 1e6, "the same of the magnetometer")


@fault("the device is turned by hand: all its sensors at once, by up to half a turn")
def remounted(piece, dice):
    axis, angle, span = dice.randrange(3), dice.uniform(-math.pi, math.pi), (dice.uniform(piece.start, piece.end), math.inf)

    def turn(line):
        v, other = [float(x) for x in line[2:5]], (axis + 1) % 3
        x, y = v[axis], v[other]
        v[axis], v[other] = x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)
        return line[:2] + [fixed(x, 7) for x in v] + line[5:]
    piece.each("AGM", span, turn)


@fault("a sensor, or all of them, is silent")
def silent(piece, dice):
    piece.each(dice.choice(("A", "G", "M", "B", "AG", "AGM", "AGMBTP")), piece.span(dice, 0.1), lambda line: None)


@fault("sensors never gave a sample")
def missing(piece, dice):
    piece.each(dice.choice(("A", "G", "M", "B", "MB", "AB", "BTP")), (-math.inf, math.inf), lambda line: None)


@fault("only every second to tenth sample")
def thinned(piece, dice):
    nth, count = dice.randrange(2, 11), [0]

    def thin(line):
        count[0] += 1
        return line if count[0] % nth == 0 else None
    piece.each(dice.choice(("A", "G", "M", "AG")), piece.span(dice, 2), thin)


@fault("the barometer jumps, drifts, is wild or at its limits")
def barometer(piece, dice):
    offset, kind, start = signed(dice, 1, 30_000), dice.choice(("jump", "drift", "wild", "limit")), piece.start

    def change(line):
        value = float(line[2])
        if kind == "jump":
            value += offset
        elif kind == "drift":
            value += offset * (float(line[1]) - start) / 60
        elif kind == "wild":
            value += dice.gauss(0, abs(offset))
        else:
            value = dice.choice((1e2, 1e6))
        line[2] = fixed(max(1e2, min(1e6, value)), 1)
        return line
    piece.each("B", piece.span(dice), change)


@fault("temperatures jump")
def temperature(piece, dice):
    value = dice.choice((-273.15, -40, 85, 1000))
    piece.each("T", piece.span(dice), lambda line: line[:3] + [fixed(value + dice.uniform(0, 1), 3)] + line[4:])
