// From latitude and longitude to the coordinates of a renderer: docs/frames.md has a picture of each frame.
// Points of the scene are {x east, y up, z south} in meters, quaternions {x, y, z, w}; three.js uses the same axes.

const DEGREE = Math.PI / 180;
// WGS 84 (NGA.STND.0036): semi-major axis in meters, and the square of the first eccentricity.
const AXIS = 6378137, FLATTENING = 1 / 298.257223563, ECCENTRICITY2 = FLATTENING * (2 - FLATTENING);

/** Earth-centered, Earth-fixed coordinates in meters; the height is above the ellipsoid. */
export function earthCentered(latitude_deg, longitude_deg, height = 0) {
  const latitude = latitude_deg * DEGREE, longitude = longitude_deg * DEGREE;
  const normal = AXIS / Math.sqrt(1 - ECCENTRICITY2 * Math.sin(latitude) ** 2), level = (normal + height) * Math.cos(latitude);
  return {
    x: level * Math.cos(longitude), y: level * Math.sin(longitude),
    z: (normal * (1 - ECCENTRICITY2) + height) * Math.sin(latitude),
  };
}

/** The offset {east, north, up} of a place in the tangent plane at `origin`, which has latitude_deg, longitude_deg and height. */
export function offset(origin, latitude_deg, longitude_deg, height = origin.height ?? 0) {
  const a = earthCentered(origin.latitude_deg, origin.longitude_deg, origin.height ?? 0);
  const b = earthCentered(latitude_deg, longitude_deg, height);
  const x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
  const latitude = origin.latitude_deg * DEGREE, longitude = origin.longitude_deg * DEGREE;
  const toward = Math.cos(longitude) * x + Math.sin(longitude) * y;
  return {
    east: Math.cos(longitude) * y - Math.sin(longitude) * x,
    north: Math.cos(latitude) * z - Math.sin(latitude) * toward,
    up: Math.cos(latitude) * toward + Math.sin(latitude) * z,
  };
}

/** The point of the scene at which to draw a place, by the applied alignment; without a height level with the wearer. */
export function scenePoint(alignment, latitude_deg, longitude_deg, height) {
  if (!alignment?.place) throw new RangeError("the wearer's place is not known yet: alignment.place is null");
  const { applied_shift: shift, scene_position: start } = alignment, yaw = alignment.applied_yaw_deg * DEGREE;
  const found = offset(alignment.place, latitude_deg, longitude_deg, height ?? undefined);
  const east = found.east - shift.x, north = found.north + shift.z;
  return {
    x: start.x + east * Math.cos(yaw) - north * Math.sin(yaw), y: start.y + found.up - shift.y,
    z: start.z - east * Math.sin(yaw) - north * Math.cos(yaw),
  };
}

/** The quaternion of a level model whose nose (-z) points to a true heading. */
export function sceneOrientation(alignment, heading_deg) {
  const half = (alignment.applied_yaw_deg - heading_deg) * DEGREE / 2;
  return { x: 0, y: Math.sin(half), z: 0, w: Math.cos(half) };
}

/** Degrees clockwise from the scene's -z, 0 to 360. */
export const azimuth = (x, z) => (Math.atan2(x, -z) / DEGREE + 360) % 360;

/** The azimuth in the scene of the direction of view; plus applied_yaw_deg the true one that agrees with the drawing. */
export const looking = (q) => azimuth(-2 * (q.x * q.z + q.w * q.y), -1 + 2 * (q.x * q.x + q.y * q.y));
