"""Rows of scripts/features about a telephone: as the live sensor, and as the screen."""

import contextlib
import http.client
import json
import re
import ssl
import subprocess
import sys

from feature_pose import row, walk
from feature_world import ROOT, expect, near, offset, until

FAKE = ROOT / "Tests" / "Rig" / "fake_phone.py"
# The most seconds for a program to say something: only one that hangs takes so long.
LONGEST = 240


class Phone:
    """gnomon phone with a daemon of its own, and a telephone of the rig that plays a walk to it."""

    def __init__(self, world, app, *options):
        recording = world.recording("telephone", "city-blocks")
        self.world, self.folder = world, world.folder / f"phone-{app}-{len(options)}"
        self.folder.mkdir()
        self.fakes, self.complaints = [], open(self.folder / "telephone", "w+")
        walk = [sys.executable, str(FAKE), app, str(recording), *options]
        words = ["--listen", "127.0.0.1"]
        if app != "sensor-logger":
            self.fakes.append(subprocess.Popen([*walk, "--port", "0"], stdout=subprocess.PIPE, stderr=self.complaints, text=True))
            words = ["--app", app, f"127.0.0.1:{self.fakes[0].stdout.readline().strip()}"]
        log = self.folder / "log"
        world.environment["GNOMON_SOCKET"] = str(self.folder / "s")
        self.process = world.start("gnomon", "phone", "--json", *words, log=log)
        world.environment.pop("GNOMON_SOCKET")
        self.log = log
        first = until(lambda: self.lines() or self.process.poll() is not None and [{}], "gnomon phone begins", LONGEST)[0]
        expect("socket" in first, f"gnomon phone has ended: {log.read_text()[-500:]}")
        self.socket = first["socket"]
        if app == "sensor-logger":
            self.address = first["address"]
            self.fakes.append(subprocess.Popen([*walk, "--to", self.address], stdout=self.complaints, stderr=self.complaints))

    def lines(self):
        """What it has said; the last line may be half written."""
        return [json.loads(line) for line in self.log.read_text().split("\n")[:-1] if line.startswith("{")]

    def state(self, holds, words):
        """The first state for which that holds."""
        def found():
            state = next((line for line in self.lines()[1:] if holds(line)), None)
            ended = [process.poll() for process in (self.process, *self.fakes)]
            expect(state or ended[0] is None, f"{words}: gnomon phone has ended: {self.log.read_text()[-300:]}")
            expect(state or not any(ended), f"{words}: the telephone has ended: {(self.folder / 'telephone').read_text()[-300:]}")
            return state
        return until(found, words, LONGEST)

    def post(self, path, body=b"{}", length=None, **headers):
        host, port = re.match(r"http://([0-9.]+):(\d+)/", self.address).groups()
        expect(self.process.poll() is None, f"gnomon phone has ended: {self.log.read_text()[-300:]}")
        connection = http.client.HTTPConnection(host, int(port), timeout=20)
        connection.putrequest("POST", path)
        connection.putheader("Content-Length", str(len(body) if length is None else length))
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        with contextlib.suppress(OSError):
            connection.send(body)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()

    def end(self):
        self.process.terminate()
        self.process.wait(LONGEST)
        for fake in self.fakes:
            fake.kill()
            fake.wait()
        self.complaints.close()


@row(70, "a telephone as the live sensor, by three apps of iOS and Android", "`gnomon phone`")
def telephone(world):
    for app in ("sensor-logger", "sensorserver", "phyphox"):
        phone = Phone(world, app)
        state = phone.state(lambda one: one["step"] in ("walk", "pose") and one["counts"]["location"] > 5, f"{app}: samples")
        near(state["rates_hz"]["rate"], 200, 20, f"{app}: the gyroscope's rate")
        near(state["gravity"], 9.8, 0.4, f"{app}: gravity")
        near(state["field_here_ut"], 49, 1, f"{app}: the place's magnetic field")
        expect(state["accepted"] > 1000 and not state["refused"], f"{app}: {state}")
        pose = phone.state(lambda one: one["pose"] and one["pose"]["latitude_deg"], f"{app}: a place")["pose"]
        east, north = offset((48.2082, 16.3738), (pose["latitude_deg"], pose["longitude_deg"]))
        expect(abs(east) < 60 and abs(north) < 60, f"{app}: {pose}")
        status = world.gnomon("status", "--socket", phone.socket)
        expect("profile hand" in status and "pushed gyroscope" in status, status)
        phone.end()


@row(71, "what is wrong in the telephone's settings, with the switch that mends it", "`gnomon phone`")
def settings(world):
    for app, wrong, kind, words in (
            ("sensor-logger", "no-gravity", "withoutGravity", "Gravity"), ("sensor-logger", "apple-sign", "reversed", "Standardise"),
            ("sensorserver", "slow", "slow", "10000"), ("phyphox", "linear", "linearOnly", "with g")):
        phone = Phone(world, app, "--wrong", wrong, *["--seed", str(len(wrong))] * (wrong == "apple-sign"), "--batch", "0.2")
        state = phone.state(lambda one: any(a["kind"] == kind for a in one["advice"]), f"{app} with {wrong}")
        told = next(a for a in state["advice"] if a["kind"] == kind)
        expect(words in told["english"] and told["is_fatal"] and state["step"] == "checking", f"{told}")
        phone.end()
        for file in phone.folder.iterdir():
            file.unlink()
        phone.folder.rmdir()


@row(72, "a telephone's address holds against others: a token, one telephone, bounded bodies, no page of a browser", "`gnomon phone`")
def held(world):
    phone = Phone(world, "sensor-logger", "--device", "own")
    phone.state(lambda one: one["accepted"] > 500, "samples")
    path = "/" + phone.address.rsplit("/", 1)[1]
    other = json.dumps({"messageId": 0, "sessionId": "x", "deviceId": "another", "payload": [
        {"name": "gyroscope", "time": 1, "values": {"x": 0, "y": 0, "z": 0}}]}).encode()
    for status, answer in ((499, phone.post("/" + "0" * 32, other)), (499, phone.post(path, other)), (413, phone.post(path, b"", 100 << 20)),
                           (400, phone.post(path, b"[")), (403, phone.post(path, other, Origin="http://evil.example"))):
        expect(answer[0] == status, f"{answer}, not {status}")
    before = phone.lines()[-1]["accepted"]
    phone.state(lambda one: one["accepted"] > before + 200, "the telephone goes on")
    phone.end()


@row(73, "the view on a telephone: HTTPS at an address of the network, a code to type, several browsers", "`gnomon view --listen`")
def screen(world):
    daemon = walk(world)
    log = world.folder / "listened"
    view = world.start("gnomon", "view", "--listen", "127.0.0.1", "--json", "--socket", daemon.socket, log=log)
    said = until(lambda: [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")] or
                 view.poll() is not None and [{}], "gnomon view begins")[0]
    expect(re.fullmatch(r"\d{6}", said.get("code", "")) and said["link"].startswith("https://"), f"{log.read_text()}")
    host, port = re.match(r"https://([0-9.]+):(\d+)", said["link"]).groups()
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE

    def ask(method, path, body=None, **headers):
        connection = http.client.HTTPSConnection(host, int(port), context=context, timeout=20)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.getheader("Set-Cookie"), answer.read().decode()
    origin = {"Origin": f"https://{host}:{port}", "Content-Type": "application/json"}
    expect(ask("GET", "/main.js")[0] == 403, "a file without the code")
    wrong = "000000" if said["code"] != "000000" else "000001"
    expect(ask("POST", "/code", json.dumps({"code": wrong}), **origin)[0] == 403, "a wrong code")
    cookies = []
    for _ in range(2):
        status, cookie, _ = ask("POST", "/code", json.dumps({"code": said["code"]}), **origin)
        expect(status == 200 and "Secure" in cookie and "HttpOnly" in cookie, f"{status} {cookie}")
        cookies.append(cookie.split(";")[0])
    expect(cookies[0] != cookies[1], "each browser has a cookie of its own")
    call = json.dumps({"method": "org.gnomon.Tracking.GetPose"})
    for cookie in cookies:
        expect("canvas" in ask("GET", "/", Cookie=cookie)[2], "the page")
        expect(ask("POST", "/call", call, Cookie=cookie, **origin)[0] == 200, "a call with the cookie")
    expect(ask("POST", "/call", call, **origin)[0] == 403, "a call without the cookie")
    view.terminate()
    view.wait(10)
