// What lies over the view: the heading tape, the radar, and the hint at what is beside the screen.

import {bandMark, clean, colour, fit, length, width, write, writeOver} from "./ink.js";

const names = {0: "N", 45: "NE", 90: "E", 135: "SE", 180: "S", 225: "SW", 270: "W", 315: "NW"};
const azimuth = angle => ((angle % 360) + 360) % 360;

/** True headings along the top, each above what lies there when the head is level. */
export function drawTape(ink, camera, frame, sigma, record) {
  const heading = camera.heading * 180 / Math.PI, tall = 40;
  const at = angle => camera.x + camera.focal * Math.tan((angle - heading) * Math.PI / 180);
  const shade = ink.createLinearGradient(0, 0, 0, tall + 22);
  shade.addColorStop(0, `rgba(${colour.shade},.86)`);
  shade.addColorStop(0.65, `rgba(${colour.shade},.55)`);
  shade.addColorStop(1, `rgba(${colour.shade},0)`);
  ink.fillStyle = shade;
  ink.fillRect(0, 0, camera.width, tall + 22);
  const reach = Math.atan(camera.x / camera.focal) * 180 / Math.PI + 3;
  ink.strokeStyle = `rgba(${colour.line},.55)`;
  ink.lineWidth = 1;
  ink.beginPath();
  for (let angle = Math.ceil((heading - reach) / 5) * 5; angle <= heading + reach; angle += 5) {
    const x = at(angle), value = Math.round(azimuth(angle)) % 360;
    ink.moveTo(x, tall);
    ink.lineTo(x, tall - (value % 15 ? 5 : 10));
  }
  ink.stroke();
  for (let angle = Math.ceil((heading - reach) / 15) * 15; angle <= heading + reach; angle += 15) {
    const value = Math.round(azimuth(angle)) % 360, x = at(angle);
    if (Math.abs(x - camera.x) < 40) continue;
    if (names[value]) write(ink, names[value], x, tall - 20, 14, 700, value ? colour.ink : colour.accent, "center");
    else write(ink, `${value}`, x, tall - 19, 11, 500, colour.soft, "center");
    record.note("heading", value, x, tall);
  }
  for (const placement of frame?.placements ?? []) {
    const off = Math.abs(azimuth(placement.azimuth_deg - heading + 180) - 180);
    if (off > reach) continue;
    bandMark(ink, placement.band, at(heading + azimuth(placement.azimuth_deg - heading + 180) - 180), tall + 5, 2.5);
  }
  // How far the heading may be off, on either side of the middle.
  if (Number.isFinite(sigma)) {
    const half = Math.min(camera.x, camera.focal * Math.tan(Math.min(60, sigma) * Math.PI / 180));
    ink.fillStyle = `rgba(${colour.sigma},.8)`;
    ink.fillRect(camera.x - half, tall + 1, 2 * half, 2);
  }
  ink.fillStyle = colour.box;
  ink.beginPath();
  ink.roundRect(camera.x - 30, 7, 60, 24, 6);
  ink.fill();
  ink.beginPath();
  ink.moveTo(camera.x - 6, 31);
  ink.lineTo(camera.x + 6, 31);
  ink.lineTo(camera.x, 38);
  ink.fill();
  write(ink, `${String(Math.round(azimuth(heading)) % 360).padStart(3, "0")}°`, camera.x, 19.5, 15, 700, colour.boxInk, "center");
}

/** The radar's place: its disc in the lower left corner. */
function disc(camera) {
  const radius = Math.max(40, Math.min(72, Math.min(camera.width, camera.height) * 0.13));
  return {radius, x: radius + 14, y: camera.height - radius - 14};
}

export function drawRadar(ink, camera, frame, record) {
  const radar = frame.radar;
  if (!radar) return;
  const {radius, x, y} = disc(camera);
  ink.fillStyle = colour.disc;
  ink.strokeStyle = colour.ring;
  ink.lineWidth = 1;
  ink.beginPath();
  ink.arc(x, y, radius + 5, 0, 2 * Math.PI);
  ink.fill();
  ink.stroke();
  ink.beginPath();
  ink.arc(x, y, radius / 2, 0, 2 * Math.PI);
  ink.moveTo(x + radius, y);
  ink.arc(x, y, radius, 0, 2 * Math.PI);
  ink.stroke();
  const half = Math.atan(camera.x / camera.focal);
  ink.fillStyle = `rgba(${colour.view},.16)`;
  ink.beginPath();
  ink.moveTo(x, y);
  ink.arc(x, y, radius, -Math.PI / 2 - half, -Math.PI / 2 + half);
  ink.fill();
  for (const {band, tint} of bands(frame)) {
    ink.globalAlpha = 0.28;
    ink.fillStyle = tint;
    ink.beginPath();
    ink.moveTo(x, y);
    const from = band.left_deg * Math.PI / 180 - Math.PI / 2, to = band.right_deg * Math.PI / 180 - Math.PI / 2;
    ink.arc(x, y, radius, from, Math.min(to, from + 2 * Math.PI));
    ink.fill();
    ink.globalAlpha = 1;
    record.note("sector", tint, x, y, {left: band.left_deg, right: band.right_deg});
  }
  const north = -camera.heading - Math.PI / 2;
  const rim = {x: x + Math.cos(north) * (radius - 6), y: y + Math.sin(north) * (radius - 6)};
  write(ink, "N", rim.x, rim.y, 10, 700, colour.accent, "center");
  record.note("north", "N", rim.x, rim.y, {width: width(ink, "N", 10, 700), height: 10});
  for (const mark of radar.marks) {
    const at = {x: x + mark.x * radius, y: y + mark.y * radius};
    ink.globalAlpha = mark.is_beyond ? 0.55 : 1;
    bandMark(ink, mark.band, at.x, at.y, mark.count > 1 ? 4.5 : 3);
    record.note("radar", `${mark.layer}/${mark.id}`, at.x, at.y);
  }
  ink.globalAlpha = 1;
  ink.fillStyle = colour.bright;
  ink.beginPath();
  ink.moveTo(x, y - 6);
  ink.lineTo(x + 4.5, y + 5);
  ink.lineTo(x - 4.5, y + 5);
  ink.fill();
  // Clear of the N, wherever it stands on the rim.
  const range = length(radar.range), below = y + radius - 26;
  writeOver(ink, range, x, below, 10, 600, colour.soft);
  record.note("range", range, x, below, {width: width(ink, range, 10, 600), height: 10});
  record.note("disc", "", x, y, {radius: radius + 5});
}

/** What is vague: it has a band in place of a point. A hint at the destination is the finish. */
function bands(frame) {
  const {finish, hint} = frame, found = [];
  if (finish?.band) found.push({band: finish.band, tint: colour.finish, name: clean(frame.progress?.name), distance: finish.distance});
  if (hint?.band && !(finish?.band && hint.kind === "destination")) {
    found.push({band: hint.band, tint: colour.gold, name: clean(hint.name) || kinds[hint.kind] || hint.kind, distance: hint.distance});
  }
  return found;
}

/** The part of each band that is within the view, as a veil with the name in its middle. */
export function drawBands(ink, camera, frame, record) {
  const reach = Math.atan(camera.x / camera.focal) * 180 / Math.PI, top = 62;
  const at = angle => camera.x + camera.focal * Math.tan(angle * Math.PI / 180);
  bands(frame).forEach(({band, tint, name, distance}, row) => {
    for (const turn of [-360, 0, 360]) {
      const left = Math.max(-reach, band.left_deg + turn), right = Math.min(reach, band.right_deg + turn);
      if (left >= right) continue;
      const from = at(left), to = at(right), veil = ink.createLinearGradient(0, top, 0, camera.height);
      veil.addColorStop(0, tint);
      veil.addColorStop(1, "rgba(0,0,0,0)");
      ink.globalAlpha = colour.veil;
      ink.fillStyle = veil;
      ink.fillRect(from, top, to - from, camera.height - top);
      ink.globalAlpha = 1;
      ink.fillStyle = tint;
      ink.fillRect(from, top, to - from, 3);
      const words = `${name} · ${length(distance)} · somewhere here`;
      writeOver(ink, fit(ink, words, 14, 650, Math.max(60, to - from - 12)), (from + to) / 2, top + 22 + 22 * row, 14, 650, colour.bright, "center");
      record.note("band", name, from, to, {left, right, distance});
    }
  });
}

const kinds = {turn: "the corner", destination: "destination", rejoin: "the route", place: ""};
const turns = {"slight-left": "then bear left", left: "then left", "sharp-left": "then sharply left", "slight-right": "then bear right",
  right: "then right", "sharp-right": "then sharply right", "turn-around": "then back", roundabout: "roundabout"};

/** Where to look is the mark's place and arrow; where to go stands beside it in words: ◀ the corner, 20 m, then right. */
export function drawHint(ink, camera, frame, record) {
  const hint = frame.hint, look = hint?.look;
  if (!look) return;
  // The point is on the display's edge; the mark stands just within, clear of the tape.
  const inset = 30;
  let x = Math.min(camera.width - inset, Math.max(inset, look.x_px)), y = Math.min(camera.height - inset, Math.max(inset + 46, look.y_px));
  // It does not lie on the radar: it goes up at the left edge, and to the right at the lower one.
  const radar = disc(camera), clear = radar.radius + 30;
  if (frame.radar && Math.hypot(x - radar.x, y - radar.y) < clear) {
    if (look.x_px < inset) y = radar.y - clear; else x = radar.x + clear;
  }
  const angle = (look.edge_deg - 90) * Math.PI / 180;
  ink.save();
  ink.translate(x, y);
  ink.fillStyle = colour.hintDisc;
  ink.strokeStyle = colour.hint;
  ink.lineWidth = 2;
  ink.beginPath();
  ink.arc(0, 0, 21, 0, 2 * Math.PI);
  ink.fill();
  ink.stroke();
  ink.rotate(angle);
  ink.fillStyle = colour.hint;
  ink.beginPath();
  ink.moveTo(13, 0);
  ink.lineTo(-7, 10);
  ink.lineTo(-2, 0);
  ink.lineTo(-7, -10);
  ink.closePath();
  ink.fill();
  ink.restore();
  const name = fit(ink, clean(hint.name) || kinds[hint.kind] || hint.kind, 13, 650, 150), turn = turns[hint.go?.kind];
  const far = length(hint.distance) + (turn ? `, ${turn}` : "");
  const room = Math.max(width(ink, name, 13, 650), width(ink, far, 12, 500));
  const side = x > camera.width - room - 60 ? -1 : 1, align = side < 0 ? "right" : "left";
  writeOver(ink, name, x + side * 30, y - 8, 13, 650, "#fff", align);
  writeOver(ink, far, x + side * 30, y + 9, 12, 500, colour.hint, align);
  record.note("hint", hint.kind, look.x_px, look.y_px, {edge: look.edge_deg, name, words: far});
}
