// gnomon view: a renderer of what the daemon publishes. docs/view.md has its elements.

import {keepScreenOn} from "./awake.js";
import {drawBackdrop} from "./backdrop.js";
import {colour, onScheme} from "./ink.js";
import {drawRadar, drawTape} from "./instruments.js";
import {Panel} from "./panel.js";
import {drawScene, startPicture} from "./picture.js";
import {Plan} from "./plan.js";
import {Session} from "./session.js";

// The token of the link is used up; it need not stay in sight.
history.replaceState(null, "", "/");

const canvas = document.getElementById("view");
const plan = new Plan(document.getElementById("sheet"));

const session = new Session({
  change: () => panel.update(),
  event: event => { if (event.kind !== "statuses") panel.say(event.english); },
  refused: message => panel.say(`refused: ${message.error} ${JSON.stringify(message.parameters ?? {})}`),
  link: () => plan.clear(),
});

const panel = new Panel(session, {
  nudge: degrees => session.call("org.gnomon.Tracking.NudgeHeading", {degrees}),
  release: () => session.call("org.gnomon.Tracking.ReleaseHeading"),
  reset: () => session.call("org.gnomon.Tracking.ResetScene"),
  record: async () => {
    await session.call(`org.gnomon.Control.${session.status?.recording ? "StopRecording" : "StartRecording"}`);
    await session.look();
  },
  zoom: step => { plan.zoom(step); session.isDirty = true; },
  play: () => session.replay && session.play(),
  speed: speed => session.control({position: session.position, speed}),
  seek: position => session.control({position, playing: true}),
});

// MARK: the viewport is the window's

function viewport() {
  const box = canvas.getBoundingClientRect(), width = Math.max(64, Math.round(box.width)), height = Math.max(64, Math.round(box.height));
  // A narrow window sees less at once, so that labels stay legible.
  return {width, height, fieldOfView: width < 600 ? 44 : 60};
}

canvas.addEventListener("click", event => panel.try(async () => {
  const {width, height, fieldOfView} = session.viewport, {left, top} = canvas.getBoundingClientRect();
  const x = event.clientX - left, y = event.clientY - top;
  const anchor = (session.frame?.anchors ?? []).find(anchor => anchor.screen && Math.hypot(anchor.screen.x_px - x, anchor.screen.y_px - y) < 14);
  if (anchor) return panel.show(anchor);
  const answer = await session.call("org.gnomon.Scene.Pick", {
    viewport: {width_px: width, height_px: height, field_of_view_deg: fieldOfView}, x_px: x, y_px: y,
  });
  panel.show(answer.placement ?? null, session.frame?.time_boot_ns);
}));

// MARK: frames

let eyes = 1.6;

function draw(ink, camera, frame, pose, record) {
  if (pose) {
    // The route lies on the ground, so it tells how far below the eyes that is.
    const arrow = frame?.arrows?.arrows?.[0];
    if (arrow) eyes = pose.position.y - arrow.point.y;
    drawBackdrop(ink, camera, frame?.light, pose.position.y - eyes);
    drawTape(ink, camera, frame, pose.heading_sigma_deg, record);
    if (frame && !frame.is_stale) drawScene(ink, camera, frame, record);
    if (frame) drawRadar(ink, camera, frame, record);
  } else {
    ink.fillStyle = colour.nothing;
    ink.fillRect(0, 0, session.viewport.width, session.viewport.height);
  }
  plan.draw(session, camera, record);
}

const picture = startPicture(canvas, session, {viewport, draw, update: () => panel.update()});
keepScreenOn(picture.debug, location.protocol === "https:");
onScheme(() => { if (session.viewport) picture.redraw(); });
