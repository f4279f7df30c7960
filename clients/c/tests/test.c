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

#define SCREEN "\"screen\":{\"where\":\"inside\",\"x_px\":640,\"y_px\":12.5}"
#define POINT "\"point\":{\"x\":1,\"y\":0,\"z\":-2}"

static const char frame_text[] =
    "{\"time_boot_ns\":1,\"is_full\":true,\"scene_id\":3,\"is_stale\":false,\"status\":{\"state\":\"shown\",\"reason\":null},"
    "\"placements\":[{\"layer\":\"a\",\"id\":\"2\",\"rank\":1,\"name\":\"\\u00e9\",\"slot\":2,\"is_near\":true," POINT "," SCREEN "},"
    "{\"layer\":\"a\",\"id\":\"1\",\"rank\":0,\"name\":\"b\",\"status\":{\"state\":\"hidden\",\"reason\":\"range\"}}],"
    "\"anchors\":[{\"owner\":\"user-0\",\"id\":\"x\",\"orientation\":null}],\"arrows\":{\"phase\":0.5,\"status\":{\"state\":"
    "\"shown\"},\"arrows\":[{\"number\":7,\"length\":22," POINT "," SCREEN "},{\"number\":5,\"length\":16},{\"number\":6}]},"
    "\"markers\":[{\"kind\":\"dot\",\"length\":20},{\"kind\":\"start\",\"length\":0},{\"kind\":\"stop\",\"length\":20,"
    "\"name\":\"Market\"}],"
    "\"hint\":{\"kind\":\"turn\",\"bearing_deg\":-9,\"screen\":{\"where\":\"behind\"},\"border\":{\"side\":\"left\",\"x_px\":8},"
    "\"look\":{\"x_px\":8,\"y_px\":9,\"edge_deg\":270,\"angle_deg\":80},"
    "\"go\":{\"kind\":\"right\",\"turn_deg\":88,\"distance\":20,\"english\":\"in 20 m turn right\"},"
    "\"cue\":{\"distance\":4},\"step\":{\"kind\":\"left\",\"instruction\":\"Turn left\"}},\"finish\":{\"diameter_px\":90," SCREEN "},"
    "\"progress\":{\"status\":\"off-route\",\"remaining\":80,\"current_step\":{\"kind\":\"arrive\"},\"deviation\":{\"distance\":31,"
    "\"rejoin\":{\"latitude_deg\":48,\"longitude_deg\":16}}},\"left\":{\"placements\":[{\"layer\":\"a\",\"id\":\"9\"}]}}";

static void frames_are_merged(void) {
  struct json_reader reader = {0};
  struct frame_state state = {0};
  const struct gnomon_frame *frame = &state.frame;
  char room[4096];
  merge_frame(&state, parsed(&reader, room, frame_text));
  CHECK(frame->placement_count == 2 && !strcmp(frame->placements[0].id, "1") && !strcmp(frame->placements[1].name, "é"));
  CHECK(!strcmp(frame->placements[0].reason, "range") && frame->scene_id == 3 && !strcmp(frame->state, "shown"));
  CHECK(frame->anchor_count == 1 && isnan(frame->anchors[0].orientation.w));
  merge_frame(&state, parsed(&reader, room, "{\"is_stale\":true,\"placements\":[{\"layer\":\"a\",\"id\":\"3\",\"rank\":0},"
                                            "{\"layer\":\"a\",\"id\":\"2\",\"rank\":2}],\"left\":{\"placements\":[{\"layer\":"
                                            "\"a\",\"id\":\"1\"}],\"anchors\":[{\"owner\":\"user-0\",\"id\":\"x\"}]}}"));
  CHECK(frame->placement_count == 2 && !strcmp(frame->placements[0].id, "3") && !strcmp(frame->placements[1].id, "2"));
  CHECK(frame->is_stale && frame->anchor_count == 0);
  merge_frame(&state, parsed(&reader, room, "{}"));
  CHECK(frame->placement_count == 2);
  merge_frame(&state, parsed(&reader, room, "{\"placements\":null}"));
  CHECK(frame->placement_count == 0);
  free_frame(&state);
  json_free(&reader);
}

static void a_route_is_merged(void) {
  struct json_reader reader = {0};
  struct frame_state state = {0};
  const struct gnomon_frame *frame = &state.frame;
  char room[4096];
  merge_frame(&state, parsed(&reader, room, frame_text));
  const struct gnomon_placement *near = &frame->placements[1];
  CHECK(near->is_near && !near->is_at && near->slot == 2 && !strcmp(near->screen.where, "inside") && near->screen.y_px == 12.5);
  CHECK(!*frame->placements[0].screen.where && isnan(frame->placements[0].screen.x_px));
  const struct gnomon_arrow *arrows = frame->arrows.items;
  CHECK(frame->arrows.count == 3 && frame->arrows.phase == 0.5 && !strcmp(frame->arrows.state, "shown"));
  CHECK(arrows[0].number == 5 && arrows[1].number == 6 && arrows[2].number == 7 && arrows[2].screen.x_px == 640);
  CHECK(frame->marker_count == 3 && !strcmp(frame->markers[0].kind, "start") && !strcmp(frame->markers[1].kind, "dot"));
  CHECK(frame->hint && !strcmp(frame->hint->border.side, "left") && frame->hint->border.x_px == 8);
  CHECK(frame->hint->look.edge_deg == 270 && frame->hint->go.turn_deg == 88);
  CHECK(!strcmp(frame->hint->go.english, "in 20 m turn right"));
  CHECK(frame->hint->cue.distance == 4 && isnan(frame->hint->border.y_px));
  CHECK(!strcmp(frame->hint->screen.where, "behind") && isnan(frame->hint->screen.x_px) && isnan(frame->hint->length));
  CHECK(!strcmp(frame->hint->step.instruction, "Turn left") && frame->finish && frame->finish->diameter_px == 90);
  CHECK(frame->progress && frame->progress->deviation == 31 && frame->progress->rejoin_longitude_deg == 16 &&
        frame->progress->stop == -1);
  /* Left out is unchanged; null is none; items are removed by their names. */
  merge_frame(&state, parsed(&reader, room, "{\"arrows\":{\"phase\":0.75,\"status\":{\"state\":\"pending\",\"reason\":\"corrected\"},"
                                            "\"arrows\":[{\"number\":8},{\"number\":6,\"length\":19}]},\"hint\":{\"kind\":\"start\"},"
                                            "\"finish\":null,\"left\":{\"arrows\":[5],\"markers\":[{\"kind\":\"dot\",\"length\":20}]}}"));
  arrows = frame->arrows.items;
  CHECK(frame->arrows.count == 3 && arrows[0].number == 6 && arrows[0].length == 19 && arrows[2].number == 8);
  CHECK(frame->arrows.phase == 0.75 && !strcmp(frame->arrows.reason, "corrected"));
  CHECK(frame->marker_count == 2 && !strcmp(frame->markers[1].name, "Market") && !frame->finish);
  CHECK(frame->hint && isnan(frame->hint->look.x_px) && !*frame->hint->go.kind);
  CHECK(frame->hint && !*frame->hint->border.side && isnan(frame->hint->cue.distance) && !*frame->hint->step.kind);
  CHECK(frame->progress && frame->progress->remaining == 80);
  merge_frame(&state, parsed(&reader, room, "{\"arrows\":null,\"markers\":null,\"hint\":null,\"progress\":null}"));
  CHECK(!frame->arrows.count && !*frame->arrows.state && isnan(frame->arrows.phase) && !frame->marker_count);
  CHECK(!frame->hint && !frame->progress);
  /* A vague thing has a band, and no point. */
  CHECK(isnan(frame->band_deg) && isnan(frame->pending.heading_limit_deg));
  merge_frame(&state, parsed(&reader, room, "{\"status\":{\"state\":\"vague\"},\"band_deg\":50,\"pending\":{\"heading_limit_deg\":15,"
                                            "\"guidance\":\"walk\"},\"hint\":{\"kind\":\"turn\",\"status\":{\"state\":\"vague\"},\"band\":{"
                                            "\"left_deg\":-80,\"right_deg\":20},\"point\":null,\"bearing_deg\":null,\"cue\":{\"status\":{"
                                            "\"state\":\"vague\"},\"band\":{\"left_deg\":5}}},\"finish\":{\"status\":{\"state\":\"vague\"},"
                                            "\"azimuth_deg\":70,\"band\":{\"right_deg\":9},\"point\":null}}"));
  CHECK(!strcmp(frame->state, "vague") && frame->band_deg == 50 && !strcmp(frame->pending.guidance, "walk"));
  CHECK(!strcmp(frame->hint->state, "vague") && frame->hint->band.left_deg == -80 && frame->hint->band.right_deg == 20);
  CHECK(isnan(frame->hint->point.x) && isnan(frame->hint->bearing_deg) && frame->hint->cue.band.left_deg == 5);
  CHECK(!strcmp(frame->hint->cue.state, "vague") && !strcmp(frame->finish->state, "vague") && frame->finish->azimuth_deg == 70);
  CHECK(frame->finish->band.right_deg == 9 && isnan(frame->finish->point.x) && !*frame->finish->screen.where);
  /* Many items that come from last to first. */
  size_t length = (size_t)sprintf(room, "{\"arrows\":{\"arrows\":[");
  for (int number = 200; number > 0; number--) length += (size_t)sprintf(room + length, "{\"number\":%d},", number);
  strcpy(room + length - 1, "]}}");
  merge_frame(&state, json_read(&reader, room));
  for (int index = 0; index < 200; index++) CHECK(frame->arrows.items[index].number == index + 1);
  CHECK(frame->arrows.count == 200);
  clear_frame(&state);
  merge_frame(&state, parsed(&reader, room, "{}"));
  CHECK(!frame->arrows.count && !frame->hint);
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

/* The pixel at which a pinhole of 1280 pixels and 60 degrees on the frame's display draws a point: its distance from `screen`. */
static double pixels_off(const struct gnomon_frame *frame, struct gnomon_vector point, struct gnomon_screen screen) {
  struct gnomon_quaternion q = frame->camera_orientation;
  struct gnomon_vector e = frame->camera_position, v = {point.x - e.x, point.y - e.y, point.z - e.z};
  struct gnomon_vector a = {q.z * v.y - q.y * v.z, q.x * v.z - q.z * v.x, q.y * v.x - q.x * v.y};
  double x = v.x + 2 * (q.w * a.x - q.y * a.z + q.z * a.y), y = v.y + 2 * (q.w * a.y - q.z * a.x + q.x * a.z);
  double z = v.z + 2 * (q.w * a.z - q.x * a.y + q.y * a.x), focal = 640 / tan(30 * degree);
  return hypot(640 - focal * x / z - screen.x_px, 360 + focal * y / z - screen.y_px);
}

/* Changes of a route's parts, merged, beside the pose of the same frame. */
static void a_route_is_that_of_the_daemon(const char *path) {
  gnomon *client = gnomon_open(path), *stream = gnomon_open(path);
  struct gnomon_alignment alignment;
  CHECK(gnomon_get_alignment(client, &alignment) == 1);
  /* On three sides of the wearer, 17 m away: some arrows are in view in most directions. */
  double latitude = alignment.latitude_deg, longitude = alignment.longitude_deg, north = 0.000153, east = 0.000229;
  char call[512];
  snprintf(call, sizeof call,
           "{\"name\":\"End\",\"replace\":true,\"text\":\"{\\\"type\\\":\\\"LineString\\\",\\\"coordinates\\\":"
           "[[%.7f,%.7f],[%.7f,%.7f],[%.7f,%.7f],[%.7f,%.7f]]}\"}",
           longitude - east, latitude - north, longitude - east, latitude + north, longitude + east, latitude + north,
           longitude + east, latitude - north);
  CHECK(gnomon_call(client, "org.gnomon.Scene.LoadRoute", call));
  CHECK(!gnomon_subscribe_scene(stream, "arrows,markers,hint,finish,progress,pose", 20,
                                "\"target\":{\"route\":\"destination\"},\"viewport\":{\"width_px\":1280,\"height_px\":720,"
                                "\"field_of_view_deg\":60}"));
  int frames = 0, inside = 0;
  struct gnomon_message message;
  for (int i = 0; i < 2000 && (frames < 20 || inside < 20) && gnomon_next(stream, &message, 10000) == 1; i++) {
    const struct gnomon_frame *frame = &message.frame;
    if (message.kind != GNOMON_FRAME || strcmp(frame->arrows.state, "shown")) continue;
    frames++;
    CHECK(frame->arrows.count > 5 && frame->arrows.phase >= 0 && frame->arrows.phase < 1);
    for (size_t k = 0; k < frame->arrows.count; k++) {
      const struct gnomon_arrow *arrow = &frame->arrows.items[k];
      CHECK(arrow->number == frame->arrows.items[0].number + (int64_t)k && fabs(arrow->home - 3.0 * (double)arrow->number) < 0.01);
      if (strcmp(arrow->screen.where, "inside")) continue;
      CHECK(pixels_off(frame, arrow->point, arrow->screen) < 2); /* changes below 0.1 pixels and 0.02 degrees are not sent */
      inside++;
    }
    CHECK(frame->marker_count && !strcmp(frame->markers[frame->marker_count - 1].kind, "destination"));
    CHECK(frame->hint && !strcmp(frame->hint->kind, "destination") && !strcmp(frame->hint->name, "End"));
    CHECK(strcmp(frame->hint->screen.where, "inside") ? !isnan(frame->hint->look.edge_deg) : isnan(frame->hint->look.x_px));
    CHECK(frame->finish && frame->finish->diameter_px > 0 && frame->progress && !strcmp(frame->progress->name, "End"));
  }
  CHECK(frames >= 20 && inside >= 20);
  CHECK(gnomon_call(client, "org.gnomon.Scene.ClearRoute", NULL));
  while (gnomon_next(stream, &message, 10000) == 1 && message.frame.progress) {}
  CHECK(!message.frame.arrows.count && !message.frame.marker_count && !message.frame.hint && !message.frame.finish);
  gnomon_close(stream);
  gnomon_close(client);
}

int main(int count, char **words) {
  values_are_read();
  frames_are_merged();
  a_route_is_merged();
  damage_is_survived();
  streams_end_and_begin_again();
  if (count > 1) {
    calls_are_answered(words[1]);
    points_are_those_of_the_daemon(words[1]);
    a_route_is_that_of_the_daemon(words[1]);
  }
  printf(faults ? "test.c: %d faults\n" : "test.c: all is true\n", faults);
  return faults ? 1 : 0;
}
