#!/usr/bin/env python3
"""fake_phone.py APP WALK [options]: a telephone that plays a recording, for tests of gnomon phone.

APP speaks the messages that the app's documentation states:
  sensor-logger   posts batches to --to URL (PUSHING.md of awesome-sensor-logger)
  sensorserver    a WebSocket server on --port (README of umer0586/SensorServer)
  phyphox         a web server on --port (docs/remote-interface of phyphox-docs)

WALK is a recording of gnomon; its A, G, M, B and P lines are played in real time.

  --log             sensor-logger, sensorserver: print each message with its arrival instead of sending it, without waiting
  --for SECONDS     end then (all)
  --clock SECONDS   the telephone's clock is off by so much (0)
  --ios             Sensor Logger: the acceleration without gravity and gravity, as on iOS with standardised units
  --wrong WORD      a setting that is wrong: slow, no-gravity, in-g, apple-sign, unpaired, no-location, no-gyroscope, linear
  --off AT,SECONDS  the screen is off: nothing is measured (sensorserver, phyphox), or batches come together later (sensor-logger)
  --reorder         sensor-logger: every seventh batch comes after the next one
  --device NAME     sensor-logger: the telephone's name
  --batch SECONDS   sensor-logger: the batch period (0.2)
  --late SECONDS    phyphox: locations come so much later than samples (0.02)
  --seed N          of delays (1)

It prints its port as the first line. A request to phyphox that ends with &now=SECONDS is answered as at that time.
"""

import argparse
import base64
import bisect
import hashlib
import heapq
import http.client
import http.server
import json
import math
import random
import socket
import socketserver
import struct
import sys
import threading
import time
import urllib.parse

EPOCH = 1_764_266_400_000_000_000  # 2025-11-27T18:00:00Z, the time of day of the first sample of --log; otherwise it is now
BOOT = 5_000_000_000_000  # ns that the telephone has run


def read(path):
    """The samples of a recording in the order of their times: (seconds since the first, kind, values)."""
    samples = []
    with open(path) as lines:
        for line in lines:
            fields = line.rstrip("\n").split(",")
            if fields[0] in "AGMBP" and len(fields[0]) == 1:
                samples.append((int(round(float(fields[1]) * 1e9)), fields[0], fields[2:]))
    samples.sort(key=lambda one: one[0])
    start = samples[0][0]
    return [(at - start, kind, values) for at, kind, values in samples]


class Fix:
    """A fix in the words of Android: accuracies of 68 %, speed and bearing."""

    def __init__(self, values):
        number = lambda index: float(values[index]) if index < len(values) and values[index] else None
        self.latitude, self.longitude, self.height = number(0), number(1), number(2)
        self.accuracy = number(3) / 2.448 * 1.515 if number(3) else 0
        self.vertical = number(4) / 1.96 if number(4) else 0
        east, north, error = number(5), number(6), number(8)
        self.has_velocity = east is not None and north is not None
        self.speed = math.hypot(east, north) if self.has_velocity else 0
        self.bearing = math.degrees(math.atan2(east, north)) % 360 if self.has_velocity else 0
        self.speed_accuracy = error / 1.96 if error else 0
        separation = number(12)
        self.sea_level = self.height - separation if self.height is not None and separation is not None else None


class Phone:
    def __init__(self, options):
        self.options = options
        self.random = random.Random(options.seed)
        samples = read(options.walk)
        if options.wrong == "slow":
            kept, last = [], {}
            for sample in samples:
                if sample[1] == "P" or sample[0] - last.get(sample[1], -1e18) >= 200_000_000:
                    kept.append(sample)
                    last[sample[1]] = sample[0]
            samples = kept
        if options.wrong == "no-location":
            samples = [sample for sample in samples if sample[1] != "P"]
        if options.wrong == "no-gyroscope":
            samples = [sample for sample in samples if sample[1] != "G"]
        self.clock = int(options.clock * 1e9)
        self.off = tuple(float(part) for part in options.off.split(",")) if options.off else None
        if self.off and options.app != "sensor-logger":
            begin, end = self.off[0] * 1e9, (self.off[0] + self.off[1]) * 1e9
            samples = [sample for sample in samples if not begin <= sample[0] < end]
        if options.seconds:
            samples = [sample for sample in samples if sample[0] <= options.seconds * 1e9]
        self.samples = samples
        self.gravity = [0.0, 9.8, 0.0]

    def vector(self, kind, values):
        v = [float(value) for value in values[:3]]
        if kind == "A" and self.options.wrong == "in-g":
            v = [value / 9.80665 for value in v]
        if kind == "A" and self.options.wrong == "apple-sign":
            v = [-value for value in v]
        return v


# Sensor Logger


class SensorLogger(Phone):
    def entries(self, at, kind, values):
        stamp = EPOCH + at + self.clock

        def one(name, **given):
            return {"name": name, "time": stamp, "values": given}

        if kind == "P":
            fix = Fix(values)
            given = dict(latitude=fix.latitude, longitude=fix.longitude, horizontalAccuracy=fix.accuracy, altitude=fix.height)
            given.update(verticalAccuracy=fix.vertical, speed=fix.speed, speedAccuracy=fix.speed_accuracy)
            given.update(bearing=fix.bearing, bearingAccuracy=10)
            if fix.sea_level is not None:
                given["altitudeAboveMeanSeaLevel"] = fix.sea_level
            return [one("location", **given)]
        if kind == "B":
            return [one("barometer", pressure=float(values[0]) / 100, relativeAltitude=0.0)]
        v = self.vector(kind, values)
        xyz = dict(zip("xyz", v))
        if kind == "G":
            return [one("gyroscope", **xyz)]
        if kind == "M":
            return [one("magnetometer", **xyz)]
        if not (self.options.ios or self.options.wrong in ("no-gravity", "unpaired")):
            return [one("accelerometeruncalibrated", **xyz)]
        # iOS splits the force; here by a slow mean.
        self.gravity = [g + 0.02 * (f - g) for g, f in zip(self.gravity, v)]
        linear = one("accelerometer", **dict(zip("xyz", (f - g for f, g in zip(v, self.gravity)))))
        gravity = one("gravity", **dict(zip("xyz", self.gravity)))
        if self.options.wrong == "no-gravity":
            return [linear]
        if self.options.wrong == "unpaired":
            gravity["time"] += 3_000_000
        return [linear, gravity]

    def batches(self):
        """(number of its period, entries) of each batch."""
        period, index, payload = int(self.options.batch * 1e9), None, []
        for at, kind, values in self.samples:
            if payload and at // period != index:
                yield index, payload
                payload = []
            index = at // period
            payload.extend(self.entries(at, kind, values))
        if payload:
            yield index, payload

    def messages(self):
        """(arrival in ns since the start, body) in the order of arrival, made when it is needed: to make those of a whole walk first
        takes seconds, on a busy machine a minute, in which the telephone would say nothing."""
        period, waiting, overtaken = int(self.options.batch * 1e9), [], None
        for number, (index, payload) in enumerate(self.batches()):
            sent = (index + 1) * period
            if self.off and self.off[0] * 1e9 <= sent < (self.off[0] + self.off[1]) * 1e9:
                sent = int((self.off[0] + self.off[1]) * 1e9)
            # What is sent from now on comes later.
            while waiting and waiting[0][0] <= sent:
                at, _, body = heapq.heappop(waiting)
                yield at, body
            delay = self.random.uniform(0.02, 0.08) + (0.3 if self.random.random() < 0.02 else 0)
            self.random.shuffle(payload)
            if self.options.ios or self.options.wrong == "unpaired":
                payload.sort(key=lambda one: one["time"])
            body = {"messageId": number, "sessionId": "5c1f0d1e-6a57", "deviceId": self.options.device, "payload": payload}
            message = [sent + int(delay * 1e9), number, json.dumps(body)]
            if overtaken:
                message[0] = max(overtaken[0], message[0])
                heapq.heappush(waiting, [message[0] + 10_000_000, *overtaken[1:]])
                overtaken = None
            elif self.options.reorder and number % 7 == 6:
                overtaken = message
                continue
            heapq.heappush(waiting, message)
        for at, _, body in sorted(waiting + ([overtaken] if overtaken else [])):
            yield at, body

    def run(self):
        url = urllib.parse.urlsplit(self.options.to)
        print("posting", flush=True)

        def post(body):
            connection = http.client.HTTPConnection(url.hostname, url.port, timeout=10)
            connection.request("POST", url.path, body, {"Content-Type": "application/json", "User-Agent": "okhttp/4.9.2"})
            answer = connection.getresponse()
            said = answer.read().decode()
            connection.close()
            return answer.status, said

        status, said = post('{"message":"test"}')
        print("test", status, said.strip(), flush=True)
        start = time.monotonic()
        for arrival, body in self.messages():
            time.sleep(max(0, start + arrival * 1e-9 - time.monotonic()))
            status, said = post(body)
            if status != 200:
                print("refused", status, said.strip(), flush=True)
                return 1
        return 0


# SensorServer


class SensorServer(Phone):
    TYPES = {"A": "accelerometer", "G": "gyroscope", "M": "magnetic_field", "B": "pressure"}

    def message(self, at, kind, values):
        stamp = BOOT + at + self.clock
        if kind == "P":
            fix = Fix(values)
            given = dict(longitude=fix.longitude, latitude=fix.latitude, altitude=fix.height or 0, bearing=fix.bearing)
            given.update(accuracy=fix.accuracy, speed=fix.speed, time=(EPOCH + at + self.clock) // 1_000_000)
            given.update(lastKnowLocation=False, speedAccuracyMetersPerSecond=fix.speed_accuracy)
            given.update(bearingAccuracyDegrees=10.0 if fix.has_velocity else 0, elapsedRealtimeNanos=stamp)
            given.update(verticalAccuracyMeters=fix.vertical)
            return json.dumps(given)
        v = [float(values[0]) / 100] if kind == "B" else self.vector(kind, values)
        return json.dumps({"values": v, "timestamp": stamp, "accuracy": 3, "type": "android.sensor." + self.TYPES[kind]})

    def messages(self):
        messages, last = [], {}
        for at, kind, values in self.samples:
            # The radio sleeps: messages come together every tenth of a second.
            sent = at + int(self.random.uniform(0.003, 0.02) * 1e9)
            if (at // 1_000_000_000) % 4 == 3:
                sent = (sent // 100_000_000 + 1) * 100_000_000
            channel = kind == "P"
            last[channel] = max(last.get(channel, 0), sent)
            messages.append([last[channel], self.message(at, kind, values), kind])
        messages.sort(key=lambda one: one[0])
        return messages

    def run(self):
        phone = self
        messages = self.messages()
        listener = socket.create_server(("127.0.0.1", self.options.port))
        print(listener.getsockname()[1], flush=True)
        begun = []

        def frame(kind, payload):
            head = bytes([0x80 | kind])
            count = len(payload)
            head += bytes([count]) if count < 126 else bytes([126]) + struct.pack(">H", count)
            return head + payload

        def serve(connection):
            head = b""
            while b"\r\n\r\n" not in head:
                more = connection.recv(4096)
                if not more:
                    return
                head += more
            target = head.split(b" ")[1].decode()
            path, _, query = target.partition("?")
            fields = dict(line.split(": ", 1) for line in head.decode().split("\r\n")[1:] if ": " in line)
            key = {name.lower(): value for name, value in fields.items()}["sec-websocket-key"]
            accept = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
            connection.sendall(
                b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
                + base64.b64encode(accept) + b"\r\n\r\n"
            )
            if path == "/gps":
                kinds = {"P"}
            else:
                types = json.loads(urllib.parse.parse_qs(query)["types"][0])
                kinds = {kind for kind, name in phone.TYPES.items() if "android.sensor." + name in types}
                have = {kind for _, kind, _ in phone.samples}
                if not kinds <= have | {"A"}:
                    connection.sendall(frame(8, struct.pack(">H", 4004) + b"sensor not found"))
                    return
            if not begun:
                begun.append(time.monotonic())
            start = begun[0]
            connection.sendall(frame(9, b"are you there"))
            for arrival, text, kind in messages:
                late = time.monotonic() - start - arrival * 1e-9
                # What came before this connection is over.
                if kind not in kinds or late > 1:
                    continue
                time.sleep(max(0, -late))
                try:
                    connection.sendall(frame(1, text.encode()))
                except OSError:
                    return
            while connection.recv(4096):
                pass

        while True:
            connection, _ = listener.accept()
            threading.Thread(target=serve, args=(connection,), daemon=True).start()


# phyphox


class Phyphox(Phone):
    NAMES = {"A": ("accelerometer", "acc"), "G": ("gyroscope", "gyr"), "M": ("magnetic_field", "mag"), "B": ("pressure", "pressure")}

    def __init__(self, options):
        super().__init__(options)
        self.is_measuring = False
        self.buffers = {}
        for at, kind, values in self.samples:
            if kind == "P":
                fix = Fix(values)
                row = dict(loc_time=at, lat=fix.latitude, lon=fix.longitude, zwgs=fix.height, z=fix.sea_level, v=fix.speed,
                           dir=fix.bearing, accuracy=fix.accuracy, zaccuracy=fix.vertical)
            elif kind == "B":
                row = dict(pressure_time=at, pressure=float(values[0]) / 100)
            else:
                name = self.NAMES[kind][1]
                v = self.vector(kind, values)
                row = {name + "_time": at, name + "X": v[0], name + "Y": v[1], name + "Z": v[2]}
            for name, value in row.items():
                self.buffers.setdefault(name, []).append((at, value))

    def config(self):
        inputs = []
        for kind, (source, name) in self.NAMES.items():
            if name + "_time" not in self.buffers:
                continue
            if kind == "B":
                outputs = [{"x": "pressure"}, {"t": "pressure_time"}]
            else:
                outputs = [{"x": name + "X"}, {"y": name + "Y"}, {"z": name + "Z"}, {"t": name + "_time"}]
            if kind == "A" and self.options.wrong == "linear":
                source = "linear_acceleration"
            inputs.append({"source": source, "outputs": outputs})
        if "loc_time" in self.buffers:
            outputs = [{"lat": "lat"}, {"lon": "lon"}, {"z": "z"}, {"zwgs84": "zwgs"}, {"v": "v"}, {"dir": "dir"},
                       {"accuracy": "accuracy"}, {"zAccuracy": "zaccuracy"}, {"t": "loc_time"}]
            inputs.append({"source": "location", "outputs": outputs})
        return {"crc32": "1", "title": "gnomon", "localTitle": "gnomon", "category": "", "localCategory": "",
                "buffers": [{"name": name, "size": 0} for name in self.buffers], "inputs": inputs, "export": []}

    LOCATION = {"loc_time", "lat", "lon", "z", "zwgs", "v", "dir", "accuracy", "zaccuracy"}

    def get(self, query, now):
        result = {}
        digits = lambda value: None if value is None else float("%.8g" % (value * 1e-9 if isinstance(value, int) else value))
        for part in query.split("&"):
            name, _, threshold = part.partition("=")
            if name not in self.buffers:
                continue
            rows = self.buffers[name]
            # Locations come later than samples.
            count = bisect.bisect_right(rows, int((now - (self.options.late if name in self.LOCATION else 0.01)) * 1e9),
                                        key=lambda row: row[0])
            first = max(0, count - 1)
            if threshold:
                limit = float(urllib.parse.unquote(threshold).partition("|")[0])
                # All buffers of an input have the same times.
                first = bisect.bisect_right(rows, limit + abs(limit) * 1e-8, key=lambda row: digits(row[0]))
            mode = "partial" if threshold else "single"
            values = [digits(value) for _, value in rows[first:count]]
            result[name] = {"size": 0, "updateMode": mode, "buffer": values}
        status = {"session": "a1b2c3", "measuring": self.is_measuring, "timedRun": False, "countDown": 0}
        return {"buffer": result if self.is_measuring else {}, "status": status}

    def run(self):
        phone = self
        begun = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *words):
                pass

            def do_GET(self):
                path, _, query = self.path.partition("?")
                given = None
                if "&now=" in query:
                    query, _, given = query.partition("&now=")
                if path == "/config":
                    answer = phone.config()
                elif path == "/control":
                    phone.is_measuring = True
                    begun.append(time.monotonic())
                    answer = {"result": True}
                elif path == "/get":
                    now = float(given) if given else time.monotonic() - begun[0] if begun else 0
                    answer = phone.get(query, now)
                else:
                    self.send_error(404)
                    return
                body = json.dumps(answer).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        with socketserver.TCPServer(("127.0.0.1", self.options.port), Handler) as server:
            print(server.server_address[1], flush=True)
            server.serve_forever()


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("app", choices=["sensor-logger", "sensorserver", "phyphox"])
    parser.add_argument("walk")
    parser.add_argument("--to")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--log", action="store_true")
    parser.add_argument("--for", dest="seconds", type=float)
    parser.add_argument("--clock", type=float, default=0)
    parser.add_argument("--ios", action="store_true")
    parser.add_argument("--wrong", default="")
    parser.add_argument("--off", default="")
    parser.add_argument("--reorder", action="store_true")
    parser.add_argument("--device", default="9d2e7f40-10aa")
    parser.add_argument("--batch", type=float, default=0.2)
    parser.add_argument("--late", type=float, default=0.02)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    phone = {"sensor-logger": SensorLogger, "sensorserver": SensorServer, "phyphox": Phyphox}[options.app](options)
    if not options.log:
        global EPOCH
        EPOCH = time.time_ns()
    if options.log:
        for message in phone.messages():
            print(message[0], message[1])
        return 0
    return phone.run()


if __name__ == "__main__":
    sys.exit(main())
