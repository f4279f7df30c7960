#!/usr/bin/env python3
"""fake_iio.py HZ COUNT -- COMMAND...: runs COMMAND in an environment with a simulated IIO accelerometer and gyroscope.

Run it in a mount name space of its own (`unshare --map-root-user --mount`): a tmpfs lies over /sys/bus with the device's attributes,
and another over /dev, where iio:device0 is a FIFO that is fed once buffer/enable turns 1. A timer's trigger is there, not yet set: as
the kernel's, the attribute that would name it is empty. Scan number i holds i, 2i … modulo
1000 in its six channels, and the time by the clock that current_timestamp_clock names. At the end the attributes that were written are
printed, each as `attribute NAME VALUE`.
"""
import os
import pathlib
import struct
import subprocess
import sys
import threading
import time

HZ, COUNT = float(sys.argv[1]), int(sys.argv[2])
COMMAND = sys.argv[sys.argv.index("--") + 1 :]
AXES = [f"{kind}_{axis}" for kind in ("accel", "anglvel") for axis in "xyz"]
DEVICE = pathlib.Path("/sys/bus/iio/devices/iio:device0")
ATTRIBUTES = {
    "name": "bmi160",
    "label": "accel-display",
    "dev": "243:0",
    "in_accel_scale": "0.5",
    "in_anglvel_scale": "0.001",
    "in_mount_matrix": "0, 1, 0; -1, 0, 0; 0, 0, 1",
    "sampling_frequency": "50",
    "sampling_frequency_available": "25 50 100 200 400",
    "current_timestamp_clock": "realtime",
    "buffer/enable": "0",
    "buffer/length": "2",
    "buffer/watermark": "1",
    "trigger/current_trigger": None,
    "../trigger0/name": "gnomon-device0",
    "../trigger0/sampling_frequency": "50",
    "scan_elements/in_timestamp_en": "0",
    "scan_elements/in_timestamp_index": "6",
    "scan_elements/in_timestamp_type": "le:s64/64>>0",
}
for place, axis in enumerate(AXES):
    ATTRIBUTES[f"in_{axis}_raw"] = str(place)
    ATTRIBUTES[f"scan_elements/in_{axis}_en"] = "0"
    ATTRIBUTES[f"scan_elements/in_{axis}_index"] = str(place)
    ATTRIBUTES[f"scan_elements/in_{axis}_type"] = "le:s16/16>>0"


def mount(*arguments):
    subprocess.run(["mount", *arguments], check=True)


def make_devices():
    """Makes a small separate /dev, so that nothing is left in the machine's."""
    mount("-t", "tmpfs", "tmpfs", "/mnt")
    for name in ("null", "zero", "full", "random", "urandom"):
        pathlib.Path("/mnt", name).touch()
        mount("--bind", f"/dev/{name}", f"/mnt/{name}")
    os.mkfifo("/mnt/iio:device0")
    mount("--rbind", "/mnt", "/dev")


def make_attributes():
    mount("-t", "tmpfs", "tmpfs", "/sys/bus")
    for name, value in ATTRIBUTES.items():
        path = DEVICE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("" if value is None else value + "\n")


def read(name):
    return (DEVICE / name).read_text().split("\n")[0].strip("\0")


def feed(fifo):
    while not read("buffer/enable").startswith("1"):
        time.sleep(0.005)
    clock = time.CLOCK_BOOTTIME if read("current_timestamp_clock") == "boottime" else time.CLOCK_REALTIME
    begun = time.monotonic()
    # The kernel wakes a reader when the watermark is reached; a FIFO has no watermark, so that amount is written at once.
    watermark, scans = int(read("buffer/watermark")), b""
    for i in range(COUNT):
        time.sleep(max(0, begun + i / HZ - time.monotonic()))
        scans += struct.pack("<6h4xq", *(i * (k + 1) % 1000 for k in range(6)), time.clock_gettime_ns(clock))
        if (i + 1) % watermark == 0:
            os.write(fifo, scans)
            scans = b""


make_devices()
make_attributes()
# Opened for reading and writing, so that it neither waits for a reader nor ends.
fifo = os.open("/dev/iio:device0", os.O_RDWR)
threading.Thread(target=feed, args=(fifo,), daemon=True).start()
result = subprocess.run(COMMAND).returncode
for name in ("current_timestamp_clock", "sampling_frequency", "buffer/length", "buffer/watermark", "trigger/current_trigger", "../trigger0/sampling_frequency"):
    print("attribute", name, read(name), flush=True)
sys.exit(result)
