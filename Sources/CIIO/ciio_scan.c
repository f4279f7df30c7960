#define _GNU_SOURCE
#include "ciio.h"

#include <errno.h>
#include <iio.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Shared by the scanning thread and its starter; the last one to release it frees it.
struct ciio_scan {
  atomic_int holders;
  atomic_bool is_done;
  int wake;
  char *uri;
  int error;
  int device_count, trigger_count;
  struct ciio_device *devices;
  char **triggers;
};

static char *copy(const char *text) {
  char *made = strdup(text != NULL ? text : "");
  return made != NULL ? made : calloc(1, 1);
}

// Returns an attribute's text without the line end; "" if there is none. libiio counts the terminating NUL.
static char *trimmed(char *text, ssize_t length) {
  if (length < 0) length = 0;
  text[length] = 0;
  size_t end = strlen(text);
  while (end > 0 && (text[end - 1] == '\n' || text[end - 1] == ' ')) text[--end] = 0;
  return copy(text);
}

static char *device_text(const struct iio_device *device, const char *name) {
  char text[512];
  if (iio_device_find_attr(device, name) == NULL) return copy("");
  return trimmed(text, iio_device_attr_read(device, name, text, sizeof text - 1));
}

static char *channel_text(const struct iio_channel *channel, const char *name) {
  char text[512];
  if (iio_channel_find_attr(channel, name) == NULL) return copy("");
  return trimmed(text, iio_channel_attr_read(channel, name, text, sizeof text - 1));
}

static double channel_number(const struct iio_channel *channel, const char *name) {
  double value = NAN;
  if (iio_channel_find_attr(channel, name) == NULL || iio_channel_attr_read_double(channel, name, &value) < 0) return NAN;
  return value;
}

static enum ciio_quantity quantity(const struct iio_channel *channel) {
  switch (iio_channel_get_type(channel)) {
    case IIO_ACCEL: return CIIO_ACCELERATION;
    case IIO_ANGL_VEL: return CIIO_ANGULAR_RATE;
    case IIO_MAGN: return CIIO_MAGNETIC_FIELD;
    case IIO_PRESSURE: return CIIO_PRESSURE;
    case IIO_TEMP: return CIIO_TEMPERATURE;
    case IIO_TIMESTAMP: return CIIO_TIMESTAMP;
    default: return strcmp(iio_channel_get_id(channel), "timestamp") == 0 ? CIIO_TIMESTAMP : CIIO_OTHER;
  }
}

static int axis(const struct iio_channel *channel) {
  switch (iio_channel_get_modifier(channel)) {
    case IIO_MOD_X: return 0;
    case IIO_MOD_Y: return 1;
    case IIO_MOD_Z: return 2;
    default: return -1;
  }
}

static void look_at_channel(const struct iio_channel *from, struct ciio_channel *to) {
  const struct iio_data_format *format = iio_channel_get_data_format(from);
  *to = (struct ciio_channel){
      .id = copy(iio_channel_get_id(from)),
      .quantity = quantity(from),
      .axis = axis(from),
      .is_scanned = iio_channel_is_scan_element(from) && format->repeat <= 1,
      .bits = format->bits,
      .length = format->length,
      .shift = format->shift,
      .is_signed = format->is_signed,
      .is_big_endian = format->is_be,
      .scale = channel_number(from, "scale"),
      .offset = channel_number(from, "offset"),
      .has_raw = iio_channel_find_attr(from, "raw") != NULL,
      .has_value = iio_channel_find_attr(from, "input") != NULL,
      .mount = channel_text(from, "mount_matrix"),
  };
}

// Limits beyond any real board.
enum { MOST_DEVICES = 256, MOST_CHANNELS = 512 };

static void look_at_device(const struct iio_device *from, struct ciio_device *to) {
  const struct iio_device *trigger = NULL;
  // A device that can have a trigger but has none set has an empty attribute, for which libiio returns an error of its own, EIO.
  int has_trigger = iio_device_get_trigger(from, &trigger);
  *to = (struct ciio_device){
      .id = copy(iio_device_get_id(from)),
      .name = copy(iio_device_get_name(from)),
      .label = copy(iio_device_get_label(from)),
      .mount = device_text(from, "mount_matrix"),
      .trigger = copy(has_trigger == 0 && trigger != NULL ? iio_device_get_name(trigger) : ""),
      .has_trigger = has_trigger == 0 || has_trigger == -EIO,
      .rates = device_text(from, "sampling_frequency_available"),
  };
  unsigned count = iio_device_get_channels_count(from);
  if (count > MOST_CHANNELS) count = MOST_CHANNELS;
  struct ciio_channel *channels = calloc(count > 0 ? count : 1, sizeof *channels);
  to->channels = channels;
  for (unsigned i = 0; channels != NULL && i < count; i++) {
    const struct iio_channel *channel = iio_device_get_channel(from, i);
    if (iio_channel_is_output(channel)) continue;
    // The file in_mount_matrix, which is for all channels, appears in libiio as a channel `mount` with an attribute `matrix`.
    if (to->mount[0] == 0 && strcmp(iio_channel_get_id(channel), "mount") == 0) {
      free((char *)to->mount);
      to->mount = channel_text(channel, "matrix");
      continue;
    }
    look_at_channel(channel, &channels[to->channel_count++]);
    // Some drivers offer the rates only with the channels.
    if (to->rates[0] == 0) {
      free((char *)to->rates);
      to->rates = channel_text(channel, "sampling_frequency_available");
    }
  }
}

static int look(struct ciio_scan *scan) {
  errno = 0;
  struct iio_context *context = scan->uri != NULL ? iio_create_context_from_uri(scan->uri) : iio_create_local_context();
  // A machine without any IIO device has no folder for them; this is not a failure.
  if (context == NULL) return errno == ENOENT && scan->uri == NULL ? 0 : errno != 0 ? errno : EIO;
  unsigned count = iio_context_get_devices_count(context);
  if (count > MOST_DEVICES) count = MOST_DEVICES;
  scan->devices = calloc(count > 0 ? count : 1, sizeof *scan->devices);
  scan->triggers = calloc(count > 0 ? count : 1, sizeof *scan->triggers);
  int error = scan->devices == NULL || scan->triggers == NULL ? ENOMEM : 0;
  for (unsigned i = 0; error == 0 && i < count; i++) {
    const struct iio_device *device = iio_context_get_device(context, i);
    if (iio_device_is_trigger(device)) scan->triggers[scan->trigger_count++] = copy(iio_device_get_name(device));
    else look_at_device(device, &scan->devices[scan->device_count++]);
  }
  iio_context_destroy(context);
  return error;
}

static void let_go(struct ciio_scan *scan) {
  if (atomic_fetch_sub(&scan->holders, 1) > 1) return;
  for (int i = 0; i < scan->device_count; i++) {
    const struct ciio_device *device = &scan->devices[i];
    const char *texts[] = {device->id, device->name, device->label, device->mount, device->trigger, device->rates};
    for (size_t j = 0; j < sizeof texts / sizeof *texts; j++) free((char *)texts[j]);
    for (int j = 0; j < device->channel_count; j++) {
      free((char *)device->channels[j].id);
      free((char *)device->channels[j].mount);
    }
    free((struct ciio_channel *)device->channels);
  }
  for (int i = 0; i < scan->trigger_count; i++) free(scan->triggers[i]);
  free(scan->devices);
  free(scan->triggers);
  free(scan->uri);
  if (scan->wake >= 0) close(scan->wake);
  free(scan);
}

static void *run(void *argument) {
  struct ciio_scan *scan = argument;
  scan->error = look(scan);
  atomic_store(&scan->is_done, true);
  uint64_t one = 1;
  if (scan->wake >= 0 && write(scan->wake, &one, sizeof one) < 0) errno = 0;
  let_go(scan);
  return NULL;
}

struct ciio_scan *ciio_scan_begin(const char *uri, int wake) {
  struct ciio_scan *scan = calloc(1, sizeof *scan);
  if (scan == NULL) return NULL;
  // An own descriptor, because the thread may outlive its starter.
  scan->wake = wake >= 0 ? dup(wake) : -1;
  scan->uri = uri != NULL ? strdup(uri) : NULL;
  atomic_init(&scan->holders, 2);
  atomic_init(&scan->is_done, false);
  pthread_t thread;
  int error = pthread_create(&thread, NULL, run, scan);
  if (error != 0) {
    atomic_store(&scan->holders, 1);
    let_go(scan);
    errno = error;
    return NULL;
  }
  pthread_setname_np(thread, "iio-scan");
  pthread_detach(thread);
  return scan;
}

int ciio_backend_count(void) { return (int)iio_get_backends_count(); }
const char *ciio_backend(int index) { return iio_get_backend((unsigned)index); }

bool ciio_scan_is_done(const struct ciio_scan *scan) { return atomic_load(&scan->is_done); }
int ciio_scan_error(const struct ciio_scan *scan) { return scan->error; }
int ciio_scan_device_count(const struct ciio_scan *scan) { return scan->device_count; }
const struct ciio_device *ciio_scan_device(const struct ciio_scan *scan, int index) { return &scan->devices[index]; }
int ciio_scan_trigger_count(const struct ciio_scan *scan) { return scan->trigger_count; }
const char *ciio_scan_trigger(const struct ciio_scan *scan, int index) { return scan->triggers[index]; }
void ciio_scan_end(struct ciio_scan *scan) {
  if (scan != NULL) let_go(scan);
}
