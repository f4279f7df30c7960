// What everything is drawn with: colours, texts that are only ever text, and a note of each thing that was drawn.

// Those that are drawn with more than one opacity are the three numbers of rgba().
const dark = {
  near: "#6ee75c", middle: "#ffd23f", far: "#ff7a6b", accent: "#ffb454", route: "#45f0a0", finish: "#ff5d8f", hint: "#ffe066",
  gold: "#ffe066", companion: "#7cc7ff", ink: "#e8eef6", soft: "#9fb0c4", pill: "rgba(9,14,21,.84)", rim: "rgba(255,255,255,.13)",
  bright: "#fff", edge: "6,10,16", shade: "6,10,16", line: "232,238,246", sigma: "255,180,84", box: "#f4f7fb", boxInk: "#0b1017",
  disc: "rgba(8,13,20,.72)", ring: "rgba(160,185,210,.35)", view: "180,210,240", strip: "69,240,160", arrowEdge: "#04140d",
  dot: "#d8fff0", sign: "#06170f", companionSign: "#071723", ball: ["#ffc2d6", "#ff5d8f", "#a11f52"], finishName: "#ffd3e1",
  own: "#58b6ff", ownEdge: "#0b1017", ownArea: "88,182,255", nothing: "#0a1018",
  day: ["#16283f", "#47698c"], twilight: ["#101a30", "#4b4a66"], night: ["#080d18", "#1d2c44"],
  ground: ["#26323c", "#19222a", "#0d1318"], grid: "140,175,200", horizon: "190,215,235",
  hintDisc: "rgba(8,13,20,.85)", veil: 0.3, badge: null, badgeInk: "#0b1017", around: null, faintest: 0.3,
};
const light = {
  near: "#35992a", middle: "#b38600", far: "#e0503c", accent: "#a85b00", route: "#008253", finish: "#d1306a", hint: "#ffe066",
  gold: "#b38600", companion: "#0067a6", ink: "#16202c", soft: "#4b5a6b", pill: "rgba(255,255,255,.92)", rim: "rgba(20,40,60,.22)",
  bright: "#16202c", edge: "255,255,255", shade: "250,252,254", line: "22,32,44", sigma: "196,110,0", box: "#16202c", boxInk: "#fff",
  disc: "rgba(255,255,255,.82)", ring: "rgba(40,65,90,.4)", view: "40,90,140", strip: "0,130,83", arrowEdge: "#f4fff9",
  dot: "#00593a", sign: "#f2fbf6", companionSign: "#f0f8fe", ball: ["#ffd9e5", "#e8487f", "#a11f52"], finishName: "#8c1743",
  own: "#0067a6", ownEdge: "#fff", ownArea: "0,103,166", nothing: "#e9eef3",
  day: ["#8fb9de", "#e3eff8"], twilight: ["#a6b4d2", "#efe6ea"], night: ["#93a3bd", "#d3dce8"],
  ground: ["#dfe4e6", "#d3dade", "#c3ccd2"], grid: "60,90,115", horizon: "40,65,90",
  hintDisc: "rgba(8,13,20,.85)", veil: 0.3, badge: null, badgeInk: "#0b1017", around: null, faintest: 0.3,
};
// Those of a see-through display that differ: black is transparent there. What lies under a text is black, so that no stroke runs
// through it; no large area is bright, for it would hide the world behind it.
const seeThrough = {
  ink: "#fff", soft: "#d5deea", pill: "#000", rim: "rgba(255,255,255,.4)", edge: "0,0,0", arrowEdge: "#000", sign: "#000",
  companionSign: "#000", hintDisc: "#000", veil: 0.14, badge: "#000", badgeInk: null, around: "#000", faintest: 0.7,
  ball: ["rgba(255,93,143,.04)", "rgba(255,93,143,.12)", "rgba(255,93,143,.6)"],
};
const scheme = matchMedia("(prefers-color-scheme: light)");
/** The colours of the browser's setting: dark or light. */
export const colour = {...(scheme.matches ? light : dark)};
/** Takes the colours of a see-through display, whatever the setting. */
export function useSeeThrough() { Object.assign(colour, dark, seeThrough); }
/** Calls `action` after each change of that setting. */
export function onScheme(action) {
  scheme.addEventListener("change", () => {
    Object.assign(colour, scheme.matches ? light : dark);
    action();
  });
}
export const font = (size, weight = 500) => `${weight} ${size}px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif`;

const motion = matchMedia("(prefers-reduced-motion: reduce)");
export const isCalm = () => motion.matches;

/** Names come from anywhere: what is no character to see, and what turns the direction of reading, is left out. */
export function clean(text) {
  return String(text ?? "").replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, "").trim();
}

export function length(metres) {
  if (!Number.isFinite(metres)) return "–";
  if (metres < 9.95) return `${metres.toFixed(1)} m`;
  return metres < 999.5 ? `${Math.round(metres)} m` : `${(metres / 1000).toFixed(metres < 9950 ? 1 : 0)} km`;
}

/** What the last frame has drawn, and where: noted where it is drawn, for tests and for whoever debugs a renderer. */
export class Record {
  drawn = [];
  note(kind, id, x, y, more) { this.drawn.push({kind, id, x, y, ...more}); }
}

/** A place's mark, its middle at (x, y): each band has a shape of its own, for whom green and red are one colour. Near is round, middle
 *  a diamond, far a triangle; an edge keeps it apart from sky and ground. */
export function bandMark(ink, band, x, y, radius) {
  ink.beginPath();
  if (band === "middle") {
    const r = radius * 1.25;
    ink.moveTo(x, y - r);
    ink.lineTo(x + r, y);
    ink.lineTo(x, y + r);
    ink.lineTo(x - r, y);
  } else if (band === "far") {
    const r = radius * 1.35;
    ink.moveTo(x, y - r);
    ink.lineTo(x + 0.87 * r, y + 0.5 * r);
    ink.lineTo(x - 0.87 * r, y + 0.5 * r);
  } else {
    ink.arc(x, y, radius, 0, 2 * Math.PI);
  }
  ink.closePath();
  ink.lineWidth = 2;
  ink.strokeStyle = `rgba(${colour.edge},.75)`;
  ink.stroke();
  ink.fillStyle = colour[band] ?? colour.soft;
  ink.fill();
}

const pieces = {near: 1, middle: 2, far: 3};

/** The bar of a label: whole where its place is near, in two pieces in the middle, in three where it is far. */
export function bandBar(ink, band, x, y, wide, tall) {
  const count = pieces[band] ?? 1, gap = 3, piece = (tall - gap * (count - 1)) / count;
  ink.fillStyle = colour[band] ?? colour.soft;
  ink.beginPath();
  for (let index = 0; index < count; index++) ink.roundRect(x, y + index * (piece + gap), wide, piece, 2);
  ink.fill();
}

const widths = new Map();
export function width(ink, text, size, weight) {
  const key = `${size}|${weight}|${text}`;
  let value = widths.get(key);
  if (value === undefined) {
    ink.font = font(size, weight);
    value = ink.measureText(text).width;
    if (widths.size > 2000) widths.clear();
    widths.set(key, value);
  }
  return value;
}

const fitted = new Map();
/** As much of a text as has room, with an ellipsis. */
export function fit(ink, text, size, weight, room) {
  if (width(ink, text, size, weight) <= room) return text;
  const key = `${size}|${weight}|${Math.round(room)}|${text}`;
  let value = fitted.get(key);
  if (value === undefined) {
    const letters = [...text];
    let low = 0, high = letters.length;
    ink.font = font(size, weight);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (ink.measureText(letters.slice(0, middle).join("") + "…").width <= room) low = middle; else high = middle - 1;
    }
    value = letters.slice(0, low).join("").trimEnd() + "…";
    if (fitted.size > 2000) fitted.clear();
    fitted.set(key, value);
  }
  return value;
}

export function write(ink, text, x, y, size, weight, fill, align = "left") {
  ink.font = font(size, weight);
  ink.textAlign = align;
  ink.textBaseline = "middle";
  ink.fillStyle = fill;
  ink.fillText(text, x, y);
}

/** Whether a colour #rgb or #rrggbb is a bright one. */
function isBright(fill) {
  const digits = fill.length === 4 ? 1 : 2, part = at => parseInt(fill.slice(1 + at * digits, 1 + (at + 1) * digits), 16) / (16 ** digits - 1);
  return 0.3 * part(0) + 0.59 * part(1) + 0.11 * part(2) > 0.5;
}

/** With an edge, to be read on anything: a dark one about a bright text, else a bright one. */
export function writeOver(ink, text, x, y, size, weight, fill, align = "center") {
  ink.font = font(size, weight);
  ink.textAlign = align;
  ink.textBaseline = "middle";
  ink.lineJoin = "round";
  ink.lineWidth = 4;
  ink.strokeStyle = colour.around ? colour.around : isBright(fill) ? "rgba(6,10,16,.8)" : "rgba(255,255,255,.85)";
  ink.strokeText(text, x, y);
  ink.fillStyle = fill;
  ink.fillText(text, x, y);
}
