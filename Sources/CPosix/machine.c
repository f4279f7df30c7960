#include "posix_machine.h"

#include <errno.h>
#include <sys/timex.h>
#include <unistd.h>

int gnomon_clock_verdict(int result, int status, int error) {
  if (result < 0) return -error;
  return result != TIME_ERROR && (status & STA_UNSYNC) == 0;
}

int gnomon_clock_is_disciplined(void) {
  struct timex state = {.modes = 0};
  int result = adjtimex(&state);
  return gnomon_clock_verdict(result, state.status, errno);
}

int gnomon_clock_is_synchronized(void) {
  if (access("/run/systemd/timesync/synchronized", F_OK) == 0) return 1;
  return gnomon_clock_is_disciplined();
}
