#!/usr/bin/env python3
"""route_frames.py: a route as the wearer sees it, drawn as SVG frames, with nothing but Python and the socket.

    gnomond --demo --speed 8 --socket /tmp/gnomon.sock &
    python3 docs/examples/route_frames.py docs/examples/directions.json --socket /tmp/gnomon.sock --frames 200 --folder /tmp

It loads the route (any format of LoadRoute), draws the arrows as a mesh with a pinhole of its own, the ball at the destination with
its text, and at the border a wedge toward the destination. It prints where its pinhole draws the nearest arrow and the ball, beside
the daemon's `screen`, and writes frame-001.svg and so on into the folder.
"""

import argparse
import json
import math
import os
import socket
import sys
from xml.sax.saxutils import escape

NEAREST = 0.2  # meters before the eye, at which faces are cut
# An arrow: meters to the right and forward, and the faces of these vertices.
VERTICES = [(-0.15, -0.6), (0.15, -0.6), (0.15, 0.2), (-0.15, 0.2), (-0.45, 0.2), (0.45, 0.2), (0, 0.8)]
FACES = [(0, 1, 2, 3), (4, 5, 6)]


def replies(path, method, parameters, more=False):
    """The replies to a call: one, or with `more` a stream of them."""
    daemon = socket.socket(socket.AF_UNIX)
    try:
        daemon.connect(path)
    except OSError as error:
        sys.exit(f"route_frames: {path}: {error.strerror}; start gnomond there, or name its socket with --socket")
    daemon.sendall(json.dumps({"method": method, "parameters": parameters, "more": more}).encode() + b"\0")
    rest = b""
    while chunk := daemon.recv(1 << 18):
        *texts, rest = (rest + chunk).split(b"\0")
        for reply in map(json.loads, texts):
            parameters = reply.get("parameters", {})
            if "error" in reply:
                sys.exit(f"route_frames: {reply['error']}: {parameters.get('english') or parameters}")
            yield parameters
            if not reply.get("continues"):
                return
    sys.exit("route_frames: the daemon has ended; start it again")


class Pinhole:
    """The display's pose in the scene (x right, y up, z back), and its pixels."""

    def __init__(self, camera, width, height, field_of_view):
        self.eye, q = camera["position"], camera["orientation"]
        self.x, self.y, self.z, self.w = -q["x"], -q["y"], -q["z"], q["w"]  # from the scene to the display
        self.width, self.height = width, height
        self.focal = width / 2 / math.tan(math.radians(field_of_view) / 2)

    def seen(self, point):
        """A point of the scene in the display's axes: v + 2w(u × v) + 2u × (u × v)."""
        x, y, z = (point[i] - self.eye[name] for i, name in enumerate("xyz"))
        a, b, c = self.y * z - self.z * y, self.z * x - self.x * z, self.x * y - self.y * x
        return (x + 2 * (self.w * a + self.y * c - self.z * b), y + 2 * (self.w * b + self.z * a - self.x * c),
                z + 2 * (self.w * c + self.x * b - self.y * a))

    def pixel(self, seen):
        return self.width / 2 - self.focal * seen[0] / seen[2], self.height / 2 + self.focal * seen[1] / seen[2]

    def project(self, point):
        """The pixel of a point; None behind the display."""
        seen = self.seen([point[name] for name in "xyz"])
        return self.pixel(seen) if seen[2] < -1e-6 else None

    def face(self, points):
        """The pixels of a polygon, cut at the nearest plane."""
        seen, cut = [self.seen(point) for point in points], []
        for a, b in zip(seen, seen[1:] + seen[:1]):
            if a[2] <= -NEAREST:
                cut.append(a)
            if (a[2] <= -NEAREST) != (b[2] <= -NEAREST):
                share = (-NEAREST - a[2]) / (b[2] - a[2])
                cut.append(tuple(p + (q - p) * share for p, q in zip(a, b)))
        return [self.pixel(point) for point in cut]


def arrow_faces(arrow, pinhole):
    point, ahead = ([arrow[member][name] for name in "xyz"] for member in ("point", "tangent"))
    level = math.hypot(ahead[0], ahead[2]) or 1
    right = (-ahead[2] / level, 0, ahead[0] / level)  # level, at a right angle to the way
    vertices = [[p + aside * r + forward * a for p, r, a in zip(point, right, ahead)] for aside, forward in VERTICES]
    return [pinhole.face([vertices[index] for index in face]) for face in FACES]


def drawing(frame, pinhole):
    def text(x, y, words):
        words = escape("".join(letter for letter in words if letter.isprintable()))
        turn = -(frame.get("upright_deg") or 0)  # level, however the head is held
        parts.append(f'<text transform="translate({x:.1f} {y:.1f}) rotate({turn:.1f})" text-anchor="middle" fill="#fff" '
                     f'font-family="sans-serif" font-size="22">{words}</text>')

    parts = [f'<rect width="{pinhole.width}" height="{pinhole.height}" fill="#101a26"/>']
    for arrow in reversed(frame["arrows"]["arrows"]):  # the farthest first
        for face in arrow_faces(arrow, pinhole):
            if face:
                points = " ".join(f"{x:.1f},{y:.1f}" for x, y in face)
                parts.append(f'<polygon points="{points}" fill="#45f0a0" fill-opacity="0.8"/>')
    for marker in frame.get("markers") or []:
        at = pinhole.project(marker["point"])
        if at and marker["kind"] in ("left", "right"):
            text(*at, {"left": "↰", "right": "↱"}[marker["kind"]])
    finish, hint, progress = frame.get("finish"), frame.get("hint"), frame["progress"]
    if band := finish and finish.get("band"):  # vague: it lies somewhere between these angles from straight ahead
        for turn in (-360, 0, 360):
            edges = [pinhole.width / 2 + pinhole.focal * math.tan(math.radians(max(-60, min(60, band[side] + turn))))
                     for side in ("left_deg", "right_deg")]
            parts.append(f'<rect x="{edges[0]:.1f}" width="{edges[1] - edges[0]:.1f}" height="{pinhole.height}" fill="#ff7a6b" '
                         f'fill-opacity="0.3"/>')
    at = finish and finish.get("point") and pinhole.project(finish["point"])
    if at:
        radius = finish["diameter_px"] / 2
        parts.append(f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{radius:.1f}" fill="#ff7a6b"/>'
                     f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{radius * finish["pulse_scale"]:.1f}" fill="none" '
                     f'stroke="#ff7a6b" stroke-width="4" opacity="{finish["opacity"]}"/>')
        text(at[0], at[1] - finish["text_rise_px"], f'{progress["name"]} · {finish["distance"]:.0f} m')
    look = hint and hint.get("look")
    if look:
        angle = look["edge_deg"] - 90  # SVG turns clockwise from the right
        parts.append(f'<path d="M0-18L30 0L0 18Z" fill="#ffd23f" '
                     f'transform="translate({look["x_px"]:.1f} {look["y_px"]:.1f}) rotate({angle:.1f})"/>')
    step = progress["current_step"]
    text(pinhole.width / 2, pinhole.height - 20,
         f'{step["instruction"] or step["kind"]} in {progress["distance_to_step"]:.0f} m · {progress["remaining"]:.0f} m to go')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {pinhole.width} {pinhole.height}">' + "\n".join(parts)
            + "</svg>\n")


def compared(thing, pinhole):
    """Where this pinhole and the daemon draw a thing that is inside the viewport."""
    x, y = pinhole.project(thing["point"])
    screen = thing["screen"]
    return f"{x:.2f} {y:.2f}, screen {screen['x_px']:.2f} {screen['y_px']:.2f}"


def main():
    parser = argparse.ArgumentParser(description="draws a route as SVG frames")
    parser.add_argument("route", help="GeoJSON, GPX, or the answer of a router")
    parser.add_argument("--name", help="of the destination")
    parser.add_argument("--socket", default=os.environ.get("GNOMON_SOCKET", "/run/gnomon/gnomon.sock"))
    parser.add_argument("--frames", type=int, default=60, help="how many are drawn")
    parser.add_argument("--folder", default=".", help="of the frames")
    given = parser.parse_args()

    with open(given.route, encoding="utf-8") as file:
        route = {"text": file.read(), **({"name": given.name} if given.name else {})}
    loaded = next(replies(given.socket, "org.gnomon.Scene.LoadRoute", route))
    print(f"to {loaded['name']}: {loaded['length']:.0f} m, {loaded['steps']} steps", flush=True)
    size = {"width_px": 1280, "height_px": 720, "field_of_view_deg": 60}
    wanted = {
        "include": ["arrows", "markers", "hint", "finish", "progress", "pose"], "viewport": size, "rate_hz": 5,
        "target": {"route": "destination"},  # of the hint; without it the hint is about the next turn
        "everything": True,  # each frame is complete, so nothing is merged here
    }
    drawn, reason = 0, None
    for reply in replies(given.socket, "org.gnomon.Scene.Subscribe", wanted, more=True):
        frame = reply["frame"]
        arrows = frame["arrows"] or {"status": {"state": "hidden", "reason": "no route"}, "arrows": []}
        if frame["is_stale"] or not frame["hint"]:  # draw nothing that may be wrong
            if reason != (reason := arrows["status"].get("reason") or "stale"):
                print(f"nothing to draw: {reason}", flush=True)
            continue
        reason, drawn = None, drawn + 1
        pinhole = Pinhole(frame["pose"]["camera"], *size.values())
        with open(os.path.join(given.folder, f"frame-{drawn:03}.svg"), "w", encoding="utf-8") as file:
            file.write(drawing(frame, pinhole))
        hint = frame["hint"]
        band = hint.get("band")
        where = f"between {band['left_deg']:.0f}° and {band['right_deg']:.0f}°" if band else f"{hint['bearing_deg']:.0f}°"
        line = f"frame {drawn}: {len(arrows['arrows'])} arrows, {hint['kind']} {where} from ahead"
        if look := hint.get("look"):
            line += f", at ({look['x_px']:.0f}, {look['y_px']:.0f}) of the edge"
        inside = [arrow for arrow in arrows["arrows"] if arrow["screen"]["where"] == "inside"]
        if inside:
            line += f"; arrow {inside[0]['number']} at {compared(inside[0], pinhole)}"
        if frame["finish"] and (frame["finish"].get("screen") or {}).get("where") == "inside":
            line += f"; finish at {compared(frame['finish'], pinhole)}"
        print(line, flush=True)
        if drawn == given.frames:
            return


if __name__ == "__main__":
    main()
