"""Shared by the scripts that need a team of `gnomon share`: a mosquitto on the loopback, with or without TLS, and simulated members.

MQTT 3.1.1 is spoken here (the packets CONNECT and PUBLISH, §§ 3.1 and 3.3 of its specification); standard library only.
"""

import getpass
import json
import math
import os
import shutil
import socket
import ssl
import subprocess
import sys
import time


def text(value):
    """A text as MQTT writes it: its length in two bytes, then UTF-8."""
    data = value.encode()
    return len(data).to_bytes(2, "big") + data


def packet(kind, body):
    """A packet: its kind, its length in groups of seven bits, its body."""
    length, count = b"", len(body)
    while True:
        count, low = divmod(count, 128)
        length += bytes([low | (128 if count else 0)])
        if not count:
            return bytes([kind]) + length + body


def publish(topic, payload):
    return packet(0x30, text(topic) + payload)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(condition, what, limit=60):
    """Returns the first true value of a condition."""
    end = time.monotonic() + limit
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            sys.exit(f"{sys.argv[0].rpartition('/')[2]}: {what} did not happen within {limit} s")
        time.sleep(0.05)


def certificates(folder):
    """An authority and a certificate of localhost by it: ca.pem, server.pem and server.key in a folder."""
    def openssl(*words):
        subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    openssl("req", "-x509", *curve, "-keyout", folder / "ca.key", "-out", folder / "ca.pem", "-subj", "/CN=authority", "-days", 2)
    openssl("req", *curve, "-keyout", folder / "server.key", "-out", folder / "server.csr", "-subj", "/CN=localhost")
    names = folder / "names"
    names.write_text("subjectAltName=DNS:localhost\n")
    openssl("x509", "-req", "-in", folder / "server.csr", "-CA", folder / "ca.pem", "-CAkey", folder / "ca.key", "-CAcreateserial",
            "-out", folder / "server.pem", "-days", 2, "-extfile", names)


class Broker:
    """A mosquitto on the loopback, and the words that make `gnomon share join` use it. `start` starts a program with its words."""

    def __init__(self, folder, start, has_tls=False):
        program = shutil.which("mosquitto", path=os.environ.get("PATH", "") + ":/usr/sbin")
        if not program:
            sys.exit("no mosquitto (scripts/setup test installs it)")
        self.port, self.context = free_port(), None
        # Started by root, mosquitto would otherwise change to a user of its own, which cannot read the folder.
        lines = [f"listener {self.port} 127.0.0.1", "allow_anonymous true", "persistence false", f"user {getpass.getuser()}"]
        self.words = ["--broker", f"localhost:{self.port}" if has_tls else f"127.0.0.1:{self.port}"]
        if has_tls:
            certificates(folder)
            lines += [f"cafile {folder / 'ca.pem'}", f"certfile {folder / 'server.pem'}", f"keyfile {folder / 'server.key'}"]
            self.words += ["--tls-ca", str(folder / "ca.pem")]
            self.context = ssl.create_default_context(cafile=folder / "ca.pem")
        config = folder / "broker.conf"
        config.write_text("\n".join(lines) + "\n")
        self.process = start(program, "-c", config)

    def connect(self, name):
        """A connection with the client's name: protocol level 4, clean session, no keep-alive."""
        def opened():
            try:
                return socket.create_connection(("127.0.0.1", self.port))
            except ConnectionRefusedError:
                return None
        connection = wait_for(opened, "a connection to the broker")
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.context:
            connection = self.context.wrap_socket(connection, server_hostname="localhost")
        connection.sendall(packet(0x10, text("MQTT") + bytes([4, 2, 0, 0]) + text(name)))
        answer = connection.recv(4)
        if answer != b"\x20\x02\x00\x00":
            sys.exit(f"the broker answers {answer!r}")
        return connection


class Member:
    """A simulated member of a team, with a connection of its own."""

    def __init__(self, broker, team, id, name):
        self.team, self.id, self.name, self.sequence = team, id, name, 0
        self.connection = broker.connect(f"{team}-{id}")

    def send(self, latitude, longitude, height, east, north, accuracy, heading_accuracy=10.0):
        """Publishes a pose: the place, the velocity in m/s, and the accuracies in meters and degrees."""
        self.sequence += 1
        turn = math.atan2(north, east) / 2
        message = {
            "version": 1, "name": self.name, "session": "simulated", "sequence": self.sequence, "time": time.time_ns() // 1_000_000,
            "position": {"lat": round(latitude, 8), "lon": round(longitude, 8), "h": round(height, 2)},
            "quaternion": {"x": 0, "y": 0, "z": round(math.sin(turn), 6), "w": round(math.cos(turn), 6)}, "accuracy": accuracy,
            "vertical_accuracy": 5.0, "heading_accuracy": heading_accuracy,
            "velocity": {"east": round(east, 3), "north": round(north, 3), "up": 0},
        }  # fmt: skip
        payload = json.dumps(message, separators=(",", ":")).encode()
        self.connection.sendall(publish(f"gnomon/{self.team}/wearer/{self.id}/pose", payload))
