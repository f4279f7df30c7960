#!/usr/bin/env python3
"""iio_server.py: simulated IIO devices for libiio's network backend (the text protocol of iiod 0.2x).

Reads a JSON description from standard input, prints the port it listens at (the first argument, or a free one), and serves until
standard input ends.

  {"devices": [{"id": "iio:device0", "name": "bmi160", "label": "", "attributes": {"sampling_frequency": "200"},
    "channels": [{"id": "accel_x", "index": 0, "format": "le:S16/16>>0", "attributes": {"raw": "1", "scale": "0.5"}}],
    "stream": {"hz": 200, "clock": "boot", "burst": 1, "fault": "enodev", "after": 100, "open": 0}}]}

Scan number i has i * (k + 1) modulo 1000 in its k-th channel, or the value from "values" (one per channel). Its time stamp depends on
"clock": "boot", the boot time at which it was due; "own", a clock that runs from 5 s; "zero".
  "step": [AFTER, SECONDS]   steps that clock by SECONDS after AFTER scans
  "burst"     the number of scans that come at once with one stamp
  "open"      the errno with which opening the buffer fails
  "trigger"   the device needs a trigger, named gnomon-deviceN, which appears after this many attributes were read without it
  "stamps"    the time stamps, scan by scan, repeated
  "later"     the format of each channel except the stamp, from the second scan for devices on
  "gone"      the number of the scan for devices in which the device is missing
  "fault"     happens once, after "after" scans: "enodev" the device does not answer until it is opened again; "half" the connection
              is closed in the middle of a scan; "stall" no more data; "drop" the connection is closed; "sleep" no data for ten
              seconds, also after opening it again
"""
import json
import math
import socket
import struct
import sys
import threading
import time
from xml.sax.saxutils import quoteattr

DOCTYPE = (
    "<!DOCTYPE context [<!ELEMENT context (device | context-attribute)*><!ELEMENT context-attribute EMPTY>"
    "<!ELEMENT device (channel | attribute | debug-attribute | buffer-attribute)*><!ELEMENT channel (scan-element?, attribute*)>"
    "<!ELEMENT attribute EMPTY><!ELEMENT scan-element EMPTY><!ELEMENT debug-attribute EMPTY><!ELEMENT buffer-attribute EMPTY>"
    "<!ATTLIST context name CDATA #REQUIRED description CDATA #IMPLIED>"
    "<!ATTLIST context-attribute name CDATA #REQUIRED value CDATA #REQUIRED>"
    "<!ATTLIST device id CDATA #REQUIRED name CDATA #IMPLIED label CDATA #IMPLIED>"
    "<!ATTLIST channel id CDATA #REQUIRED type (input|output) #REQUIRED name CDATA #IMPLIED>"
    "<!ATTLIST scan-element index CDATA #REQUIRED format CDATA #REQUIRED scale CDATA #IMPLIED>"
    "<!ATTLIST attribute name CDATA #REQUIRED filename CDATA #IMPLIED>"
    "<!ATTLIST debug-attribute name CDATA #REQUIRED><!ATTLIST buffer-attribute name CDATA #REQUIRED>]>"
)


def boot():
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME)


class Device:
    def __init__(self, description):
        self.id = description["id"]
        self.name = description["name"]
        self.label = description.get("label", "")
        self.attributes = dict(description.get("attributes", {}))
        self.channels = description["channels"]
        self.stream = description.get("stream", {})
        self.faulty = "fault" in self.stream
        self.awake = 0
        self.looks = 0
        self.trigger, self.readings = None, 0
        self.scanned = sorted((c for c in self.channels if "format" in c), key=lambda c: c["index"])

    def xml(self):
        self.looks += 1
        if self.looks == self.stream.get("gone"):
            return ""
        if self.looks == 2 and "later" in self.stream:
            for channel in self.scanned:
                if channel["id"] != "timestamp":
                    channel["format"] = self.stream["later"]
        label = f" label={quoteattr(self.label)}" if self.label else ""
        text = f'<device id="{self.id}" name={quoteattr(self.name)}{label}>'
        for channel in self.channels:
            text += f'<channel id="{channel["id"]}" type="input">'
            if "format" in channel:
                text += f'<scan-element index="{channel["index"]}" format={quoteattr(channel["format"])}/>'
            for name in channel.get("attributes", {}):
                text += f'<attribute name="{name}" filename="in_{channel["id"]}_{name}"/>'
            text += "</channel>"
        return text + "".join(f'<attribute name="{name}"/>' for name in self.attributes) + "</device>"

    def trigger_xml(self):
        if self.readings < self.stream.get("trigger", math.inf):
            return ""
        number = self.id.split(":")[1]
        return f'<device id="trigger{number}" name="gnomon-{number}"><attribute name="sampling_frequency"/></device>'

    def values(self, words):
        """The attributes of a READ or WRITE."""
        if words[2:3] == ["INPUT"]:
            return next((c.get("attributes", {}) for c in self.channels if c["id"] == words[3]), {}), words[4]
        return self.attributes, words[-1] if words[0] == "READ" else words[2]

    def scan(self, number, stamp, mask):
        data, largest = b"", 1
        for place, channel in enumerate(self.scanned):
            if not mask >> place & 1:
                continue
            order, rest = channel["format"].split(":")
            size, shift = int(rest.split("/")[1].split(">")[0]) // 8, int(rest.split(">>")[1])
            data += b"\0" * (-len(data) % size)
            told = self.stream["values"][place] if "values" in self.stream and channel["id"] != "timestamp" else number * (place + 1) % 1000
            value = stamp if channel["id"] == "timestamp" else told << shift
            data += value.to_bytes(size, "little" if order == "le" else "big", signed=value < 0)
            largest = max(largest, size)
        return data + b"\0" * (-len(data) % largest)


class Connection:
    def __init__(self, server, peer):
        self.server, self.peer = server, peer
        self.number, self.begun, self.mask = 0, 0, 0

    def say(self, number):
        self.peer.sendall(f"{number}\n".encode())

    def serve(self):
        lines = self.peer.makefile("rb")
        try:
            for line in lines:
                words = line.decode().split()
                if words and (words[0] == "EXIT" or not self.answer(words, lines)):
                    break
        except OSError:
            pass  # the client left
        self.peer.close()

    def answer(self, words, lines):
        device = next((d for d in self.server.devices if len(words) > 1 and d.id == words[1]), None)
        if words[0] == "VERSION":
            self.peer.sendall(b"0.24.0000000\n")
        elif words[0] == "PRINT":
            xml = self.server.xml()
            self.say(len(xml))
            self.peer.sendall(xml + b"\n")
        elif words[0] == "OPEN" and device:
            self.number, self.begun, self.mask = 0, boot(), int(words[3], 16)
            undriven = "trigger" in device.stream and device.trigger is None
            self.say(-22 if undriven else -device.stream.get("open", 0))
        elif words[0] in ("TIMEOUT", "CLOSE", "SET"):
            self.say(0)
        elif words[0] == "GETTRIG":
            # As in libiio: no trigger exists, or none is set.
            self.say(-5 if device and "trigger" in device.stream else -19)
        elif words[0] == "SETTRIG" and device:
            device.trigger = words[2]
            self.say(0)
        elif words[0] in ("READ", "WRITE") and device:
            self.attribute(device, words, lines)
        elif words[0] == "READBUF" and device:
            return self.buffer(device, int(words[2]))
        else:
            self.say(-22)
        return True

    def attribute(self, device, words, lines):
        if words[0] == "WRITE":
            length = int(words[-1])
            text = lines.read(length).rstrip(b"\0\n").decode()
            values, name = device.values(words)
            if name in values:
                values[name] = text
            self.say(length if name in values else -2)
            return
        values, name = device.values(words)
        if name not in values:
            self.say(-2)
            return
        if values[name].startswith("errno "):
            self.say(-int(values[name].split()[1]))
            return
        device.readings += name == "raw"
        data = values[name].encode() + b"\0"
        self.say(len(data))
        self.peer.sendall(data + b"\n")

    def buffer(self, device, length):
        stream = device.stream
        hz, burst = stream["hz"], stream.get("burst", 1)
        data = b""
        if device.awake > boot():
            time.sleep((device.awake - boot()) * 1e-9)
            self.begun = boot()
        for _ in range(max(1, length // len(device.scan(0, 0, self.mask)))):
            # The whole burst is sent when its last scan is due.
            last = (self.number // burst + 1) * burst - 1
            due = self.begun + int(last * 1e9 / hz)
            time.sleep(max(0, (due - boot()) * 1e-9))
            stamp = {"boot": due, "own": due - self.begun + 5_000_000_000, "zero": 0}[stream.get("clock", "boot")]
            if "step" in stream and self.number >= stream["step"][0]:
                stamp += int(stream["step"][1] * 1e9)
            if "stamps" in stream:
                stamp = stream["stamps"][self.number % len(stream["stamps"])]
            data += device.scan(self.number, stamp, self.mask)
            self.number += 1
        if device.faulty and self.number > stream["after"]:
            device.faulty = False
            if stream["fault"] == "enodev":
                self.say(-19)
                return True
            if stream["fault"] == "half":
                self.say(len(data))
                self.peer.sendall(f"{self.mask:08x}\n".encode() + data[: len(data) // 2 + 1])
                return False
            if stream["fault"] == "sleep":
                device.awake = boot() + 10_000_000_000
            if stream["fault"] == "stall":
                time.sleep(3600)
            if stream["fault"] == "sleep":
                return self.buffer(device, length)
            return False
        self.say(len(data))
        self.peer.sendall(f"{self.mask:08x}\n".encode() + data)
        return True


class Server:
    def __init__(self, description):
        self.devices = [Device(device) for device in description["devices"]]

    def xml(self):
        devices = "".join(device.xml() + device.trigger_xml() for device in self.devices)
        return f'<?xml version="1.0" encoding="utf-8"?>{DOCTYPE}<context name="rig" description="rig">{devices}</context>'.encode()

    def run(self, listener):
        while True:
            peer, _ = listener.accept()
            peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=Connection(self, peer).serve, daemon=True).start()


if __name__ == "__main__":
    server = Server(json.loads(sys.stdin.readline()))
    listener = socket.create_server(("127.0.0.1", int(sys.argv[1]) if sys.argv[1:] else 0))
    print(listener.getsockname()[1], flush=True)
    threading.Thread(target=server.run, args=(listener,), daemon=True).start()
    sys.stdin.read()
