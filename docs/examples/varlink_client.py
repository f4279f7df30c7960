#!/usr/bin/env python3
"""varlink_client.py: the pieces of docs/protocol.md, word for word, as a program; a test runs it beside a daemon.

Needs the Python package varlink. Each piece would go on until it is ended: here it is, after two seconds.
"""

import signal
import sys

if len(sys.argv) > 1:
    sys.exit(__doc__)


def tracking():
    global client
    import varlink

    client = varlink.Client("unix:/run/gnomon/gnomon.sock")
    with client.open("org.gnomon.Tracking") as tracking:
        print(tracking.GetStatus()["pose"]["localization"]["state"])
        try:
            tracking.NudgeHeading(2.5)
        except varlink.VarlinkError as error:
            print(error.error(), error.parameters())   # what was expected, or which group may

    with client.open("org.gnomon.Tracking") as tracking:   # a stream has a connection to itself
        for message in tracking.Subscribe(["pose", "correction"], 10.0, _more=True):
            if "pose" in message:
                pose = message["pose"]
                print(pose["time_boot_ns"], pose.get("heading_deg"), pose["tracking"]["state"])


def scene():
    with client.open("org.gnomon.Scene") as scene:
        scene.AddPlaces([{"id": "1", "name": "Harbour", "latitude_deg": 60.1, "longitude_deg": 24.9}])
        scene.LoadRoute(open("walk.gpx").read())
        print(scene.ListPlaces()["places"][0]["status"])     # {'state': 'pending', 'reason': 'waiting-for-fix'}

    with client.open("org.gnomon.Scene") as scene:           # a stream has a connection to itself
        viewport = {"width_px": 1280, "height_px": 720, "field_of_view_deg": 60}
        parts = ["placements", "arrows", "hint", "announcements"]
        for message in scene.Subscribe(parts, viewport, 60.0, True, _more=True):
            if "event" in message: print(message["event"]["english"])
            if "frame" in message: draw(message["frame"])


def draw(frame):
    print("drawn", len(frame["placements"] or []))


names = {"placements": ("layer", "id"), "arrows": ("number",), "markers": ("length", "kind"),
         "anchors": ("owner", "id"), "radar": ("layer", "id")}
inner = {"arrows": "arrows", "radar": "marks"}

def apply(held, frame):
    if frame["is_full"] or held is None: return frame
    left = frame.pop("left", None) or {}
    for section, keys in names.items():
        old, new = held.get(section), frame.get(section)
        if old is None or new is None: continue                # left out: as it was; null: nothing
        name = lambda item: tuple(item[key] for key in keys) if isinstance(item, dict) else (item,)
        items = {name(item): item for item in (old[inner[section]] if section in inner else old)}
        for gone in left.get(section) or []: items.pop(name(gone), None)
        for item in (new[inner[section]] if section in inner else new): items[name(item)] = item
        if section in inner: new[inner[section]] = list(items.values())
        else: frame[section] = list(items.values())
    return {**held, **frame, "fault": frame.get("fault"), "is_full": True}


def changes():
    held = None
    with client.open("org.gnomon.Scene") as scene:
        for message in scene.Subscribe(["placements", "arrows", "radar"], None, 20.0, _more=True):
            if "frame" in message:
                held = apply(held, message["frame"])
                print("held", len(held["placements"] or []))


def calibrating():
    with client.open("org.gnomon.Calibration") as stream, client.open("org.gnomon.Calibration") as other:
        for message in stream.Start("gyro", None, None, _more=True):
            if message.get("progress"): show(message["progress"]["instruction"]["english"])
            if message.get("failure"): show(message["failure"]["finding"], message["failure"]["remedy"])
            if message.get("result"): other.Accept(message["run"])


def show(*words):
    print("shown", *words)


class Enough(Exception):
    pass


def end(number, stack):
    raise Enough


signal.signal(signal.SIGALRM, end)
signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGALRM])   # whoever starts it may have blocked it
for piece in (tracking, scene, changes, calibrating):
    signal.alarm(2)
    try:
        piece()
    except Enough:
        print("done", piece.__name__)
    signal.alarm(0)
