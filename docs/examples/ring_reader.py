#!/usr/bin/env python3
"""ring_reader.py FILE [AHEAD_MS [COUNT]]: prints the pose of gnomond's ring, predicted to AHEAD_MS from now, COUNT times (60).

The class Ring needs only Python's standard library (docs/outlets.md describes the bytes). A line: the time, the kind of the answer,
the orientation x y z w, the position, the place; or why there is no pose.
"""
import functools, math, operator, os, struct, sys, time

HEADER = struct.Struct("<8sIIIIQddIIq")
ENTRY = struct.Struct("<Qq26dIIqQQ")
WORDS = struct.Struct("<32Q")


class Pose:
    def __init__(self, fields):
        (self.time_boot_ns, *numbers, self.scene_id, self.flags, self.time_utc_ns, _, _) = fields[1:]
        self.orientation, self.position = list(numbers[0:4]), list(numbers[4:7])
        self.velocity, self.rate, self.acceleration = list(numbers[7:10]), list(numbers[10:13]), list(numbers[13:16])
        (self.yaw, self.yaw_sigma, self.latitude_deg, self.longitude_deg, self.height, self.horizontal_accuracy,
         self.vertical_accuracy, self.tilt_sigma, self.heading, self.heading_95) = numbers[16:26]


def product(a, b):
    (ax, ay, az, aw), (bx, by, bz, bw) = a, b
    return [aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz]


def turned(q, r):
    """The orientation after a rotation vector in the body's axes."""
    angle = math.sqrt(sum(x * x for x in r))
    factor = 0.5 if angle < 1e-9 else math.sin(angle / 2) / angle
    return product(q, [x * factor for x in r] + [math.cos(angle / 2)])


class Ring:
    def __init__(self, path):
        self.file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        head = os.pread(self.file, 128, 0)
        if len(head) < 128 or head[:8] != b"GNOMONPR":
            raise ValueError(f"{path}: no ring of gnomond")
        (_, version, start, size, self.capacity, _, self.longest, self.fading, _, _, _) = HEADER.unpack_from(head)
        if version != 1:
            raise ValueError(f"{path}: version {version} of the layout; this reader knows version 1")
        if (start, size) != (128, 256) or os.fstat(self.file).st_size < 128 + 256 * self.capacity:
            raise ValueError(f"{path}: the file is cut off or not sound")

    def close(self):
        os.close(self.file)

    @property
    def is_replaced(self):
        """Whether the daemon has started again or ended: open the file again."""
        return os.fstat(self.file).st_nlink == 0

    @property
    def count(self):
        return struct.unpack("<Q", os.pread(self.file, 8, 24))[0]

    def read(self, number):
        """Pose `number`; None if it is not written yet, is being written, or has been overwritten."""
        entry = os.pread(self.file, 256, 128 + 256 * (number % self.capacity))
        words = WORDS.unpack(entry)
        if words[0] != 2 * number + 2 or functools.reduce(operator.xor, words) != 0:
            return None
        return Pose(ENTRY.unpack(entry))

    def latest(self):
        for _ in range(8):
            count = self.count
            pose = self.read(count - 1) if count else None
            if pose:
                return pose
        return None

    def pose_at(self, boot_ns):
        """(kind, pose) at a time of CLOCK_BOOTTIME: exact, interpolated, predicted; stale with the newest pose; none."""
        pose = self.latest()
        if pose is None:
            return "none", None
        if boot_ns == pose.time_boot_ns:
            return "exact", pose
        if boot_ns > pose.time_boot_ns:
            return self.predicted(pose, boot_ns)
        count = self.count
        low, high, later = max(0, count - self.capacity + 1), count - 1, None
        while low <= high:
            middle = (low + high) // 2
            known = self.read(middle)
            if known is None or known.time_boot_ns <= boot_ns:
                low = middle + 1
            else:
                later, high = known, middle - 1
        pose = self.read(low - 1) if low > 0 else None
        if pose is None or later is None or pose.time_boot_ns > boot_ns:
            return "none", None
        if pose.time_boot_ns == boot_ns:
            return "exact", pose
        if pose.scene_id != later.scene_id:
            return "none", None
        return "interpolated", self.between(pose, later, boot_ns)

    def predicted(self, pose, boot_ns):
        h = (boot_ns - pose.time_boot_ns) * 1e-9
        if h > self.longest:
            return "stale", pose
        fade = -math.expm1(-h / self.fading) if self.fading > 0 else 0.0
        turn = [w * h + a * self.fading * (h - self.fading * fade) for w, a in zip(pose.rate, pose.acceleration)]
        pose.orientation = turned(pose.orientation, turn)
        pose.position = [p + v * h for p, v in zip(pose.position, pose.velocity)]
        pose.time_boot_ns = boot_ns
        return "predicted", pose

    @staticmethod
    def between(pose, later, boot_ns):
        fraction = (boot_ns - pose.time_boot_ns) / (later.time_boot_ns - pose.time_boot_ns)
        x, y, z, w = pose.orientation
        step = product([-x, -y, -z, w], later.orientation)
        sign = -1 if step[3] < 0 else 1
        sine = math.sqrt(sum(part * part for part in step[:3]))
        factor = 2 if sine < 1e-9 else 2 * math.atan2(sine, sign * step[3]) / sine
        pose.orientation = turned(pose.orientation, [sign * part * factor * fraction for part in step[:3]])
        pose.position = [p + (q - p) * fraction for p, q in zip(pose.position, later.position)]
        pose.time_boot_ns = boot_ns
        return pose


def main():
    path, ahead = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 20.0
    try:
        ring = Ring(path)
    except (OSError, ValueError) as fault:
        sys.exit(f"ring_reader: {fault}")
    for _ in range(int(sys.argv[3]) if len(sys.argv) > 3 else 60):
        kind, pose = ring.pose_at(time.clock_gettime_ns(time.CLOCK_BOOTTIME) + int(ahead * 1e6))
        if kind in ("none", "stale"):
            print(f"{kind}: no pose for that time; draw nothing that may be wrong", flush=True)
        else:
            print(pose.time_boot_ns, kind, *(f"{x:.6f}" for x in pose.orientation + pose.position),
                  f"{pose.latitude_deg:.7f} {pose.longitude_deg:.7f}", flush=True)
        time.sleep(1 / 60)
        if ring.is_replaced:
            sys.exit("ring_reader: the daemon has ended or started again; open the ring again")


if __name__ == "__main__":
    main()
