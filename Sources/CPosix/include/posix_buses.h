// Chips on I²C and SPI. For the doctor: reading of identity registers; a chip gets nothing but the number of a register. For the
// drivers: transfers of whole registers.
#pragma once
#include <stdint.h>

/// Reads `count` bytes (1 to 32) from a register of a chip on I²C, by SMBus (Documentation/i2c/smbus-protocol.rst). Returns 0, or
/// −errno: −ENXIO or −EREMOTEIO without a chip at this address, −EBUSY if a driver has it.
int gnomon_i2c_read(const char *node, uint8_t address, uint8_t number, uint8_t *bytes, int count);

/// Sends one byte on SPI, and reads `count` bytes (1 to 32) after it, at 1 MHz (Documentation/spi/spidev.rst). Returns 0 or −errno.
int gnomon_spi_read(const char *node, uint8_t first, uint8_t *bytes, int count);

/// Opens a bus for transfers. Returns its descriptor, or −errno: −EOPNOTSUPP for a bus with SMBus only.
int gnomon_bus_open(const char *node);
/// Asks whether an address is free: 0, or −EBUSY if a driver of the kernel has it.
int gnomon_bus_claim(int bus, uint8_t address);
/// Reads `count` bytes (1 to 8192) from a register on: one write and one read, in one call of the system, in the form that every
/// adapter has (i2c-bcm2835.c:352: one read, and it is the last). Returns 0 or −errno.
int gnomon_bus_read(int bus, uint8_t address, uint8_t number, uint8_t *bytes, int count);
/// Writes one register. Returns 0 or −errno.
int gnomon_bus_write(int bus, uint8_t address, uint8_t number, uint8_t value);
