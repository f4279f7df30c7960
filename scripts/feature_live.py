"""Rows of scripts/features about what other programs show live, and a receiver with two antennas."""

import base64
import json
import math
import os
import re
import socket
import struct
import time

import mqtt
from feature_pose import row, walk
from feature_world import Daemon, expect, near, offset, until


class FoxgloveReader:
    """A client of Foxglove's WebSocket (github.com/foxglove/ws-protocol): what it has got, by topic."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), 20)
        self.stream, self.seen, self.count = self.socket.makefile("rb"), {}, {}
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Protocol: foxglove.sdk.v1\r\n\r\n".encode())
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            line = self.stream.readline()
            expect(line, f"the handshake has ended: {head}")
            head += line
        expect(b"Sec-WebSocket-Protocol: foxglove.sdk.v1" in head, f"{head}")
        expect(json.loads(self.message())["op"] == "serverInfo", "the server's description comes first")
        self.topics = {channel["id"]: channel for channel in json.loads(self.message())["channels"]}
        wanted = json.dumps({"op": "subscribe", "subscriptions": [{"id": i, "channelId": i} for i in self.topics]}).encode()
        mask = os.urandom(4)
        self.socket.sendall(struct.pack(">BBH", 0x81, 0xFE, len(wanted)) + mask
                            + bytes(byte ^ mask[i % 4] for i, byte in enumerate(wanted)))

    def message(self):
        kind, length = self.stream.read(2)
        if length == 126:
            length = struct.unpack(">H", self.stream.read(2))[0]
        elif length == 127:
            length = struct.unpack(">Q", self.stream.read(8))[0]
        return self.stream.read(length)

    def read(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            data = self.message()
            if data[:1] == b"\x01":
                topic = self.topics[struct.unpack("<I", data[1:5])[0]]["topic"]
                self.seen[topic] = json.loads(data[13:])
                self.count[topic] = self.count.get(topic, 0) + 1


@row(74, "live in Foxglove, Lichtblick and PlotJuggler: pose, place, fixes, corrections, states, scene", "`gnomon foxglove`")
def foxglove(world):
    daemon = walk(world)
    port = mqtt.free_port()
    process = world.start("gnomon", "foxglove", "--port", port, "--socket", daemon.socket, log=world.folder / "foxglove.log")
    try:
        until(lambda: "ws://" in (world.folder / "foxglove.log").read_text(), "gnomon foxglove prints its address")
        reader = FoxgloveReader(port)
        reader.read(4)
        for topic in ("/tf", "/pose", "/place", "/fix", "/state", "/rates", "/scene"):
            expect(reader.count.get(topic, 0) > 1, f"{topic}: {reader.count}")
        place = reader.seen["/place"]
        near(math.hypot(*offset((place["latitude"], place["longitude"]), daemon.place())), 0, 20, "the place")
        layout = json.loads(world.gnomon("foxglove", "--layout"))
        shown = set(re.findall(r'"(/[a-z]+)', json.dumps(layout)))
        expect(shown <= set(channel["topic"] for channel in reader.topics.values()), f"the layout shows {shown}")
    finally:
        process.terminate()
        process.wait(10)


def receiver():
    one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    one.bind(("127.0.0.1", 0))
    one.settimeout(20)
    return one, f"127.0.0.1:{one.getsockname()[1]}"


@row(76, "the head's pose for XR glasses, in the signs of XRLinuxDriver", "`Outlets.OpenTrackForm`")
def glasses(world):
    values = []
    for form in ("opentrack", "xr-driver"):
        one, address = receiver()
        # The recording's poses are the same each time: the first datagrams are of one pose.
        daemon = Daemon(world, form, "simulate", "city-blocks", "--set", f"Outlets.OpenTrack={address}",
                        "--set", f"Outlets.OpenTrackForm={form}")
        try:
            got = [struct.unpack("<6d", one.recv(100)) for _ in range(300)]
            values.append(got[-1])
        finally:
            daemon.process.terminate()
            one.close()
    plain, turned = values
    for i, sign in enumerate((1, 1, -1, -1, -1, 1)):
        near(turned[i], sign * plain[i], 0.5 + abs(plain[i]) * 0.02, f"value {i} of {plain} and {turned}")
    expect(max(abs(plain[3]), abs(plain[4])) > 1, f"the head has turned: {plain}")


@row(77, "the heading of a receiver with two antennas, with a doubt of its own", "`GNSS.AntennaDirection`, lines `H`")
def antennas(world):
    for name, fault in (("right", ()), ("wrong", ("--fault", "turn@30+600=60"))):
        recording = world.folder / f"{name}.gnomon"
        world.gnomon("simulate", "city-blocks", "--seed", "4", "--set", "antennas.rate=5", *fault, "-o", recording)
        figures = json.loads(world.gnomon("replay", recording, "--score", "--json"))
        near(figures["accuracy"]["heading_rms"], 0, 2 if name == "right" else 8, f"the heading with {name} antennas")


@row(78, "events for TAK (Cursor on Target) and deltas for Signal K", "`Outlets.CursorOnTarget`, `Outlets.SignalK`")
def texts(world):
    tak, tak_address = receiver()
    boat, boat_address = receiver()
    daemon = Daemon(world, "texts", "simulate", "city-blocks", "--from", "60", "--set", f"Outlets.CursorOnTarget={tak_address}",
                    "--set", f"Outlets.SignalK={boat_address}", "--set", "Outlets.CallSign=Ann")
    daemon.caught_up()
    try:
        for one in (tak, boat):
            one.setblocking(False)
            try:
                while one.recv(4096):
                    pass
            except BlockingIOError:
                one.settimeout(20)
        event = tak.recv(4096).decode()
        point = dict(re.findall(r'(\w+)="([^"]*)"', event.partition("<point")[2].partition("/>")[0]))
        near(math.hypot(*offset((float(point["lat"]), float(point["lon"])), daemon.place())), 0, 20, "the place of the event")
        expect('callsign="Ann"' in event and 0 < float(point["ce"]) < 100, event)
        delta = json.loads(boat.recv(4096))
        values = {value["path"]: value["value"] for value in delta["updates"][0]["values"]}
        heading = daemon.pose()["heading_deg"]
        near(math.remainder(math.degrees(values["navigation.headingTrue"]) - heading, 360), 0, 30, "the true heading")
        expect(set(values["navigation.attitude"]) == {"roll", "pitch", "yaw"}, f"{values}")
    finally:
        daemon.process.terminate()
        tak.close()
        boat.close()
