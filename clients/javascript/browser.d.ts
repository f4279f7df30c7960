import type { Calibration, Control, Scene, Tracking } from "./interfaces.js";

export type { Calibration, Control, Scene, Tracking } from "./interfaces.js";
export * as geo from "./geo.js";

export class RemoteError extends Error {
  parameters: Record<string, any>;
}

type Calls<Methods> = {
  [Name in keyof Methods as Methods[Name] extends (...parameters: any[]) => Promise<any> ? Name : never]: Methods[Name];
};

/** What the daemon publishes, as it arrives; the latest values as members, each arrival as an event of that name. */
export class View extends EventTarget {
  /** `fieldOfView` is the horizontal one in degrees, of a canvas of this size in pixels. */
  constructor(options?: { width?: number; height?: number; fieldOfView?: number });
  readonly pose: Tracking.Pose | null;
  readonly alignment: Tracking.Alignment | null;
  readonly frame: Scene.Frame | null;
  readonly state: Tracking.State | null;
  readonly guidance: Tracking.Guidance[];
  readonly sensors: Tracking.Sensors | null;
  readonly isConnected: boolean;
  readonly tracking: Calls<Tracking.Methods>;
  readonly scene: Calls<Scene.Methods>;
  readonly calibration: Calls<Calibration.Methods>;
  readonly control: Calls<Control.Methods>;
  call(method: string, parameters?: object): Promise<any>;
  resize(width: number, height: number, fieldOfView: number): void;
  close(): void;
}
