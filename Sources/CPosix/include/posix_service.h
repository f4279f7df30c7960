// The two halves of systemd's service protocol, after sd_notify(3) and sd_listen_fds(3), without its library.
#pragma once
#include <stdint.h>

/// Sends one datagram to $NOTIFY_SOCKET, whose name may be abstract (@). 1 if sent, 0 if the variable is not set, else −errno.
int gnomon_notify(const char *message);
/// The number of sockets handed over by systemd; they begin at descriptor 3. 0 if there are none, or if they are for another
/// process.
int gnomon_handed_over(void);
/// Starts a thread that writes a file's data to the disk, unless such a thread is still running; a slow disk delays nothing else.
void gnomon_synchronize(int descriptor);

/// Makes malloc return the memory of a burst of long messages to the system: otherwise glibc raises its threshold and keeps such
/// memory (mallopt(3), M_MMAP_THRESHOLD). Threads share one arena. Applies to the whole process.
void gnomon_return_memory(void);

/// Returns freed memory in the middle of the heap to the system. Takes a while, and other threads' allocations wait meanwhile.
void gnomon_return_heap(void);

/// Releases unmodified pages of programs and libraries, most of which are needed only at the start; the kernel loads used ones
/// again, from its cache or the files. Returns the bytes released; −errno if the kernel does not list the mappings.
int64_t gnomon_return_files(void);

/// The interval in nanoseconds within which a WATCHDOG=1 is expected; 0 without a watchdog.
int64_t gnomon_watchdog_interval(void);
