#!/usr/bin/env python3
"""arrow.py [LINES]: draws 61 degrees of the horizon, one per character, ahead in the middle, with ▲ in the direction to go, or ═
where it lies while that is all that is known."""
import json, os, socket, sys

daemon = socket.socket(socket.AF_UNIX)
daemon.connect(os.environ.get("GNOMON_SOCKET", "/run/gnomon/gnomon.sock"))
wanted = {"include": ["hint", "arrows"], "rate_hz": 5, "everything": True}
call = {"method": "org.gnomon.Scene.Subscribe", "parameters": wanted, "more": True}
daemon.sendall(json.dumps(call).encode() + b"\0")

def horizon(left, right, bearing=None):
    """═ is the range in which it lies; ◀ and ▶ mean that it is outside the view, on that side."""
    line = ["═" if any(left <= degree + turn <= right for turn in (-360, 0, 360)) else "─" for degree in range(-30, 31)]
    if bearing is not None:
        line[min(60, max(0, round(bearing) + 30))] = "▲" if abs(bearing) <= 30 else "▶" if bearing > 0 else "◀"
    return "".join(line)

left, rest = int(sys.argv[1]) if len(sys.argv) > 1 else -1, b""
while left and (chunk := daemon.recv(1 << 16)):
    *texts, rest = (rest + chunk).split(b"\0")
    for reply in map(json.loads, texts):
        if "error" in reply:
            sys.exit(f"arrow: {reply['error']} {reply.get('parameters')}")
        frame = reply["parameters"]["frame"]
        hint = frame["hint"]
        if frame["is_stale"] or not hint:  # draw nothing that may be wrong
            print("nothing to point at:", frame["status"].get("reason") or "no route, or no heading", flush=True)
        else:
            if band := hint.get("band"):  # vague: somewhere within it
                picture = horizon(band["left_deg"], band["right_deg"])
            else:
                bearing, sigma = hint["bearing_deg"], frame["arrows"]["azimuth_sigma_deg"]
                picture = horizon(bearing - sigma, bearing + sigma, bearing)
            print(f"{picture} {hint['name']}, {hint['distance']:.0f} m; {hint['go']['english']}", flush=True)
        left -= 1
        if not left: break
