"""The client beside the daemon in GNOMON_SOCKET, which plays a simulated walk."""

import ast
import asyncio
import gzip
import itertools
import json
import math
import os
import pathlib
import socket
import tempfile
import threading
import unittest

import gnomon
import gnomon.aio
from gnomon import geo
from gnomon._frames import merged

try:
    import pandas
except ImportError:
    pandas = None


def localized(client):
    return next(pose for pose in client.poses() if pose.localization.state == "localized")


class WithDaemon(unittest.TestCase):
    def setUp(self):
        self.client = gnomon.Client()

    def tearDown(self):
        self.client.close()

    def test_poses_have_a_place(self):
        pose = localized(self.client)
        self.assertAlmostEqual(pose.latitude_deg, 48.2, delta=0.1)
        self.assertAlmostEqual(pose.longitude_deg, 16.37, delta=0.1)
        self.assertIsInstance(pose.time_boot_ns, int)
        self.assertAlmostEqual(sum(v * v for v in (pose.orientation.x, pose.orientation.y, pose.orientation.z, pose.orientation.w)), 1, 5)
        self.assertEqual(self.client.pose(pose.time_boot_ns).time_boot_ns, pose.time_boot_ns)

    def test_poses_are_in_order(self):
        times = [pose.time_boot_ns for pose in itertools.islice(self.client.poses(rate_hz=50), 20)]
        self.assertEqual(times, sorted(set(times)))

    def test_every_read_only_method_is_read(self):
        status = self.client.tracking.get_status()
        self.assertTrue(status.version and status.sources and status.aids)
        self.assertEqual(status.version, gnomon.__version__)
        self.assertIsInstance(status.sources[0].state, str)
        self.assertGreater(self.client.control.get_info().limits.connections, 1)
        self.assertGreater(len(self.client.control.get_configuration().settings), 100)
        self.assertIsInstance(self.client.scene.get_filter().radius, (int, float))
        self.assertEqual(self.client.calibration.list().records, [])
        self.assertIsNone(self.client.scene.get_route().route)

    def test_the_generated_streams_are_those_of_the_daemon(self):
        """Each method is called with nothing: the daemon says of streams, and of them only, that they need `more`."""
        for interface in ("Tracking", "Scene", "Calibration", "Control"):
            text = self.client.call("org.varlink.service.GetInterfaceDescription", {"interface": f"org.gnomon.{interface}"})
            names = [line.split("(")[0].split()[1] for line in text["description"].splitlines() if line.startswith("method ")]
            kind = getattr(gnomon, interface.lower())
            for name in names:
                function = getattr(getattr(kind, interface), snake(name))
                is_stream = "Stream[" in str(function.__annotations__["return"])
                if name not in ("ResetScene", "Forget", "Reload", "StartRecording"):
                    self.assertEqual(self.expects_more(f"org.gnomon.{interface}.{name}"), is_stream, name)

    def expects_more(self, method):
        try:
            self.client.call(method, {})
        except gnomon.RemoteError as error:
            return error.name == "org.varlink.service.ExpectedMore"
        return False

    def test_errors_have_name_and_parameters(self):
        with self.assertRaises(gnomon.InvalidValue) as caught:
            self.client.tracking.nudge_heading(1e6)
        self.assertEqual(caught.exception.name, "org.gnomon.Tracking.InvalidValue")
        self.assertEqual(caught.exception.parameter, "degrees")
        self.assertIn("-360 to 360", str(caught.exception))
        with self.assertRaises(gnomon.scene.NoSuchAnchor):
            self.client.scene.remove_anchor("nothing")
        with self.assertRaises(gnomon.InvalidValue):
            next(iter(self.client.tracking.subscribe(["nonsense"])))
        with self.assertRaises(gnomon.RemoteError) as caught:
            self.client.call("org.gnomon.Nothing.Of")
        self.assertEqual(caught.exception.parameters, {"interface": "org.gnomon.Nothing"})
        # The connection still serves.
        self.assertTrue(self.client.control.get_info().version)

    def test_frames_are_complete(self):
        localized(self.client)
        place = self.client.alignment().place
        self.client.scene.add_places(
            [{"id": f"p{i}", "name": f"Place {i}", "latitude_deg": place.latitude_deg + 1e-3 * math.cos(i),
              "longitude_deg": place.longitude_deg + 1e-3 * math.sin(i)} for i in range(6)], layer="test")
        sections = ["placements", "radar", "anchors", "light"]
        with self.client.frames(sections, rate_hz=50, radar_range=300) as frames:
            seen = [frame for frame in itertools.islice(frames, 40)]
        self.assertTrue(all(frame.is_full and frame.placements is not None for frame in seen))
        ranks = [place.rank for place in seen[-1].placements]
        self.assertEqual(ranks, list(range(len(ranks))))
        self.assertGreater(len(ranks), 0)
        self.client.scene.remove_places(layer="test", all=True)

    def test_scene_points_are_those_of_the_daemon(self):
        """An anchor by latitude, longitude and height, beside the arithmetic of gnomon.geo."""
        localized(self.client)
        place = self.client.alignment().place
        target = (place.latitude_deg + 4e-4, place.longitude_deg - 7e-4, place.height + 12)
        self.client.scene.add_anchor("of-this-test", heading_deg=100.0, geographic={
            "latitude_deg": target[0], "longitude_deg": target[1], "height_kind": "ellipsoid", "height": target[2]})
        compared = 0
        for frame in itertools.islice(self.client.frames(["anchors", "pose"], rate_hz=20), 200):
            anchor = next((each for each in frame.anchors if each.id == "of-this-test"), None)
            if not anchor or not anchor.point:
                continue
            alignment, eye = frame.pose.alignment, frame.pose.position
            point = geo.scene_point(alignment, *target)
            mine = [a - b for a, b in zip(point, (eye.x, eye.y, eye.z))]
            daemons = [anchor.point.x - eye.x, anchor.point.y - eye.y, anchor.point.z - eye.z]
            self.assertLess(angle(mine, daemons), 0.2)
            self.assertAlmostEqual(math.dist(mine, (0, 0, 0)), anchor.distance, delta=0.5)
            turned = geo.rotated(geo.scene_orientation(alignment, 100), (0, 0, -1))
            nose = geo.rotated(anchor.orientation, (0, 0, -1))
            self.assertLess(angle(turned, nose), 0.2)
            compared += 1
            if compared == 6:
                break
        self.assertEqual(compared, 6)

    def test_async_does_the_same(self):
        async def run():
            async with gnomon.aio.Client() as client:
                async for pose in client.poses(50):
                    if pose.localization.state == "localized":
                        break
                both = await asyncio.gather(client.pose(), client.control.get_info(), client.alignment())
                self.assertEqual(both[0].scene_id, both[2].scene_id)
                with self.assertRaises(gnomon.InvalidValue):
                    await client.tracking.nudge_heading(1e6)
                count = 0
                async for frame in client.frames(["light"], rate_hz=20):
                    self.assertTrue(frame.is_full)
                    count += 1
                    if count == 3:
                        break
        asyncio.run(run())

    def test_a_stream_ends_from_another_thread(self):
        stream = self.client.poses(0.5)
        iterator = iter(stream)
        next(iterator)
        threading.Timer(0.1, stream.close).start()
        self.assertLess(len(list(iterator)), 5)

    @unittest.skipUnless(pandas, "no pandas (python3-pandas)")
    def test_poses_as_a_frame(self):
        frame = gnomon.poses_frame(itertools.islice(self.client.poses(), 20))
        self.assertEqual(len(frame), 20)
        self.assertTrue({"x", "qw", "lat", "heading", "localization"} <= set(frame.columns))


def snake(name):
    made = "".join("_" + letter.lower() if letter.isupper() and index else letter.lower() for index, letter in enumerate(name))
    return made + "_" if made == "import" else made


def angle(a, b):
    """Degrees between two vectors."""
    cross = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    return math.degrees(math.atan2(math.hypot(*cross), sum(x * y for x, y in zip(a, b))))


class Alone(unittest.TestCase):
    """Without a daemon, or with one of a few lines."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "s")

    def tearDown(self):
        self.folder.cleanup()

    def serve(self, *answers):
        """Answers one connection after the other with these bytes, and closes it."""
        server = socket.socket(socket.AF_UNIX)
        server.bind(self.path)
        server.listen()

        def run():
            for answer in answers:
                client = server.accept()[0]
                client.recv(65536)
                for start in range(0, len(answer), 5):
                    client.sendall(answer[start:start + 5])
                client.close()
            server.close()
        threading.Thread(target=run, daemon=True).start()

    def test_no_daemon(self):
        with self.assertRaisesRegex(gnomon.NotRunning, "start gnomond"):
            gnomon.pose(self.path)
        with self.assertRaises(gnomon.NotRunning):
            list(gnomon.poses(path=self.path))

    def test_it_connects_again(self):
        pose = b'{"parameters":{"pose":{"time_boot_ns":9007199254740993,"scene_id":%d,"later":{}}},"continues":true}\0'
        self.serve(pose % 0, pose % 1 + b'{"parameters":', pose % 2)
        stream = gnomon.poses(path=self.path)
        seen = list(itertools.islice(stream, 3))
        self.assertEqual([each.scene_id for each in seen], [0, 1, 2])
        self.assertEqual(seen[0].time_boot_ns, 2**53 + 1)
        self.assertEqual(stream.connections, 3)
        self.assertIsNone(seen[0].heading_deg)

    def test_an_older_daemon(self):
        """What it does not know is left out; a call with a name of the caller's own is refused."""
        refusal = (b'{"error":"org.gnomon.Tracking.UnknownMember","parameters":'
                   b'{"member":"covariance","version":"0.0.9","known":["time_boot_ns"]}}\0')
        answer = b'{"parameters":{"kind":"none"}}\0'
        calls = self.serve_calls(refusal, answer)
        with gnomon.Client(self.path) as client:
            self.assertEqual(client.tracking.get_pose(time_boot_ns=1, covariance=True).kind, "none")
        self.assertEqual([sorted(call["parameters"]) for call in calls], [["covariance", "time_boot_ns"], ["time_boot_ns"]])
        os.unlink(self.path)
        self.serve(refusal)
        with gnomon.Client(self.path) as client, self.assertRaises(gnomon.UnknownMember):
            client.call("org.gnomon.Tracking.GetPose", {"covariance": True})

    def serve_calls(self, *answers):
        """Answers the calls of one connection; returns them as they come."""
        server = socket.socket(socket.AF_UNIX)
        server.bind(self.path)
        server.listen()
        calls = []

        def run():
            client, held = server.accept()[0], b""
            for answer in answers:
                while b"\0" not in held:
                    held += client.recv(65536)
                call, held = held.split(b"\0", 1)
                calls.append(json.loads(call))
                client.sendall(answer)
            client.close()
            server.close()
        threading.Thread(target=run, daemon=True).start()
        return calls

    def test_or_does_not(self):
        self.serve(b"")
        with self.assertRaises(gnomon.ConnectionLost):
            list(gnomon.Client(self.path, reconnect=False).poses())

    def test_bad_messages(self):
        for bad in (b"{\0", b"[]\0", b"\xff\0", b"nul\0"):
            self.serve(bad)
            with self.assertRaises(gnomon.ProtocolError):
                gnomon.pose(self.path)
            os.unlink(self.path)

    def test_a_slow_answer(self):
        server = socket.socket(socket.AF_UNIX)
        server.bind(self.path)
        server.listen()
        with self.assertRaises(TimeoutError):
            gnomon.Client(self.path, timeout=0.05).pose()
        server.close()

    def test_changes_are_merged(self):
        place = {"layer": "a", "id": "1", "rank": 0}
        held = merged(None, {"is_full": True, "placements": [place, {**place, "id": "2", "rank": 1}],
                             "line": {"width": 1, "vertices": [{"number": 3, "length": 1.0}]}, "fault": "old"})
        held = merged(held, {"is_full": False, "placements": [{**place, "id": "0", "rank": 0}, {**place, "rank": 1}],
                             "left": {"placements": [{"layer": "a", "id": "2"}], "line": [3]},
                             "line": {"width": 2, "vertices": [{"number": 4, "length": 2.0}]}})
        self.assertEqual([each["id"] for each in held["placements"]], ["0", "1"])
        self.assertEqual(held["line"], {"width": 2, "vertices": [{"number": 4, "length": 2.0}]})
        self.assertIsNone(held["fault"])
        self.assertIsNone(merged(held, {"is_full": False, "placements": None})["placements"])

    def test_a_recording(self):
        path = pathlib.Path(self.folder.name, "r.gnomon.gz")
        text = ("gnomon-recording,1\n#,device,board,2\nA,1.5,0,9.81,0\nA,x,0,0,0\nP,2,48.2,16.4,,5,,,,,,3,,\nI,2.5,nudge,{\"degrees\":5}\n"
                "T,3,imu,20.5\nZ,1\nG,4,1,2")
        path.write_bytes(gzip.compress(text.encode()))
        read = gnomon.read_recording(path)
        self.assertEqual(read.tables["accelerometer"], [[1.5, 0, 9.81, 0]])
        self.assertEqual(read.tables["fixes"][0][:3], [2, 48.2, 16.4])
        self.assertTrue(math.isnan(read.tables["fixes"][0][3]))
        self.assertEqual(read.inputs, [(2.5, "nudge", {"degrees": 5})])
        self.assertEqual((read.metadata["device"], read.refused, read.unknown), ("board,2", 1, 1))
        if pandas:
            self.assertEqual(list(read.frames()), ["accelerometer", "temperature", "fixes"])
            self.assertEqual(read.frame("temperature")["celsius"][3], 20.5)
        else:
            with self.assertRaisesRegex(gnomon.GnomonError, "python3-pandas"):
                read.frames()
        with self.assertRaisesRegex(gnomon.GnomonError, "gnomon import"):
            path.write_text("t,x\n1,2\n")
            gnomon.read_recording(path)

    def test_frames_of_axes(self):
        """A quarter turn to the left in each frame's own axes."""
        left = (0.0, math.sqrt(0.5), 0.0, math.sqrt(0.5))
        for vector in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.3, 0.4, -1.0)):
            turned = geo.rotated(left, vector)
            # Unity's bodies have the axes of its world; those of ROS are x forward, y left, z up.
            in_ros = (-vector[2], -vector[0], vector[1])
            for found, wanted in ((geo.rotated(geo.rotation_to_unity(left), geo.to_unity(vector)), geo.to_unity(turned)),
                                  (geo.rotated(geo.rotation_to_ros(left), in_ros), geo.to_ros(turned))):
                for a, b in zip(found, wanted):
                    self.assertAlmostEqual(a, b, places=12)


class Modules(unittest.TestCase):
    def test_modules_import_in_one_direction(self) -> None:
        folder = pathlib.Path(gnomon.__file__).parent
        names = {path.stem for path in folder.glob("*.py")} - {"__init__"}
        uses: dict[str, set[str]] = {}
        for name in names:
            uses[name] = set()
            for node in ast.walk(ast.parse((folder / f"{name}.py").read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and node.level:
                    uses[name] |= {node.module} if node.module else {alias.name for alias in node.names}
        while free := [name for name, others in uses.items() if not others & uses.keys()]:
            for name in free:
                del uses[name]
        self.assertFalse(uses, "these import each other in a circle")


if __name__ == "__main__":
    unittest.main()
