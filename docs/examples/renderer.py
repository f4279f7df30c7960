#!/usr/bin/env python3
"""renderer.py: a renderer of gnomon's scene that uses only Python's standard library.

    docs/examples/renderer.py --socket /run/gnomon/gnomon.sock --svg frame.svg      one frame, as a drawing
    docs/examples/renderer.py --socket /run/gnomon/gnomon.sock --json --frames 50   where things are, a line a frame

It takes only what cannot be computed from poses and maps (which places are shown, how far a label was lifted, where on
its way an arrow is) from the scene's frames, and has a projection of its own: from latitude and longitude through the
alignment and the pose of the frame's moment to pixels. So it is a second opinion about what `screen` says.
"""

import argparse
import json
import math
import os
import select
import socket
import sys
from xml.sax.saxutils import escape

EYES = 1.6  # metres above the wearer's ground

# MARK: the socket (docs/protocol.md)


class Connection:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.rest = b""

    def send(self, method, parameters, more=False):
        call = {"method": method, "parameters": parameters, **({"more": True} if more else {})}
        self.socket.sendall(json.dumps(call).encode() + b"\0")

    def message(self):
        while b"\0" not in self.rest:
            chunk = self.socket.recv(1 << 18)
            if not chunk:
                sys.exit("renderer: the daemon has gone")
            self.rest += chunk
        text, self.rest = self.rest.split(b"\0", 1)
        reply = json.loads(text)
        if "error" in reply:
            sys.exit(f"renderer: {reply['error']} {reply.get('parameters', {})}")
        return reply["parameters"]

    def call(self, method, parameters=None):
        self.send(method, parameters or {})
        return self.message()

    def has_message(self):
        return b"\0" in self.rest or bool(select.select([self.socket], [], [], 0)[0])


# MARK: the Earth (WGS 84)


def earth_centred(latitude, longitude, height=0.0):
    axis, flattening = 6378137.0, 1 / 298.257223563
    square = flattening * (2 - flattening)
    phi, lam = math.radians(latitude), math.radians(longitude)
    normal = axis / math.sqrt(1 - square * math.sin(phi) ** 2)
    return (
        (normal + height) * math.cos(phi) * math.cos(lam),
        (normal + height) * math.cos(phi) * math.sin(lam),
        (normal * (1 - square) + height) * math.sin(phi),
    )


def level(origin, place):
    """East and north in metres from one place to another, at the origin's height."""
    phi, lam = math.radians(origin["latitude_deg"]), math.radians(origin["longitude_deg"])
    a = earth_centred(origin["latitude_deg"], origin["longitude_deg"])
    b = earth_centred(place["latitude_deg"], place["longitude_deg"])
    x, y, z = (q - p for p, q in zip(a, b))
    stretch = 1 + origin["height"] / 6371000
    east = -math.sin(lam) * x + math.cos(lam) * y
    north = -math.sin(phi) * math.cos(lam) * x - math.sin(phi) * math.sin(lam) * y + math.cos(phi) * z
    return east * stretch, north * stretch


# MARK: the eye


class Eye:
    """A pinhole on the body (x right, y up, z back), at a pose in the scene that an alignment ties to the Earth."""

    def __init__(self, pose, alignment, width, height, field_of_view):
        self.width, self.height = width, height
        self.focal = width / 2 / math.tan(math.radians(field_of_view) / 2)
        self.alignment = alignment
        q = pose["orientation"]
        # From scene to body: the inverse rotation.
        self.x, self.y, self.z, self.w = -q["x"], -q["y"], -q["z"], q["w"]

    def offset(self, place):
        """East and north from the wearer's drawn place, by the applied alignment."""
        east, north = level(self.alignment["place"], place)
        shift = self.alignment["applied_shift"]
        return east - shift["x"], north + shift["z"]

    def project(self, east, up, north):
        """The pixel of a point east, above and north of the eyes; None behind them."""
        yaw = math.radians(self.alignment["applied_yaw_deg"])
        # True azimuth = scene azimuth + yaw, so turn back by the yaw for the scene.
        x = east * math.cos(yaw) - north * math.sin(yaw)
        z = -(east * math.sin(yaw) + north * math.cos(yaw))
        x, y, z = self.turned(x, up, z)
        if z > -0.01:
            return None
        return self.width / 2 - self.focal * x / z, self.height / 2 + self.focal * y / z

    def turned(self, x, y, z):
        # v + 2w(u × v) + 2u × (u × v)
        a, b, c = self.y * z - self.z * y, self.z * x - self.x * z, self.x * y - self.y * x
        return (
            x + 2 * (self.w * a + self.y * c - self.z * b),
            y + 2 * (self.w * b + self.z * a - self.x * c),
            z + 2 * (self.w * c + self.x * b - self.y * a),
        )


class Way:
    """A route's points, and the place at a length along it."""

    def __init__(self, points):
        self.points = points
        self.lengths = [0.0]
        for a, b in zip(points, points[1:]):
            self.lengths.append(self.lengths[-1] + math.hypot(*level({**a, "height": 0}, b)))

    def place(self, length):
        index = max(0, min(len(self.points) - 2, sum(1 for end in self.lengths[1:] if end <= length)))
        a, b = self.points[index], self.points[index + 1]
        share = (length - self.lengths[index]) / (self.lengths[index + 1] - self.lengths[index])
        return {name: a[name] + (b[name] - a[name]) * share for name in ("latitude_deg", "longitude_deg")}


# MARK: one frame


def seen(frame, eye, places, way):
    """The positions of all things on the screen, by this program's own arithmetic."""
    things = []
    for placement in frame["placements"]:
        name = f"{placement['layer']}/{placement['id']}"
        if name not in places:
            continue
        east, north = eye.offset(places[name])
        # At the height of the eyes, unless its label was lifted over another.
        lift = placement["drawn_elevation_deg"] if placement["slot"] else placement["elevation_deg"]
        at = eye.project(east, math.hypot(east, north) * math.tan(math.radians(lift)), north)
        things.append(("place", name, at, placement))
    for arrow in (frame.get("arrows") or {}).get("arrows", []) if way else []:
        east, north = eye.offset(way.place(arrow["length"]))
        things.append(("arrow", arrow["number"], eye.project(east, -EYES, north), arrow))
    return things


def drawing(frame, eye, things):
    """The frame as SVG."""
    # A shape for each color, for people who cannot distinguish green and red.
    marks = {
        "near": '<circle r="4" fill="#6ee75c"/>', "middle": '<path d="M0-5L5 0L0 5L-5 0Z" fill="#ffd23f"/>',
        "far": '<path d="M0-5.5L4.8 2.8L-4.8 2.8Z" fill="#ff7a6b"/>',
    }
    parts = [f'<rect width="{eye.width:g}" height="{eye.height:g}" fill="#101a26"/>']
    horizon = [eye.project(math.sin(math.radians(a)), 0, math.cos(math.radians(a))) for a in range(0, 361)]
    for a, b in zip(horizon, horizon[1:]):
        if a and b and abs(a[0]) < 5e3 and abs(b[0]) < 5e3:
            parts.append(f'<path d="M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}" stroke="#7d93ab"/>')
    for kind, _, at, thing in reversed(things):
        if not at or not (-200 < at[0] < eye.width + 200 and -200 < at[1] < eye.height + 200):
            continue
        x, y = at
        if kind == "arrow":
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#45f0a0"/>')
            continue
        text = f"{thing['name']} · {thing['distance']:.0f} m" + (f" (+{thing['count'] - 1})" if thing["count"] > 1 else "")
        # Characters that are invalid in XML are not drawn.
        text = "".join(c for c in text if c.isprintable())
        turn = -(frame.get("upright_deg") or 0)
        parts.append(
            f'<g transform="translate({x:.1f} {y:.1f}) rotate({turn:.2f})">{marks[thing["band"]]}'
            f'<text y="-9" text-anchor="middle" font-family="sans-serif" font-size="13" fill="#fff">{escape(text)}</text></g>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {eye.width:g} {eye.height:g}">'
            + "".join(parts) + "</svg>\n")


def known_places(path):
    connection, places, cursor = Connection(path), {}, None
    while True:
        page = connection.call("org.gnomon.Scene.ListPlaces", {"limit": 1000, **({"cursor": cursor} if cursor else {})})
        places.update((f"{place['layer']}/{place['id']}", place) for place in page["places"])
        cursor = page.get("next")
        if not cursor:
            return places


def main():
    parser = argparse.ArgumentParser(description="a second renderer of gnomon's scene")
    parser.add_argument("--socket", default=os.environ.get("GNOMON_SOCKET") or "/run/gnomon/gnomon.sock")
    parser.add_argument("--width", type=float, default=1280)
    parser.add_argument("--height", type=float, default=720)
    parser.add_argument("--field-of-view", type=float, default=60)
    parser.add_argument("--rate", type=float, default=30)
    parser.add_argument("--frames", type=int, default=1)
    parser.add_argument("--svg")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()

    places = known_places(given.socket)
    asker = Connection(given.socket)
    route = asker.call("org.gnomon.Scene.GetRoute", {"points": True}).get("route")
    way = Way(route["points"]) if route else None

    # All alignments with their times, to find the one of a frame.
    tracking = Connection(given.socket)
    tracking.send("org.gnomon.Tracking.Subscribe", {"streams": ["alignment"], "rate_hz": 1000}, more=True)
    alignments = {}
    scene = Connection(given.socket)
    scene.send("org.gnomon.Scene.Subscribe", {
        "include": ["placements", "arrows"], "rate_hz": given.rate, "everything": True,
        "viewport": {"width_px": given.width, "height_px": given.height, "field_of_view_deg": given.field_of_view},
    }, more=True)
    left = given.frames
    while left:
        frame = scene.message().get("frame")
        if not frame:
            continue
        # Also beside a frame without places: a connection of which nothing is read is closed.
        time, is_empty = frame["time_boot_ns"], not frame["placements"]
        while tracking.has_message() or not is_empty and (not alignments or max(alignments) < time):
            alignment = tracking.message().get("alignment")
            if alignment:
                alignments[alignment["time_boot_ns"]] = alignment
        alignment = alignments.get(time)
        alignments = {moment: value for moment, value in alignments.items() if moment >= time}
        if is_empty:
            continue
        answer = asker.call("org.gnomon.Tracking.GetPose", {"time_boot_ns": time})
        if answer["kind"] != "exact" or not alignment or not alignment.get("place"):
            continue
        eye = Eye(answer["pose"], alignment, given.width, given.height, given.field_of_view)
        things = seen(frame, eye, places, way)
        left -= 1
        if given.svg:
            with open(given.svg, "w", encoding="utf-8") as file:
                file.write(drawing(frame, eye, things))
        if given.json:
            print(json.dumps({
                "time_boot_ns": time,
                "seen": [{"kind": kind, "id": name, "x": at[0], "y": at[1], "screen": thing["screen"]}
                         for kind, name, at, thing in things if at],
            }), flush=True)


if __name__ == "__main__":
    main()
