#define _GNU_SOURCE
#include "gnomon_ring.h"
#include "ring_reader.h"
#include <stdlib.h>

struct ring_reader {
  struct gnomon_ring ring;
};

struct ring_reader *ring_reader_open(const char *path, int *fault) {
  struct ring_reader *reader = calloc(1, sizeof *reader);
  *fault = gnomon_ring_open(&reader->ring, path);
  if (*fault == 0) return reader;
  free(reader);
  return NULL;
}

void ring_reader_close(struct ring_reader *reader) {
  gnomon_ring_close(&reader->ring);
  free(reader);
}

int ring_reader_is_replaced(const struct ring_reader *reader) { return gnomon_ring_is_replaced(&reader->ring); }
uint64_t ring_reader_count(const struct ring_reader *reader) { return gnomon_ring_count(&reader->ring); }
uint32_t ring_reader_state(const struct ring_reader *reader) { return gnomon_ring_header_of(&reader->ring)->state; }

int ring_reader_read(const struct ring_reader *reader, uint64_t number, struct gnomon_ring_pose *pose) {
  return gnomon_ring_read(&reader->ring, number, pose);
}

int ring_reader_latest(const struct ring_reader *reader, struct gnomon_ring_pose *pose) {
  return gnomon_ring_latest(&reader->ring, pose);
}

int ring_reader_pose_at(const struct ring_reader *reader, int64_t time, struct gnomon_ring_pose *pose) {
  return (int)gnomon_ring_pose_at(&reader->ring, time, pose);
}

void ring_reader_predict(struct gnomon_ring_pose *pose, double seconds, double acceleration_time) {
  gnomon_ring_predict(pose, seconds, acceleration_time);
}

double ring_reader_angle(const struct gnomon_ring_pose *a, const struct gnomon_ring_pose *b) {
  const double inverse[4] = {-a->orientation[0], -a->orientation[1], -a->orientation[2], a->orientation[3]};
  double q[4];
  gnomon_ring_product(inverse, b->orientation, q);
  return 2 * atan2(sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]), fabs(q[3]));
}
