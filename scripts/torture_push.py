"""One run of `torture --push`: calls of several clients to a daemon without sensors of its own, and what is wrong with its answers.
Standard library only."""

import json
import math
import os
import pathlib
import select
import shutil
import signal
import subprocess
import tempfile
import time

from feature_world import Connection, Fault
from torture_calls import NOW, TILES, calls
from torture_piece import later
from torture_replay import GNOMON, Failure

GNOMOND = os.path.join(os.path.dirname(GNOMON), "gnomond")
# Seconds until an answer at the latest.
LIMIT = 20
# After these errors the daemon closes the connection, as documented.
CLOSES = ("TooManyConnections", "MessageTooLarge", "TooMuchUnfinished")
# The streams that are read: method, parameters, member.
READ = (
    ("Tracking.Subscribe", {"streams": ["pose"]}, "pose"),
    ("Scene.Subscribe", {
        "include": ["placements", "clusters", "payload", "billboards", "arrows", "line", "markers", "anchors", "radar", "hint",
                    "finish", "progress", "light"],
        "rate_hz": 120, "viewport": {"width_px": 1280, "height_px": 720, "field_of_view_deg": 60}}, "frame"))


class Reader:
    """A stream whose messages are checked as they come."""

    def __init__(self, path, method, parameters, member):
        self.connection, self.method, self.member, self.held, self.last = Connection(path, LIMIT), method, member, b"", None
        self.connection.send(method, parameters, more=True)

    def check(self):
        """What is wrong with the messages that have come; None if nothing is."""
        while select.select([self.connection.socket], [], [], 0)[0]:
            data = self.connection.socket.recv(1 << 16)
            if not data:
                raise Fault(f"the daemon has closed the reader of {self.method}")
            *messages, self.held = (self.held + data).split(b"\0")
            for message in messages:
                value = json.loads(message)["parameters"].get(self.member)
                if value is None:
                    continue
                # A stale frame may be that of an earlier view, carried into a new scene.
                if not value.get("is_stale"):
                    if self.last is not None and value["time_boot_ns"] < self.last + (self.member == "pose"):
                        return f"{self.method}: time does not rise"
                    self.last = value["time_boot_ns"]
                wrong = wrong_json(value, self.method)
                if wrong:
                    return wrong
        return None


class Daemon:
    """A daemon with folders of its own, readers of its poses and frames, and connections for contributors and other calls."""

    def __init__(self, folder, profile, backtrace):
        self.folder, self.path, self.log = folder, os.path.join(folder, "s"), os.path.join(folder, "log")
        self.connections, self.streams, self.refused, self.readers = {}, [], 0, []
        arguments = ["--socket", self.path, "--state", os.path.join(folder, "state"), "--config", "/dev/null", "--profile", profile,
                     "--recordings", os.path.join(folder, "recordings")]
        for setting in ("GNSS.Address", "IMU.Device", "Magnetometer.Device", "Barometer.Device"):
            arguments += ["--set", setting + "=none"]
        environment = dict(os.environ, SWIFT_BACKTRACE="enable=yes,color=no" if backtrace else "enable=no")
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                [GNOMOND, *arguments], stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment)
        deadline = time.monotonic() + LIMIT
        while True:
            try:
                self.readers = [Reader(self.path, *stream) for stream in READ]
                break
            except OSError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise SystemExit(f"torture: gnomond does not start: {open(self.log).read()[-300:]}") from None
                time.sleep(0.005)

    def connection(self, name):
        if name not in self.connections:
            self.connections[name] = Connection(self.path, LIMIT)
        return self.connections[name]

    def tile(self, number, place, kind):
        """Puts a tile into the folder, with bytes changed or cut."""
        data = bytearray(TILES[number][1])
        at = int(place * len(data))
        if kind < 0.3:
            data = data[:at]
        elif kind < 0.9:
            data[at:at + 8] = bytes(int(kind * 1e6 + i) % 256 for i in range(8))
        folder = os.path.join(self.folder, "state", "terrain")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, TILES[number][0]), "wb") as file:
            file.write(data)

    def send(self, call):
        """Makes one call, and returns what is wrong with its answer; None if nothing is."""
        if "tile" in call:
            return self.tile(*call["tile"])
        method, parameters, now = call["method"], call["parameters"], time.clock_gettime_ns(time.CLOCK_BOOTTIME)
        if "contributor" not in call:
            parameters = timed(parameters, now)
        elif method == "Tracking.PushOdometry":
            parameters = dict(parameters, time_boot_ns=int((parameters["time_boot_ns"] + now / 1e9) * 1e9))
        else:
            lines = [later(line, now / 1e9) if call["shifted"] else line for line in parameters["lines"]]
            parameters = dict(parameters, lines=[",".join(line) for line in lines])
        if call.get("stream"):
            if len(self.streams) < 20:
                self.streams.append(Connection(self.path, LIMIT))
                self.streams[-1].send(method, parameters, more=True)
            return None
        name = call.get("contributor", "others")
        while True:
            answer = self.connection(name).ask(method, **parameters)
            error = answer.get("error")
            if not error or not error.endswith("TooManyRequests"):
                break
            time.sleep(answer["retry_after"])
        if error and not error.startswith(("org.gnomon.", "org.varlink.service.")):
            return f"{method}: the error {error} has no interface"
        if error and error.endswith(CLOSES):
            self.connections.pop(name).close()
        if method == "Tracking.PushSamples" and not error:
            refused = sum(entry["count"] for entry in answer["refused"])
            self.refused += refused
            if answer["accepted"] + refused != len(parameters["lines"]):
                return f"{method}: {answer['accepted']} accepted and {refused} refused are not the lines"
        return wrong_json(answer, method) or self.read()

    def read(self):
        """Checks the messages that have come to the readers."""
        return next((wrong for reader in self.readers if (wrong := reader.check())), None)

    def finish(self):
        """Asks for the status at the end, ends the daemon, and returns what is wrong."""
        status = Connection(self.path, LIMIT).ask("Tracking.GetStatus")
        counted = sum(counter["count"] for counter in status["refused"] if counter["reason"].startswith("pushed lines: "))
        if counted != self.refused:
            return f"the status counts {counted} refused lines, the answers {self.refused}"
        wrong = wrong_json(status, "Tracking.GetStatus") or self.read()
        self.process.send_signal(signal.SIGTERM)
        if self.process.wait(LIMIT):
            return f"the daemon ends with status {self.process.returncode}"
        return wrong

    def close(self):
        self.process.kill()
        self.process.wait()
        for connection in [*(reader.connection for reader in self.readers), *self.connections.values(), *self.streams]:
            connection.close()


def timed(value, now):
    """A value with the time in place of each NOW."""
    if isinstance(value, dict):
        return {name: timed(member, now) for name, member in value.items()}
    if isinstance(value, list):
        return [timed(member, now) for member in value]
    return now if value == NOW else value


def wrong_json(value, where):
    """What is wrong with numbers in an answer: not finite, no unit quaternion, or a negative accuracy."""
    if isinstance(value, dict):
        if value.keys() == set("xyzw") and abs(sum(x * x for x in value.values()) - 1) > 1e-3:
            return f"{where}: the quaternion is not a unit's"
        for name, member in value.items():
            if isinstance(member, (int, float)) and member < 0 and name.endswith(("_accuracy", "_sigma", "_sigma_deg")):
                return f"{where}: {name} is negative"
            wrong = wrong_json(member, where)
            if wrong:
                return wrong
    elif isinstance(value, list):
        return next((wrong for member in value if (wrong := wrong_json(member, where))), None)
    elif isinstance(value, float) and not math.isfinite(value):
        return f"{where}: a number is {value}"
    return None


def attempt(made, profile, backtrace=False):
    """Makes the calls to a new daemon: the failure, or None."""
    folder = tempfile.mkdtemp(prefix="torture-")
    daemon = Daemon(folder, profile, backtrace)
    try:
        wrong = None
        for call in made:
            wrong = daemon.send(call)
            if wrong:
                break
        wrong = wrong or daemon.finish()
        return Failure("lies", wrong) if wrong else None
    except TimeoutError:
        return Failure("dies", f"does not answer within {LIMIT} s")
    except subprocess.TimeoutExpired:
        return Failure("dies", f"does not end within {LIMIT} s")
    except (Fault, OSError) as fault:
        try:
            code = daemon.process.wait(1 if not backtrace else 120)
        except subprocess.TimeoutExpired:
            return Failure("refuses", str(fault))
        return Failure.of_death(code, open(daemon.log, errors="replace").read())
    finally:
        daemon.close()
        shutil.rmtree(folder, ignore_errors=True)


def run(job):
    """Does one run: (its profile, what failed or None)."""
    seed, number, seconds, _, folder = job
    made, profile = calls(seed, number, seconds)
    failure = attempt(made, profile)
    if not failure:
        return profile, None
    made = shorter(made, lambda fewer: failure.is_like(attempt(fewer, profile)))
    failure = attempt(made, profile, backtrace=True) or failure
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, f"push-{seed}-{number}-{failure.kind}.json")
    pathlib.Path(path).write_text(json.dumps({"seed": seed, "profile": profile, "failure": vars(failure), "calls": made}, indent=1))
    return profile, {
        "run": number, "kind": failure.kind, "what": failure.what, "profile": profile, "recording": f"{len(made)} calls",
        "faults": [call.get("method", "a tile") for call in made[-1:]], "kept": path}


def shorter(made, fails, attempts=40):
    """The calls without those that are not needed: halves, quarters and so on are left out in turn."""
    part = max(1, len(made) // 2)
    while attempts > 0:
        at = 0
        while at < len(made) and attempts > 0:
            attempts -= 1
            fewer = made[:at] + made[at + part:]
            if fewer and fails(fewer):
                made = fewer
            else:
                at += part
        if part == 1:
            break
        part = max(1, part // 2)
    return made


def repeat(path, tiles):
    """Makes the calls of a kept run again. `tiles` makes the tiles of a seed."""
    kept = json.loads(pathlib.Path(path).read_text())
    TILES.extend(tiles(kept["seed"]))
    return attempt(kept["calls"], kept["profile"], backtrace=True)
