#!/usr/bin/env python3
"""client.py: a client of gnomond that uses only Python's standard library.

    client.py [SOCKET [LINES]]

Prints the wearer's heading and the direction of the nearest place about twice a second, until interrupted or after LINES
lines: the time, the scene, degrees with their 1 σ, metres; turn is from the line of sight, positive to the right.

    pose 691.407868977 scene 0: heading 116.4 ± 4.5, drawn 116.1, localized
    nearest 691.423868977 scene 0: Old harbour: azimuth 49.6 ± 4.6, elevation 0.0, distance 216.1, turn -66.8
"""

import json
import math
import os
import select
import socket
import sys
import time


class Stream:
    """A subscription: a separate connection on which the daemon sends replies to one call."""

    def __init__(self, path, method, parameters):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        call = {"method": method, "parameters": parameters, "more": True}
        self.socket.sendall(json.dumps(call).encode() + b"\0")
        self.rest = b""

    def fileno(self):  # for select
        return self.socket.fileno()

    def messages(self):
        """The complete messages received; ConnectionError if the daemon has closed the connection."""
        chunk = self.socket.recv(1 << 16)
        if not chunk:
            raise ConnectionError("the daemon has closed the connection")
        *texts, self.rest = (self.rest + chunk).split(b"\0")
        for text in texts:
            reply = json.loads(text)
            if "error" in reply:
                sys.exit(f"client: {reply['error']} {reply.get('parameters', {})}")
            yield reply["parameters"]


# The key of a section's items; if a section is an object, the list in it.
NAMES = {"placements": ("layer", "id"), "arrows": ("number",), "markers": ("length", "kind"),
         "anchors": ("owner", "id"), "radar": ("layer", "id")}
LISTS = {"arrows": "arrows", "radar": "marks"}


def applied(held, frame):
    """The complete frame, from the previous one and the changes since."""
    if frame["is_full"]:
        return frame
    whole = {**held, **frame, "fault": frame.get("fault"), "is_full": True}
    for section, names in NAMES.items():
        old, new = held.get(section), frame.get(section)
        if old is None or new is None:
            continue  # left out: unchanged; null: empty
        inner = LISTS.get(section)
        items = {tuple(item[name] for name in names): item for item in (old[inner] if inner else old)}
        for gone in (frame.get("left") or {}).get(section) or []:
            items.pop(tuple(gone[name] for name in names) if isinstance(gone, dict) else (gone,), None)
        for item in new[inner] if inner else new:
            items[tuple(item[name] for name in names)] = item
        order = sorted(items.values(), key=lambda item: item.get("rank", item.get("number", item.get("length", 0))))
        whole[section] = {**new, inner: order} if inner else order
    return whole


def forward(q):
    """The direction of view in the scene (x east, y up, z south): -z of the body, rotated."""
    return (-2 * (q["x"] * q["z"] + q["w"] * q["y"]),
            -2 * (q["y"] * q["z"] - q["w"] * q["x"]),
            -1 + 2 * (q["x"] ** 2 + q["y"] ** 2))


def azimuth(x, z):
    return math.degrees(math.atan2(x, -z)) % 360


def seconds(message):
    return f"{message['time_boot_ns'] // 10**9}.{message['time_boot_ns'] % 10**9:09d}"


class Client:
    def __init__(self):
        self.scene = self.pose = self.alignment = self.frame = None
        self.poses = 0

    def take(self, message):
        """The lines to print for a message."""
        news = message.get("pose") or message.get("alignment")
        if news and news["scene_id"] != self.scene:
            # Points of the old scene have no meaning in the new one.
            if self.scene is not None:
                yield f"scene {news['scene_id']}: begun"
            self.scene, self.pose, self.alignment = news["scene_id"], None, None
        if message.get("alignment"):
            self.alignment = message["alignment"]
        if message.get("pose"):
            self.pose = message["pose"]
            self.poses += 1
            if self.poses % 15 == 1:
                yield self.heading()
        if message.get("frame"):
            self.frame = applied(self.frame, message["frame"])
            yield self.nearest()

    def heading(self):
        pose, state = self.pose, self.pose["localization"]
        line = f"pose {seconds(pose)} scene {pose['scene_id']}: "
        if pose.get("heading_deg") is None or pose["tracking"]["state"] != "normal":
            reasons = pose["tracking"]["reasons"] + state["reasons"]
            return line + "heading unknown" + "".join(f", {reason}" for reason in reasons)
        sigma = pose.get("heading_sigma_deg")
        line += f"heading {pose['heading_deg']:.1f} ± " + ("unknown" if sigma is None else f"{sigma:.1f}")
        if self.alignment:
            # For drawing: the applied alignment follows the target without a jump.
            x, _, z = forward(pose["orientation"])
            line += f", drawn {(azimuth(x, z) + self.alignment['applied_yaw_deg']) % 360:.1f}"
        return line + ", " + "+".join([state["state"], *state["reasons"]])

    def nearest(self):
        frame = self.frame
        line = f"nearest {seconds(frame)} scene {frame['scene_id']}: "
        if frame["is_stale"] or frame["status"]["state"] != "shown":
            return line + "nothing to draw, " + (frame["status"].get("reason") or "stale")
        if not frame["placements"]:
            return line + "no place in range"
        place = frame["placements"][0]
        line += (f"{place['name']}: azimuth {place['azimuth_deg']:.1f} ± {place['azimuth_sigma_deg']:.1f}, "
                 f"elevation {place['elevation_deg']:.1f}, distance {place['distance']:.1f}")
        if self.pose and self.pose["scene_id"] == frame["scene_id"]:
            # Points are scene coordinates and are drawn unchanged, without the alignment.
            x, _, z = forward(self.pose["orientation"])
            seen = azimuth(place["point"]["x"] - self.pose["position"]["x"],
                           place["point"]["z"] - self.pose["position"]["z"])
            line += f", turn {(seen - azimuth(x, z) + 180) % 360 - 180:.1f}"
        return line


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("GNOMON_SOCKET", "/run/gnomon/gnomon.sock")
    left = int(sys.argv[2]) if len(sys.argv) > 2 else -1
    while True:
        try:
            # Two streams, two connections.
            streams = [
                Stream(path, "org.gnomon.Tracking.Subscribe", {"streams": ["pose", "alignment"], "rate_hz": 30}),
                Stream(path, "org.gnomon.Scene.Subscribe", {"include": ["placements"], "rate_hz": 2}),
            ]
            client = Client()
            while True:
                for stream in select.select(streams, [], [])[0]:
                    for message in stream.messages():
                        for line in client.take(message):
                            print(line, flush=True)
                            left -= 1
                            if left == 0:
                                return
        except OSError as error:
            print(f"client: {error}; trying again", file=sys.stderr)
            time.sleep(1)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
