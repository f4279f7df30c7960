#!/usr/bin/env python3
"""judge.py OUT RECORDING GNOMON: compares the guest's results in the folder OUT with the limits. RECORDING is the fed recording, and
GNOMON the command that replays. Prints a table; exit status 1 if a value is beyond its limit, or missing.

The poses that a client received are compared twice: with a replay of the daemon's recording, where they have to be the same to
the last digit, and with a replay of the fed data, which never went through a kernel or gpsd. In the latter the samples have the
values and the spacing of RECORDING, shifted as a whole, and the fixes have the receiver's values. gpsd does not report a fix's own
time on the board's clock, so the daemon uses its arrival, some milliseconds after it was sent: the replay uses these same times,
because with a correction one sample later the heading differs during that sample.
"""
import json
import math
import os
import re
import statistics
import subprocess
import sys

import calibrations
import chaos
from session import STEPS, lines, nanoseconds, said

OUT, FED, GNOMON = sys.argv[1:4]
SECOND = 1_000_000_000
rows = []


def path(name):
    return os.path.join(OUT, name)


def row(what, figure, bar="", good=True):
    rows.append((what, str(figure), bar, good))


def read(name):
    try:
        with open(path(name), encoding="utf-8", errors="replace") as file:
            return file.read().splitlines()
    except FileNotFoundError:
        return []


def words(name):
    """Splits lines into a name and the rest."""
    return {line.partition(" ")[0]: line.partition(" ")[2].strip() for line in read(name)}


def messages(name, key="pose"):
    """A stream's messages; the last may be incomplete, because the client was killed."""
    for line in read(name):
        try:
            yield json.loads(line)[key]
        except (ValueError, KeyError):
            pass


# ---- The samples.


def measured(file):
    """Times and values of a recording's inertial and magnetic lines, by tag, and its fixes."""
    samples, fixes = {tag: [] for tag in STEPS}, []
    for fields in lines(file):
        if fields[0] in STEPS and len(fields) >= 5:
            samples[fields[0]].append((nanoseconds(fields[1]), tuple(float(text) for text in fields[2:5])))
        elif fields[0] == "P" and len(fields) >= 14:
            fixes.append((nanoseconds(fields[13]), fields))
    return samples, fixes


def match(fed, got):
    """The index in `fed` of the first received line, None if there is no equal one; and the number of received lines that differ."""
    if not got:
        return None, 0
    first = next((i for i, (_, value) in enumerate(fed) if value == got[0][1]), None)
    if first is None:
        return None, len(got)
    return first, sum(1 for k, (_, value) in enumerate(got) if first + k >= len(fed) or fed[first + k][1] != value)


def spread(fed, got):
    """The daemon's times minus the fed ones, if all samples came; else None."""
    shifts = []
    for tag in STEPS:
        first, unlike = match(fed[tag], got[tag])
        if first is None or unlike:
            return None
        shifts += [(time, time - fed[tag][first + k][0]) for k, (time, _) in enumerate(got[tag])]
    return shifts


def judge_samples(fed, got):
    """Checks that every sample came, in order, bit for bit; returns the script's start in the daemon's times, None without it."""
    for tag, name in (("A", "accelerometer"), ("G", "gyroscope"), ("M", "magnetometer")):
        first, unlike = match(fed[tag], got[tag])
        good = first is not None and first <= 1 and unlike == 0
        row(f"{name}: samples as fed", f"{len(got[tag]) - unlike} of {len(got[tag])}", "all, from the first", good)
    length = int(words("notes").get("buffer_length") or 0)
    row("samples that the kernel buffers without a reader", f"{length} or more", "≥ 32", length >= 32)
    shifts = spread(fed, got)
    if not shifts:
        return None
    shift = int(statistics.median(value for _, value in shifts))
    worst = max(abs(value - shift) for _, value in shifts) / 1e6
    row("… their times, stamped in boot time", f"{worst:.4f} ms off", "≤ 0.001 ms", worst <= 0.001)
    return shift


def judge_clock(fed):
    """The times of a hub with its own clock, which has to be converted to boot time."""
    if not os.path.exists(path("clock.gnomon")):
        return row("a clock of its own", "no recording", "", False)
    shifts = spread(fed, measured(path("clock.gnomon"))[0])
    if not shifts:
        return row("a clock of its own: samples as fed", "not all", "all", False)
    begun = int(words("feeder.log")["started"].split()[1])
    first = min(time for time, _ in shifts)
    early = max(abs(value - begun) for time, value in shifts) / 1e6
    late = max(abs(value - begun) for time, value in shifts if time > first + SECOND) / 1e6
    row("a clock of its own, tied to boot time: at first", f"{early:.2f} ms off")
    row("… after a second", f"{late:.2f} ms off")
    # On a busy host the emulated processor reads late for a while; the conversion uses the samples that it reads in time.
    last = max(time for time, _ in shifts)
    end = max(abs(value - begun) for time, value in shifts if time > last - SECOND) / 1e6
    row("… in the end", f"{end:.2f} ms off", "≤ 3 ms", end <= 3)


def judge_fixes(fixes):
    heard = {}
    for line in read("feeder.log"):
        fields = line.split()
        if fields[0] == "fix" and fields[3] == "heard":
            heard[int(fields[2])] = int(fields[1])
    spoken = {fields[12]: (said(fields), heard.get(nanoseconds(fields[13]))) for fields in lines(FED) if fields[0] == "P"}
    row("fixes in the recording of the walk", len(fixes), "≥ 30", len(fixes) >= 30)
    unlike, ways = 0, []
    for arrival, fields in fixes:
        origin, moment = spoken.get(fields[12], (None, None))
        # Latitude, longitude and height: gpsd converts velocities into speed and course, and rounds them.
        if origin is None or any(abs(float(fields[i]) - float(origin[i])) > 1.5e-9 for i in (2, 3, 4)):
            unlike += 1
        elif moment:
            ways.append((arrival - moment) / 1e6)
    row("… with the place that was fed", len(fixes) - unlike, "all", unlike == 0 and bool(fixes))
    if ways:
        row("… from the receiver through gpsd to the daemon", f"{statistics.median(ways):.1f} ms, at most {max(ways):.1f}", "≤ 100 ms in the median", statistics.median(ways) <= 100)


# ---- The poses.


def replay(file, out):
    """Rows of a replay's table by their times; empty if there is nothing to replay."""
    done = subprocess.run([GNOMON, "replay", file, "--poses", out], capture_output=True, text=True)
    if done.returncode != 0:
        row(f"replay of {os.path.basename(file)}", done.stderr.strip()[:60], "", False)
        return []
    with open(out, encoding="utf-8") as table:
        names = table.readline().strip().split(",")
        poses = []
        for line in table:
            fields = dict(zip(names, line.rstrip("\n").split(",")))
            poses.append((nanoseconds(fields["t"]), fields))
    return poses


def write_direct(fed, shift, out):
    """Writes the fed data as the recording of a daemon that receives them directly: values and times as fed, all moved by `shift`.
    Only the arrivals of the fixes between the samples are those of the daemon's recording."""
    firsts = {tag: match(fed[tag], samples)[0] for tag, samples in measured(path("walk.gnomon"))[0].items()}
    spoken = {fields[12]: said(fields) for fields in lines(FED) if fields[0] == "P"}
    counts = dict.fromkeys(STEPS, 0)
    with open(out, "w", encoding="utf-8") as file:
        file.write("gnomon-recording,1\n#,profile,head\n")
        for fields in lines(path("walk.gnomon")):
            tag = fields[0]
            if tag in STEPS:
                time, value = fed[tag][firsts[tag] + counts[tag]]
                counts[tag] += 1
                time += shift
                fields = [tag, f"{time // SECOND}.{time % SECOND:09d}"] + [repr(number) for number in value]
            elif tag == "P":
                fields = fields[:2] + spoken[fields[12]][2:12] + fields[12:]
            else:
                continue
            file.write(",".join(fields) + "\n")


def turn_between(p, q):
    """The angle of the rotation from one unit quaternion (x, y, z, w) to the other, in degrees."""
    ax, ay, az, aw = p
    bx, by, bz, bw = q
    x = aw * bx - ax * bw - ay * bz + az * by
    y = aw * by + ax * bz - ay * bw - az * bx
    z = aw * bz - ax * by + ay * bx - az * bw
    return math.degrees(2 * math.asin(min(1, math.sqrt(x * x + y * y + z * z))))


def difference(live, fields):
    """Orientation and heading in degrees, position in meters, between a message and a replay's row."""
    o, p = live["orientation"], live["position"]
    turn = turn_between([o[k] for k in "xyzw"], [float(fields["q" + k]) for k in "xyzw"])
    heading = None
    if live.get("heading_deg") is not None and fields["heading"]:
        heading = abs((live["heading_deg"] - float(fields["heading"]) + 180) % 360 - 180)
    elif (live.get("heading_deg") is None) != (not fields["heading"]):
        heading = 180.0
    return turn, heading, math.dist([p[k] for k in "xyz"], [float(fields[k]) for k in "xyz"])


def apart(one, other):
    """Meters between two rows' places."""
    lat, lon = (math.radians(float(one[k]) - float(other[k])) for k in ("lat", "lon"))
    return 6371000 * math.hypot(lat, lon * math.cos(math.radians(float(one["lat"]))))


def worst(differences):
    turns, headings, lengths = zip(*differences)
    return max(turns), max((h for h in headings if h is not None), default=math.nan), max(lengths)


def judge_replayed(stream, samples, recording, least):
    """Compares the poses of a client with a replay of the recording that has `samples`; returns those that are in both."""
    first, last = min((time for time, _ in samples), default=0), max((time for time, _ in samples), default=0)
    # A replay has no poses before its beginning or after its end.
    live = [pose for pose in messages(stream) if first <= pose["time_boot_ns"] <= last]
    own = dict(replay(path(recording), path(recording.replace(".gnomon", ".csv"))))
    found = [(pose, own[pose["time_boot_ns"]]) for pose in live if pose["time_boot_ns"] in own]
    row("poses on the socket", len(live), f"≥ {least}", len(live) >= least)
    row("… of these in the replay of the daemon's own recording", len(found), "all", len(found) == len(live) > 0)
    if found:
        turn, heading, length = worst([difference(pose, fields) for pose, fields in found])
        # The digits of both tables: 10⁻⁷ of a quaternion, 10⁻³ degrees of heading, 10⁻⁴ m.
        row("… orientation, by its digits equal", f"{turn:.6f}°", "≤ 0.0001°", turn <= 1e-4)
        row("… heading", "not known" if math.isnan(heading) else f"{heading:.4f}°", "≤ 0.001°", not heading > 1e-3)
        row("… position", f"{length:.5f} m", "≤ 0.0002 m", length <= 2e-4)
    return live, found


def longest_gap(stream):
    times = [pose["time_boot_ns"] / SECOND for pose in messages(stream)]
    return max((after - before for before, after in zip(times, times[1:])), default=math.inf)


def judge_poses(fed, got, shift):
    live, found = judge_replayed("poses", got["G"], "walk.gnomon", 500)
    if not found:
        return
    first, _ = match(fed["G"], got["G"])
    if shift is None or first is None:
        return
    direct_time = {time: fed["G"][first + k][0] + shift for k, (time, _) in enumerate(got["G"])}
    write_direct(fed, shift, path("direct.gnomon"))
    direct = dict(replay(path("direct.gnomon"), path("direct.csv")))
    pairs = [
        (pose, fields, direct[direct_time[pose["time_boot_ns"]]])
        for pose, fields in found
        if direct_time.get(pose["time_boot_ns"]) in direct
    ]
    row("… of these in the replay of what was fed", len(pairs), "all", len(pairs) == len(live))
    if not pairs:
        return
    turn, heading, length = worst([difference(pose, fields) for pose, _, fields in pairs])
    places = [apart(own_row, fields) for _, own_row, fields in pairs if own_row["lat"] and fields["lat"]]
    row("… orientation", f"{turn:.4f}°", "≤ 0.1°", turn <= 0.1)
    row("… heading", f"{heading:.4f}°", "≤ 0.1°", heading <= 0.1)
    row("… position in the scene", f"{length * 100:.2f} cm", "≤ 5 cm", length <= 0.05)
    row("… place on Earth", f"{max(places, default=math.nan) * 100:.2f} cm", "≤ 5 cm", bool(places) and max(places) <= 0.05)
    walked = max(math.dist([float(f[k]) for k in "xyz"], [0, 0, 0]) for _, f, _ in pairs)
    row("… over a walk of", f"{walked:.0f} m", "≥ 20 m", walked >= 20)


# ---- The outages.


def statuses():
    for line in read("status"):
        time, _, text = line.partition(" ")
        try:
            yield int(time), json.loads(text)
        except ValueError:
            yield int(time), None


def judge_outage(name, fault, mended, sources, patience):
    events = {key: int(value) for key, value in words("events").items()}
    if fault not in events or mended not in events:
        row(name, "did not happen", "", False)
        return
    during = [status for time, status in statuses() if events[fault] < time < events[mended]]
    said = []
    for status in during:
        for source in status["sources"] if status else []:
            text = f"{source['name']}: {source['state']}: {source['detail']}"
            if re.search(sources, source["name"], re.I) and source["state"] != "running" and text not in said:
                said.append(text)
    row(f"{name}: answers meanwhile", f"{sum(1 for s in during if s)} of {len(during)}", "all", bool(during) and all(during))
    row(f"{name}: stated", said[-1] if said else "nothing", "in words", bool(said))
    until = min((time for time in events.values() if time > events[mended]), default=math.inf)
    again = [pose for pose in messages("after") if events[mended] < pose["time_boot_ns"] <= until]
    fresh = [p for p in again if "stale" not in p["tracking"]["reasons"]]
    seconds = (fresh[0]["time_boot_ns"] - events[mended]) / SECOND if fresh else math.inf
    row(f"{name}: poses again after", f"{seconds:.1f} s", f"≤ {patience} s", seconds <= patience)
    last = next((s for t, s in reversed(list(statuses())) if s and events[mended] < t <= until), None)
    broken = [s["name"] for s in last["sources"] if re.search(sources, s["name"], re.I) and s["state"] != "running"] if last else ["?"]
    row(f"{name}: then all run", "yes" if not broken else ", ".join(broken), "yes", not broken)


def judge_chips(notes):
    events = {key: int(value) for key, value in words("events").items()}

    def chips(begin, end):
        """The reported states of the chips, call by call."""
        for time, status in statuses():
            if status and events[begin] < time < events[end]:
                yield time, [s for s in status["sources"] if re.search("lsm6dsm|hmc5883", s["name"])]

    alone = [s for _, sources in chips("chip", "chips") for s in sources]
    reasons = {s["detail"].partition("; ")[2] for s in alone if s["state"] == "running"}
    row("chips without a trigger", " / ".join(sorted(reasons)) or "not read", "polled, with the reason",
        bool(reasons) and all("attribute by attribute" in r and "trigger" in r for r in reasons))
    row("a chip comes: triggers, one for each device", notes["triggers"], "3", notes["triggers"] == "3")
    row("… and no more when the helper runs again", notes.get("triggers_again"), "3", notes.get("triggers_again") == "3")
    # At the configured rate, independent of the chips' own rates.
    asked = [float(rate) for rate in notes.get("trigger_rates", "").split()]
    row("… at the rates that are wanted", " ".join(f"{rate:g}" for rate in asked), "50 200 200", asked == [50, 200, 200])
    answers = list(chips("chips", "end"))
    is_read = lambda s: s["state"] == "running" and "attribute" not in s["detail"]
    moved = next((time for time, sources in answers if len(sources) == 3 and all(map(is_read, sources))), math.inf)
    row("… all are read from their buffers after", f"{(moved - events['chips']) / SECOND:.1f} s", "≤ 15 s",
        moved - events["chips"] <= 15 * SECOND)
    for source in answers[-1][1] if answers else []:
        rate, least = source["detail"].split(" Hz")[0], 40 if "hmc5883" in source["name"] else 120
        # An emulated processor sometimes needs longer than a timer's period for all three, which skips a sample.
        good = is_read(source) and float(rate) >= least
        row(f"… {source['name']}", f"{source['state']}: {source['detail']}", f"≥ {least} Hz", good)


def judge_unit():
    notes = words("notes")
    number = lambda key: float(notes.get(key) or "nan")
    row("kernel, systemd", f"{notes.get('kernel')}, {notes.get('systemd')}")
    row("runs as", notes.get("user"), "gnomon", notes.get("user") == "gnomon")
    row("capabilities", notes.get("capabilities"), "none", int(notes.get("capabilities") or "1", 16) == 0)
    row("systemd-analyze security", notes.get("security"), "≤ 1.5", number("security") <= 1.5)
    waited = notes.get("waited_pid") == notes.get("pid") and notes.get("waited_restarts") == "0"
    row(f"12 s without a sensor, the watchdog's being {notes.get('watchdog_us')}", "same process" if waited else "restarted",
        "same process", waited)
    calm = notes.get("calm_pid") == notes.get("pid") and notes.get("calm_restarts") == "0"
    row("all outages", "same process" if calm else "restarted", "same process", calm)
    row("systemctl stop", f"{notes.get('stop_ms')} ms, {notes.get('stop_result')}", "≤ 2000 ms",
        number("stop_ms") <= 2000 and notes.get("stop_result") == "success")
    row("kill -9: started again by systemd", notes.get("killed_restarts"), "1", notes.get("killed_restarts") == "1")
    before, after = read("saved-before"), read("saved-after")
    row("kill -9: files saved before it", f"{sum(1 for line in before if line in after)} of {len(before)} as they were", "all",
        bool(before) and all(line in after for line in before))
    crash = subprocess.run([GNOMON, "recording", "info", path("crash.gnomon")], capture_output=True, text=True)
    row("kill -9: the recording under way", "reads" if crash.returncode == 0 else crash.stderr.strip()[:60], "reads", crash.returncode == 0)
    row("gnomon-trigger.service", notes.get("trigger_result"), "success", notes.get("trigger_result") == "success")
    if "triggers" in notes:
        judge_chips(notes)
    else:
        row("timer triggers", "not in this kernel: skipped")
    row("failed units", notes.get("failed") or "none", "none", not notes.get("failed"))
    if "fault" in notes:
        row("fault", notes["fault"], "", False)


def main():
    judge_unit()
    fed, _ = measured(FED)
    got, fixes = measured(path("walk.gnomon")) if os.path.exists(path("walk.gnomon")) else ({tag: [] for tag in STEPS}, [])
    shift = judge_samples(fed, got)
    judge_fixes(fixes)
    judge_poses(fed, got, shift)
    judge_clock(fed)
    inertial, receiver = "accel|gyro|imu|magn", "gnss|gps|fix"
    judge_outage("IMU unplugged", "unplug", "plug", inertial, 12)
    judge_outage("sources asleep", "pause", "resume", inertial + "|" + receiver, 10)
    judge_outage("gpsd gone", "gpsd_stop", "gpsd_start", receiver, 8)
    calibrations.judge(OUT, GNOMON, words("notes"), row)
    if os.path.exists(path("rest.2.gnomon")):
        row("poses from before the new calibration to after it", f"at most {longest_gap('poses-rest'):.2f} s apart", "≤ 1 s", longest_gap("poses-rest") <= 1)
        judge_replayed("poses-rest", measured(path("rest.2.gnomon"))[0]["G"], "rest.2.gnomon", 15)
    chaos.judge(OUT, GNOMON, FED, words("notes"), row)
    width = max(len(what) for what, *_ in rows)
    figure = min(60, max(len(text) for _, text, *_ in rows))
    for what, text, bar, good in rows:
        print(f"{'  ' if good else '✘ '}{what:<{width}}  {text:<{figure}}  {bar}".rstrip())
    bad = sum(1 for *_, good in rows if not good)
    if not bad:
        print(f"rig: all {len(rows)} hold")
        sys.exit(0)
    # Last, where a log that was cut still has them, with what makes the same again.
    with open(path("settings")) as settings:
        print(f"rig: {len(rows) - bad} of {len(rows)} hold ({settings.read().strip()}); not:")
    group = ""
    for what, text, bar, good in rows:
        group = group if what.startswith("…") else what
        if not good:
            print(f"rig: ✘ {group}{what.removeprefix(group)}: {text}, {bar}".rstrip(", "))
    sys.exit(1)


main()
