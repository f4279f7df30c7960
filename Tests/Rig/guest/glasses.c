// glasses: a pair of XREAL Air on uhid, for a real node of hidraw. They stand upright (1 g on the body's y) and turn to the left
// by 20 degrees a second; the magnetic field turns with them. A second HID interface, that of display modes, is beside the motion
// sensor's, as on the glasses, and counts what it is sent. Commands on standard input, a line each: plug, unplug, quiet (they
// answer and send no reports), talk, quit. Standard output has the messages that come. The protocol: the table of reports in
// docs/glasses.md's sources; the kernel's side: Documentation/hid/uhid.rst of Linux.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/uhid.h>
#include <math.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LENGTH = 64, HEADER = 8, PIECE = 56, LEAD = 5 };

static const double turn_rate = 20 * M_PI / 180, clock_error = 1.00003;
static const char record[] =
    "{\"IMU\": {\"device_1\": {\"accel_bias\": [0.01, -0.02, 0.03], \"gyro_bias\": [-0.0106, -0.0071, 0.0053], "
    "\"gyro_q_mag\": [0.353553, 0.612372, 0.353553, 0.612372], \"mag_bias\": [0, 0, 0]}}}";
static int sensor = -1, modes = -1;
static bool is_streaming, is_quiet;
static double started;
static long sent;
static size_t place;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_BOOTTIME, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static uint32_t checksum(const uint8_t *bytes, size_t count) {
  uint32_t value = UINT32_MAX;
  for (size_t i = 0; i < count; i++) {
    value ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) value = value & 1 ? value >> 1 ^ 0xEDB88320u : value >> 1;
  }
  return ~value;
}

static void put(uint8_t *bytes, uint64_t value, int count) {
  for (int i = 0; i < count; i++) bytes[i] = (uint8_t)(value >> (8 * i));
}

static void send_report(const uint8_t *report) {
  struct uhid_event event = {.type = UHID_INPUT2};
  event.u.input2.size = LENGTH;
  memcpy(event.u.input2.data, report, LENGTH);
  if (sensor >= 0 && write(sensor, &event, sizeof event) < 0) printf("fault %s\n", strerror(errno));
}

static void answer(uint8_t message, const void *payload, size_t count) {
  uint8_t report[LENGTH] = {0xaa};
  put(report + LEAD, 3 + count, 2);
  report[7] = message;
  memcpy(report + HEADER, payload, count);
  put(report + 1, checksum(report + LEAD, 3 + count), 4);
  send_report(report);
}

static void measure(void) {
  double time = started + (double)(sent + 1) * 1e-3 / clock_error;
  if (time > now()) return;
  sent++;
  if (is_quiet) return;
  uint8_t report[LENGTH] = {0x01, 0x02};
  put(report + 2, (uint64_t)(12 * 132.48), 2);
  put(report + 4, (uint64_t)(24564377043000LL + (int64_t)(time * clock_error * 1e9)), 8);
  put(report + 12, 4000, 2);
  put(report + 14, 1 << 24, 4);
  put(report + 27, 32, 2);
  put(report + 29, 1 << 24, 4);
  // The sensor's z is the body's y.
  put(report + 24, (uint64_t)llround(turn_rate * 180 / M_PI * (1 << 24) / 4000), 3);
  put(report + 39, (1 << 24) / 32, 3);
  double angle = turn_rate * time, right = 20 * sin(angle), up = -45, back = 20 * cos(angle);
  double field[3] = {-back, sqrt(0.75) * right - 0.5 * up, -0.5 * right - sqrt(0.75) * up};
  put(report + 42, 0x8000, 2);
  put(report + 44, 1024, 4);
  for (int i = 0; i < 3; i++) put(report + 48 + 2 * i, (uint64_t)llround(field[i] * 10.24 + 0x8000), 2);
  report[62] = sent * 3 / 20 != (sent - 1) * 3 / 20;
  send_report(report);
}

static int create(const char *physical) {
  // 64 bytes in, 64 bytes out, without a number.
  static const uint8_t descriptor[] = {0x06, 0x00, 0xff, 0x09, 0x01, 0xa1, 0x01, 0x15, 0x00, 0x26, 0xff, 0x00, 0x75, 0x08,
                                       0x95, 0x40, 0x09, 0x01, 0x81, 0x02, 0x95, 0x40, 0x09, 0x01, 0x91, 0x02, 0xc0};
  int device = open("/dev/uhid", O_RDWR | O_CLOEXEC);
  if (device < 0) {
    perror("glasses: /dev/uhid");
    exit(1);
  }
  struct uhid_event event = {.type = UHID_CREATE2};
  strcpy((char *)event.u.create2.name, "xreal Air");
  strcpy((char *)event.u.create2.phys, physical);
  strcpy((char *)event.u.create2.uniq, "SIMULATED1");
  event.u.create2.bus = 0x03;
  event.u.create2.vendor = 0x3318;
  event.u.create2.product = 0x0424;
  event.u.create2.rd_size = sizeof descriptor;
  memcpy(event.u.create2.rd_data, descriptor, sizeof descriptor);
  if (write(device, &event, sizeof event) < 0) perror("glasses: create");
  return device;
}

static void plug(void) {
  if (sensor >= 0) return;
  is_streaming = false;
  sensor = create("usb-simulated-1/input3");
  modes = create("usb-simulated-1/input4");
}

static void unplug(void) {
  struct uhid_event event = {.type = UHID_DESTROY};
  for (int i = 0; i < 2; i++) {
    int *device = i == 0 ? &sensor : &modes;
    if (*device < 0) continue;
    if (write(*device, &event, sizeof event) < 0) perror("glasses: destroy");
    close(*device);
    *device = -1;
  }
}

static void take(int device) {
  struct uhid_event event;
  if (read(device, &event, sizeof event) <= 0 || event.type != UHID_OUTPUT) return;
  const uint8_t *frame = event.u.output.data;
  size_t count = event.u.output.size;
  if (device == modes) {
    printf("modes got %zu bytes\n", count);
    return;
  }
  size_t length = count >= HEADER ? frame[5] | frame[6] << 8 : 0;
  uint8_t sum[4];
  if (length >= 3 && LEAD + length <= count) put(sum, checksum(frame + LEAD, length), 4);
  if (length < 3 || LEAD + length > count || frame[0] != 0xaa || memcmp(frame + 1, sum, 4) != 0) {
    printf("wrong frame of %zu bytes\n", count);
    return;
  }
  printf("message %02x\n", frame[7]);
  size_t left = sizeof record - 1 - place;
  switch (frame[7]) {
    case 0x14: {
      uint8_t size[4];
      put(size, sizeof record - 1, 4);
      place = 0;
      answer(0x14, size, 4);
      break;
    }
    case 0x15:
      if (left > PIECE) left = PIECE;
      answer(0x15, record + place, left);
      place += left;
      break;
    case 0x19:
      is_streaming = length > 3 && frame[HEADER] == 1;
      started = now();
      sent = 0;
      answer(0x19, frame + HEADER, length - 3);
      break;
    default: printf("unknown message\n");
  }
}

int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  while (true) {
    struct pollfd waiting[3] = {
        {.fd = STDIN_FILENO, .events = POLLIN}, {.fd = sensor, .events = POLLIN}, {.fd = modes, .events = POLLIN}};
    if (poll(waiting, 3, is_streaming ? 1 : 1000) < 0 && errno != EINTR) return 1;
    for (int i = 1; i < 3; i++)
      if ((waiting[i].revents & POLLIN) != 0) take(waiting[i].fd);
    if (waiting[0].revents != 0) {
      char line[64];
      ssize_t length = read(STDIN_FILENO, line, sizeof line - 1);
      if (length <= 0) return 0;
      line[length] = 0;
      printf("%s", line);
      if (strstr(line, "quit") != NULL) return 0;
      if (strstr(line, "unplug") != NULL) unplug();
      else if (strstr(line, "plug") != NULL) plug();
      if (strstr(line, "quiet") != NULL) is_quiet = true;
      if (strstr(line, "talk") != NULL) is_quiet = false;
    }
    for (long before = -1; is_streaming && before != sent;) {
      before = sent;
      measure();
    }
  }
}
