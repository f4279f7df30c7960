// waypoints.mjs: the way-points of a Google Directions answer, one after the other, with distance and bearing, and a model at
// each turn.
//
//     gnomond --demo --speed 10 --socket /tmp/gnomon.sock &
//     node docs/examples/waypoints.mjs docs/examples/directions.json --socket /tmp/gnomon.sock
//
// It loads the answer as a route, puts an anchor at the end of each step (its model's nose along the next one), and prints the next
// way-point whenever that is 10 m nearer: the marker's distance and bearing (positive to the right), the anchor's distance, and the
// way to go. It ends at the destination; with --lines N after N lines.

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Client, geo } from "../../clients/javascript/index.js"; // "gnomon-client" in a project of your own

const { values: given, positionals } = parseArgs({
  allowPositionals: true, options: { socket: { type: "string" }, lines: { type: "string", default: "Infinity" } },
});

/** The azimuth from one of Google's places to another. */
function azimuth(from, to) {
  const { east, north } = geo.offset({ latitude_deg: from.lat, longitude_deg: from.lng }, to.lat, to.lng);
  return geo.azimuth(east, -north);
}

/** An anchor at each turn; without a lease it is removed when this program ends. */
async function addModels(client, steps) {
  for (const [index, { start_location: turn, end_location: next }] of steps.slice(1).entries()) {
    await client.scene.addAnchor({
      id: `turn-${index + 1}`, payload: { model: "signpost.glb" }, heading_deg: azimuth(turn, next),
      geographic: { latitude_deg: turn.lat, longitude_deg: turn.lng, height_kind: "ground" },
    });
  }
}

/** The angle from the line of sight to a point of the scene, by the pose of the same frame. */
function bearing({ position, orientation }, point) {
  return (geo.azimuth(point.x - position.x, point.z - position.z) - geo.looking(orientation) + 540) % 360 - 180;
}

async function main() {
  const [file = "directions.json"] = positionals;
  const text = readFileSync(file, "utf8");
  const steps = JSON.parse(text).routes?.[0]?.legs?.flatMap((leg) => leg.steps);
  if (!steps) throw new Error(`${file} is not an answer of Google Directions: it has no routes[0].legs`);
  const client = new Client({ path: given.socket });
  const route = await client.scene.loadRoute({ text });
  console.log(`to ${route.name}: ${route.length.toFixed(0)} m, ${route.steps} steps (${route.format})`);
  await addModels(client, steps);

  let left = Number(given.lines), last = {};
  for await (const frame of client.frames(["markers", "anchors", "progress", "pose"], { rate_hz: 5 })) {
    const { progress, markers, anchors, pose } = frame;
    if (!progress) throw new Error("the route was cleared, or replaced by another client");
    if (progress.status === "arrived") return console.log(`arrived at ${progress.name}`);
    const step = progress.current_step;
    const marker = markers?.find((each) => each.kind !== "dot" && Math.abs(each.length - step.length) < 1);
    if (frame.is_stale || !marker) {
      if (last.status !== progress.status) console.log(`waiting: ${frame.status.reason ?? progress.status}`);
      last = { status: progress.status };
      continue;
    }
    if (last.step === progress.step && marker.distance > last.distance - 10) continue;
    last = { step: progress.step, distance: marker.distance, status: progress.status };
    const model = anchors?.find((each) => each.id === `turn-${progress.step + 1}` && each.status.state === "shown");
    console.log([
      `way-point ${progress.step + 1}: ${marker.kind}`, `${marker.distance.toFixed(1)} m`,
      `${bearing(pose, marker.point).toFixed(0)}° from ahead`, ...(model ? [`model at ${model.distance.toFixed(1)} m`] : []),
      `${progress.remaining.toFixed(0)} m to go`, step.instruction || progress.name,
    ].join(", "));
    if (--left <= 0) return;
  }
}

await main().catch((error) => {
  console.error(`waypoints: ${error.message}`);
  process.exitCode = 1;
});
