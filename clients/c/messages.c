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

static struct gnomon_screen screen(const gnomon_json *json) {
  json = gnomon_json_member(json, "screen");
  struct gnomon_screen point = {.x_px = gnomon_json_number(json, "x_px"), .y_px = gnomon_json_number(json, "y_px")};
  COPY(point.where, json, "where");
  return point;
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
      .vertical_accuracy = gnomon_json_number(json, "vertical_accuracy"), .is_pinned = gnomon_json_bool(json, "is_pinned"),
      .is_heading_confirmed = gnomon_json_bool(json, "is_heading_confirmed")};
}

void read_event(const gnomon_json *json, struct gnomon_event *event) {
  event->time_boot_ns = gnomon_json_integer(json, "time_boot_ns");
  COPY(event->kind, json, "kind");
  COPY(event->code, json, "code");
  COPY(event->english, json, "english");
}

/* ---- The items of lists ---- */

static void read_placement(const gnomon_json *json, void *item) {
  struct gnomon_placement *placement = item;
  *placement = (struct gnomon_placement){
      .rank = gnomon_json_integer(json, "rank"), .count = gnomon_json_integer(json, "count"),
      .slot = gnomon_json_integer(json, "slot"), .is_favourite = gnomon_json_bool(json, "is_favourite"),
      .is_near = gnomon_json_bool(json, "is_near"), .is_at = gnomon_json_bool(json, "is_at"),
      .azimuth_deg = gnomon_json_number(json, "azimuth_deg"),
      .azimuth_sigma_deg = gnomon_json_number(json, "azimuth_sigma_deg"),
      .elevation_deg = gnomon_json_number(json, "elevation_deg"),
      .elevation_sigma_deg = gnomon_json_number(json, "elevation_sigma_deg"),
      .distance = gnomon_json_number(json, "distance"), .scale = gnomon_json_number(json, "scale"),
      .point = vector(json, "point"), .screen = screen(json)};
  COPY(placement->layer, json, "layer");
  COPY(placement->id, json, "id");
  COPY(placement->name, json, "name");
  COPY(placement->category, json, "category");
  COPY(placement->band, json, "band");
  COPY(placement->state, json, "status.state");
  COPY(placement->reason, json, "status.reason");
}

static void read_anchor(const gnomon_json *json, void *item) {
  struct gnomon_anchor *anchor = item;
  *anchor = (struct gnomon_anchor){
      .azimuth_deg = gnomon_json_number(json, "azimuth_deg"), .elevation_deg = gnomon_json_number(json, "elevation_deg"),
      .distance = gnomon_json_number(json, "distance"), .scale = gnomon_json_number(json, "scale"),
      .point = vector(json, "point"), .orientation = quaternion(json, "orientation"), .screen = screen(json)};
  COPY(anchor->owner, json, "owner");
  COPY(anchor->id, json, "id");
  COPY(anchor->kind, json, "kind");
  COPY(anchor->state, json, "status.state");
  COPY(anchor->reason, json, "status.reason");
}

static void read_arrow(const gnomon_json *json, void *item) {
  *(struct gnomon_arrow *)item = (struct gnomon_arrow){
      .number = gnomon_json_integer(json, "number"), .home = gnomon_json_number(json, "home"),
      .length = gnomon_json_number(json, "length"), .point = vector(json, "point"), .tangent = vector(json, "tangent"),
      .screen = screen(json)};
}

static void read_marker(const gnomon_json *json, void *item) {
  struct gnomon_marker *marker = item;
  *marker = (struct gnomon_marker){.length = gnomon_json_number(json, "length"),
                                   .distance = gnomon_json_number(json, "distance"), .point = vector(json, "point"),
                                   .screen = screen(json)};
  COPY(marker->kind, json, "kind");
  COPY(marker->name, json, "name");
}

/* Texts are compared as long as they are kept here: a layer has at most 127 bytes, an id 255. */
static int is_text(const char *kept, size_t room, const gnomon_json *name, const char *path) {
  return !strncmp(kept, gnomon_json_text(name, path), room - 1);
}

static int is_placement(const void *item, const gnomon_json *name) {
  const struct gnomon_placement *kept = item;
  return is_text(kept->layer, sizeof kept->layer, name, "layer") && is_text(kept->id, sizeof kept->id, name, "id");
}

static int is_anchor(const void *item, const gnomon_json *name) {
  const struct gnomon_anchor *kept = item;
  return is_text(kept->owner, sizeof kept->owner, name, "owner") && is_text(kept->id, sizeof kept->id, name, "id");
}

/* An arrow that was removed is named by its number alone. */
static int is_arrow(const void *item, const gnomon_json *name) {
  return ((const struct gnomon_arrow *)item)->number == gnomon_json_integer(name, name->kind == JSON_OBJECT ? "number" : NULL);
}

static int is_marker(const void *item, const gnomon_json *name) {
  const struct gnomon_marker *kept = item;
  return is_text(kept->kind, sizeof kept->kind, name, "kind") && kept->length == gnomon_json_number(name, "length");
}

static double placement_order(const void *item) { return (double)((const struct gnomon_placement *)item)->rank; }
static double arrow_order(const void *item) { return (double)((const struct gnomon_arrow *)item)->number; }
static double marker_order(const void *item) { return ((const struct gnomon_marker *)item)->length; }

/* section: the member that is null if there is nothing; items: the list; left: the names of removed items. order: NULL for none. */
static const struct list_kind {
  const char *section, *items, *left;
  size_t size;
  void (*read)(const gnomon_json *json, void *item);
  int (*is_named)(const void *item, const gnomon_json *name);
  double (*order)(const void *item);
} kinds[LISTS] = {
    [PLACEMENTS] = {"placements", "placements", "left.placements", sizeof(struct gnomon_placement), read_placement, is_placement,
                    placement_order},
    [ANCHORS] = {"anchors", "anchors", "left.anchors", sizeof(struct gnomon_anchor), read_anchor, is_anchor, NULL},
    [ARROWS] = {"arrows", "arrows.arrows", "left.arrows", sizeof(struct gnomon_arrow), read_arrow, is_arrow, arrow_order},
    [MARKERS] = {"markers", "markers", "left.markers", sizeof(struct gnomon_marker), read_marker, is_marker, marker_order},
};

/* ---- Sections ---- */

static void read_step(const gnomon_json *json, struct gnomon_step *step) {
  step->length = gnomon_json_number(json, "length");
  step->turn_deg = gnomon_json_number(json, "turn_deg");
  COPY(step->kind, json, "kind");
  COPY(step->instruction, json, "instruction");
  COPY(step->street, json, "street");
}

static struct gnomon_band band(const gnomon_json *json) {
  return (struct gnomon_band){gnomon_json_number(json, "band.left_deg"), gnomon_json_number(json, "band.right_deg")};
}

static void read_hint(const gnomon_json *json, struct gnomon_hint *hint) {
  const gnomon_json *border = gnomon_json_member(json, "border"), *cue = gnomon_json_member(json, "cue");
  const gnomon_json *look = gnomon_json_member(json, "look"), *go = gnomon_json_member(json, "go");
  *hint = (struct gnomon_hint){
      .length = gnomon_json_number(json, "length"), .azimuth_deg = gnomon_json_number(json, "azimuth_deg"),
      .elevation_deg = gnomon_json_number(json, "elevation_deg"), .distance = gnomon_json_number(json, "distance"),
      .bearing_deg = gnomon_json_number(json, "bearing_deg"), .pitch_deg = gnomon_json_number(json, "pitch_deg"),
      .angle_deg = gnomon_json_number(json, "angle_deg"), .band = band(json), .point = vector(json, "point"),
      .screen = screen(json),
      .border = {.x_px = gnomon_json_number(border, "x_px"), .y_px = gnomon_json_number(border, "y_px"),
                 .right = gnomon_json_number(border, "right"), .up = gnomon_json_number(border, "up"),
                 .has_changed_side = gnomon_json_bool(border, "has_changed_side")},
      .cue = {.length = gnomon_json_number(cue, "length"), .azimuth_deg = gnomon_json_number(cue, "azimuth_deg"),
              .distance = gnomon_json_number(cue, "distance"), .bearing_deg = gnomon_json_number(cue, "bearing_deg"),
              .pitch_deg = gnomon_json_number(cue, "pitch_deg"), .angle_deg = gnomon_json_number(cue, "angle_deg"),
              .band = band(cue), .point = vector(cue, "point")},
      .look = {.x_px = gnomon_json_number(look, "x_px"), .y_px = gnomon_json_number(look, "y_px"),
               .edge_deg = gnomon_json_number(look, "edge_deg"), .angle_deg = gnomon_json_number(look, "angle_deg")},
      .go = {.turn_deg = gnomon_json_number(go, "turn_deg"), .distance = gnomon_json_number(go, "distance")}};
  COPY(hint->go.kind, go, "kind");
  COPY(hint->go.english, go, "english");
  COPY(hint->kind, json, "kind");
  COPY(hint->state, json, "status.state");
  COPY(hint->cue.state, cue, "status.state");
  COPY(hint->name, json, "name");
  COPY(hint->border.side, border, "side");
  read_step(gnomon_json_member(json, "step"), &hint->step);
}

static void read_finish(const gnomon_json *json, struct gnomon_finish *finish) {
  *finish = (struct gnomon_finish){
      .azimuth_deg = gnomon_json_number(json, "azimuth_deg"), .elevation_deg = gnomon_json_number(json, "elevation_deg"),
      .distance = gnomon_json_number(json, "distance"), .radius = gnomon_json_number(json, "radius"),
      .diameter_px = gnomon_json_number(json, "diameter_px"), .half_angle_deg = gnomon_json_number(json, "half_angle_deg"),
      .text_rise_px = gnomon_json_number(json, "text_rise_px"), .text_angle_deg = gnomon_json_number(json, "text_angle_deg"),
      .phase = gnomon_json_number(json, "phase"), .pulse_scale = gnomon_json_number(json, "pulse_scale"),
      .opacity = gnomon_json_number(json, "opacity"), .band = band(json), .point = vector(json, "point"),
      .screen = screen(json)};
  COPY(finish->state, json, "status.state");
}

static void read_progress(const gnomon_json *json, struct gnomon_progress *progress) {
  const gnomon_json *deviation = gnomon_json_member(json, "deviation");
  *progress = (struct gnomon_progress){
      .revision = gnomon_json_integer(json, "revision"), .step = gnomon_json_integer(json, "step"),
      .stop = gnomon_json_member(json, "stop") ? gnomon_json_integer(json, "stop") : -1,
      .is_frozen = gnomon_json_bool(json, "is_frozen"), .length = gnomon_json_number(json, "length"),
      .remaining = gnomon_json_number(json, "remaining"), .remaining_time = gnomon_json_number(json, "remaining_time"),
      .distance_off = gnomon_json_number(json, "distance_off"),
      .horizontal_accuracy = gnomon_json_number(json, "horizontal_accuracy"),
      .distance_to_step = gnomon_json_number(json, "distance_to_step"),
      .distance_to_stop = gnomon_json_number(json, "distance_to_stop"),
      .deviation = gnomon_json_number(deviation, "distance"),
      .deviation_azimuth_deg = gnomon_json_number(deviation, "azimuth_deg"),
      .rejoin_length = gnomon_json_number(deviation, "rejoin_length"),
      .rejoin_latitude_deg = gnomon_json_number(deviation, "rejoin.latitude_deg"),
      .rejoin_longitude_deg = gnomon_json_number(deviation, "rejoin.longitude_deg")};
  COPY(progress->name, json, "name");
  COPY(progress->status, json, "status");
  read_step(gnomon_json_member(json, "current_step"), &progress->current_step);
}

static void read_pending(const gnomon_json *json, struct gnomon_pending *pending) {
  pending->heading_limit_deg = gnomon_json_number(json, "heading_limit_deg");
  pending->heading_sigma_deg = gnomon_json_number(json, "heading_sigma_deg");
  pending->radius_limit = gnomon_json_number(json, "radius_limit");
  pending->horizontal_accuracy = gnomon_json_number(json, "horizontal_accuracy");
  COPY(pending->guidance, json, "guidance");
  COPY(pending->english, json, "english");
}

/* ---- Frames ---- */

static size_t find(const struct item_list *list, const struct list_kind *kind, const gnomon_json *name) {
  size_t index = 0;
  while (index < list->count && !kind->is_named(list->items + index * kind->size, name)) index++;
  return index;
}

/* Room for one more item, and for another one behind it while they are sorted. */
static int grow(struct item_list *list, size_t size) {
  if (list->count + 1 < list->room) return 0;
  size_t room = 2 * list->room + 16;
  char *items = realloc(list->items, room * size);
  if (!items) return -1;
  list->items = items;
  list->room = room;
  return 0;
}

/* Sorts by insertion, for which nothing is allocated: few items of a frame have another place than before. */
static void sort(struct item_list *list, const struct list_kind *kind) {
  size_t size = kind->size;
  for (size_t index = 1; index < list->count; index++) {
    char *item = list->items + index * size, *place = item, *spare = list->items + list->count * size;
    double order = kind->order(item);
    while (place > list->items && kind->order(place - size) > order) place -= size;
    if (place == item) continue;
    memcpy(spare, item, size);
    memmove(place + size, place, (size_t)(item - place));
    memcpy(place, spare, size);
  }
}

/* Null means that a section is empty, left out that it is unchanged; gnomon_json_member does not tell them apart. */
static int is_null(const gnomon_json *object, const char *name) {
  for (const gnomon_json *item = gnomon_json_first(object); item; item = item->next)
    if (item->name && !strcmp(item->name, name)) return item->kind == JSON_NULL;
  return 0;
}

static int merge_list(struct item_list *list, const struct list_kind *kind, const gnomon_json *json, int is_full) {
  if (is_full || is_null(json, kind->section)) list->count = 0;
  const gnomon_json *item = gnomon_json_first(gnomon_json_member(json, kind->left));
  for (; item; item = item->next) {
    size_t index = find(list, kind, item);
    if (index == list->count) continue;
    char *gone = list->items + index * kind->size;
    memmove(gone, gone + kind->size, (--list->count - index) * kind->size);
  }
  for (item = gnomon_json_first(gnomon_json_member(json, kind->items)); item; item = item->next) {
    size_t index = find(list, kind, item);
    if (grow(list, kind->size)) return -1;
    if (index == list->count) list->count++;
    kind->read(item, list->items + index * kind->size);
  }
  if (kind->order) sort(list, kind);
  return 0;
}

/* The member of a frame if it has one; then or if there is none any more, has_changed is 1. */
static const gnomon_json *section(const gnomon_json *json, const char *name, int is_full, int *has_changed) {
  const gnomon_json *found = gnomon_json_member(json, name);
  *has_changed = found || is_full || is_null(json, name);
  return found;
}

int merge_frame(struct frame_state *state, const gnomon_json *json) {
  struct gnomon_frame *frame = &state->frame;
  int is_full = gnomon_json_bool(json, "is_full"), has_changed;
  for (int i = 0; i < LISTS; i++)
    if (merge_list(&state->lists[i], &kinds[i], json, is_full)) return -1;
  frame->placements = (const struct gnomon_placement *)(void *)state->lists[PLACEMENTS].items;
  frame->anchors = (const struct gnomon_anchor *)(void *)state->lists[ANCHORS].items;
  frame->arrows.items = (const struct gnomon_arrow *)(void *)state->lists[ARROWS].items;
  frame->markers = (const struct gnomon_marker *)(void *)state->lists[MARKERS].items;
  frame->placement_count = state->lists[PLACEMENTS].count;
  frame->anchor_count = state->lists[ANCHORS].count;
  frame->arrows.count = state->lists[ARROWS].count;
  frame->marker_count = state->lists[MARKERS].count;
  const gnomon_json *found = section(json, "arrows", is_full, &has_changed);
  if (has_changed) {
    frame->arrows.phase = gnomon_json_number(found, "phase");
    frame->arrows.azimuth_sigma_deg = gnomon_json_number(found, "azimuth_sigma_deg");
    frame->arrows.horizontal_accuracy = gnomon_json_number(found, "horizontal_accuracy");
    COPY(frame->arrows.state, found, "status.state");
    COPY(frame->arrows.reason, found, "status.reason");
  }
  found = section(json, "hint", is_full, &has_changed);
  if (found) read_hint(found, &state->hint);
  if (has_changed) frame->hint = found ? &state->hint : NULL;
  found = section(json, "finish", is_full, &has_changed);
  if (found) read_finish(found, &state->finish);
  if (has_changed) frame->finish = found ? &state->finish : NULL;
  found = section(json, "progress", is_full, &has_changed);
  if (found) read_progress(found, &state->progress);
  if (has_changed) frame->progress = found ? &state->progress : NULL;
  found = section(json, "pose", is_full, &has_changed);
  if (has_changed) {
    frame->position = vector(found, "position");
    frame->orientation = quaternion(found, "orientation");
    frame->camera_position = vector(found, "camera.position");
    frame->camera_orientation = quaternion(found, "camera.orientation");
    read_alignment(gnomon_json_member(found, "alignment"), &frame->alignment);
  }
  frame->time_boot_ns = frame->alignment.time_boot_ns = gnomon_json_integer(json, "time_boot_ns");
  frame->scene_id = frame->alignment.scene_id = gnomon_json_integer(json, "scene_id");
  frame->is_stale = gnomon_json_bool(json, "is_stale");
  COPY(frame->state, json, "status.state");
  COPY(frame->reason, json, "status.reason");
  frame->band_deg = gnomon_json_number(json, "band_deg");
  read_pending(gnomon_json_member(json, "pending"), &frame->pending);
  return 0;
}

void clear_frame(struct frame_state *state) {
  for (int i = 0; i < LISTS; i++) state->lists[i].count = 0;
  state->frame.hint = NULL;
  state->frame.finish = NULL;
  state->frame.progress = NULL;
}

void free_frame(struct frame_state *state) {
  for (int i = 0; i < LISTS; i++) free(state->lists[i].items);
}
