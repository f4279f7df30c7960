#define _GNU_SOURCE
#include "posix_events.h"
#include <errno.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static int checked(int result) { return result < 0 ? -errno : result; }

int gnomon_poller_create(void) { return checked(epoll_create1(EPOLL_CLOEXEC)); }

static int control(int poller, int operation, int descriptor, uint64_t key, int reads, int writes) {
  struct epoll_event event = {0};
  event.events = (reads ? EPOLLIN : 0) | (writes ? EPOLLOUT : 0);
  event.data.u64 = key;
  return checked(epoll_ctl(poller, operation, descriptor, &event));
}

int gnomon_poller_add(int poller, int descriptor, uint64_t key, int reads, int writes) {
  return control(poller, EPOLL_CTL_ADD, descriptor, key, reads, writes);
}
int gnomon_poller_change(int poller, int descriptor, uint64_t key, int reads, int writes) {
  return control(poller, EPOLL_CTL_MOD, descriptor, key, reads, writes);
}
int gnomon_poller_remove(int poller, int descriptor) { return control(poller, EPOLL_CTL_DEL, descriptor, 0, 0, 0); }

int gnomon_poller_wait(int poller, struct gnomon_readiness *ready, int capacity, int milliseconds) {
  struct epoll_event events[64];
  if (capacity > 64) capacity = 64;
  int count = epoll_wait(poller, events, capacity, milliseconds);
  if (count < 0) return errno == EINTR ? 0 : -errno;
  for (int i = 0; i < count; i++) {
    ready[i].key = events[i].data.u64;
    ready[i].is_readable = (events[i].events & EPOLLIN) != 0;
    ready[i].is_writable = (events[i].events & EPOLLOUT) != 0;
    ready[i].is_closed = (events[i].events & (EPOLLHUP | EPOLLERR)) != 0;
  }
  return count;
}

int gnomon_timer_create(void) { return checked(timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK)); }

static struct timespec span(int64_t nanoseconds) {
  struct timespec result = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  return result;
}

int gnomon_timer_set(int timer, int64_t first, int64_t interval) {
  struct itimerspec setting = {span(interval), span(first)};
  return checked(timerfd_settime(timer, 0, &setting, NULL));
}

int gnomon_timer_set_at(int timer, int64_t moment) {
  struct itimerspec setting = {{0, 0}, span(moment > 0 ? moment : 1)};
  return checked(timerfd_settime(timer, TFD_TIMER_ABSTIME, &setting, NULL));
}

static int64_t counter(int descriptor) {
  uint64_t count = 0;
  ssize_t size = read(descriptor, &count, sizeof count);
  return size == sizeof count ? (int64_t)count : 0;
}

int64_t gnomon_timer_read(int timer) { return counter(timer); }

int gnomon_signals_create(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGHUP);
  signal(SIGPIPE, SIG_IGN);
  if (sigprocmask(SIG_BLOCK, &set, NULL) < 0) return -errno;
  return checked(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}

int gnomon_signals_read(int signals) {
  struct signalfd_siginfo info;
  return read(signals, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
}

int gnomon_event_create(void) { return checked(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)); }
int gnomon_event_signal(int event) {
  uint64_t one = 1;
  return write(event, &one, sizeof one) == sizeof one ? 0 : -errno;
}
int64_t gnomon_event_read(int event) { return counter(event); }

int gnomon_folder_watch_create(const char *folder) {
  int watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (watch < 0) return -errno;
  if (inotify_add_watch(watch, folder, IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_ATTRIB) < 0) {
    int error = errno;
    close(watch);
    return -error;
  }
  return watch;
}

int gnomon_folder_watch_read(int watch) {
  _Alignas(struct inotify_event) char events[4096];
  int any = 0;
  while (read(watch, events, sizeof events) > 0) any = 1;
  return any;
}

static int64_t now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t gnomon_boot_time(void) { return now(CLOCK_BOOTTIME); }
int64_t gnomon_monotonic_time(void) { return now(CLOCK_MONOTONIC); }
int64_t gnomon_real_time(void) { return now(CLOCK_REALTIME); }
int64_t gnomon_processor_time(void) { return now(CLOCK_PROCESS_CPUTIME_ID); }
