// The installable header of the ring behind plain functions, for tests in Swift.
#pragma once
#include "ring_writer.h"

struct ring_reader;
/// NULL if it cannot be opened; `fault` is then −errno.
struct ring_reader *ring_reader_open(const char *path, int *fault);
void ring_reader_close(struct ring_reader *reader);
int ring_reader_is_replaced(const struct ring_reader *reader);
uint64_t ring_reader_count(const struct ring_reader *reader);
uint32_t ring_reader_state(const struct ring_reader *reader);
int ring_reader_read(const struct ring_reader *reader, uint64_t number, struct gnomon_ring_pose *pose);
int ring_reader_latest(const struct ring_reader *reader, struct gnomon_ring_pose *pose);
int ring_reader_pose_at(const struct ring_reader *reader, int64_t time, struct gnomon_ring_pose *pose);
void ring_reader_predict(struct gnomon_ring_pose *pose, double seconds, double acceleration_time);
/// The angle between two orientations, rad.
double ring_reader_angle(const struct gnomon_ring_pose *a, const struct gnomon_ring_pose *b);
