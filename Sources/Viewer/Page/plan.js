// The plan, north up: where the wearer was, is and looks, on the ground in metres about the first place known.

import {bandMark, colour, length, write} from "./ink.js";

const degrees = Math.PI / 180;
/** Half of what the shorter side shows, in metres. */
const scales = [15, 30, 60, 120, 250, 500, 1000];

/** Metres of a degree about a latitude: M and N cos φ of WGS 84's radii of curvature. */
function ground(origin) {
  const axis = 6378137, flattening = 1 / 298.257223563, square = flattening * (2 - flattening);
  const sine = Math.sin(origin.latitude_deg * degrees), w = Math.sqrt(1 - square * sine * sine);
  const north = axis * (1 - square) / w ** 3 * degrees, east = axis * Math.cos(origin.latitude_deg * degrees) / w * degrees;
  return place => {
    const turn = ((place.longitude_deg - origin.longitude_deg + 540) % 360) - 180;
    return {east: turn * east, north: (place.latitude_deg - origin.latitude_deg) * north};
  };
}

class Track {
  points = [];
  add(point, step) {
    const last = this.points.at(-1);
    const way = last ? Math.hypot(point.east - last.east, point.north - last.north) : 0;
    if (last && way < step) return;
    // A session that begins anew is elsewhere: no line leads there.
    this.points.push(way > 100 ? {...point, isBeginning: true} : point);
    // Every other one of the older half: a long way keeps its shape.
    if (this.points.length > 4000) this.points = this.points.filter((_, index) => index > 2000 || index % 2);
  }
}

export class Plan {
  #canvas;
  #ink;
  #flat = null;
  #fixes = new Track();
  #after = new Track();
  #before = [];
  #start = null;
  #lastFix = 0;
  #scale = 2;
  #size = {};
  #whole = null;
  #laid = null;

  constructor(canvas) {
    this.#canvas = canvas;
    this.#ink = canvas.getContext("2d", {alpha: false});
  }

  /** Of a whole recording; then nothing is gathered on the way. */
  show(tracks) { this.#whole = tracks; }

  clear() {
    this.#flat = null;
    this.#fixes = new Track();
    this.#after = new Track();
    this.#before = [];
    this.#start = null;
    this.#laid = null;
  }
  zoom(step) { this.#scale = Math.max(0, Math.min(scales.length - 1, this.#scale + step)); }

  /** The place as it is drawn, after all corrections; and what the scene's way began with. */
  take(alignment) {
    if (!alignment.place) return;
    this.#flat ??= ground(alignment.place);
    const at = this.#flat(alignment.place), shift = alignment.applied_shift;
    this.#after.add({east: at.east + shift.x, north: at.north - shift.z}, 0.4);
    if (this.#start?.scene !== alignment.scene_id) {
      this.#start = {
        scene: alignment.scene_id, at, yaw: alignment.applied_yaw_deg * degrees, position: alignment.scene_position,
      };
      this.#before.push(new Track());
    }
  }

  /** The scene alone, laid where it was first tied to the Earth: nothing learned later. */
  move(pose) {
    const start = this.#start;
    if (!start || pose.scene_id !== start.scene) return;
    const x = pose.position.x - start.position.x, y = start.position.z - pose.position.z;
    const sine = Math.sin(start.yaw), cosine = Math.cos(start.yaw);
    this.#before.at(-1).add({east: start.at.east + x * cosine + y * sine, north: start.at.north - x * sine + y * cosine}, 0.4);
  }

  sense(sensors) {
    const receiver = sensors.sensors.find(sensor => sensor.name === "gnss");
    if (!receiver?.count || receiver.time_boot_ns === this.#lastFix) return;
    this.#lastFix = receiver.time_boot_ns;
    const place = {latitude_deg: receiver.values[0], longitude_deg: receiver.values[1]};
    if (!Number.isFinite(place.latitude_deg)) return;
    this.#flat ??= ground(place);
    this.#fixes.add(this.#flat(place), 0);
  }

  draw(session, camera, record) {
    const box = this.#canvas.getBoundingClientRect(), ratio = Math.min(2, devicePixelRatio || 1);
    const wide = Math.round(box.width), tall = Math.round(box.height);
    if (!wide || !tall) return;
    if (this.#size.wide !== wide || this.#size.tall !== tall || this.#size.ratio !== ratio) {
      this.#size = {wide, tall, ratio};
      this.#canvas.width = wide * ratio;
      this.#canvas.height = tall * ratio;
    }
    const ink = this.#ink;
    ink.setTransform(ratio, 0, 0, ratio, 0, 0);
    ink.fillStyle = "#0e151e";
    ink.fillRect(0, 0, wide, tall);
    const pose = session.poses.last, alignment = session.alignment, here = this.#here(pose, alignment);
    const scale = Math.min(wide, tall) / 2 / scales[this.#scale];
    if (!here) {
      write(ink, "waiting for a place", wide / 2, tall / 2, 13, 500, colour.soft, "center");
      return;
    }
    const on = point => ({x: wide / 2 + (point.east - here.east) * scale, y: tall / 2 - (point.north - here.north) * scale});
    this.#grid(ink, wide, tall, scale, here, on);
    const line = (points, style, thick, dash = []) => {
      if (points.length < 2) return;
      ink.strokeStyle = style;
      ink.lineWidth = thick;
      ink.lineJoin = "round";
      ink.setLineDash(dash);
      ink.beginPath();
      points.forEach((point, index) => { const {x, y} = on(point); index && !point.isBeginning ? ink.lineTo(x, y) : ink.moveTo(x, y); });
      ink.stroke();
      ink.setLineDash([]);
    };
    if (session.route?.points && this.#flat) {
      const points = session.route.points.map(this.#flat);
      line(points, "rgba(69,240,160,.25)", 9);
      line(points, colour.route, 1.5);
      const end = on(points.at(-1));
      disc(ink, end.x, end.y, 5, colour.finish);
    }
    const {fixes, before, after} = this.#tracks(session);
    ink.fillStyle = "rgba(231,198,107,.7)";
    for (const fix of fixes.slice(-400)) {
      const {x, y} = on(fix);
      ink.fillRect(x - 1.5, y - 1.5, 3, 3);
    }
    for (const points of before) line(points, "#7f8da3", 1.5, [4, 4]);
    line(after, "#58b6ff", 2.5);
    for (const placement of (session.frame?.placements ?? []).slice().reverse()) {
      const level = placement.distance * Math.cos(placement.elevation_deg * degrees);
      const at = on({
        east: here.east + level * Math.sin(placement.azimuth_deg * degrees), north: here.north + level * Math.cos(placement.azimuth_deg * degrees),
      });
      bandMark(ink, placement.band, at.x, at.y, placement.count > 1 ? 5.5 : 4);
      record?.note("plan", `${placement.layer}/${placement.id}`, at.x, at.y);
    }
    this.#wearer(ink, wide / 2, tall / 2, scale, pose, alignment, camera);
  }

  /** Up to now: of the recording as a whole, or as they were seen to grow. */
  #tracks(session) {
    if (!this.#whole || !this.#flat) {
      return {fixes: this.#fixes.points, before: this.#before.map(track => track.points), after: this.#after.points};
    }
    const flat = ([time, latitude, longitude]) => ({time, ...this.#flat({latitude_deg: latitude, longitude_deg: longitude})});
    this.#laid ??= {
      fixes: this.#whole.fixes.map(flat), after: this.#whole.after.map(flat),
      // A null begins a new scene.
      before: this.#whole.before.reduce((parts, point) => {
        if (point) parts.at(-1).push(flat(point)); else parts.push([]);
        return parts;
      }, []),
    };
    const now = session.position, past = points => {
      let low = 0, high = points.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (points[middle].time <= now) low = middle + 1; else high = middle;
      }
      return points.slice(0, low);
    };
    return {fixes: past(this.#laid.fixes), before: this.#laid.before.map(past), after: past(this.#laid.after)};
  }

  #here(pose, alignment) {
    if (!alignment?.place || !pose) return null;
    this.#flat ??= ground(alignment.place);
    const at = this.#flat(alignment.place), shift = alignment.applied_shift;
    return {east: at.east + shift.x, north: at.north - shift.z};
  }

  #grid(ink, wide, tall, scale, here, on) {
    const cell = [5, 10, 20, 50, 100, 200, 500].find(cell => cell * scale > 34) ?? 500;
    ink.strokeStyle = "rgba(140,170,200,.1)";
    ink.lineWidth = 1;
    ink.beginPath();
    const west = here.east - wide / 2 / scale, south = here.north - tall / 2 / scale;
    for (let east = Math.ceil(west / cell) * cell; east < west + wide / scale; east += cell) {
      const {x} = on({east, north: 0});
      ink.moveTo(Math.round(x) + 0.5, 0);
      ink.lineTo(Math.round(x) + 0.5, tall);
    }
    for (let north = Math.ceil(south / cell) * cell; north < south + tall / scale; north += cell) {
      const {y} = on({east: 0, north});
      ink.moveTo(0, Math.round(y) + 0.5);
      ink.lineTo(wide, Math.round(y) + 0.5);
    }
    ink.stroke();
    ink.fillStyle = colour.soft;
    ink.fillRect(12, tall - 12, cell * scale, 2);
    write(ink, length(cell), 12, tall - 21, 11, 500, colour.soft);
    ink.beginPath();
    ink.moveTo(wide - 20, tall - 34);
    ink.lineTo(wide - 15, tall - 20);
    ink.lineTo(wide - 25, tall - 20);
    ink.fillStyle = colour.accent;
    ink.fill();
    write(ink, "N", wide - 20, tall - 12, 11, 700, colour.accent, "center");
  }

  /** Where they are to 68 %, which way they look, and how far that may be off. */
  #wearer(ink, x, y, scale, pose, alignment, camera) {
    if (Number.isFinite(alignment.horizontal_accuracy)) {
      const radius = alignment.horizontal_accuracy * scale;
      ink.fillStyle = "rgba(88,182,255,.13)";
      ink.strokeStyle = "rgba(88,182,255,.5)";
      ink.lineWidth = 1;
      ink.beginPath();
      ink.arc(x, y, radius, 0, 2 * Math.PI);
      ink.fill();
      ink.stroke();
    }
    if (camera) {
      const fan = (half, reach, style) => {
        ink.fillStyle = style;
        ink.beginPath();
        ink.moveTo(x, y);
        ink.arc(x, y, reach, camera.heading - Math.PI / 2 - half, camera.heading - Math.PI / 2 + half);
        ink.fill();
      };
      const view = ink.createRadialGradient(x, y, 0, x, y, 90);
      view.addColorStop(0, "rgba(232,238,246,.28)");
      view.addColorStop(1, "rgba(232,238,246,0)");
      fan(Math.atan(camera.x / camera.focal), 90, view);
      const sigma = pose.heading_sigma_deg;
      if (Number.isFinite(sigma)) {
        const fan68 = ink.createRadialGradient(x, y, 0, x, y, 66);
        fan68.addColorStop(0, "rgba(255,180,84,.75)");
        fan68.addColorStop(1, "rgba(255,180,84,.08)");
        fan(Math.max(0.5, Math.min(90, sigma)) * degrees, 66, fan68);
      }
    }
    disc(ink, x, y, 6, "#58b6ff");
  }
}

function disc(ink, x, y, radius, fill) {
  ink.fillStyle = fill;
  ink.strokeStyle = "#0b1017";
  ink.lineWidth = 1.5;
  ink.beginPath();
  ink.arc(x, y, radius, 0, 2 * Math.PI);
  ink.fill();
  ink.stroke();
}
