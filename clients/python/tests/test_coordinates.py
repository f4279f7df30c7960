"""The lines of docs/frames.md for each engine, and its numbers: beside the daemon in GNOMON_SOCKET, which places an anchor at the
same latitude, longitude and heading. The lines for Unity are compiled and run by clients/unity/tests."""

import itertools
import json
import math
import pathlib
import re
import runpy
import shutil
import subprocess
import sys
import types
import unittest

import gnomon
from gnomon import geo

CLIENTS = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = (CLIENTS.parent / "docs/frames.md").read_text()
try:
    import numpy
except ImportError:
    numpy = None

# The example of the page.
EXAMPLE = gnomon.Alignment.read({
    "place": {"latitude_deg": 48.2082, "longitude_deg": 16.3738, "height": 222.0}, "applied_yaw_deg": 10.0,
    "applied_shift": {"x": 0.0, "y": 0.0, "z": 0.0}, "scene_position": {"x": 12.0, "y": 0.0, "z": -30.0}})
TARGET = (48.20885, 16.37455)
HEADING = 90.0


def rows(first):
    """The rows of the page's table whose first cell is in the list, as numbers."""
    found = {}
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] in first:
            found[cells[0]] = [[float(number) for number in re.findall(r"-?\d+\.\d+", cell.replace("−", "-"))] for cell in cells[1:]]
    return found


def in_numpy(alignment):
    place = runpy.run_path(str(CLIENTS / "python/examples/place_numpy.py"))
    return [float(value) for value in place["scene_point"](alignment, *TARGET)]


def in_godot(alignment):
    """The arithmetic of gnomon_place.gd itself: its functions are read as Python, of which they differ by a few words."""
    text = (CLIENTS / "godot/gnomon_place.gd").read_text()
    code = text[text.index("func vector("):]
    code = re.sub(r"\bvar (\w+)(?:: \w+)? :?= ", r"\1 = ", re.sub(r"^func ", "def ", code, flags=re.MULTILINE))
    class Vector3(tuple):
        def __new__(cls, *values): return super().__new__(cls, values)
        def __add__(self, other): return Vector3(*(a + b for a, b in zip(self, other)))
    names = {"Vector3": Vector3, "Dictionary": dict, "Array": list, "deg_to_rad": math.radians, "sin": math.sin, "cos": math.cos,
             "sqrt": math.sqrt}
    exec(code, names)
    return list(names["scene_point"](alignment.json(), *TARGET))


def in_three(alignment):
    """The lines of main.js with objects that hold what is set."""
    text = (CLIENTS / "javascript/examples/threejs/main.js").read_text()
    lines = [line.strip() for line in text.splitlines() if line.strip().startswith("model.") and ".copy(" in line]
    program = f"""
        import * as geo from {json.dumps(str(CLIENTS / 'javascript/geo.js'))};
        const held = () => ({{ copy(value) {{ Object.assign(this, value); }} }});
        const model = {{ position: held(), quaternion: held() }}, alignment = {json.dumps(alignment.json())};
        const target = {{ latitude: {TARGET[0]}, longitude: {TARGET[1]}, heading: {HEADING} }};
        {' '.join(lines)}
        console.log(JSON.stringify(model));"""
    run = subprocess.run(["node", "--input-type=module", "-e", program], capture_output=True, text=True, check=True, timeout=60)
    model = json.loads(run.stdout)
    return [model["position"][name] for name in "xyz"], [model["quaternion"][name] for name in "xyzw"]


def in_ros(alignment, pose):
    """What place_ros.py broadcasts for one alignment and one pose, with stand-ins for the modules of ROS."""
    sent = {}

    class Anything(types.SimpleNamespace):
        def __getattr__(self, name):
            if name.startswith("__"):
                raise AttributeError(name)
            setattr(self, name, Anything())
            return getattr(self, name)

        def __call__(self, *_):
            return Anything()

    broadcaster = types.SimpleNamespace(sendTransform=lambda made: sent.setdefault(made.child_frame_id, made.transform))
    stands = {"rclpy": Anything(), "geometry_msgs": types.ModuleType("geometry_msgs"),
              "geometry_msgs.msg": types.SimpleNamespace(TransformStamped=Anything),
              "tf2_ros": types.SimpleNamespace(TransformBroadcaster=lambda node: broadcaster)}
    messages = [gnomon.tracking.SubscribeReply(alignment=alignment), gnomon.tracking.SubscribeReply(pose=pose)]
    client = types.SimpleNamespace(tracking=types.SimpleNamespace(subscribe=lambda *_, **__: messages))
    before, words = gnomon.Client, sys.argv
    sys.modules.update(stands)
    gnomon.Client, sys.argv = (lambda: client), ["place_ros.py", str(TARGET[0]), str(TARGET[1]), str(HEADING)]
    try:
        runpy.run_path(str(CLIENTS / "python/examples/place_ros.py"))
    finally:
        gnomon.Client, sys.argv = before, words
        for name in stands:
            del sys.modules[name]
    def numbers(transform):
        return ([getattr(transform.translation, name) for name in "xyz"], [getattr(transform.rotation, name) for name in "xyzw"])
    return {name: numbers(transform) for name, transform in sent.items()}


class Coordinates(unittest.TestCase):
    def near(self, found, wanted, limit):
        self.assertEqual(len(found), len(wanted))
        for a, b in zip(found, wanted):
            self.assertAlmostEqual(a, b, delta=limit)

    def same_turn(self, found, wanted, limit=1e-4):
        """q and -q are the same orientation."""
        self.assertAlmostEqual(abs(sum(a * b for a, b in zip(found, wanted))), 1, delta=limit)

    def test_the_table_of_the_page(self):
        table = rows(["three.js, Godot", "Unity", "ROS"])
        point, q = geo.scene_point(EXAMPLE, *TARGET), geo.scene_orientation(EXAMPLE, HEADING)
        self.near(table["three.js, Godot"][0], point, 0.005)
        self.same_turn(table["three.js, Godot"][1], q)
        self.near(table["Unity"][0], geo.to_unity(point), 0.005)
        self.same_turn(table["Unity"][1], geo.rotation_to_unity(q))
        self.near(table["ROS"][0], geo.to_ros(point), 0.005)
        self.same_turn(table["ROS"][1], geo.rotation_to_ros(q))

    def test_every_engines_lines_give_the_table(self):
        point, q = geo.scene_point(EXAMPLE, *TARGET), geo.scene_orientation(EXAMPLE, HEADING)
        self.near(in_godot(EXAMPLE), point, 1e-6)
        if numpy:
            self.near(in_numpy(EXAMPLE), point, 1e-6)
        if shutil.which("node"):
            position, quaternion = in_three(EXAMPLE)
            self.near(position, point, 1e-6)
            self.same_turn(quaternion, geo.product(q, (0.0, 1.0, 0.0, 0.0)), 1e-9)  # the front of a glTF model is +z

    def test_the_daemon_places_an_anchor_there(self):
        client = gnomon.Client()
        next(pose for pose in client.poses() if pose.localization.state == "localized")
        height = client.alignment().place.height
        client.scene.add_anchor("of-this-test", heading_deg=HEADING, geographic={
            "latitude_deg": TARGET[0], "longitude_deg": TARGET[1], "height_kind": "ellipsoid", "height": height})
        compared = 0
        for frame in itertools.islice(client.frames(["anchors", "pose"], rate_hz=20), 400):
            anchor = next((each for each in frame.anchors or [] if each.id == "of-this-test" and each.point), None)
            if not anchor:
                continue
            pose, alignment, eye = frame.pose, frame.pose.alignment, frame.pose.position
            theirs = (anchor.point.x - eye.x, 0.0, anchor.point.z - eye.z)
            points = [geo.scene_point(alignment, *TARGET), in_godot(alignment)]
            if numpy:
                points.append(in_numpy(alignment))
            if compared == 0 and shutil.which("node"):
                points.append(in_three(alignment)[0])
            ros = in_ros(alignment, pose)
            x, y, z = ros["model"][0]
            points.append((x, z, -y))
            for point in points:
                mine = (point[0] - eye.x, 0.0, point[2] - eye.z)
                turn = math.degrees(math.atan2(mine[0], mine[2]) - math.atan2(theirs[0], theirs[2]))
                self.assertAlmostEqual((turn + 180) % 360 - 180, 0, delta=0.3)
                self.assertAlmostEqual(math.dist(point, (eye.x, eye.y, eye.z)), anchor.distance, delta=0.6)
            # The wearer's +x in ROS is the direction of view; the model's is its heading, as the daemon turns the anchor's -z.
            self.near(geo.rotated(ros["wearer"][1], (1.0, 0.0, 0.0)), geo.to_ros(geo.rotated(pose.orientation, (0.0, 0.0, -1.0))), 1e-6)
            self.near(geo.rotated(ros["model"][1], (1.0, 0.0, 0.0)), geo.to_ros(geo.rotated(anchor.orientation, (0.0, 0.0, -1.0))), 0.01)
            compared += 1
            if compared == 5:
                break
        self.assertEqual(compared, 5)

    def test_every_frame_has_its_picture(self):
        for name in re.findall(r"captures/(frame-\w+\.svg)", PAGE):
            self.assertTrue((CLIENTS.parent / "docs/captures" / name).exists(), name)


if __name__ == "__main__":
    unittest.main()
