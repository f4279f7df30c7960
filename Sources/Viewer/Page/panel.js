// What is told in words beside the drawings. Every text from outside goes in as text, never as markup.

import {clean, length} from "./ink.js";
import {localizationWords, pendingWords, playedWord, sceneWords, trackingWords} from "./words.js";

const element = id => document.getElementById(id);

function fill(list, items, make) {
  while (list.children.length > items.length) list.lastChild.remove();
  items.forEach((item, index) => make(list.children[index] ?? list.appendChild(document.createElement("li")), item));
}

const put = (node, text) => { if (node.textContent !== text) node.textContent = text; };

// A name may be written from right to left: the element ends its direction where the name ends.
function isolated(name) {
  const node = document.createElement("bdi");
  node.textContent = name;
  return node;
}
const putName = (node, name, rest = "") => { if (node.textContent !== name + rest) node.replaceChildren(isolated(name), rest); };

const words = {
  localized: "good", localizing: "fair", lost: "poor", none: "poor", normal: "good", initializing: "fair", limited: "poor",
};

function chips(session) {
  const chips = [], pose = session.poses.last, alignment = session.alignment;
  const state = session.state ?? pose;
  if (state) {
    const {localization, tracking} = state;
    chips.push([words[localization.state], localizationWords(localization)]);
    chips.push([words[tracking.state], trackingWords(tracking)]);
  }
  if (Number.isFinite(pose?.heading_deg)) {
    const sigma = pose.heading_sigma_deg;
    chips.push(["plain", `heading ± ${Number.isFinite(sigma) ? sigma.toFixed(sigma < 10 ? 1 : 0) : "?"}°`]);
  }
  if (alignment?.place) chips.push(["plain", `place ± ${length(alignment.horizontal_accuracy ?? NaN)}`]);
  const status = session.frame?.status;
  if (session.frame?.is_stale) chips.push(["poor", "the picture is old"]);
  else if (status && status.state !== "shown") chips.push(["fair", sceneWords(status)]);
  const pending = session.frame?.pending;
  if (pending && !session.frame.is_stale) chips.push(["fair", pendingWords(pending)]);
  if (session.frame?.fault) chips.push(["poor", clean(session.frame.fault)]);
  const played = playedWord(session.status);
  // The time bar shows a replay by this page.
  if (played && !session.replay) chips.push(["plain", played]);
  if (session.status?.recording) chips.push(["recording", "recording"]);
  return chips;
}

// Hypotheses of at least one per cent; a single one is no doubt.
function hypotheses(session) {
  const likely = session.hypotheses.filter(one => one.weight >= 0.01);
  return likely.length > 1 ? likely : [];
}

function told({weight, yaw_deg, yaw_sigma_deg, east, north, doubts}) {
  const off = Number.isFinite(east) && Number.isFinite(north) ? Math.hypot(east, north) : 0;
  const parts = [`${(100 * weight).toFixed(0)} %`, `yaw ${yaw_deg.toFixed(0)}° ± ${yaw_sigma_deg.toFixed(0)}°`];
  if (off >= 1) parts.push(`${length(off)} off`);
  return `${parts.join(", ")}: ${doubts.length ? doubts.map(doubt => doubt.replaceAll("-", " ")).join(", ") : "nothing wrong"}`;
}

/** The probability that something is wrong from which the list opens, and the one below which it closes. */
const opens = 0.3, closes = 0.15;
const wrong = hypotheses => hypotheses.reduce((sum, {weight, doubts}) => sum + (doubts.length ? weight : 0), 0);

export class Panel {
  #toast = null;
  #isWrong = false;

  constructor(session, actions) {
    this.session = session;
    const on = (id, action) => element(id).addEventListener("click", () => this.try(action));
    on("left10", () => actions.nudge(-10));
    on("left1", () => actions.nudge(-1));
    on("right1", () => actions.nudge(1));
    on("right10", () => actions.nudge(10));
    on("release", actions.release);
    on("reset", actions.reset);
    on("record", actions.record);
    on("closer", () => actions.zoom(-1));
    on("farther", () => actions.zoom(1));
    on("play", actions.play);
    on("detail-close", () => this.show(null));
    element("speed").addEventListener("change", event => this.try(() => actions.speed(+event.target.value)));
    element("bar").addEventListener("change", event => this.try(() => actions.seek(+event.target.value)));
    addEventListener("keydown", event => {
      if (event.ctrlKey || event.altKey || event.metaKey || /INPUT|SELECT/.test(event.target.tagName)) return;
      const far = event.shiftKey ? 10 : 1, keys = {
        ArrowLeft: () => actions.nudge(-far), ArrowRight: () => actions.nudge(far), l: actions.release, n: actions.reset, r: actions.record,
        "+": () => actions.zoom(-1), "-": () => actions.zoom(1), " ": actions.play, Escape: () => this.show(null),
      };
      const action = keys[event.key] ?? keys[event.key.toLowerCase()];
      if (!action || (event.target.tagName === "BUTTON" && event.key === " ")) return;
      event.preventDefault();
      this.try(action);
    });
  }

  /** Does something, and says why not. */
  async try(action) {
    put(element("said"), "");
    try { await action(); } catch (fault) { put(element("said"), clean(fault.message)); }
  }

  update() {
    const {session} = this, away = session.away;
    element("away").hidden = !away;
    if (away) {
      put(element("away-title"), away.title);
      put(element("away-reason"), clean(away.reason));
    }
    fill(element("chips"), chips(session), (node, [kind, text]) => {
      node.className = kind ?? "plain";
      put(node, text);
    });
    element("advice").hidden = !session.guidance.length;
    fill(element("guidance"), session.guidance, (node, advice) => put(node, clean(advice.english)));
    this.#doubts();
    this.#way();
    const mayChange = session.info?.access === "administer";
    for (const id of ["left10", "left1", "right1", "right10", "release", "reset", "record"]) {
      element(id).disabled = !mayChange || !!away;
      if (session.info && !mayChange) element(id).title = "for members of the group gnomon-admin";
    }
    // What is replayed is a recording already.
    element("record").hidden = !!session.replay;
    const isRecording = !!session.status?.recording;
    element("record").classList.toggle("on", isRecording);
    put(element("record-text"), isRecording ? "Stop recording" : "Record");
    this.#time();
  }

  // Opens and closes by itself only when that changes, so that a hand's choice lasts.
  #doubts() {
    const doubts = hypotheses(this.session), share = wrong(doubts), isWrong = share >= (this.#isWrong ? closes : opens);
    element("doubts").hidden = !doubts.length;
    if (isWrong !== this.#isWrong) element("doubts-list").open = this.#isWrong = isWrong;
    put(element("doubts-most"), `${(100 * (1 - share)).toFixed(0)} % nothing wrong`);
    fill(element("hypotheses"), doubts, (node, one) => put(node, clean(told(one))));
  }

  #way() {
    const progress = this.session.frame?.progress;
    element("way").hidden = !progress;
    if (!progress) return;
    const minutes = Math.max(1, Math.round(progress.remaining_time / 60)), step = progress.current_step;
    if (progress.status === "arrived") {
      putName(element("way-title"), clean(progress.name) || "The way");
      put(element("way-text"), "you have arrived");
      return;
    }
    putName(element("way-title"), clean(progress.name) || "The way", `: ${length(progress.remaining)}, ${minutes} min`);
    if (progress.status === "following") {
      putName(element("way-text"), clean(step.instruction) || step.kind.replace("-", " "), ` in ${length(progress.distance_to_step)}`);
      return;
    }
    const next = progress.status.replace("-", " ") + (progress.deviation ? `, ${length(progress.deviation.distance)} from it` : "");
    put(element("way-text"), next);
  }

  #time() {
    const {replay, position} = this.session;
    element("time").hidden = !replay;
    if (!replay) return;
    const bar = element("bar"), clock = seconds => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
    bar.max = replay.duration.toFixed(1);
    if (!bar.matches(":active")) bar.value = position;
    put(element("clock"), `${clock(position)} / ${clock(replay.duration)}`);
    put(element("play"), replay.playing ? "Pause" : this.session.isAtEnd ? "Again" : "Play");
    const speed = element("speed");
    if (document.activeElement !== speed) {
      if (![...speed.options].some(option => +option.value === replay.speed)) speed.add(new Option(`${replay.speed} ×`, replay.speed));
      speed.value = String(replay.speed);
    }
  }

  say(english) {
    const toast = element("toast");
    put(toast, clean(english));
    toast.hidden = false;
    clearTimeout(this.#toast);
    this.#toast = setTimeout(() => { toast.hidden = true; }, 4000);
  }

  /** A place's details, or an anchor's; `time` is that of the frame, in nanoseconds. */
  show(item, time = NaN) {
    element("detail").hidden = !item;
    if (!item) return;
    putName(element("detail-title"), clean(item.name) || clean(item.id));
    const rows = [], row = (name, value) => { if (value !== undefined && value !== null && value !== "") rows.push([name, clean(value)]); };
    const sigma = (value, unit) => Number.isFinite(value) ? ` ± ${unit === "m" ? length(value) : value.toFixed(1) + unit}` : "";
    row("category", item.category);
    row("distance", Number.isFinite(item.distance) ? length(item.distance) + sigma(item.distance_sigma, "m") : null);
    row("azimuth", Number.isFinite(item.azimuth_deg) ? item.azimuth_deg.toFixed(1) + "°" + sigma(item.azimuth_sigma_deg, "°") : null);
    row("elevation", Number.isFinite(item.elevation_deg) ? item.elevation_deg.toFixed(1) + "°" + sigma(item.elevation_sigma_deg, "°") : null);
    row("band", item.band);
    row("stated", Number.isFinite(time - item.stated_boot_ns) ? `${(Math.max(0, time - item.stated_boot_ns) * 1e-9).toFixed(1)} s ago` : null);
    row("stands for", item.count > 1 ? `${item.count} places: ${(item.members ?? []).map(member => clean(member.id)).slice(0, 12).join(", ")}` : null);
    row("layer", item.layer);
    row("owner", item.owner);
    row("id", item.id);
    row("payload", item.payload ? JSON.stringify(item.payload) : null);
    const list = element("detail-list");
    list.replaceChildren(...rows.flatMap(([name, value]) => {
      const term = document.createElement("dt"), text = document.createElement("dd");
      term.textContent = name;
      text.append(isolated(value));
      return [term, text];
    }));
  }
}
