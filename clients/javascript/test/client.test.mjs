// The client beside the daemon in GNOMON_SOCKET, which plays a simulated walk, and alone.

import assert from "node:assert/strict";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { Client, ConnectionLost, geo, NotRunning, poses, RemoteError } from "gnomon-client";
import { METHODS } from "../interfaces.js";
import { encode, merged, parse } from "../messages.js";

const beside = { skip: process.env.GNOMON_SOCKET ? false : "GNOMON_SOCKET names no daemon" };

async function first(stream, isWanted = () => true) {
  for await (const item of stream) if (isWanted(item)) return item;
}

const localized = (client) => first(client.poses(), (pose) => pose.localization.state === "localized");

test("poses have a place", beside, async () => {
  const client = new Client(), pose = await localized(client);
  assert.ok(Math.abs(pose.latitude_deg - 48.2) < 0.1 && Math.abs(pose.longitude_deg - 16.37) < 0.1);
  assert.equal(typeof pose.time_boot_ns, "bigint");
  assert.equal((await client.pose(pose.time_boot_ns)).time_boot_ns, pose.time_boot_ns);
});

test("the generated streams are those of the daemon", beside, async () => {
  const client = new Client();
  for (const methods of Object.values(METHODS)) {
    for (const [name, [method, isStream]] of Object.entries(methods)) {
      if (["resetScene", "forget", "reload", "startRecording"].includes(name)) continue;
      const error = await client.call(method).catch((error) => error.name);
      assert.equal(error === "org.varlink.service.ExpectedMore", isStream, method);
    }
  }
});

test("errors have name and parameters, and the connection stays", beside, async () => {
  const client = new Client();
  await client.scene.addAnchor({ id: "mine", head: { x: 0, y: 0, z: -1 } });
  await assert.rejects(client.tracking.nudgeHeading({ degrees: 1e6 }), (error) => {
    assert.ok(error instanceof RemoteError && error.message.includes("-360 to 360"));
    assert.equal(error.name, "org.gnomon.Tracking.InvalidValue");
    return error.parameters.parameter === "degrees";
  });
  // It would be gone with its connection.
  assert.deepEqual(await client.scene.removeAnchor({ id: "mine" }), {});
  await assert.rejects(first(client.tracking.subscribe({ streams: ["nonsense"] })), RemoteError);
  const all = await Promise.all([client.pose(), client.alignment(), client.control.getInfo()]);
  assert.equal(all[0].scene_id, all[1].scene_id);
  assert.ok(all[2].limits.connections > 1);
  client.close();
});

test("frames are complete", beside, async () => {
  const client = new Client();
  await localized(client);
  const { place } = await client.alignment();
  const places = Array.from({ length: 5 }, (_, i) => ({
    id: `js${i}`, name: `Place ${i}`, latitude_deg: place.latitude_deg + 1e-3 * Math.cos(i),
    longitude_deg: place.longitude_deg + 1e-3 * Math.sin(i),
  }));
  await client.scene.addPlaces({ places, layer: "js" });
  let count = 0, last;
  for await (const frame of client.frames(["placements", "radar", "light"], { rate_hz: 50 })) {
    assert.ok(frame.is_full && frame.placements);
    last = frame;
    if (++count === 30) break;
  }
  assert.deepEqual(last.placements.map((each) => each.rank), last.placements.map((_, index) => index));
  assert.ok(last.placements.length > 0);
  await client.scene.removePlaces({ layer: "js", all: true });
});

const rotated = ({ x, y, z, w }, v) => {
  const a = { x: y * v.z - z * v.y, y: z * v.x - x * v.z, z: x * v.y - y * v.x };
  const b = { x: y * a.z - z * a.y, y: z * a.x - x * a.z, z: x * a.y - y * a.x };
  return { x: v.x + 2 * (w * a.x + b.x), y: v.y + 2 * (w * a.y + b.y), z: v.z + 2 * (w * a.z + b.z) };
};
const minus = (a, b) => ({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z });
const angle = (a, b) => {
  const c = { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x };
  return Math.atan2(Math.hypot(c.x, c.y, c.z), a.x * b.x + a.y * b.y + a.z * b.z) * 180 / Math.PI;
};

test("points of the scene are those of the daemon", beside, async () => {
  const client = new Client();
  await localized(client);
  const { place } = await client.alignment();
  const target = [place.latitude_deg + 6e-4, place.longitude_deg + 4e-4, place.height - 5];
  await client.scene.addAnchor({
    id: "js", heading_deg: 310,
    geographic: { latitude_deg: target[0], longitude_deg: target[1], height_kind: "ellipsoid", height: target[2] },
  });
  let compared = 0, tries = 0;
  for await (const frame of client.frames(["anchors", "pose"], { rate_hz: 20 })) {
    const anchor = frame.anchors?.find((each) => each.id === "js" && each.point);
    if (anchor) {
      const alignment = frame.pose.alignment, eye = frame.pose.position;
      const mine = minus(geo.scenePoint(alignment, ...target), eye);
      assert.ok(angle(mine, minus(anchor.point, eye)) < 0.2);
      assert.ok(Math.abs(Math.hypot(mine.x, mine.y, mine.z) - anchor.distance) < 0.5);
      const nose = { x: 0, y: 0, z: -1 };
      assert.ok(angle(rotated(geo.sceneOrientation(alignment, 310), nose), rotated(anchor.orientation, nose)) < 0.2);
      compared++;
    }
    if (compared === 5 || ++tries === 200) break;
  }
  assert.equal(compared, 5);
  client.close();
});

/** A daemon of a few lines: answers one connection, or call, after the other with these bytes. */
async function serve(answers, run, isKept = false) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gnomon-")), name = path.join(folder, "s");
  const server = net.createServer((socket) => {
    socket.on("data", () => {
      const bytes = Buffer.from(answers.shift() ?? "");
      for (let start = 0; start < bytes.length; start += 7) socket.write(bytes.subarray(start, start + 7));
      if (!isKept) socket.end();
    });
    socket.on("error", () => {});
  });
  await new Promise((resolve) => server.listen(name, resolve));
  try {
    await run(name);
  } finally {
    server.close();
    fs.rmSync(folder, { recursive: true });
  }
}

test("what an older daemon does not know is left out", async () => {
  const refusal = '{"error":"org.gnomon.Tracking.UnknownMember","parameters":{"member":"covariance","version":"0.0.9","known":["time_boot_ns"]}}\0';
  await serve([refusal, '{"parameters":{"kind":"none"}}\0'], async (path) => {
    const client = new Client({ path });
    assert.equal((await client.tracking.getPose({ time_boot_ns: 1n, covariance: true })).kind, "none");
    client.close();
  }, true);
  // A name that this version does not know either is the caller's mistake.
  await serve([refusal], (path) => assert.rejects(new Client({ path }).tracking.getPose({ covarianze: true }), RemoteError));
});

test("a stream connects again", async () => {
  const pose = (scene) => `{"parameters":{"pose":{"time_boot_ns":9007199254740993,"scene_id":${scene}}},"continues":true}\0`;
  await serve([pose(0), pose(1) + '{"par', pose(2)], async (path) => {
    const stream = new Client({ path }).poses(), seen = [];
    for await (const each of stream) if (seen.push(each) === 3) break;
    assert.deepEqual(seen.map((each) => each.scene_id), [0, 1, 2]);
    assert.equal(seen[0].time_boot_ns, 2n ** 53n + 1n);
    assert.equal(stream.connections, 3);
  });
});

test("or does not; and bad messages are named", async () => {
  await serve([""], (path) => assert.rejects(first(new Client({ path, reconnect: false }).poses()), ConnectionLost));
  for (const bad of ["{\0", "[]\0", "nul\0", "3\0"])
    await serve([bad], (path) => assert.rejects(new Client({ path }).pose(), SyntaxError));
  await assert.rejects(first(new Client({ path: "/nowhere" }).poses()), NotRunning);
  await serve([], (path) => assert.rejects(new Client({ path, timeout: 10000 }).pose(), ConnectionLost));
});

test("whole numbers stay whole both ways", () => {
  const text = '{"time_boot_ns":9007199254740993,"name":"\\"x_ns\\": 5","other":1.5,"time_utc_ns":null}';
  const value = parse(text);
  assert.equal(value.time_boot_ns, 9007199254740993n);
  assert.equal(value.name, '"x_ns": 5');
  assert.deepEqual(parse(encode(value)), { time_boot_ns: 9007199254740993n, name: '"x_ns": 5', other: 1.5 });
});

test("changes are merged", () => {
  const place = { layer: "a", id: "1", rank: 0 };
  let held = merged(null, {
    is_full: true, placements: [place, { ...place, id: "2", rank: 1 }], fault: "old",
    line: { width: 1, vertices: [{ number: 3, length: 1 }] },
  });
  held = merged(held, {
    placements: [{ ...place, id: "0" }, { ...place, rank: 1 }], line: { width: 2, vertices: [{ number: 4, length: 2 }] },
    left: { placements: [{ layer: "a", id: "2" }], line: [3] },
  });
  assert.deepEqual(held.placements.map((each) => each.id), ["0", "1"]);
  assert.deepEqual(held.line, { width: 2, vertices: [{ number: 4, length: 2 }] });
  assert.equal(held.fault, null);
  assert.equal(merged(held, { placements: null }).placements, null);
});

test("a program ends without close", beside, async () => {
  const pose = await first(poses(10));
  assert.ok(pose.orientation);
});
