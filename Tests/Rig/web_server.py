#!/usr/bin/env python3
"""web_server.py: a routing and an Overpass server for tests, on a free port of this machine. Prints the port, then each request
as a line of JSON, before it is answered; ends with its standard input. The first part of the path selects the answer.

The shapes are those of the real ones: project-osrm.org/docs/v5.24.0/api, valhalla.github.io/valhalla/api/turn-by-turn/api-reference,
wiki.openstreetmap.org/wiki/Overpass_API.
"""

import gzip
import http.server
import json
import math
import os
import sys
import threading
import time
import urllib.parse


def metres(a, b):
    """On a sphere: near enough for a stated length."""
    la, lb = math.radians(a[0]), math.radians(b[0])
    h = math.sin((lb - la) / 2) ** 2 + math.cos(la) * math.cos(lb) * math.sin(math.radians(b[1] - a[1]) / 2) ** 2
    return 2 * 6371008.8 * math.asin(math.sqrt(h))


def corner(start, end):
    """First east or west, then north or south."""
    return [start, (start[0], end[1]), end]


def legs(places, way):
    """An answer of one leg for each pair of places: the answer of `way` for each, as one."""
    parts = [way(corner(a, b)) for a, b in zip(places, places[1:])]
    whole = parts[0]
    if "trip" in whole:
        trip = whole["trip"]
        trip["legs"] = [part["trip"]["legs"][0] for part in parts]
        trip["locations"] = [{"type": "break", "lat": p[0], "lon": p[1]} for p in places]
        trip["summary"] = {key: sum(part["trip"]["summary"][key] for part in parts) for key in ("length", "time")}
        return whole
    route = whole["routes"][0]
    route["legs"] = [part["routes"][0]["legs"][0] for part in parts]
    if "waypoints" in whole:
        route["geometry"]["coordinates"] = [p for part in parts for p in part["routes"][0]["geometry"]["coordinates"]]
        for key in ("distance", "duration"):
            route[key] = sum(part["routes"][0][key] for part in parts)
        whole["waypoints"] = [{"hint": "", "name": "", "location": [p[1], p[0]]} for p in places]
    return whole


def google(points):
    """Google's Directions API, by its documentation."""
    lengths = [metres(a, b) for a, b in zip(points, points[1:])]
    instructions = ["Head <b>east</b> on <b>Ringstraße</b>",
                    "Turn <b>left</b> onto <b>Hafengasse</b><div style=\"font-size:0.9em\">Destination will be on the left</div>"]
    steps = [{"html_instructions": instructions[index], "polyline": {"points": polyline([a, b], 5)},
              "distance": {"value": round(lengths[index])}, **({"maneuver": "turn-left"} if index else {})}
             for index, (a, b) in enumerate(zip(points, points[1:]))]
    leg = {"steps": steps, "distance": {"value": round(sum(lengths))}, "duration": {"value": round(sum(lengths) / 1.3)},
           "end_address": f"House at {points[-1][0]:.4f}"}
    return {"status": "OK", "routes": [{"overview_polyline": {"points": polyline(points, 5)}, "legs": [leg]}]}


def graphhopper(points):
    lengths = [metres(a, b) for a, b in zip(points, points[1:])]
    count = len(points) - 1
    instructions = [{"sign": 0 if index == 0 else -2, "interval": [index, index + 1], "text": "Go", "street_name": "Ring"}
                    for index in range(count)] + [{"sign": 4, "interval": [count, count], "text": "Arrive", "street_name": ""}]
    return {"paths": [{"distance": sum(lengths), "time": round(sum(lengths) / 1.3 * 1000), "points_encoded": True,
                       "points": polyline(points, 5), "bbox": [1, 2, 3, 4], "instructions": instructions}]}


def polyline(points, precision=6):
    text, last = "", (0, 0)
    for point in points:
        now = tuple(round(number * 10**precision) for number in point)
        for value in (now[0] - last[0], now[1] - last[1]):
            value = ~(value << 1) if value < 0 else value << 1
            while value >= 0x20:
                text += chr((0x20 | (value & 0x1F)) + 63)
                value >>= 5
            text += chr(value + 63)
        last = now
    return text


def osrm(points):
    def line(points):
        return {"type": "LineString", "coordinates": [[round(p[1], 6), round(p[0], 6)] for p in points]}

    steps, names = [], ["Ringstraße", "Hafengasse"]
    for index, (a, b) in enumerate(zip(points, points[1:])):
        length = metres(a, b)
        steps.append(
            {
                "geometry": line([a, b]),
                "maneuver": {
                    "bearing_after": 90 if index == 0 else 0,
                    "bearing_before": 0,
                    "location": [round(a[1], 6), round(a[0], 6)],
                    "type": "depart" if index == 0 else "turn",
                    **({} if index == 0 else {"modifier": "left"}),
                },
                "mode": "walking",
                "name": names[index % 2],
                "distance": round(length, 1),
                "duration": round(length / 1.3, 1),
            }
        )
    end = [round(points[-1][1], 6), round(points[-1][0], 6)]
    steps.append(
        {
            "geometry": {"type": "LineString", "coordinates": [end, end]},
            "maneuver": {"bearing_after": 0, "bearing_before": 0, "location": end, "type": "arrive"},
            "mode": "walking",
            "name": "",
            "distance": 0,
            "duration": 0,
        }
    )
    length = sum(metres(a, b) for a, b in zip(points, points[1:]))
    whole = {"distance": round(length, 1), "duration": round(length / 1.3, 1)}
    return {
        "code": "Ok",
        "routes": [
            {"geometry": line(points), "legs": [{"steps": steps, "summary": "", **whole}], "weight_name": "duration", **whole}
        ],
        "waypoints": [{"hint": "", "name": "", "location": [p[1], p[0]]} for p in (points[0], points[-1])],
    }


def valhalla(points):
    lengths = [metres(a, b) / 1000 for a, b in zip(points, points[1:])]
    manoeuvres = []
    for index, length in enumerate(lengths):
        manoeuvres.append(
            {
                "type": 1 if index == 0 else 15,
                "instruction": "Walk along Ringstraße." if index == 0 else "Turn left onto Hafengasse.",
                "street_names": ["Ringstraße" if index == 0 else "Hafengasse"],
                "length": round(length, 3),
                "time": round(length * 1000 / 1.3, 1),
                "begin_shape_index": index,
                "end_shape_index": index + 1,
                "travel_mode": "pedestrian",
            }
        )
    last = len(points) - 1
    manoeuvres.append(
        {
            "type": 4,
            "instruction": "You have arrived.",
            "length": 0,
            "time": 0,
            "begin_shape_index": last,
            "end_shape_index": last,
        }
    )
    summary = {"length": round(sum(lengths), 3), "time": round(sum(lengths) * 1000 / 1.3, 1)}
    return {
        "trip": {
            "locations": [{"type": "break", "lat": p[0], "lon": p[1]} for p in (points[0], points[-1])],
            "legs": [{"maneuvers": manoeuvres, "summary": summary, "shape": polyline(points)}],
            "summary": summary,
            "status_message": "Found route between points",
            "status": 0,
            "units": "kilometers",
        }
    }


OVERPASS = {
    "version": 0.6,
    "generator": "Overpass API",
    "elements": [
        {
            "type": "node",
            "id": 1,
            "lat": 48.2085,
            "lon": 16.373,
            "tags": {"amenity": "cafe", "name": "Café Münster", "internet_access": "yes"},
        },
        {
            "type": "way",
            "id": 2,
            "center": {"lat": 48.209, "lon": 16.374},
            "tags": {"amenity": "cafe", "name": "Zum \u001b[2J Anker"},
        },
        {"type": "node", "id": 3, "lat": 48.21, "lon": 16.375},
    ],
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.handle_one(b"")

    def do_POST(self):
        self.handle_one(self.rfile.read(int(self.headers["Content-Length"])))

    def send(self, status, body, kind="application/json", headers=()):
        if not isinstance(body, bytes):
            body = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def handle_one(self, body):
        told = {
            "method": self.command,
            "path": self.path,
            "agent": self.headers.get("User-Agent", ""),
            "kind": self.headers.get("Content-Type", ""),
            "body": body.decode(),
        }
        print(json.dumps(told), flush=True)
        self.reply(body)

    def ends(self, body):
        """Start, stops and end of the requested route, in any API."""
        address = urllib.parse.urlsplit(self.path)
        query = urllib.parse.parse_qs(address.query)
        named = query.get("point") or query.get("origin", []) + [
            place for text in query.get("waypoints", []) for place in text.split("|")] + query.get("destination", [])
        if named:
            return [tuple(map(float, place.split(","))) for place in named]
        if self.command == "POST":
            return [(place["lat"], place["lon"]) for place in json.loads(body)["locations"]]
        last = urllib.parse.urlsplit(self.path).path.split("/")[-1]
        return [tuple(reversed([float(number) for number in pair.split(",")])) for pair in last.split(";")]

    def reply(self, body):
        how, _, rest = self.path.lstrip("/").partition("/")
        how = how.partition("?")[0]
        port = self.server.server_address[1]
        if how in ("osrm", "maps-o"):
            if rest == "status":
                return self.send(400, {"code": "InvalidUrl", "message": "URL string malformed close to position 1"})
            return self.send(200, legs(self.ends(body), osrm))
        if how == "google":
            return self.send(200, legs(self.ends(body), google))
        if how == "mapbox":
            return self.send(200, legs(self.ends(body), osrm))
        if how == "graphhopper":
            return self.send(200, graphhopper(corner(*self.ends(body))))
        if how in ("valhalla", "maps-v"):
            if rest == "status":
                return self.send(200, {"version": "3.4.0", "tileset_last_modified": 1700000000})
            return self.send(200, legs(self.ends(body), valhalla))
        if how == "osrm-none":
            return self.send(400, {"code": "NoRoute", "message": "Impossible route between points"})
        if how == "valhalla-none":
            return self.send(400, {"error_code": 171, "error": "No suitable edges near location", "status_code": 400})
        if how == "osrm-elsewhere":
            return self.send(200, osrm([(52.5, 13.4), (52.51, 13.4), (52.51, 13.41)]))
        if how == "osrm-beside":
            start, end = self.ends(body)
            return self.send(200, osrm(corner((start[0] + 0.003, start[1]), end)))
        if how == "slow":
            time.sleep(5)
            return self.send(200, {})
        if how == "garbage":
            return self.send(200, b"<html><title>Welcome</title>\x1b[2J to the router</html>", "text/html")
        if how == "huge":
            self.send_response(200)
            self.send_header("Connection", "close")
            self.end_headers()
            for _ in range(100):
                self.wfile.write(b" " * (1 << 20))
            self.close_connection = True
            return None
        if how == "bomb":
            return self.send(200, gzip.compress(b" " * (100 << 20)), headers=[("Content-Encoding", "gzip")])
        if how == "cut":
            self.send_response(200)
            self.send_header("Content-Length", "1000")
            self.end_headers()
            self.wfile.write(b'{"code":')
            self.close_connection = True
            return None
        if how.startswith("status-"):
            return self.send(int(how[7:]), b"<html><h1>Sorry</h1> too many\n questions</html>", "text/html")
        if how.startswith("to-"):
            where = {
                "to-file": "file:///etc/passwd",
                "to-other": f"http://localhost:{port}/osrm/{rest}",
                "to-port": f"http://127.0.0.1:{port + 1 if port < 65535 else port - 1}/osrm/{rest}",
                "to-same": f"/osrm/{rest}",
                "to-itself": self.path,
            }[how]
            return self.send(302, b"", headers=[("Location", where)])
        if how == "api" or how == "overpass":
            return self.send(200, OVERPASS)
        if how == "overpass-remark":
            remark = "runtime error: Query timed out in \"query\" at line 3 after 2 seconds."
            return self.send(200, {"version": 0.6, "elements": [], "remark": remark})
        if how == "overpass-cut":
            return self.send(200, json.dumps(OVERPASS)[:-60].encode())
        return self.send(404, b"nothing here", "text/plain")


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        # The client has disconnected, as in some of the tests.
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


server = Server(("127.0.0.1", 0), Handler)
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
print(server.server_address[1], flush=True)
server.serve_forever()
