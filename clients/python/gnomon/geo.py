"""From latitude and longitude to the coordinates of a renderer, and back: docs/frames.md has a picture of each frame.

Tuples: a point of the scene is (x east, y up, z south) in meters, an offset (east, north, up), a quaternion (x, y, z, w).
"""

from __future__ import annotations

import math
from typing import Any

Triple = tuple[float, float, float]
Quadruple = tuple[float, float, float, float]

# WGS 84 (NGA.STND.0036): semi-major axis in meters, and the square of the first eccentricity.
AXIS = 6378137.0
FLATTENING = 1 / 298.257223563
ECCENTRICITY2 = FLATTENING * (2 - FLATTENING)


def earth_centered(latitude_deg: float, longitude_deg: float, height: float = 0.0) -> Triple:
    """Earth-centered, Earth-fixed coordinates of a place, in meters; the height is above the ellipsoid."""
    latitude, longitude = math.radians(latitude_deg), math.radians(longitude_deg)
    normal = AXIS / math.sqrt(1 - ECCENTRICITY2 * math.sin(latitude) ** 2)
    level = (normal + height) * math.cos(latitude)
    return (level * math.cos(longitude), level * math.sin(longitude),
            (normal * (1 - ECCENTRICITY2) + height) * math.sin(latitude))


def offset(origin: Any, latitude_deg: float, longitude_deg: float, height: float | None = None) -> Triple:
    """(east, north, up) of a place in the tangent plane at `origin`, which has latitude_deg, longitude_deg and height."""
    base = getattr(origin, "height", None) or 0.0
    a = earth_centered(origin.latitude_deg, origin.longitude_deg, base)
    b = earth_centered(latitude_deg, longitude_deg, base if height is None else height)
    x, y, z = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    latitude, longitude = math.radians(origin.latitude_deg), math.radians(origin.longitude_deg)
    toward = math.cos(longitude) * x + math.sin(longitude) * y
    return (math.cos(longitude) * y - math.sin(longitude) * x,
            math.cos(latitude) * z - math.sin(latitude) * toward,
            math.cos(latitude) * toward + math.sin(latitude) * z)


def scene_point(alignment: Any, latitude_deg: float, longitude_deg: float, height: float | None = None) -> Triple:
    """The point of the scene at which to draw a place, by the applied alignment; without a height level with the wearer's eyes."""
    if alignment is None or alignment.place is None:
        raise ValueError("the wearer's place is not known yet: alignment.place is None")
    east, north, up = offset(alignment.place, latitude_deg, longitude_deg, height)
    east, north = east - alignment.applied_shift.x, north + alignment.applied_shift.z
    up -= alignment.applied_shift.y
    yaw = math.radians(alignment.applied_yaw_deg)
    start = alignment.scene_position
    return (start.x + east * math.cos(yaw) - north * math.sin(yaw), start.y + up,
            start.z - east * math.sin(yaw) - north * math.cos(yaw))


def scene_orientation(alignment: Any, heading_deg: float) -> Quadruple:
    """The quaternion of a level model whose nose (-z) points to a true heading."""
    half = math.radians(alignment.applied_yaw_deg - heading_deg) / 2
    return (0.0, math.sin(half), 0.0, math.cos(half))


def to_unity(point: Any) -> Triple:
    """Scene to Unity: x right, y up, z forward, left-handed."""
    x, y, z = _numbers(point, "xyz")
    return (x, y, -z)


def rotation_to_unity(q: Any) -> Quadruple:
    x, y, z, w = _numbers(q, "xyzw")
    return (-x, -y, z, w)


def to_ros(point: Any) -> Triple:
    """Scene to a map of ROS (REP 103): x east, y north, z up, by the scene's axes."""
    x, y, z = _numbers(point, "xyz")
    return (x, -z, y)


def rotation_to_ros(q: Any) -> Quadruple:
    """The orientation of a ROS body (x forward, y left, z up) in that map."""
    half = math.sqrt(0.5)
    return product(product((half, 0.0, 0.0, half), q), (-0.5, 0.5, 0.5, 0.5))


def product(a: Any, b: Any) -> Quadruple:
    """The quaternion that turns by b, then by a."""
    ax, ay, az, aw = _numbers(a, "xyzw")
    bx, by, bz, bw = _numbers(b, "xyzw")
    return (aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz)


def rotated(q: Any, vector: Triple) -> Triple:
    """A vector turned by a quaternion: v + 2w(u × v) + 2u × (u × v)."""
    x, y, z, w = _numbers(q, "xyzw")
    a = y * vector[2] - z * vector[1], z * vector[0] - x * vector[2], x * vector[1] - y * vector[0]
    b = y * a[2] - z * a[1], z * a[0] - x * a[2], x * a[1] - y * a[0]
    return (vector[0] + 2 * (w * a[0] + b[0]), vector[1] + 2 * (w * a[1] + b[1]), vector[2] + 2 * (w * a[2] + b[2]))


def azimuth(x: float, z: float) -> float:
    """Degrees clockwise from the scene's -z, 0 to 360."""
    return math.degrees(math.atan2(x, -z)) % 360


def looking(orientation: Any) -> float:
    """The azimuth in the scene of the direction of view; add applied_yaw_deg for the true one that agrees with the drawing."""
    x, _, z = rotated(orientation, (0.0, 0.0, -1.0))
    return azimuth(x, z)


def _numbers(value: Any, names: str) -> tuple[float, ...]:
    return tuple(getattr(value, name) for name in names) if hasattr(value, "x") else tuple(value)
