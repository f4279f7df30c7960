#define _GNU_SOURCE
#include "posix_sensors.h"

#include <errno.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <time.h>
#include <unistd.h>

int64_t posix_boot_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_BOOTTIME, &now);
  return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

int posix_wake_open(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void posix_wake_signal(int wake) {
  uint64_t one = 1;
  while (write(wake, &one, sizeof one) < 0 && errno == EINTR) {
  }
}

bool posix_wake_clear(int wake) {
  uint64_t count = 0;
  return read(wake, &count, sizeof count) == sizeof count;
}

int posix_group_open(void) { return epoll_create1(EPOLL_CLOEXEC); }

bool posix_group_add(int group, int descriptor) {
  struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP, .data = {.fd = descriptor}};
  return epoll_ctl(group, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

void posix_group_remove(int group, int descriptor) { epoll_ctl(group, EPOLL_CTL_DEL, descriptor, NULL); }

int posix_folder_watch_open(const char *folder) {
  int watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (watch < 0) return -1;
  if (inotify_add_watch(watch, folder, IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_ATTRIB) < 0) {
    int error = errno;
    close(watch);
    errno = error;
    return -1;
  }
  return watch;
}

bool posix_folder_watch_clear(int watch) {
  _Alignas(struct inotify_event) char events[4096];
  bool any = false;
  while (read(watch, events, sizeof events) > 0) any = true;
  return any;
}
