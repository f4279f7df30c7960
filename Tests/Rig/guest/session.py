#!/usr/bin/env python3
"""session.py RECORDING SECONDS: converts a recording into the data of the guest's sensors and receiver.

Numbers become whole numbers of exactly the steps of a recording, so that nothing is lost on the way through the
kernel. A fix becomes the messages of a u-blox receiver: UBX-NAV-POSECEF, -DOP, -PVT, -VELECEF, -TIMEGPS and -EOE (u-blox M8
receiver description, UBX-13003221), at the recorded time of its arrival. A receiver sends steps of 10⁻⁷ degrees
and of millimetres; `said` is the fix with this rounding.
"""
import datetime
import math
import struct
import sys

# Body frame and device frame are the same: the guest's sensors have no mount.
STEPS = {"A": ("a", 1e-6), "G": ("g", 1e-7), "M": ("m", 1e-4)}


def ubx(kind, body):
    message = struct.pack("<BBH", 1, kind, len(body)) + body
    a = b = 0
    for byte in message:
        a = (a + byte) & 255
        b = (b + a) & 255
    return b"\xb5\x62" + message + bytes([a, b])


def earth_centred(latitude, longitude, height, east, north, up):
    """Place and velocity in Earth-centered axes (WGS 84)."""
    a, f = 6378137.0, 1 / 298.257223563
    e2, phi, lam = f * (2 - f), math.radians(latitude), math.radians(longitude)
    n = a / math.sqrt(1 - e2 * math.sin(phi) ** 2)
    out = (n + height) * math.cos(phi)
    place = out * math.cos(lam), out * math.sin(lam), (n * (1 - e2) + height) * math.sin(phi)
    inward = math.cos(phi) * up - math.sin(phi) * north
    velocity = (
        inward * math.cos(lam) - east * math.sin(lam), inward * math.sin(lam) + east * math.cos(lam),
        math.cos(phi) * north + math.sin(phi) * up)
    return place, velocity


def epoch(fields):
    """The receiver's messages of one fix, a recording's P line."""
    latitude, longitude, height, eph, epv, east, north, up, eps = (float(text) for text in said(fields)[2:11])
    date = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=float(fields[12]))
    separation = float(fields[14])
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
    where, motion = earth_centred(latitude, longitude, height, east, north, up)
    where = ubx(0x01, struct.pack("<IiiiI", tow, *(round(value * 100) for value in where), round(eph * 100)))
    motion = ubx(0x11, struct.pack("<IiiiI", tow, *(round(value * 100) for value in motion), round(eps * 100)))
    return where + dop + pvt + motion + clock + ubx(0x61, struct.pack("<I", tow))


def said(fields):
    """A P line with a receiver's rounding."""
    rounded = list(fields)
    rounded[2:4] = [f"{float(text):.7f}" for text in fields[2:4]]
    rounded[4:11] = [f"{float(text):.3f}" for text in fields[4:11]]
    return rounded


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
            key, time, said = "p", nanoseconds(fields[13]), epoch(fields).hex()
        else:
            continue
        if time > seconds * 1e9:
            break
        yield f"{key} {time} {said}"


if __name__ == "__main__":
    for line in script(sys.argv[1], float(sys.argv[2])):
        print(line)
