/* cube.c: a cube at a latitude and longitude, drawn by a pinhole of its own.
 *
 *     gnomond --demo --speed 8 --socket /tmp/gnomon.sock &
 *     make -s -C clients/c BUILD=/tmp/library
 *     cc -o /tmp/cube docs/examples/cube.c -Iclients/c /tmp/library/libgnomon.a -lm
 *     /tmp/cube 48.20875 16.37465 --socket /tmp/gnomon.sock --frames 200
 *
 * With the package: cc -o /tmp/cube cube.c $(pkg-config --cflags --libs gnomon) -lm
 *
 * Each frame has the display's pose and the alignment with which it was computed, so nothing has to be found by its time. The
 * program also adds a place at the same position, and prints the pixel where the daemon draws that beside its own of the cube's
 * center, then the cube's corners. While the cube is not in view, the hint says where to turn.
 */
#define _POSIX_C_SOURCE 200809L
#include <gnomon.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double width = 1280, height = 720, field_of_view_deg = 60, edge = 2;

/* Ends the program with the client's error, which names the remedy. */
static int fail(const gnomon *client) {
  fprintf(stderr, "cube: %s\n", gnomon_error(client));
  return 1;
}

/* The pixel of a point of the scene. 0, or -1 behind the display. */
static int project(const struct gnomon_frame *frame, struct gnomon_vector point, double pixel[2]) {
  struct gnomon_vector eye = frame->camera_position;
  struct gnomon_quaternion q = frame->camera_orientation;
  /* From the scene to the display (x right, y up, z back) by the inverse rotation: v + 2w(u × v) + 2u × (u × v), u = -(x, y, z). */
  double x = point.x - eye.x, y = point.y - eye.y, z = point.z - eye.z;
  double a = q.z * y - q.y * z, b = q.x * z - q.z * x, c = q.y * x - q.x * y;
  double right = x + 2 * (q.w * a - q.y * c + q.z * b), up = y + 2 * (q.w * b - q.z * a + q.x * c);
  double back = z + 2 * (q.w * c - q.x * b + q.y * a);
  double focal = width / 2 / tan(field_of_view_deg / 2 * 0.017453292519943295);
  if (back > -0.01) return -1;
  pixel[0] = width / 2 - focal * right / back;
  pixel[1] = height / 2 + focal * up / back;
  return 0;
}

static void print_cube(const struct gnomon_frame *frame, double latitude, double longitude) {
  struct gnomon_vector center;
  double pixel[2];
  gnomon_scene_point(&frame->alignment, latitude, longitude, NAN, &center); /* level with the eyes */
  if (project(frame, center, pixel)) printf(" behind");
  else printf(" %.2f %.2f", pixel[0], pixel[1]);
  for (size_t i = 0; i < frame->placement_count; i++) {
    const struct gnomon_placement *place = &frame->placements[i];
    if (strcmp(place->id, "cube")) continue;
    if (isnan(place->screen.x_px)) printf(", place %s", place->screen.where);
    else printf(", place %.2f %.2f %s", place->screen.x_px, place->screen.y_px, place->screen.where);
    printf(", %.1f m", place->distance);
  }
  if (frame->hint && !isnan(frame->hint->look.x_px))
    printf(", turn %.0f° to the %s", fabs(frame->hint->bearing_deg), frame->hint->bearing_deg < 0 ? "left" : "right");
  /* Its sides look north, east, south and west: turn the corners as a model with the heading 0. */
  struct gnomon_quaternion turn = gnomon_scene_orientation(&frame->alignment, 0);
  double cosine = 1 - 2 * turn.y * turn.y, sine = 2 * turn.w * turn.y;
  printf(", corners");
  for (int corner = 0; corner < 8; corner++) {
    double x = corner & 1 ? edge / 2 : -edge / 2, y = corner & 2 ? edge / 2 : -edge / 2, z = corner & 4 ? edge / 2 : -edge / 2;
    struct gnomon_vector point = {center.x + cosine * x + sine * z, center.y + y, center.z - sine * x + cosine * z};
    if (!project(frame, point, pixel)) printf(" %.0f,%.0f", pixel[0], pixel[1]);
  }
  printf("\n");
}

int main(int count, char **words) {
  const char *path = NULL;
  int frames = 60;
  for (int i = 3; i + 1 < count; i += 2) {
    if (!strcmp(words[i], "--socket")) path = words[i + 1];
    if (!strcmp(words[i], "--frames")) frames = atoi(words[i + 1]);
  }
  if (count < 3) return fprintf(stderr, "usage: cube LATITUDE LONGITUDE [--socket PATH] [--frames NUMBER]\n"), 64;
  double latitude = strtod(words[1], NULL), longitude = strtod(words[2], NULL);

  gnomon *client = gnomon_open(path), *stream = gnomon_open(path);
  char text[512];
  snprintf(text, sizeof text, "{\"places\":[{\"id\":\"cube\",\"name\":\"Cube\",\"latitude_deg\":%.9f,\"longitude_deg\":%.9f}]}",
           latitude, longitude);
  const gnomon_json *added = gnomon_call(client, "org.gnomon.Scene.AddPlaces", text);
  if (!added) return fail(client);
  const gnomon_json *refusal = gnomon_json_first(gnomon_json_member(added, "refusals"));
  if (refusal) return fprintf(stderr, "cube: no place at %s %s: %s\n", words[1], words[2], gnomon_json_text(refusal, "reason")), 1;
  snprintf(text, sizeof text,
           "\"viewport\":{\"width_px\":%g,\"height_px\":%g,\"field_of_view_deg\":%g},\"target\":{\"layer\":\"%s\",\"id\":\"cube\"}",
           width, height, field_of_view_deg, gnomon_json_text(added, "layer"));
  if (gnomon_subscribe_scene(stream, "pose,placements,hint", 5, text)) return fail(stream);

  char reason[24] = "";
  struct gnomon_message message;
  while (frames > 0) {
    if (gnomon_next(stream, &message, -1) < 0) return fail(stream);
    const struct gnomon_frame *frame = &message.frame;
    if (message.kind != GNOMON_FRAME) continue;
    if (!frame->is_stale && frame->hint && !strcmp(frame->hint->state, "vague")) {
      printf("cube between %.0f° and %.0f° from ahead: %s\n", frame->hint->band.left_deg, frame->hint->band.right_deg,
             frame->pending.english);
    } else if (frame->is_stale || strcmp(frame->state, "shown") || isnan(frame->alignment.latitude_deg)) {
      if (strcmp(reason, frame->reason)) printf("nothing to draw: %s\n", frame->reason);
      strcpy(reason, frame->reason);
    } else {
      printf("cube at %.3f s:", (double)frame->time_boot_ns / 1e9);
      print_cube(frame, latitude, longitude);
      frames--;
    }
    fflush(stdout);
  }
  gnomon_close(stream);
  gnomon_close(client);
  return 0;
}
