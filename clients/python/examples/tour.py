"""The pieces of docs/clients/python.md in one program; a test runs it beside a daemon."""

import asyncio
import itertools

import gnomon
import gnomon.aio


def calls():
    with gnomon.Client() as client:
        pose = client.pose()
        print("tour:", pose.time_boot_ns, pose.localization.state)
        client.scene.add_places([{"id": "1", "name": "Old harbour", "latitude_deg": 48.2101, "longitude_deg": 16.3768}])
        try:
            client.tracking.nudge_heading(1000)
        except gnomon.InvalidValue as error:
            print("tour:", error.name, error.parameter, error.expected)


def streams():
    client = gnomon.Client()
    for frame in client.frames(["placements", "arrows"], rate_hz=10):
        if frame.status.state == "shown" and frame.placements:
            nearest = frame.placements[0]
            print(f"tour: {nearest.name}, {nearest.distance:.0f} m, azimuth {nearest.azimuth_deg:.0f}°")
            break


async def at_once():
    async with gnomon.aio.Client() as client:
        async def poses():
            async for pose in client.poses(rate_hz=5):
                print("tour: heading", pose.heading_deg)
                return

        async def news():
            async for event in client.events():
                print("tour:", event.english)

        await asyncio.wait([asyncio.create_task(poses()), asyncio.create_task(news())], return_when="FIRST_COMPLETED")


def drawing():
    client = gnomon.Client()
    alignment = next(each for each in client.alignments() if each.place)
    x, y, z = gnomon.geo.scene_point(alignment, 48.2101, 16.3768)
    print(f"tour: draw it at {x:.1f} {y:.1f} {z:.1f}")


def tables():
    frame = gnomon.poses_frame(itertools.islice(gnomon.poses(), 100))
    print(frame[["hacc", "heading_sigma"]].describe())


calls()
streams()
asyncio.run(at_once())
drawing()
try:
    tables()
except gnomon.GnomonError as error:
    print("tour:", error)
