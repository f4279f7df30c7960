"""Where to draw a place, with numpy alone: `a` is an alignment of the daemon."""

import numpy as np


def earth_centered(latitude, longitude, height):  # WGS 84
    p, l, e2 = np.radians(latitude), np.radians(longitude), 0.0066943799901413165
    n = 6378137 / np.sqrt(1 - e2 * np.sin(p) ** 2)
    return np.array([(n + height) * np.cos(p) * np.cos(l), (n + height) * np.cos(p) * np.sin(l), (n * (1 - e2) + height) * np.sin(p)])


def scene_point(a, latitude, longitude):
    place, shift, start = a.place, a.applied_shift, a.scene_position
    p, l, yaw = np.radians([place.latitude_deg, place.longitude_deg, a.applied_yaw_deg])
    axes = np.array([[-np.sin(l), np.cos(l), 0], [np.cos(p) * np.cos(l), np.cos(p) * np.sin(l), np.sin(p)],
                     [np.sin(p) * np.cos(l), np.sin(p) * np.sin(l), -np.cos(p)]])  # east, up, south
    away = earth_centered(latitude, longitude, place.height) - earth_centered(place.latitude_deg, place.longitude_deg, place.height)
    east_up_south = axes @ away - [shift.x, shift.y, shift.z]
    turn = np.array([[np.cos(yaw), 0, np.sin(yaw)], [0, 1, 0], [-np.sin(yaw), 0, np.cos(yaw)]])
    return np.array([start.x, start.y, start.z]) + turn @ east_up_south
