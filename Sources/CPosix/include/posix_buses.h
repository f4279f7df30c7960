// Reading of identity registers of chips on I²C and SPI, for the doctor. A chip gets nothing but the number of a register.
#pragma once
#include <stdint.h>

/// Reads `count` bytes (1 to 32) from a register of a chip on I²C, by SMBus (Documentation/i2c/smbus-protocol.rst). Returns 0, or
/// −errno: −ENXIO or −EREMOTEIO without a chip at this address, −EBUSY if a driver has it.
int gnomon_i2c_read(const char *node, uint8_t address, uint8_t number, uint8_t *bytes, int count);

/// Sends one byte on SPI, and reads `count` bytes (1 to 32) after it, at 1 MHz (Documentation/spi/spidev.rst). Returns 0 or −errno.
int gnomon_spi_read(const char *node, uint8_t first, uint8_t *bytes, int count);
