"""The faults of `torture` in times, lines and inputs by hand, and what is not a sensor's: calibrations, ground, legs, an outside
tracker. Standard library only."""

import json
import math
import re

from torture_piece import ARRIVAL, LATITUDE, LONGITUDE, SAMPLES, fault, fixed, number, signed, size


@fault("stamps jitter by 0.1 to 20 ms")
def jitter(piece, dice):
    spread = size(dice, 1e-4, 0.02)
    piece.each(dice.choice(("AG", "M", "G", "A")), piece.span(dice),
               lambda line: line[:1] + [fixed(float(line[1]) + dice.gauss(0, spread))] + line[2:])


@fault("stamps of a sensor run 0.2 to 3 times as fast")
def fast_clock(piece, dice):
    rate, span = size(dice, 0.2, 3), piece.span(dice, 1)
    piece.each(dice.choice(("A", "G", "AG", "M", "B")), span,
               lambda line: line[:1] + [fixed(span[0] + (float(line[1]) - span[0]) * rate)] + line[2:])


@fault("stamps of a sensor are shifted by up to 10 s")
def shifted(piece, dice):
    shift = signed(dice, 1e-3, 10)
    piece.each(dice.choice(("A", "G", "AG", "M", "B")), piece.span(dice, 1),
               lambda line: line[:1] + [fixed(float(line[1]) + shift)] + line[2:])
    if dice.random() < 0.5:
        piece.sort()


@fault("samples come in bursts with stamps a microsecond apart")
def bursts(piece, dice):
    period, tags, last = size(dice, 0.02, 2), dice.choice(("A", "G", "AG", "M")), {}

    def gather(line):
        time = float(line[1])
        last[line[0]] = max(last.get(line[0], -math.inf) + 1e-6, math.ceil(time / period) * period)
        return line[:1] + [fixed(last[line[0]], 9)] + line[2:]
    piece.each(tags, piece.span(dice, 1), gather)
    piece.sort()


@fault("the device sleeps: everything is later by a second to ten years")
def sleep(piece, dice):
    duration = size(dice, 1, 3e8) if dice.random() < 0.3 else size(dice, 1, 86_400)

    def delay(line):
        line[1] = fixed(float(line[1]) + duration)
        if line[0] == "P" and number(line[ARRIVAL]) is not None:
            line[ARRIVAL] = fixed(float(line[ARRIVAL]) + duration)
        return line
    piece.each(SAMPLES, (dice.uniform(piece.start, piece.end), math.inf), delay)


@fault("lines arrive twice, or in the wrong order")
def shuffled(piece, dice):
    start, end = sorted(dice.randrange(len(piece.lines)) for _ in range(2))
    end = min(end, start + 5000)
    if dice.random() < 0.5:
        piece.lines[end:end] = [list(line) for line in piece.lines[start:end]]
    else:
        reach = size(dice, 1, 200)
        order = sorted(range(start, end), key=lambda i: i + dice.uniform(0, reach))
        piece.lines[start:end] = [piece.lines[i] for i in order]


@fault("bytes of lines are damaged; each such line may be refused, alone")
def damaged(piece, dice):
    for _ in range(int(size(dice, 1, 500))):
        place = dice.randrange(len(piece.lines))
        text = ",".join(piece.lines[place])
        kind = dice.randrange(5)
        at = dice.randrange(len(text))
        if kind == 0:
            text = text[:at]
        elif kind == 1:
            text = text[:at] + dice.choice(",,-+.eE0123456789AGMBTPOI#\t\x00ÿ") + text[at + 1:]
        elif kind == 2:
            text = text[at:] + text[:at]
        elif kind == 3:
            text = re.sub(r"-?[0-9.]+", lambda found: dice.choice(("nan", "-inf", "1e999", "-0", "1e300", found[0])), text)
        else:
            text += "," * int(size(dice, 1, 1000))
        piece.lines[place] = (text or "?").split(",")


@fault("an outside tracker with jumps, pauses and restarts")
def outside(piece, dice):
    span, rate, speed = piece.span(dice, 5), dice.choice((5, 20, 60)), size(dice, 0.01, 30)
    quality, made, time, yaw = dice.choice(("", "0", "0.1", "1", "-3")), [], span[0], 0.0
    at = [0.0, 0.0, 0.0]
    while time < min(span[1], piece.end):
        yaw += dice.gauss(0, 0.3) / rate
        at = [at[0] + speed * math.sin(yaw) / rate, at[1] + dice.gauss(0, 0.01), at[2] - speed * math.cos(yaw) / rate]
        chance = dice.random()
        if chance < 0.003:
            at = [x + signed(dice, 0.1, 1e8) for x in at]
        elif chance < 0.006:
            at, yaw = [0.0, 0.0, 0.0], dice.uniform(-math.pi, math.pi)
        elif chance < 0.009:
            time += dice.uniform(0.1, 20)
        made.append(["O", fixed(time), *map(fixed, at), "0", fixed(math.sin(yaw / 2)), "0", fixed(math.cos(yaw / 2)), quality])
        time += 1 / rate
    piece.add(made)


@fault("resets, nudges, releases and erasures by hand, alone or many")
def commands(piece, dice):
    made = []
    for _ in range(dice.choice((1, 1, 3, 30))):
        time = dice.uniform(piece.start, piece.end)
        kind, value = dice.choice((
            ("reset", {}), ("nudge", {"degrees": dice.uniform(-360, 360)}), ("nudge", {"degrees": signed(dice, 1, 1e300)}),
            ("release", {}), ("forget", {})))
        made.append(["I", fixed(time), kind, json.dumps(value)])
    piece.add(made)


@fault("legs of a route, with any bearing and length")
def legs(piece, dice):
    made = []
    for _ in range(dice.choice((1, 3, 20))):
        time = dice.uniform(piece.start, piece.end)
        leg = {"bearing_deg": dice.uniform(-720, 720), "length_m": dice.choice((0, -1, size(dice, 0.01, 1e7))),
               "followed_m": dice.choice((0, size(dice, 0.01, 1e7)))}
        made.append(["I", fixed(time), "leg", json.dumps(leg if dice.random() < 0.9 else {})])
    piece.add(made)


@fault("ground under the wearer, or elsewhere, flat, wild or with voids")
def terrain(piece, dice):
    fix = next((line for line in piece.lines if line[0] == "P" and number(line[LATITUDE]) is not None), None)
    made = []
    for _ in range(dice.choice((1, 2, 5))):
        rows, columns, step = dice.randrange(2, 33), dice.randrange(2, 33), size(dice, 1e-6, 1)
        south, west = (float(fix[LATITUDE]) - rows * step / 2, float(fix[LONGITUDE]) - columns * step / 2) if fix else (48.0, 16.0)
        base, relief = dice.uniform(-500, 9000), size(dice, 0.01, 5000)
        ground = {"south_deg": max(-90, min(90 - rows * step, south)), "west_deg": west, "latitude_step_deg": step,
                  "longitude_step_deg": step, "rows": rows, "columns": columns,
                  "heights": [None if dice.random() < 0.02 else base + dice.gauss(0, relief) for _ in range(rows * columns)]}
        time = dice.uniform(piece.start, piece.end)
        made.append(["I", fixed(time), "terrain", json.dumps(ground if dice.random() < 0.9 else {})])
    piece.add(made)


@fault("inputs that nothing knows, and known ones with the wrong text")
def odd_inputs(piece, dice):
    made = []
    for _ in range(dice.choice((1, 5, 20))):
        time = dice.uniform(piece.start, piece.end)
        text = dice.choice((
            "", "{}", "[]", "null", "{", '{"degrees":"a"}', '{"rows":1e99}', '{"text":"{}","name":"x"}', "[" * 2000))
        kind = dice.choice(("reset", "nudge", "release", "leg", "terrain", "route", "forget", "other", ""))
        made.append(["I", fixed(time), kind, text])
    piece.add(made)


@fault("another calibration, within what is accepted")
def calibration(piece, dice):
    def sensor(unit):
        matrix = [[dice.uniform(0.6, 1.8) if i == j else dice.gauss(0, 0.03) for j in range(3)] for i in range(3)]
        return {"offset": [signed(dice, unit * 1e-3, unit) for _ in range(3)], "matrix": matrix,
                "slope": [dice.gauss(0, unit * 1e-3) for _ in range(3)], "reference_celsius": dice.uniform(-40, 85)}
    sensors = {"gyroscope": sensor(1), "accelerometer": sensor(5), "magnetometer": sensor(500)}
    for name in dice.sample(sorted(sensors), dice.randrange(3)):
        del sensors[name]
    piece.head = [line for line in piece.head if not line.startswith("#,calibration,")]
    piece.head.append("#,calibration," + json.dumps(sensors))
