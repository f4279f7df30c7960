/* client.h: a client's state. Not installed. */
#ifndef GNOMON_CLIENT_H
#define GNOMON_CLIENT_H

#include "json.h"

#include <locale.h>

enum { PLACEMENTS, ANCHORS, ARROWS, MARKERS, LISTS };

/* Items that have arrived and were not removed, in their order, with room for one more. */
struct item_list {
  char *items;
  size_t count, room;
};

/* The merged frame; it points to the lists, and to hint, finish and progress while there are such. */
struct frame_state {
  struct item_list lists[LISTS];
  struct gnomon_hint hint;
  struct gnomon_finish finish;
  struct gnomon_progress progress;
  struct gnomon_frame frame;
};

struct gnomon {
  char path[108];
  int socket, timeout;
  /* The call of the stream, sent again after a reconnection; NULL without a stream. */
  char *stream;
  char *bytes;
  size_t count, room, searched;
  /* Bytes at the start that belong to the message that was returned last. */
  size_t returned;
  struct json_reader reader;
  const gnomon_json *error_parameters;
  int has_error, has_name, is_broken;
  char error[512], name[128];
  locale_t locale;
  struct frame_state frame;
};

int client_fail(gnomon *client, const char *format, ...) __attribute__((format(printf, 2, 3)));
void read_pose(const gnomon_json *json, struct gnomon_pose *pose);
void read_alignment(const gnomon_json *json, struct gnomon_alignment *alignment);
void read_event(const gnomon_json *json, struct gnomon_event *event);
/* Merges a frame's changes. -1 if there is no memory. */
int merge_frame(struct frame_state *state, const gnomon_json *json);
void clear_frame(struct frame_state *state);
void free_frame(struct frame_state *state);

#endif
