/* client.c: a client of gnomond in C99 and POSIX, without any library.
 *
 *     cc -std=c99 -Wall -Wextra -Werror -o client client.c -lm
 *     ./client [SOCKET [LINES]]
 *
 * Prints the wearer's heading and the direction of the nearest place about twice a second, until interrupted or after LINES
 * lines: the time, the scene, degrees with their 1 sigma, metres; turn is from the line of sight, positive to the right.
 *
 *     pose 691.407868977 scene 0: heading 116.4 ± 4.5, drawn 116.1, localized
 *     nearest 691.423868977 scene 0: Old harbour: azimuth 49.6 ± 4.6, elevation 0.0, distance 216.1, turn -66.8
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const double degrees = 57.29577951308232;

static void *checked(void *memory) {
  if (!memory) {
    fprintf(stderr, "client: out of memory\n");
    exit(1);
  }
  return memory;
}

/* ---- JSON: parses a text into a tree of values; the text is overwritten, because strings stay in it. ---- */

enum kind { NOTHING, BOOLEAN, NUMBER, TEXT, LIST, OBJECT };

struct value {
  enum kind kind;
  const char *name; /* the member's name */
  const char *text;
  double number;
  long long integer; /* exact: time_boot_ns does not fit a double */
  struct value *first, *next;
};

static void discard(struct value *value) {
  while (value) {
    struct value *next = value->next;
    discard(value->first);
    free(value);
    value = next;
  }
}

static char *skip(char *at) { return at + strspn(at, " \t\r\n"); }

/* The code of \uXXXX at the four digits; -1 if they are invalid. */
static long code_unit(const char *at) {
  long code = 0;
  for (int i = 0; i < 4; i++) {
    const char *digits = "0123456789abcdef0123456789ABCDEF", *digit = at[i] ? strchr(digits, at[i]) : NULL;
    if (!digit) return -1;
    code = code * 16 + (digit - digits) % 16;
  }
  return code;
}

static char *put_utf8(char *to, long code) {
  if (code < 0x80) {
    *to++ = (char)code;
  } else if (code < 0x800) {
    *to++ = (char)(0xC0 | code >> 6);
    *to++ = (char)(0x80 | (code & 63));
  } else if (code < 0x10000) {
    *to++ = (char)(0xE0 | code >> 12);
    *to++ = (char)(0x80 | (code >> 6 & 63));
    *to++ = (char)(0x80 | (code & 63));
  } else {
    *to++ = (char)(0xF0 | code >> 18);
    *to++ = (char)(0x80 | (code >> 12 & 63));
    *to++ = (char)(0x80 | (code >> 6 & 63));
    *to++ = (char)(0x80 | (code & 63));
  }
  return to;
}

/* At the opening quote; unescapes in place and ends the string. Returns the position after the closing quote, or NULL. */
static char *read_string(char *at, const char **string) {
  char *to = ++at;
  *string = to;
  while (*at != '"') {
    if (*at == 0) return NULL;
    if (*at != '\\') {
      *to++ = *at++;
      continue;
    }
    const char *escapes = "\"\"\\\\//b\bf\fn\nr\rt\t";
    char escaped = at[1];
    if (escaped == 'u') {
      long code = code_unit(at + 2);
      if (code < 0) return NULL;
      at += 6;
      if (code >= 0xD800 && code < 0xDC00 && at[0] == '\\' && at[1] == 'u') {
        long low = code_unit(at + 2);
        if (low < 0xDC00 || low > 0xDFFF) return NULL;
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        at += 6;
      }
      to = put_utf8(to, code);
      continue;
    }
    int i = 0;
    while (escapes[i] && escapes[i] != escaped) i += 2;
    if (!escapes[i]) return NULL;
    *to++ = escapes[i + 1];
    at += 2;
  }
  *to = 0;
  return at + 1;
}

/* Returns the position after the value; NULL if it is invalid or nested too deeply. */
static char *read_value(char *at, struct value *value, int depth) {
  at = skip(at);
  if (depth > 32) return NULL;
  if (*at == '"') {
    value->kind = TEXT;
    return read_string(at, &value->text);
  }
  if (*at == '{' || *at == '[') {
    char end = *at == '{' ? '}' : ']';
    value->kind = *at == '{' ? OBJECT : LIST;
    struct value **place = &value->first;
    at = skip(at + 1);
    if (*at == end) return at + 1;
    for (;;) {
      struct value *item = *place = checked(calloc(1, sizeof *item));
      place = &item->next;
      if (value->kind == OBJECT) {
        at = skip(at);
        if (*at != '"' || !(at = read_string(at, &item->name))) return NULL;
        at = skip(at);
        if (*at++ != ':') return NULL;
      }
      if (!(at = read_value(at, item, depth + 1))) return NULL;
      at = skip(at);
      if (*at == end) return at + 1;
      if (*at++ != ',') return NULL;
    }
  }
  if (!strncmp(at, "null", 4)) return at + 4;
  value->kind = BOOLEAN;
  if (!strncmp(at, "false", 5)) return at + 5;
  value->integer = 1;
  if (!strncmp(at, "true", 4)) return at + 4;
  char *end;
  value->kind = NUMBER;
  value->number = strtod(at, &end);
  value->integer = strtoll(at, NULL, 10);
  return end == at ? NULL : end;
}

static const struct value nothing;

/* A member of an object; a null value if there is none. */
static const struct value *member(const struct value *object, const char *name) {
  for (const struct value *item = object->kind == OBJECT ? object->first : NULL; item; item = item->next)
    if (!strcmp(item->name, name)) return item;
  return &nothing;
}

static const char *text(const struct value *object, const char *name) {
  const struct value *value = member(object, name);
  return value->kind == TEXT ? value->text : "";
}

/* NaN if it is null or left out, so that an unknown value is never drawn as 0. */
static double number(const struct value *object, const char *name) {
  const struct value *value = member(object, name);
  return value->kind == NUMBER ? value->number : NAN;
}

static long long integer(const struct value *object, const char *name) { return member(object, name)->integer; }

/* ---- The socket: one call, then replies, each ended by a NUL. ---- */

struct stream {
  int socket;
  char *bytes;
  size_t count, room;
};

static int open_stream(struct stream *stream, const char *path, const char *call) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  *stream = (struct stream){.socket = -1};
  if (strlen(path) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(address.sun_path, path);
  stream->socket = socket(AF_UNIX, SOCK_STREAM, 0);
  if (stream->socket < 0 || connect(stream->socket, (struct sockaddr *)&address, sizeof address)) return -1;
  for (size_t sent = 0, length = strlen(call) + 1; sent < length;) { /* including the NUL */
    ssize_t count = send(stream->socket, call + sent, length - sent, MSG_NOSIGNAL);
    if (count < 0 && errno != EINTR) return -1;
    if (count > 0) sent += (size_t)count;
  }
  return 0;
}

static void close_stream(struct stream *stream) {
  if (stream->socket >= 0) close(stream->socket);
  free(stream->bytes);
}

/* Reads the available bytes once. False if the daemon has closed the connection. */
static int receive(struct stream *stream) {
  if (stream->room - stream->count < 65536) {
    stream->room = 2 * stream->room + 65536;
    stream->bytes = checked(realloc(stream->bytes, stream->room));
  }
  ssize_t count;
  do count = recv(stream->socket, stream->bytes + stream->count, stream->room - stream->count, 0);
  while (count < 0 && errno == EINTR);
  if (count == 0) errno = ECONNRESET;
  if (count <= 0) return 0;
  stream->count += (size_t)count;
  return 1;
}

/* ---- The client's state of the scene. ---- */

struct place {
  char *layer, *id, *name;
  long long rank;
  double azimuth, azimuth_sigma, elevation, distance, x, z;
};

struct world {
  long long scene, frame_scene, pose_time, frame_time;
  int has_scene, has_pose, has_alignment, poses, is_normal, is_stale;
  double heading, heading_sigma, looking, x, z, applied_yaw;
  char pose_state[256], frame_state[64], frame_reason[64];
  struct place *places;
  size_t count;
};

static char *copy(const char *string) { return checked(strdup(string)); }

static void forget_place(struct world *world, size_t index) {
  struct place *place = &world->places[index];
  free(place->layer);
  free(place->id);
  free(place->name);
  *place = world->places[--world->count];
}

static void forget_places(struct world *world) {
  while (world->count) forget_place(world, world->count - 1);
}

/* Drops points of the old scene, which have no meaning in the new one. True if there was an old one. */
static int enter(struct world *world, long long scene) {
  int had_scene = world->has_scene;
  if (had_scene && world->scene == scene) return 0;
  world->has_scene = 1;
  world->scene = scene;
  world->has_pose = world->has_alignment = 0;
  if (had_scene) printf("scene %lld: begun\n", scene);
  return had_scene;
}

static size_t find_place(const struct world *world, const struct value *name) {
  size_t index = 0;
  while (index < world->count && (strcmp(world->places[index].layer, text(name, "layer")) ||
                                  strcmp(world->places[index].id, text(name, "id"))))
    index++;
  return index;
}

static void take_place(struct world *world, const struct value *item) {
  size_t index = find_place(world, item);
  if (index < world->count) forget_place(world, index);
  world->places = checked(realloc(world->places, (world->count + 1) * sizeof *world->places));
  const struct value *point = member(item, "point");
  world->places[world->count++] = (struct place){
      .layer = copy(text(item, "layer")), .id = copy(text(item, "id")), .name = copy(text(item, "name")),
      .rank = integer(item, "rank"), .azimuth = number(item, "azimuth_deg"),
      .azimuth_sigma = number(item, "azimuth_sigma_deg"), .elevation = number(item, "elevation_deg"),
      .distance = number(item, "distance"), .x = number(point, "x"), .z = number(point, "z")};
}

/* The first frame is complete; later ones have new and changed items, and the ids of removed ones. */
static void take_frame(struct world *world, const struct value *frame) {
  const struct value *placements = member(frame, "placements"), *left = member(member(frame, "left"), "placements");
  /* Left out: unchanged; null: empty. */
  if (integer(frame, "is_full") || (placements != &nothing && placements->kind == NOTHING)) forget_places(world);
  for (const struct value *name = left->first; name; name = name->next) {
    size_t index = find_place(world, name);
    if (index < world->count) forget_place(world, index);
  }
  for (const struct value *item = placements->first; item; item = item->next) take_place(world, item);
  const struct value *status = member(frame, "status");
  world->frame_time = integer(frame, "time_boot_ns");
  world->frame_scene = integer(frame, "scene_id");
  world->is_stale = integer(frame, "is_stale") != 0;
  snprintf(world->frame_state, sizeof world->frame_state, "%s", text(status, "state"));
  snprintf(world->frame_reason, sizeof world->frame_reason, "%s", text(status, "reason"));
}

static void add_words(char *line, size_t room, const char *separator, const struct value *words) {
  for (const struct value *word = words->first; word; word = word->next) {
    size_t used = strlen(line);
    if (word->kind == TEXT) snprintf(line + used, room - used, "%s%s", separator, word->text);
  }
}

static double azimuth(double x, double z) { return fmod(atan2(x, -z) * degrees + 360, 360); }

static void take_pose(struct world *world, const struct value *pose) {
  const struct value *q = member(pose, "orientation"), *position = member(pose, "position");
  double x = number(q, "x"), y = number(q, "y"), z = number(q, "z"), w = number(q, "w");
  const struct value *tracking = member(pose, "tracking"), *localization = member(pose, "localization");
  world->has_pose = 1;
  world->poses++;
  world->pose_time = integer(pose, "time_boot_ns");
  world->heading = number(pose, "heading_deg");
  world->heading_sigma = number(pose, "heading_sigma_deg");
  /* The direction of the body's -z in the scene (x east, y up, z south). */
  world->looking = azimuth(-2 * (x * z + w * y), -1 + 2 * (x * x + y * y));
  world->x = number(position, "x");
  world->z = number(position, "z");
  world->is_normal = !strcmp(text(tracking, "state"), "normal");
  world->pose_state[0] = 0;
  if (isnan(world->heading) || !world->is_normal) {
    add_words(world->pose_state, sizeof world->pose_state, ", ", member(tracking, "reasons"));
    add_words(world->pose_state, sizeof world->pose_state, ", ", member(localization, "reasons"));
  } else {
    snprintf(world->pose_state, sizeof world->pose_state, ", %s", text(localization, "state"));
    add_words(world->pose_state, sizeof world->pose_state, "+", member(localization, "reasons"));
  }
}

static void print_heading(const struct world *world) {
  printf("pose %lld.%09lld scene %lld: ", world->pose_time / 1000000000, world->pose_time % 1000000000, world->scene);
  if (isnan(world->heading) || !world->is_normal) {
    printf("heading unknown%s\n", world->pose_state);
    return;
  }
  printf("heading %.1f ± ", world->heading);
  if (isnan(world->heading_sigma))
    printf("unknown");
  else
    printf("%.1f", world->heading_sigma);
  /* For drawing: the applied alignment follows the target without a jump. */
  if (world->has_alignment) printf(", drawn %.1f", fmod(world->looking + world->applied_yaw + 720, 360));
  printf("%s\n", world->pose_state);
}

static void print_nearest(const struct world *world) {
  printf("nearest %lld.%09lld scene %lld: ", world->frame_time / 1000000000, world->frame_time % 1000000000,
         world->frame_scene);
  if (world->is_stale || strcmp(world->frame_state, "shown")) {
    printf("nothing to draw, %s\n", world->frame_reason[0] ? world->frame_reason : "stale");
    return;
  }
  if (!world->count) {
    printf("no place in range\n");
    return;
  }
  const struct place *nearest = &world->places[0];
  for (size_t i = 1; i < world->count; i++)
    if (world->places[i].rank < nearest->rank) nearest = &world->places[i];
  printf("%s: azimuth %.1f ± %.1f, elevation %.1f, distance %.1f", nearest->name, nearest->azimuth,
         nearest->azimuth_sigma, nearest->elevation, nearest->distance);
  if (world->has_pose && world->scene == world->frame_scene) {
    /* Points are scene coordinates and are drawn unchanged, without the alignment. */
    double seen = azimuth(nearest->x - world->x, nearest->z - world->z);
    printf(", turn %.1f", fmod(seen - world->looking + 540, 360) - 180);
  }
  printf("\n");
}

/* Returns the number of lines printed for a reply; an error from the daemon ends the program. */
static int take(struct world *world, char *reply) {
  struct value *root = checked(calloc(1, sizeof *root));
  if (!read_value(reply, root, 0)) {
    fprintf(stderr, "client: what came is no JSON\n");
    exit(1);
  }
  if (member(root, "error")->kind == TEXT) {
    fprintf(stderr, "client: %s\n", text(root, "error"));
    exit(1);
  }
  const struct value *parameters = member(root, "parameters");
  const struct value *alignment = member(parameters, "alignment");
  const struct value *pose = member(parameters, "pose"), *frame = member(parameters, "frame");
  int lines = 0;
  if (alignment->kind == OBJECT) {
    lines += enter(world, integer(alignment, "scene_id"));
    world->applied_yaw = number(alignment, "applied_yaw_deg");
    world->has_alignment = 1;
  }
  if (pose->kind == OBJECT) {
    lines += enter(world, integer(pose, "scene_id"));
    take_pose(world, pose);
    if (world->poses % 15 == 1) {
      print_heading(world);
      lines++;
    }
  }
  if (frame->kind == OBJECT) {
    take_frame(world, frame);
    print_nearest(world);
    lines++;
  }
  discard(root);
  fflush(stdout);
  return lines;
}

/* Runs until the daemon closes the connection, or the remaining lines are printed. */
static void follow(const char *path, long *left) {
  static const char *const calls[2] = {
      "{\"method\":\"org.gnomon.Tracking.Subscribe\",\"more\":true,"
      "\"parameters\":{\"streams\":[\"pose\",\"alignment\"],\"rate_hz\":30}}",
      "{\"method\":\"org.gnomon.Scene.Subscribe\",\"more\":true,"
      "\"parameters\":{\"include\":[\"placements\"],\"rate_hz\":2}}"};
  struct stream streams[2] = {{.socket = -1}, {.socket = -1}};
  struct world world = {.applied_yaw = 0};
  int is_there = !open_stream(&streams[0], path, calls[0]) && !open_stream(&streams[1], path, calls[1]);
  while (is_there && *left) {
    struct pollfd waiting[2] = {{.fd = streams[0].socket, .events = POLLIN}, {.fd = streams[1].socket, .events = POLLIN}};
    if (poll(waiting, 2, -1) < 0 && errno != EINTR) break;
    for (int i = 0; i < 2 && is_there && *left; i++) {
      if (!waiting[i].revents) continue;
      is_there = receive(&streams[i]);
      char *end, *start = streams[i].bytes;
      size_t rest = is_there ? streams[i].count : 0;
      while (rest && *left && (end = memchr(start, 0, rest))) {
        int lines = take(&world, start);
        *left = *left < 0 ? *left : *left > lines ? *left - lines : 0;
        rest -= (size_t)(end + 1 - start);
        start = end + 1;
      }
      if (is_there) memmove(streams[i].bytes, start, streams[i].count = rest);
    }
  }
  if (!is_there) fprintf(stderr, "client: %s; trying again\n", strerror(errno));
  close_stream(&streams[0]);
  close_stream(&streams[1]);
  forget_places(&world);
  free(world.places);
}

int main(int count, char **words) {
  const char *path = count > 1 ? words[1] : getenv("GNOMON_SOCKET");
  long left = count > 2 ? atol(words[2]) : -1;
  while (left) {
    follow(path ? path : "/run/gnomon/gnomon.sock", &left);
    if (left) sleep(1);
  }
  return 0;
}
