import type { Calibration, Control, Scene, Tracking } from "./interfaces.js";

export type { Calibration, Control, Scene, Tracking } from "./interfaces.js";
export * as geo from "./geo.js";

/** An error that the daemon has answered with: `name` as in the interface. */
export class RemoteError extends Error {
  parameters: Record<string, any>;
}

/** No daemon answers at the socket. */
export class NotRunning extends Error {}

/** The daemon has closed the connection, or has ended. */
export class ConnectionLost extends Error {}

/**
 * The replies to one call, for `for await`; leaving the loop or `close()` ends it. When the daemon ends, it connects again;
 * `connections` counts, and a new one means that all earlier state is void.
 */
export interface Stream<Item> extends AsyncIterable<Item> {
  readonly connections: number;
  close(): void;
}

export type FrameOptions = Omit<Scene.SubscribeCall, "include">;

export class Client {
  /** `path` is the daemon's socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock), `timeout` in milliseconds for an answer. */
  constructor(options?: { path?: string; timeout?: number; reconnect?: boolean });
  readonly tracking: Tracking.Methods;
  readonly scene: Scene.Methods;
  readonly calibration: Calibration.Methods;
  readonly control: Control.Methods;
  /** Any method, for one that this version does not know. */
  call(method: string, parameters?: object): Promise<any>;
  stream(method: string, parameters?: object): Stream<any>;
  /** The latest pose, or that of a time, up to 0.1 s ahead; null before there is one. */
  pose(time_boot_ns?: bigint): Promise<Tracking.Pose | null>;
  alignment(): Promise<Tracking.Alignment | null>;
  poses(rate_hz?: number): Stream<Tracking.Pose>;
  alignments(rate_hz?: number): Stream<Tracking.Alignment>;
  /** Complete frames of the scene. */
  frames(include?: string[], more?: FrameOptions): Stream<Scene.Frame>;
  events(include?: string[], words?: EventWords): Stream<Scene.Event>;
  /** Closes the connection of calls; streams go on. */
  close(): void;
}

export function poses(rate_hz?: number): Stream<Tracking.Pose>;
export function alignments(rate_hz?: number): Stream<Tracking.Alignment>;
export function frames(include?: string[], more?: FrameOptions): Stream<Scene.Frame>;
export function events(include?: string[], words?: EventWords): Stream<Scene.Event>;

/** As in Scene.Subscribe. */
export interface EventWords {
  language?: string;
  units?: string;
  directions?: string;
  crossings?: string;
}
