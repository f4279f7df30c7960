/* client.c: the connection to the socket, calls and streams. */
#define _POSIX_C_SOURCE 200809L
#include "client.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { LONGEST = 16 << 20, CHUNK = 1 << 16 };

int client_fail(gnomon *client, const char *format, ...) {
  if (!client) return -1;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(client->error, sizeof client->error, format, arguments);
  va_end(arguments);
  client->has_error = 1;
  return -1;
}

static void clear_error(gnomon *client) {
  client->has_error = client->has_name = 0;
  client->error_parameters = NULL;
}

/* The connection cannot be used any more: what comes later would be taken for another answer. */
static int broken(gnomon *client, const char *why) {
  if (client->socket >= 0) close(client->socket);
  client->socket = -1;
  client->is_broken = 1;
  return client_fail(client, "%s", why);
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* Waits for a direction of the socket. 1, or 0 at the end of the time, or -1. */
static int wait_for(gnomon *client, short events, int64_t end) {
  for (;;) {
    int64_t left = end < 0 ? -1 : end - now();
    if (end >= 0 && left < 0) left = 0;
    struct pollfd poller = {.fd = client->socket, .events = events};
    int count = poll(&poller, 1, left > 1000000 ? 1000000 : (int)left);
    if (count > 0) return 1;
    if (count < 0 && errno != EINTR) return broken(client, strerror(errno));
    if (count == 0 && end >= 0 && now() >= end) return 0;
  }
}

static int send_call(gnomon *client, const char *call) {
  int64_t end = now() + client->timeout;
  for (size_t sent = 0, length = strlen(call) + 1; sent < length;) { /* with the NUL */
    int ready = wait_for(client, POLLOUT, end);
    if (ready < 0) return -1;
    if (!ready) return broken(client, "the daemon does not read its socket");
    ssize_t count = send(client->socket, call + sent, length - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count > 0) sent += (size_t)count;
    if (count < 0 && errno != EINTR && errno != EAGAIN) return broken(client, "the daemon has closed the connection");
  }
  return 0;
}

static int connect_socket(gnomon *client) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  memcpy(address.sun_path, client->path, sizeof address.sun_path);
  if (client->socket >= 0) close(client->socket);
  client->count = client->searched = client->returned = 0;
  client->is_broken = 0;
  clear_frame(&client->frame);
  client->socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (client->socket < 0) return client_fail(client, "%s", strerror(errno));
  if (!connect(client->socket, (struct sockaddr *)&address, sizeof address)) return 0;
  int error = errno;
  broken(client, "");
  if (error == ENOENT || error == ECONNREFUSED)
    return client_fail(client, "no daemon answers at %s: start gnomond, or name its socket in GNOMON_SOCKET", client->path);
  if (error == EACCES) return client_fail(client, "%s is for members of its group (id -nG shows yours)", client->path);
  return client_fail(client, "%s: %s", client->path, strerror(error));
}

/* Makes room, and reads once. 1, or 0 if nothing has come in time, or -1. */
static int receive(gnomon *client, int64_t end) {
  int ready = wait_for(client, POLLIN, end);
  if (ready <= 0) return ready;
  if (client->room - client->count < CHUNK) {
    size_t room = 2 * client->room + 2 * CHUNK;
    char *bytes = client->room > LONGEST ? NULL : realloc(client->bytes, room);
    if (!bytes) return broken(client, client->room > LONGEST ? "a message is too long" : "out of memory");
    client->bytes = bytes;
    client->room = room;
  }
  ssize_t count = recv(client->socket, client->bytes + client->count, client->room - client->count, MSG_DONTWAIT);
  if (count == 0) return broken(client, "the daemon has closed the connection");
  if (count < 0) return errno == EINTR || errno == EAGAIN ? 1 : broken(client, strerror(errno));
  client->count += (size_t)count;
  return 1;
}

static int read_reply(gnomon *client, const gnomon_json **reply) {
  locale_t before = uselocale(client->locale);
  const gnomon_json *root = json_read(&client->reader, client->bytes);
  uselocale(before);
  if (!root || root->kind != JSON_OBJECT) return broken(client, root ? "a message is not a JSON object" : client->reader.fault);
  *reply = gnomon_json_member(root, "parameters");
  const char *error = gnomon_json_text(root, "error");
  if (!*error) return 1;
  client->has_name = 1;
  client->error_parameters = *reply;
  snprintf(client->name, sizeof client->name, "%s", error);
  const char *english = gnomon_json_text(*reply, "english"), *expected = gnomon_json_text(*reply, "expected");
  const char *more = *english ? english : expected;
  client_fail(client, "%s%s%s %s", error, *more ? ": " : "", gnomon_json_text(*reply, "parameter"), more);
  return -1;
}

/* The next reply's parameters, which may be NULL. 1, or 0 if none has come in time, or -1. */
static int next_reply(gnomon *client, const gnomon_json **reply, int milliseconds) {
  int64_t end = milliseconds < 0 ? -1 : now() + milliseconds;
  if (client->returned) {
    client->count -= client->returned;
    memmove(client->bytes, client->bytes + client->returned, client->count);
    client->returned = client->searched = 0;
  }
  for (;;) {
    char *found = client->count > client->searched
                      ? memchr(client->bytes + client->searched, 0, client->count - client->searched)
                      : NULL;
    if (found) {
      client->returned = (size_t)(found + 1 - client->bytes);
      return read_reply(client, reply);
    }
    client->searched = client->count;
    int ready = receive(client, end);
    if (ready <= 0) return ready;
  }
}

gnomon *gnomon_open(const char *path) {
  gnomon *client = calloc(1, sizeof *client);
  if (!client) return NULL;
  client->socket = -1;
  client->timeout = 10000;
  client->locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  if (!client->locale) {
    free(client);
    return NULL;
  }
  if (!path) path = getenv("GNOMON_SOCKET");
  if (!path || !*path) path = "/run/gnomon/gnomon.sock";
  if (strlen(path) >= sizeof client->path) {
    client->is_broken = 1;
    client_fail(client, "the path of a socket has at most %zu letters: %.200s", sizeof client->path - 1, path);
    return client;
  }
  strcpy(client->path, path);
  connect_socket(client);
  return client;
}

void gnomon_close(gnomon *client) {
  if (!client) return;
  if (client->socket >= 0) close(client->socket);
  json_free(&client->reader);
  free_frame(&client->frame);
  freelocale(client->locale);
  free(client->bytes);
  free(client->stream);
  free(client);
}

const char *gnomon_error(const gnomon *client) {
  if (!client) return "out of memory";
  return client->has_error ? client->error : NULL;
}

const char *gnomon_error_name(const gnomon *client) { return client && client->has_name ? client->name : NULL; }
const gnomon_json *gnomon_error_parameters(const gnomon *client) { return client ? client->error_parameters : NULL; }
int gnomon_descriptor(const gnomon *client) { return client ? client->socket : -1; }

void gnomon_set_timeout(gnomon *client, int milliseconds) {
  if (client) client->timeout = milliseconds;
}

int gnomon_reconnect(gnomon *client) {
  if (!client || !*client->path) return -1;
  clear_error(client);
  if (connect_socket(client)) return -1;
  return client->stream ? send_call(client, client->stream) : 0;
}

/* Whether the client can call; a connection that has ended before is opened again for a call. */
static int is_ready(gnomon *client, int is_stream) {
  if (!client || !*client->path) return 0;
  clear_error(client);
  if (client->stream) {
    client_fail(client, "this client has a stream: open another one for calls");
    return 0;
  }
  struct pollfd poller = {.fd = client->socket, .events = POLLIN};
  int has_ended = client->socket < 0 || poll(&poller, 1, 0) > 0; /* nothing was asked, so only the end can be read */
  if (client->count > client->returned && !is_stream) has_ended = 1;
  return !has_ended || !connect_socket(client);
}

static char *encoded(const char *method, const char *parameters, int more) {
  const char *format = "{\"method\":\"%s\",\"parameters\":%s%s}", *end = more ? ",\"more\":true" : "";
  int length = snprintf(NULL, 0, format, method, parameters, end);
  char *call = length < 0 ? NULL : malloc((size_t)length + 1);
  if (call) snprintf(call, (size_t)length + 1, format, method, parameters, end);
  return call;
}

const gnomon_json *gnomon_call(gnomon *client, const char *method, const char *parameters) {
  static const gnomon_json nothing = {.kind = JSON_OBJECT};
  if (!is_ready(client, 0)) return NULL;
  char *call = encoded(method, parameters ? parameters : "{}", 0);
  if (!call) {
    client_fail(client, "out of memory");
    return NULL;
  }
  int status = send_call(client, call);
  free(call);
  const gnomon_json *reply = NULL;
  if (!status) status = next_reply(client, &reply, client->timeout);
  else return NULL;
  if (status == 0) broken(client, "the daemon has not answered in time");
  return status > 0 ? (reply ? reply : &nothing) : NULL;
}

static int start_stream(gnomon *client, const char *method, const char *parameters) {
  if (!is_ready(client, 1)) return -1;
  client->stream = encoded(method, parameters, 1);
  if (!client->stream) return client_fail(client, "out of memory");
  return send_call(client, client->stream);
}

/* Names with commas as a JSON list, and the rate. -1 if that is too long or has other letters. */
static int write_parameters(gnomon *client, char *to, size_t room, const char *list, const char *names, double rate_hz,
                            const char *more) {
  char quoted[512];
  size_t count = 0;
  for (const char *at = names; *at; at++) {
    if (count + 8 > sizeof quoted || !strchr(",abcdefghijklmnopqrstuvwxyz-", *at))
      return client_fail(client, "names are small letters with commas between them, not '%.100s'", names);
    if (*at == ',') {
      memcpy(quoted + count, "\",\"", 3);
      count += 3;
    } else {
      quoted[count++] = *at;
    }
  }
  quoted[count] = 0;
  char rate[48] = "";
  locale_t before = uselocale(client->locale);
  if (rate_hz > 0) snprintf(rate, sizeof rate, ",\"rate_hz\":%.9g", rate_hz);
  uselocale(before);
  int length = snprintf(to, room, "{\"%s\":[\"%s\"]%s%s%s}", list, quoted, rate, more && *more ? "," : "", more ? more : "");
  return length < 0 || (size_t)length >= room ? client_fail(client, "the parameters are too long") : 0;
}

int gnomon_subscribe(gnomon *client, const char *streams, double rate_hz) {
  char parameters[1024];
  if (!client || write_parameters(client, parameters, sizeof parameters, "streams", streams, rate_hz, NULL)) return -1;
  return start_stream(client, "org.gnomon.Tracking.Subscribe", parameters);
}

int gnomon_subscribe_scene(gnomon *client, const char *include, double rate_hz, const char *more) {
  char parameters[8192];
  if (!client || write_parameters(client, parameters, sizeof parameters, "include", include, rate_hz, more)) return -1;
  return start_stream(client, "org.gnomon.Scene.Subscribe", parameters);
}

int gnomon_next(gnomon *client, struct gnomon_message *message, int milliseconds) {
  if (!client) return -1;
  if (client->is_broken) return -1; /* with the error that ended it */
  clear_error(client);
  if (!client->stream) return client_fail(client, "nothing is subscribed to");
  const gnomon_json *reply = NULL, *found;
  int status = next_reply(client, &reply, milliseconds);
  if (status < 0) client->is_broken = 1; /* after an error nothing more comes */
  if (status <= 0) return status;
  message->kind = GNOMON_OTHER;
  message->json = reply;
  message->dropped = gnomon_json_integer(reply, "dropped");
  if ((found = gnomon_json_member(reply, "pose"))) {
    message->kind = GNOMON_POSE;
    read_pose(found, &message->pose);
  } else if ((found = gnomon_json_member(reply, "alignment"))) {
    message->kind = GNOMON_ALIGNMENT;
    read_alignment(found, &message->alignment);
  } else if ((found = gnomon_json_member(reply, "frame"))) {
    message->kind = GNOMON_FRAME;
    if (merge_frame(&client->frame, found)) return broken(client, "out of memory");
    message->frame = client->frame.frame;
  } else if ((found = gnomon_json_member(reply, "event"))) {
    message->kind = GNOMON_EVENT;
    read_event(found, &message->event);
  }
  return 1;
}

int gnomon_next_pose(gnomon *client, struct gnomon_pose *pose) {
  if (!client || (!client->stream && gnomon_subscribe(client, "pose", 0))) return -1;
  struct gnomon_message message = {.kind = GNOMON_OTHER};
  int status;
  do status = gnomon_next(client, &message, -1);
  while (status == 1 && message.kind != GNOMON_POSE);
  if (status == 1) *pose = message.pose;
  return status;
}

int gnomon_get_pose(gnomon *client, int64_t time_boot_ns, struct gnomon_pose *pose) {
  char parameters[64] = "{}";
  if (time_boot_ns) snprintf(parameters, sizeof parameters, "{\"time_boot_ns\":%lld}", (long long)time_boot_ns);
  const gnomon_json *reply = gnomon_call(client, "org.gnomon.Tracking.GetPose", parameters);
  const gnomon_json *found = gnomon_json_member(reply, "pose");
  if (found) read_pose(found, pose);
  return !reply ? -1 : found != NULL;
}

int gnomon_get_alignment(gnomon *client, struct gnomon_alignment *alignment) {
  const gnomon_json *reply = gnomon_call(client, "org.gnomon.Tracking.GetAlignment", NULL);
  const gnomon_json *found = gnomon_json_member(reply, "alignment");
  if (found) read_alignment(found, alignment);
  return !reply ? -1 : found != NULL;
}
