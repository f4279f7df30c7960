// The client for a page that `gnomon view --page FOLDER` serves: a browser cannot open the daemon's socket.

import { METHODS } from "./interfaces.js";
import { encode, parametersOf, parse, RemoteError } from "./messages.js";

export { RemoteError } from "./messages.js";
export * as geo from "./geo.js";

/**
 * What the daemon publishes, as it arrives: `pose`, `alignment`, `frame` (complete), `state`, `guidance` and `sensors` are the
 * latest values, null while unknown. Each arrival is also an event of that name with the value in `detail`; `event` is an announcement
 * or another event of the scene, `here` and `gone` come and go with the daemon. Draw from the latest values, once for each of the display's frames.
 */
export class View extends EventTarget {
  pose = null;
  alignment = null;
  frame = null;
  state = null;
  guidance = [];
  sensors = null;
  isConnected = false;
  #stream = null;

  /** `fieldOfView` is the horizontal one in degrees, of a canvas of this size in pixels. */
  constructor({ width = innerWidth, height = innerHeight, fieldOfView = 60 } = {}) {
    super();
    this.resize(width, height, fieldOfView);
    for (const [interface_, methods] of Object.entries(METHODS)) {
      this[interface_] = {};
      for (const [name, [method, isStream]] of Object.entries(methods))
        if (!isStream) this[interface_][name] = (parameters) => this.call(method, parameters);
    }
  }

  /** Subscribes again for another size of the drawing. */
  resize(width, height, fieldOfView) {
    this.#stream?.close();
    const stream = (this.#stream = new EventSource(
      `/stream?width=${Math.round(width)}&height=${Math.round(height)}&field_of_view=${fieldOfView}`));
    for (const name of ["pose", "news", "scene"])
      stream.addEventListener(name, ({ data }) => this.#add(parse(data)));
    stream.addEventListener("here", () => this.#link(true));
    stream.addEventListener("gone", () => this.#link(false));
    stream.onerror = () => this.#link(false);
  }

  close() {
    this.#stream?.close();
    this.#stream = null;
  }

  #link(isConnected) {
    this.isConnected = isConnected;
    // Values of an earlier daemon have no meaning.
    this.pose = this.alignment = this.frame = this.state = this.sensors = null;
    this.dispatchEvent(new CustomEvent(isConnected ? "here" : "gone"));
  }

  #add(message) {
    if (message.error) {
      this.dispatchEvent(new CustomEvent("refused", { detail: new RemoteError(message.error, message.parameters ?? {}) }));
      return;
    }
    const values = message.parameters ?? {};
    for (const name of ["pose", "alignment", "frame", "state", "guidance", "sensors", "correction", "event"]) {
      if (values[name] == null) continue;
      if (name in this) this[name] = values[name];
      this.dispatchEvent(new CustomEvent(name, { detail: values[name] }));
    }
  }

  /** Calls a method that the view passes on: docs/view.md lists them. */
  async call(method, parameters = {}) {
    const answer = await fetch("/call", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: encode({ method, parameters }),
    });
    if (!answer.headers.get("Content-Type")?.includes("json")) throw new Error((await answer.text()).trim());
    const reply = parse(await answer.text());
    return parametersOf(reply);
  }
}
