// The world that a see-through display would have behind it: sky, ground, a grid that stands still in the scene, the horizon.

import {colour} from "./ink.js";

/** The horizon's place and tilt: where the rays (X, Y, −f) are level, u · ray = 0, with u the way up. */
function horizon(camera) {
  const {x, y, z} = camera.up, slope = Math.hypot(x, y) || 1e-9;
  return {rise: z / slope * camera.focal, angle: Math.atan2(x, y)};
}

export function drawBackdrop(ink, camera, light, groundHeight) {
  const {rise, angle} = horizon(camera), far = 4 * (camera.width + camera.height);
  const [zenith, haze] = {day: colour.day, night: colour.night}[light?.daylight] ?? colour.twilight;
  ink.save();
  ink.translate(camera.x, camera.y);
  ink.rotate(angle);
  ink.translate(0, -Math.max(-far / 2, Math.min(far / 2, rise)));
  const sky = ink.createLinearGradient(0, 0, 0, -0.75 * camera.focal);
  sky.addColorStop(0, haze);
  sky.addColorStop(1, zenith);
  ink.fillStyle = sky;
  ink.fillRect(-far, -far, 2 * far, far);
  const ground = ink.createLinearGradient(0, 0, 0, 0.6 * camera.focal);
  ground.addColorStop(0, colour.ground[0]);
  ground.addColorStop(0.12, colour.ground[1]);
  ground.addColorStop(1, colour.ground[2]);
  ink.fillStyle = ground;
  ink.fillRect(-far, 0, 2 * far, far);
  ink.restore();
  drawGrid(ink, camera, groundHeight);
  drawHorizon(ink, camera);
}

const spacing = 5, reach = 60, shades = 5;

/** Lines of the scene's own axes every 5 m of the ground, paler with the distance. */
function drawGrid(ink, camera, height) {
  const {x, z} = camera.position, near = 0.3;
  const paths = Array.from({length: shades}, () => new Path2D());
  const add = (ax, az, bx, bz) => {
    let a = camera.seen({x: ax, y: height, z: az}), b = camera.seen({x: bx, y: height, z: bz});
    if (a.z > -near && b.z > -near) return;
    const cut = (out, kept) => {
      const share = (-near - out.z) / (kept.z - out.z);
      return {x: out.x + (kept.x - out.x) * share, y: out.y + (kept.y - out.y) * share, z: -near};
    };
    if (a.z > -near) a = cut(a, b); else if (b.z > -near) b = cut(b, a);
    const distance = Math.hypot((ax + bx) / 2 - x, (az + bz) / 2 - z);
    const path = paths[Math.min(shades - 1, Math.floor(distance / reach * shades))];
    const from = camera.onScreen(a), to = camera.onScreen(b);
    if (Math.max(from.x, to.x) < 0 || Math.min(from.x, to.x) > camera.width) return;
    path.moveTo(from.x, from.y);
    path.lineTo(to.x, to.y);
  };
  const left = Math.ceil((x - reach) / spacing) * spacing, top = Math.ceil((z - reach) / spacing) * spacing, step = 3 * spacing;
  for (let a = left; a <= x + reach; a += spacing)
    for (let b = top; b <= z + reach; b += step) if (Math.hypot(a - x, b + step / 2 - z) < reach) add(a, b, a, b + step);
  for (let b = top; b <= z + reach; b += spacing)
    for (let a = left; a <= x + reach; a += step) if (Math.hypot(a + step / 2 - x, b - z) < reach) add(a, b, a + step, b);
  ink.lineWidth = 1;
  paths.forEach((path, shade) => {
    ink.strokeStyle = `rgba(${colour.grid},${0.26 * (1 - shade / shades)})`;
    ink.stroke(path);
  });
}

function drawHorizon(ink, camera) {
  ink.strokeStyle = `rgba(${colour.horizon},.55)`;
  ink.lineWidth = 1;
  ink.beginPath();
  const heading = camera.heading * 180 / Math.PI;
  let before = null;
  for (let azimuth = Math.floor(heading / 5) * 5 - 80; azimuth <= heading + 80; azimuth += 5) {
    const at = camera.towards(azimuth, 0), tick = camera.towards(azimuth, azimuth % 15 === 0 ? 0.7 : 0.35);
    if (at && before) {
      ink.moveTo(before.x, before.y);
      ink.lineTo(at.x, at.y);
    }
    if (at && tick) {
      ink.moveTo(at.x, at.y);
      ink.lineTo(tick.x, tick.y);
    }
    before = at;
  }
  ink.stroke();
}
