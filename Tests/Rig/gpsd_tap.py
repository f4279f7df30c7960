#!/usr/bin/env python3
"""gpsd_tap.py PORT: prints every line that gpsd at PORT sends to a client that watches, until standard input ends."""
import socket
import sys
import threading


def watch(port):
    gpsd = socket.create_connection(("127.0.0.1", port))
    gpsd.sendall(b'?WATCH={"enable":true,"json":true}\r\n')
    for line in gpsd.makefile("rb"):
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()


threading.Thread(target=watch, args=(int(sys.argv[1]),), daemon=True).start()
sys.stdin.read()
