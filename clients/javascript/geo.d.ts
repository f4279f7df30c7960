import type { Tracking } from "./interfaces.js";

export interface Origin {
  latitude_deg: number;
  longitude_deg: number;
  height?: number;
}

export function earthCentered(latitude_deg: number, longitude_deg: number, height?: number): Tracking.Vector;
export function offset(
  origin: Origin, latitude_deg: number, longitude_deg: number, height?: number,
): { east: number; north: number; up: number };
/** The point of the scene at which to draw a place; without a height (meters above the ellipsoid) level with the wearer. */
export function scenePoint(
  alignment: Tracking.Alignment, latitude_deg: number, longitude_deg: number, height?: number,
): Tracking.Vector;
/** The orientation of a level model whose nose (-z) points to a true heading. */
export function sceneOrientation(alignment: Tracking.Alignment, heading_deg: number): Tracking.Quaternion;
export function azimuth(x: number, z: number): number;
export function looking(orientation: Tracking.Quaternion): number;
