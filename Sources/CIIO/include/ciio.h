#ifndef GNOMON_CIIO_H
#define GNOMON_CIIO_H

#include <stdbool.h>
#include <stdint.h>

// IIO devices by libiio 0.2x, in plain structs; `iio_device` and other types of libiio do not appear here. Operations that may
// take long or never return (opening, reading, closing after an unplug) run on threads of this module. Functions do not block,
// unless stated.

enum ciio_quantity {
  CIIO_OTHER, CIIO_ACCELERATION, CIIO_ANGULAR_RATE, CIIO_MAGNETIC_FIELD, CIIO_PRESSURE, CIIO_TEMPERATURE, CIIO_TIMESTAMP
};

/// One input channel of a device, as found by a scan.
struct ciio_channel {
  const char *id;
  enum ciio_quantity quantity;
  int axis;  // 0 x, 1 y, 2 z, -1 none
  /// Whether it can be part of a buffer, and its format there.
  bool is_scanned;
  unsigned bits, length, shift;  // of the value, of its storage, right shift
  bool is_signed, is_big_endian;
  /// Value in the unit of the kernel's interface = (raw + offset) * scale. NaN if the driver states none.
  double scale, offset;
  /// Whether an attribute gives the raw number, or the value itself.
  bool has_raw, has_value;
  const char *mount;  // the text of its mount matrix, or ""
};

/// A device, as found by a scan. Missing texts are "".
struct ciio_device {
  const char *id, *name, *label, *mount, *trigger, *rates;
  bool has_trigger;  // whether a trigger can drive it
  int channel_count;
  const struct ciio_channel *channels;
};

/// The backends of the installed libiio: `local`, `ip`, `usb` and others; NULL beyond their number.
int ciio_backend_count(void);
const char *ciio_backend(int index);

/// A scan of all devices, on its own thread.
struct ciio_scan;

/// Starts a scan; `uri` NULL means this machine. `wake` is an eventfd that is signaled when the scan is done, or -1. NULL and
/// errno on failure.
struct ciio_scan *ciio_scan_begin(const char *uri, int wake);
bool ciio_scan_is_done(const struct ciio_scan *scan);
/// The result of a finished scan: 0 or an errno.
int ciio_scan_error(const struct ciio_scan *scan);
int ciio_scan_device_count(const struct ciio_scan *scan);
const struct ciio_device *ciio_scan_device(const struct ciio_scan *scan, int index);
int ciio_scan_trigger_count(const struct ciio_scan *scan);
const char *ciio_scan_trigger(const struct ciio_scan *scan, int index);
/// Frees a scan; an unfinished one frees itself when it is done.
void ciio_scan_end(struct ciio_scan *scan);

/// The format of a channel's number in a scan.
struct ciio_format {
  unsigned bits, length, shift;
  bool is_signed, is_big_endian;
};

/// The parameters for reading a device.
struct ciio_request {
  const char *uri;     // NULL: this machine
  const char *device;  // its id
  const char *const *channels;
  /// The formats on which the plan was based, for a buffered reader: a device with other formats is not read (ESTALE).
  const struct ciio_format *formats;
  int channel_count;
  /// True: reads the buffer, `batch` scans at a time. False: reads attribute by attribute, every `interval`.
  bool is_buffered;
  unsigned batch;  // at most CIIO_MOST_SCANS / 2
  int64_t interval;  // requested nanoseconds between scans
  const char *trigger;       // drives the buffer; NULL leaves it unchanged
  const char *trigger_rate;  // written to the trigger's sampling_frequency; NULL leaves it unchanged
  const char *rate;          // written to sampling_frequency; NULL leaves it unchanged
  int wake;                  // an eventfd that is signaled when scans are available or the phase changes
};

// The largest numbers of channels of a reader, scans of a batch, and bytes of a scan.
enum { CIIO_MOST_CHANNELS = 16, CIIO_MOST_SCANS = 256, CIIO_LONGEST_SCAN = 248 };
enum ciio_phase { CIIO_STARTING, CIIO_RUNNING, CIIO_ENDED };
enum ciio_step { CIIO_STEP_CONTEXT, CIIO_STEP_DEVICE, CIIO_STEP_CHANNEL, CIIO_STEP_TRIGGER, CIIO_STEP_BUFFER, CIIO_STEP_READ };

struct ciio_progress {
  enum ciio_phase phase;
  /// The failed step and its errno, for a reader that ended by itself.
  enum ciio_step step;
  int error;
  /// The position of each channel in a scan, and the size of a scan; known from CIIO_RUNNING on. A polled scan consists of
  /// doubles (NaN if reading failed), followed by the boot time in nanoseconds.
  int offsets[CIIO_MOST_CHANNELS];
  int stride;
  /// Whether the device accepted boot time as its clock, and whether it accepted the requested rate.
  bool has_boot_clock, has_rate;
  /// Scans lost because the ring was full, and failed reads.
  uint64_t lost, failures;
  /// Batches put into the ring; each wakes the thread and its consumer once.
  uint64_t batches;
};

/// A thread that reads one device into a ring, which is allocated once.
struct ciio_reader;

/// Starts a reader. NULL and errno on failure (EINVAL for a request with too many channels or an invalid batch).
struct ciio_reader *ciio_reader_start(const struct ciio_request *request);
void ciio_reader_look(const struct ciio_reader *reader, struct ciio_progress *progress);
/// Copies whole batches of scans, `stride` bytes each, with the boot time of each batch's arrival; returns the number of scans. A
/// batch is never split, so `capacity` must be at least CIIO_MOST_SCANS.
int ciio_reader_take(struct ciio_reader *reader, void *scans, int64_t *arrivals, int capacity);
/// A relaxed reader sleeps for a fifth of a second at a time and then reads all that the kernel has kept, as one batch: no scan
/// is lost, and the board can sleep too. Relaxing starts after the first batches, which are delivered one by one, and ends at
/// once when switched off. A reader that polls attributes, or reads over a network, does not sleep.
void ciio_reader_relax(struct ciio_reader *reader, bool is_relaxed);
/// Tells the thread to end, without waiting for it.
void ciio_reader_cancel(struct ciio_reader *reader);
/// Cancels the reader, waits for at most `milliseconds`, and frees it. False if the thread did not end in time: it is abandoned,
/// and frees its memory if it ever returns.
bool ciio_reader_stop(struct ciio_reader *reader, int milliseconds);
/// Abandoned threads of this process that have not returned. Each holds its memory and its device.
int ciio_hanging_readers(void);

#endif
