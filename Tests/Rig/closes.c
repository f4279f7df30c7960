// A preload that names every call on a descriptor that is not open: closed twice, read or written after its end. Such a call is
// harmless only until another thread has opened a file under the same number.
//
//   GNOMON_CLOSES=FOLDER LD_PRELOAD=closes.so PROGRAM ...
//
// Each process writes FOLDER/PROCESS-ID: a line "program PATH", then for each such call "call NAME DESCRIPTOR THREAD", and for each
// of its callers "  PATH+OFFSET". scripts/closes builds this, runs the tests with it, and turns the offsets into functions.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// A loop on a descriptor that is gone would fill the disk.
#define MOST_REPORTS 200
#define MOST_CALLERS 40
#define LONGEST_REPORT 16384

static atomic_int reports;
static atomic_int process;

// A report grows in memory and is written at once, so that those of two threads do not mix.
struct report {
  size_t count;
  char text[LONGEST_REPORT];
};

__attribute__((format(printf, 2, 3))) static void append(struct report *report, const char *format, ...) {
  va_list values;
  va_start(values, format);
  size_t room = sizeof report->text - report->count;
  int length = vsnprintf(report->text + report->count, room, format, values);
  va_end(values);
  // A caller that has no room is left out.
  if (length > 0 && (size_t)length < room) report->count += (size_t)length;
}

static void write_report(const char *call, int descriptor) {
  const char *folder = getenv("GNOMON_CLOSES");
  if (!folder || atomic_fetch_add(&reports, 1) >= MOST_REPORTS) return;
  struct report report = {.count = 0};
  int self = getpid();
  // The first report of this process, which may be the child of one that has written reports.
  if (atomic_exchange(&process, self) != self) {
    char program[PATH_MAX];
    long length = syscall(SYS_readlinkat, AT_FDCWD, "/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = 0;
    append(&report, "program %s\n", program);
  }
  append(&report, "call %s %d %ld\n", call, descriptor, syscall(SYS_gettid));
  void *callers[MOST_CALLERS];
  int count = backtrace(callers, MOST_CALLERS);
  for (int i = 0; i < count; i++) {
    Dl_info place;
    if (!dladdr(callers[i], &place) || !place.dli_fname) continue;
    append(&report, "  %s+0x%lx\n", place.dli_fname, (unsigned long)((char *)callers[i] - (char *)place.dli_fbase));
  }
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/%d", folder, self);
  int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file < 0) return;
  syscall(SYS_write, file, report.text, report.count);
  syscall(SYS_close, file);
}

// Returns the result of a call, after a report if its descriptor was not open. A negative number is not a descriptor but the
// absence of one, which some callers pass on.
static long checked(const char *call, int descriptor, long result) {
  if (result >= 0 || errno != EBADF || descriptor < 0) return result;
  write_report(call, descriptor);
  errno = EBADF;
  return result;
}

// The same as the C library's functions, without being points where a thread may be canceled, which nothing here uses.
#define CALL(name, descriptor, ...) checked(#name, descriptor, syscall(SYS_##name, descriptor, ##__VA_ARGS__))

int close(int file) { return (int)CALL(close, file); }
int fsync(int file) { return (int)CALL(fsync, file); }
int fdatasync(int file) { return (int)CALL(fdatasync, file); }
int ftruncate(int file, off_t length) { return (int)CALL(ftruncate, file, length); }
ssize_t read(int file, void *bytes, size_t count) { return CALL(read, file, bytes, count); }
ssize_t write(int file, const void *bytes, size_t count) { return CALL(write, file, bytes, count); }
ssize_t readv(int file, const struct iovec *parts, int count) { return CALL(readv, file, parts, count); }
ssize_t writev(int file, const struct iovec *parts, int count) { return CALL(writev, file, parts, count); }
ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
  return checked("pread", file, syscall(SYS_pread64, file, bytes, count, offset));
}
ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  return checked("pwrite", file, syscall(SYS_pwrite64, file, bytes, count, offset));
}
ssize_t send(int socket, const void *bytes, size_t count, int flags) {
  return checked("send", socket, syscall(SYS_sendto, socket, bytes, count, flags, NULL, 0));
}
ssize_t recv(int socket, void *bytes, size_t count, int flags) {
  return checked("recv", socket, syscall(SYS_recvfrom, socket, bytes, count, flags, NULL, NULL));
}
ssize_t sendmsg(int socket, const struct msghdr *message, int flags) { return CALL(sendmsg, socket, message, flags); }
ssize_t recvmsg(int socket, struct msghdr *message, int flags) { return CALL(recvmsg, socket, message, flags); }
int shutdown(int socket, int how) { return (int)CALL(shutdown, socket, how); }
int epoll_ctl(int poller, int operation, int file, struct epoll_event *event) {
  return (int)checked("epoll_ctl", file, syscall(SYS_epoll_ctl, poller, operation, file, event));
}
int epoll_wait(int poller, struct epoll_event *events, int count, int milliseconds) {
  return (int)checked("epoll_wait", poller, syscall(SYS_epoll_pwait, poller, events, count, milliseconds, NULL, 8));
}
