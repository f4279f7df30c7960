#include "posix_machine.h"

#include <errno.h>
#include <sys/timex.h>

int gnomon_clock_is_synchronised(void) {
  struct timex state = {.modes = 0};
  int result = adjtimex(&state);
  if (result < 0) return -errno;
  return result != TIME_ERROR && (state.status & STA_UNSYNC) == 0;
}
