#!/usr/bin/env python3
"""session.py script RECORDING SECONDS > SCRIPT: what the guest's sensors and receiver say, made of a recording.

Numbers become whole numbers of the very steps in which a recording has them, so that nothing is lost on the way through the
kernel. A fix becomes what a u-blox receiver would send of it: UBX-NAV-DOP, -PVT, -TIMEGPS and -EOE (u-blox M8 receiver
description, UBX-13003221), at the moment at which the recording has it arrive. Its places are in steps of 10⁻⁷ degrees (6 mm
off at most) and its velocities in millimetres a second.
"""
import datetime
import math
import struct
import sys

# Body frame to device frame is one and the same: the guest's sensors have no mount.
STEPS = {"A": ("a", 1e-6), "G": ("g", 1e-7), "M": ("m", 1e-4)}


def ubx(kind, body):
    message = struct.pack("<BBH", 1, kind, len(body)) + body
    a = b = 0
    for byte in message:
        a = (a + byte) & 255
        b = (b + a) & 255
    return b"\xb5\x62" + message + bytes([a, b])


def epoch(fields):
    """What the receiver says of one fix, a P line's fields after the tag."""
    latitude, longitude, height, eph, epv, east, north, up, eps = (float(text) for text in fields[1:10])
    date = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=float(fields[11]))
    separation = float(fields[13])
    gps = date - datetime.datetime(1980, 1, 6) + datetime.timedelta(seconds=18)
    tow, week = round(gps.total_seconds() % 604800 * 1000), int(gps.total_seconds() // 604800)
    speed, track = math.hypot(east, north), math.degrees(math.atan2(east, north)) % 360
    millimetres = lambda value: round(value * 1000)
    dop = ubx(0x04, struct.pack("<I7H", tow, 190, 170, 100, 140, 90, 70, 60))
    pvt = ubx(0x07, struct.pack(
        "<IHBBBBBBIiBBBBiiiiIIiiiiiIIH6siHH", tow, date.year, date.month, date.day, date.hour, date.minute, date.second,
        7, 20, date.microsecond * 1000, 3, 1, 0, 12, round(longitude * 1e7), round(latitude * 1e7), millimetres(height),
        millimetres(height - separation), millimetres(eph), millimetres(epv), millimetres(north), millimetres(east),
        millimetres(-up), millimetres(speed), round(track * 1e5), millimetres(eps), 120000, 170, b"\0" * 6,
        round(track * 1e5), 0, 0))
    clock = ubx(0x20, struct.pack("<IihbBI", tow, 0, week, 18, 7, 20))
    return dop + pvt + clock + ubx(0x61, struct.pack("<I", tow))


def lines(path):
    with open(path, encoding="utf-8") as file:
        for line in file:
            yield line.rstrip("\n").split(",")


def nanoseconds(text):
    whole, _, part = text.partition(".")
    return int(whole) * 1_000_000_000 + int((part + "000000000")[:9])


def script(path, seconds):
    for fields in lines(path):
        if fields[0] in STEPS:
            key, step = STEPS[fields[0]]
            time = nanoseconds(fields[1])
            said = " ".join(str(round(float(value) / step)) for value in fields[2:5])
        elif fields[0] == "P":
            key, time, said = "p", nanoseconds(fields[13]), epoch(fields[1:]).hex()
        else:
            continue
        if time > seconds * 1e9:
            break
        print(key, time, said)


script(sys.argv[2], float(sys.argv[3]))
