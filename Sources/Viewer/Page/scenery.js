// What the scene publishes, drawn where it says: places with their labels, the route, the finish mark, anchors.

import {turned} from "./camera.js";
import {bandBar, bandMark, clean, colour, fit, isCalm, length, width, write, writeOver} from "./ink.js";

const degrees = Math.PI / 180;
/** Angles that the stacking of labels counts with. */
const labelWidth = 10 * degrees, labelHeight = 3 * degrees;

/** Pixels at the top of the view that the heading tape needs. */
const tapeHeight = 50;

const isSeen = item => item.screen && item.screen.where !== "behind";
const isNear = (camera, screen, margin) =>
  screen.x_px > -margin && screen.x_px < camera.width + margin && screen.y_px > -margin && screen.y_px < camera.height + margin;

/** The name of the route's end, to compare with those of places. */
const goal = frame => clean(frame.progress?.name).toLowerCase();
const isGoal = (frame, placement) => goal(frame) !== "" && clean(placement.name).toLowerCase() === goal(frame);

/** Whether a point is where the hint at the edge of the view is drawn, with its text; both about 200 px wide. */
function isUnderHint(camera, frame, {x_px: x, y_px: y}) {
  const {look, kind} = frame.hint ?? {};
  if (!look || kind !== "destination") return false;
  const level = Math.min(camera.width - 30, Math.max(30, look.x_px)), row = Math.min(camera.height - 30, Math.max(76, look.y_px));
  return Math.abs(x - level) < 200 && Math.abs(y - row) < 44;
}

// MARK: places

export function drawPlaces(ink, camera, frame, record) {
  const placements = frame.placements ?? [];
  for (let index = placements.length - 1; index >= 0; index--) {
    const placement = placements[index];
    if (!isSeen(placement) || !isNear(camera, placement.screen, 150)) continue;
    // The hint has its name and distance.
    if (isGoal(frame, placement) && isUnderHint(camera, frame, placement.screen)) continue;
    if (placement.velocity) drawCompanion(ink, camera, placement, frame, record);
    else drawPlace(ink, camera, placement, frame.upright_deg ?? 0, record);
  }
}

/** The angle by which a billboard's lower edge is turned on the screen, counterclockwise in degrees. */
function tilt(camera, placement) {
  if (!placement.orientation) return null;
  const {x, y, z} = placement.point, right = turned(placement.orientation, {x: 0.1, y: 0, z: 0});
  const a = camera.project({x: x - right.x, y: y - right.y, z: z - right.z});
  const b = camera.project({x: x + right.x, y: y + right.y, z: z + right.z});
  return a && b && Math.hypot(b.x - a.x, b.y - a.y) > 1e-6 ? Math.atan2(a.y - b.y, b.x - a.x) / degrees : null;
}

/** Height of a sign in metres, of which a label has the size on the screen, and the limits of that size: legible, and in its slot. */
const sign = 2.6, smallest = 0.8, largest = 1.12;

function signScale(camera, placement, height) {
  if (!Number.isFinite(placement.size) || !(placement.drawn_distance > 0)) return 1;
  return Math.min(largest, Math.max(smallest, sign * camera.focal * placement.size / placement.drawn_distance / height));
}

/** The line from what is drawn down to where it stands. */
function drawStem(ink, x, y, foot, tint, opacity, width) {
  ink.strokeStyle = tint;
  ink.globalAlpha = opacity;
  ink.lineWidth = width;
  ink.beginPath();
  ink.moveTo(x, y);
  ink.lineTo(foot.x, foot.y);
  ink.stroke();
  ink.globalAlpha = 1;
}

function drawPlace(ink, camera, placement, upright, record) {
  const {x_px: x, y_px: y} = placement.screen, tint = colour[placement.band] ?? colour.soft;
  // From a label that was lifted a line leads down to where its place is.
  const foot = camera.towards(placement.azimuth_deg, placement.elevation_deg);
  if (foot && placement.drawn_elevation_deg - placement.elevation_deg > 0.3) {
    drawStem(ink, x, y, foot, tint, 0.55, 1.5);
    bandMark(ink, placement.band, foot.x, foot.y, 3);
  }
  const name = clean(placement.name) || clean(placement.id), category = clean(placement.category);
  const slot = Math.min(44, Math.max(30, camera.focal * Math.tan(labelHeight))), most = Math.max(84, camera.focal * Math.tan(labelWidth));
  const scale = signScale(camera, placement, slot), height = slot * scale, side = 13;
  const size = (slot > 35 ? 13.5 : 12) * scale, small = Math.max(9.5, (slot > 35 ? 11.5 : 10.5) * scale);
  upright = tilt(camera, placement) ?? upright;
  const far = length(placement.distance) + (category ? ` · ${category}` : "");
  const room = most - side - 8;
  const first = fit(ink, (placement.is_favourite ? "★ " : "") + name, size, 620, room), second = fit(ink, far, small, 500, room);
  const wide = side + 9 + Math.max(width(ink, first, size, 620), width(ink, second, small, 500));
  ink.save();
  ink.translate(x, y);
  ink.rotate(-upright * degrees);
  const left = -wide / 2, top = -height / 2;
  ink.fillStyle = colour.pill;
  ink.beginPath();
  ink.roundRect(left, top, wide, height, 8);
  ink.fill();
  ink.strokeStyle = colour.rim;
  ink.lineWidth = 1;
  ink.stroke();
  bandBar(ink, placement.band, left + 4, top + 5, 4, height - 10);
  write(ink, first, left + side, top + height * 0.33, size, 620, colour.ink);
  write(ink, second, left + side, top + height * 0.71, small, 500, colour.soft);
  if (placement.count > 1) {
    const many = `${placement.count}`, badge = Math.max(19, width(ink, many, 11.5, 700) + 10);
    ink.fillStyle = colour.badge ?? tint;
    ink.beginPath();
    ink.roundRect(-left - badge * 0.6, top - 9, badge, 19, 9.5);
    ink.fill();
    if (colour.badge) {
      ink.strokeStyle = tint;
      ink.lineWidth = 1.5;
      ink.stroke();
    }
    write(ink, many, -left - badge * 0.1, top + 1, 11.5, 700, colour.badgeInk ?? tint, "center");
  }
  ink.restore();
  record.note("place", `${placement.layer}/${placement.id}`, x, y, {
    name: first, text: second, count: placement.count, band: placement.band, colour: tint, width: wide, height, upright, slot: placement.slot,
    scale,
  });
}

// MARK: companions

/** The way of each moving place in the scene, for some seconds. */
const trails = new Map();
const trailSeconds = 12, trailStep = 0.7;
let trailScene = null;

function trail(id, point, frame) {
  if (trailScene !== frame.scene_id) trails.clear();
  trailScene = frame.scene_id;
  const points = trails.get(id) ?? [], last = points.at(-1), time = frame.time_boot_ns * 1e-9;
  if (!last || Math.hypot(point.x - last.x, point.z - last.z) > trailStep) points.push({...point, time});
  while (points.length && (time - points[0].time > trailSeconds || time < points[0].time)) points.shift();
  trails.delete(id);
  trails.set(id, points);
  if (trails.size > 100) trails.delete(trails.keys().next().value);
  return points;
}

/** Seconds since the last statement of a place that moves. */
const ageOf = (placement, frame) =>
  Number.isFinite(placement.stated_boot_ns) ? Math.max(0, (frame.time_boot_ns - placement.stated_boot_ns) * 1e-9) : 0;
/** The age in seconds from which it is shown, and the one at which the daemon hides the place. */
const oldAge = 2.5, hiddenAge = 10;

/**
 * One who moves: a round sign with the initial, the way behind, and ahead where the next two seconds lead. The older its last
 * statement, the fainter it is.
 */
function drawCompanion(ink, camera, placement, frame, record) {
  const {x_px: x, y_px: y} = placement.screen, id = `${placement.layer}/${placement.id}`;
  const at = camera.point(placement.azimuth_deg, placement.elevation_deg, placement.distance), {velocity} = placement;
  const age = ageOf(placement, frame), solid = Math.min(1, Math.max(0.4, 1 - 0.6 * (age - oldAge) / (hiddenAge - oldAge)));
  const ground = frame.arrows?.arrows?.[0]?.point.y ?? at.y - 1.2;
  const feet = {...at, y: Math.min(at.y, Math.max(ground, at.y - 1.7))};
  ink.fillStyle = colour.companion;
  for (const point of trail(id, feet, frame)) {
    const seen = camera.project(point);
    if (!seen) continue;
    ink.globalAlpha = 0.6 * Math.max(0, 1 - (frame.time_boot_ns * 1e-9 - point.time) / trailSeconds);
    ink.beginPath();
    ink.arc(seen.x, seen.y, Math.min(5, Math.max(1.2, camera.focal * 0.09 / placement.distance)), 0, 2 * Math.PI);
    ink.fill();
  }
  const speed = Math.hypot(velocity.x, velocity.z), foot = camera.project(feet);
  ink.globalAlpha = 1;
  if (foot) drawStem(ink, x, y, foot, colour.companion, 0.7 * solid, 2);
  if (speed > 0.2) {
    const along = {x: velocity.x / speed, z: velocity.z / speed}, reach = Math.min(6, 2 * speed);
    const part = (a, b) => ({x: feet.x + along.x * a - along.z * b, y: feet.y, z: feet.z + along.z * a + along.x * b});
    const corners = camera.clip([part(reach, 0), part(reach * 0.3, 0.55), part(reach * 0.45, 0), part(reach * 0.3, -0.55)]);
    if (corners.length > 2) {
      ink.globalAlpha = 0.85 * solid;
      ink.fillStyle = colour.companion;
      outline(ink, corners);
      ink.fill();
      ink.globalAlpha = 1;
    }
  }
  const radius = Math.min(19, Math.max(10, camera.focal * 0.55 / placement.distance)), name = clean(placement.name) || clean(placement.id);
  ink.globalAlpha = solid;
  ink.fillStyle = colour.companionSign;
  ink.strokeStyle = colour.companion;
  ink.lineWidth = 2.5;
  ink.beginPath();
  ink.arc(x, y, radius, 0, 2 * Math.PI);
  ink.fill();
  ink.stroke();
  write(ink, [...name][0]?.toUpperCase() ?? "?", x, y + 0.5, radius * 1.05, 700, colour.companion, "center");
  ink.save();
  ink.translate(x, y);
  ink.rotate(-(tilt(camera, placement) ?? frame.upright_deg ?? 0) * degrees);
  const far = `${fit(ink, name, 12.5, 620, 120)} · ${length(placement.distance)}`;
  const words = age < oldAge ? far : `${far} · ${Math.round(age)} s ago`;
  writeOver(ink, words, 0, -radius - 11, 12.5, 620, colour.ink);
  ink.restore();
  ink.globalAlpha = 1;
  record.note("companion", id, x, y, {speed, name, age, text: words});
}

function outline(ink, corners) {
  ink.beginPath();
  corners.forEach((corner, index) => index ? ink.lineTo(corner.x, corner.y) : ink.moveTo(corner.x, corner.y));
  ink.closePath();
}

// MARK: the route

/** Metres along and across: a chevron that lies on the ground, its middle at the arrow's point. */
const chevron = [[1.1, 0], [-0.2, 0.6], [-0.95, 0.6], [-0.25, 0], [-0.95, -0.6], [-0.2, -0.6]];

/** The line of the route with its two edges, on the ground of each vertex. */
export function drawLine(ink, camera, frame, record) {
  const vertices = frame.line?.vertices ?? [];
  if (vertices.length < 2) return;
  const face = new Path2D(), edges = new Path2D();
  let drawn = 0;
  for (let index = 1; index < vertices.length; index++) {
    const a = vertices[index - 1], b = vertices[index], corners = camera.clip([a.left, b.left, b.right, a.right]);
    if (corners.length < 3) continue;
    drawn++;
    corners.forEach((corner, at) => at ? face.lineTo(corner.x, corner.y) : face.moveTo(corner.x, corner.y));
    face.closePath();
    for (const [from, to] of [[a.left, b.left], [a.right, b.right]]) {
      camera.clip([from, to]).forEach((end, at) => at ? edges.lineTo(end.x, end.y) : edges.moveTo(end.x, end.y));
    }
  }
  ink.fillStyle = `rgba(${colour.strip},.13)`;
  ink.fill(face);
  ink.lineJoin = "round";
  ink.lineWidth = 1.5;
  ink.strokeStyle = `rgba(${colour.strip},.6)`;
  ink.stroke(edges);
  const last = vertices.at(-1).screen ?? {};
  record.note("line", frame.line.width, last.x_px ?? null, last.y_px ?? null, {vertices: vertices.length, drawn});
}

export function drawRoute(ink, camera, frame, record) {
  const markers = (frame.markers ?? []).filter(isSeen);
  for (const marker of markers) if (marker.kind === "dot") drawDot(ink, camera, marker, record);
  const arrows = frame.arrows?.arrows ?? [];
  for (let index = arrows.length - 1; index >= 0; index--) if (isSeen(arrows[index])) drawArrow(ink, camera, arrows[index], record);
  for (const marker of markers.reverse()) if (marker.kind !== "dot") drawMarker(ink, camera, marker, record);
}

function drawArrow(ink, camera, arrow, record) {
  const {x_px, y_px} = arrow.screen;
  if (!isNear(camera, arrow.screen, 400)) return;
  const middle = camera.project(arrow.point);
  if (!middle) return;
  const along = arrow.tangent, {x, y, z} = arrow.point;
  // Who wants no motion sees each arrow at its home, as far back along its own direction as it has flowed from there.
  const flow = isCalm() ? arrow.home - arrow.length : 0;
  const corners = [];
  for (const [a, b] of chevron) {
    const corner = camera.project({
      x: x + along.x * (a + flow) - along.z * b, y: y + along.y * (a + flow), z: z + along.z * (a + flow) + along.x * b,
    });
    if (!corner) return;
    // Its middle is the published one.
    corners.push({x: corner.x + x_px - middle.x, y: corner.y + y_px - middle.y});
  }
  const distance = Math.hypot(x - camera.position.x, z - camera.position.z);
  const shade = Math.max(0.12, Math.min(1, 1.15 - distance / 90));
  ink.beginPath();
  corners.forEach((corner, index) => index ? ink.lineTo(corner.x, corner.y) : ink.moveTo(corner.x, corner.y));
  ink.closePath();
  ink.lineJoin = "round";
  ink.globalAlpha = 0.55 * shade;
  ink.lineWidth = Math.min(5, 60 / distance);
  ink.strokeStyle = colour.arrowEdge;
  ink.stroke();
  ink.globalAlpha = shade;
  ink.fillStyle = colour.route;
  ink.fill();
  ink.globalAlpha = 1;
  record.note("arrow", arrow.number, x_px, y_px, {alpha: shade, distance, corners});
}

/** A disc on the ground. */
function drawDot(ink, camera, marker, record) {
  if (!isNear(camera, marker.screen, 50)) return;
  const {x, y, z} = marker.point, radius = 0.35;
  const right = camera.project({x: x + radius, y, z}), ahead = camera.project({x, y, z: z - radius}), middle = camera.project(marker.point);
  if (!right || !ahead || !middle) return;
  const across = Math.max(Math.abs(right.x - middle.x), Math.abs(ahead.x - middle.x)), down = Math.max(Math.abs(right.y - middle.y), Math.abs(ahead.y - middle.y));
  ink.globalAlpha = 0.75;
  ink.fillStyle = colour.dot;
  ink.beginPath();
  ink.ellipse(marker.screen.x_px, marker.screen.y_px, Math.min(40, Math.max(1.5, across)), Math.min(20, Math.max(1, down)), 0, 0, 2 * Math.PI);
  ink.fill();
  ink.globalAlpha = 1;
  record.note("marker", "dot", marker.screen.x_px, marker.screen.y_px);
}

/** A sign on a post: its foot is the marker's point. */
function drawMarker(ink, camera, marker, record) {
  const {x_px: x, y_px: y} = marker.screen;
  if (!isNear(camera, marker.screen, 200) || marker.kind === "destination") return;
  const {x: px, y: py, z: pz} = marker.point, top = camera.project({x: px, y: py + 1.9, z: pz});
  if (!top || marker.distance < 1) return;
  const radius = Math.min(26, Math.max(8, camera.focal * 0.42 / marker.distance));
  ink.strokeStyle = colour.route;
  ink.lineWidth = Math.max(1.5, radius / 7);
  ink.globalAlpha = marker.distance > 100 ? 0.6 : 1;
  ink.beginPath();
  ink.moveTo(x, y);
  ink.lineTo(top.x, top.y);
  ink.stroke();
  ink.fillStyle = colour.sign;
  ink.beginPath();
  ink.arc(top.x, top.y, radius, 0, 2 * Math.PI);
  ink.fill();
  ink.stroke();
  drawTurn(ink, top.x, top.y, radius * 0.6, marker.kind);
  ink.globalAlpha = 1;
  record.note("marker", marker.kind, x, y);
}

function drawTurn(ink, x, y, size, kind) {
  ink.strokeStyle = colour.route;
  ink.lineWidth = Math.max(1.5, size / 3.2);
  ink.lineCap = ink.lineJoin = "round";
  ink.beginPath();
  if (kind === "start") {
    ink.arc(x, y, size * 0.45, 0, 2 * Math.PI);
  } else {
    const side = kind === "left" ? -1 : 1;
    ink.moveTo(x - side * size * 0.5, y + size * 0.8);
    ink.lineTo(x - side * size * 0.5, y - size * 0.1);
    ink.lineTo(x + side * size * 0.7, y - size * 0.1);
    ink.moveTo(x + side * size * 0.2, y - size * 0.65);
    ink.lineTo(x + side * size * 0.75, y - size * 0.1);
    ink.lineTo(x + side * size * 0.2, y + size * 0.45);
  }
  ink.stroke();
  ink.lineCap = "butt";
}

/** Whether the hint, or the label of the place that the route ends at, has the finish's name and distance. */
function isGoalLabelled(camera, frame) {
  const {hint, finish} = frame, {x_px: x, y_px: y} = finish.screen;
  if (hint?.look && hint.kind === "destination") return true;
  return (frame.placements ?? []).some(placement => isGoal(frame, placement) && isSeen(placement)
    && isNear(camera, placement.screen, -40) && Math.hypot(placement.screen.x_px - x, placement.screen.y_px - y) < 200);
}

export function drawFinish(ink, camera, frame, record) {
  const finish = frame.finish;
  if (!finish || !isSeen(finish) || !isNear(camera, finish.screen, 300)) return;
  const {x_px: x, y_px: y} = finish.screen, radius = finish.diameter_px / 2;
  const beat = isCalm() ? {scale: 1.12, opacity: 0.35} : {scale: finish.pulse_scale, opacity: finish.opacity};
  // From afar it is glass, and what lies behind it stays legible.
  const solid = Math.max(colour.faintest, Math.min(0.92, 1.2 - finish.distance / 140));
  ink.globalAlpha = beat.opacity * solid;
  ink.strokeStyle = colour.finish;
  ink.lineWidth = Math.max(2, radius * 0.08);
  ink.beginPath();
  ink.arc(x, y, radius * beat.scale * 1.12, 0, 2 * Math.PI);
  ink.stroke();
  ink.globalAlpha = solid;
  const ball = ink.createRadialGradient(x - radius * 0.35, y - radius * 0.4, radius * 0.1, x, y, radius);
  ball.addColorStop(0, colour.ball[0]);
  ball.addColorStop(0.45, colour.ball[1]);
  ball.addColorStop(1, colour.ball[2]);
  ink.fillStyle = ball;
  ink.beginPath();
  ink.arc(x, y, radius, 0, 2 * Math.PI);
  ink.fill();
  ink.globalAlpha = 1;
  const name = clean(frame.progress?.name), tilt = -(frame.upright_deg ?? 0) * degrees, hasText = !isGoalLabelled(camera, frame);
  if (hasText) {
    // Below the tape, also where the mark is as tall as the view.
    const rise = Math.min(finish.text_rise_px, y - tapeHeight - 36);
    ink.save();
    ink.translate(x, y);
    ink.rotate(tilt);
    writeOver(ink, length(finish.distance), 0, -rise - 8, 16, 700, colour.bright);
    if (name) writeOver(ink, fit(ink, name, 13, 600, 220), 0, -rise - 27, 13, 600, colour.finishName);
    ink.restore();
  }
  record.note("finish", name, x, y, {diameter: finish.diameter_px, distance: finish.distance, hasText});
}

export function drawAnchors(ink, camera, frame, record) {
  for (const anchor of frame.anchors ?? []) {
    if (!isSeen(anchor) || !isNear(camera, anchor.screen, 60)) continue;
    const {x_px: x, y_px: y} = anchor.screen;
    ink.fillStyle = colour.pill;
    ink.strokeStyle = colour.gold;
    ink.lineWidth = 2;
    ink.beginPath();
    ink.moveTo(x, y - 8);
    ink.lineTo(x + 8, y);
    ink.lineTo(x, y + 8);
    ink.lineTo(x - 8, y);
    ink.closePath();
    ink.fill();
    ink.stroke();
    writeOver(ink, fit(ink, clean(anchor.id), 11.5, 600, 120), x, y + 18, 11.5, 600, colour.ink);
    record.note("anchor", anchor.id, x, y);
  }
}
