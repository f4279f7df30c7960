#include "posix_buses.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <linux/spi/spidev.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { most = 32 };

static int read_smbus(int node, uint8_t address, uint8_t number, uint8_t *bytes, int count) {
  // I2C_SLAVE and not I2C_SLAVE_FORCE: the kernel refuses an address whose chip a driver uses.
  if (ioctl(node, I2C_SLAVE, (unsigned long)address) < 0) return -errno;
  union i2c_smbus_data data;
  memset(&data, 0, sizeof data);
  struct i2c_smbus_ioctl_data call = {.read_write = I2C_SMBUS_READ, .command = number, .data = &data};
  if (count == 1) {
    call.size = I2C_SMBUS_BYTE_DATA;
  } else {
    call.size = I2C_SMBUS_I2C_BLOCK_DATA;
    data.block[0] = (uint8_t)count;
  }
  // An address that no chip acknowledges is ENXIO (Linux, Documentation/i2c/fault-codes.rst); some adapters say ENODEV, as i2c-stub
  // does.
  if (ioctl(node, I2C_SMBUS, &call) < 0) return errno == ENODEV ? -ENXIO : -errno;
  if (count == 1) {
    bytes[0] = data.byte;
  } else if (data.block[0] == count) {
    memcpy(bytes, data.block + 1, (size_t)count);
  } else {
    return -EIO;
  }
  return 0;
}

int gnomon_i2c_read(const char *path, uint8_t address, uint8_t number, uint8_t *bytes, int count) {
  if (count < 1 || count > most) return -EINVAL;
  int node = open(path, O_RDWR | O_CLOEXEC);
  if (node < 0) return -errno;
  int result = read_smbus(node, address, number, bytes, count);
  close(node);
  return result;
}

int gnomon_spi_read(const char *path, uint8_t first, uint8_t *bytes, int count) {
  if (count < 1 || count > most) return -EINVAL;
  int node = open(path, O_RDWR | O_CLOEXEC);
  if (node < 0) return -errno;
  uint8_t sent[most + 1] = {first}, received[most + 1] = {0};
  struct spi_ioc_transfer transfer;
  memset(&transfer, 0, sizeof transfer);
  transfer.tx_buf = (uintptr_t)sent;
  transfer.rx_buf = (uintptr_t)received;
  transfer.len = (uint32_t)count + 1;
  transfer.speed_hz = 1000000;
  int result = ioctl(node, SPI_IOC_MESSAGE(1), &transfer) < 0 ? -errno : 0;
  if (result == 0) memcpy(bytes, received + 1, (size_t)count);
  close(node);
  return result;
}

int gnomon_bus_open(const char *path) {
  int node = open(path, O_RDWR | O_CLOEXEC);
  if (node < 0) return -errno;
  unsigned long can = 0;
  int result = ioctl(node, I2C_FUNCS, &can) < 0 ? -errno : (can & I2C_FUNC_I2C) == 0 ? -EOPNOTSUPP : 0;
  if (result == 0) return node;
  close(node);
  return result;
}

int gnomon_bus_claim(int bus, uint8_t address) { return ioctl(bus, I2C_SLAVE, (unsigned long)address) < 0 ? -errno : 0; }

static int transfer(int bus, struct i2c_msg *messages, uint32_t count) {
  struct i2c_rdwr_ioctl_data data = {.msgs = messages, .nmsgs = count};
  int done = ioctl(bus, I2C_RDWR, &data);
  return done < 0 ? -errno : done == (int)count ? 0 : -EIO;
}

int gnomon_bus_read(int bus, uint8_t address, uint8_t number, uint8_t *bytes, int count) {
  if (count < 1 || count > 8192) return -EINVAL;
  struct i2c_msg messages[2] = {
      {.addr = address, .len = 1, .buf = &number},
      {.addr = address, .flags = I2C_M_RD, .len = (uint16_t)count, .buf = bytes},
  };
  return transfer(bus, messages, 2);
}

int gnomon_bus_write(int bus, uint8_t address, uint8_t number, uint8_t value) {
  uint8_t bytes[2] = {number, value};
  struct i2c_msg message = {.addr = address, .len = 2, .buf = bytes};
  return transfer(bus, &message, 1);
}
