#ifndef GNOMON_CIIO_H
#define GNOMON_CIIO_H

#include <stdbool.h>
#include <stdint.h>

// IIO devices by libiio 0.2x, in plain structs: whoever uses this never sees an `iio_device`. What can take long, or never return
// (opening, reading, leaving after an unplug), happens on threads made here; nothing else waits, except where it says so.

enum ciio_quantity { CIIO_OTHER, CIIO_ACCELERATION, CIIO_ANGULAR_RATE, CIIO_MAGNETIC_FIELD, CIIO_PRESSURE, CIIO_TEMPERATURE, CIIO_TIMESTAMP };

/// One input channel of a device, as it was when looked at.
struct ciio_channel {
  const char *id;
  enum ciio_quantity quantity;
  int axis;  // 0 x, 1 y, 2 z, -1 none
  /// Whether it can be part of a buffer; then how it lies there.
  bool is_scanned;
  unsigned bits, length, shift;  // of the value, of its storage, right shift
  bool is_signed, is_big_endian;
  /// Value in the unit of the kernel's interface = (raw + offset) * scale. NaN where the driver does not say.
  double scale, offset;
  /// Whether an attribute gives the raw number, or the value itself.
  bool has_raw, has_value;
  const char *mount;  // the text of its mount matrix, or ""
};

/// A device, as it was when looked at. Texts are "" where there is nothing.
struct ciio_device {
  const char *id, *name, *label, *mount, *trigger, *rates;
  bool has_trigger;  // whether it can be driven by one
  int channel_count;
  const struct ciio_channel *channels;
};

/// A look at all devices, on a thread of its own.
struct ciio_scan;

/// Begins one; `uri` NULL means this machine. `wake` is an eventfd that is signalled when it is done, or -1. NULL and errno on failure.
struct ciio_scan *ciio_scan_begin(const char *uri, int wake);
bool ciio_scan_is_done(const struct ciio_scan *scan);
/// Of one that is done: 0 or an errno.
int ciio_scan_error(const struct ciio_scan *scan);
int ciio_scan_device_count(const struct ciio_scan *scan);
const struct ciio_device *ciio_scan_device(const struct ciio_scan *scan, int index);
int ciio_scan_trigger_count(const struct ciio_scan *scan);
const char *ciio_scan_trigger(const struct ciio_scan *scan, int index);
/// Frees it; one that is not done yet frees itself when it is.
void ciio_scan_end(struct ciio_scan *scan);

/// How a channel's number lies in a scan.
struct ciio_format {
  unsigned bits, length, shift;
  bool is_signed, is_big_endian;
};

/// What to read of a device, and how.
struct ciio_request {
  const char *uri;     // NULL: this machine
  const char *device;  // its id
  const char *const *channels;
  /// The formats that were planned with, when it is buffered: a device that has others by now is not read (ESTALE).
  const struct ciio_format *formats;
  int channel_count;
  /// From the buffer, so many scans at a time; otherwise attribute by attribute, at an interval.
  bool is_buffered;
  unsigned batch;  // at most CIIO_MOST_SCANS / 2
  int64_t interval;  // nanoseconds from one scan to the next, as asked for
  const char *trigger;       // to drive the buffer with; NULL leaves it as it is
  const char *trigger_rate;  // to write to the trigger's sampling_frequency; NULL leaves it as it is
  const char *rate;          // to write to sampling_frequency; NULL leaves it as it is
  int wake;                  // an eventfd that is signalled when there is something to take or the phase changes
};

// Scans of one batch, bytes of one scan.
enum { CIIO_MOST_CHANNELS = 16, CIIO_MOST_SCANS = 256, CIIO_LONGEST_SCAN = 248 };
enum ciio_phase { CIIO_STARTING, CIIO_RUNNING, CIIO_ENDED };
enum ciio_step { CIIO_STEP_CONTEXT, CIIO_STEP_DEVICE, CIIO_STEP_CHANNEL, CIIO_STEP_TRIGGER, CIIO_STEP_BUFFER, CIIO_STEP_READ };

struct ciio_progress {
  enum ciio_phase phase;
  /// Of one that ended by itself: what failed, and its errno.
  enum ciio_step step;
  int error;
  /// Where each channel lies in a scan, and a scan's size; known from CIIO_RUNNING on. A polled scan is doubles (NaN where reading
  /// failed) and, behind them, the boot time in nanoseconds.
  int offsets[CIIO_MOST_CHANNELS];
  int stride;
  /// Whether the device took boot time for its clock, and the rate it was asked for.
  bool has_boot_clock, has_rate;
  /// Scans lost because nobody took them, and reads that failed and were tried again.
  uint64_t lost, failures;
  /// How often it has put something in the ring: each is a wake-up of its own and one of whoever takes it.
  uint64_t batches;
};

/// A thread that reads one device into a ring that is made once.
struct ciio_reader;

/// Starts one. NULL and errno on failure (EINVAL for a request with too many channels).
struct ciio_reader *ciio_reader_start(const struct ciio_request *request);
void ciio_reader_look(const struct ciio_reader *reader, struct ciio_progress *progress);
/// Copies whole batches of scans, `stride` bytes each, with the boot time at which each batch arrived; how many scans. It never cuts
/// a batch, so `capacity` must be at least CIIO_MOST_SCANS.
int ciio_reader_take(struct ciio_reader *reader, void *scans, int64_t *arrivals, int capacity);
/// A relaxed reader sleeps for a fifth of a second at a time and then takes all that the kernel has kept, as one batch: no scan is
/// lost, and the board may sleep too. It begins once its first batches have come one by one, and ends at once. A reader that polls
/// attributes, or reads over a network, goes on as before.
void ciio_reader_relax(struct ciio_reader *reader, bool is_relaxed);
/// Tells the thread to leave, without waiting.
void ciio_reader_cancel(struct ciio_reader *reader);
/// Cancels, waits so many milliseconds at most, and frees. false when the thread did not leave in time: it is abandoned, and frees
/// what it holds if it ever returns.
bool ciio_reader_stop(struct ciio_reader *reader, int milliseconds);
/// Abandoned threads of this process that have not returned yet. Each holds its memory and its device.
int ciio_hanging_readers(void);

#endif
