// The stream from the daemon: what it says, as it comes, and who is told of it.

import {Poses} from "./camera.js";

export class Session {
  poses = new Poses();
  alignment = null;
  frame = null;
  state = null;
  sensors = null;
  guidance = [];
  hypotheses = [];
  info = null;
  status = null;
  route = null;
  /** Of a recording: where it was begun, how long it is. */
  replay = null;
  /** null while all is well, else what to tell. */
  away = {title: "connecting", reason: ""};
  viewport = null;
  /** Milliseconds spent on what came since the last frame was drawn. */
  spent = 0;
  isDirty = false;
  /** When something came last, by the page's clock in milliseconds. */
  heard = 0;
  #stream = null;
  #revision = null;
  #pulse = null;
  /** When the daemon that replays was started, and where. */
  #begun = null;

  /** `on` has a function for each thing that happens: change, event, refused, link. */
  constructor(on) { this.on = on; }

  open(viewport) {
    this.#stream?.close();
    this.viewport = viewport;
    this.heard = performance.now();
    const query = `width=${viewport.width}&height=${viewport.height}&field_of_view=${viewport.fieldOfView}`;
    const stream = this.#stream = new EventSource(`/stream?${query}`);
    const take = (name, each) => stream.addEventListener(name, event => {
      if (stream !== this.#stream) return;
      const start = this.heard = performance.now();
      try {
        const message = JSON.parse(event.data);
        if (message.error) this.on.refused(message);
        else each(message.parameters ?? message);
      } finally {
        this.spent += performance.now() - start;
      }
    });
    take("pose", message => {
      if (message.pose) this.poses.add(message.pose);
      if (message.alignment) this.alignment = message.alignment;
      this.isDirty = true;
    });
    take("news", message => {
      if (message.state) this.state = message.state;
      if (message.guidance) this.guidance = message.guidance;
      if (message.aids) this.hypotheses = message.aids.hypotheses ?? [];
      if (message.sensors) this.sensors = message.sensors;
      this.on.change();
    });
    take("scene", message => {
      if (message.frame) {
        // A recording ends with its last picture, not with one that grows old.
        if (this.#isOver(message.frame)) {
          this.control({position: this.replay.duration, playing: false}).catch(() => {});
          return;
        }
        this.frame = message.frame;
        this.isDirty = true;
        const revision = this.frame.progress?.revision ?? null;
        if (revision !== this.#revision) {
          this.#revision = revision;
          this.readRoute();
        }
      }
      if (message.event) this.on.event(message.event);
    });
    take("here", message => {
      if ("duration" in message) this.replay = message;
      this.away = null;
      this.info = null;
      this.#begun = null;
      this.poses.clear();
      this.frame = null;
      this.#revision = null;
      this.route = null;
      this.on.link();
      this.look();
    });
    take("gone", message => {
      if (message.replay) this.replay = message.replay;
      const isPaused = this.replay && !this.replay.playing && !this.replay.fault;
      const isSeeking = this.replay && this.replay.playing && !this.replay.fault;
      this.away = isPaused ? null : isSeeking
        ? {title: "jumping …", reason: "the samples before that time are processed first"}
        : {title: "The daemon has stopped", reason: `${this.replay?.fault ?? message.english ?? ""}`};
      this.on.change();
    });
    stream.onerror = () => {
      if (stream !== this.#stream) return;
      this.away = {title: "gnomon view has ended", reason: "Start it again and open the link that it prints. A phone may have to type the code again: load this page again."};
      this.on.change();
      // The browser tries again by itself unless it was refused.
    };
    clearInterval(this.#pulse);
    this.#pulse = setInterval(() => { if (!this.away) this.look(); }, 5000);
  }

  /** A call as the socket has it; its answer, or an error with a sentence. */
  async call(method, parameters = {}) {
    const answer = await fetch("/call", {
      method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({method, parameters}),
    });
    if (!answer.headers.get("Content-Type")?.includes("json")) throw new Error(await answer.text());
    const reply = await answer.json();
    if (reply.error) {
      const more = reply.parameters ?? {};
      throw new Error(more.english ?? more.reason ?? more.expected ?? sentence(reply.error));
    }
    return reply.parameters ?? {};
  }

  async control(change) {
    this.#begun = null;
    const answer = await fetch("/replay", {
      method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(change),
    });
    if (!answer.ok) throw new Error(await answer.text());
    this.replay = await answer.json();
    this.on.change();
  }

  /** What is asked now and then. */
  async look() {
    try {
      this.info ??= await this.call("org.gnomon.Control.GetInfo");
      if (this.replay && !this.away) this.#begun = {time: this.info.started_boot_ns, from: this.replay.from};
      this.status = await this.call("org.gnomon.Tracking.GetStatus");
    } catch { /* the stream says that it has gone */ }
    this.on.change();
  }

  async readRoute() {
    if (this.#revision === null) {
      this.route = null;
      return;
    }
    try {
      this.route = (await this.call("org.gnomon.Scene.GetRoute", {points: true})).route;
    } catch { this.route = null; }
  }

  /** Whether all of the recording has been played; its last samples may be some time before the last pose. */
  #isOver(frame) {
    if (!this.replay?.playing || this.away) return false;
    const left = this.replay.duration - this.position;
    return left < 0.2 || (frame.is_stale && left < 3);
  }

  get isAtEnd() { return !!this.replay && !this.replay.playing && this.position >= this.replay.duration; }

  /** Plays or pauses; at the end, again from the beginning. */
  play() { return this.control({position: this.isAtEnd ? 0 : this.position, playing: !this.replay.playing}); }

  /** Seconds in the recording that is replayed: its first sample came with the daemon's start, or so long before. */
  get position() {
    const pose = this.poses.last, {replay} = this;
    if (!replay) return 0;
    if (!pose || !this.#begun || !replay.playing) return replay.from;
    return Math.max(0, Math.min(replay.duration, (pose.time_boot_ns - this.#begun.time) * 1e-9 + this.#begun.from));
  }
}

/** org.gnomon.Tracking.HeadingNotHeld → heading not held */
const sentence = name => name.split(".").at(-1).replace(/(?<!^)([A-Z])/g, " $1").toLowerCase();
