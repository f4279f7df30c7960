/* test.c: test [SOCKET]: the library alone, with damaged messages, and beside a daemon on its simulated walk. */
#define _POSIX_C_SOURCE 200809L
#include "../client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static int faults;

#define CHECK(condition)                                                    \
  do {                                                                      \
    if (!(condition)) {                                                     \
      faults++;                                                             \
      fprintf(stderr, "test.c:%d: not true: %s\n", __LINE__, #condition);   \
    }                                                                       \
  } while (0)

static const double degree = 0.017453292519943295;

/* ---- Alone ---- */

static const gnomon_json *parsed(struct json_reader *reader, char *room, const char *text) {
  strcpy(room, text);
  return json_read(reader, room);
}

static void values_are_read(void) {
  struct json_reader reader = {0};
  char room[4096];
  const gnomon_json *json = parsed(&reader, room,
                                   " {\"a\":{\"b\":[1,-2.5e3,true,null]},\"time\":9007199254740993,\"t\":"
                                   "\"\\\"\\u00e9\\ud83d\\ude00\\n\\ud83dx\\u0000\",\"no\":null} ");
  CHECK(json != NULL);
  CHECK(gnomon_json_integer(json, "time") == 9007199254740993LL);
  CHECK(!strcmp(gnomon_json_text(json, "t"), "\"é😀\n\xEF\xBF\xBDx\xEF\xBF\xBD"));
  CHECK(gnomon_json_member(json, "no") == NULL && gnomon_json_member(json, "a.c.d") == NULL);
  const gnomon_json *item = gnomon_json_first(gnomon_json_member(json, "a.b"));
  CHECK(gnomon_json_number(item, NULL) == 1 && gnomon_json_number(gnomon_json_next(item), NULL) == -2500);
  CHECK(gnomon_json_bool(item->next->next, NULL) && isnan(gnomon_json_number(json, "t")));
  static const char *const bad[] = {"", "{", "[1,]", "{\"a\":1,}", "{a:1}", "01", "-", "1.", ".5", "1e", "nul", "inf", "nan",
                                    "0x10", "\"\\u12g4\"", "\"\\", "\"", "\"\n\"", "1 2", "tru", "falsy", "[1 2]"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    const gnomon_json *read = parsed(&reader, room, bad[i]);
    if (read) fprintf(stderr, "read: %s\n", bad[i]);
    CHECK(read == NULL && reader.fault);
  }
  memset(room, '[', 100);
  room[100] = 0;
  CHECK(!json_read(&reader, room) && strstr(reader.fault, "deep"));
  size_t count = 2 * (size_t)JSON_VALUES + 8;
  char *many = malloc(count);
  for (size_t i = 0; i < count; i++) many[i] = i % 2 ? '1' : ',';
  many[0] = '[';
  many[count - 1] = 0;
  CHECK(!json_read(&reader, many) && strstr(reader.fault, "many"));
  free(many);
  json_free(&reader);
}

static const char frame_text[] =
    "{\"time_boot_ns\":1,\"is_full\":true,\"scene_id\":3,\"is_stale\":false,\"status\":{\"state\":\"shown\",\"reason\":null},"
    "\"placements\":[{\"layer\":\"a\",\"id\":\"2\",\"rank\":1,\"name\":\"\\u00e9\",\"point\":{\"x\":1,\"y\":0,\"z\":-2}},"
    "{\"layer\":\"a\",\"id\":\"1\",\"rank\":0,\"name\":\"b\",\"status\":{\"state\":\"hidden\",\"reason\":\"range\"}}],"
    "\"anchors\":[{\"owner\":\"user-0\",\"id\":\"x\",\"orientation\":null}],\"left\":{\"placements\":[{\"layer\":\"a\",\"id\":\"9\"}]}}";

static void frames_are_merged(void) {
  struct json_reader reader = {0};
  struct frame_state state = {0};
  char room[4096];
  merge_frame(&state, parsed(&reader, room, frame_text));
  CHECK(state.frame.placement_count == 2 && !strcmp(state.placements[0].id, "1") && !strcmp(state.placements[1].name, "é"));
  CHECK(!strcmp(state.placements[0].reason, "range") && state.frame.scene_id == 3 && !strcmp(state.frame.state, "shown"));
  CHECK(state.frame.anchor_count == 1 && isnan(state.anchors[0].orientation.w));
  merge_frame(&state, parsed(&reader, room, "{\"is_stale\":true,\"placements\":[{\"layer\":\"a\",\"id\":\"3\",\"rank\":0},"
                                            "{\"layer\":\"a\",\"id\":\"2\",\"rank\":2}],\"left\":{\"placements\":[{\"layer\":"
                                            "\"a\",\"id\":\"1\"}],\"anchors\":[{\"owner\":\"user-0\",\"id\":\"x\"}]}}"));
  CHECK(state.frame.placement_count == 2 && !strcmp(state.placements[0].id, "3") && !strcmp(state.placements[1].id, "2"));
  CHECK(state.frame.is_stale && state.frame.anchor_count == 0);
  merge_frame(&state, parsed(&reader, room, "{}"));
  CHECK(state.frame.placement_count == 2);
  merge_frame(&state, parsed(&reader, room, "{\"placements\":null}"));
  CHECK(state.frame.placement_count == 0);
  free_frame(&state);
  json_free(&reader);
}

/* Damaged messages: whatever is read of them, memory is sound (run with the sanitizers, or under valgrind). */
static void damage_is_survived(void) {
  struct json_reader reader = {0};
  struct frame_state state = {0};
  struct gnomon_pose pose;
  struct gnomon_alignment alignment;
  struct gnomon_event event;
  char room[2 * sizeof frame_text];
  unsigned random = 7;
  int read = 0;
  for (int round = 0; round < 20000; round++) {
    strcpy(room, frame_text);
    for (unsigned i = 0; i < 1 + random % 5; i++) {
      random = random * 1664525u + 1013904223u;
      room[(random >> 8) % (sizeof frame_text - 1)] = "{}[]\",:\\u0ae1-\x7f\xff"[(random >> 3) % 17];
    }
    if (round % 4 == 0) room[(random >> 8) % sizeof frame_text] = 0;
    const gnomon_json *json = json_read(&reader, room);
    if (!json) continue;
    read++;
    CHECK(!merge_frame(&state, json));
    read_pose(json, &pose);
    read_alignment(json, &alignment);
    read_event(json, &event);
  }
  CHECK(read > 100);
  free_frame(&state);
  json_free(&reader);
}

/* Serves one connection after the other with these bytes, in pieces, from another process. */
static pid_t serve(const char *path, const char *const *answers, const size_t *lengths, int count) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int server = socket(AF_UNIX, SOCK_STREAM, 0);
  strcpy(address.sun_path, path);
  unlink(path);
  CHECK(!bind(server, (struct sockaddr *)&address, sizeof address) && !listen(server, 8));
  pid_t child = fork();
  if (child) {
    close(server);
    return child;
  }
  for (int i = 0; i < count; i++) {
    int client = accept(server, NULL, NULL);
    char room[4096];
    if (recv(client, room, sizeof room, 0) < 0) _exit(1);
    for (size_t sent = 0; sent < lengths[i]; sent += 7)
      if (send(client, answers[i] + sent, lengths[i] - sent < 7 ? lengths[i] - sent : 7, MSG_NOSIGNAL) < 0) break;
    close(client);
  }
  _exit(0);
}

static void streams_end_and_begin_again(void) {
  char path[] = "/tmp/gnomon-test-XXXXXX";
  CHECK(mkdtemp(path) != NULL);
  char name[64];
  snprintf(name, sizeof name, "%s/s", path);
  static const char first[] = "{\"parameters\":{\"pose\":{\"time_boot_ns\":9007199254740993,\"later\":[]}},\"continues\":true}\0{\"par";
  static const char second[] = "{\"parameters\":{\"alignment\":{\"revision\":4}}}\0{\"parameters\":{\"pose\":{\"scene_id\":2}}}";
  static const char third[] = "{\"error\":\"org.gnomon.Tracking.InvalidValue\",\"parameters\":{\"parameter\":\"streams\",\"expected\":\"x\"}}";
  static const char fourth[] = "nonsense";
  const char *answers[] = {first, second, third, fourth};
  size_t lengths[] = {sizeof first - 1, sizeof second, sizeof third, sizeof fourth};
  pid_t server = serve(name, answers, lengths, 4);
  struct gnomon_message message;
  struct gnomon_pose pose;
  gnomon *client = gnomon_open(name);
  CHECK(!gnomon_error(client) && !gnomon_subscribe(client, "pose,alignment", 2.5));
  CHECK(gnomon_next(client, &message, 5000) == 1 && message.kind == GNOMON_POSE);
  CHECK(message.pose.time_boot_ns == 9007199254740993LL && isnan(message.pose.heading_deg) && !message.pose.tracking[0]);
  CHECK(gnomon_next(client, &message, 5000) == -1 && strstr(gnomon_error(client), "closed"));
  CHECK(gnomon_next(client, &message, 0) == -1 && !gnomon_error_name(client));
  CHECK(!gnomon_reconnect(client));
  CHECK(gnomon_next_pose(client, &pose) == 1 && pose.scene_id == 2);
  CHECK(!gnomon_reconnect(client) && gnomon_next(client, &message, 5000) == -1);
  CHECK(!strcmp(gnomon_error_name(client), "org.gnomon.Tracking.InvalidValue"));
  CHECK(!strcmp(gnomon_json_text(gnomon_error_parameters(client), "parameter"), "streams"));
  CHECK(gnomon_next(client, &message, -1) == -1 && gnomon_error_name(client));
  CHECK(!gnomon_reconnect(client) && gnomon_next(client, &message, 5000) == -1 && strstr(gnomon_error(client), "JSON"));
  CHECK(!gnomon_call(client, "org.gnomon.Tracking.GetPose", NULL) && strstr(gnomon_error(client), "stream"));
  gnomon_close(client);
  waitpid(server, NULL, 0);
  client = gnomon_open("/nowhere/at/all");
  CHECK(strstr(gnomon_error(client), "start gnomond"));
  CHECK(gnomon_get_pose(client, 0, &pose) == -1 && gnomon_subscribe(client, "Pose\"", 0) == -1);
  gnomon_close(client);
  char longer[300];
  memset(longer, 'x', sizeof longer - 1);
  longer[sizeof longer - 1] = 0;
  client = gnomon_open(longer);
  CHECK(strstr(gnomon_error(client), "letters") && gnomon_reconnect(client) == -1 && gnomon_next_pose(client, &pose) == -1);
  gnomon_close(client);
  CHECK(gnomon_error(NULL) && gnomon_next_pose(NULL, &pose) == -1 && !gnomon_call(NULL, "a", NULL));
  unlink(name);
  rmdir(path);
}

/* ---- Beside a daemon ---- */

static void calls_are_answered(const char *path) {
  gnomon *client = gnomon_open(path);
  const gnomon_json *reply = gnomon_call(client, "org.gnomon.Tracking.GetStatus", NULL);
  CHECK(reply && *gnomon_json_text(reply, "version") && gnomon_json_first(gnomon_json_member(reply, "sources")));
  CHECK(!gnomon_call(client, "org.gnomon.Tracking.NudgeHeading", "{\"degrees\":1e6}"));
  CHECK(gnomon_error_name(client) && !strcmp(gnomon_error_name(client), "org.gnomon.Tracking.InvalidValue"));
  CHECK(strstr(gnomon_error(client), "-360 to 360"));
  CHECK(gnomon_call(client, "org.gnomon.Control.GetInfo", NULL) && !gnomon_error(client));
  gnomon_close(client);
}

static double angle(struct gnomon_vector a, struct gnomon_vector b) {
  struct gnomon_vector c = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  return atan2(sqrt(c.x * c.x + c.y * c.y + c.z * c.z), a.x * b.x + a.y * b.y + a.z * b.z) / degree;
}

/* An anchor by latitude, longitude and height, beside the arithmetic of the library. */
static void points_are_those_of_the_daemon(const char *path) {
  gnomon *client = gnomon_open(path), *stream = gnomon_open(path);
  struct gnomon_pose pose = {.latitude_deg = NAN};
  struct gnomon_alignment alignment;
  CHECK(!gnomon_subscribe(stream, "pose", 0));
  while (gnomon_next_pose(stream, &pose) == 1 && strcmp(pose.localization, "localized")) {}
  CHECK(fabs(pose.latitude_deg - 48.2) < 0.1 && fabs(pose.longitude_deg - 16.37) < 0.1);
  gnomon_close(stream);
  CHECK(gnomon_get_alignment(client, &alignment) == 1);
  double latitude = alignment.latitude_deg - 5e-4, longitude = alignment.longitude_deg + 6e-4, height = alignment.height + 8;
  char call[512];
  snprintf(call, sizeof call,
           "{\"id\":\"of-this-test-in-c\",\"heading_deg\":200,\"geographic\":{\"latitude_deg\":%.9f,\"longitude_deg\":%.9f,"
           "\"height_kind\":\"ellipsoid\",\"height\":%.3f}}",
           latitude, longitude, height);
  CHECK(gnomon_call(client, "org.gnomon.Scene.AddAnchor", call));
  stream = gnomon_open(path);
  CHECK(!gnomon_subscribe_scene(stream, "placements,anchors,pose", 20, "\"radar_range\":200"));
  int compared = 0;
  struct gnomon_message message;
  for (int i = 0; i < 200 && compared < 5 && gnomon_next(stream, &message, 10000) == 1; i++) {
    const struct gnomon_anchor *anchor = message.frame.anchors, *end = anchor + message.frame.anchor_count;
    while (anchor < end && strcmp(anchor->id, "of-this-test-in-c")) anchor++;
    if (message.kind != GNOMON_FRAME || anchor == end || strcmp(anchor->state, "shown")) continue;
    alignment = message.frame.alignment;
    struct gnomon_vector point, eye = message.frame.position;
    CHECK(!gnomon_scene_point(&alignment, latitude, longitude, height, &point));
    struct gnomon_vector mine = {point.x - eye.x, point.y - eye.y, point.z - eye.z};
    struct gnomon_vector theirs = {anchor->point.x - eye.x, anchor->point.y - eye.y, anchor->point.z - eye.z};
    CHECK(angle(mine, theirs) < 0.2);
    CHECK(fabs(sqrt(mine.x * mine.x + mine.y * mine.y + mine.z * mine.z) - anchor->distance) < 0.5);
    struct gnomon_quaternion q = gnomon_scene_orientation(&alignment, 200), r = anchor->orientation;
    CHECK(fabs(fabs(q.x * r.x + q.y * r.y + q.z * r.z + q.w * r.w) - 1) < 1e-5);
    compared++;
  }
  CHECK(compared == 5);
  gnomon_close(stream);
  gnomon_close(client);
}

int main(int count, char **words) {
  values_are_read();
  frames_are_merged();
  damage_is_survived();
  streams_end_and_begin_again();
  if (count > 1) {
    calls_are_answered(words[1]);
    points_are_those_of_the_daemon(words[1]);
  }
  printf(faults ? "test.c: %d faults\n" : "test.c: all is true\n", faults);
  return faults ? 1 : 0;
}
