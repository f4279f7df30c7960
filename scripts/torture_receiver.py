"""The faults of `torture` that a receiver may have. Standard library only."""

import math

from torture_piece import (
    ARRIVAL, EAST, EPH, EPS, EPV, HEIGHT, LATITUDE, LONGITUDE, MODE, NORTH, UP, UTC, arrival, fault, fixed, number, signed, size)

METERS_PER_DEGREE = 111_320


def set_place(fix, latitude, longitude):
    fix[LATITUDE] = fixed(max(-90.0, min(90.0, latitude)), 9)
    fix[LONGITUDE] = fixed((longitude + 540) % 360 - 180, 9)
    return fix


def move(fix, east, north):
    """The fix that many meters away; across a pole it stays at the pole."""
    latitude = float(fix[LATITUDE]) + north / METERS_PER_DEGREE
    narrow = max(0.05, math.cos(math.radians(min(90, abs(latitude)))))
    return set_place(fix, latitude, float(fix[LONGITUDE]) + east / METERS_PER_DEGREE / narrow)


@fault("fixes are 0.1 m to 5000 km away")
def displaced(piece, dice):
    distance, course = size(dice, 0.1, 5e6), dice.uniform(0, 2 * math.pi)
    piece.each("P", piece.span(dice), lambda fix: move(fix, distance * math.sin(course), distance * math.cos(course)))


@fault("fixes glide away at 0.05 to 100 m/s")
def gliding(piece, dice):
    speed, course, span = size(dice, 0.05, 100), dice.uniform(0, 2 * math.pi), piece.span(dice, 5)

    def glide(fix):
        distance = speed * (arrival(fix) - span[0])
        return move(fix, distance * math.sin(course), distance * math.cos(course))
    piece.each("P", span, glide)


@fault("each fix is somewhere else")
def scattered(piece, dice):
    spread, share = size(dice, 1, 1e6), dice.choice((0.05, 0.3, 1))
    piece.each("P", piece.span(dice), lambda fix: move(fix, dice.gauss(0, spread), dice.gauss(0, spread))
               if dice.random() < share else fix)


@fault("the whole piece takes place at a pole, at the date line, at 0° 0°, or elsewhere")
def elsewhere(piece, dice):
    latitude, longitude = dice.choice(
        ((90, 0), (89.9999, 10), (-89.99995, 180), (0, 180), (-17, -179.9999), (0, 0),
         (dice.uniform(-90, 90), dice.uniform(-180, 180))))
    first = next((line for line in piece.lines if line[0] == "P"), None)
    if first is None:
        return
    origin = float(first[LATITUDE]), float(first[LONGITUDE])
    piece.each("P", (-math.inf, math.inf), lambda fix: set_place(
        fix, latitude + float(fix[LATITUDE]) - origin[0], longitude + float(fix[LONGITUDE]) - origin[1]))


@fault("fixes are at another height, or each at another one")
def heights(piece, dice):
    offset, is_wild = signed(dice, 1, 20_000), dice.random() < 0.3

    def lift(fix):
        height = number(fix[HEIGHT])
        if height is not None:
            fix[HEIGHT] = fixed(max(-20_000, height + (dice.gauss(0, abs(offset)) if is_wild else offset)), 3)
        return fix
    piece.each("P", piece.span(dice), lift)


@fault("stated errors are 0.001 to 1000 times as large")
def misjudged(piece, dice):
    factor, fields = size(dice, 1e-3, 1e3), dice.choice(((EPH,), (EPV,), (EPS,), (EPH, EPV, EPS)))

    def scale(fix):
        for field in fields:
            value = number(fix[field])
            if value is not None:
                fix[field] = fixed(value * factor, 5)
        return fix
    piece.each("P", piece.span(dice), scale)


@fault("errors are stated as one figure, as zero, as absurd, or not at all")
def errors(piece, dice):
    fields = dice.choice(((EPH,), (EPV,), (EPS,), (EPH, EPV), (EPH, EPV, EPS)))
    value = dice.choice(("", "0", "0.000001", "0.01", "0.05", "1", "30", "1000", "1e12"))

    def state(fix):
        for field in fields:
            fix[field] = value
        return fix
    piece.each("P", piece.span(dice), state)


@fault("fixes state the errors of a survey receiver")
def survey(piece, dice):
    error = dice.choice((0.005, 0.02, 0.1, 0.4))

    def state(fix):
        fix[EPH], fix[EPV] = fixed(error, 3), fixed(2 * error, 3)
        return fix
    piece.each("P", piece.span(dice, 2), state)


@fault("the velocity of fixes is turned, zero, absent, wild or extreme")
def velocity(piece, dice):
    kind = dice.choice(("turned", "zero", "absent", "wild", "extreme"))
    angle, factor = dice.uniform(0, 2 * math.pi), signed(dice, 0.01, 100)

    def change(fix):
        east, north = number(fix[EAST]), number(fix[NORTH])
        if kind == "absent":
            fix[EAST] = fix[NORTH] = fix[UP] = ""
        elif kind == "zero":
            fix[EAST] = fix[NORTH] = fix[UP] = "0"
        elif kind == "extreme":
            fix[EAST], fix[NORTH], fix[UP] = (dice.choice(("1e5", "-1e5", "0")) for _ in range(3))
        elif kind == "wild" or east is None or north is None:
            fix[EAST], fix[NORTH], fix[UP] = (fixed(dice.gauss(0, abs(factor)), 3) for _ in range(3))
            fix[EPS] = dice.choice(("", "0.05", "0.5"))
        else:
            fix[EAST] = fixed(factor * (east * math.cos(angle) - north * math.sin(angle)), 3)
            fix[NORTH] = fixed(factor * (east * math.sin(angle) + north * math.cos(angle)), 3)
        return fix
    piece.each("P", piece.span(dice), change)


@fault("no fixes")
def no_fixes(piece, dice):
    piece.each("P", piece.span(dice, 2), lambda fix: None)


@fault("the receiver repeats one fix")
def frozen(piece, dice):
    held = []

    def repeat(fix):
        held.append(fix)
        return fix[:2] + held[0][2:UTC] + fix[UTC:]
    piece.each("P", piece.span(dice), repeat)


@fault("fixes arrive 0.01 to 20 s late")
def late(piece, dice):
    delay = size(dice, 0.01, 20)

    def wait(fix):
        fix[ARRIVAL] = fixed(arrival(fix) + delay)
        return fix
    piece.each("P", piece.span(dice), wait)
    piece.sort()


@fault("the hardware stamps fixes 0.001 to 5 s before they arrive")
def stamped(piece, dice):
    delay = size(dice, 1e-3, 5)

    def stamp(fix):
        fix[1] = fixed(arrival(fix) - delay)
        return fix
    piece.each("P", piece.span(dice, 2), stamp)


@fault("ten times as many fixes")
def crowded(piece, dice):
    step = size(dice, 1e-6, 0.1)

    def repeat(fix):
        made = []
        for i in range(10):
            other = list(fix)
            other[1] = fixed(float(fix[1]) + i * step, 9)
            other[ARRIVAL] = fixed(arrival(fix) + i * step, 9)
            made.append(other)
        return made
    piece.each("P", piece.span(dice), repeat)
    piece.sort()


@fault("two receivers 1 to 1000 m apart, in turn")
def two_receivers(piece, dice):
    distance, count = signed(dice, 1, 1000), [0]

    def alternate(fix):
        count[0] += 1
        return move(fix, 0, distance) if count[0] % 2 else fix
    piece.each("P", piece.span(dice, 2), alternate)


@fault("fixes have no height: mode 2")
def flat(piece, dice):
    def flatten(fix):
        fix[HEIGHT] = fix[EPV] = ""
        fix[MODE] = "2"
        return fix
    piece.each("P", piece.span(dice), flatten)


@fault("the receiver's civil time jumps by up to 30 years")
def utc(piece, dice):
    step = signed(dice, 1, 1e9)

    def jump(fix):
        if number(fix[UTC]) is not None:
            fix[UTC] = fixed(float(fix[UTC]) + step, 3)
        return fix
    piece.each("P", piece.span(dice), jump)


def azimuths(piece, dice, span, change):
    """Changes the azimuths of antennas, or gives the piece some if it has none."""
    if not any(line[0] == "H" for line in piece.lines):
        rate, direction = size(dice, 0.5, 20), dice.uniform(-180, 180)
        times = [piece.start + i / rate for i in range(int((piece.end - piece.start) * rate))]
        piece.add([["H", fixed(time), fixed(dice.uniform(0, 360), 2), fixed(direction, 1), "2"] for time in times])
    piece.each("H", span, change)


@fault("the azimuth of two antennas is off by up to 180 degrees, jumps, or glides")
def antennas_turned(piece, dice):
    off, kind, span = dice.uniform(-180, 180), dice.choice(("constant", "glide", "scatter")), piece.span(dice, 2)

    def turn(line):
        by = off if kind == "constant" else off * (float(line[1]) - span[0]) if kind == "glide" else dice.gauss(0, abs(off))
        line[2] = fixed((float(line[2]) + by) % 360, 3)
        return line
    azimuths(piece, dice, span, turn)


@fault("two antennas state an error of 0.01 to 180 degrees, or their line points elsewhere")
def antennas_misjudged(piece, dice):
    sigma, direction, changes_direction = size(dice, 0.01, 180), dice.uniform(-360, 360), dice.random() < 0.5

    def state(line):
        line[3 if changes_direction else 4] = fixed(direction if changes_direction else sigma, 3)
        return line
    azimuths(piece, dice, (-math.inf, math.inf), state)
