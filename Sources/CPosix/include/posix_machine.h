// Functions of the machine that Swift's C library module lacks, for the daemon and the doctor.
#pragma once
#include <stdint.h>

/// Whether a time service has set CLOCK_REALTIME: 1, 0, or −errno if the kernel gives no answer.
///
/// 1 if systemd-timesyncd has set it since the machine started, or if the kernel reports so (`gnomon_clock_verdict`).
int gnomon_clock_is_synchronized(void);

/// Whether the kernel itself reports that CLOCK_REALTIME follows a time source: 1, 0, or −errno. After the clock was set by hand
/// it is 0 until the source is received again.
int gnomon_clock_is_disciplined(void);

/// Interprets an answer of adjtimex(2): its result, the status bits, and errno. 1 (synchronized) if the clock is neither in the
/// state TIME_ERROR nor marked STA_UNSYNC; otherwise 0. A negative result is a failed call: −errno.
int gnomon_clock_verdict(int result, int status, int error);
