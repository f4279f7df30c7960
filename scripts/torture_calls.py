"""The calls of one run of `torture --push`: spoilt samples and outside poses, spoilt routes, every method of the interfaces with
any parameters, and spoilt terrain tiles. They depend on the seed only. Standard library only."""

import json
import random

import varlink
from torture_piece import FAULTS, LATITUDE, LONGITUDE, Piece, later, number, signed, size
from torture_replay import LAST, PROFILES, ROOT, SOURCES

ROUTES = sorted(path for folder in ("seeds", "found") for path in (ROOT / "Tests/Fuzz" / folder / "route").glob("*"))
INTERFACES = varlink.read_all()
METHODS = [(f"{interface.name.removeprefix('org.gnomon.')}.{method.name}", interface, method)
           for interface in INTERFACES for method in interface.methods]
# Values of any type for any member, and words for a text.
WILD = (None, True, -1, 0, 0.5, 1e308, -1e308, 2 ** 63, -2 ** 63, "", "a" * 3000, "\u0000\u202e", [], {}, [[[]]], {"x": None})
WORDS = ("a", "b", "c", "mine", "team", "pose", "status", "placements", "anchors", "route", "boot", "head", "gyro", "mag", "eye",
         "ground", "sea-level", "food", "é\u0301", " ")
# In place of the time at which a call is made, in nanoseconds.
NOW = "now"
# Tiles of the simulated hills.
TILES = []


def contribution(piece, dice, name):
    """A spoilt piece as calls: lines in batches, poses of an outside tracker one by one. Times are relative to its end."""
    calls, lines, device = [], [], dice.random() < 0.3

    def flush():
        if lines:
            calls.append({"method": "Tracking.PushSamples", "shifted": not device, "contributor": name, "parameters": {
                "lines": [list(line) for line in lines], "clock": "device" if device else "boot", "name": name}})
            lines.clear()
    batch = int(size(dice, 10, 500))
    for line in piece.lines:
        line = list(line) if device else later(line, -piece.end)
        values = [number(text) for text in line[1:9]]
        if line[0] == "O" and len(values) == 8 and all(value is not None and abs(value) < 1e12 for value in values):
            flush()
            x, y, z, *q = values[1:]
            calls.append({"method": "Tracking.PushOdometry", "shifted": True, "contributor": name, "parameters": {
                "time_boot_ns": values[0], "position": {"x": x, "y": y, "z": z},
                "orientation": dict(zip("xyzw", q)), "quality": number(line[9]) if len(line) > 9 and line[9] else 1.0}})
            continue
        lines.append(line)
        if len(lines) == batch:
            flush()
    flush()
    return calls


def spoilt(text, dice):
    """A text with some bytes changed, cut or repeated, and some numbers replaced."""
    for _ in range(dice.choice((0, 0, 1, 3, 20))):
        at = dice.randrange(len(text) + 1)
        kind = dice.randrange(4)
        if kind == 0:
            text = text[:at]
        elif kind == 1:
            text = text[:at] + dice.choice(',:[]{}"\\0123456789.-e<>/ \x00\u00ff\U0001f600') + text[at + 1:]
        elif kind == 2:
            text = text[:at] + text[max(0, at - 50):at] * dice.choice((1, 3, 100)) + text[at:]
        else:
            text = text[:at] + dice.choice(("1e999", "-1e308", "null", "9223372036854775808", "[[[[", "0.0000001")) + text[at:]
    return text


def route(dice, place):
    """The text of a route: a kept one, or a line from the wearer's place; spoilt."""
    if ROUTES and dice.random() < 0.5:
        text = dice.choice(ROUTES).read_text(errors="replace")
    else:
        step = size(dice, 1e-9, 10)
        points = [[place[1], place[0]]]
        for _ in range(int(size(dice, 1, 2000))):
            points.append([points[-1][0] + dice.gauss(0, step), points[-1][1] + dice.gauss(0, step)])
        text = json.dumps({"type": "LineString", "coordinates": points})
    return spoilt(text, dice)


def value(kind, name, interface, dice, place, wild, depth=0):
    """A value of a type of the interfaces; of so many, one by chance has any type."""
    if kind.is_optional and dice.random() < 0.3:
        return None
    if dice.random() < wild:
        return dice.choice(WILD)
    if kind.is_list:
        one = varlink.Kind(kind.name, kind.members)
        count = dice.choice((0, 1, 1, 3, 30)) if depth < 3 else 0
        return [value(one, name, interface, dice, place, wild, depth + 1) for _ in range(count)]
    members = kind.members or next((entry.members for entry in interface.types if entry.name == kind.name), None)
    if members is not None:
        return {member.name: value(member.kind, member.name, interface, dice, place, wild, depth + 1) for member in members
                if not member.kind.is_optional or dice.random() < 0.5}
    if kind.name == "bool":
        return dice.random() < 0.5
    if kind.name == "int":
        return NOW if name == "time_boot_ns" else dice.choice((0, 1, 3, 60, 500, -1, 10 ** 9))
    if kind.name == "float":
        if name == "latitude_deg":
            return place[0] + dice.gauss(0, 0.002)
        if name == "longitude_deg":
            return place[1] + dice.gauss(0, 0.002)
        return dice.choice((0, 1, 60, 0.01, 500, dice.gauss(0, 100), signed(dice, 1e-300, 1e300)))
    if kind.name == "object":
        return {"any": dice.choice(("text", 1, None, [1, 2]))}
    return dice.choice(WORDS)



def any_call(dice, place):
    name, interface, method = dice.choice(METHODS)
    wild = dice.choice((0, 0, 0.02, 0.1))
    parameters = {member.name: value(member.kind, member.name, interface, dice, place, wild) for member in method.members
                  if not member.kind.is_optional or dice.random() < 0.5}
    return {"method": name, "parameters": parameters, "stream": method.is_stream}


def calls(seed, run, seconds):
    """The calls of a run, in order, the tiles that it puts into the folder, and the wearer's profile."""
    dice = random.Random(f"push.{seed}.{run}")
    contributors, place = [], (48.2082, 16.3738)
    for contributor in range(dice.choice((1, 1, 2))):
        piece = dice.choice(dice.choice(SOURCES)).piece(dice, min(seconds, 15))
        fix = next((line for line in piece.lines if line[0] == "P"), None)
        place = (float(fix[LATITUDE]), float(fix[LONGITUDE])) if fix else place
        names = [dice.choice(sorted(FAULTS)) for _ in range(dice.choice((0, 1, 2, 3)))] + ["outside"] * (dice.random() < 0.3)
        names.sort(key=lambda name: name in LAST)
        for position, name in enumerate(names):
            if piece.lines:
                FAULTS[name][0](piece, random.Random(f"push.{seed}.{run}.{contributor}.{position}"))
        if piece.lines:
            contributors.append(contribution(Piece([], piece.lines), dice, f"device{contributor}"))
    made = []
    while any(contributors):
        made.append(dice.choice([calls for calls in contributors if calls]).pop(0))
        chance = dice.random()
        if chance < 0.1:
            made.append({"method": "Scene.LoadRoute", "parameters": {"text": route(dice, place), "replace": True}})
        elif chance < 0.4:
            made.append(any_call(dice, place))
        elif chance < 0.45 and TILES:
            made.append({"tile": [dice.randrange(len(TILES)), dice.random(), dice.random()]})
    return made, dice.choice(PROFILES)
