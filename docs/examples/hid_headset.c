// hid_headset DEVICE: a driver for glasses on USB or Bluetooth HID that the kernel shows as /dev/hidraw0; its output goes to
// `gnomon push --clock device`.
//
//   cc -O2 -o hid_headset hid_headset.c && ./hid_headset /dev/hidraw0 | gnomon push --clock device --name glasses
//
// Each maker has a report of its own: adapt the constants, and `axes`, to that of yours. This one has 24 bytes, little-endian:
//
//   0  u8   number of the report
//   4  u32  time in microseconds of a 32-bit counter, which overflows after 71 minutes
//   8  i16  gyroscope x, y, z, 1/16.4 of a degree per second
//   14 i16  accelerometer x, y, z, 1/2048 of 9.80665 m/s²
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { REPORT_BYTES = 24, REPORT_NUMBER = 1, TIME = 4, RATE = 8, FORCE = 14 };
static const double RATE_UNIT = 3.14159265358979323846 / 180 / 16.4, FORCE_UNIT = 9.80665 / 2048;
// Body axes (x right, y up, z back) from the sensor's: here its x is to the front, y to the left, z up.
static const double axes[3][3] = {{0, -1, 0}, {0, 0, 1}, {-1, 0, 0}};

static double number(const uint8_t *bytes) { return (int16_t)(bytes[0] | bytes[1] << 8); }

static void print_sample(char tag, double time, const uint8_t *bytes, double unit) {
  double body[3] = {0, 0, 0};
  for (int row = 0; row < 3; row++)
    for (int column = 0; column < 3; column++) body[row] += axes[row][column] * number(bytes + 2 * column) * unit;
  printf("%c,%.6f,%.9g,%.9g,%.9g\n", tag, time, body[0], body[1], body[2]);
}

int main(int count, char **words) {
  if (count != 2) return fprintf(stderr, "hid_headset: expected a device, as /dev/hidraw0\n"), 64;
  int device = open(words[1], O_RDONLY | O_CLOEXEC);
  if (device < 0) return fprintf(stderr, "hid_headset: %s: %s\n", words[1], strerror(errno)), 66;
  uint8_t report[REPORT_BYTES];
  uint32_t last = 0;
  uint64_t turns = 0;
  unsigned long skipped = 0;
  for (;;) {
    // hidraw gives one report for each read.
    ssize_t length = read(device, report, sizeof report);
    if (length < 0 && errno == EINTR) continue;
    if (length <= 0) break;
    if (length != REPORT_BYTES || report[0] != REPORT_NUMBER) {
      skipped++;
      continue;
    }
    const uint8_t *bytes = report + TIME;
    const uint32_t now = bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    if (now < last && last - now > UINT32_MAX / 2) turns++;
    last = now;
    const double time = (double)((turns << 32) + now) * 1e-6;
    print_sample('A', time, report + FORCE, FORCE_UNIT);
    print_sample('G', time, report + RATE, RATE_UNIT);
    fflush(stdout);
  }
  fprintf(stderr, "hid_headset: %lu other reports\n", skipped);
  return 0;
}
