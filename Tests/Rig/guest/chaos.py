"""The checks after the chaos (the script `chaos`): rows of the rig's table. judge.py calls it."""
import glob
import json
import math
import os
import subprocess

import bench
import calibrations
from session import lines


def message(out, name):
    """The first line of JSON of a file; {} if there is none."""
    try:
        with open(os.path.join(out, name), encoding="utf-8", errors="replace") as file:
            return json.loads(file.readline())
    except (OSError, ValueError):
        return {}


def text_lines(out, name):
    try:
        with open(os.path.join(out, name), encoding="utf-8", errors="replace") as file:
            return file.read().splitlines()
    except OSError:
        return []


def judge_places(out, row):
    """Each acknowledged place is there, and each place is complete."""
    acknowledged = set(text_lines(out, "chaos-acknowledged"))
    places = {place["id"]: place for place in message(out, "chaos-places").get("places", [])}
    lost = sorted(acknowledged - set(places))
    row("… places that were acknowledged", f"{len(acknowledged) - len(lost)} of {len(acknowledged)} there", "all",
        bool(acknowledged) and not lost)
    number = lambda place: int(place["id"].partition("-")[2])
    torn = [place["id"] for place in places.values()
            if place["name"] != f"place {number(place)}" or abs(place["latitude_deg"] - float(f"48.{200000 + number(place)}")) > 1e-9]
    row("… places that are there", f"{len(places)}, {len(torn)} of them torn", "none torn", not torn)


def judge_pose(out, fed, row):
    """The device lies level on the bench, at the place of its receiver."""
    pose = message(out, "chaos-pose").get("pose", {})
    q = pose.get("orientation")
    if not q:
        return row("… the pose", "there is none", "level, at the fix", False)
    up = 1 - 2 * (q["x"] ** 2 + q["z"] ** 2)
    tilt = math.degrees(math.acos(max(-1.0, min(1.0, up))))
    row("… the pose: tilt of a device that lies level", f"{tilt:.2f}°", "≤ 1°", tilt <= 1)
    fix = next(fields for fields in lines(fed) if fields[0] == "P")
    status = message(out, "chaos-status")
    place = status.get("place") or {}
    if "latitude_deg" not in place:
        return row("… the place", "there is none", "≤ 15 m from the fix", False)
    north = (place["latitude_deg"] - float(fix[2])) * 111_195
    east = (place["longitude_deg"] - float(fix[3])) * 111_195 * math.cos(math.radians(float(fix[2])))
    off = math.hypot(north, east)
    row("… the place, from the fixes", f"{off:.1f} m", "≤ 15 m", off <= 15)


def judge_calibrations(out, row):
    records = message(out, "chaos-calibrations").get("records")
    if records is None:
        return row("… the calibrations", "cannot be read", "read", False)
    force = calibrations.in_force(records, "gyro")
    row("… the gyroscope's calibration in force", len(force), "1", len(force) == 1)
    if force:
        off = max(abs(math.degrees(value - bias)) for value, bias in zip(force[0]["corrections"]["gyroscope"]["offset"], bench.BIAS))
        row("… its bias from the one fed, worst axis", f"{off:.4f} °/s", "≤ 0.03 °/s", off <= 0.03)


def judge_files(out, gnomon, row):
    recordings = sorted(glob.glob(os.path.join(out, "chaos-recordings", "*")))
    broken = []
    for path in recordings:
        # A recording that was begun on a full disk, or killed at once, may be empty.
        if os.path.getsize(path) == 0:
            continue
        if subprocess.run([gnomon, "recording", "info", path], capture_output=True).returncode != 0:
            broken.append(os.path.basename(path))
    row("… the recordings under way", f"{len(recordings) - len(broken)} of {len(recordings)} read", "all", not broken)
    state = message(out, "chaos-state.json") or json.loads("\n".join(text_lines(out, "chaos-state.json")) or "{}")
    row("… what was learned", "reads" if state else "does not read", "reads", bool(state))
    known = ("places.sqlite", "state.json", "calibration/", "recordings/")
    strange = [path for path in text_lines(out, "chaos-files") if not any(part in path for part in known)]
    row("… unexpected files", " ".join(strange) or "none", "none", not strange)


def show_before(out, line):
    """Prints what the journal has before a line, and the failures that were caused by then, for the log of a run that fails."""
    journal = text_lines(out, "journal")
    at = journal.index(line)
    print("rig: the journal before the first of these lines:", *journal[max(0, at - 40):at + 3], sep="\n  ")
    print("rig: what was caused, with its time in ns:", *text_lines(out, "chaos-events")[-40:], sep="\n  ")


def judge(out, gnomon, fed, notes, row):
    """notes: the guest's log."""
    if "chaos_seed" not in notes:
        return row("chaos", "not requested")
    events = [line.partition(" ")[2] for line in text_lines(out, "chaos-events")]
    kinds = sorted({event for event in events if not event.startswith("fault")})
    row(f"chaos of seed {notes['chaos_seed']}: {len(events)} events", ", ".join(f"{events.count(kind)} × {kind}" for kind in kinds))
    faults = [event for event in events if event.startswith("fault")]
    row("… faults meanwhile", "; ".join(faults) or "none", "none", not faults)
    caused, before, after = (int(notes.get(name) or -1) for name in ("chaos_caused", "chaos_restarts_before", "chaos_restarts_after"))
    # A restart by hand resets systemd's count to zero, so each end is checked: the test causes only SIGKILL.
    ends = [line for line in text_lines(out, "journal") if "gnomond.service: " in line]
    unasked = [line for line in ends if ("Main process exited" in line and "status=9/KILL" not in line)
               or "watchdog" in line.lower() or "oom-kill" in line]
    row("… watchdog, crashes, out of memory", len(unasked), "0", not unasked)
    if unasked:
        show_before(out, unasked[0])
    still = [line for line in text_lines(out, "journal") if "nothing was done for" in line]
    row("… the daemon stood still", f"{len(still)} ×, {' '.join(line.partition('done for ')[2].partition(':')[0] for line in still)}" if still
        else "never")
    row("… restarts", f"{after - before} counted by systemd, {caused} caused", "no more", after - before <= caused)
    memory = [int(value) for value in notes.get("chaos_memory_kb", "").split()] or [0]
    row("… most memory in use", f"{memory[-1] / 1024:.0f} MiB", "≤ 48 MiB", memory[-1] <= 48 * 1024)
    judge_places(out, row)
    judge_calibrations(out, row)
    judge_pose(out, fed, row)
    judge_files(out, gnomon, row)
