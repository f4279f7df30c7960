#define _GNU_SOURCE
#include "ring_writer.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/// Whether a file may be replaced: it is a ring, or an empty file.
static int may_replace(const char *path) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) return errno == ENOENT ? 0 : errno == ELOOP ? -EEXIST : -errno;
  struct stat status;
  char magic[8] = {0};
  int answer = -EEXIST;
  if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) {
    ssize_t length = pread(descriptor, magic, sizeof magic, 0);
    if (status.st_size == 0 || (length == sizeof magic && memcmp(magic, GNOMON_RING_MAGIC, sizeof magic) == 0)) answer = 0;
  }
  close(descriptor);
  return answer;
}

int gnomon_ring_writer_open(
    struct gnomon_ring_writer *writer, const char *path, uint32_t capacity, double longest_prediction,
    double acceleration_time, int64_t time) {
  memset(writer, 0, sizeof *writer);
  if (capacity < 2 || capacity > GNOMON_RING_MOST || (capacity & (capacity - 1)) != 0) return -EINVAL;
  int fault = may_replace(path);
  if (fault < 0) return fault;
  char *fresh = NULL;
  if (asprintf(&fresh, "%s.new", path) < 0) return -ENOMEM;
  unlink(fresh);
  const uint64_t size = GNOMON_RING_HEADER_BYTES + (uint64_t)capacity * GNOMON_RING_ENTRY_BYTES;
  uint8_t *memory = MAP_FAILED;
  struct stat status;
  int descriptor = open(fresh, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (descriptor < 0) {
    fault = -errno;
    free(fresh);
    return fault;
  }
  // Without the reservation a full tmpfs would end the daemon with SIGBUS at some later pose.
  int reserved = posix_fallocate(descriptor, 0, (off_t)size);
  if (reserved != 0) fault = -reserved;
  else if (fstat(descriptor, &status) < 0) fault = -errno;
  else {
    memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (memory == MAP_FAILED) fault = -errno;
  }
  if (fault == 0) {
    struct gnomon_ring_header header = {
        .version = GNOMON_RING_VERSION, .header_bytes = GNOMON_RING_HEADER_BYTES,
        .entry_bytes = GNOMON_RING_ENTRY_BYTES, .capacity = capacity, .longest_prediction = longest_prediction,
        .acceleration_time = acceleration_time, .state = GNOMON_RING_WRITING, .process = (uint32_t)getpid(),
        .created_boot_ns = time};
    memcpy(header.magic, GNOMON_RING_MAGIC, sizeof header.magic);
    // Every page is in memory before the first pose: a page fault takes 10 µs and more.
    memset(memory, 0, size);
    memcpy(memory, &header, sizeof header);
    if (fchmod(descriptor, 0640) < 0 || rename(fresh, path) < 0) fault = -errno;
  }
  if (fault != 0) {
    if (memory != MAP_FAILED) munmap(memory, size);
    unlink(fresh);
  } else {
    writer->memory = memory;
    writer->size = size;
    writer->capacity = capacity;
    writer->device = (uint64_t)status.st_dev;
    writer->inode = (uint64_t)status.st_ino;
  }
  close(descriptor);
  free(fresh);
  return fault;
}

static struct gnomon_ring_entry *entry_of(const struct gnomon_ring_writer *writer) {
  const uint64_t place = writer->count & (writer->capacity - 1);
  return (struct gnomon_ring_entry *)(void *)(writer->memory + GNOMON_RING_HEADER_BYTES + place * GNOMON_RING_ENTRY_BYTES);
}

/// Marks the entry as incomplete; what follows is not visible before the mark.
static void lock(struct gnomon_ring_entry *entry, uint64_t number) {
  __atomic_store_n(&entry->sequence, 2 * number + 1, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_RELEASE);
}

void gnomon_ring_writer_append(struct gnomon_ring_writer *writer, const struct gnomon_ring_pose *pose) {
  if (!writer->memory) return;
  struct gnomon_ring_entry *entry = entry_of(writer);
  const uint64_t number = writer->count, complete = 2 * number + 2;
  uint64_t words[GNOMON_RING_POSE_WORDS], check = complete;
  memcpy(words, pose, sizeof words);
  lock(entry, number);
  for (int i = 0; i < GNOMON_RING_POSE_WORDS; i++) {
    check ^= words[i];
    __atomic_store_n(&entry->pose[i], words[i], __ATOMIC_RELAXED);
  }
  __atomic_store_n(&entry->check, check, __ATOMIC_RELAXED);
  __atomic_store_n(&entry->sequence, complete, __ATOMIC_RELEASE);
  writer->count = number + 1;
  struct gnomon_ring_header *header = (struct gnomon_ring_header *)(void *)writer->memory;
  __atomic_store_n(&header->count, number + 1, __ATOMIC_RELEASE);
}

void gnomon_ring_writer_append_half(struct gnomon_ring_writer *writer, const struct gnomon_ring_pose *pose) {
  struct gnomon_ring_entry *entry = entry_of(writer);
  uint64_t words[GNOMON_RING_POSE_WORDS];
  memcpy(words, pose, sizeof words);
  lock(entry, writer->count);
  for (int i = 0; i < GNOMON_RING_POSE_WORDS / 2; i++) __atomic_store_n(&entry->pose[i], words[i], __ATOMIC_RELAXED);
}

void gnomon_ring_writer_close(struct gnomon_ring_writer *writer, const char *path) {
  if (!writer->memory) return;
  struct gnomon_ring_header *header = (struct gnomon_ring_header *)(void *)writer->memory;
  __atomic_store_n(&header->state, GNOMON_RING_ENDED, __ATOMIC_RELEASE);
  struct stat status;
  if (lstat(path, &status) == 0 && (uint64_t)status.st_dev == writer->device && (uint64_t)status.st_ino == writer->inode)
    unlink(path);
  munmap(writer->memory, writer->size);
  memset(writer, 0, sizeof *writer);
}
