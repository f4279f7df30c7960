// What everything is drawn with: colours, texts that are only ever text, and a note of each thing that was drawn.

export const colour = {
  near: "#6ee75c", middle: "#ffd23f", far: "#ff7a6b", accent: "#ffb454", route: "#45f0a0", finish: "#ff5d8f", hint: "#ffe066",
  companion: "#7cc7ff",
  ink: "#e8eef6", soft: "#9fb0c4", pill: "rgba(9,14,21,.84)",
};
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
 *  a diamond, far a triangle; a dark edge keeps it apart from sky and ground. */
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
  ink.strokeStyle = "rgba(6,10,16,.75)";
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

/** With a dark edge, to be read on anything. */
export function writeOver(ink, text, x, y, size, weight, fill, align = "center") {
  ink.font = font(size, weight);
  ink.textAlign = align;
  ink.textBaseline = "middle";
  ink.lineJoin = "round";
  ink.lineWidth = 4;
  ink.strokeStyle = "rgba(6,10,16,.8)";
  ink.strokeText(text, x, y);
  ink.fillStyle = fill;
  ink.fillText(text, x, y);
}
