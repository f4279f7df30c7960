#!/usr/bin/env node
// ring_reader.mjs FILE [AHEAD_MS [COUNT]]: prints the pose of gnomond's ring, predicted to AHEAD_MS from now, COUNT times (60).
//
// Plain node, without packages and native parts: `fs.readSync` of a file in memory (docs/outlets.md describes the bytes).

import fs from "node:fs";
import { pathToFileURL } from "node:url";

const product = ([ax, ay, az, aw], [bx, by, bz, bw]) => [
  aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz,
];

/** The orientation after a rotation vector in the body's axes. */
function turned(q, r) {
  const angle = Math.hypot(...r), factor = angle < 1e-9 ? 0.5 : Math.sin(angle / 2) / angle;
  return product(q, [...r.map((x) => x * factor), Math.cos(angle / 2)]);
}

export class Ring {
  constructor(path) {
    this.file = fs.openSync(path, "r");
    const head = Buffer.alloc(128);
    if (fs.readSync(this.file, head, 0, 128, 0) < 128 || head.toString("latin1", 0, 8) !== "GNOMONPR") {
      throw new Error(`${path}: no ring of gnomond`);
    }
    const version = head.readUInt32LE(8);
    if (version !== 1) throw new Error(`${path}: version ${version} of the layout; this reader knows version 1`);
    this.capacity = head.readUInt32LE(20);
    this.longest = head.readDoubleLE(32);
    this.fading = head.readDoubleLE(40);
    const isSound = head.readUInt32LE(12) === 128 && head.readUInt32LE(16) === 256;
    if (!isSound || fs.fstatSync(this.file).size < 128 + 256 * this.capacity) {
      throw new Error(`${path}: the file is cut off or not sound`);
    }
    this.entry = Buffer.alloc(256);
    this.number = Buffer.alloc(8);
  }

  /** Whether the daemon has started again or ended: open the file again. */
  get isReplaced() { return fs.fstatSync(this.file).nlink === 0; }

  get count() {
    fs.readSync(this.file, this.number, 0, 8, 24);
    return this.number.readBigUInt64LE(0);
  }

  /** Pose `number`, a BigInt; null if it is not written yet, is being written, or has been overwritten. */
  read(number) {
    const e = this.entry;
    fs.readSync(this.file, e, 0, 256, 128 + 256 * Number(number % BigInt(this.capacity)));
    let low = 0, high = 0;
    for (let at = 0; at < 256; at += 8) {
      low ^= e.readUInt32LE(at);
      high ^= e.readUInt32LE(at + 4);
    }
    if (e.readBigUInt64LE(0) !== 2n * number + 2n || low !== 0 || high !== 0) return null;
    const numbers = (at, count) => Array.from({ length: count }, (_, i) => e.readDoubleLE(at + 8 * i));
    return {
      time: e.readBigInt64LE(8), orientation: numbers(16, 4), position: numbers(48, 3), velocity: numbers(72, 3),
      rate: numbers(96, 3), acceleration: numbers(120, 3), yaw: e.readDoubleLE(144), yawSigma: e.readDoubleLE(152),
      latitude: e.readDoubleLE(160), longitude: e.readDoubleLE(168), height: e.readDoubleLE(176),
      scene: e.readUInt32LE(224), flags: e.readUInt32LE(228),
    };
  }

  latest() {
    for (let attempt = 0; attempt < 8; attempt++) {
      const count = this.count, pose = count > 0n ? this.read(count - 1n) : null;
      if (pose) return pose;
    }
    return null;
  }

  /** The kind and the pose at a time of CLOCK_BOOTTIME, in nanoseconds as a BigInt. */
  poseAt(time) {
    let pose = this.latest();
    if (!pose) return { kind: "none" };
    if (time === pose.time) return { kind: "exact", pose };
    if (time > pose.time) {
      const h = Number(time - pose.time) * 1e-9, T = this.fading;
      if (h > this.longest) return { kind: "stale", pose };
      const fade = T > 0 ? -Math.expm1(-h / T) : 0;
      const turn = pose.rate.map((w, i) => w * h + pose.acceleration[i] * T * (h - T * fade));
      const position = pose.position.map((p, i) => p + pose.velocity[i] * h);
      return { kind: "predicted", pose: { ...pose, time, position, orientation: turned(pose.orientation, turn) } };
    }
    const count = this.count, size = BigInt(this.capacity);
    let low = count > size - 1n ? count - size + 1n : 0n, high = count - 1n, later = null;
    while (low <= high) {
      const middle = (low + high) / 2n, known = this.read(middle);
      if (!known || known.time <= time) low = middle + 1n;
      else [later, high] = [known, middle - 1n];
    }
    pose = low > 0n ? this.read(low - 1n) : null;
    if (!pose || !later || pose.time > time) return { kind: "none" };
    if (pose.time === time) return { kind: "exact", pose };
    if (pose.scene !== later.scene) return { kind: "none" };
    const fraction = Number(time - pose.time) / Number(later.time - pose.time), [x, y, z, w] = pose.orientation;
    const step = product([-x, -y, -z, w], later.orientation), sign = step[3] < 0 ? -1 : 1;
    const sine = Math.hypot(step[0], step[1], step[2]);
    const factor = (sine < 1e-9 ? 2 : (2 * Math.atan2(sine, sign * step[3])) / sine) * sign * fraction;
    const position = pose.position.map((p, i) => p + (later.position[i] - p) * fraction);
    const orientation = turned(pose.orientation, step.slice(0, 3).map((part) => part * factor));
    return { kind: "interpolated", pose: { ...pose, time, position, orientation } };
  }
}

/**
 * CLOCK_BOOTTIME minus CLOCK_MONOTONIC, which node has as `process.hrtime`: the time that the machine has slept. The uptime of the
 * kernel is CLOCK_BOOTTIME in steps of 10 ms, so it is read until it steps. `GetStatus` of the daemon has the same number.
 */
export function bootOffset() {
  const uptime = () => fs.readFileSync("/proc/uptime", "latin1").split(" ")[0];
  const before = uptime();
  let now = before;
  while (now === before) now = uptime();
  return BigInt(Math.round(Number(now) * 100)) * 10_000_000n - process.hrtime.bigint();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const ahead = BigInt(Math.round(Number(process.argv[3] ?? 20) * 1e6));
  let left = Number(process.argv[4] ?? 60), ring;
  try {
    ring = new Ring(process.argv[2]);
  } catch (fault) {
    console.error(`ring_reader: ${fault.message}`);
    process.exit(1);
  }
  const offset = bootOffset();
  const timer = setInterval(() => {
    const { kind, pose } = ring.poseAt(process.hrtime.bigint() + offset + ahead);
    if (kind === "none" || kind === "stale") console.log(`${kind}: no pose for that time; draw nothing that may be wrong`);
    else {
      const numbers = [...pose.orientation, ...pose.position].map((x) => x.toFixed(6)).join(" ");
      console.log(`${pose.time} ${kind} ${numbers} ${pose.latitude.toFixed(7)} ${pose.longitude.toFixed(7)}`);
    }
    if (ring.isReplaced) {
      console.error("ring_reader: the daemon has ended or started again; open the ring again");
      process.exit(1);
    }
    if (--left <= 0) clearInterval(timer);
  }, 1000 / 60);
}
