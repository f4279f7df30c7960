// The eye: a pinhole whose axes are the body's (x right, y up, z back), at a pose in the scene (x east, y up, z south).

/** v turned by the unit quaternion q: v + 2w(u × v) + 2u × (u × v). */
export function turned(q, v) {
  const x = q.y * v.z - q.z * v.y, y = q.z * v.x - q.x * v.z, z = q.x * v.y - q.y * v.x;
  return {
    x: v.x + 2 * (q.w * x + q.y * z - q.z * y),
    y: v.y + 2 * (q.w * y + q.z * x - q.x * z),
    z: v.z + 2 * (q.w * z + q.x * y - q.y * x),
  };
}

const back = q => ({x: -q.x, y: -q.y, z: -q.z, w: q.w});

/** Between two poses, or a little beyond them: positions along the line, rotations along the chord. */
function between(a, b, share) {
  const mix = (p, q) => p + (q - p) * share, sign =
    a.orientation.x * b.orientation.x + a.orientation.y * b.orientation.y + a.orientation.z * b.orientation.z +
    a.orientation.w * b.orientation.w < 0 ? -1 : 1;
  const q = {};
  for (const axis of "xyzw") q[axis] = mix(a.orientation[axis], sign * b.orientation[axis]);
  const norm = Math.hypot(q.x, q.y, q.z, q.w) || 1;
  for (const axis of "xyzw") q[axis] /= norm;
  const position = {};
  for (const axis of "xyz") position[axis] = mix(a.position[axis], b.position[axis]);
  return {...b, orientation: q, position};
}

/** The last poses, to find that of a frame's moment: frames and poses come on grids of their own. */
export class Poses {
  #poses = [];

  add(pose) {
    const last = this.#poses.at(-1);
    if (last && (last.scene_id !== pose.scene_id || pose.time_boot_ns <= last.time_boot_ns)) this.#poses = [];
    this.#poses.push(pose);
    if (this.#poses.length > 64) this.#poses.shift();
  }
  clear() { this.#poses = []; }
  get last() { return this.#poses.at(-1); }

  /** null where there is none of that scene about then. */
  at(time, scene) {
    const poses = this.#poses;
    if (!poses.length || poses.at(-1).scene_id !== scene) return null;
    let index = poses.length - 1;
    while (index > 0 && poses[index - 1].time_boot_ns >= time) index--;
    const after = poses[index], before = poses[index - 1] ?? after;
    const span = after.time_boot_ns - before.time_boot_ns;
    if (span <= 0) return after;
    return between(before, after, Math.min(1.5, Math.max(0, (time - before.time_boot_ns) / span)));
  }
}

export class Camera {
  constructor(viewport, pose, alignment) {
    this.width = viewport.width;
    this.height = viewport.height;
    this.focal = viewport.width / (2 * Math.tan(viewport.fieldOfView * Math.PI / 360));
    this.x = viewport.width / 2;
    this.y = viewport.height / 2;
    this.position = pose.position;
    this.inverse = back(pose.orientation);
    /** What is drawn lies by this yaw: true azimuth = scene azimuth + yaw. */
    this.yaw = (alignment?.applied_yaw_deg ?? 0) * Math.PI / 180;
    const ahead = turned(pose.orientation, {x: 0, y: 0, z: -1});
    this.heading = Math.atan2(ahead.x, -ahead.z) + this.yaw;
    /** Up, as the display has it. */
    this.up = turned(this.inverse, {x: 0, y: 1, z: 0});
  }

  /** In the display's axes. */
  seen(point) {
    return turned(this.inverse, {x: point.x - this.position.x, y: point.y - this.position.y, z: point.z - this.position.z});
  }
  /** On the screen; null behind the eye. */
  onScreen(seen) {
    return seen.z > -0.05 ? null : {x: this.x - this.focal * seen.x / seen.z, y: this.y + this.focal * seen.y / seen.z};
  }
  /** A polygon of the scene on the screen, without its part behind the eye; empty if nothing is left. */
  clip(points) {
    const near = -0.15, seen = points.map(point => this.seen(point)), kept = [];
    seen.forEach((to, index) => {
      const from = seen.at(index - 1);
      if ((from.z > near) !== (to.z > near)) {
        const share = (near - from.z) / (to.z - from.z);
        kept.push({x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, z: near});
      }
      if (to.z <= near) kept.push(to);
    });
    return kept.map(point => this.onScreen(point));
  }
  project(point) { return this.onScreen(this.seen(point)); }

  /** The point of the scene in a true direction, in degrees, at a distance. */
  point(azimuth, elevation, distance) {
    const angle = azimuth * Math.PI / 180 - this.yaw, rise = elevation * Math.PI / 180, level = distance * Math.cos(rise);
    const {x, y, z} = this.position;
    return {x: x + level * Math.sin(angle), y: y + distance * Math.sin(rise), z: z - level * Math.cos(angle)};
  }
  /** Where a true azimuth and elevation are seen, in degrees. */
  towards(azimuth, elevation) {
    const angle = azimuth * Math.PI / 180 - this.yaw, rise = elevation * Math.PI / 180;
    return this.onScreen(turned(this.inverse, {
      x: Math.sin(angle) * Math.cos(rise), y: Math.sin(rise), z: -Math.cos(angle) * Math.cos(rise),
    }));
  }
}
