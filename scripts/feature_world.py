"""The programs under test for scripts/features: daemons on simulated walks, calls and streams of their sockets, commands, and
geometry of its own to judge their answers. Every wait has a limit, and every process ends with the world."""

import json
import math
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
from captures import AZIMUTH, ROOT, START, corners, spot  # noqa: E402,F401

PROGRAMS = pathlib.Path(os.environ.get("GNOMON_PROGRAMS", ROOT / ".build" / "release"))
# The longest time for one command or one call, and for one condition to become true, in seconds.
COMMAND, CONDITION = 60, 20
VIEWPORT = {"width_px": 1280, "height_px": 720, "field_of_view_deg": 60}


class Fault(Exception):
    """An expectation that was not met."""


def expect(condition, words):
    if not condition:
        raise Fault(words)


def near(value, wanted, tolerance, words):
    expect(value is not None and abs(value - wanted) <= tolerance, f"{words}: {value}, not {wanted} ± {tolerance}")


def wrapped(degrees):
    return (degrees + 180) % 360 - 180


def until(condition, words, seconds=CONDITION):
    """Returns the first true value of a condition."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        expect(time.monotonic() < deadline, f"{words}: not within {seconds} s")
        time.sleep(0.05)


# MARK: geometry, by formulas of its own

def metres_per_degree(latitude):
    """North and east, by WGS 84's radii of curvature."""
    sine = math.sin(math.radians(latitude))
    w = math.sqrt(1 - 0.00669437999 * sine * sine)
    return (math.radians(6378137 * (1 - 0.00669437999) / w ** 3),
            math.radians(6378137 / w * math.cos(math.radians(latitude))))


def moved(at, east, north):
    """A place by its offset from another, (latitude, longitude)."""
    per_north, per_east = metres_per_degree(at[0])
    return at[0] + north / per_north, at[1] + east / per_east


def offset(a, b):
    """East and north from a to b, in metres."""
    per_north, per_east = metres_per_degree((a[0] + b[0]) / 2)
    return (b[1] - a[1]) * per_east, (b[0] - a[0]) * per_north


def bearing(a, b):
    east, north = offset(a, b)
    return math.degrees(math.atan2(east, north)) % 360


def turned(q, v):
    """A vector turned by a unit quaternion."""
    x, y, z, w = q["x"], q["y"], q["z"], q["w"]
    a = (y * v[2] - z * v[1] + w * v[0], z * v[0] - x * v[2] + w * v[1], x * v[1] - y * v[0] + w * v[2])
    return (v[0] + 2 * (y * a[2] - z * a[1]), v[1] + 2 * (z * a[0] - x * a[2]), v[2] + 2 * (x * a[1] - y * a[0]))


def vector(point):
    return point["x"], point["y"], point["z"]


# MARK: sockets

class Connection:
    """One connection: messages of JSON that end with a zero byte."""

    def __init__(self, path, seconds=COMMAND):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(seconds)
        self.socket.connect(str(path))
        self.held = b""

    def send(self, method, parameters=None, more=False):
        message = {"method": "org.gnomon." + method, "parameters": parameters or {}, **({"more": True} if more else {})}
        self.socket.sendall(json.dumps(message).encode() + b"\0")

    def receive(self):
        while b"\0" not in self.held:
            data = self.socket.recv(1 << 16)
            expect(data, "the daemon has closed the connection")
            self.held += data
        message, self.held = self.held.split(b"\0", 1)
        return json.loads(message)

    def ask(self, method, **parameters):
        """The answer, or the error as {"error": …}."""
        self.send(method, parameters)
        reply = self.receive()
        return {"error": reply["error"], **reply.get("parameters", {})} if "error" in reply else reply.get("parameters", {})

    def call(self, method, **parameters):
        answer = self.ask(method, **parameters)
        expect("error" not in answer, f"{method}: {answer}")
        return answer

    def close(self):
        self.socket.close()


class Listener(threading.Thread):
    """Collects the replies of a stream, with the time of each."""

    def __init__(self, path, method, parameters, most=200_000):
        super().__init__(daemon=True)
        self.connection, self.replies, self.most = Connection(path), [], most
        self.connection.send(method, parameters, True)
        self.start()

    def run(self):
        try:
            while len(self.replies) < self.most:
                self.replies.append(self.connection.receive().get("parameters", {}))
        except (OSError, Fault, ValueError):
            pass

    def all(self, name):
        return [reply[name] for reply in list(self.replies) if reply.get(name) is not None]

    def close(self):
        try:
            self.connection.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.join(5)
        self.connection.close()


class Daemon:
    """A gnomond with a socket and folders of its own."""

    def __init__(self, world, name, *words):
        self.world, self.folder = world, world.folder / name
        self.folder.mkdir()
        # The layers of the present row, removed after it.
        self.layers = set()
        world.daemons.append(self)
        self.socket = self.folder / "s"
        self.process = world.start(
            "gnomond", *words, "--socket", self.socket, "--state", self.folder, "--recordings", self.folder / "recordings",
            log=self.folder / "log")
        until(lambda: self.answers(), f"gnomond {' '.join(map(str, words))} answers")
        self.connection = Connection(self.socket)
        self.ask, self.call = self.connection.ask, self.connection.call

    def answers(self):
        expect(self.process.poll() is None, f"gnomond has ended: {(self.folder / 'log').read_text()[-500:]}")
        try:
            Connection(self.socket, 5).close()
            return True
        except OSError:
            return False

    def gnomon(self, *words, **options):
        return self.world.gnomon(*words, "--socket", self.socket, **options)

    def listen(self, method, **parameters):
        return Listener(self.socket, method, parameters)

    def pose(self, **parameters):
        return self.call("Tracking.GetPose", **parameters)["pose"]

    def place(self):
        """The wearer's place as it is drawn: the estimated one, and the part of its corrections that has not been eased in."""
        def known():
            alignment = self.call("Tracking.GetAlignment")["alignment"]
            return alignment if alignment and alignment["place"] else None
        alignment = until(known, "a place")
        at, shift = alignment["place"], alignment["applied_shift"]
        return moved((at["latitude_deg"], at["longitude_deg"]), shift["x"], -shift["z"])

    def caught_up(self):
        """Waits until the lines before --from are processed: they pass as fast as possible."""
        def is_real_time():
            a, start = self.pose(), time.monotonic()
            time.sleep(0.25)
            b, span = self.pose(), time.monotonic() - start
            return a and b and 0 < (b["time_boot_ns"] - a["time_boot_ns"]) * 1e-9 < span + 0.2
        until(is_real_time, "the session goes on in real time", 60)

    def eased(self):
        """Waits until the drawn alignment has come to its target."""
        def arrived():
            a = self.call("Tracking.GetAlignment")["alignment"]
            return a and abs(wrapped(a["applied_yaw_deg"] - a["yaw_deg"])) < 0.5 and math.dist(vector(a["applied_shift"]), (0, 0, 0)) < 0.5
        until(arrived, "the drawn alignment has come to its target", 60)

    def frame(self, *include, **parameters):
        return self.call("Scene.GetFrame", include=list(include), **parameters)["frame"]

    def add(self, layer, **places):
        """Places by id: (place, further members)."""
        listed = [{"id": id, "name": id, "latitude_deg": at[0], "longitude_deg": at[1], **more}
                  for id, (at, more) in places.items()]
        self.layers.add(layer)
        answer = self.call("Scene.AddPlaces", places=listed, layer=layer)
        expect(answer["refused"] == 0, f"AddPlaces refused {answer['refusals']}")
        return answer

    def placements(self, layer, wanted, seconds=CONDITION, **parameters):
        """Placements of a layer by id, once all wanted ones are there."""
        include = parameters.pop("include", [])

        def found():
            frame = self.frame("placements", *include, **parameters)
            here = {p["id"]: p for p in frame["placements"] or [] if p["layer"] == layer}
            return (here, frame) if set(wanted) <= set(here) else None
        try:
            return until(found, f"placements {wanted}", seconds)
        except Fault as fault:
            states = {id: self.ask("Scene.GetPlace", layer=layer, id=id).get("place", {}).get("status") for id in wanted}
            raise Fault(f"{fault}: {states}") from None

    def route(self, points, name="Ferry Pier"):
        line = {"type": "LineString", "coordinates": [[longitude, latitude] for latitude, longitude in points]}
        return self.call("Scene.LoadRoute", text=json.dumps(line), name=name, replace=True)


class World:
    """The folder, the processes and the daemons of a run. A daemon is started when a row first needs it."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="gnomon-features-"))
        self.running, self.kept, self.daemons = [], {}, []
        self.environment = {**os.environ, "HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder / "config"),
                            "XDG_STATE_HOME": str(self.folder / "state"), "TERM": "dumb", "GNOMON_UNITS": "metric"}
        self.environment.pop("GNOMON_SOCKET", None)

    def clear(self):
        """Removes the places of the present row."""
        for daemon in self.daemons:
            try:
                while daemon.layers and daemon.process.poll() is None:
                    daemon.ask("Scene.RemovePlaces", layer=daemon.layers.pop(), all=True)
            except (Fault, OSError):
                # A row may have ended its daemon, which is closing its connections.
                daemon.process.wait(5)

    def start(self, program, *words, log, **options):
        with open(log, "wb") as output:
            process = subprocess.Popen(
                [str(PROGRAMS / program), *map(str, words)], stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT, env=self.environment, **options)
        self.running.append(process)
        return process

    def gnomon(self, *words, status=0, seconds=COMMAND, environment=None):
        """The standard output of a command; with another expected status also what it complains about."""
        done = subprocess.run([str(PROGRAMS / "gnomon"), *map(str, words)], capture_output=True, text=True, timeout=seconds,
                              stdin=subprocess.DEVNULL, env={**self.environment, **(environment or {})}, cwd=self.folder)
        expect(done.returncode == status,
               f"gnomon {' '.join(map(str, words))}: status {done.returncode}, not {status}: {done.stderr.strip()[-300:]}")
        return done.stdout if status == 0 else done.stdout + done.stderr

    def once(self, name, make):
        if name not in self.kept:
            self.kept[name] = make()
        return self.kept[name]

    def recording(self, name, *words):
        """A simulated recording; the path."""
        path = self.folder / f"{name}.gnomon"
        return self.once(name, lambda: (self.gnomon("simulate", *words, "-o", path), path)[1])

    def rows(self, *words):
        """The rows of a table that a command writes to standard output."""
        lines = self.gnomon(*words).splitlines()
        names = lines[0].split(",")
        return [dict(zip(names, line.split(","))) for line in lines[1:]]

    def end(self):
        for process in self.running:
            if process.poll() is None:
                process.terminate()
        for process in self.running:
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
