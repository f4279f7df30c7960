"""Shared by the scripts that draw the pictures of docs/captures: a simulated walk, the places along it, and small pictures."""

import json
import math
import pathlib
import shutil
import struct
import sys
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests" / "Rig"))

# The size of a picture in bytes.
LARGEST = 150_000
PROGRAMS = ROOT / ".build" / "release"
START, AZIMUTH = (48.2082, 16.3738), 35
# The walk: straight on, then a turn.
LEGS = [(85, 90), (124, -90), (95, -90), (120, -35), (45, 125), (120, 90), (75, 0)]
# The walk over hills, and places beside it.
HILLS = [(250, 90), (250, -60), (200, 0)]
HILL_PLACES = [
    ("Chapel", "sight", 0, 150, -22), ("Spring", "water", 0, 96, 9), ("Lookout", "sight", 0, 232, -60), ("Barn", "farm", 0, 190, 30),
    ("Hut", "food", 1, 70, 12), ("Quarry", "sight", 1, 150, -40), ("Summit", "peak", 0, 330, 8),
]

# Name, category, and position: the leg of the walk, metres along it (or beyond its end), metres to its right.
PLACES = [
    ("Café Landtmann", "café", 0, 66, -12), ("Bakery", "shop", 0, 146, 18), ("Bookshop", "shop", 0, 151, 24),
    ("Flowers", "shop", 0, 157, 16), ("Tram 71", "stop", 0, 104, -24), ("Clock Tower", "sight", 0, 330, -70),
    ("Ring Gallery", "museum", 0, 236, 84), ("Opera", "sight", 1, 260, 40), ("Public Garden", "park", 1, 118, -34),
    ("University", "school", 1, 190, -26), ("Pharmacy", "shop", 1, 60, 15), ("Old Harbour", "pier", 1, 420, -40),
    ("Town Hall", "sight", 2, 160, 40), ("Library", "books", 2, 60, -14), ("Café Prückel", "café", 5, 30, 12),
    ("Market Hall", "food", 5, 60, -20), ("Fountain", "sight", 6, 20, 14), ("Post", "office", 6, 48, -13),
    ("Ferry Pier", "pier", 6, 76, 6), ("Lighthouse", "sight", 6, 240, 50), ("Boat Hire", "shop", 6, 110, -30),
]


def corners(legs=LEGS):
    """The walk's corners, metres east and north."""
    points, azimuth = [(0.0, 0.0)], AZIMUTH
    for length, turn in legs:
        east, north = points[-1]
        points.append((east + length * math.sin(math.radians(azimuth)), north + length * math.cos(math.radians(azimuth))))
        azimuth += turn
    return points


def beside(points, leg, along, right):
    (a, b), (c, d) = points[leg], points[leg + 1]
    length = math.hypot(c - a, d - b)
    east, north = (c - a) / length, (d - b) / length
    return a + east * along + north * right, b + north * along - east * right


def spot(east, north):
    """Degrees, by WGS 84's radii of curvature at that place."""
    sine = math.sin(math.radians(START[0]))
    w = math.sqrt(1 - 0.00669437999 * sine * sine)
    return (START[0] + math.degrees(north / (6378137 * (1 - 0.00669437999) / w ** 3)),
            START[1] + math.degrees(east / (6378137 / w * math.cos(math.radians(START[0])))))


def smaller(file, bits=7):
    """The same picture in fewer bytes: no alpha, fewer bits a colour, and for each row the filter with the smallest result (PNG, 12.8)."""
    data, mask = file.read_bytes(), 256 - (1 << (8 - bits))
    position, pixels, width, height = 8, b"", 0, 0
    while position < len(data):
        size, kind = struct.unpack(">I4s", data[position:position + 8])
        body = data[position + 8:position + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colours, _, _, interlace = struct.unpack(">IIBBBBB", body)
            assert depth == 8 and colours in (2, 6) and interlace == 0
            step = 4 if colours == 6 else 3
        elif kind == b"IDAT":
            pixels += body
        position += size + 12
    pixels, stride, above, rows = zlib.decompress(pixels), width * step, bytes(width * step), []
    for row in range(height):
        begin = row * (stride + 1)
        way, line = pixels[begin], bytearray(pixels[begin + 1:begin + 1 + stride])
        for i in range(stride):
            left = line[i - step] if i >= step else 0
            if way == 1:
                line[i] = (line[i] + left) & 255
            elif way == 2:
                line[i] = (line[i] + above[i]) & 255
            elif way == 3:
                line[i] = (line[i] + (left + above[i]) // 2) & 255
            elif way == 4:
                corner = above[i - step] if i >= step else 0
                guess = left + above[i] - corner
                a, b, c = abs(guess - left), abs(guess - above[i]), abs(guess - corner)
                line[i] = (line[i] + (left if a <= b and a <= c else above[i] if b <= c else corner)) & 255
        above = bytes(line)
        # The last bits of a color are the dither of gradients: they are invisible and do not compress.
        seen = above if step == 3 else b"".join(above[i:i + 3] for i in range(0, stride, 4))
        rows.append(bytes(value & mask for value in seen))
    lines, above = bytearray(), bytes(width * 3)
    for line in rows:
        shifted = bytes(3) + line[:-3]
        choices = [line, bytes((a - b) & 255 for a, b in zip(line, shifted)), bytes((a - b) & 255 for a, b in zip(line, above))]
        costs = [sum(min(value, 256 - value) for value in choice) for choice in choices]
        best = costs.index(min(costs))
        lines.append(best)
        lines += choices[best]
        above = line

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    file.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
                     + chunk(b"IDAT", zlib.compress(bytes(lines), 9)) + chunk(b"IEND", b""))


def place_file(path):
    """The places as GeoJSON."""
    points = corners()
    features = [
        {"type": "Feature", "properties": {"name": name, "category": category},
         "geometry": {"type": "Point", "coordinates": list(reversed(spot(*beside(points, *at))))}}
        for name, category, *at in PLACES]
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))


def route_file(path, name="Ferry Pier", legs=LEGS):
    """The path of the walk as GeoJSON."""
    line = [list(reversed(spot(*point))) for point in corners(legs)]
    path.write_text(json.dumps(
        {"type": "Feature", "properties": {"name": name}, "geometry": {"type": "LineString", "coordinates": line}}))


def keep(browser, name):
    """Copies a picture into docs/captures, as small as possible."""
    file = ROOT / "docs" / "captures" / f"{name}.png"
    browser.screenshot(str(file))
    smaller(file)
    if file.stat().st_size > LARGEST:
        smaller(file, bits=6)
    print(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1000:.0f} kB")


def capture_all(script, pictures, capture):
    """Takes the pictures that are named on the command line, or all; `capture` returns the page's complaints."""
    from browser import Failure
    found = [program for program in ("chromium-headless-shell", "chromium", "google-chrome") if shutil.which(program)]
    if not found:
        sys.exit(f"{script}: no Chromium on PATH (scripts/setup test installs one)")
    for name in sys.argv[1:] or pictures:
        if name not in pictures:
            sys.exit(f"{script}: no picture '{name}': {', '.join(pictures)}")
        try:
            for complaint in capture(name, found[0]):
                print(f"{script}: {name}: the page complained: {complaint}", file=sys.stderr)
        except Failure as failure:
            sys.exit(f"{script}: {name}: {failure}")
