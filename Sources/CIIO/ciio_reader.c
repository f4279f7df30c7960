#define _GNU_SOURCE
#include "ciio.h"

#include <errno.h>
#include <iio.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

// Failed reads in a row after which a device counts as gone; fewer may be a short fault of the bus.
enum { MOST_FAILURES = 20, RING_SCANS = 4096 };
// The sleep of a relaxed reader between two reads, and the batches before the first such sleep: their times let the consumer
// determine the device's clock.
enum { RELAXED_MILLISECONDS = 200, BATCHES_BEFORE = 256 };
// Batches of a hundredth of a second each that the kernel keeps while the reader sleeps.
enum { KEPT_BATCHES = 64 };

// An entry of the ring; its scan follows it in memory.
struct slot {
  int64_t arrival;
  int left;  // scans from here to the end of its batch, this one included
};

// Shared by the thread and its starter; the last one to release it frees it.
struct ciio_reader {
  atomic_int holders;
  pthread_t thread;
  atomic_bool is_cancelled, is_relaxed, is_abandoned;
  int stop;  // an eventfd that ends pauses
  int wake;

  char *uri, *device, *trigger, *trigger_rate, *rate;
  char *channels[CIIO_MOST_CHANNELS];
  struct ciio_format formats[CIIO_MOST_CHANNELS];
  int channel_count;
  bool is_buffered;
  unsigned batch;
  int64_t interval;

  // Written by the thread before it advances the phase, and not after.
  _Atomic enum ciio_phase phase;
  enum ciio_step step;
  int error;
  int offsets[CIIO_MOST_CHANNELS];
  int stride;
  bool has_boot_clock, has_rate;
  atomic_ullong lost, failures, batches;

  // One writer, one reader: `head` counts the scans put in, `tail` those taken out.
  unsigned char *ring;
  size_t slot_size;
  atomic_uint head, tail;

  // Used by the thread alone, except for cancelling, which libiio allows from any thread.
  struct iio_context *context;
  // Guards `buffer` and `is_finished`; ciio_reader_stop waits for the latter.
  pthread_mutex_t buffer_lock;
  pthread_cond_t finished;
  bool is_finished;
  struct iio_buffer *buffer;
  struct iio_channel *opened[CIIO_MOST_CHANNELS];
  unsigned char *gathered;  // room for CIIO_MOST_SCANS
};

// Abandoned threads that have not returned.
static atomic_int hanging;

static int64_t boot_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_BOOTTIME, &now);
  return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static void signal_event(int event) {
  uint64_t one = 1;
  while (write(event, &one, sizeof one) < 0 && errno == EINTR) {
  }
}

static void let_go(struct ciio_reader *reader) {
  if (atomic_fetch_sub(&reader->holders, 1) > 1) return;
  for (int i = 0; i < reader->channel_count; i++) free(reader->channels[i]);
  free(reader->uri);
  free(reader->device);
  free(reader->trigger);
  free(reader->trigger_rate);
  free(reader->rate);
  free(reader->ring);
  free(reader->gathered);
  if (reader->stop >= 0) close(reader->stop);
  if (reader->wake >= 0) close(reader->wake);
  pthread_cond_destroy(&reader->finished);
  pthread_mutex_destroy(&reader->buffer_lock);
  if (atomic_load(&reader->is_abandoned)) atomic_fetch_sub(&hanging, 1);
  free(reader);
}

static struct slot *slot_at(const struct ciio_reader *reader, unsigned count) {
  return (struct slot *)(reader->ring + (size_t)(count % RING_SCANS) * reader->slot_size);
}

static bool make_ring(struct ciio_reader *reader, int stride) {
  if (stride <= 0 || stride > CIIO_LONGEST_SCAN) return false;
  reader->stride = stride;
  reader->slot_size = (sizeof(struct slot) + (size_t)stride + 7) / 8 * 8;
  reader->ring = calloc(RING_SCANS, reader->slot_size);
  reader->gathered = reader->is_buffered ? malloc(CIIO_MOST_SCANS * (size_t)stride) : NULL;
  return reader->ring != NULL && (reader->gathered != NULL || !reader->is_buffered);
}

// Adds a batch to the ring; a batch that does not fit is counted as lost, whole.
static void put(struct ciio_reader *reader, const unsigned char *scans, unsigned count, int64_t arrival) {
  unsigned head = atomic_load_explicit(&reader->head, memory_order_relaxed);
  unsigned tail = atomic_load_explicit(&reader->tail, memory_order_acquire);
  atomic_fetch_add(&reader->batches, 1);
  if (RING_SCANS - (head - tail) < count) {
    atomic_fetch_add(&reader->lost, count);
  } else {
    for (unsigned i = 0; i < count; i++) {
      struct slot *slot = slot_at(reader, head + i);
      slot->arrival = arrival;
      slot->left = (int)(count - i);
      memcpy(slot + 1, scans + (size_t)i * (size_t)reader->stride, (size_t)reader->stride);
    }
    atomic_store_explicit(&reader->head, head + count, memory_order_release);
  }
  signal_event(reader->wake);
}

// Records the failed step and its error (EIO if unknown); returns −1.
static int fail(struct ciio_reader *reader, enum ciio_step step, int error) {
  reader->step = step;
  reader->error = error != 0 ? error : EIO;
  return -1;
}

static bool write_rate(const struct iio_device *device, struct ciio_reader *reader) {
  if (iio_device_find_attr(device, "sampling_frequency") != NULL)
    return iio_device_attr_write(device, "sampling_frequency", reader->rate) > 0;
  bool any = false;
  for (int i = 0; i < reader->channel_count; i++) {
    const struct iio_channel *channel = reader->opened[i];
    if (iio_channel_find_attr(channel, "sampling_frequency") != NULL)
      any = iio_channel_attr_write(channel, "sampling_frequency", reader->rate) > 0 || any;
  }
  return any;
}

// Selects boot time for the stamps, which is possible only while the buffer is off; false if the device keeps another clock.
static bool write_boot_clock(const struct iio_device *device) {
  char text[64] = "";
  if (iio_device_find_attr(device, "current_timestamp_clock") == NULL) return false;
  if (iio_device_attr_write(device, "current_timestamp_clock", "boottime") < 0) errno = 0;
  ssize_t length = iio_device_attr_read(device, "current_timestamp_clock", text, sizeof text - 1);
  return length > 0 && strncmp(text, "boottime", 8) == 0;
}

// Makes the kernel wake the reader once per batch instead of once per scan, and keep more than arrives during a sleep. Both can
// be set only while the buffer is off. Without a watermark (no permission) everything works the same, with more wake-ups.
static void ask_for_batches(const struct ciio_reader *reader, const struct iio_device *device) {
  bool all = iio_device_buffer_attr_write_longlong(device, "length", reader->batch) >= 0;
  all = iio_device_buffer_attr_write_longlong(device, "watermark", reader->batch) >= 0 && all;
  all = iio_device_set_kernel_buffers_count(device, KEPT_BATCHES) >= 0 && all;
  if (!all) errno = 0;
}

static void pause_until(const struct ciio_reader *reader, int64_t when) {
  int64_t left = when - boot_nanoseconds();
  if (left <= 0) return;
  struct timespec span = {.tv_sec = left / 1000000000, .tv_nsec = left % 1000000000};
  struct pollfd stop = {.fd = reader->stop, .events = POLLIN};
  uint64_t count;
  if (ppoll(&stop, 1, &span, NULL) > 0 && !atomic_load(&reader->is_cancelled))
    while (read(reader->stop, &count, sizeof count) < 0 && errno == EINTR) {
    }
}

// A new trigger gets its group a moment after it is made, so the write is repeated. A timer that refuses the rate fires at its
// own, which shows in the samples' times.
static void write_trigger_rate(const struct ciio_reader *reader, const struct iio_device *trigger) {
  for (int tries = 0; tries < 5 && !atomic_load(&reader->is_cancelled); tries++) {
    if (iio_device_attr_write(trigger, "sampling_frequency", reader->trigger_rate) != -EACCES) break;
    pause_until(reader, boot_nanoseconds() + INT64_C(100000000));
  }
  errno = 0;
}

// A trigger that is already set is kept: after a reader was killed its buffer is still on, and then no trigger can be set.
static int set_trigger(struct ciio_reader *reader, const struct iio_device *device) {
  const struct iio_device *trigger = iio_context_find_device(reader->context, reader->trigger), *current = NULL;
  if (trigger == NULL) return fail(reader, CIIO_STEP_TRIGGER, ENOENT);
  if (iio_device_get_trigger(device, &current) != 0 || current != trigger) {
    int set = iio_device_set_trigger(device, trigger);
    if (set < 0) return fail(reader, CIIO_STEP_TRIGGER, -set);
  }
  if (reader->trigger_rate != NULL) write_trigger_rate(reader, trigger);
  return 0;
}

// Whether a channel has the planned format: the device may have been replaced since. libiio divides by the storage's length
// unchecked.
static bool is_format(const struct iio_channel *channel, const struct ciio_format *planned) {
  const struct iio_data_format *format = iio_channel_get_data_format(channel);
  return iio_channel_is_scan_element(channel) && format->repeat <= 1 && format->bits == planned->bits &&
         format->length == planned->length && format->shift == planned->shift && format->is_signed == planned->is_signed &&
         format->is_be == planned->is_big_endian && format->length > 0 && format->length % 8 == 0;
}

static int open_buffer(struct ciio_reader *reader, const struct iio_device *device) {
  for (int i = 0; i < reader->channel_count; i++)
    if (!is_format(reader->opened[i], &reader->formats[i])) return fail(reader, CIIO_STEP_CHANNEL, ESTALE);
  if (reader->trigger != NULL && set_trigger(reader, device) != 0) return -1;
  for (unsigned i = 0; i < iio_device_get_channels_count(device); i++)
    iio_channel_disable(iio_device_get_channel(device, i));
  for (int i = 0; i < reader->channel_count; i++) iio_channel_enable(reader->opened[i]);
  ask_for_batches(reader, device);
  errno = 0;
  struct iio_buffer *buffer = iio_device_create_buffer(device, reader->batch, false);
  if (buffer == NULL) return fail(reader, CIIO_STEP_BUFFER, errno);
  pthread_mutex_lock(&reader->buffer_lock);
  reader->buffer = buffer;
  pthread_mutex_unlock(&reader->buffer_lock);
  const unsigned char *start = iio_buffer_start(buffer);
  for (int i = 0; i < reader->channel_count; i++)
    reader->offsets[i] = (int)((const unsigned char *)iio_buffer_first(buffer, reader->opened[i]) - start);
  ptrdiff_t step = iio_buffer_step(buffer);
  if (step <= 0 || step > CIIO_LONGEST_SCAN) return fail(reader, CIIO_STEP_BUFFER, EMSGSIZE);
  return make_ring(reader, (int)step) ? 0 : fail(reader, CIIO_STEP_BUFFER, ENOMEM);
}

static int open_device(struct ciio_reader *reader) {
  errno = 0;
  reader->context = reader->uri != NULL ? iio_create_context_from_uri(reader->uri) : iio_create_local_context();
  if (reader->context == NULL) return fail(reader, CIIO_STEP_CONTEXT, errno);
  const struct iio_device *device = iio_context_find_device(reader->context, reader->device);
  if (device == NULL) return fail(reader, CIIO_STEP_DEVICE, ENODEV);
  for (int i = 0; i < reader->channel_count; i++) {
    reader->opened[i] = iio_device_find_channel(device, reader->channels[i], false);
    if (reader->opened[i] == NULL) return fail(reader, CIIO_STEP_CHANNEL, ENODEV);
  }
  reader->has_rate = reader->rate != NULL && write_rate(device, reader);
  if (reader->is_buffered) {
    reader->has_boot_clock = write_boot_clock(device);
    return open_buffer(reader, device);
  }
  for (int i = 0; i < reader->channel_count; i++) reader->offsets[i] = 8 * i;
  return make_ring(reader, 8 * (reader->channel_count + 1)) ? 0 : fail(reader, CIIO_STEP_BUFFER, ENOMEM);
}

// Whether another batch is available already.
static bool has_more(const struct ciio_reader *reader) {
  struct pollfd ready = {.fd = iio_buffer_get_poll_fd(reader->buffer), .events = POLLIN};
  return poll(&ready, 1, 0) > 0;
}

// Whether the reader sleeps between batches. Not over a network, where has_more does not work: a reader that takes too little
// falls behind.
static bool is_relaxed(const struct ciio_reader *reader) {
  return atomic_load(&reader->is_relaxed) && atomic_load(&reader->batches) >= BATCHES_BEFORE &&
         iio_buffer_get_poll_fd(reader->buffer) >= 0;
}

// Sleeps until the next multiple of RELAXED_MILLISECONDS, so that all readers wake together.
static void setBatching(struct ciio_reader *reader) {
  const int64_t stretch = RELAXED_MILLISECONDS * INT64_C(1000000);
  pause_until(reader, (boot_nanoseconds() / stretch + 1) * stretch);
}

static void read_buffer(struct ciio_reader *reader) {
  int failures = 0;
  unsigned gathered = 0;
  while (!atomic_load(&reader->is_cancelled)) {
    if (gathered == 0 && is_relaxed(reader)) setBatching(reader);
    ssize_t bytes = iio_buffer_refill(reader->buffer);
    int64_t arrival = boot_nanoseconds();
    if (bytes > 0) {
      unsigned count = (unsigned)(bytes / reader->stride);
      // An incomplete scan is dropped, and a batch is never longer than requested.
      if (bytes % reader->stride != 0 || count > reader->batch) {
        atomic_fetch_add(&reader->failures, 1);
        if (count > reader->batch) count = reader->batch;
        if (count == 0) {
          if (++failures < MOST_FAILURES) continue;
          fail(reader, CIIO_STEP_READ, EIO);
          return;
        }
      }
      failures = 0;
      const unsigned char *scans = iio_buffer_start(reader->buffer);
      if (gathered == 0 && !is_relaxed(reader)) {
        put(reader, scans, count, arrival);
        continue;
      }
      // The batches that arrived during the sleep are joined into one, with one arrival time.
      memcpy(reader->gathered + (size_t)gathered * (size_t)reader->stride, scans, (size_t)count * (size_t)reader->stride);
      gathered += count;
      if (gathered + reader->batch <= CIIO_MOST_SCANS && has_more(reader)) continue;
      put(reader, reader->gathered, gathered, arrival);
      gathered = 0;
    } else if (!atomic_load(&reader->is_cancelled)) {
      if (gathered > 0) put(reader, reader->gathered, gathered, arrival);
      gathered = 0;
      // A timeout is not an error: the consumer detects silence by its own clock.
      if (bytes == -ETIMEDOUT || bytes == -EINTR) continue;
      atomic_fetch_add(&reader->failures, 1);
      if (bytes == -EAGAIN && ++failures < MOST_FAILURES) continue;
      fail(reader, CIIO_STEP_READ, (int)-bytes);
      return;
    }
  }
}

// Reads a channel's number: the raw one if available, so that scale and offset apply.
static int read_attribute(const struct iio_channel *channel, double *value) {
  char text[64];
  const char *name = iio_channel_find_attr(channel, "raw") != NULL ? "raw" : "input";
  ssize_t length = iio_channel_attr_read(channel, name, text, sizeof text - 1);
  if (length < 0) return (int)length;
  text[length] = 0;
  char *end = text;
  *value = strtod(text, &end);
  return end == text ? -EINVAL : 0;
}

static void read_attributes(struct ciio_reader *reader) {
  double values[CIIO_MOST_CHANNELS + 1];
  int failures = 0;
  int64_t next = boot_nanoseconds();
  while (!atomic_load(&reader->is_cancelled)) {
    int64_t begin = boot_nanoseconds();
    int good = 0, error = 0;
    for (int i = 0; i < reader->channel_count; i++) {
      int result = read_attribute(reader->opened[i], &values[i]);
      if (result == 0) good++;
      else {
        values[i] = NAN;
        error = -result;
      }
    }
    int64_t end = boot_nanoseconds();
    if (error != 0) atomic_fetch_add(&reader->failures, 1);
    if (good > 0) {
      failures = 0;
      int64_t middle = begin + (end - begin) / 2;
      memcpy(&values[reader->channel_count], &middle, sizeof middle);
      put(reader, (const unsigned char *)values, 1, end);
    } else if (++failures >= MOST_FAILURES || error == ENODEV || error == ENOENT || error == EACCES) {
      fail(reader, CIIO_STEP_READ, error);
      return;
    }
    // A reader that cannot keep up continues from now, without catching up.
    next += reader->interval;
    if (next < end) next = end;
    pause_until(reader, next);
  }
}

static void *run(void *argument) {
  struct ciio_reader *reader = argument;
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  if (open_device(reader) == 0) {
    atomic_store(&reader->phase, CIIO_RUNNING);
    signal_event(reader->wake);
    if (reader->is_buffered) read_buffer(reader);
    else read_attributes(reader);
  }
  pthread_mutex_lock(&reader->buffer_lock);
  struct iio_buffer *buffer = reader->buffer;
  reader->buffer = NULL;
  pthread_mutex_unlock(&reader->buffer_lock);
  if (buffer != NULL) iio_buffer_destroy(buffer);
  if (reader->context != NULL) iio_context_destroy(reader->context);
  atomic_store(&reader->phase, CIIO_ENDED);
  signal_event(reader->wake);
  pthread_mutex_lock(&reader->buffer_lock);
  reader->is_finished = true;
  pthread_cond_signal(&reader->finished);
  pthread_mutex_unlock(&reader->buffer_lock);
  let_go(reader);
  return NULL;
}

static char *copy(const char *text) { return text != NULL ? strdup(text) : NULL; }

struct ciio_reader *ciio_reader_start(const struct ciio_request *request) {
  if (request->channel_count < 1 || request->channel_count > CIIO_MOST_CHANNELS || request->batch < 1 ||
      request->batch > CIIO_MOST_SCANS / 2) {
    errno = EINVAL;
    return NULL;
  }
  struct ciio_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return NULL;
  atomic_init(&reader->holders, 2);
  pthread_mutex_init(&reader->buffer_lock, NULL);
  // Waits on the monotonic clock, because the wall clock may be set meanwhile.
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&reader->finished, &attributes);
  pthread_condattr_destroy(&attributes);
  // Own descriptors, because an abandoned thread may outlive its starter.
  reader->stop = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  reader->wake = dup(request->wake);
  reader->uri = copy(request->uri);
  reader->device = copy(request->device);
  reader->trigger = copy(request->trigger);
  reader->trigger_rate = copy(request->trigger_rate);
  reader->rate = copy(request->rate);
  for (int i = 0; i < request->channel_count; i++) {
    reader->channels[i] = copy(request->channels[i]);
    if (request->is_buffered) reader->formats[i] = request->formats[i];
  }
  reader->channel_count = request->channel_count;
  reader->is_buffered = request->is_buffered;
  reader->batch = request->batch;
  reader->interval = request->interval > 1000000 ? request->interval : 1000000;
  int error = reader->stop < 0 || reader->wake < 0 ? errno : pthread_create(&reader->thread, NULL, run, reader);
  if (error != 0) {
    atomic_store(&reader->holders, 1);
    let_go(reader);
    errno = error;
    return NULL;
  }
  char name[16];
  snprintf(name, sizeof name, "%s", request->device);
  pthread_setname_np(reader->thread, name);
  return reader;
}

void ciio_reader_look(const struct ciio_reader *reader, struct ciio_progress *progress) {
  *progress = (struct ciio_progress){
      .phase = atomic_load(&reader->phase), .lost = atomic_load(&reader->lost), .failures = atomic_load(&reader->failures),
      .batches = atomic_load(&reader->batches)};
  if (progress->phase == CIIO_STARTING) return;
  memcpy(progress->offsets, reader->offsets, sizeof reader->offsets);
  progress->stride = reader->stride;
  progress->has_boot_clock = reader->has_boot_clock;
  progress->has_rate = reader->has_rate;
  if (progress->phase != CIIO_ENDED) return;
  progress->step = reader->step;
  progress->error = reader->error;
}

int ciio_reader_take(struct ciio_reader *reader, void *scans, int64_t *arrivals, int capacity) {
  if (atomic_load(&reader->phase) == CIIO_STARTING) return 0;
  unsigned tail = atomic_load_explicit(&reader->tail, memory_order_relaxed);
  unsigned ready = atomic_load_explicit(&reader->head, memory_order_acquire) - tail;
  unsigned taken = 0;
  while (taken < ready) {
    const struct slot *first = slot_at(reader, tail + taken);
    int count = first->left;
    if ((int)taken + count > capacity) break;
    for (int i = 0; i < count; i++, taken++) {
      const struct slot *slot = slot_at(reader, tail + taken);
      memcpy((unsigned char *)scans + (size_t)taken * (size_t)reader->stride, slot + 1, (size_t)reader->stride);
      arrivals[taken] = slot->arrival;
    }
  }
  atomic_store_explicit(&reader->tail, tail + taken, memory_order_release);
  return (int)taken;
}

void ciio_reader_relax(struct ciio_reader *reader, bool is_relaxed) {
  if (atomic_exchange(&reader->is_relaxed, is_relaxed) && !is_relaxed && reader->is_buffered)
    signal_event(reader->stop);
}

void ciio_reader_cancel(struct ciio_reader *reader) {
  if (atomic_exchange(&reader->is_cancelled, true)) return;
  signal_event(reader->stop);
  pthread_mutex_lock(&reader->buffer_lock);
  if (reader->buffer != NULL) iio_buffer_cancel(reader->buffer);
  pthread_mutex_unlock(&reader->buffer_lock);
}

bool ciio_reader_stop(struct ciio_reader *reader, int milliseconds) {
  ciio_reader_cancel(reader);
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec += milliseconds / 1000;
  until.tv_nsec += (milliseconds % 1000) * 1000000L;
  if (until.tv_nsec >= 1000000000) {
    until.tv_sec++;
    until.tv_nsec -= 1000000000;
  }
  pthread_mutex_lock(&reader->buffer_lock);
  while (!reader->is_finished && pthread_cond_timedwait(&reader->finished, &reader->buffer_lock, &until) == 0) {}
  bool left = reader->is_finished;
  pthread_mutex_unlock(&reader->buffer_lock);
  if (left) {
    pthread_join(reader->thread, NULL);
  } else {
    pthread_detach(reader->thread);
    atomic_fetch_add(&hanging, 1);
    atomic_store(&reader->is_abandoned, true);
  }
  let_go(reader);
  return left;
}

int ciio_hanging_readers(void) { return atomic_load(&hanging); }
