// JSON of the socket, and frames whose changes are merged; for node and for browsers.

/** Members that end in _ns are whole nanoseconds, more than a double holds: they become a BigInt. */
export function parse(text) {
  return JSON.parse(text.replace(/("\w*_ns"\s*:\s*)(-?\d+)(?=\s*[,}])/g, '$1"$2"'), (name, value) =>
    name.endsWith("_ns") && typeof value === "string" && /^-?\d+$/.test(value) ? BigInt(value) : value);
}

// A text that no message has: it stands for a BigInt until the JSON is written.
const MARK = `integer-${Math.random().toString(36).slice(2)}:`;

/** The other way; members that are undefined or null are left out. */
export function encode(value) {
  const text = JSON.stringify(value, (_, item) => (typeof item === "bigint" ? MARK + item : item ?? undefined));
  return text.replaceAll(new RegExp(`"${MARK}(-?\\d+)"`, "g"), "$1");
}

// The key of a section's items; if a section is an object, the list in it. As org.gnomon.Scene says at Frame.
const NAMES = {
  placements: ["layer", "id"], arrows: ["number"], line: ["number"], markers: ["length", "kind"],
  anchors: ["owner", "id"], radar: ["layer", "id"],
};
const LISTS = { arrows: "arrows", line: "vertices", radar: "marks" };
const ORDER = { placements: "rank", arrows: "number", line: "length", markers: "length" };

/** The complete frame, from the previous one and the changes since. Neither is changed. */
export function merged(held, frame) {
  if (frame.is_full || !held) return frame;
  const whole = { ...held, ...frame, fault: frame.fault ?? null, is_full: true, left: null };
  for (const [section, names] of Object.entries(NAMES)) {
    const old = held[section], next = frame[section], inner = LISTS[section];
    if (old == null || next == null) continue; // left out: unchanged; null: empty
    const key = (item) => JSON.stringify(typeof item === "object" ? names.map((name) => item[name]) : [item]);
    const items = new Map((inner ? old[inner] : old).map((item) => [key(item), item]));
    for (const gone of frame.left?.[section] ?? []) items.delete(key(gone));
    for (const item of inner ? next[inner] : next) items.set(key(item), item);
    const listed = [...items.values()], order = ORDER[section];
    if (order) listed.sort((a, b) => a[order] - b[order]);
    whole[section] = inner ? { ...next, [inner]: listed } : listed;
  }
  return whole;
}

/** An error that the daemon has answered with: `name` as in the interface, and its `parameters`. */
export class RemoteError extends Error {
  constructor(name, parameters) {
    const more = Object.entries(parameters).map(([key, value]) => `, ${key} ${encode({ value }).slice(9, -1)}`).join("");
    super(parameters.english ? `${name}: ${parameters.english}` : name + more);
    this.name = name;
    this.parameters = parameters;
  }
}

/**
 * The parameters without what an older daemon does not know, if all of them are `members` of this version: a name of the caller's own
 * is a mistake. Throws any other error.
 */
export function known(parameters = {}, error, members) {
  const isOlder = error instanceof RemoteError && error.name.endsWith(".UnknownMember");
  if (!isOlder || !Object.keys(parameters).every((name) => members.includes(name))) throw error;
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => error.parameters.known.includes(name)));
}

/** No daemon answers. */
export class NotRunning extends Error {
  name = "NotRunning";
}

/** The daemon has closed the connection, or has ended. */
export class ConnectionLost extends Error {
  name = "ConnectionLost";
}

/** A reply as an object. */
export function replyOf(text) {
  let reply;
  try {
    reply = parse(text);
  } catch (error) {
    throw new SyntaxError(`a message is not JSON: ${error.message}`);
  }
  if (reply === null || typeof reply !== "object" || Array.isArray(reply)) throw new SyntaxError("a message is not a JSON object");
  return reply;
}

/** The parameters of a reply; throws those of an error. */
export function parametersOf(reply) {
  if (reply.error) throw new RemoteError(String(reply.error), reply.parameters ?? {});
  return reply.parameters ?? {};
}
