#!/usr/bin/env python3
"""browser.py CHROMIUM [FLAG…]: a headless browser that executes commands, one per line, through Chromium's debugging pipe.

Each line of standard input is a JSON object; each is answered by one line: {"value": …}, or {"error": …}.

  {"do": "open", "url": …}             in a new page; "width" and "height" (1280 × 720), "scale" (1), "calm": true for reduced motion, "dark": true for dark colours
  {"do": "evaluate", "script": …}      the value of an expression, awaited if it is a promise
  {"do": "until", "script": …}         evaluates until that is true, for at most "seconds" (20)
  {"do": "click", "x": …, "y": …}
  {"do": "tap", "x": …, "y": …}        of a finger, which the page then has instead of a mouse
  {"do": "key", "key": …}
  {"do": "type", "text": …}            into the element that has the focus
  {"do": "size", "width": …, "height": …}
  {"do": "scheme", "dark": …}          dark or light colours, as in the browser's settings
  {"do": "screenshot", "file": …}      a PNG
  {"do": "complaints"}                 the messages of the console and the network since the last time

The protocol is https://chromedevtools.github.io/devtools-protocol/, its messages ended by NUL.
"""

import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-background-networking", "--no-first-run",
    "--disable-component-update", "--disable-sync", "--mute-audio", "--force-color-profile=srgb",
    "--disable-extensions", "--disable-dev-shm-usage", "--remote-debugging-pipe",
]


# The same fonts on each machine that has them.
FONTS = {"FONTCONFIG_FILE": str(pathlib.Path(__file__).resolve().with_name("fonts.conf"))}
HAS_FONTS = pathlib.Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf").exists()


class Failure(Exception):
    pass


class Browser:
    def __init__(self, program, *flags):
        self.profile = tempfile.mkdtemp(prefix="gnomon-browser-")
        commands, self.commands = os.pipe()
        self.answers, answers = os.pipe()

        def inherit():
            # The pipe has to be at 3 and 4; one end may already use the other's number.
            one, other = os.dup(commands), os.dup(answers)
            os.dup2(one, 3)
            os.dup2(other, 4)
            os.set_inheritable(3, True)
            os.set_inheritable(4, True)

        self.process = subprocess.Popen(
            [program, *FLAGS, *flags, f"--user-data-dir={self.profile}", "about:blank"], preexec_fn=inherit,
            close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, **(FONTS if HAS_FONTS else {}), "HOME": self.profile})
        os.close(commands)
        os.close(answers)
        self.rest, self.number, self.session, self.heard = b"", 0, None, []

    def message(self):
        while b"\0" not in self.rest:
            chunk = os.read(self.answers, 1 << 20)
            if not chunk:
                raise Failure("the browser has ended")
            self.rest += chunk
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def ask(self, method, session=True, **parameters):
        self.number += 1
        call = {"id": self.number, "method": method, "params": parameters}
        if session and self.session:
            call["sessionId"] = self.session
        os.write(self.commands, json.dumps(call).encode() + b"\0")
        while True:
            message = self.message()
            if message.get("id") == self.number:
                if "error" in message:
                    raise Failure(f"{method}: {message['error']['message']}")
                return message["result"]
            self.hear(message)

    def hear(self, message):
        method, more = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = more["exceptionDetails"]
            self.heard.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Log.entryAdded" and more["entry"]["level"] in ("error", "warning"):
            self.heard.append(f"{more['entry']['text']} {more['entry'].get('url', '')}".strip())
        elif method == "Runtime.consoleAPICalled" and more["type"] in ("error", "warning", "assert"):
            self.heard.append(" ".join(str(value.get("value", value.get("description"))) for value in more["args"]))

    def open(self, url, width=1280, height=720, scale=1, calm=False, dark=False):
        target = self.ask("Target.createTarget", session=False, url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", session=False, targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.ask(f"{domain}.enable")
        self.size(width, height, scale)
        wishes = [("prefers-reduced-motion", "reduce", calm), ("prefers-color-scheme", "dark", dark)]
        if calm or dark:
            self.ask("Emulation.setEmulatedMedia", features=[{"name": name, "value": value} for name, value, wish in wishes if wish])
        return self.ask("Page.navigate", url=url).get("errorText")

    def size(self, width, height, scale=1):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)

    def scheme(self, dark):
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def evaluate(self, script):
        answer = self.ask("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise Failure(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

    def until(self, script, seconds=20):
        end = time.monotonic() + seconds
        while True:
            try:
                value = self.evaluate(script)
            except Failure as failure:
                value = None
                if time.monotonic() > end:
                    raise failure
            if value:
                return value
            if time.monotonic() > end:
                raise Failure(f"not true within {seconds} s: {script}")
            time.sleep(0.05)

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def tap(self, x, y):
        self.ask("Emulation.setTouchEmulationEnabled", enabled=True)
        self.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def key(self, key):
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key)

    def type(self, text):
        self.ask("Input.insertText", text=text)

    def screenshot(self, file):
        data = base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"])
        with open(file, "wb") as output:
            output.write(data)
        return len(data)

    def complaints(self):
        self.evaluate("0")
        heard, self.heard = self.heard, []
        return heard

    def end(self):
        try:
            self.ask("Browser.close", session=False)
        except (Failure, OSError):
            pass
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


def main():
    browser = Browser(*sys.argv[1:])
    try:
        for line in sys.stdin:
            order = json.loads(line)
            try:
                value = getattr(browser, order.pop("do"))(**order)
                print(json.dumps({"value": value}), flush=True)
            except Failure as failure:
                print(json.dumps({"error": str(failure)}), flush=True)
    finally:
        browser.end()


if __name__ == "__main__":
    main()
