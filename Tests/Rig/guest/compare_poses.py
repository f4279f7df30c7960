#!/usr/bin/env python3
"""compare_poses.py REFERENCE OTHER: compares the poses of two machines, as `gnomon replay --poses` writes them: NAME.csv in both
folders. Prints for each session the number of rows that are the same to the last digit, and the median and largest differences. Exit
status 1 beyond the tolerances of the golden sessions (Tests/TrackingTests/GoldenDifference.swift), or if rows are missing."""

import csv
import math
import pathlib
import statistics
import sys

# (median, largest) in metres, degrees, and as a ratio of stated accuracies; seconds with another state.
METRES, DEGREES, RATIO, STATES = (0.02, 0.5), (0.05, 1.0), (1.02, 1.25), 2


def rows(path):
    with open(path, newline="") as file:
        return {row["t"]: row for row in csv.DictReader(file)}


def numbers(row, *names):
    """The values of these columns; None if one is empty."""
    return [float(row[name]) for name in names] if all(row[name] for name in names) else None


def angle(a, b):
    """The angle between two orientations, in degrees: by the chord, because the cosine of a small angle has no digits of it."""
    sign = math.copysign(1, sum(x * y for x, y in zip(a, b)))
    return math.degrees(4 * math.asin(min(1.0, math.dist(a, [sign * y for y in b]) / 2)))


def compare(reference, other):
    metres, degrees, ratios, states, same = [], [], [1.0], len(reference.keys() ^ other.keys()), 0
    for time in reference.keys() & other.keys():
        a, b = reference[time], other[time]
        same += a == b
        states += (a["tracking"], a["localization"].split("(")[0]) != (b["tracking"], b["localization"].split("(")[0])
        metres.append(math.dist(numbers(a, "x", "y", "z"), numbers(b, "x", "y", "z")))
        degrees.append(angle(numbers(a, "qx", "qy", "qz", "qw"), numbers(b, "qx", "qy", "qz", "qw")))
        one, two = numbers(a, "lat", "lon"), numbers(b, "lat", "lon")
        if one and two:
            # A degree of latitude is 111.3 km; of longitude less by the cosine of the latitude.
            metres.append(111_300 * math.hypot(one[0] - two[0], (one[1] - two[1]) * math.cos(math.radians(one[0]))))
        for name in ("hacc", "yaw_sigma"):
            one, two = numbers(a, name), numbers(b, name)
            if one and two and min(one[0], two[0]) > 0:
                ratios.append(max(one[0] / two[0], two[0] / one[0]))
        for name in ("heading", "yaw_offset", "yaw_applied"):
            one, two = numbers(a, name), numbers(b, name)
            if one and two:
                degrees.append(abs((one[0] - two[0] + 180) % 360 - 180))
    return metres, degrees, ratios, states, same


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    reference, other = map(pathlib.Path, sys.argv[1:])
    failed = False
    for path in sorted(reference.glob("*.csv")):
        if not (other / path.name).exists():
            print(f"✘ {path.stem}: no poses")
            failed = True
            continue
        here = rows(path)
        metres, degrees, ratios, states, same = compare(here, rows(other / path.name))
        beyond = states > STATES or not metres or any(
            statistics.median(found) > limit[0] or max(found) > limit[1]
            for found, limit in ((metres, METRES), (degrees, DEGREES), (ratios, RATIO)))
        failed = failed or beyond
        print(f"{'✘' if beyond else ' '} {path.stem}: {same} of {len(here)} rows the same; "
              + (f"{statistics.median(metres):.1e} m, at most {max(metres):.1e}; {statistics.median(degrees):.1e}°, at most "
                 f"{max(degrees):.1e}; accuracies at most × {max(ratios):.6f}; {states} s in another state" if metres else "no row in common"))
    sys.exit(failed)


main()
