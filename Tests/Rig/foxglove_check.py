#!/usr/bin/env python3
"""foxglove_check.py URL SECONDS: reads a Foxglove WebSocket with the package `foxglove2zmq`, a client by others.

Prints a line for each topic: its name, its schema, the number of messages, and the newest message.
"""

import asyncio
import contextlib
import io
import json
import sys

from foxglove2zmq import FoxgloveToZMQRelay


class Reader(FoxgloveToZMQRelay):
    """The relay without its sockets of ZeroMQ."""

    def __init__(self, url):
        super().__init__(url, None, discovery_timeout=1, verbosity=0)
        self.seen = {}

    def _init_zmq(self):
        pass

    async def _send_msg(self, msg, topic=None):
        message = json.loads(msg)
        _, _, count = self.seen.get(topic, (None, None, 0))
        self.seen[topic] = (message["type"], message["payload"], count + 1)


async def read(url, seconds):
    reader = Reader(url)
    try:
        await asyncio.wait_for(reader.run(), seconds)
    except asyncio.TimeoutError:
        pass
    return reader.seen


with contextlib.redirect_stdout(io.StringIO()):
    seen = asyncio.run(read(sys.argv[1], float(sys.argv[2])))
for topic, (kind, payload, count) in sorted(seen.items()):
    print(topic, kind, count, json.dumps(payload))
