/* nearest.c [SOCKET [LINES]]: prints the wearer's heading and the direction of the nearest place about twice a second, until
 * interrupted or after LINES lines: the time, the scene, degrees with their 1 sigma, meters; turn is from the line of sight,
 * positive to the right.
 *
 *     cc -o nearest nearest.c $(pkg-config --cflags --libs gnomon) -lm
 *
 *     pose 691.407868977 scene 0: heading 116.4 ± 4.5, drawn 116.1, localized
 *     nearest 691.423868977 scene 0: Old harbour: azimuth 49.6 ± 4.6, elevation 0.0, distance 216.1, turn -66.8
 */
#define _POSIX_C_SOURCE 200809L
#include <gnomon.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct display {
  int64_t scene;
  int has_scene, has_pose, has_alignment, poses, left;
  struct gnomon_pose pose;
  struct gnomon_alignment alignment;
};

static double azimuth(double x, double z) { return fmod(atan2(x, -z) * 57.29577951308232 + 360, 360); }

/* Ends a line, and the program after the last one. */
static void end_line(struct display *display) {
  printf("\n");
  fflush(stdout);
  if (display->left > 0 && !--display->left) exit(0);
}

static void print_time(const char *kind, int64_t time, int64_t scene) {
  printf("%s %lld.%09lld scene %lld: ", kind, (long long)(time / 1000000000), (long long)(time % 1000000000), (long long)scene);
}

/* Points of the old scene have no meaning in the new one. */
static void enter(struct display *display, int64_t scene) {
  if (display->has_scene && display->scene == scene) return;
  if (display->has_scene) {
    printf("scene %lld: begun", (long long)scene);
    end_line(display);
  }
  display->scene = scene;
  display->has_scene = 1;
  display->has_pose = display->has_alignment = 0;
}

static void print_heading(struct display *display) {
  const struct gnomon_pose *pose = &display->pose;
  print_time("pose", pose->time_boot_ns, pose->scene_id);
  if (isnan(pose->heading_deg) || strcmp(pose->tracking, "normal")) {
    printf("heading unknown, %s", *pose->reasons ? pose->reasons : pose->tracking);
  } else {
    printf("heading %.1f ± %.1f", pose->heading_deg, pose->heading_sigma_deg);
    /* For drawing: the applied alignment follows the target without a jump. */
    if (display->has_alignment)
      printf(", drawn %.1f", fmod(gnomon_looking(pose->orientation) + display->alignment.applied_yaw_deg + 720, 360));
    printf(", %s%s%s", pose->localization, *pose->reasons ? "+" : "", pose->reasons);
  }
  end_line(display);
}

static void print_nearest(struct display *display, const struct gnomon_frame *frame) {
  print_time("nearest", frame->time_boot_ns, frame->scene_id);
  if (frame->is_stale || strcmp(frame->state, "shown")) {
    printf("nothing to draw, %s", *frame->reason ? frame->reason : "stale");
  } else if (!frame->placement_count) {
    printf("no place in range");
  } else {
    const struct gnomon_placement *nearest = &frame->placements[0];
    printf("%s: azimuth %.1f ± %.1f, elevation %.1f, distance %.1f", nearest->name, nearest->azimuth_deg,
           nearest->azimuth_sigma_deg, nearest->elevation_deg, nearest->distance);
    if (display->has_pose && display->scene == frame->scene_id) {
      /* Points are scene coordinates and are drawn unchanged, without the alignment. */
      struct gnomon_vector eye = display->pose.position;
      double seen = azimuth(nearest->point.x - eye.x, nearest->point.z - eye.z);
      printf(", turn %.1f", fmod(seen - gnomon_looking(display->pose.orientation) + 540, 360) - 180);
    }
  }
  end_line(display);
}

static void show(struct display *display, const struct gnomon_message *message) {
  if (message->kind == GNOMON_ALIGNMENT) {
    enter(display, message->alignment.scene_id);
    display->alignment = message->alignment;
    display->has_alignment = 1;
  } else if (message->kind == GNOMON_POSE) {
    enter(display, message->pose.scene_id);
    display->pose = message->pose;
    display->has_pose = 1;
    if (display->poses++ % 15 == 0) print_heading(display);
  } else if (message->kind == GNOMON_FRAME) {
    print_nearest(display, &message->frame);
  }
}

/* Two streams, two connections, until one of them ends; an error that the daemon has answered with ends the program. */
static void run(struct display *display, gnomon *clients[2]) {
  struct gnomon_message message;
  for (;;) {
    struct pollfd pollers[2];
    for (int i = 0; i < 2; i++) pollers[i] = (struct pollfd){.fd = gnomon_descriptor(clients[i]), .events = POLLIN};
    poll(pollers, 2, -1);
    for (int i = 0; i < 2; i++) {
      int status;
      while ((status = gnomon_next(clients[i], &message, 0)) == 1) show(display, &message);
      if (status < 0) {
        fprintf(stderr, "nearest: %s\n", gnomon_error(clients[i]));
        if (gnomon_error_name(clients[i])) exit(1);
        return;
      }
    }
  }
}

int main(int count, char **words) {
  const char *path = count > 1 ? words[1] : NULL;
  int left = count > 2 ? atoi(words[2]) : -1;
  for (;;) { /* with each daemon from its start */
    struct display display = {.left = left};
    gnomon *clients[2] = {gnomon_open(path), gnomon_open(path)};
    if (!gnomon_subscribe(clients[0], "pose,alignment", 30) && !gnomon_subscribe_scene(clients[1], "placements", 2, NULL))
      run(&display, clients);
    left = display.left;
    for (int i = 0; i < 2; i++) gnomon_close(clients[i]);
    sleep(1);
  }
}
