#!/usr/bin/env node
// client.mjs: a client of gnomond for node, without packages.
//
//     node client.mjs [SOCKET [LINES]]
//
// Prints the wearer's heading and the direction of the nearest place about twice a second, until interrupted or after LINES
// lines: the time, the scene, degrees with their 1 σ, metres; turn is from the line of sight, positive to the right.
//
//     pose 691.407868977 scene 0: heading 116.4 ± 4.5, drawn 116.1, localized
//     nearest 691.423868977 scene 0: Old harbour: azimuth 49.6 ± 4.6, elevation 0.0, distance 216.1, turn -66.8

import net from "node:net";

/** A subscription: a connection of its own, on which the daemon goes on answering one call. */
function subscribe(path, method, parameters, take) {
  return new Promise((_, reject) => {
    const socket = net.connect(path);
    let rest = Buffer.alloc(0);
    socket.on("connect", () => socket.write(JSON.stringify({ method, parameters, more: true }) + "\0"));
    socket.on("data", (chunk) => {
      // Split bytes first, then decode: a character may arrive in two pieces.
      rest = Buffer.concat([rest, chunk]);
      for (let end; (end = rest.indexOf(0)) >= 0; rest = rest.subarray(end + 1)) {
        const reply = parse(rest.subarray(0, end).toString("utf8"));
        if (reply.error) {
          console.error(`client: ${reply.error} ${JSON.stringify(reply.parameters ?? {})}`);
          process.exit(1);
        }
        take(reply.parameters);
      }
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("the daemon has closed the connection")));
    subscribe.sockets.add(socket);
  });
}
subscribe.sockets = new Set();

/** A moment in nanoseconds is more than a double may hold: it becomes a BigInt. */
function parse(text) {
  return JSON.parse(text.replace(/("time_boot_ns"\s*:\s*)(\d+)/g, '$1"$2"'), (name, value) =>
    name === "time_boot_ns" && typeof value === "string" ? BigInt(value) : value);
}

// The key of a section's items; if a section is an object, the list in it.
const NAMES = {
  placements: ["layer", "id"], arrows: ["number"], markers: ["length", "kind"], anchors: ["owner", "id"],
  radar: ["layer", "id"],
};
const LISTS = { arrows: "arrows", radar: "marks" };

/** The whole frame, of the one before and what has changed since. */
function applied(held, frame) {
  if (frame.is_full) return frame;
  const whole = { ...held, ...frame, fault: frame.fault ?? null, is_full: true };
  for (const [section, names] of Object.entries(NAMES)) {
    const old = held[section], next = frame[section], inner = LISTS[section];
    if (old == null || next == null) continue; // left out: unchanged; null: empty
    const key = (item) => JSON.stringify(typeof item === "object" ? names.map((name) => item[name]) : [item]);
    const items = new Map((inner ? old[inner] : old).map((item) => [key(item), item]));
    for (const gone of frame.left?.[section] ?? []) items.delete(key(gone));
    for (const item of inner ? next[inner] : next) items.set(key(item), item);
    const order = (item) => item.rank ?? item.number ?? item.length ?? 0;
    const sorted = [...items.values()].sort((a, b) => order(a) - order(b));
    whole[section] = inner ? { ...next, [inner]: sorted } : sorted;
  }
  return whole;
}

const degrees = 180 / Math.PI;
const azimuth = (x, z) => (Math.atan2(x, -z) * degrees + 360) % 360;
/** Where the body's -z, turned into the scene (x east, y up, z south), points. */
const looking = (q) => azimuth(-2 * (q.x * q.z + q.w * q.y), -1 + 2 * (q.x ** 2 + q.y ** 2));
const seconds = ({ time_boot_ns: time }) => `${time / 1000000000n}.${String(time % 1000000000n).padStart(9, "0")}`;

class Client {
  scene = null; pose = null; alignment = null; frame = null; poses = 0;

  constructor(say) { this.say = say; }

  take(message) {
    const news = message.pose ?? message.alignment;
    if (news && news.scene_id !== this.scene) {
      // Points of the old scene have no meaning in the new one.
      if (this.scene !== null) this.say(`scene ${news.scene_id}: begun`);
      [this.scene, this.pose, this.alignment] = [news.scene_id, null, null];
    }
    if (message.alignment) this.alignment = message.alignment;
    if (message.pose) {
      this.pose = message.pose;
      if (this.poses++ % 15 === 0) this.say(this.heading());
    }
    if (message.frame) {
      this.frame = applied(this.frame, message.frame);
      this.say(this.nearest());
    }
  }

  heading() {
    const { pose } = this, { tracking, localization } = pose;
    const line = `pose ${seconds(pose)} scene ${pose.scene_id}: heading `;
    if (pose.heading_deg == null || tracking.state !== "normal")
      return [line + "unknown", ...tracking.reasons, ...localization.reasons].join(", ");
    const words = [`${line}${pose.heading_deg.toFixed(1)} ± ${pose.heading_sigma_deg?.toFixed(1) ?? "unknown"}`];
    // For drawing: the applied alignment follows the target without a jump.
    if (this.alignment)
      words.push(`drawn ${((looking(pose.orientation) + this.alignment.applied_yaw_deg + 720) % 360).toFixed(1)}`);
    words.push([localization.state, ...localization.reasons].join("+"));
    return words.join(", ");
  }

  nearest() {
    const { frame, pose } = this;
    const line = `nearest ${seconds(frame)} scene ${frame.scene_id}: `;
    if (frame.is_stale || frame.status.state !== "shown") return `${line}nothing to draw, ${frame.status.reason ?? "stale"}`;
    if (!frame.placements?.length) return line + "no place in range";
    const place = frame.placements[0];
    const words = [
      `${line}${place.name}: azimuth ${place.azimuth_deg.toFixed(1)} ± ${place.azimuth_sigma_deg.toFixed(1)}`,
      `elevation ${place.elevation_deg.toFixed(1)}`, `distance ${place.distance.toFixed(1)}`,
    ];
    if (pose && pose.scene_id === frame.scene_id) {
      // Points are scene coordinates and are drawn unchanged, without the alignment.
      const seen = azimuth(place.point.x - pose.position.x, place.point.z - pose.position.z);
      words.push(`turn ${((seen - looking(pose.orientation) + 540) % 360 - 180).toFixed(1)}`);
    }
    return words.join(", ");
  }
}

const path = process.argv[2] ?? process.env.GNOMON_SOCKET ?? "/run/gnomon/gnomon.sock";
let left = Number(process.argv[3] ?? Infinity);
while (left > 0) {
  const client = new Client((line) => {
    if (left-- > 0) console.log(line);
    if (left <= 0) process.exit(0);
  });
  try {
    // Two streams, two connections.
    await Promise.race([
      subscribe(path, "org.gnomon.Tracking.Subscribe", { streams: ["pose", "alignment"], rate_hz: 30 },
        (message) => client.take(message)),
      subscribe(path, "org.gnomon.Scene.Subscribe", { include: ["placements"], rate_hz: 2 },
        (message) => client.take(message)),
    ]);
  } catch (error) {
    console.error(`client: ${error.message}; trying again`);
    for (const socket of subscribe.sockets) socket.destroy();
    subscribe.sockets.clear();
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
