#!/usr/bin/env python3
"""shoe_to_head.py SHOE_SOCKET HEAD_SOCKET [--utc]: gives a head-worn gnomond the path of one on the wearer's shoe.

The shoe's path is turned into the head's scene by the angle between the two scenes about up. The angle is estimated from the
direction of the gait as the head feels it (`gait` of the stream aids) and the direction in which the shoe went meanwhile; the
head's own path would agree with any angle as soon as it follows the shoe. See docs/shoe-and-head.md.
"""
import argparse, asyncio, bisect, collections, itertools, math, sys, time
import gnomon, gnomon.aio

RATE, LATE = 10, 0.3        # poses of the shoe a second; the age from which on one is not passed on, in seconds
WINDOW, LEAST_WAY = 2.5, 1  # of a direction of the gait, in seconds; meters in it that have a direction
BEGIN, END = math.radians(4), math.radians(8)  # sigma of the angle at which passing on begins, and ends
WALK, DRIFT, DRIFT_WALK = (math.radians(x) for x in (0.1, 1, 0.01))  # of the angle: °/√s, °/s at the start, °/s/√s
STANDING, RELEARNED = 5, math.radians(0.3)  # s without a gait, in which a gyroscope's bias may be learned; its change, °/s

AWAY = (gnomon.NotRunning, gnomon.ConnectionLost, TimeoutError)


def wrapped(angle):
    return math.remainder(angle, 2 * math.pi)


class Angle:
    """The turn from the shoe's scene to the head's, clockwise from above, and its drift: a Kalman filter of these two states."""

    def __init__(self):
        self.time, self.is_used, self.fused, self.refused, self.in_a_row = None, False, 0, 0, 0

    def at(self, moment):
        """Angle and sigma at a time after the last measurement."""
        t = moment - self.time
        variance = self.p00 + 2 * t * self.p01 + t * t * self.p11 + WALK**2 * max(t, 0)
        return self.value + self.drift * t, math.sqrt(max(variance, 0))

    def add(self, moment, measured, variance):
        if self.time is None or self.in_a_row >= 5:  # five refusals in a row: it is the angle that is wrong
            self.__init__()
            self.time, self.value, self.drift = moment, measured, 0.0
            self.p00, self.p01, self.p11 = variance, 0.0, DRIFT**2
            return
        (value, sigma), t, self.time = self.at(moment), moment - self.time, moment
        self.value, self.p00, self.p01 = value, sigma**2, self.p01 + t * self.p11
        self.p11 += DRIFT_WALK**2 * max(t, 0) + (RELEARNED**2 if t > STANDING else 0)
        innovation, total = wrapped(measured - value), self.p00 + variance
        if innovation**2 > 9 * total:
            self.refused, self.in_a_row = self.refused + 1, self.in_a_row + 1
            return
        self.fused, self.in_a_row = self.fused + 1, 0
        gain, gain_of_drift = self.p00 / total, self.p01 / total
        self.value, self.drift = value + gain * innovation, self.drift + gain_of_drift * innovation
        self.p11 -= gain_of_drift * self.p01
        self.p00, self.p01 = (1 - gain) * self.p00, (1 - gain) * self.p01

    def words(self):
        if self.time is None:
            return "angle unknown: no gait so far"
        value, sigma, drift = (math.degrees(x) for x in (wrapped(self.value), math.sqrt(self.p00), self.drift))
        return f"angle {value:.1f} ± {sigma:.1f}°, drift {drift:.2f} °/s, {self.fused} gaits, {self.refused} refused"

    def usable(self, moment):
        """The angle at a time, or None as long as it is not known well enough."""
        if self.time is None:
            return None
        value, sigma = self.at(moment)
        self.is_used = sigma < (END if self.is_used else BEGIN)
        return value if self.is_used else None


class Way:
    """The shoe's path of the last seconds, in the head's time."""

    def __init__(self):
        self.times, self.places, self.stride, self.swing, self.is_swinging = [], [], 1.1, None, False

    def add(self, moment, place, speed):
        if self.times and not 0 < moment - self.times[-1] < LATE:
            self.__init__()
        self.times.append(moment)
        self.places.append(place)
        del self.times[:-8 * RATE], self.places[:-8 * RATE]
        if speed > 0.8 and not self.is_swinging:  # m/s: the foot is swung, once a stride
            if self.swing and 0.6 < moment - self.swing < 2:
                self.stride = moment - self.swing
            self.swing = moment
        self.is_swinging = speed > (0.3 if self.is_swinging else 0.8)

    def at(self, moment):
        i = bisect.bisect(self.times, moment)
        if i == 0 or i == len(self.times):
            return self.places[-1] if self.times and moment == self.times[-1] else None
        before, after = self.times[i - 1 : i + 1]
        share = (moment - before) / (after - before)
        return tuple(a + share * (b - a) for a, b in zip(self.places[i - 1], self.places[i]))

    def azimuth(self, begin, end):
        """The direction of the way between two times; None if it is too short, or not known."""
        a, b = self.at(begin), self.at(end)
        if not a or not b or math.hypot(b[0] - a[0], b[2] - a[2]) < LEAST_WAY:
            return None
        return math.atan2(b[0] - a[0], a[2] - b[2])

    def body(self):
        """Where the body is: a shoe goes twice as fast and stands in turn; its mean over a stride is half a stride behind."""
        now = self.times[-1]  # there is one: `add` came first
        places = [self.at(now - self.stride * (i + 0.5) / 20) for i in range(20)]
        begin = self.at(now - self.stride)
        if not begin or None in places:
            return None
        return tuple(sum(p[i] for p in places) / 20 + (self.places[-1][i] - begin[i]) / 2 for i in range(3))


def turned_back(angle, q):
    """The orientation q, seen from a scene from which a clockwise turn by `angle` about up leads to q's own."""
    s, c = math.sin(angle / 2), math.cos(angle / 2)
    return {"x": c * q.x + s * q.z, "y": c * q.y + s * q.w, "z": c * q.z - s * q.x, "w": c * q.w - s * q.y}


class Bridge:
    def __init__(self, shoe, head, by_utc):
        self.shoe, self.head, self.by_utc = shoe, head, by_utc
        self.angle, self.way = Angle(), Way()
        self.ahead = None  # the head's clock minus the shoe's, in nanoseconds
        self.poses, self.is_new = collections.deque(), asyncio.Event()  # of the shoe, not pushed yet
        self.gaits = []  # the time of each, its azimuth in the head's scene and the variance, until the shoe's way is as long
        self.scenes, self.utc, self.counts = {}, {}, collections.Counter()

    async def compare_clocks(self):
        """Compares both clocks with this machine's, each by the quickest of eight calls; the error is below half its time."""
        async def ahead(client):
            calls = []
            for _ in range(8):
                begin = time.monotonic_ns()
                now = (await client.tracking.get_status()).time_boot_ns
                end = time.monotonic_ns()
                calls.append((end - begin, now - (begin + end) // 2))
            return min(calls)[1]
        try:
            if self.by_utc:
                head = await self.head.pose()
                return self.read_utc("head", head) if head else None
            self.ahead = await ahead(self.head) - await ahead(self.shoe)
        except AWAY:
            pass  # the last comparison holds

    def read_utc(self, name, pose):
        if self.by_utc and pose.time_utc_ns:  # null before the first fix
            self.utc[name] = pose.time_utc_ns - pose.time_boot_ns
            if len(self.utc) == 2:
                self.ahead = self.utc["shoe"] - self.utc["head"]

    async def check_scene(self, name, client, stream, scene_id):
        """Begins again when a daemon has, or its scene: the angle is that of two scenes. A connection alone does not matter."""
        connections, started, scene = self.scenes.get(name, (0, None, None))
        if (connections, scene) == (stream.connections, scene_id):
            return
        try:
            began = (await client.control.get_info()).started_boot_ns
        except AWAY:
            return
        if started and (started, scene) != (began, scene_id):
            self.angle, self.way, self.gaits = Angle(), Way(), []
        self.scenes[name] = (stream.connections, began, scene_id)
        await self.compare_clocks()

    async def follow_head(self):
        """Collects the directions of the gait."""
        stream, own, last = self.head.tracking.subscribe(["aids", "alignment"], rate_hz=4), None, None
        async for reply in stream:
            if alignment := reply.alignment:
                own = None if alignment.is_pinned else alignment.yaw_deg
            if not reply.aids or own is None:
                continue
            await self.check_scene("head", self.head, stream, reply.aids.scene_id)
            gait = next((aid for aid in reply.aids.aids if aid.name == "gait"), None)
            if not gait or gait.state != "fusing" or gait.fused_boot_ns == last or self.ahead is None:
                continue
            last = gait.fused_boot_ns
            # The aids have azimuths of the filter's own axes; both these and the scene's lead to the same north. In degrees.
            yaw = next(state.value for state in reply.aids.states if state.name == "yaw")
            felt, variance = math.radians(gait.observation[0] + yaw - own), gait.variance[0] * math.radians(1)**2
            self.gaits = self.gaits[-20:] + [(last / 1e9, felt, variance)]

    async def follow_shoe(self):
        """Keeps the shoe's way, and the poses for `push_poses`."""
        stream = self.shoe.poses(RATE)
        async for pose in stream:
            await self.check_scene("shoe", self.shoe, stream, pose.scene_id)
            self.read_utc("shoe", pose)
            if self.ahead is None:
                await self.compare_clocks()
                continue
            moment = pose.time_boot_ns + self.ahead
            seconds, place = moment / 1e9, (pose.position.x, pose.position.y, pose.position.z)
            self.way.add(seconds, place, math.hypot(pose.velocity.x, pose.velocity.z))
            while self.gaits and self.gaits[0][0] <= seconds:
                end, felt, variance = self.gaits.pop(0)
                walked = self.way.azimuth(end - WINDOW, end)
                if walked is not None:
                    self.angle.add(end, wrapped(felt - walked), variance)
            body, is_lost = self.way.body(), any(reason != "saturated" for reason in pose.tracking.reasons)
            if is_lost:
                body, self.way = place, Way()
            self.poses.append((moment, body, is_lost))
            self.is_new.set()

    async def push_poses(self):
        while await self.is_new.wait():
            while len(self.poses) > 2 * RATE:  # the head is slow, or away
                self.poses.popleft()
                self.counts["late"] += 1
            try:
                if self.poses:
                    self.counts[await self.push(*self.poses.popleft())] += 1
                else:
                    self.is_new.clear()
            except gnomon.NotPermitted as error:
                sys.exit(f"shoe_to_head: {error}: run as root or add your user to Socket.OdometryUsers of the head")
            except (gnomon.RemoteError, *AWAY) as error:
                self.counts[f"failed with {type(error).__name__}"] += 1

    async def push(self, moment, body, is_lost):
        """Passes a pose on; returns what became of it."""
        angle = self.angle.usable(moment / 1e9)
        if angle is None or body is None:
            return "angle unknown" if angle is None else "way too short"
        for _ in range(100):  # 2 s: the head may not be as far, above all in a replay
            then = await self.head.tracking.get_pose(moment)
            if then.kind not in ("predicted", "stale"):
                break
            await asyncio.sleep(0.02)
        if not then.pose or not -LATE * 1e9 < then.offset_ns <= 0:
            return "late" if not then.pose or then.offset_ns <= 0 else "early"
        await self.head.tracking.push_odometry(
            moment, dict(zip("xyz", body)), turned_back(angle, then.pose.orientation), 0 if is_lost else 1)
        return "shoe lost" if is_lost else "pushed"

    async def report(self):
        for second in itertools.count():
            await asyncio.sleep(1)
            if second % 60 == 59:
                await self.compare_clocks()
            if second % 5 == 4:
                print(self.angle.words(), *(f"{name} {count}" for name, count in self.counts.items()), sep=", ", flush=True)


async def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shoe", help="socket of the shoe's gnomond")
    parser.add_argument("head", help="socket of the head's gnomond")
    parser.add_argument("--utc", action="store_true", help="compare the clocks by civil time, of two receivers or replays")
    given = parser.parse_args()
    async with gnomon.aio.Client(given.shoe) as shoe, gnomon.aio.Client(given.head) as head:
        bridge = Bridge(shoe, head, given.utc)
        await asyncio.gather(bridge.follow_head(), bridge.follow_shoe(), bridge.push_poses(), bridge.report())


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except gnomon.NotRunning as error:
        sys.exit(f"shoe_to_head: {error}")
    except KeyboardInterrupt:
        pass
