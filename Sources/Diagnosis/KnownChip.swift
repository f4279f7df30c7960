import Chips

/// A chip that may be on a bus without its driver: where it answers, how it identifies itself, and which driver has it.
///
/// Identity registers and values are those that the drivers of Linux 6.12 check, or the data sheet's; those of a chip that
/// `gnomon-drivers` reads are `ServedChip`'s. `kernel` is the oldest of the kernels 6.1, 6.12 and 6.13 that has the driver for this
/// chip. docs/hardware.md has the same table for people.
struct KnownChip: Equatable, Sendable {
  enum Kind: String, Sendable { case inertial, magnetometer, barometer }

  var name: String
  var kind: Kind
  /// `compatible` of a device tree; empty without a driver.
  var compatible: String
  var addresses: [UInt8]
  /// The identity register, the bytes before its value on I²C, and the value.
  var register: UInt8
  var leading = 0
  var identity: [UInt8]
  /// The bytes before the value on SPI; nil if the chip is not looked for there.
  var leadingOnSPI: Int?
  /// The driver's module on I²C; nil if no such kernel has one.
  var module: String?
  var kernel: KernelVersion?
  /// The option of a kernel's configuration that builds this module.
  var option: String?
  /// The name by which a Raspberry Pi's overlay `i2c-sensor` declares it; nil if that overlay does not have it.
  var overlay: String?
  /// The chip as `gnomon-drivers` reads it; nil if it does not.
  var served: ServedChip?
  /// Whether Debian 13's kernel (6.12) is built with it.
  var isInDebian = true

  /// The name by which `new_device` of the bus declares it: `st,lsm6dso` → `lsm6dso`.
  var deviceName: String { compatible.split(separator: ",").last.map(String.init) ?? "" }

  /// Whether Raspberry Pi OS's own kernels are built with its driver. By their configurations: arch/arm64/configs/bcm2711_defconfig
  /// of Linux 6.12.48 (Raspberry Pi Zero 2 W to 4), bcm2712_defconfig of raspberrypi/linux at 00527380ab0a (5), which agree.
  var isInRaspberryPiOS: Bool {
    guard let option = option else { return false }
    return ["CONFIG_BOSCH_BNO055_I2C", "CONFIG_INV_MPU6050_I2C", "CONFIG_BMP280"].contains(option)
  }
}

struct KernelVersion: Comparable, Sendable, CustomStringConvertible {
  var major: Int
  var minor: Int

  init(_ major: Int, _ minor: Int) { (self.major, self.minor) = (major, minor) }

  /// The version in a release like `6.12.9+rpt-rpi-v8`.
  init?(release: String) {
    let parts = release.split(separator: ".").prefix(2).compactMap { Int($0.prefix { $0.isNumber }) }
    guard parts.count == 2 else { return nil }
    self.init(parts[0], parts[1])
  }

  var description: String { "\(major).\(minor)" }
  static func < (a: Self, b: Self) -> Bool { (a.major, a.minor) < (b.major, b.minor) }
}

extension KnownChip {
  static let all: [KnownChip] = inertial + magnetometers + barometers

  /// The option of the drivers of HID sensor hubs.
  static let hubOption = "CONFIG_HID_SENSOR_HUB"
  /// All options of drivers.
  static let options = Set(all.compactMap(\.option) + [hubOption])

  /// A chip that `gnomon-drivers` reads; without `compatible` Linux has no driver for it.
  private static func served(
    _ chip: ServedChip, _ compatible: String = "", _ module: String? = nil, _ option: String? = nil,
    kernel: KernelVersion? = nil, overlay: String? = nil, spi: Int? = 0
  ) -> KnownChip {
    let kind: Kind =
      switch chip.kind {
      case .inertial: .inertial
      case .magnetometer: .magnetometer
      case .barometer: .barometer
      }
    let identity = chip.identity
    return KnownChip(
      name: chip.name, kind: kind, compatible: compatible, addresses: chip.addresses, register: identity.register,
      identity: [identity.value], leadingOnSPI: spi, module: module, kernel: kernel, option: option, overlay: overlay,
      served: chip, isInDebian: module != nil)
  }

  private static let lsm6Option = "CONFIG_IIO_ST_LSM6DSX"

  private static func lsm6(_ name: String, _ compatible: String, _ identity: UInt8, _ kernel: KernelVersion)
    -> KnownChip
  {
    KnownChip(
      name: name, kind: .inertial, compatible: compatible, addresses: [0x6a, 0x6b], register: 0x0f,
      identity: [identity],
      leadingOnSPI: 0, module: "st_lsm6dsx_i2c", kernel: kernel, option: lsm6Option)
  }

  private static func invensense(
    _ name: String, _ compatible: String, _ identity: UInt8, overlay: String? = nil
  ) -> KnownChip {
    KnownChip(
      name: name, kind: .inertial, compatible: compatible, addresses: [0x68, 0x69], register: 0x75,
      identity: [identity], leadingOnSPI: 0, module: "inv-mpu6050-i2c", kernel: KernelVersion(6, 1),
      option: "CONFIG_INV_MPU6050_I2C", overlay: overlay)
  }

  private static func icm42600(_ name: String, _ compatible: String, _ identity: UInt8, _ kernel: KernelVersion)
    -> KnownChip
  {
    KnownChip(
      name: name, kind: .inertial, compatible: compatible, addresses: [0x68, 0x69], register: 0x75,
      identity: [identity], leadingOnSPI: 0, module: "inv-icm42600-i2c", kernel: kernel,
      option: "CONFIG_INV_ICM42600_I2C")
  }

  private static let inertial: [KnownChip] = [
    served(.lsm6dsox, "st,lsm6dso", "st_lsm6dsx_i2c", lsm6Option, kernel: KernelVersion(6, 1)),
    served(.ism330dhcx, "st,ism330dhcx", "st_lsm6dsx_i2c", lsm6Option, kernel: KernelVersion(6, 1)),
    lsm6("LSM6DSL, LSM6DSM or LSM6DS3TR-C", "st,lsm6dsl", 0x6a, KernelVersion(6, 1)),
    lsm6("LSM6DSV or LSM6DSV16X", "st,lsm6dsv", 0x70, KernelVersion(6, 12)),
    lsm6("LSM6DS3", "st,lsm6ds3", 0x69, KernelVersion(6, 1)),
    lsm6("LSM9DS1", "st,lsm9ds1-imu", 0x68, KernelVersion(6, 1)),
    invensense("MPU-6050", "invensense,mpu6050", 0x68, overlay: "mpu6050"),
    invensense("MPU-6500", "invensense,mpu6500", 0x70),
    invensense("MPU-9250", "invensense,mpu9250", 0x71, overlay: "mpu9250"),
    invensense("MPU-9255", "invensense,mpu9255", 0x73),
    invensense("ICM-20602", "invensense,icm20602", 0x12),
    invensense("ICM-20608", "invensense,icm20608", 0xaf),
    invensense("ICM-20689", "invensense,icm20689", 0x98),
    icm42600("ICM-42605", "invensense,icm42605", 0x42, KernelVersion(6, 1)),
    icm42600("ICM-42688-P", "invensense,icm42688", 0x47, KernelVersion(6, 12)),
    KnownChip(
      name: "BMI160", kind: .inertial, compatible: "bosch,bmi160", addresses: [0x68, 0x69], register: 0x00,
      identity: [0xd1], leadingOnSPI: 0, module: "bmi160_i2c", kernel: KernelVersion(6, 1),
      option: "CONFIG_BMI160_I2C"),
    KnownChip(
      name: "BMI270", kind: .inertial, compatible: "bosch,bmi270", addresses: [0x68, 0x69], register: 0x00,
      identity: [0x24], leadingOnSPI: 1, module: "bmi270_i2c", kernel: KernelVersion(6, 13),
      option: "CONFIG_BMI270_I2C", isInDebian: false),
    KnownChip(
      name: "BMI323", kind: .inertial, compatible: "bosch,bmi323", addresses: [0x68, 0x69], register: 0x00, leading: 2,
      identity: [0x43], leadingOnSPI: 1, module: "bmi323_i2c", kernel: KernelVersion(6, 12),
      option: "CONFIG_BMI323_I2C", isInDebian: false),
    KnownChip(
      name: "BNO055", kind: .inertial, compatible: "bosch,bno055", addresses: [0x28, 0x29], register: 0x00,
      identity: [0xa0], module: "bno055_i2c", kernel: KernelVersion(6, 1), option: "CONFIG_BOSCH_BNO055_I2C",
      overlay: "bno055", isInDebian: false),
    served(.icm20948),
  ]

  private static func asahi(_ name: String, _ compatible: String, _ second: UInt8, _ kernel: KernelVersion) -> KnownChip
  {
    KnownChip(
      name: name, kind: .magnetometer, compatible: compatible, addresses: [0x0c, 0x0d, 0x0e, 0x0f], register: 0x00,
      identity: [0x48, second], module: "ak8975", kernel: kernel, option: "CONFIG_AK8975")
  }

  private static let magnetometers: [KnownChip] = [
    // Also the magnetometer of an LSM9DS1.
    served(.lis3mdl, "st,lis3mdl-magn", "st_magn_i2c", "CONFIG_IIO_ST_MAGN_3AXIS", kernel: KernelVersion(6, 1)),
    KnownChip(
      name: "LIS2MDL or IIS2MDC", kind: .magnetometer, compatible: "st,lis2mdl", addresses: [0x1e], register: 0x4f,
      identity: [0x40], module: "st_magn_i2c", kernel: KernelVersion(6, 1), option: "CONFIG_IIO_ST_MAGN_3AXIS"),
    KnownChip(
      name: "HMC5883L", kind: .magnetometer, compatible: "honeywell,hmc5883l", addresses: [0x1e], register: 0x0a,
      identity: [0x48, 0x34, 0x33], module: "hmc5843_i2c", kernel: KernelVersion(6, 1),
      option: "CONFIG_SENSORS_HMC5843_I2C"),
    KnownChip(
      name: "RM3100", kind: .magnetometer, compatible: "pni,rm3100", addresses: [0x20, 0x21, 0x22, 0x23],
      register: 0x36, identity: [0x22], leadingOnSPI: 0, module: "rm3100-i2c", kernel: KernelVersion(6, 1),
      option: "CONFIG_SENSORS_RM3100_I2C"),
    asahi("AK8963", "asahi-kasei,ak8963", 0x9a, KernelVersion(6, 1)),
    asahi("AK09911", "asahi-kasei,ak09911", 0x05, KernelVersion(6, 1)),
    asahi("AK09912", "asahi-kasei,ak09912", 0x04, KernelVersion(6, 1)),
    asahi("AK09916", "asahi-kasei,ak09916", 0x09, KernelVersion(6, 1)),
    asahi("AK09918", "asahi-kasei,ak09918", 0x0c, KernelVersion(6, 12)),
    KnownChip(
      name: "MMC5983MA", kind: .magnetometer, compatible: "", addresses: [0x30], register: 0x2f, identity: [0x30],
      isInDebian: false),
    KnownChip(
      name: "MMC5603", kind: .magnetometer, compatible: "", addresses: [0x30], register: 0x39, identity: [0x10],
      isInDebian: false),
    KnownChip(
      name: "QMC5883L", kind: .magnetometer, compatible: "", addresses: [0x0d], register: 0x0d, identity: [0xff],
      isInDebian: false),
    KnownChip(
      name: "QMC5883P", kind: .magnetometer, compatible: "", addresses: [0x2c], register: 0x00, identity: [0x80],
      isInDebian: false),
  ]

  private static func pressure(
    _ name: String, _ compatible: String, _ register: UInt8, _ identity: UInt8, spi: Int? = nil,
    kernel: KernelVersion = KernelVersion(6, 1), overlay: String? = nil
  ) -> KnownChip {
    KnownChip(
      name: name, kind: .barometer, compatible: compatible,
      addresses: compatible == "bosch,bmp580" ? [0x46, 0x47] : [0x76, 0x77], register: register, identity: [identity],
      leadingOnSPI: spi, module: "bmp280-i2c", kernel: kernel, option: "CONFIG_BMP280", overlay: overlay)
  }

  private static func lps(_ name: String, _ compatible: String, _ identity: UInt8) -> KnownChip {
    KnownChip(
      name: name, kind: .barometer, compatible: compatible, addresses: [0x5c, 0x5d], register: 0x0f,
      identity: [identity], leadingOnSPI: 0, module: "st_pressure_i2c", kernel: KernelVersion(6, 1),
      option: "CONFIG_IIO_ST_PRESS")
  }

  private static let barometers: [KnownChip] = [
    // The driver of Linux 6.1 refuses a BMP390: it knows the identity of the BMP388 only (bmp280.h:185).
    served(
      .bmp390, "bosch,bmp380", "bmp280-i2c", "CONFIG_BMP280", kernel: KernelVersion(6, 12), overlay: "bmp380", spi: 1),
    served(
      .bmp388, "bosch,bmp380", "bmp280-i2c", "CONFIG_BMP280", kernel: KernelVersion(6, 1), overlay: "bmp380", spi: 1),
    served(.bmp280, "bosch,bmp280", "bmp280-i2c", "CONFIG_BMP280", kernel: KernelVersion(6, 1), overlay: "bmp280"),
    pressure("BME280", "bosch,bme280", 0xd0, 0x60, spi: 0, overlay: "bme280"),
    pressure("BMP580", "bosch,bmp580", 0x01, 0x50, kernel: KernelVersion(6, 12)),
    pressure("BMP581", "bosch,bmp580", 0x01, 0x51, kernel: KernelVersion(6, 12)),
    lps("LPS22HB", "st,lps22hb-press", 0xb1),
    lps("LPS22HH", "st,lps22hh", 0xb3),
    lps("LPS25H", "st,lps25h-press", 0xbd),
    KnownChip(
      name: "DPS310", kind: .barometer, compatible: "infineon,dps310", addresses: [0x76, 0x77], register: 0x0d,
      identity: [0x10], module: "dps310", kernel: KernelVersion(6, 1), option: "CONFIG_DPS310"),
  ]
}
