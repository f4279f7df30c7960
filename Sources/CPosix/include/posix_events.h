// Waiting: one thread around epoll, with timers, signals and wake-ups as descriptors.
// Functions return a descriptor or a count; −errno on failure.
#pragma once
#include <stdint.h>

/// The readiness of a descriptor, and the key it was added with.
struct gnomon_readiness {
  uint64_t key;
  uint8_t is_readable;
  uint8_t is_writable;
  /// The other side has closed, or the descriptor has failed.
  uint8_t is_closed;
};

int gnomon_poller_create(void);
int gnomon_poller_add(int poller, int descriptor, uint64_t key, int reads, int writes);
int gnomon_poller_change(int poller, int descriptor, uint64_t key, int reads, int writes);
int gnomon_poller_remove(int poller, int descriptor);
/// Waits for at most `milliseconds` (−1: forever). Returns 0 if interrupted.
int gnomon_poller_wait(int poller, struct gnomon_readiness *ready, int capacity, int milliseconds);

/// A timer on CLOCK_BOOTTIME.
int gnomon_timer_create(void);
/// Sets the nanoseconds until the first expiration and between later ones; 0 for both stops the timer.
int gnomon_timer_set(int timer, int64_t first, int64_t interval);
/// Sets one expiration at a moment of CLOCK_BOOTTIME; a past moment expires at once.
int gnomon_timer_set_at(int timer, int64_t moment);
/// Expirations since the last read.
int64_t gnomon_timer_read(int timer);

/// SIGTERM, SIGINT and SIGHUP as a descriptor; from then on they have no other effect. SIGPIPE is ignored.
int gnomon_signals_create(void);
/// The next signal; 0 if there is none.
int gnomon_signals_read(int signals);

/// A wake-up from another thread.
int gnomon_event_create(void);
int gnomon_event_signal(int event);
int64_t gnomon_event_read(int event);

/// Readable when an entry of the folder has appeared or gone.
int gnomon_folder_watch_create(const char *folder);
/// Reads the waiting reports: 1 if there were any, else 0.
int gnomon_folder_watch_read(int watch);

/// Clocks, in nanoseconds.
int64_t gnomon_boot_time(void);
int64_t gnomon_monotonic_time(void);
int64_t gnomon_real_time(void);
/// CPU time of this process.
int64_t gnomon_processor_time(void);
