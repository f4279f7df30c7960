// The loop of a picture: canvas and stream have the window's size, and each new frame is drawn once.

import {Camera} from "./camera.js";
import {Record} from "./ink.js";
import {drawBands, drawHint} from "./instruments.js";
import {drawAnchors, drawFinish, drawLine, drawPlaces, drawRoute} from "./scenery.js";

/** The things of a frame, from the ground up. */
export function drawScene(ink, camera, frame, record) {
  for (const part of [drawLine, drawRoute, drawBands, drawFinish, drawPlaces, drawAnchors, drawHint]) part(ink, camera, frame, record);
}

/**
 * Starts the loop. `viewport` returns what the stream is asked for: width and height of the picture, which need not be in the window's
 * pixels, and the field of view across. `draw` draws a frame, `update` shows the words. Returns `debug` and `redraw`.
 */
export function startPicture(canvas, session, {viewport, draw, update}) {
  const ink = canvas.getContext("2d", {alpha: false});
  /**
   * What the last frame drew, and what each of the last ones cost this page, in milliseconds. `holdWhen`, a function of `frame`, ends
   * the drawing with the first frame of which it is true.
   */
  const debug = window.gnomonView = {
    frame: null, work: [], longTasks: [], frames: 0, holdWhen: null, isHeld: false, isAwake: null, session,
  };

  try {
    new PerformanceObserver(list => {
      for (const task of list.getEntries()) debug.longTasks.push({start: task.startTime, duration: task.duration});
    }).observe({type: "longtask", buffered: true});
  } catch { /* not every browser measures these */ }

  let resizing = null, box = {width: 0, height: 0};
  new ResizeObserver(() => {
    clearTimeout(resizing);
    resizing = setTimeout(() => {
      box = canvas.getBoundingClientRect();
      const next = viewport(), now = session.viewport;
      if (!now || next.width !== now.width || next.height !== now.height || next.fieldOfView !== now.fieldOfView) session.open(next);
      else session.isDirty = true;
    }, session.viewport ? 200 : 0);
  }).observe(canvas);

  function redraw() {
    const {width, height, fieldOfView} = session.viewport, dots = Math.min(2, devicePixelRatio || 1);
    const wide = Math.max(64, Math.round(box.width * dots)), tall = Math.max(64, Math.round(box.height * dots));
    if (canvas.width !== wide || canvas.height !== tall) {
      canvas.width = wide;
      canvas.height = tall;
    }
    const frame = session.frame;
    const pose = (frame && session.poses.at(frame.time_boot_ns, frame.scene_id)) ?? session.poses.last;
    const record = new Record(), camera = pose ? new Camera(session.viewport, pose, session.alignment) : null;
    ink.setTransform(wide / width, 0, 0, tall / height, 0, 0);
    draw(ink, camera, frame, pose, record);
    debug.frame = {
      time: frame?.time_boot_ns ?? null, poseTime: pose?.time_boot_ns ?? null, width, height, fieldOfView, ratio: wide / width,
      published: frame, alignment: session.alignment, drawn: record.drawn,
    };
  }

  let lastWords = 0;
  function paint() {
    requestAnimationFrame(paint);
    if (!session.isDirty || !session.viewport || debug.isHeld) return;
    const start = performance.now();
    session.isDirty = false;
    redraw();
    if (start - lastWords > 250) {
      lastWords = start;
      update();
    }
    debug.frames++;
    if (debug.holdWhen?.(debug.frame)) debug.isHeld = true;
    debug.work.push(performance.now() - start + session.spent);
    session.spent = 0;
    if (debug.work.length > 600) debug.work.shift();
  }
  requestAnimationFrame(paint);
  return {debug, redraw};
}
