#!/usr/bin/env python3
"""geoclue.py SOCKET SECONDS: runs GeoClue with SOCKET as its source of NMEA, and prints what its demo client gets.

Run it in a mount name space of its own (`unshare --map-root-user --mount`): a configuration of its own lies over that of the machine.
The system bus, the agent that grants the permission and the client are the real programs; all end with this one.
"""
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

SOCKET, SECONDS = sys.argv[1], sys.argv[2]
GEOCLUE, DEMOS = "/usr/libexec/geoclue", "/usr/libexec/geoclue-2.0/demos"
BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:path={path}</listen>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_type="method_call"/><allow send_destination="*"/>
<allow receive_sender="*"/></policy></busconfig>
"""
SETTINGS = """[agent]
whitelist=geoclue-demo-agent
[network-nmea]
enable=true
nmea-socket={socket}
[geoclue-where-am-i]
allowed=true
system=true
users=
"""
OTHER_SOURCES = ["3g", "cdma", "modem-gps", "wifi", "compass", "static-source"]

started = []


def start(words, environment, **rest):
    process = subprocess.Popen(words, env=environment, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **rest)
    started.append(process)
    return process


def wait_for(holds):
    for _ in range(300):
        if holds():
            return
        time.sleep(0.1)
    sys.exit("geoclue.py: a program did not start within 30 s")


def has_name(name, environment):
    words = ["dbus-send", "--system", "--print-reply", "--dest=org.freedesktop.DBus", "/", "org.freedesktop.DBus.NameHasOwner"]
    answer = subprocess.run(words + [f"string:{name}"], env=environment, capture_output=True, text=True)
    return "true" in answer.stdout


def main(folder):
    others = "".join(f"[{name}]\nenable=false\n" for name in OTHER_SOURCES)
    (folder / "geoclue.conf").write_text(SETTINGS.format(socket=SOCKET) + others)
    (folder / "bus.conf").write_text(BUS.format(path=folder / "bus"))
    subprocess.run(["mount", "--bind", folder / "geoclue.conf", "/etc/geoclue/geoclue.conf"], check=True)
    environment = {"PATH": "/usr/bin:/usr/sbin:/bin", "LC_ALL": "C.UTF-8", "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={folder}/bus"}
    quiet = {"stdout": subprocess.DEVNULL}
    start(["dbus-daemon", f"--config-file={folder}/bus.conf", "--nofork", "--nopidfile"], environment, **quiet)
    wait_for((folder / "bus").exists)
    start([GEOCLUE], environment, **quiet)
    wait_for(lambda: has_name("org.freedesktop.GeoClue2", environment))
    start([f"{DEMOS}/agent"], environment, **quiet)
    # The client is refused until the agent is there, so it is started again until it has a location.
    for _ in range(30):
        client = start([f"{DEMOS}/where-am-i", "-t", SECONDS], environment, stdout=subprocess.PIPE, text=True)
        lines = [line.strip() for line in client.stdout]
        client.wait()
        if any(line.startswith("Latitude") for line in lines):
            print("\n".join(lines), flush=True)
            return 0
        time.sleep(0.5)
    return 1


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    status = 1
    with tempfile.TemporaryDirectory(prefix="gnomon-geoclue-") as name:
        try:
            status = main(pathlib.Path(name))
        finally:
            for process in reversed(started):
                process.kill()
                process.wait()
            subprocess.run(["umount", "/etc/geoclue/geoclue.conf"], stderr=subprocess.DEVNULL)
    sys.exit(status)
