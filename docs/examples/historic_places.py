#!/usr/bin/env python3
"""historic_places.py: places with a story, which a walker unlocks by coming within 40 m of them.

    gnomond --demo --speed 8 --socket /tmp/gnomon.sock &
    PYTHONPATH=clients/python python3 docs/examples/historic_places.py --socket /tmp/gnomon.sock --unlock 3

It adds its places to a layer of its own, shows those within 500 m (the daemon's filter) in clusters, and unlocks a place by the
event `entered`, or because it is near when the program starts. --unlock 3 ends it after three. With --look-at gate the wearer
corrects the heading: point the device at the gate, and press Enter.
"""

import argparse
import os
import select
import sys

import gnomon
from gnomon import geo

LAYER = f"user-{os.getuid()}/historic"
PLACES = [
    # id, name, latitude, longitude, year, story
    ("gate", "Old gate", 48.20862, 16.37448, 1296, "Merchants paid their toll here."),
    ("fountain", "Fountain", 48.20838, 16.37560, 1739, "Its four figures are the rivers of the country."),
    ("chapel", "Chapel", 48.20843, 16.37566, 1450, "It was a granary for a hundred years."),
    ("mill", "Mill", 48.20880, 16.37675, 1618, "The stream below it is now a street."),
    ("tower", "Far tower", 48.21500, 16.38000, 1802, "It is too far away to be shown."),
]


class App:
    def __init__(self, client, look_at):
        self.client, self.look_at = client, look_at
        self.unlocked, self.reported = set(), None

    def unlock(self, layer, identifier, reason, distance):
        if layer != LAYER or identifier in self.unlocked:
            return
        self.unlocked.add(identifier)
        place = self.client.scene.get_place(layer, identifier).place
        print(f"unlocked {place.name} of {place.payload['year']}: {reason}, {distance:.0f} m. {place.payload['story']}", flush=True)

    def add(self, message):
        event, frame = message.event, message.frame
        if event and event.kind == "proximity" and event.code == "entered":
            # A repeated event is from before this program: the wearer is near already.
            self.unlock(event.parameters["layer"], event.parameters["id"], "near already" if event.is_repeat else "entered",
                        event.parameters["distance"])
        if not frame:
            return
        if self.look_at and select.select([sys.stdin], [], [], 0)[0]:
            self.confirm()
        for placement in frame.placements or []:
            if placement.is_near:  # this alone would do, except for the members of a cluster
                self.unlock(placement.layer, placement.id, "is near", placement.distance)
        second = frame.time_boot_ns // 1_000_000_000  # of the daemon's clock
        if self.reported is None or second >= self.reported + (1 if self.look_at else 10):
            self.reported = second
            self.report(frame)

    def report(self, frame):
        if frame.is_stale or frame.status.state != "shown":
            print(f"nothing to show: {frame.status.reason or 'stale'}", flush=True)
            return
        shown = []
        for placement in frame.placements or []:
            name = placement.name + (f" and {placement.count - 1} more" if placement.count > 1 else "")
            shown.append(f"{name} {placement.distance:.0f} m")
            if placement.id == self.look_at:
                print(f"look: {placement.name} is {self.turn(frame, placement):.1f}° from ahead", flush=True)
        marks = frame.radar.marks if frame.radar else []
        ahead = sum(1 for mark in marks if mark.y < 0)
        print(f"shown: {', '.join(shown) or 'no place'}; radar: {len(marks)} marks, {ahead} ahead", flush=True)

    @staticmethod
    def turn(frame, placement):
        """The angle from the line of sight to a place, positive to the right, by the pose of the same frame."""
        eye, point = frame.pose.position, placement.point
        turn = geo.azimuth(point.x - eye.x, point.z - eye.z) - geo.looking(frame.pose.orientation)
        return (turn + 180) % 360 - 180

    def confirm(self):
        """The wearer has pressed Enter: the device points at the place now, and its direction is that of the place."""
        if not sys.stdin.readline():
            self.look_at = None  # the end of the input
            return
        try:
            found = self.client.scene.align_to_place(LAYER, self.look_at)
            print(f"look: turned the heading by {found.turned_deg:.1f}°, which is known to {found.heading_sigma_deg:.1f}° now; "
                  f"the place, at {found.distance:.0f} m, was {found.off_deg:.1f}° aside", flush=True)
        except (gnomon.scene.LookRefused, gnomon.scene.NotPlaced) as error:
            print(f"look: not measured: {error}", flush=True)


def main():
    parser = argparse.ArgumentParser(description="historic places that a walker unlocks")
    parser.add_argument("--socket", help="of the daemon; default GNOMON_SOCKET, else that of the service")
    parser.add_argument("--unlock", type=int, default=len(PLACES), help="end after so many places")
    parser.add_argument("--look-at", metavar="ID", choices=[place[0] for place in PLACES], help="Enter measures the heading by it")
    given = parser.parse_args()

    client = gnomon.Client(given.socket)
    app = App(client, given.look_at)
    added = client.scene.add_places([
        {"id": identifier, "name": name, "category": "historic", "latitude_deg": latitude, "longitude_deg": longitude,
         "payload": {"year": year, "story": story}} for identifier, name, latitude, longitude, year, story in PLACES
    ], layer=LAYER)
    print(f"{added.added} places added, {added.updated} updated in {added.layer}", flush=True)
    for message in client.scene.subscribe(
            include=["placements", "clusters", "radar", "proximity", "pose"], rate_hz=5, radar_range=500):
        app.add(message)
        if len(app.unlocked) >= given.unlock:
            return


if __name__ == "__main__":
    try:
        main()
    except gnomon.GnomonError as error:
        sys.exit(f"historic_places: {error}")
    except KeyboardInterrupt:
        pass
