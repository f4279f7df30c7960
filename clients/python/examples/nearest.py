#!/usr/bin/env python3
"""nearest.py [SOCKET [LINES]]: prints the wearer's heading and the direction of the nearest place about twice a second, until
interrupted or after LINES lines: the time, the scene, degrees with their 1 σ, meters; turn is from the line of sight, positive to
the right.

    pose 691.407868977 scene 0: heading 116.4 ± 4.5, drawn 116.1, localized
    nearest 691.423868977 scene 0: Old harbour: azimuth 49.6 ± 4.6, elevation 0.0, distance 216.1, turn -66.8
"""

import asyncio
import os
import sys

import gnomon.aio
from gnomon.geo import azimuth, looking


def seconds(message):
    return f"{message.time_boot_ns // 10**9}.{message.time_boot_ns % 10**9:09d}"


class Display:
    def __init__(self, lines):
        self.left, self.is_full = lines, asyncio.Event()
        self.scene = self.pose = self.alignment = None
        self.poses = 0

    def print(self, line):
        if self.left != 0:
            print(line, flush=True)
            self.left -= 1
        if self.left == 0:
            self.is_full.set()

    def add(self, message):
        """A pose or an alignment."""
        news = message.pose or message.alignment
        if news.scene_id != self.scene:
            # Points of the old scene have no meaning in the new one.
            if self.scene is not None:
                self.print(f"scene {news.scene_id}: begun")
            self.scene, self.pose, self.alignment = news.scene_id, None, None
        self.alignment = message.alignment or self.alignment
        if message.pose:
            self.pose = message.pose
            if self.poses % 15 == 0:
                self.print(self.heading())
            self.poses += 1

    def heading(self):
        pose, state = self.pose, self.pose.localization
        line = f"pose {seconds(pose)} scene {pose.scene_id}: "
        if pose.heading_deg is None or pose.tracking.state != "normal":
            return line + ", ".join(["heading unknown", *pose.tracking.reasons, *state.reasons])
        sigma = "unknown" if pose.heading_sigma_deg is None else f"{pose.heading_sigma_deg:.1f}"
        line += f"heading {pose.heading_deg:.1f} ± {sigma}"
        if self.alignment:
            # For drawing: the applied alignment follows the target without a jump.
            line += f", drawn {(looking(pose.orientation) + self.alignment.applied_yaw_deg) % 360:.1f}"
        return line + ", " + "+".join([state.state, *state.reasons])

    def nearest(self, frame):
        line = f"nearest {seconds(frame)} scene {frame.scene_id}: "
        if frame.is_stale or frame.status.state != "shown":
            return line + "nothing to draw, " + (frame.status.reason or "stale")
        if not frame.placements:
            return line + "no place in range"
        place = frame.placements[0]
        line += (f"{place.name}: azimuth {place.azimuth_deg:.1f} ± {place.azimuth_sigma_deg:.1f}, "
                 f"elevation {place.elevation_deg:.1f}, distance {place.distance:.1f}")
        if self.pose and self.pose.scene_id == frame.scene_id:
            # Points are scene coordinates and are drawn unchanged, without the alignment.
            eye, point = self.pose.position, place.point
            turn = azimuth(point.x - eye.x, point.z - eye.z) - looking(self.pose.orientation)
            line += f", turn {(turn + 180) % 360 - 180:.1f}"
        return line


async def main():
    client = gnomon.aio.Client(sys.argv[1] if len(sys.argv) > 1 else None)
    display = Display(int(sys.argv[2]) if len(sys.argv) > 2 else -1)

    async def poses():
        async for message in client.tracking.subscribe(["pose", "alignment"], rate_hz=30):
            display.add(message)

    async def frames():
        async for frame in client.frames(["placements"], rate_hz=2):
            display.print(display.nearest(frame))

    # Two streams, two connections; both go on with a daemon that has started again.
    tasks = [asyncio.ensure_future(task) for task in (poses(), frames(), display.is_full.wait())]
    done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    for task in done:
        task.result()


try:
    asyncio.run(main())
except KeyboardInterrupt:
    pass
except BrokenPipeError:
    os._exit(0)  # The reader of the lines has gone.
except gnomon.GnomonError as error:
    sys.exit(f"nearest: {error}")
