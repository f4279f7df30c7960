#define _GNU_SOURCE
#include "cgps.h"

#include <errno.h>
#include <fcntl.h>
#include <gps.h>
#include <netdb.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#if GPSD_API_MAJOR_VERSION < 11
#error "libgps 3.22 (API 11) or later is needed"
#endif

// How long a connection may take before the address counts as one that does not answer.
enum { PATIENCE_MS = 300 };

struct cgps_session {
  struct gps_data_t data;
  long answers;
};

int cgps_api_version(void) { return GPSD_API_MAJOR_VERSION; }

// libgps connects without a limit of time, so whether anybody answers is tried first, with one. 0 or an errno.
static int knock(const char *host, const char *port) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV};
  struct addrinfo *address = NULL;
  if (getaddrinfo(host, port, &hints, &address) != 0) return EAFNOSUPPORT;
  int error = 0;
  int probe = socket(address->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (probe < 0 || (connect(probe, address->ai_addr, address->ai_addrlen) < 0 && errno != EINPROGRESS)) {
    error = errno;
  } else {
    struct pollfd ready = {.fd = probe, .events = POLLOUT};
    int count = poll(&ready, 1, PATIENCE_MS);
    socklen_t length = sizeof error;
    if (count == 0) error = ETIMEDOUT;
    else if (count < 0 || getsockopt(probe, SOL_SOCKET, SO_ERROR, &error, &length) < 0) error = errno;
  }
  if (probe >= 0) close(probe);
  freeaddrinfo(address);
  return error;
}

struct cgps_session *cgps_open(const char *host, const char *port, int *error) {
  if (strcmp(host, "localhost") == 0) host = "127.0.0.1";
  if ((*error = knock(host, port)) != 0) return NULL;
  struct cgps_session *session = calloc(1, sizeof *session);
  if (session == NULL) {
    *error = ENOMEM;
    return NULL;
  }
  errno = 0;
  if (gps_open(host, port, &session->data) != 0) {
    *error = errno != 0 ? errno : ECONNREFUSED;
    free(session);
    return NULL;
  }
  if (gps_stream(&session->data, WATCH_ENABLE | WATCH_JSON, NULL) < 0) {
    *error = errno != 0 ? errno : EPIPE;
    cgps_close(session);
    return NULL;
  }
  // Half a message in the library's buffer counts as something to read, and reading on would wait for the other half.
  int descriptor = cgps_descriptor(session);
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  return session;
}

int cgps_descriptor(const struct cgps_session *session) { return (int)session->data.gps_fd; }

static void translate(const struct gps_data_t *data, struct cgps_report *report) {
  const struct gps_fix_t *fix = &data->fix;
  *report = (struct cgps_report){
      .mode = fix->mode,
      .has_time = (data->set & TIME_SET) != 0 && fix->time.tv_sec > 0,
      .seconds = fix->time.tv_sec,
      .nanoseconds = (int32_t)fix->time.tv_nsec,
      .latitude = fix->latitude,
      .longitude = fix->longitude,
      .ellipsoid_height = fix->altHAE,
      .geoid_separation = fix->geoid_sep,
      .horizontal_error = fix->eph,
      .east_error = fix->epx,
      .north_error = fix->epy,
      .vertical_error = fix->epv,
      .speed_error = fix->eps,
      .track = fix->track,
      .speed = fix->speed,
      .climb = fix->climb,
      .velocity_north = fix->NED.velN,
      .velocity_east = fix->NED.velE,
      .velocity_down = fix->NED.velD,
  };
  strncpy(report->device, data->dev.path, sizeof report->device - 1);
}

enum cgps_outcome cgps_read(struct cgps_session *session, struct cgps_report *report) {
  struct gps_data_t *data = &session->data;
  if (!gps_waiting(data, 0)) return CGPS_EMPTY;
  // The library adds to `set` and keeps the last fix: only after this does it say what this message held.
  data->set = 0;
  errno = 0;
  int count = gps_read(data, NULL, 0);
  if (count < 0) return CGPS_LOST;
  if (count == 0) return CGPS_EMPTY;
  if ((data->set & VERSION_SET) != 0) session->answers++;
  if ((data->set & (MODE_SET | LATLON_SET)) == 0) return CGPS_OTHER;
  translate(data, report);
  return CGPS_REPORT;
}

int cgps_ask(struct cgps_session *session) { return gps_send(&session->data, "?VERSION;\n") < 0 ? -1 : 0; }

long cgps_answers(const struct cgps_session *session) { return session->answers; }

void cgps_close(struct cgps_session *session) {
  if (session == NULL) return;
  gps_close(&session->data);
  free(session);
}
