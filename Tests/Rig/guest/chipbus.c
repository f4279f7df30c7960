// chipbus NAME: an I²C bus /dev/NAME (as i2c-9) with models of the registers of an LSM6DSOX at 0x6a and a LIS3MDL at 0x1c. It is a
// character device of this program (CUSE), so that a driver meets a real node with its rights, ioctls and errors.
// The chips stand upright (1 g on y) and turn about y by 20 degrees a second; the field turns with them.
// Commands on standard input, a line each: pull (the chips no longer acknowledge), put (they are back, after a reset), quit.
// The protocol: include/uapi/linux/fuse.h, Documentation/filesystems/fuse.rst of Linux; I²C: Documentation/i2c/dev-interface.rst.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <math.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { WORD = 7, WORDS = 512, IMU = 0x6a, FIELD = 0x1c, MOST = 8, BUFFER = 1 << 17 };

static const double turn_rate = 20 * M_PI / 180, clock_error = 1.004;
static uint8_t imu[256], field[256], fifo[WORDS][WORD];
static int first, count;
static bool is_pulled, is_on;
static double zero, next_sample, away_until, began;
static long field_number = -1;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_BOOTTIME, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void reset_imu(void) {
  memset(imu, 0, sizeof imu);
  imu[0x0f] = 0x6c;
  is_on = false;
  first = count = 0;
}

static void reset_field(void) {
  memset(field, 0, sizeof field);
  field[0x0f] = 0x3d;
  field[0x22] = 0x03;
}

static void put_word(uint8_t *bytes, double value) {
  int16_t number = (int16_t)lrint(value);
  bytes[0] = (uint8_t)(number & 0xff);
  bytes[1] = (uint8_t)((uint16_t)number >> 8);
}

static uint32_t ticks(double time) { return (uint32_t)(int64_t)((time - zero) * 40000 * clock_error); }

static uint8_t *store(uint8_t tag) {
  if (count == WORDS) {
    first = (first + 1) % WORDS;
    count--;
  }
  uint8_t *word = fifo[(first + count++) % WORDS];
  memset(word, 0, WORD);
  word[0] = (uint8_t)(tag << 3);
  return word;
}

static void measure(double time) {
  while (is_on && next_sample <= time) {
    uint32_t stamp = ticks(next_sample);
    memcpy(store(0x04) + 1, &stamp, sizeof stamp);
    put_word(store(0x01) + 3, turn_rate / (0.07 * M_PI / 180));
    put_word(store(0x02) + 3, 1 / 0.244e-3);
    next_sample += 1 / (208 * clock_error);
  }
}

static bool read_chip(uint8_t address, uint8_t number, uint8_t *bytes, int length) {
  double time = now();
  if (is_pulled || time < away_until) return false;
  if (address == IMU) {
    measure(time);
    uint32_t counter = ticks(time);
    memcpy(imu + 0x40, &counter, sizeof counter);
    imu[0x3a] = (uint8_t)(count & 0xff);
    imu[0x3b] = (uint8_t)(count >> 8);
    for (int i = 0; i < length; i++) {
      if (number != 0x78) {
        bytes[i] = imu[(number + i) & 0xff];
        continue;
      }
      bytes[i] = count > 0 ? fifo[first][i % WORD] : 0;
      if (i % WORD == WORD - 1 && count > 0) {
        first = (first + 1) % WORDS;
        count--;
      }
    }
    return true;
  }
  if (address != FIELD) return false;
  // The field lies to the north and down; the chip turns to the left, so in its axes the field turns to the right.
  double angle = turn_rate * (time - began);
  put_word(field + 0x28, 20 * sin(angle) / 0.0146);
  put_word(field + 0x2a, -40 / 0.0146);
  put_word(field + 0x2c, -20 * cos(angle) / 0.0146);
  long measurement = (long)(time * 80);
  field[0x27] = measurement != field_number && field[0x22] == 0 ? 0x0f : 0;
  field_number = measurement;
  for (int i = 0; i < length; i++) bytes[i] = field[((number & 0x7f) + ((number & 0x80) != 0 ? i : 0)) & 0x7f];
  return true;
}

static bool write_chip(uint8_t address, uint8_t number, uint8_t value) {
  double time = now();
  if (is_pulled || time < away_until) return false;
  if (address == IMU) {
    measure(time);
    if (number == 0x12 && (value & 0x81) != 0) {
      if ((value & 1) != 0) reset_imu();
      away_until = time + 0.02;
    } else if (number == 0x42 && value == 0xaa) {
      zero = time;
    } else {
      imu[number] = value;
    }
    if (number == 0x0a) {
      is_on = (value & 7) == 6;
      if (is_on) next_sample = time + 1 / 208.0;
      else first = count = 0;
    }
    return true;
  }
  if (address != FIELD) return false;
  field[number] = value;
  return true;
}

static int cuse;

static void answer(uint64_t unique, int error, const void *a, size_t a_length, const void *b, size_t b_length) {
  struct fuse_out_header head = {
      .len = (uint32_t)(sizeof head + a_length + b_length), .error = error, .unique = unique};
  struct iovec parts[3] = {{&head, sizeof head}, {(void *)(uintptr_t)a, a_length}, {(void *)(uintptr_t)b, b_length}};
  if (writev(cuse, parts, 3) < 0 && errno != ENOENT) perror("chipbus: answer");
}

static void retry(
    uint64_t unique, const struct fuse_ioctl_iovec *in, unsigned ins, const struct fuse_ioctl_iovec *out, unsigned outs) {
  struct fuse_ioctl_out head = {.flags = FUSE_IOCTL_RETRY, .in_iovs = ins, .out_iovs = outs};
  struct fuse_ioctl_iovec all[2 * MOST + 4];
  for (unsigned at = 0; at < ins; at++) all[at] = in[at];
  for (unsigned at = 0; at < outs; at++) all[ins + at] = out[at];
  answer(unique, 0, &head, sizeof head, all, (ins + outs) * sizeof *all);
}

static void finish(uint64_t unique, int result, const void *data, size_t length) {
  struct fuse_ioctl_out head = {.result = result};
  answer(unique, 0, &head, sizeof head, data, length);
}

// Three calls of the kernel for one: the structure, then the messages, then what they write.
static void transfer(uint64_t unique, const struct fuse_ioctl_in *call, const uint8_t *data) {
  struct fuse_ioctl_iovec in[MOST + 2] = {{call->arg, sizeof(struct i2c_rdwr_ioctl_data)}}, out[MOST];
  if (call->in_size < in[0].len) return retry(unique, in, 1, out, 0);
  struct i2c_rdwr_ioctl_data given;
  memcpy(&given, data, sizeof given);
  if (given.nmsgs < 1 || given.nmsgs > MOST) return finish(unique, -EINVAL, NULL, 0);
  in[1].base = (uint64_t)(uintptr_t)given.msgs;
  in[1].len = given.nmsgs * sizeof(struct i2c_msg);
  if (call->in_size < in[0].len + in[1].len) return retry(unique, in, 2, out, 0);
  struct i2c_msg messages[MOST];
  memcpy(messages, data + in[0].len, in[1].len);
  unsigned ins = 2, outs = 0;
  size_t wanted = in[0].len + in[1].len, room = 0;
  for (unsigned i = 0; i < given.nmsgs; i++) {
    struct fuse_ioctl_iovec part = {(uint64_t)(uintptr_t)messages[i].buf, messages[i].len};
    if ((messages[i].flags & I2C_M_RD) != 0) {
      // As the adapter of Raspberry Pis up to the 4: one message that reads, and it is the last.
      if (i + 1 < given.nmsgs) return finish(unique, -EOPNOTSUPP, NULL, 0);
      out[outs++] = part;
      room += part.len;
    } else {
      in[ins++] = part;
      wanted += part.len;
    }
  }
  if (call->in_size < wanted || call->out_size < room) return retry(unique, in, ins, out, outs);
  static uint8_t answered[8192];
  if (room > sizeof answered) return finish(unique, -EINVAL, NULL, 0);
  const uint8_t *written = data + in[0].len + in[1].len;
  uint8_t number = 0;
  for (unsigned i = 0; i < given.nmsgs; i++) {
    uint8_t address = (uint8_t)messages[i].addr;
    bool is_done = true;
    if ((messages[i].flags & I2C_M_RD) != 0) {
      is_done = read_chip(address, number, answered, messages[i].len);
    } else {
      if (messages[i].len >= 1) number = written[0];
      if (messages[i].len == 2) is_done = write_chip(address, number, written[1]);
      written += messages[i].len;
    }
    if (!is_done) return finish(unique, -EREMOTEIO, NULL, 0);
  }
  finish(unique, (int)given.nmsgs, answered, room);
}

static void serve_ioctl(uint64_t unique, const struct fuse_ioctl_in *call, const uint8_t *data) {
  struct fuse_ioctl_iovec out = {call->arg, sizeof(unsigned long)};
  unsigned long can = I2C_FUNC_I2C;
  switch (call->cmd) {
    case I2C_SLAVE: return finish(unique, 0, NULL, 0);
    case I2C_FUNCS:
      if (call->out_size < sizeof can) return retry(unique, NULL, 0, &out, 1);
      return finish(unique, 0, &can, sizeof can);
    case I2C_RDWR: return transfer(unique, call, data);
    default: return finish(unique, -ENOTTY, NULL, 0);
  }
}

static void serve(const uint8_t *request, const char *name) {
  const struct fuse_in_header *head = (const void *)request;
  const uint8_t *body = request + sizeof *head;
  switch (head->opcode) {
    case CUSE_INIT: {
      struct cuse_init_out init = {
          .major = FUSE_KERNEL_VERSION, .minor = FUSE_KERNEL_MINOR_VERSION, .flags = CUSE_UNRESTRICTED_IOCTL,
          .max_read = 65536, .max_write = 65536};
      char line[64];
      int length = snprintf(line, sizeof line, "DEVNAME=%s", name) + 1;
      answer(head->unique, 0, &init, sizeof init, line, (size_t)length);
      break;
    }
    case FUSE_OPEN: {
      struct fuse_open_out open = {0};
      answer(head->unique, 0, &open, sizeof open, NULL, 0);
      break;
    }
    case FUSE_RELEASE:
    case FUSE_FLUSH: answer(head->unique, 0, NULL, 0, NULL, 0); break;
    case FUSE_INTERRUPT: break;
    case FUSE_IOCTL: {
      const struct fuse_ioctl_in *call = (const void *)body;
      serve_ioctl(head->unique, call, body + sizeof *call);
      break;
    }
    default: answer(head->unique, -ENOSYS, NULL, 0, NULL, 0);
  }
}

int main(int count_of_words, char **words) {
  if (count_of_words != 2) {
    fputs("usage: chipbus NAME\n", stderr);
    return 64;
  }
  cuse = open("/dev/cuse", O_RDWR | O_CLOEXEC);
  if (cuse < 0) {
    perror("chipbus: /dev/cuse");
    return 1;
  }
  reset_imu();
  reset_field();
  began = now();
  static uint8_t request[BUFFER];
  struct pollfd waiting[2] = {{.fd = cuse, .events = POLLIN}, {.fd = STDIN_FILENO, .events = POLLIN}};
  while (poll(waiting, 2, -1) >= 0 || errno == EINTR) {
    if ((waiting[0].revents & POLLIN) != 0) {
      ssize_t length = read(cuse, request, sizeof request);
      if (length >= (ssize_t)sizeof(struct fuse_in_header)) serve(request, words[1]);
      else if (length < 0 && errno != EINTR && errno != ENOENT && errno != EAGAIN) break;
    }
    if (waiting[1].revents != 0) {
      char line[64];
      ssize_t length = read(STDIN_FILENO, line, sizeof line - 1);
      if (length <= 0) break;
      line[length] = 0;
      if (strstr(line, "quit") != NULL) break;
      if (strstr(line, "pull") != NULL) is_pulled = true;
      if (strstr(line, "put") != NULL) {
        reset_imu();
        reset_field();
        is_pulled = false;
      }
      printf("%s", line);
      fflush(stdout);
    }
  }
  return 0;
}
