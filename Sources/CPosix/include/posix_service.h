// The two halves of systemd's service protocol, after sd_notify(3) and sd_listen_fds(3), without its library.
#pragma once
#include <stdint.h>

/// One datagram to $NOTIFY_SOCKET, whose name may be abstract (@). 1 sent, 0 nobody asked for it, −errno.
int gnomon_notify(const char *message);
/// How many sockets were handed over; they begin at descriptor 3. 0 when none were, or when they are for another process.
int gnomon_handed_over(void);
/// Lets a thread of its own bring a file's data to the disk, unless one is at it still; a slow disk holds nobody up.
void gnomon_synchronize(int descriptor);

/// What a burst of long messages needed goes back to the system: glibc's malloc otherwise learns from it to keep such memory
/// (mallopt(3), M_MMAP_THRESHOLD). And threads share one arena. For the whole process.
void gnomon_return_memory(void);

/// What was freed in the middle of the heap goes back, too. Takes a while; other threads wait for memory meanwhile.
void gnomon_return_heap(void);

/// Lets go of pages of programs and libraries that nothing has changed, most of which only the start needed: the kernel brings back
/// those that are used, out of its cache or the files. Bytes; −errno where the kernel does not say what is mapped.
int64_t gnomon_return_files(void);

/// Nanoseconds within which a WATCHDOG=1 is expected; 0 for never.
int64_t gnomon_watchdog_interval(void);
