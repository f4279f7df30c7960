#!/usr/bin/env python3
"""rosbags_check.py FILE: decodes every message of a bag of ROS 2 with the package `rosbags`, and prints how many each topic has.

The types come from the schemas of the file, so a definition that does not describe its messages is an error.
"""

import math
import pathlib
import sys

from rosbags.highlevel import AnyReader

counts = {}
with AnyReader([pathlib.Path(sys.argv[1])]) as reader:
    for connection, _, data in reader.messages():
        message = reader.deserialize(data, connection.msgtype)
        counts[connection.topic] = counts.get(connection.topic, 0) + 1
        header = getattr(message, "header", None)
        if header is not None and not (0 <= header.stamp.nanosec < 1_000_000_000 and header.stamp.sec > 0):
            sys.exit(f"{connection.topic}: {header}")
        turn = getattr(message, "orientation", None) or getattr(getattr(message, "pose", None), "orientation", None)
        if turn is not None and abs(math.hypot(turn.x, turn.y, turn.z, turn.w) - 1) > 1e-6:
            sys.exit(f"{connection.topic}: {turn}")
for topic in sorted(counts):
    print(topic, counts[topic])
