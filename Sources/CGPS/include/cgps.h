#ifndef GNOMON_CGPS_H
#define GNOMON_CGPS_H

#include <stdbool.h>
#include <stdint.h>

// A connection to gpsd by libgps (API 11 and later), in plain structs: whoever uses this never sees a `gps_data_t`, whose size
// and fields change between versions.

/// What one message of gpsd said of position and motion. What it left out is NaN.
struct cgps_report {
  /// 0 not stated, 1 no fix, 2 two dimensions, 3 three.
  int mode;
  bool has_time;
  int64_t seconds;  // since 1970
  int32_t nanoseconds;
  double latitude, longitude;  // degrees
  double ellipsoid_height, geoid_separation;  // metres
  double horizontal_error, east_error, north_error, vertical_error, speed_error;  // as gpsd states them: 95 %
  double track, speed, climb;  // degrees from true north, m/s, m/s
  double velocity_north, velocity_east, velocity_down;  // m/s
  /// The receiver's device, as gpsd names it.
  char device[128];
};

enum cgps_outcome {
  /// Nothing is left to read for now.
  CGPS_EMPTY = 0,
  CGPS_REPORT = 1,
  /// A message about something else.
  CGPS_OTHER = 2,
  /// The connection is gone.
  CGPS_LOST = -1,
};

struct cgps_session;

/// Connects and asks for reports. `host` is a numeric address or `localhost`, so that no name server is waited for; the wait for
/// the connection is bounded. NULL and an errno on failure; EAFNOSUPPORT for a host that is a name.
struct cgps_session *cgps_open(const char *host, const char *port, int *error);
int cgps_descriptor(const struct cgps_session *session);
/// Reads one message without waiting. The library's API version is `cgps_api_version`.
enum cgps_outcome cgps_read(struct cgps_session *session, struct cgps_report *report);
/// Asks gpsd for its version; it answers when it has dealt with what its devices had sent until then. 0, or −1 when it is gone.
int cgps_ask(struct cgps_session *session);
/// How often it has told its version: once by itself, at the beginning, and once for each time that it was asked.
long cgps_answers(const struct cgps_session *session);
void cgps_close(struct cgps_session *session);
int cgps_api_version(void);

#endif
