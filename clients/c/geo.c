/* geo.c: from latitude and longitude to the scene. */
#define _POSIX_C_SOURCE 200809L
#include "gnomon.h"

static const double degree = 0.017453292519943295;

/* WGS 84 (NGA.STND.0036): semi-major axis in meters, and the square of the first eccentricity. */
static const double axis = 6378137.0, eccentricity2 = 0.0066943799901413165;

/* Earth-centered, Earth-fixed. */
static struct gnomon_vector earth_centered(double latitude, double longitude, double height) {
  double normal = axis / sqrt(1 - eccentricity2 * sin(latitude) * sin(latitude));
  double level = (normal + height) * cos(latitude);
  return (struct gnomon_vector){level * cos(longitude), level * sin(longitude),
                                (normal * (1 - eccentricity2) + height) * sin(latitude)};
}

int gnomon_scene_point(const struct gnomon_alignment *alignment, double latitude_deg, double longitude_deg, double height,
                       struct gnomon_vector *point) {
  if (isnan(alignment->latitude_deg) || isnan(alignment->longitude_deg)) return -1;
  double latitude = alignment->latitude_deg * degree, longitude = alignment->longitude_deg * degree;
  double base = isnan(alignment->height) ? 0 : alignment->height;
  struct gnomon_vector a = earth_centered(latitude, longitude, base);
  struct gnomon_vector b = earth_centered(latitude_deg * degree, longitude_deg * degree, isnan(height) ? base : height);
  double x = b.x - a.x, y = b.y - a.y, z = b.z - a.z, toward = cos(longitude) * x + sin(longitude) * y;
  double east = cos(longitude) * y - sin(longitude) * x - alignment->applied_shift.x;
  double north = cos(latitude) * z - sin(latitude) * toward + alignment->applied_shift.z;
  double up = cos(latitude) * toward + sin(latitude) * z - alignment->applied_shift.y;
  double yaw = alignment->applied_yaw_deg * degree;
  struct gnomon_vector start = alignment->scene_position;
  *point = (struct gnomon_vector){start.x + east * cos(yaw) - north * sin(yaw), start.y + up,
                                  start.z - east * sin(yaw) - north * cos(yaw)};
  return 0;
}

struct gnomon_quaternion gnomon_scene_orientation(const struct gnomon_alignment *alignment, double heading_deg) {
  double half = (alignment->applied_yaw_deg - heading_deg) * degree / 2;
  return (struct gnomon_quaternion){0, sin(half), 0, cos(half)};
}

double gnomon_looking(struct gnomon_quaternion q) {
  /* The direction of the body's -z in the scene. */
  double x = -2 * (q.x * q.z + q.w * q.y), z = -1 + 2 * (q.x * q.x + q.y * q.y);
  return fmod(atan2(x, -z) / degree + 360, 360);
}
