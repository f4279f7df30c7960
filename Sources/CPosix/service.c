#define _GNU_SOURCE
#include "posix_service.h"
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int gnomon_notify(const char *message) {
  const char *path = getenv("NOTIFY_SOCKET");
  if (!path || !path[0]) return 0;
  struct sockaddr_un where = {.sun_family = AF_UNIX};
  size_t length = strlen(path);
  if ((path[0] != '/' && path[0] != '@') || length >= sizeof where.sun_path) return -EINVAL;
  memcpy(where.sun_path, path, length);
  if (path[0] == '@') where.sun_path[0] = 0;
  int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -errno;
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
  ssize_t sent = sendto(descriptor, message, strlen(message), MSG_NOSIGNAL, (struct sockaddr *)&where, size);
  int result = sent < 0 ? -errno : 1;
  close(descriptor);
  return result;
}

/// A number in the environment; −1 if missing or invalid.
static int64_t number(const char *name) {
  const char *text = getenv(name);
  if (!text || !text[0]) return -1;
  char *end = NULL;
  errno = 0;
  long long value = strtoll(text, &end, 10);
  return errno || *end || value < 0 ? -1 : value;
}

int gnomon_handed_over(void) {
  if (number("LISTEN_PID") != getpid()) return 0;
  int64_t count = number("LISTEN_FDS");
  if (count <= 0 || count > 64) return 0;
  for (int descriptor = 3; descriptor < 3 + count; descriptor++) {
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  }
  return (int)count;
}

static atomic_flag is_synchronizing = ATOMIC_FLAG_INIT;

static void *synchronize(void *descriptor) {
  fdatasync((int)(intptr_t)descriptor);
  close((int)(intptr_t)descriptor);
  atomic_flag_clear(&is_synchronizing);
  return NULL;
}

void gnomon_synchronize(int descriptor) {
  if (atomic_flag_test_and_set(&is_synchronizing)) return;
  int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  if (copy < 0 || pthread_create(&thread, &attributes, synchronize, (void *)(intptr_t)copy) != 0) {
    if (copy >= 0) close(copy);
    atomic_flag_clear(&is_synchronizing);
  }
  pthread_attr_destroy(&attributes);
}

void gnomon_return_memory(void) {
  mallopt(M_MMAP_THRESHOLD, 64 << 10);
  mallopt(M_TRIM_THRESHOLD, 64 << 10);
  mallopt(M_ARENA_MAX, 1);
}

void gnomon_return_heap(void) { malloc_trim(0); }

int64_t gnomon_return_files(void) {
  FILE *maps = fopen("/proc/self/smaps", "re");
  if (!maps) return -errno;
  char *line = NULL;
  size_t room = 0;
  unsigned long from = 0, to = 0;
  int is_file = 0;
  long resident = 0, own = 0, returned = 0;
  while (getline(&line, &room, maps) > 0) {
    unsigned long begin, end, inode;
    char mode[5] = "";
    long value;
    if (sscanf(line, "%lx-%lx %4s %*s %*s %lu", &begin, &end, mode, &inode) == 4) {
      from = begin, to = end, resident = 0, own = 0;
      // Private and not writable. Tables of a library that the loader has filled in have their own, modified pages and are kept.
      is_file = inode != 0 && mode[1] == '-' && mode[3] == 'p';
    } else if (sscanf(line, "Rss: %ld", &value) == 1) {
      resident = value;
    } else if (sscanf(line, "Private_Dirty: %ld", &value) == 1 || sscanf(line, "Anonymous: %ld", &value) == 1 ||
               sscanf(line, "Locked: %ld", &value) == 1 || sscanf(line, "Swap: %ld", &value) == 1) {
      own += value;
    } else if (strncmp(line, "VmFlags:", 8) == 0) {
      if (is_file && own == 0 && resident > 0 && madvise((void *)from, to - from, MADV_DONTNEED) == 0) returned += resident;
      is_file = 0;
    }
  }
  free(line);
  fclose(maps);
  return (int64_t)returned << 10;
}

int64_t gnomon_watchdog_interval(void) {
  int64_t process = number("WATCHDOG_PID");
  if (process >= 0 && process != getpid()) return 0;
  int64_t microseconds = number("WATCHDOG_USEC");
  return microseconds > 0 ? microseconds * 1000 : 0;
}
