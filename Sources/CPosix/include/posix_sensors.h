#ifndef GNOMON_POSIX_SENSORS_H
#define GNOMON_POSIX_SENSORS_H

#include <stdbool.h>
#include <stdint.h>

// What the sensors need of the kernel and Swift's C library module does not show. Descriptors are closed on exec and never block.

/// CLOCK_BOOTTIME in nanoseconds.
int64_t posix_boot_nanoseconds(void);

/// A descriptor that becomes readable when any thread signals it; -1 and errno on failure.
int posix_wake_open(void);
void posix_wake_signal(int wake);
/// Makes it unreadable again; whether it had been signalled.
bool posix_wake_clear(int wake);

/// A descriptor that is readable while one of those added to it is; -1 and errno on failure.
int posix_group_open(void);
bool posix_group_add(int group, int descriptor);
void posix_group_remove(int group, int descriptor);

/// A descriptor that becomes readable when an entry of the folder appears or goes; -1 and errno on failure.
int posix_folder_watch_open(const char *folder);
/// Forgets what was reported; whether there was anything.
bool posix_folder_watch_clear(int watch);

#endif
