/* messages.c: messages as structs, and the frames' changes merged. */
#define _POSIX_C_SOURCE 200809L
#include "client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Cuts a text that is too long before the letter that does not fit. */
static void copy_text(char *to, size_t room, const char *text) {
  size_t length = strlen(text);
  if (length >= room) {
    length = room - 1;
    while (length && ((unsigned char)text[length] & 0xC0) == 0x80) length--;
  }
  memcpy(to, text, length);
  to[length] = 0;
}

#define COPY(to, json, path) copy_text(to, sizeof(to), gnomon_json_text(json, path))

static struct gnomon_vector vector(const gnomon_json *json, const char *path) {
  json = gnomon_json_member(json, path);
  return (struct gnomon_vector){gnomon_json_number(json, "x"), gnomon_json_number(json, "y"), gnomon_json_number(json, "z")};
}

static struct gnomon_quaternion quaternion(const gnomon_json *json, const char *path) {
  json = gnomon_json_member(json, path);
  return (struct gnomon_quaternion){gnomon_json_number(json, "x"), gnomon_json_number(json, "y"), gnomon_json_number(json, "z"),
                                    gnomon_json_number(json, "w")};
}

static void add_reasons(char *to, size_t room, const gnomon_json *list) {
  for (const gnomon_json *item = gnomon_json_first(list); item; item = item->next) {
    size_t used = strlen(to);
    if (used + 2 < room) snprintf(to + used, room - used, "%s%s", used ? "," : "", gnomon_json_text(item, NULL));
  }
}

void read_pose(const gnomon_json *json, struct gnomon_pose *pose) {
  *pose = (struct gnomon_pose){
      .time_boot_ns = gnomon_json_integer(json, "time_boot_ns"), .time_utc_ns = gnomon_json_integer(json, "time_utc_ns"),
      .scene_id = gnomon_json_integer(json, "scene_id"), .position = vector(json, "position"),
      .velocity = vector(json, "velocity"), .orientation = quaternion(json, "orientation"),
      .heading_deg = gnomon_json_number(json, "heading_deg"),
      .heading_sigma_deg = gnomon_json_number(json, "heading_sigma_deg"),
      .heading_95_deg = gnomon_json_number(json, "heading_95_deg"), .latitude_deg = gnomon_json_number(json, "latitude_deg"),
      .longitude_deg = gnomon_json_number(json, "longitude_deg"),
      .horizontal_accuracy = gnomon_json_number(json, "horizontal_accuracy")};
  COPY(pose->scene_heading, json, "scene_heading");
  COPY(pose->tracking, json, "tracking.state");
  COPY(pose->localization, json, "localization.state");
  add_reasons(pose->reasons, sizeof pose->reasons, gnomon_json_member(json, "tracking.reasons"));
  add_reasons(pose->reasons, sizeof pose->reasons, gnomon_json_member(json, "localization.reasons"));
}

void read_alignment(const gnomon_json *json, struct gnomon_alignment *alignment) {
  *alignment = (struct gnomon_alignment){
      .time_boot_ns = gnomon_json_integer(json, "time_boot_ns"), .scene_id = gnomon_json_integer(json, "scene_id"),
      .revision = gnomon_json_integer(json, "revision"), .yaw_deg = gnomon_json_number(json, "yaw_deg"),
      .yaw_sigma_deg = gnomon_json_number(json, "yaw_sigma_deg"),
      .applied_yaw_deg = gnomon_json_number(json, "applied_yaw_deg"), .applied_shift = vector(json, "applied_shift"),
      .scene_position = vector(json, "scene_position"), .latitude_deg = gnomon_json_number(json, "place.latitude_deg"),
      .longitude_deg = gnomon_json_number(json, "place.longitude_deg"), .height = gnomon_json_number(json, "place.height"),
      .horizontal_accuracy = gnomon_json_number(json, "horizontal_accuracy"),
      .vertical_accuracy = gnomon_json_number(json, "vertical_accuracy"), .is_pinned = gnomon_json_bool(json, "is_pinned")};
}

void read_event(const gnomon_json *json, struct gnomon_event *event) {
  event->time_boot_ns = gnomon_json_integer(json, "time_boot_ns");
  COPY(event->kind, json, "kind");
  COPY(event->code, json, "code");
  COPY(event->english, json, "english");
}

static void read_placement(const gnomon_json *json, struct gnomon_placement *placement) {
  *placement = (struct gnomon_placement){
      .rank = gnomon_json_integer(json, "rank"), .count = gnomon_json_integer(json, "count"),
      .is_favourite = gnomon_json_bool(json, "is_favourite"), .azimuth_deg = gnomon_json_number(json, "azimuth_deg"),
      .azimuth_sigma_deg = gnomon_json_number(json, "azimuth_sigma_deg"),
      .elevation_deg = gnomon_json_number(json, "elevation_deg"),
      .elevation_sigma_deg = gnomon_json_number(json, "elevation_sigma_deg"),
      .distance = gnomon_json_number(json, "distance"), .scale = gnomon_json_number(json, "scale"),
      .point = vector(json, "point")};
  COPY(placement->layer, json, "layer");
  COPY(placement->id, json, "id");
  COPY(placement->name, json, "name");
  COPY(placement->category, json, "category");
  COPY(placement->band, json, "band");
  COPY(placement->state, json, "status.state");
  COPY(placement->reason, json, "status.reason");
}

static void read_anchor(const gnomon_json *json, struct gnomon_anchor *anchor) {
  *anchor = (struct gnomon_anchor){
      .azimuth_deg = gnomon_json_number(json, "azimuth_deg"), .elevation_deg = gnomon_json_number(json, "elevation_deg"),
      .distance = gnomon_json_number(json, "distance"), .scale = gnomon_json_number(json, "scale"),
      .point = vector(json, "point"), .orientation = quaternion(json, "orientation")};
  COPY(anchor->owner, json, "owner");
  COPY(anchor->id, json, "id");
  COPY(anchor->kind, json, "kind");
  COPY(anchor->state, json, "status.state");
  COPY(anchor->reason, json, "status.reason");
}

/* ---- Frames. Items are compared by names as long as they are kept here: a layer has at most 127 bytes, an id 255. ---- */

static int has_name(const char *first, size_t first_room, const char *second, size_t second_room, const gnomon_json *name,
                    const char *first_path) {
  return !strncmp(first, gnomon_json_text(name, first_path), first_room - 1) &&
         !strncmp(second, gnomon_json_text(name, "id"), second_room - 1);
}

static size_t find_placement(const struct frame_state *state, const gnomon_json *name) {
  size_t index = 0;
  while (index < state->placement_count) {
    const struct gnomon_placement *item = &state->placements[index];
    if (has_name(item->layer, sizeof item->layer, item->id, sizeof item->id, name, "layer")) break;
    index++;
  }
  return index;
}

static size_t find_anchor(const struct frame_state *state, const gnomon_json *name) {
  size_t index = 0;
  while (index < state->anchor_count) {
    const struct gnomon_anchor *item = &state->anchors[index];
    if (has_name(item->owner, sizeof item->owner, item->id, sizeof item->id, name, "owner")) break;
    index++;
  }
  return index;
}

/* Room for one more item. */
static int grow(void **items, size_t count, size_t *room, size_t size) {
  if (count < *room) return 0;
  size_t wanted = 2 * *room + 16;
  void *made = realloc(*items, wanted * size);
  if (!made) return -1;
  *items = made;
  *room = wanted;
  return 0;
}

static int by_rank(const void *a, const void *b) {
  int64_t first = ((const struct gnomon_placement *)a)->rank, second = ((const struct gnomon_placement *)b)->rank;
  return (first > second) - (first < second);
}

/* Null means that a section is empty, left out that it is unchanged; gnomon_json_member does not tell them apart. */
static int is_null(const gnomon_json *object, const char *name) {
  for (const gnomon_json *item = gnomon_json_first(object); item; item = item->next)
    if (item->name && !strcmp(item->name, name)) return item->kind == JSON_NULL;
  return 0;
}

int merge_frame(struct frame_state *state, const gnomon_json *json) {
  int is_full = gnomon_json_bool(json, "is_full");
  if (is_full || is_null(json, "placements")) state->placement_count = 0;
  if (is_full || is_null(json, "anchors")) state->anchor_count = 0;
  const gnomon_json *item = gnomon_json_first(gnomon_json_member(json, "left.placements"));
  for (; item; item = item->next) {
    size_t index = find_placement(state, item);
    if (index < state->placement_count) state->placements[index] = state->placements[--state->placement_count];
  }
  for (item = gnomon_json_first(gnomon_json_member(json, "left.anchors")); item; item = item->next) {
    size_t index = find_anchor(state, item);
    if (index < state->anchor_count) state->anchors[index] = state->anchors[--state->anchor_count];
  }
  for (item = gnomon_json_first(gnomon_json_member(json, "placements")); item; item = item->next) {
    size_t index = find_placement(state, item);
    if (grow((void **)&state->placements, index, &state->placement_room, sizeof *state->placements)) return -1;
    if (index == state->placement_count) state->placement_count++;
    read_placement(item, &state->placements[index]);
  }
  for (item = gnomon_json_first(gnomon_json_member(json, "anchors")); item; item = item->next) {
    size_t index = find_anchor(state, item);
    if (grow((void **)&state->anchors, index, &state->anchor_room, sizeof *state->anchors)) return -1;
    if (index == state->anchor_count) state->anchor_count++;
    read_anchor(item, &state->anchors[index]);
  }
  if (state->placement_count) qsort(state->placements, state->placement_count, sizeof *state->placements, by_rank);
  if (is_full || gnomon_json_member(json, "pose")) {
    state->position = vector(json, "pose.position");
    state->orientation = quaternion(json, "pose.orientation");
    read_alignment(gnomon_json_member(json, "pose.alignment"), &state->alignment);
  }
  state->frame = (struct gnomon_frame){
      .time_boot_ns = gnomon_json_integer(json, "time_boot_ns"), .scene_id = gnomon_json_integer(json, "scene_id"),
      .is_stale = gnomon_json_bool(json, "is_stale"), .placements = state->placements,
      .placement_count = state->placement_count, .anchors = state->anchors, .anchor_count = state->anchor_count,
      .position = state->position, .orientation = state->orientation, .alignment = state->alignment};
  state->frame.alignment.time_boot_ns = state->frame.time_boot_ns;
  state->frame.alignment.scene_id = state->frame.scene_id;
  COPY(state->frame.state, json, "status.state");
  COPY(state->frame.reason, json, "status.reason");
  return 0;
}

void clear_frame(struct frame_state *state) { state->placement_count = state->anchor_count = 0; }

void free_frame(struct frame_state *state) {
  free(state->placements);
  free(state->anchors);
}
