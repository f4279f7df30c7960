#!/usr/bin/env python3
"""gnss_feed.py PORT ubx|nmea|FILE EPOCHS HZ [FACTOR]: sends the messages of a receiver to gpsd, over UDP to PORT on this machine.

`ubx` and `nmea` are a receiver that drives a circle of 30 m at 3 m/s; for each epoch a line with its values is printed:
UTC seconds, latitude, longitude, ellipsoidal height, velocity east, velocity north, 95 % errors are gpsd's affair. A FILE is
sent as it is, without the comments that gpsd's test logs begin with. `noise` is random bytes. HZ 0 sends as fast as gpsd reads.
FACTOR multiplies the errors and the horizontal dilution of precision that `ubx` and `nmea` state (1).
Messages: u-blox M8 receiver description (UBX-13003221), NMEA 0183.
"""
import datetime
import math
import random
import socket
import struct
import sys
import time

PORT, KIND, EPOCHS, HZ = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
FACTOR = float(sys.argv[5]) if len(sys.argv) > 5 else 1.0
START = datetime.datetime(2026, 11, 20, 12, 0, 0)
LATITUDE, LONGITUDE, HEIGHT, SEPARATION = 47.3977, 8.5456, 455.0, 47.0
RADIUS, TURN = 30.0, 0.1
SATELLITES = [(1, 60, 40, 45), (3, 45, 120, 42), (6, 30, 200, 38), (9, 70, 300, 44), (17, 20, 80, 35), (22, 15, 250, 30)]


def state(i):
    """Date, latitude, longitude, velocity east and north of an epoch; epochs are a second apart by the receiver's clock."""
    angle = TURN * i
    east, north = RADIUS * math.sin(angle), RADIUS * (1 - math.cos(angle))
    latitude = LATITUDE + math.degrees(north / 6371000)
    longitude = LONGITUDE + math.degrees(east / (6371000 * math.cos(math.radians(LATITUDE))))
    speed = RADIUS * TURN
    return START + datetime.timedelta(seconds=i), latitude, longitude, speed * math.cos(angle), speed * math.sin(angle)


def ubx(kind, body):
    message = struct.pack("<BBH", 1, kind, len(body)) + body
    a = b = 0
    for byte in message:
        a = (a + byte) & 255
        b = (b + a) & 255
    return b"\xb5\x62" + message + bytes([a, b])


def nmea(text):
    checksum = 0
    for byte in text.encode():
        checksum ^= byte
    return f"${text}*{checksum:02X}\r\n".encode()


def ubx_epoch(i):
    date, latitude, longitude, east, north = state(i)
    gps = date - datetime.datetime(1980, 1, 6) + datetime.timedelta(seconds=18)
    tow, week = int(gps.total_seconds() % 604800 * 1000), int(gps.total_seconds() // 604800)
    speed, track = math.hypot(east, north), math.degrees(math.atan2(east, north)) % 360
    millimetres = lambda value: round(value * 1000)
    dop = ubx(0x04, struct.pack("<I7H", tow, 190, 170, 100, 140, round(90 * FACTOR), 70, 60))
    pvt = ubx(0x07, struct.pack(
        "<IHBBBBBBIiBBBBiiiiIIiiiiiIIH6siHH", tow, date.year, date.month, date.day, date.hour, date.minute, date.second,
        7, 20, 0, 3, 1, 0, 8, round(longitude * 1e7), round(latitude * 1e7), millimetres(HEIGHT),
        millimetres(HEIGHT - SEPARATION), round(1800 * FACTOR), round(3100 * FACTOR), millimetres(north), millimetres(east), 0, millimetres(speed),
        round(track * 1e5), 150, 120000, 170, b"\0" * 6, round(track * 1e5), 0, 0))
    clock = ubx(0x20, struct.pack("<IihbBI", tow, 0, week, 18, 7, 20))
    sky = ubx(0x35, struct.pack("<IBB2x", tow, 1, len(SATELLITES)) + b"".join(
        struct.pack("<BBBbhhI", 0, number, strength, elevation, azimuth, 0, 0x0F)
        for number, elevation, azimuth, strength in SATELLITES))
    return dop + pvt + clock + sky + ubx(0x61, struct.pack("<I", tow))


def nmea_epoch(i):
    date, latitude, longitude, east, north = state(i)
    speed, track = math.hypot(east, north) / 0.514444, math.degrees(math.atan2(east, north)) % 360
    clock = date.strftime("%H%M%S.00")
    place = f"{int(latitude):02d}{latitude % 1 * 60:010.7f},N,{int(longitude):03d}{longitude % 1 * 60:010.7f},E"
    satellites = ",".join(f"{satellite[0]:02d}" for satellite in SATELLITES)
    return b"".join(map(nmea, [
        f"GPRMC,{clock},A,{place},{speed:.3f},{track:.2f},{date:%d%m%y},,,A",
        f"GPGGA,{clock},{place},1,06,{0.9 * FACTOR:.1f},{HEIGHT - SEPARATION:.1f},M,{SEPARATION:.1f},M,,",
        f"GPGSA,A,3,{satellites},,,,,,,1.7,{0.9 * FACTOR:.1f},1.4",
        f"GPGST,{clock},4.2," + f"{2.1 * FACTOR:.1f},{1.7 * FACTOR:.1f},35.0,{1.9 * FACTOR:.1f},{1.8 * FACTOR:.1f},{3.3 * FACTOR:.1f}",
    ]))


def antennas_epoch(i):
    """The fixes of a receiver that has two antennas: their line turns by 10 degrees an epoch."""
    return nmea_epoch(i) + nmea(f"GNHDT,{10 * i % 360:.2f},T")


def noise(i):
    generator = random.Random(i)
    return bytes(generator.randrange(256) for _ in range(400)) + b"$GPGGA,,,,*00\r\n\xb5\x62\x01\x07\xff\xff"


def pieces(path):
    with open(path, "rb") as file:
        data = file.read()
    while data.startswith(b"#"):
        data = data.partition(b"\n")[2]
    for start in range(0, len(data), 256):
        yield data[start : start + 256]


def main():
    out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    out.connect(("127.0.0.1", PORT))
    makers = {"ubx": ubx_epoch, "nmea": nmea_epoch, "antennas": antennas_epoch, "noise": noise}
    messages = (makers[KIND](i) for i in range(EPOCHS)) if KIND in makers else pieces(KIND)
    begun = time.monotonic()
    for i, message in enumerate(messages):
        time.sleep(max(0, begun + i / HZ - time.monotonic()) if HZ > 0 else 0.004)
        if KIND in ("ubx", "nmea", "antennas"):
            date, latitude, longitude, east, north = state(i)
            seconds = (date - datetime.datetime(1970, 1, 1)).total_seconds()
            print(f"{seconds:.0f} {latitude:.9f} {longitude:.9f} {HEIGHT} {east:.6f} {north:.6f}", flush=True)
        try:
            out.send(message)
        except ConnectionRefusedError:
            pass  # gpsd does not listen at the moment


main()
