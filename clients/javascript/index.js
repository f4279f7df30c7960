// The client for node: the daemon's Unix socket.

import net from "node:net";
import { METHODS } from "./interfaces.js";
import { ConnectionLost, encode, known, merged, NotRunning, parametersOf, RemoteError, replyOf } from "./messages.js";

export { ConnectionLost, NotRunning, RemoteError } from "./messages.js";
export * as geo from "./geo.js";

const DEFAULT_PATH = "/run/gnomon/gnomon.sock";
/** Bytes from which on a message is refused: over twice the daemon's longest answer. */
const LONGEST = 16 << 20;
/** Milliseconds between attempts to reach a daemon that has ended; the last one for all further ones. */
const PAUSES = [100, 250, 500, 1000, 2000];
const EVENTS = ["announcements", "proximity", "statuses", "route"];

function explained(path, error) {
  if (error.code === "EACCES") return new NotRunning(`${path} is for members of its group (id -nG shows yours)`);
  if (error.code === "ENOENT" || error.code === "ECONNREFUSED")
    return new NotRunning(`no daemon answers at ${path}: start gnomond, or name its socket in GNOMON_SOCKET`);
  return new NotRunning(`${path}: ${error.message}`);
}

function connect(path) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(path);
    socket.once("connect", () => {
      socket.removeAllListeners("error");
      resolve(socket);
    });
    socket.once("error", (error) => reject(explained(path, error)));
  });
}

/** The replies on a socket, each ended by a NUL. Bytes are split first, then decoded: a letter may arrive in two pieces. */
async function* replies(socket) {
  let pieces = [], size = 0;
  try {
    for await (const chunk of socket) {
      let start = 0;
      for (let end; (end = chunk.indexOf(0, start)) >= 0; start = end + 1) {
        pieces.push(chunk.subarray(start, end));
        yield replyOf(Buffer.concat(pieces).toString("utf8"));
        [pieces, size] = [[], 0];
      }
      pieces.push(chunk.subarray(start));
      size += chunk.length - start;
      if (size > LONGEST) throw new RangeError(`a message is longer than ${LONGEST} bytes`);
    }
  } catch (error) {
    if (error.code) throw new ConnectionLost(`the connection has ended: ${error.message}`);
    throw error;
  } finally {
    socket.destroy();
  }
  throw new ConnectionLost("the daemon has closed the connection");
}

/**
 * The replies to one call, to iterate over with `for await`; leaving the loop or `close()` ends it. The first connection has to
 * succeed, else NotRunning is thrown. When the daemon ends later, it connects again, unless `reconnect` is false. `connections`
 * counts: a new one means that all earlier state is void.
 */
class Stream {
  connections = 0;
  #path;
  #call;
  #read;
  #reconnect;
  #socket = null;
  #shorten;
  #isEnded = false;

  /** `begin` makes the function that reads the parameters of each reply of one connection. */
  constructor(path, method, parameters, reconnect, begin = () => (reply) => reply, members = []) {
    this.#path = path;
    this.#call = encode({ method, parameters, more: true }) + "\0";
    this.#shorten = (error) => {
      this.#call = encode({ method, parameters: known(parameters, error, members), more: true }) + "\0";
      this.#shorten = (other) => { throw other; };
    };
    this.#reconnect = reconnect;
    this.#read = begin;
  }

  close() {
    this.#isEnded = true;
    this.#socket?.destroy();
  }

  async *[Symbol.asyncIterator]() {
    this.#isEnded = false;
    for (let attempt = 0; ; attempt++) {
      try {
        this.#socket = await connect(this.#path);
        this.connections++;
        this.#socket.write(this.#call);
        const read = this.#read();
        for await (const reply of replies(this.#socket)) {
          attempt = 0;
          yield read(parametersOf(reply));
          if (!reply.continues) return;
        }
      } catch (error) {
        if (this.#isEnded) return;
        if (error instanceof RemoteError) {
          this.#shorten(error);
          continue;
        }
        const isGone = error instanceof ConnectionLost || error instanceof NotRunning;
        if (!isGone || !this.#reconnect || !this.connections) throw error;
        await new Promise((resolve) => setTimeout(resolve, PAUSES[Math.min(attempt, PAUSES.length - 1)]));
      } finally {
        this.#socket?.destroy();
      }
    }
  }
}

const only = (name) => () => (reply) => {
  if (reply[name] == null) throw new SyntaxError(`a reply without ${name}`);
  return reply[name];
};

const complete = (pick) => () => {
  let held = null;
  return (reply) => {
    if (reply.frame) reply = { ...reply, frame: (held = merged(held, reply.frame)) };
    return pick(reply);
  };
};

/**
 * A client of gnomond. `tracking`, `scene`, `calibration` and `control` have every method of the socket's interfaces; the functions
 * here are the usual ones in short. Calls use one connection; each stream has one of its own.
 */
export class Client {
  #path;
  #timeout;
  #reconnect;
  #socket = null;
  #replies = null;
  #last = Promise.resolve();

  constructor({ path, timeout = 10000, reconnect = true } = {}) {
    this.#path = path || process.env.GNOMON_SOCKET || DEFAULT_PATH;
    this.#timeout = timeout;
    this.#reconnect = reconnect;
    for (const [interface_, methods] of Object.entries(METHODS)) {
      this[interface_] = {};
      for (const [name, [method, isStream, members]] of Object.entries(methods)) {
        this[interface_][name] = isStream
          ? (parameters) => this.stream(method, parameters, members)
          : (parameters) => this.call(method, parameters).catch((error) => this.call(method, known(parameters, error, members)));
      }
    }
  }

  /** Closes the connection of calls, and with it ends what belongs to it, such as anchors without a lease. */
  close() {
    this.#socket?.destroy();
    this.#socket = null;
  }

  /** Calls any method. Calls wait for each other. */
  call(method, parameters = {}) {
    const answer = this.#last.then(() => this.#ask(encode({ method, parameters }) + "\0"));
    this.#last = answer.catch(() => {});
    return answer;
  }

  async #ask(call) {
    if (!this.#socket || this.#socket.destroyed || this.#socket.readableEnded) {
      const socket = (this.#socket = await connect(this.#path));
      socket.on("error", () => {});
      socket.on("close", () => { if (this.#socket === socket) this.#socket = null; });
      this.#replies = replies(socket);
    }
    const socket = this.#socket;
    socket.ref();
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`the daemon has not answered in ${this.#timeout} ms`)), this.#timeout);
    });
    try {
      socket.write(call);
      const { value, done } = await Promise.race([this.#replies.next(), late]).catch((error) => {
        this.close(); // a late answer would be that of another call
        throw error;
      });
      if (done) throw new ConnectionLost("the daemon has closed the connection");
      return parametersOf(value);
    } finally {
      clearTimeout(timer);
      socket.unref(); // a program ends without close()
    }
  }

  /** The replies to any method with `more`; frames are complete. */
  stream(method, parameters = {}, members = []) {
    const begin = method === "org.gnomon.Scene.Subscribe" ? complete((reply) => reply) : undefined;
    return new Stream(this.#path, method, parameters, this.#reconnect, begin, members);
  }

  /** The latest pose, or that of a time, up to 0.1 s ahead; null before there is one. */
  async pose(time_boot_ns) {
    return (await this.tracking.getPose({ time_boot_ns })).pose ?? null;
  }

  async alignment() {
    return (await this.tracking.getAlignment()).alignment ?? null;
  }

  #one(name, method, parameters) {
    return new Stream(this.#path, method, parameters, this.#reconnect, only(name));
  }

  /** Poses as they come, at most rate_hz a second. */
  poses(rate_hz) {
    return this.#one("pose", "org.gnomon.Tracking.Subscribe", { streams: ["pose"], rate_hz });
  }

  /** The alignment, first as it is and then whenever it changes. */
  alignments(rate_hz) {
    return this.#one("alignment", "org.gnomon.Tracking.Subscribe", { streams: ["alignment"], rate_hz });
  }

  /** Complete frames of the scene. */
  frames(include = ["placements"], more = {}) {
    const parameters = { include, ...more };
    return new Stream(this.#path, "org.gnomon.Scene.Subscribe", parameters, this.#reconnect, complete((reply) => reply.frame));
  }

  /** Announcements of the route, places reached and left, changed statuses, and changes of the route. words: language, units, directions
   * and crossings, as in Subscribe; with one of the first three each event has its text. */
  events(include = EVENTS, words = {}) {
    return this.#one("event", "org.gnomon.Scene.Subscribe", { include, ...words });
  }
}

/** Poses of the daemon in GNOMON_SOCKET, else of the service. */
export const poses = (rate_hz) => new Client().poses(rate_hz);
export const frames = (include, more) => new Client().frames(include, more);
export const alignments = (rate_hz) => new Client().alignments(rate_hz);
export const events = (include, words) => new Client().events(include, words);
