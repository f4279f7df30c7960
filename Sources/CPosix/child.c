#define _GNU_SOURCE
#include "posix_child.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

pid_t gnomon_start_child(const char *program, char *const arguments[]) {
  // Closed by exec when all is well; else it tells why not.
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
    // The parent may have gone before it could be said.
    if (prctl(PR_SET_PDEATHSIG, SIGTERM) < 0 || getppid() != parent) _exit(1);
    int nothing = open("/dev/null", O_RDWR);
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
