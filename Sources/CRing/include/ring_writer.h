// The writer of the ring of poses.
#pragma once
#define GNOMON_RING_LAYOUT_ONLY
#include "gnomon_ring.h"

struct gnomon_ring_writer {
  uint8_t *memory;
  uint64_t size;
  uint32_t capacity;
  uint64_t count;
  /// The file's identity: only this file is removed at the end.
  uint64_t device;
  uint64_t inode;
};

/// Makes a ring at `path`, mode 0640, in one step, also where another ring is. Its memory is reserved, so that writing cannot fail
/// later. Returns 0 or −errno: −EEXIST if another file is there, −ENOSPC if the memory is not available.
int gnomon_ring_writer_open(
    struct gnomon_ring_writer *writer, const char *path, uint32_t capacity, double longest_prediction,
    double acceleration_time, int64_t time);
/// Appends a pose.
void gnomon_ring_writer_append(struct gnomon_ring_writer *writer, const struct gnomon_ring_pose *pose);
/// Appends half a pose, as a writer does that is killed at that moment; for tests.
void gnomon_ring_writer_append_half(struct gnomon_ring_writer *writer, const struct gnomon_ring_pose *pose);
/// Marks the ring as ended and removes it.
void gnomon_ring_writer_close(struct gnomon_ring_writer *writer, const char *path);
