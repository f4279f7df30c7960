#!/usr/bin/env python3
"""mcap_check.py FILE: reads an MCAP file with the package `mcap` of its authors, and prints what is in it, one topic a line.

With the package `mcap_ros2` it also decodes one message of each topic of ROS 2 (pip install mcap mcap-ros2-support).
"""

import json
import sys

from mcap.reader import make_reader

try:
    import jsonschema
except ImportError:
    jsonschema = None

with open(sys.argv[1], "rb") as stream:
    reader = make_reader(stream, validate_crcs=True)
    summary = reader.get_summary()
    header = reader.get_header()
    print("profile", header.profile or "-")
    print("library", header.library)
    counts, first, last, data = {}, {}, {}, {}
    for schema, channel, message in reader.iter_messages():
        counts[channel.topic] = counts.get(channel.topic, 0) + 1
        data.setdefault(channel.topic, (schema.name, schema.encoding, channel.message_encoding, message.data))
        first[channel.topic] = min(first.get(channel.topic, message.log_time), message.log_time)
        last[channel.topic] = max(last.get(channel.topic, message.log_time), message.log_time)
    stated = {summary.channels[key].topic: value for key, value in summary.statistics.channel_message_counts.items()}
    if {topic: count for topic, count in stated.items() if count} != counts:
        sys.exit(f"the summary states {stated}, and there are {counts}")
    if summary.statistics.chunk_count != len(summary.chunk_indexes) or not summary.chunk_indexes:
        sys.exit("the chunks are not those of the index")
    for metadata in reader.iter_metadata():
        print("metadata", metadata.name, *sorted(metadata.metadata))
    try:
        from mcap_ros2.decoder import DecoderFactory

        factory = DecoderFactory()
    except ImportError:
        factory = None
    schemas = {schema.name: schema for schema in summary.schemas.values()}
    for topic in sorted(counts):
        name, encoding, message_encoding, content = data[topic]
        decoded = "-"
        if message_encoding == "json":
            message, schema = json.loads(content), json.loads(schemas[name].data)
            unknown = set(message) - set(schema["properties"])
            if unknown:
                sys.exit(f"{topic}: {unknown} are not in the schema {name}")
            if jsonschema is not None:
                jsonschema.validate(message, schema)
            decoded = f"{message['timestamp']['sec']}"
        elif factory is not None:
            message = factory.decoder_for(message_encoding, schemas[name])(content)
            header = getattr(message, "header", None) or getattr(message, "transforms", [message])[0]
            stamp = getattr(header, "stamp", None) or header.header.stamp
            decoded = f"{stamp.sec}"
        print("topic", topic, name, encoding, message_encoding, counts[topic], first[topic], last[topic], decoded)
