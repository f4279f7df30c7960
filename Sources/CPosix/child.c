#define _GNU_SOURCE
#include "posix_child.h"
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

// Gives the process its own System V shared memory and no system bus. Without root this needs a user name space, which the kernel
// may refuse.
static int keep_apart(void) {
  if (unshare(CLONE_NEWIPC) < 0 && unshare(CLONE_NEWUSER | CLONE_NEWIPC) < 0) return -1;
  return setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/dev/null", 1);
}

static pid_t start(const char *program, char *const arguments[], int apart) {
  // A pipe for the child's errno; a successful exec closes it.
  int report[2];
  if (pipe2(report, O_CLOEXEC) < 0) return -errno;
  pid_t parent = getpid(), child = fork();
  if (child < 0) {
    int fault = -errno;
    close(report[0]);
    close(report[1]);
    return fault;
  }
  if (child == 0) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    // The keys of a terminal are for the parent, which ends the child.
    setpgid(0, 0);
    if (apart && keep_apart() < 0) {
      int fault = errno;
      _exit(write(report[1], &fault, sizeof fault) < 0 ? 1 : 127);
    }
    // The parent may have ended before prctl was called.
    if (prctl(PR_SET_PDEATHSIG, SIGTERM) < 0 || getppid() != parent) _exit(1);
    int nothing = open("/dev/null", O_RDWR);
    if (nothing < 0) {
      int fault = errno;
      _exit(write(report[1], &fault, sizeof fault) < 0 ? 1 : 127);
    }
    for (int stream = 0; stream < 3; stream++) dup2(nothing, stream);
    if (nothing > 2) close(nothing);
    execvp(program, arguments);
    int fault = errno;
    if (write(report[1], &fault, sizeof fault) < 0) _exit(1);
    _exit(127);
  }
  close(report[1]);
  int fault = 0;
  ssize_t count = read(report[0], &fault, sizeof fault);
  close(report[0]);
  if (count == sizeof fault) {
    waitpid(child, NULL, 0);
    return -fault;
  }
  return child;
}

pid_t gnomon_start_child(const char *program, char *const arguments[]) { return start(program, arguments, 0); }

pid_t gnomon_start_child_apart(const char *program, char *const arguments[]) { return start(program, arguments, 1); }

void gnomon_end_child(pid_t child) {
  const int patience = 200, again = 10;
  for (int i = 0; i < patience; i++) {
    if (i % again == 0) kill(child, SIGTERM);
    pid_t ended = waitpid(child, NULL, WNOHANG);
    if (ended == child || (ended < 0 && errno != EINTR)) return;
    usleep(10000);
  }
  kill(child, SIGKILL);
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
}
