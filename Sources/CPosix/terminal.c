#include "posix_terminal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static struct termios before;
static atomic_bool is_taken;

// The alternate screen and the cursor: xterm's private modes 1049 and 25, which every terminal in use supports.
static const char opening[] = "\033[?1049h\033[?25l\033[2J";
static const char closing[] = "\033[?25h\033[?1049l";

static const int deadly[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGPIPE};

static void put(const char *text, size_t count) {
  while (count > 0) {
    ssize_t written = write(STDOUT_FILENO, text, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text += written;
    count -= (size_t)written;
  }
}

// Calls only functions that are allowed in a signal handler (signal-safety(7)).
void gnomon_terminal_leave(void) {
  if (!atomic_exchange(&is_taken, false)) return;
  int number = errno;
  // Output that the terminal has not read by now belongs to the old picture; waiting for it could take forever.
  tcflush(STDOUT_FILENO, TCOFLUSH);
  tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
  put(closing, sizeof closing - 1);
  errno = number;
}

static void end(int number) {
  gnomon_terminal_leave();
  // SA_RESETHAND has removed the handler, so this ends the process as the signal would have.
  raise(number);
}

bool gnomon_terminal_enter(void) {
  static bool has_exit;
  if (atomic_load(&is_taken)) return true;
  if (!isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &before) != 0) return false;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = end;
  action.sa_flags = SA_RESETHAND;
  for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) {
    struct sigaction old;
    // A signal that was ignored at the start stays ignored (nohup).
    if (sigaction(deadly[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN) sigaction(deadly[i], &action, NULL);
  }
  if (!has_exit) has_exit = atexit(gnomon_terminal_leave) == 0;
  struct termios raw = before;
  raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  // Suspending would leave the terminal in its drawing state.
  raw.c_cc[VSUSP] = _POSIX_VDISABLE;
  raw.c_cc[VMIN] = 0;
  raw.c_cc[VTIME] = 0;
  atomic_store(&is_taken, true);
  if (tcsetattr(STDIN_FILENO, TCSANOW, &raw) != 0) {
    atomic_store(&is_taken, false);
    return false;
  }
  put(opening, sizeof opening - 1);
  return true;
}

bool gnomon_terminal_size(int *columns, int *rows) {
  struct winsize size;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return false;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return true;
}

int gnomon_terminal_key(void) {
  struct pollfd waiting = {.fd = STDIN_FILENO, .events = POLLIN};
  unsigned char key;
  if (poll(&waiting, 1, 0) != 1 || !(waiting.revents & POLLIN)) return -1;
  return read(STDIN_FILENO, &key, 1) == 1 ? key : -1;
}
