// striker FOLDER PREFIX STEP PID: kills process PID while it replaces a file of FOLDER whose name begins with PREFIX.
// STEP is the moment: `opened`, `written` (the new content is beside the old, closed) or `renamed`. Its priority is real-time, so
// that on a machine with one processor PID does nothing between the step and its death. Standard output has the observed events.
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

static const char ENDING[] = ".new";

static int is_new(const char *name) {
  size_t length = strlen(name), ending = sizeof ENDING - 1;
  return length > ending && strcmp(name + length - ending, ENDING) == 0;
}

int main(int count, char **arguments) {
  if (count != 5) {
    fprintf(stderr, "striker FOLDER PREFIX opened|written|renamed PID\n");
    return 64;
  }
  const char *folder = arguments[1], *prefix = arguments[2], *step = arguments[3];
  pid_t victim = (pid_t)atoi(arguments[4]);
  uint32_t wanted = strcmp(step, "opened") == 0 ? IN_CREATE : strcmp(step, "written") == 0 ? IN_CLOSE_WRITE : IN_MOVED_TO;
  int watch = inotify_init1(IN_CLOEXEC);
  if (victim <= 1 || watch < 0 || inotify_add_watch(watch, folder, wanted) < 0 ||
      sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){.sched_priority = 10}) != 0) {
    fprintf(stderr, "striker: %s: %s\n", folder, strerror(errno));
    return 1;
  }
  printf("waits\n");
  fflush(stdout);
  for (;;) {
    _Alignas(struct inotify_event) char buffer[4096];
    ssize_t got = read(watch, buffer, sizeof buffer);
    if (got <= 0) return 1;
    const struct inotify_event *event;
    for (char *at = buffer; at < buffer + got; at += sizeof *event + event->len) {
      event = (const struct inotify_event *)at;
      if (event->len == 0 || strncmp(event->name, prefix, strlen(prefix)) != 0) continue;
      if (is_new(event->name) != (wanted != IN_MOVED_TO)) continue;
      int result = kill(victim, SIGKILL);
      printf("%s %s: %s\n", step, event->name, result == 0 ? "killed" : strerror(errno));
      return result != 0;
    }
  }
}
