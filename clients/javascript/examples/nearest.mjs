// nearest.mjs [SOCKET [LINES]]: prints the wearer's heading and the direction of the nearest place about twice a second, until
// interrupted or after LINES lines: the time, the scene, degrees with their 1 σ, meters; turn is from the line of sight, positive to
// the right.
//
//     pose 691.407868977 scene 0: heading 116.4 ± 4.5, drawn 116.1, localized
//     nearest 691.423868977 scene 0: Old harbour: azimuth 49.6 ± 4.6, elevation 0.0, distance 216.1, turn -66.8

import { Client, geo } from "gnomon-client";

const seconds = ({ time_boot_ns: time }) => `${time / 1000000000n}.${String(time % 1000000000n).padStart(9, "0")}`;

class Display {
  scene = null;
  pose = null;
  alignment = null;
  poses = 0;

  constructor(lines) {
    this.left = lines;
  }

  print(line) {
    if (this.left-- > 0) console.log(line);
    if (this.left <= 0) process.exit(0);
  }

  /** A pose or an alignment. */
  add({ pose, alignment }) {
    const news = pose ?? alignment;
    if (news.scene_id !== this.scene) {
      // Points of the old scene have no meaning in the new one.
      if (this.scene !== null) this.print(`scene ${news.scene_id}: begun`);
      [this.scene, this.pose, this.alignment] = [news.scene_id, null, null];
    }
    this.alignment = alignment ?? this.alignment;
    if (pose) {
      this.pose = pose;
      if (this.poses++ % 15 === 0) this.print(this.heading());
    }
  }

  heading() {
    const { pose, alignment } = this, state = pose.localization;
    const line = `pose ${seconds(pose)} scene ${pose.scene_id}: `;
    if (pose.heading_deg == null || pose.tracking.state !== "normal")
      return line + ["heading unknown", ...pose.tracking.reasons, ...state.reasons].join(", ");
    const words = [`${line}heading ${pose.heading_deg.toFixed(1)} ± ${pose.heading_sigma_deg?.toFixed(1) ?? "unknown"}`];
    // For drawing: the applied alignment follows the target without a jump.
    if (alignment) words.push(`drawn ${((geo.looking(pose.orientation) + alignment.applied_yaw_deg + 360) % 360).toFixed(1)}`);
    return [...words, [state.state, ...state.reasons].join("+")].join(", ");
  }

  nearest(frame) {
    const { pose } = this, line = `nearest ${seconds(frame)} scene ${frame.scene_id}: `;
    if (frame.is_stale || frame.status.state !== "shown") return `${line}nothing to draw, ${frame.status.reason ?? "stale"}`;
    if (!frame.placements?.length) return line + "no place in range";
    const place = frame.placements[0];
    const words = [
      `${line}${place.name}: azimuth ${place.azimuth_deg.toFixed(1)} ± ${place.azimuth_sigma_deg.toFixed(1)}`,
      `elevation ${place.elevation_deg.toFixed(1)}`, `distance ${place.distance.toFixed(1)}`,
    ];
    if (pose?.scene_id === frame.scene_id) {
      // Points are scene coordinates and are drawn unchanged, without the alignment.
      const seen = geo.azimuth(place.point.x - pose.position.x, place.point.z - pose.position.z);
      words.push(`turn ${((seen - geo.looking(pose.orientation) + 540) % 360 - 180).toFixed(1)}`);
    }
    return words.join(", ");
  }
}

// The reader of the lines has gone.
process.stdout.on("error", () => process.exit(0));

const [path, lines] = process.argv.slice(2);
const client = new Client({ path }), display = new Display(Number(lines ?? Infinity));

// Two streams, two connections; both go on with a daemon that has started again.
await Promise.all([
  (async () => {
    for await (const message of client.tracking.subscribe({ streams: ["pose", "alignment"], rate_hz: 30 })) display.add(message);
  })(),
  (async () => {
    for await (const frame of client.frames(["placements"], { rate_hz: 2 })) display.print(display.nearest(frame));
  })(),
]);
