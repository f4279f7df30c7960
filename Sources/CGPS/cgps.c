#include "cgps.h"

#include <gps.h>
#include <math.h>
#include <string.h>

static void copy(char *to, size_t size, const char *from) {
  size_t length = strnlen(from, size - 1);
  memcpy(to, from, length);
  to[length] = 0;
}

cgps_report cgps_decode(char *line) {
  cgps_report report = {.kind = CGPS_NOTHING};
  // gps_unpack reads what the struct had before, so each line gets an empty one. Its members are not pointers into others.
  struct gps_data_t data;
  memset(&data, 0, sizeof data);
  if (gps_unpack(line, &data) != 0) return report;
  if (data.set & VERSION_SET) {
    report.kind = CGPS_VERSION;
    copy(report.text, sizeof report.text, data.version.release);
  } else if (data.set & ERROR_SET) {
    report.kind = CGPS_ERROR;
    copy(report.text, sizeof report.text, data.error);
  } else if (data.set & ATTITUDE_SET) {
    report.kind = CGPS_ATTITUDE;
    report.heading = data.attitude.heading;
    copy(report.text, CGPS_DEVICE, data.dev.path);
  } else if (data.set != 0) {
    const struct gps_fix_t *fix = &data.fix;
    report.kind = CGPS_POSITION;
    report.mode = fix->mode;
    report.seconds = fix->time.tv_sec;
    report.nanoseconds = fix->time.tv_nsec;
    report.latitude = fix->latitude;
    report.longitude = fix->longitude;
    report.ellipsoid_height = fix->altHAE;
    report.geoid_separation = fix->geoid_sep;
    report.horizontal_error = fix->eph;
    report.east_error = fix->epx;
    report.north_error = fix->epy;
    report.vertical_error = fix->epv;
    report.speed_error = fix->eps;
    report.track = fix->track;
    report.speed = fix->speed;
    report.climb = fix->climb;
    copy(report.text, CGPS_DEVICE, data.dev.path);
  }
  return report;
}
