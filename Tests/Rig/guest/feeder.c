// feeder SCRIPT PORT: the simulated sensors of the guest. A HID sensor hub with accelerometer, gyroscope and magnetometer, for
// which the kernel's own drivers make IIO devices, and a GNSS receiver that sends to UDP port PORT on this machine. Both play
// SCRIPT with one clock. Lines of SCRIPT, in the order of their time:
//   a|g|m NANOSECONDS X Y Z      whole numbers of 10⁻⁶ m/s², 10⁻⁷ rad/s, 10⁻⁶ gauss: exactly the steps of a recording's lines
//   p NANOSECONDS HEX            a message of the receiver
// Standard input takes commands, a line each:
//   plug, plug own, unplug       makes a hub whose stamps are boot time, or by a clock of its own; destroys it: time goes on
//                                without
//   start KEYS                   the script begins when the host has turned these sensors on, as in "start agm"
//   pause, resume                sends nothing; then goes on at the current time, leaving out the lines in between
//   quit
// Standard output has the events with their CLOCK_BOOTTIME: EVENT NANOSECONDS [details].
// HID usages: HID Usage Tables 1.4, chapter 20 (sensors). The kernel's side: Documentation/hid/uhid.rst.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/uhid.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// A selector counts from 1: 1 is the first of its usages.
enum { SENSORS = 3, SELECTOR_SIZE = 6, ALL_EVENTS = 2, FULL_POWER = 2, POWER_OFF = 6, SECOND = 1000000000 };

// Units in which the kernel's scale, of which it gives nine decimals, is exact: in others a sample is read as much as 10⁻⁴ of
// itself off. They are numbered as in the kernel's hid-sensor-ids.h, whose bytes are not in the order of the HID specification; a
// unit that it does not know gets the scale 1. Exponents are a nibble each, -6 being 0xA.
static struct sensor {
  char key;
  uint8_t usage;
  uint16_t data, sensitivity;
  uint32_t unit;
  uint8_t exponent;
  // The host's settings, and the measured values.
  uint8_t reporting, power;
  uint32_t interval;
  uint16_t change;
  int32_t value[3];
  int64_t stamp;
} sensors[SENSORS] = {
    {.key = 'a', .usage = 0x73, .data = 0x0453, .sensitivity = 0x1452, .unit = 0x11E0, .exponent = 0xA},
    {.key = 'g', .usage = 0x76, .data = 0x0457, .sensitivity = 0x1456, .unit = 0x12F0, .exponent = 0x9},
    {.key = 'm', .usage = 0x83, .data = 0x0485, .sensitivity = 0x1484, .unit = 0x01E1F000, .exponent = 0xA},
};

static int hub = -1;
static bool is_paused, has_own_clock;

static int64_t boot_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_BOOTTIME, &time);
  return (int64_t)time.tv_sec * SECOND + time.tv_nsec;
}

static void say(const char *event, const char *format, ...) {
  printf("%s %lld ", event, (long long)boot_time());
  va_list arguments;
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  putchar('\n');
  fflush(stdout);
}

// The report descriptor.

static uint8_t descriptor[HID_MAX_DESCRIPTOR_SIZE];
static int length;

static void put(int count, ...) {
  va_list bytes;
  va_start(bytes, count);
  while (count-- > 0) descriptor[length++] = (uint8_t)va_arg(bytes, int);
  va_end(bytes);
}

static void put_usage(unsigned usage) { put(3, 0x0A, usage & 0xFF, usage >> 8); }

// One of several states, named by consecutive usages.
static void put_selector(unsigned property, unsigned first) {
  put_usage(property);
  put(8, 0x15, 1, 0x25, SELECTOR_SIZE, 0x75, 8, 0x95, 1);
  put(2, 0xA1, 2);
  for (unsigned i = 0; i < SELECTOR_SIZE; i++) put_usage(first + i);
  put(3, 0xB1, 0, 0xC0);
}

static void put_signed_range(void) { put(10, 0x17, 0, 0, 0, 0x80, 0x27, 0xFF, 0xFF, 0xFF, 0x7F); }

static void put_unit(uint32_t unit) { put(5, 0x67, unit & 0xFF, unit >> 8 & 0xFF, unit >> 16 & 0xFF, unit >> 24); }

static void describe(const struct sensor *sensor, int report) {
  put(6, 0x85, report, 0x05, 0x20, 0x09, sensor->usage);
  put(2, 0xA1, 0);
  put_selector(0x0316, 0x0840);  // reporting state
  put_selector(0x0319, 0x0850);  // power state
  put_usage(0x030E);             // report interval, ms
  put(7, 0x15, 0, 0x27, 0xFF, 0xFF, 0xFF, 0x7F);
  put(8, 0x75, 32, 0x95, 1, 0x55, 0, 0xB1, 2);
  put_usage(sensor->sensitivity);
  put(5, 0x15, 0, 0x26, 0xFF, 0x7F);
  put(8, 0x75, 16, 0x95, 1, 0x55, 0xE, 0xB1, 2);
  for (unsigned axis = 0; axis < 3; axis++) {
    put_usage(sensor->data + axis);
    put_signed_range();
    put_unit(sensor->unit);
    put(8, 0x75, 32, 0x95, 1, 0x55, sensor->exponent, 0x81, 2);
  }
  put_unit(0);
  put_usage(0x0529);  // time stamp, µs
  put_signed_range();
  put(9, 0x75, 64, 0x95, 1, 0x55, 0xA, 0x81, 2, 0xC0);
}

static void describe_hub(void) {
  length = 0;
  put(6, 0x05, 0x20, 0x09, 0x01, 0xA1, 0);
  for (int i = 0; i < SENSORS; i++) describe(&sensors[i], i + 1);
  put(1, 0xC0);
}

// The hub.

static void tell(const struct uhid_event *event) {
  if (hub >= 0 && write(hub, event, sizeof *event) < 0) say("fault", "uhid: %s", strerror(errno));
}

static bool is_on(const struct sensor *sensor) { return sensor->reporting == ALL_EVENTS && sensor->power == FULL_POWER; }

static bool are_on(const char *keys) {
  for (int i = 0; i < SENSORS; i++)
    if (strchr(keys, sensors[i].key) != NULL && !is_on(&sensors[i])) return false;
  return true;
}

static void plug(bool own_clock) {
  if (hub >= 0) return;
  has_own_clock = own_clock;
  hub = open("/dev/uhid", O_RDWR | O_CLOEXEC);
  if (hub < 0) {
    say("fault", "/dev/uhid: %s", strerror(errno));
    exit(1);
  }
  for (int i = 0; i < SENSORS; i++) {
    sensors[i].reporting = 1;
    sensors[i].power = POWER_OFF;
    sensors[i].interval = 10;
  }
  describe_hub();
  struct uhid_event event = {.type = UHID_CREATE2};
  strcpy((char *)event.u.create2.name, "virtual sensor hub");
  event.u.create2.bus = 0x03;
  event.u.create2.vendor = 0x1209;
  event.u.create2.product = 0x0001;
  event.u.create2.rd_size = (uint16_t)length;
  memcpy(event.u.create2.rd_data, descriptor, (size_t)length);
  tell(&event);
  say("plugged", "");
}

static void unplug(void) {
  if (hub < 0) return;
  tell(&(struct uhid_event){.type = UHID_DESTROY});
  close(hub);
  hub = -1;
  say("unplugged", "");
}

static uint16_t input_report(const struct sensor *sensor, uint8_t *data) {
  data[0] = (uint8_t)(sensor - sensors + 1);
  memcpy(data + 1, sensor->value, sizeof sensor->value);
  memcpy(data + 13, &sensor->stamp, sizeof sensor->stamp);
  return 21;
}

static uint16_t feature_report(const struct sensor *sensor, uint8_t *data) {
  data[0] = (uint8_t)(sensor - sensors + 1);
  data[1] = sensor->reporting;
  data[2] = sensor->power;
  memcpy(data + 3, &sensor->interval, sizeof sensor->interval);
  memcpy(data + 7, &sensor->change, sizeof sensor->change);
  return 9;
}

// The kernel waits for each answer, so one is always sent.
static void answer(void) {
  struct uhid_event event, reply;
  memset(&reply, 0, sizeof reply);
  if (read(hub, &event, sizeof event) <= 0) return;
  if (event.type == UHID_GET_REPORT) {
    unsigned number = event.u.get_report.rnum;
    reply.type = UHID_GET_REPORT_REPLY;
    reply.u.get_report_reply.id = event.u.get_report.id;
    uint8_t *data = reply.u.get_report_reply.data;
    bool is_feature = event.u.get_report.rtype == UHID_FEATURE_REPORT;
    // A sensor that is switched off has no measurement, even on request.
    if (number < 1 || number > SENSORS || (is_paused && !is_feature)) reply.u.get_report_reply.err = EIO;
    else reply.u.get_report_reply.size = (is_feature ? feature_report : input_report)(&sensors[number - 1], data);
    tell(&reply);
  } else if (event.type == UHID_SET_REPORT) {
    unsigned number = event.u.set_report.rnum;
    const uint8_t *data = event.u.set_report.data;
    reply.type = UHID_SET_REPORT_REPLY;
    reply.u.set_report_reply.id = event.u.set_report.id;
    if (number >= 1 && number <= SENSORS && event.u.set_report.size >= 9) {
      struct sensor *sensor = &sensors[number - 1];
      sensor->reporting = data[1];
      sensor->power = data[2];
      memcpy(&sensor->interval, data + 3, sizeof sensor->interval);
      memcpy(&sensor->change, data + 7, sizeof sensor->change);
      say("set", "%c reporting %u power %u interval %u ms", sensor->key, data[1], data[2], sensor->interval);
    } else {
      reply.u.set_report_reply.err = EIO;
    }
    tell(&reply);
  }
}

// The script.

static FILE *script;
static char line[4096];
static int64_t due;  // the current line's time in the script
static bool is_over;

static void next_line(void) {
  long long time;
  do is_over = fgets(line, sizeof line, script) == NULL;
  while (!is_over && sscanf(line, "%*c %lld", &time) != 1);
  if (!is_over) due = time;
}

// Boot time at the script's beginning, and the start of a hub's own clock, which is independent of boot time.
static int64_t begun;
static const int64_t OWN_CLOCK = 5000000000;

static long sent[SENSORS], fixes;

static void measure(void) {
  long long time;
  char key;
  int32_t x, y, z;
  if (sscanf(line, "%c %lld %d %d %d", &key, &time, &x, &y, &z) != 5) return;
  for (int i = 0; i < SENSORS; i++) {
    struct sensor *sensor = &sensors[i];
    if (sensor->key != key || hub < 0 || !is_on(sensor)) continue;
    memcpy(sensor->value, (int32_t[]){x, y, z}, sizeof sensor->value);
    sensor->stamp = (time + (has_own_clock ? OWN_CLOCK : begun)) / 1000;
    struct uhid_event event = {.type = UHID_INPUT2};
    event.u.input2.size = input_report(sensor, event.u.input2.data);
    tell(&event);
    sent[i]++;
  }
}

static void report_fix(int receiver) {
  long long time;
  int offset;
  static uint8_t bytes[sizeof line / 2];
  size_t count = 0;
  if (sscanf(line, "p %lld %n", &time, &offset) != 1) return;
  for (const char *hex = line + offset; sscanf(hex, "%2hhx", &bytes[count]) == 1; hex += 2) count++;
  // gpsd may not be listening.
  ssize_t done = send(receiver, bytes, count, 0);
  fixes++;
  say("fix", "%lld %s", time, done < 0 ? "unheard" : "heard");
}

int main(int count, char **arguments) {
  if (count != 3 || (script = fopen(arguments[1], "r")) == NULL) {
    fprintf(stderr, "feeder SCRIPT PORT\n");
    return 64;
  }
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(arguments[2]))};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int receiver = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (receiver < 0 || connect(receiver, (struct sockaddr *)&address, sizeof address) < 0) return 1;

  bool is_running = false;
  char commands[256], wanted[sizeof commands] = "";
  size_t held = 0;
  next_line();
  for (;;) {
    int64_t left = is_running && !is_over ? due + begun - boot_time() : SECOND;
    if (left < 0) left = 0;
    struct timespec pause = {.tv_sec = left / SECOND, .tv_nsec = left % SECOND};
    struct pollfd ready[] = {{.fd = hub, .events = POLLIN}, {.fd = STDIN_FILENO, .events = POLLIN}};
    ppoll(ready, 2, &pause, NULL);
    if (hub >= 0 && (ready[0].revents & POLLIN) != 0) answer();
    if ((ready[1].revents & (POLLIN | POLLHUP)) != 0) {
      ssize_t got = read(STDIN_FILENO, commands + held, sizeof commands - held);
      if (got <= 0) break;
      held += (size_t)got;
      for (char *end; (end = memchr(commands, '\n', held)) != NULL;) {
        *end = 0;
        if (strcmp(commands, "plug") == 0) plug(false);
        else if (strcmp(commands, "plug own") == 0) plug(true);
        else if (strcmp(commands, "unplug") == 0) unplug();
        else if (strncmp(commands, "start ", 6) == 0) snprintf(wanted, sizeof wanted, "%s", commands + 6);
        else if (strcmp(commands, "pause") == 0) is_paused = true, say("paused", "");
        else if (strcmp(commands, "resume") == 0) is_paused = false, say("resumed", "");
        else if (strcmp(commands, "quit") == 0) goto end;
        else say("fault", "unknown command %s", commands);
        size_t used = (size_t)(end + 1 - commands);
        memmove(commands, end + 1, held -= used);
      }
    }
    if (!is_running && wanted[0] != 0 && are_on(wanted)) {
      is_running = true;
      // Whole microseconds, so that the stamps have no rounding error.
      begun = (boot_time() + SECOND / 5) / 1000 * 1000;
      say("started", "%lld", (long long)begun);
    }
    if (!is_running || is_over || boot_time() < begun + due) continue;
    if (is_paused) {
    } else if (line[0] == 'p') {
      report_fix(receiver);
    } else {
      measure();
    }
    next_line();
    if (is_over) say("over", "");
  }
end:
  say("sent", "%ld %ld %ld %ld", sent[0], sent[1], sent[2], fixes);
  unplug();
  return 0;
}
