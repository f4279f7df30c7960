// gnomon view: a renderer of what the daemon publishes. docs/view.md has its elements.

import {keepScreenOn} from "./awake.js";
import {drawBackdrop} from "./backdrop.js";
import {Camera} from "./camera.js";
import {colour, onScheme, Record} from "./ink.js";
import {drawBands, drawHint, drawRadar, drawTape} from "./instruments.js";
import {Panel} from "./panel.js";
import {Plan} from "./plan.js";
import {drawAnchors, drawFinish, drawLine, drawPlaces, drawRoute} from "./scenery.js";
import {Session} from "./session.js";

// The token of the link is used up; it need not stay in sight.
history.replaceState(null, "", "/");

const canvas = document.getElementById("view"), ink = canvas.getContext("2d", {alpha: false});
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

let resizing = null;
new ResizeObserver(() => {
  clearTimeout(resizing);
  resizing = setTimeout(() => {
    const next = viewport(), now = session.viewport;
    if (!now || next.width !== now.width || next.height !== now.height) session.open(next);
  }, session.viewport ? 200 : 0);
}).observe(canvas);

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

/**
 * What the last frame drew, and what each of the last ones cost this page, in milliseconds. `holdWhen`, a function of `frame`, ends
 * the drawing with the first frame of which it is true.
 */
const debug = window.gnomonView = {frame: null, work: [], longTasks: [], frames: 0, holdWhen: null, isHeld: false, isAwake: null, session};
keepScreenOn(debug);

try {
  new PerformanceObserver(list => {
    for (const task of list.getEntries()) debug.longTasks.push({start: task.startTime, duration: task.duration});
  }).observe({type: "longtask", buffered: true});
} catch { /* not every browser measures these */ }

let size = {}, eyes = 1.6, lastWords = 0;

function draw() {
  const {width, height, fieldOfView} = session.viewport, ratio = Math.min(2, devicePixelRatio || 1);
  if (size.width !== width || size.height !== height || size.ratio !== ratio) {
    size = {width, height, ratio};
    canvas.width = width * ratio;
    canvas.height = height * ratio;
  }
  const frame = session.frame, last = session.poses.last;
  const pose = (frame && session.poses.at(frame.time_boot_ns, frame.scene_id)) ?? last;
  const record = new Record();
  let camera = null;
  ink.setTransform(ratio, 0, 0, ratio, 0, 0);
  if (pose) {
    camera = new Camera(session.viewport, pose, session.alignment);
    // The route lies on the ground, so it tells how far below the eyes that is.
    const arrow = frame?.arrows?.arrows?.[0];
    if (arrow) eyes = pose.position.y - arrow.point.y;
    drawBackdrop(ink, camera, frame?.light, pose.position.y - eyes);
    drawTape(ink, camera, frame, pose.heading_sigma_deg, record);
    if (frame && !frame.is_stale) {
      drawLine(ink, camera, frame, record);
      drawRoute(ink, camera, frame, record);
      drawBands(ink, camera, frame, record);
      drawFinish(ink, camera, frame, record);
      drawPlaces(ink, camera, frame, record);
      drawAnchors(ink, camera, frame, record);
      drawHint(ink, camera, frame, record);
    }
    if (frame) drawRadar(ink, camera, frame, record);
  } else {
    ink.fillStyle = colour.nothing;
    ink.fillRect(0, 0, width, height);
  }
  plan.draw(session, camera, record);
  debug.frame = {
    time: frame?.time_boot_ns ?? null, poseTime: pose?.time_boot_ns ?? null, width, height, fieldOfView, ratio,
    published: frame, alignment: session.alignment, drawn: record.drawn,
  };
}

function paint() {
  requestAnimationFrame(paint);
  if (!session.isDirty || !session.viewport || debug.isHeld) return;
  const start = performance.now();
  session.isDirty = false;
  draw();
  if (start - lastWords > 250) {
    lastWords = start;
    panel.update();
  }
  debug.frames++;
  if (debug.holdWhen?.(debug.frame)) debug.isHeld = true;
  debug.work.push(performance.now() - start + session.spent);
  session.spent = 0;
  if (debug.work.length > 600) debug.work.shift();
}
onScheme(() => { if (session.viewport) draw(); });
requestAnimationFrame(paint);
