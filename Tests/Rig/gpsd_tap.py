#!/usr/bin/env python3
"""gpsd_tap.py PORT: watches gpsd at PORT, prints `watching` when it has answered, and, when standard input ends, every line it sent."""
import socket
import sys
import threading

lines = []


def watch(port):
    gpsd = socket.create_connection(("127.0.0.1", port))
    gpsd.sendall(b'?WATCH={"enable":true,"json":true}\r\n')
    for line in gpsd.makefile("rb"):
        if not lines:
            print("watching", flush=True)
        lines.append(line.decode(errors="replace"))


threading.Thread(target=watch, args=(int(sys.argv[1]),), daemon=True).start()
sys.stdin.read()
sys.stdout.write("".join(lines))
