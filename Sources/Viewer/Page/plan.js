// The plan, north up: a picture of the tracks that gnomon draws as in its reports, and on it the wearer and the places.

import {bandMark, colour, length, write, writeOver} from "./ink.js";

const degrees = Math.PI / 180;
/** Half of what the shorter side shows, in metres. */
const scales = [15, 30, 60, 120, 250, 500, 1000];
/** Milliseconds between two pictures. */
const pause = 1000;

/** Metres of a degree about a latitude: M and N cos φ of WGS 84's radii of curvature. */
function ground(origin) {
  const axis = 6378137, flattening = 1 / 298.257223563, square = flattening * (2 - flattening);
  const sine = Math.sin(origin.latitude_deg * degrees), w = Math.sqrt(1 - square * sine * sine);
  const north = axis * (1 - square) / w ** 3 * degrees, east = axis * Math.cos(origin.latitude_deg * degrees) / w * degrees;
  return {
    offset: place => ({
      east: (((place.longitude_deg - origin.longitude_deg + 540) % 360) - 180) * east, north: (place.latitude_deg - origin.latitude_deg) * north,
    }),
    place: ({x, z}) => ({latitude_deg: origin.latitude_deg - z / north, longitude_deg: origin.longitude_deg + x / east}),
  };
}

export class Plan {
  #box;
  #canvas;
  #ink;
  #scale = 2;
  #size = {};
  /** The picture that is shown: its element, its middle, metres to each side, the grid's cell; and when the last one was asked for. */
  #picture = null;
  /** What the last drawing showed: its middle, metres across and down. */
  #shown = null;
  #asked = -Infinity;
  #isAsking = false;

  constructor(box) {
    this.#box = box;
    this.#canvas = box.querySelector("canvas");
    this.#ink = this.#canvas.getContext("2d");
    this.#pinch();
  }

  /** Two fingers on the plan: one scale for each half as much again of their distance. One finger scrolls the page. */
  #pinch() {
    const fingers = new Map(), canvas = this.#canvas;
    let from = 0;
    const apart = () => {
      const [a, b] = [...fingers.values()];
      return fingers.size === 2 ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
    };
    canvas.addEventListener("pointerdown", event => {
      if (event.pointerType !== "touch") return;
      fingers.set(event.pointerId, event);
      from = apart();
    });
    canvas.addEventListener("pointermove", event => {
      if (!fingers.has(event.pointerId)) return;
      fingers.set(event.pointerId, event);
      const now = apart();
      if (!from || !now || Math.max(now / from, from / now) < 1.5) return;
      this.zoom(now > from ? -1 : 1);
      from = now;
    });
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, event => { fingers.delete(event.pointerId); from = 0; });
  }

  clear() { this.#picture?.svg.remove(); this.#picture = null; }
  zoom(step) {
    this.#scale = Math.max(0, Math.min(scales.length - 1, this.#scale + step));
    this.#asked = -Infinity;
  }

  draw(session, camera, record) {
    const box = this.#canvas.getBoundingClientRect(), ratio = Math.min(2, devicePixelRatio || 1);
    const wide = Math.round(box.width), tall = Math.round(box.height), ink = this.#ink;
    if (!wide || !tall) return;
    if (this.#size.wide !== wide || this.#size.tall !== tall || this.#size.ratio !== ratio) {
      this.#size = {wide, tall, ratio};
      this.#canvas.width = wide * ratio;
      this.#canvas.height = tall * ratio;
      this.#asked = -Infinity;
    }
    ink.setTransform(ratio, 0, 0, ratio, 0, 0);
    ink.clearRect(0, 0, wide, tall);
    const pose = session.poses.last, alignment = session.alignment;
    if (!alignment?.place || !pose) {
      write(ink, "waiting for a place", wide / 2, tall / 2, 13, 500, colour.soft, "center");
      return;
    }
    const scale = Math.min(wide, tall) / 2 / scales[this.#scale], here = ground(alignment.place).place(alignment.applied_shift);
    this.#ask(session, here, Math.max(wide, tall) / scale);
    this.#shown = {here, wide: wide / scale, tall: tall / scale};
    this.#show();
    for (const placement of (session.frame?.placements ?? []).slice().reverse()) {
      const level = placement.distance * Math.cos(placement.elevation_deg * degrees) * scale;
      const x = wide / 2 + level * Math.sin(placement.azimuth_deg * degrees), y = tall / 2 - level * Math.cos(placement.azimuth_deg * degrees);
      bandMark(ink, placement.band, x, y, placement.count > 1 ? 5.5 : 4);
      record?.note("plan", `${placement.layer}/${placement.id}`, x, y);
    }
    this.#wearer(ink, wide / 2, tall / 2, scale, pose, alignment, camera);
    this.#frame(ink, wide, tall, scale);
  }

  /** Asks for the next picture, with twice of what is shown, so that it lasts until the one after it. */
  async #ask(session, here, reach) {
    if (this.#isAsking || performance.now() - this.#asked < pause) return;
    this.#isAsking = true;
    this.#asked = performance.now();
    try {
      const until = session.replay ? `&until=${session.position.toFixed(2)}` : "";
      const answer = await fetch(`/plan.svg?latitude=${here.latitude_deg.toFixed(8)}&longitude=${here.longitude_deg.toFixed(8)}&reach=${reach.toFixed(1)}${until}`);
      if (!answer.ok) return;
      const template = document.createElement("template");
      template.innerHTML = await answer.text();
      const svg = template.content.firstElementChild;
      svg.removeAttribute("id");
      svg.setAttribute("preserveAspectRatio", "none");
      this.#picture?.svg.remove();
      this.#picture = {svg, flat: ground(here), reach, width: svg.viewBox.baseVal.width, cell: Number(answer.headers.get("Grid-Cell"))};
      this.#show();
      this.#box.prepend(svg);
      session.isDirty = true;
    } catch { /* the stream says that it has gone */ } finally { this.#isAsking = false; }
  }

  /** Lays the part of the picture about the wearer under the marks. */
  #show() {
    if (!this.#picture) return;
    const {svg, flat, reach, width} = this.#picture, {here, wide, tall} = this.#shown;
    const {east, north} = flat.offset(here), units = width / (2 * reach);
    const box = [(reach + east - wide / 2) * units, (reach - north - tall / 2) * units, wide * units, tall * units];
    svg.setAttribute("viewBox", box.map(value => value.toFixed(1)).join(" "));
  }

  /** Scale and north. */
  #frame(ink, wide, tall, scale) {
    const cell = this.#picture?.cell;
    if (cell) {
      ink.fillStyle = colour.soft;
      ink.fillRect(12, tall - 12, cell * scale, 2);
      writeOver(ink, length(cell), 12, tall - 21, 11, 500, colour.soft, "left");
    }
    ink.beginPath();
    ink.moveTo(wide - 20, tall - 34);
    ink.lineTo(wide - 15, tall - 20);
    ink.lineTo(wide - 25, tall - 20);
    ink.fillStyle = colour.accent;
    ink.fill();
    writeOver(ink, "N", wide - 20, tall - 12, 11, 700, colour.accent);
  }

  /** Where they are to 68 %, which way they look, and how far that may be off. */
  #wearer(ink, x, y, scale, pose, alignment, camera) {
    if (Number.isFinite(alignment.horizontal_accuracy)) {
      const radius = alignment.horizontal_accuracy * scale;
      ink.fillStyle = `rgba(${colour.ownArea},.13)`;
      ink.strokeStyle = `rgba(${colour.ownArea},.5)`;
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
      view.addColorStop(0, `rgba(${colour.line},.28)`);
      view.addColorStop(1, `rgba(${colour.line},0)`);
      fan(Math.atan(camera.x / camera.focal), 90, view);
      const sigma = pose.heading_sigma_deg;
      if (Number.isFinite(sigma)) {
        const fan68 = ink.createRadialGradient(x, y, 0, x, y, 66);
        fan68.addColorStop(0, `rgba(${colour.sigma},.75)`);
        fan68.addColorStop(1, `rgba(${colour.sigma},.08)`);
        fan(Math.max(0.5, Math.min(90, sigma)) * degrees, 66, fan68);
      }
    }
    ink.fillStyle = colour.own;
    ink.strokeStyle = colour.ownEdge;
    ink.lineWidth = 1.5;
    ink.beginPath();
    ink.arc(x, y, 6, 0, 2 * Math.PI);
    ink.fill();
    ink.stroke();
  }
}
