// What daemon and doctor ask the machine and Swift's C library module does not show.
#pragma once
#include <stdint.h>

/// Whether CLOCK_REALTIME is right, since a time service has set it: 1, 0, or −errno when the kernel does not answer.
///
/// It is when systemd-timesyncd has set it since the machine started, or when the kernel says so (`gnomon_clock_verdict`).
int gnomon_clock_is_synchronized(void);

/// Whether the kernel itself says that CLOCK_REALTIME follows a time source: not after it was set by hand, until the source has been
/// heard again. 1, 0, or −errno.
int gnomon_clock_is_disciplined(void);

/// The meaning of an answer of adjtimex(2): its result, the status bits, and errno. Synchronized (1) is a clock that is neither
/// in the state TIME_ERROR nor marked STA_UNSYNC; otherwise 0. A result below zero is a failed call: −errno.
int gnomon_clock_verdict(int result, int status, int error);
