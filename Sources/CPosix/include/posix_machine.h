// What the doctor asks the machine and Swift's C library module does not show.
#pragma once
#include <stdint.h>

/// Whether CLOCK_REALTIME is kept by a time service, as the kernel has been told (adjtimex(2)): 1, 0, or −errno.
int gnomon_clock_is_synchronised(void);
