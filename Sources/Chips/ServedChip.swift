/// A chip that `gnomon-drivers` reads itself, for kernels that are built without its driver: where it answers on I²C, and what its
/// identity register says.
///
/// Sources: the drivers of Linux 6.1 (Debian's linux-source-6.1 6.1.192-3), by file and line at each chip; a fact of no driver is
/// marked *unverified*.
public enum ServedChip: String, CaseIterable, Sendable {
  case lsm6dsox, ism330dhcx, lis3mdl, icm20948, bmp280, bmp388, bmp390

  public enum Kind: Sendable { case inertial, magnetometer, barometer }

  public var name: String {
    switch self {
    case .lsm6dsox: "LSM6DSO or LSM6DSOX"
    case .ism330dhcx: "ISM330DHCX or LSM6DSR"
    case .lis3mdl: "LIS3MDL"
    case .icm20948: "ICM-20948"
    case .bmp280: "BMP280"
    case .bmp388: "BMP388"
    case .bmp390: "BMP390"
    }
  }

  public var kind: Kind {
    switch self {
    case .lsm6dsox, .ism330dhcx, .icm20948: .inertial
    case .lis3mdl: .magnetometer
    case .bmp280, .bmp388, .bmp390: .barometer
    }
  }

  /// The addresses on I²C, by the level of one pin.
  public var addresses: [UInt8] {
    switch self {
    case .lsm6dsox, .ism330dhcx: [0x6a, 0x6b]
    case .lis3mdl: [0x1c, 0x1e]
    case .icm20948: [0x68, 0x69]
    case .bmp280, .bmp388, .bmp390: [0x76, 0x77]
    }
  }

  /// The identity register and its value: st_lsm6dsx_core.c:796 and :788, st_magn_core.c:303, bmp280.h:185 and :183.
  /// ICM-20948: *unverified*, no driver of Linux has it. BMP390: *unverified*, Linux 6.1 has the BMP388's only.
  public var identity: (register: UInt8, value: UInt8) {
    switch self {
    case .lsm6dsox: (0x0f, 0x6c)
    case .ism330dhcx: (0x0f, 0x6b)
    case .lis3mdl: (0x0f, 0x3d)
    case .icm20948: (0x00, 0xea)
    case .bmp280: (0xd0, 0x58)
    case .bmp388: (0x00, 0x50)
    case .bmp390: (0x00, 0x60)
    }
  }
}
