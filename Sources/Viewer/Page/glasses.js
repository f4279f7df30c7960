// gnomon view --display glasses: the scene and nothing else, on black, as large as the wearer sees the things themselves.

import {keepScreenOn} from "./awake.js";
import {diagonal} from "./display.js";
import {clean, useSeeThrough} from "./ink.js";
import {drawScene, startPicture} from "./picture.js";
import {Session} from "./session.js";
import {localizationWords, pendingWords, playedWord, sceneWords, trackingWords} from "./words.js";

// The token of the link is used up; it need not stay in sight.
history.replaceState(null, "", "/");
useSeeThrough();

const element = id => document.getElementById(id), canvas = element("view");
let refusal = null;

const session = new Session({
  change: () => say(),
  event: () => {},
  refused: message => { refusal = `refused: ${message.error}`; say(); },
  link: () => { refusal = null; },
});

/** The focal length of the picture in its own pixels: text of 13.5 px is then 0.6° tall, on every display. */
const focal = 1300;

/**
 * The field of view across, from the angle of the diagonal: on a flat display the tangent of half an angle is proportional to the
 * length that it spans, here of the window. The picture's pixels are larger than the window's where those are finer than legible
 * text needs.
 */
function viewport() {
  const wide = Math.max(1, innerWidth), tall = Math.max(1, innerHeight), half = Math.tan(diagonal * Math.PI / 360);
  const scale = Math.max(1, Math.hypot(wide, tall) / (2 * half) / focal);
  document.documentElement.style.fontSize = `${16 * scale}px`;
  return {
    width: Math.max(64, Math.round(wide / scale)), height: Math.max(64, Math.round(tall / scale)),
    fieldOfView: Math.atan(half * wide / Math.hypot(wide, tall)) * 360 / Math.PI,
  };
}

// MARK: words

/** How long the stream of a live daemon may be silent, in milliseconds; its poses come sixty times a second. */
const patience = 2500;
const isSilent = () => !session.replay && session.poses.last && performance.now() - session.heard > patience;

/** Why nothing can be drawn; null where the scene is. */
function fault() {
  const {away, frame, state} = session;
  if (away) return away.title;
  if (refusal) return refusal;
  if (!session.poses.last) return `no pose yet${state ? `: ${trackingWords(state.tracking)}` : ""}`;
  if (isSilent()) return "no data from the daemon";
  if (!frame) return "no scene yet";
  return frame.is_stale ? "the picture is old" : null;
}

/** Why the scene is without its labels; null where it has them. */
function lack() {
  const {pending, status} = session.frame;
  if (pending) return pending.english ? `labels wait: ${pending.english}` : pendingWords(pending);
  return status.state === "shown" || status.reason === "corrected" ? null : sceneWords(status);
}

/** What else the wearer has to know of what is drawn. */
function remarks() {
  const {frame, replay} = session, {localization, tracking} = session.state ?? session.poses.last ?? {}, found = [];
  if (localization && localization.state !== "localized") found.push(localizationWords(localization));
  if (tracking && tracking.state !== "normal") found.push(trackingWords(tracking));
  if (frame?.fault) found.push(frame.fault);
  if (session.isAtEnd) found.push("the recording is over");
  else if (replay) found.push(replay.playing ? "replayed" : "replayed, paused");
  else found.push(playedWord(session.status));
  return found.filter(text => text).join(", ");
}

function put(id, text) {
  const node = element(id), shown = clean(text);
  node.hidden = !shown;
  if (node.textContent !== shown) node.textContent = shown;
}

let wasFaulty = true;

function say() {
  const why = fault();
  put("sentence", why ?? lack());
  put("caption", session.away ? "" : remarks());
  if (wasFaulty !== !!why) session.isDirty = true;
  wasFaulty = !!why;
}

// MARK: frames

function draw(ink, camera, frame, pose, record) {
  ink.fillStyle = "#000";
  ink.fillRect(0, 0, session.viewport.width, session.viewport.height);
  if (fault()) return say();
  // The radar is not drawn, so that nothing has to stay clear of it.
  drawScene(ink, camera, {...frame, radar: null}, record);
}

const picture = startPicture(canvas, session, {viewport, draw, update: say});
// A wearer touches neither keys nor mouse, also on the machine itself.
keepScreenOn(picture.debug, true);
setInterval(say, 250);

// Browsers permit full screen only as the answer to a hand.
function fill() {
  if (!document.fullscreenElement) document.documentElement.requestFullscreen?.({navigationUI: "hide"}).catch(() => {});
}
addEventListener("click", fill);
addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.key === "Escape" || event.key === "F11") return;
  if (event.key === " " && document.fullscreenElement && session.replay) session.play().catch(() => {});
  fill();
});
