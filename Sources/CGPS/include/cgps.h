// Reports of gpsd as libgps decodes them, in a struct of our own: libgps's is laid out differently in each of its versions.
#ifndef CGPS_H
#define CGPS_H

#include <stdint.h>

// Bytes of a device's name with the closing zero; gpsd's own limit.
#define CGPS_DEVICE 128

typedef enum { CGPS_NOTHING, CGPS_POSITION, CGPS_ATTITUDE, CGPS_VERSION, CGPS_ERROR } cgps_kind;

typedef struct {
  cgps_kind kind;
  // Of a position: the mode as gpsd numbers it, the time since 1970 (0 and less: none), and numbers that are NaN if not stated.
  int mode;
  int64_t seconds;
  int64_t nanoseconds;
  double latitude, longitude, ellipsoid_height, geoid_separation;
  double horizontal_error, east_error, north_error, vertical_error, speed_error;
  double track, speed, climb;
  // Of an attitude: degrees clockwise from true north; NaN if not stated.
  double heading;
  // The device of a position or an attitude; the release of a version; the message of an error.
  char text[256];
} cgps_report;

// Decodes one line of gpsd, which ends with a zero and is changed meanwhile. The caller has checked that it is one JSON object
// of the class TPV, ATT, VERSION or ERROR, whose members are numbers and texts as gpsd_json(5) states them.
cgps_report cgps_decode(char *line);

#endif
