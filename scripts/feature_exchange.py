"""Rows of scripts/features about what gnomon gives to other programs and to other wearers."""

import base64
import hashlib
import json
import math
import os
import shutil
import socket
import struct
import subprocess
import time
import urllib.request

import mqtt
from feature_pose import row, walk
from feature_world import Daemon, Fault, expect, moved, near, offset, until


@row(46, "poses, frames and calls for pages and dashboards: server-sent events, WebSocket", "`gnomon bridge`, `curl`")
def bridge(world):
    daemon = walk(world)
    log = world.folder / "bridge.log"
    process = world.start("gnomon", "bridge", "--json", "--socket", daemon.socket, log=log)
    said = json.loads(until(lambda: log.read_text().partition("\n")[0], "the bridge prints its address"))
    host, token = said["address"].partition("//")[2].rstrip("/"), said["token"]
    host, port = host.partition(":")[0], int(host.partition(":")[2])
    try:
        with urllib.request.urlopen(f"http://{host}:{port}/poses?rate=20&token={token}", timeout=20) as stream:
            poses = []
            while len(poses) < 20:
                line = stream.readline()
                expect(line, "the stream has ended")
                if line.startswith(b"data: ") and b'"pose"' in line:
                    poses.append(json.loads(line[6:])["pose"])
        times = [pose["time_boot_ns"] for pose in poses]
        expect(times == sorted(set(times)), "the poses are in order of time")
        try:
            urllib.request.urlopen(f"http://{host}:{port}/poses", timeout=20)
            raise Fault("a reader without the token was let in")
        except urllib.error.HTTPError as refusal:
            expect(refusal.code == 403, f"without a token: {refusal.code}")
        # RFC 6455: the handshake, one masked text of a client, one text of the server.
        with socket.create_connection((host, port), 20) as client:
            key = base64.b64encode(os.urandom(16)).decode()
            client.sendall(f"GET /ws?token={token} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                           f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
            reader = client.makefile("rb")
            head = b""
            while not head.endswith(b"\r\n\r\n"):
                line = reader.readline()
                expect(line, f"the handshake has ended: {head}")
                head += line
            accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
            expect(b" 101 " in head and accept in head, f"{head}")
            call, mask = b'{"id":7,"method":"org.gnomon.Tracking.GetPose"}', os.urandom(4)
            client.sendall(bytes([0x81, 0x80 | len(call)]) + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(call)))
            kind, length = reader.read(2)
            if length == 126:
                length = struct.unpack(">H", reader.read(2))[0]
            answer = json.loads(reader.read(length))
            expect(kind == 0x81 and answer["id"] == 7 and answer["parameters"]["pose"]["scene_id"] >= 0, f"{answer}")
    finally:
        process.terminate()
        process.wait(10)


@row(47, "members of a team see each other as moving places, over a broker of their own", "`gnomon share join`, `gnomon-share`")
def share(world):
    if not shutil.which("mosquitto", path=os.environ.get("PATH", "") + ":/usr/sbin"):
        raise Fault("no mosquitto (scripts/setup test installs it)")
    daemon, folder = walk(world), world.folder / "share"
    folder.mkdir()
    here, started = daemon.place(), []

    def start(program, *words):
        started.append(world.start(program, *words, log=folder / f"log-{len(started)}"))
        return started[-1]
    try:
        broker = mqtt.Broker(folder, start)
        start("gnomon-share", "--folder", folder, "--socket", daemon.socket)
        world.gnomon("share", "join", "red", "--name", "Eva", *broker.words, "--folder", folder)
        member = mqtt.Member(broker, "red", "a1", "Ann")
        at = moved(here, 20, 15)

        def seen():
            member.send(*at, 230, 1, 0, 2.5)
            frame = daemon.frame("placements", style={"most": 100, "cluster_share": 0})
            return next((p for p in frame["placements"] or [] if p["layer"].endswith("companions") and p["id"] == "a1"), None)
        ann = until(seen, "Ann is a place of the scene")
        expect(ann["name"] == "Ann" and ann["velocity"] is not None and ann["stated_boot_ns"] > 0, f"{ann}")
        place = daemon.call("Scene.GetPlace", layer=ann["layer"], id="a1")["place"]
        near(math.hypot(*offset(at, (place["latitude_deg"], place["longitude_deg"]))), 0, 0.1, "Ann's place")
        status = json.loads(world.gnomon("share", "status", "--json", "--folder", folder))
        expect(status["sending"]["messages"] > 0, f"{status['sending']}")
        world.gnomon("share", "leave", "--folder", folder)
        until(lambda: "error" in daemon.ask("Scene.GetPlace", layer=ann["layer"], id="a1"), "after leaving, Ann is gone")
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait(10)


@row(75, "the wearer's place, heading and accuracy in Home Assistant, and for every client of MQTT", "`gnomon share home join`")
def home(world):
    if not shutil.which("mosquitto", path=os.environ.get("PATH", "") + ":/usr/sbin") or not shutil.which("mosquitto_sub"):
        raise Fault("no mosquitto (scripts/setup test installs it)")
    daemon, folder = walk(world), world.folder / "home"
    folder.mkdir()
    here, started = daemon.place(), []

    def start(program, *words):
        started.append(world.start(program, *words, log=folder / f"log-{len(started)}"))
        return started[-1]

    def read(topic, *words):
        run = subprocess.run(["mosquitto_sub", "-h", "localhost", "-p", str(broker.port), "--cafile", str(folder / "ca.pem"),
                              "-t", topic, *words], capture_output=True, text=True)
        return run.stdout

    def stored():
        """What a client gets that comes later: the retained messages, by topic."""
        found = [line.split(" ", 2) for line in read("#", "--retained-only", "-W", "1", "-F", "%r %t %p").splitlines()]
        return {topic: payload for kept, topic, payload in found if kept == "1"}
    try:
        broker = mqtt.Broker(folder, start, has_tls=True)
        start("gnomon-share", "--folder", folder, "--socket", daemon.socket)
        world.gnomon("share", "home", "join", "--name", "Eva", "--id", "eva", "--rate", "5", *broker.words, "--folder", folder)
        config = "homeassistant/device_tracker/gnomon_eva/config"
        tracker = json.loads(until(lambda: stored().get(config), "the device tracker is described"))
        expect(tracker["device"]["name"] == "Eva" and tracker["source_type"] == "gps", f"{tracker}")
        topics = tracker["json_attributes_topic"], "gnomon-home/eva/state"
        place, state = (json.loads(read(topic, "-C", "1", "-W", "20")) for topic in topics)
        near(math.hypot(*offset(here, (place["latitude"], place["longitude"]))), 0, 60, "the place")
        expect(place["gps_accuracy"] > 0 and 0 <= state["heading"] < 360 and state["state"] == "localized", f"{place} {state}")
        kept = stored()
        expect(len(kept) == 6 and kept[tracker["availability_topic"]] == "online", f"{kept}")
        expect(not any("latitude" in payload for payload in kept.values()), f"a place is stored: {kept}")
        world.gnomon("share", "home", "leave", "--folder", folder)
        until(lambda: not stored(), "after leaving, the broker keeps nothing")
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait(10)


@row(48, "poses in the forms of other programs: NMEA 0183, opentrack, Open Sound Control, a ring in shared memory",
     "`Outlets.NMEAPort`, `Outlets.OpenTrack`, `Outlets.OSC`, `Outlets.PoseRing`")
def outlets(world):
    receivers = []
    for _ in range(2):
        receiver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        receiver.bind(("127.0.0.1", 0))
        receiver.settimeout(20)
        receivers.append(receiver)
    opentrack, osc = receivers
    port, ring = mqtt.free_port(), world.folder / "ring"
    daemon = Daemon(
        world, "outlets", "simulate", "city-blocks", "--from", "60", "--set", f"Outlets.NMEAPort={port}", "--set",
        f"Outlets.OpenTrack=127.0.0.1:{opentrack.getsockname()[1]}", "--set", f"Outlets.OSC=127.0.0.1:{osc.getsockname()[1]}", "--set",
        f"Outlets.PoseRing={ring}")
    daemon.caught_up()
    try:
        with socket.create_connection(("127.0.0.1", port), 20) as navigator:
            for line in navigator.makefile("r", encoding="ascii", newline="\r\n"):
                fields = line.split(",")
                if fields[0] == "$GNGGA" and fields[2]:
                    break
        degrees = int(fields[2][:2]) + float(fields[2][2:]) / 60, int(fields[4][:3]) + float(fields[4][3:]) / 60
        near(math.hypot(*offset(degrees, daemon.place())), 0, 20, "the place in GGA")
        data = opentrack.recv(100)
        expect(len(data) == 48 and all(math.isfinite(value) for value in struct.unpack("<6d", data)), f"{len(data)} bytes for opentrack")
        address = osc.recv(100)
        expect(address.startswith(b"/SceneRotator/") and len(address) % 4 == 0, f"{address}")
        before = ring.read_bytes()
        time.sleep(0.1)
        expect(len(before) > 10_000 and before != ring.read_bytes(), "the ring is written")
        states = daemon.call("Tracking.GetStatus")["outlets"]
        expect(len(states) == 4 and all(state["sent"] > 0 and not state["fault"] for state in states), f"{states}")
    finally:
        daemon.process.terminate()
        for receiver in receivers:
            receiver.close()
