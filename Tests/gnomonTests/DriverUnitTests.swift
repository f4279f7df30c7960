import Chips
import Expectations
import Sensors
import Testing
import Wire

@testable import Diagnosis

/// The kernel of Raspberry Pi OS, shortened to the options of sensors: arch/arm64/configs/bcm2711_defconfig of Linux 6.12.48
/// (vikaspac/myrpilinux-rpi-6.12.48 at aae04978c830), which is that of raspberrypi/linux. An option that is not there is off.
private let raspberryPi = """
  CONFIG_HIDRAW=y
  CONFIG_UHID=m
  CONFIG_IIO=m
  CONFIG_IIO_BUFFER_CB=m
  CONFIG_IIO_SW_TRIGGER=m
  CONFIG_ADXL355_I2C=m
  CONFIG_BME680=m
  CONFIG_HTS221=m
  CONFIG_BOSCH_BNO055_I2C=m
  CONFIG_INV_MPU6050_I2C=m
  CONFIG_IIO_HRTIMER_TRIGGER=m
  CONFIG_IIO_INTERRUPT_TRIGGER=m
  CONFIG_IIO_SYSFS_TRIGGER=m
  CONFIG_BMP280=m
  CONFIG_MS5637=m
  """

/// A Raspberry Pi with LSM6DSOX, LIS3MDL and BMP390 on i2c-1, list B of docs/hardware.md, and a daemon that has no samples.
private func pi(_ registers: [UInt8: [UInt8: [UInt8]]] = listB) -> DoctorFacts {
  var facts = DoctorFacts()
  facts.kernel.release = "6.12.48+rpt-rpi-v8"
  facts.kernel.hasIIO = true
  facts.kernel.board = "Raspberry Pi Zero 2 W Rev 1.0"
  facts.kernel.optionsFile = "/boot/config-6.12.48+rpt-rpi-v8"
  facts.kernel.driverOptions = KernelFacts.driverOptions(raspberryPi)
  facts.rights.user = "root"
  facts.receiver.address = "none"
  var access = FakeBuses()
  access.registers = [1: registers]
  facts.buses = BusFacts(access)
  return facts
}

private let listB: [UInt8: [UInt8: [UInt8]]] = [
  0x6a: [0x0f: [0x6c]], 0x1c: [0x0f: [0x3d]], 0x77: [0x00: [0x60]],
]

extension DoctorFacts {
  fileprivate func findings(_ code: String) -> [Finding] { findings.filter { $0.code == code } }
  fileprivate mutating func addSources(_ state: SourceState = .running) {
    let chips = [
      ("gyroscope", "LSM6DSO or LSM6DSOX", "i2c-1/0x6a"), ("accelerometer", "LSM6DSO or LSM6DSOX", "i2c-1/0x6a"),
      ("magnetometer", "LIS3MDL", "i2c-1/0x1c"), ("barometer", "BMP390", "i2c-1/0x77"),
    ]
    daemon.sources = chips.map { role, chip, place in
      DaemonFacts.Source(
        name: "\(role) (\(chip))", state: state, detail: "208 Hz", role: role, device: chip, place: place)
    }
  }
}

@Suite struct DriverUnitTests {
  private let enable = "`sudo systemctl enable --now gnomon-drivers@i2c-1`"

  /// The offer of `gnomon setup` for list B: the chips without a driver of that kernel, so not the barometer.
  private func served(isEnabled: Bool) -> DriverlessBus {
    DriverlessBus(
      instance: "i2c-1", chips: ["LIS3MDL at 0x1c on i2c-1", "LSM6DSO or LSM6DSOX at 0x6a on i2c-1"],
      isInstalled: true, isEnabled: isEnabled)
  }

  @Test func theKernelOfRaspberryPiOSHasThreeDrivers() {
    let facts = pi()
    let driven = KnownChip.all.filter { facts.hasDriver($0, hasModule: nil) == true }
    expect(driven, equals: KnownChip.all.filter(\.isInRaspberryPiOS))
    #expect(Set(driven.map(\.name)).isSuperset(of: ["MPU-6050", "MPU-9250", "BNO055", "BMP280", "BMP390"]))
    #expect(!driven.contains { $0.name.contains("LSM6") || $0.kind == .magnetometer })
  }

  /// Each remedy for list B works on that kernel: the unit, and for the barometer its overlay too.
  @Test func listBOnRaspberryPiOSLeadsToTheUnit() throws {
    var facts = pi()
    let lacking = facts.findings("chip-module")
    expect(lacking.map { $0.sentence.prefix(7) }, equals: ["LIS3MDL", "LSM6DSO"])
    for finding in lacking {
      #expect(finding.sentence.contains("is built without it"))
      #expect(finding.remedy.hasPrefix("`sudo apt install gnomon-drivers` and \(enable)"), "\(finding)")
    }
    let barometer = try #require(facts.findings("chip-undeclared").first)
    #expect(barometer.sentence.hasPrefix("BMP390"))
    #expect(barometer.remedy.contains("`dtoverlay=i2c-sensor,bmp380,addr=0x77` in /boot/firmware/config.txt"))
    #expect(barometer.remedy.contains("or without an overlay: `sudo apt install gnomon-drivers`"))
    expect(facts.findings.last?.code, equals: "next-driver")
    expect(facts.findings.last?.sentence.contains(enable), equals: true)

    facts.driverUnit.isInstalled = true
    expect(facts.driverlessBuses, equals: [served(isEnabled: false)])
    #expect(facts.findings("chip-module").allSatisfy { $0.remedy.hasPrefix(enable) })
    expect(facts.findings.last?.sentence.hasPrefix("driver: \(enable) reads the LSM6DSO"), equals: true)
    expect(facts.findings.last?.remedy, equals: "docs/hardware.md#without-a-kernel-driver-gnomon-drivers")
  }

  @Test func anEnabledUnitIsJudgedByItsSamples() {
    var facts = pi()
    facts.driverUnit = DriverUnitFacts(isInstalled: true, enabled: ["i2c-1"])
    let silent = facts.findings("chip-served-silent")
    #expect(silent.count == 3 && silent.allSatisfy { $0.level == .problem })
    expect(facts.driverlessBuses, equals: [served(isEnabled: true)])
    #expect(silent.allSatisfy { $0.remedy == "`journalctl --unit gnomon-drivers@i2c-1`" })
    expect(facts.findings.last?.code, equals: "next-driver")

    facts.addSources()
    #expect(facts.findings("chip-served").count == 3 && facts.findings("chip-served-silent").isEmpty)
    expect(facts.findings("chip-served").map { $0.sentence.contains("comes first") }, equals: [false, false, true])
    // No IIO device is needed then, and the next step is that after the sensors.
    #expect(!facts.findings.contains { $0.level >= .warning && $0.subject == "kernel" })
    expect(facts.findings.last?.code, equals: "next-axes")
    facts.daemon.calibrations = ["axes of gyroscope: good"]
    facts.daemon.state = "localized"
    #expect(!facts.findings.contains { $0.code.hasPrefix("next-") })

    facts.addSources(.failed)
    expect(facts.findings("chip-served-silent").count, equals: 3)
    expect(facts.findings("chip-served-silent").first?.sentence.contains("failed (208 Hz)"), equals: true)
    #expect(facts.findings("source-failed").allSatisfy { $0.remedy.contains("--unit gnomon-drivers@i2c-1") })

    facts.daemon.sources = []
    facts.daemon.state = nil
    facts.daemon.fault = "no daemon answers"
    expect(facts.findings("chip-served-unseen").count, equals: 3)
    expect(facts.findings.last?.code, equals: "next-daemon")
  }

  /// A sensor that the daemon has by one way is not missing by the other; a second chip of a role is not read.
  @Test func aSensorByTheOtherWayIsNotMissing() {
    var facts = pi(listB.merging([0x1e: [0x0f: [0x3d]]]) { first, _ in first })
    facts.driverUnit = DriverUnitFacts(isInstalled: true, enabled: ["i2c-1"])
    facts.addSources()
    let absent = DaemonFacts.Source(
      name: "gyroscope", state: .absent, detail: "this machine has no IIO device", role: "gyroscope")
    facts.daemon.sources.append(absent)
    #expect(facts.findings("source-waiting").isEmpty)
    expect(facts.findings("chip-served-spare").map { $0.sentence.contains("0x1e") }, equals: [true])
    // Left out by the configuration.
    facts.daemon.sources[2].state = .absent
    expect(facts.findings("chip-served-off").first?.sentence.hasPrefix("LIS3MDL at 0x1c"), equals: true)
    expect(facts.findings("source-waiting").first?.level, equals: .note)
  }

  /// A barometer by the kernel's driver beside an IMU by the unit: no role is missing.
  @Test func bothWaysGoTogether() {
    var facts = pi()
    facts.driverUnit = DriverUnitFacts(isInstalled: true, enabled: ["i2c-1"])
    facts.addSources()
    let pressure = DeviceDescription.Channel(
      id: "pressure", quantity: .role(.barometer), axis: 0,
      format: .integer(bits: 16, length: 16, shift: 0, isSigned: true, isBigEndian: false), scale: 0.001, hasRaw: true)
    facts.devices = [DeviceFacts(DeviceDescription(id: "iio:device0", name: "bmp390", channels: [pressure]))]
    expect(facts.findings("gyroscope-served").first?.level, equals: .ok)
    #expect(facts.findings("gyroscope-missing").isEmpty && facts.findings("accelerometer-missing").isEmpty)
  }

  /// An overlay for a chip whose driver is not there: the unit reads it all the same.
  @Test func aDeclaredChipWithoutItsDriverLeadsToTheUnit() {
    var facts = pi([:])
    var access = FakeBuses()
    access.chips = [DeclaredChip(address: 0x6a, name: "lsm6dso", hasDriver: false)]
    facts.buses = BusFacts(access)
    expect(facts.findings("chip-unbound").first?.remedy.contains(enable), equals: true)
    expect(facts.findings.last?.code, equals: "next-driver")
  }

  @Test func otherChipsHaveARemedyThatWorks() {
    // A BMI160 and an RM3100: other chips, by both ways of this kernel.
    var facts = pi([0x69: [0x00: [0xd1]], 0x20: [0x36: [0x22]]])
    let remedies = facts.findings("chip-module").map(\.remedy)
    expect(remedies.count, equals: 2)
    expect(remedies.first?.contains("LIS3MDL (by gnomon-drivers)"), equals: true, "\(remedies)")
    expect(remedies.last?.contains("MPU-6050; MPU-6500 (by this kernel's drivers)"), equals: true, "\(remedies)")
    expect(facts.findings.last?.code, equals: "next-chip")
    // An ICM-20948 is served on any kernel, and is preferred to a chip that is not.
    facts = pi([0x68: [0x00: [0xea]], 0x69: [0x00: [0xd1]]])
    expect(facts.findings("chip-unsupported").first?.remedy.contains(enable), equals: true)
    expect(facts.findings.last?.code, equals: "next-driver")
    // On SPI the unit does not read it.
    var access = FakeBuses()
    access.buses = []
    access.nodes = ["/dev/spidev0.0": [0x8f: [0x6c]]]
    facts.buses = BusFacts(access)
    expect(facts.findings("chip-module").first?.remedy.contains("wire it to I²C"), equals: true)
  }

  /// A hub by USB has no driver in that kernel either.
  @Test func aHubWithoutDriversIsNamed() {
    var facts = pi([:])
    facts.kernel.sensorHubs = ["0003:2047:0855.0001"]
    expect(facts.findings("iio-no-device").first?.remedy.contains("built without its drivers"), equals: true)
    facts.kernel.driverOptions = [:]
    expect(facts.findings("iio-no-device").first?.remedy.contains("modprobe -a hid-sensor-hub"), equals: true)
  }

  /// The configuration decides where it can be read; a module that was built beside the kernel counts as well.
  @Test func theConfigurationComesBeforeTheModules() throws {
    let imu = try #require(KnownChip.all.first { $0.served == .lsm6dsox })
    var facts = pi()
    #expect(facts.hasDriver(imu, hasModule: nil) == false && facts.hasDriver(imu, hasModule: true) == true)
    facts.kernel.driverOptions = KernelFacts.driverOptions("CONFIG_IIO_ST_LSM6DSX=m\nCONFIG_IIO_ST_LSM6DSX_I2C=m")
    #expect(facts.hasDriver(imu, hasModule: nil) == true && facts.hasDriver(imu, hasModule: false) == false)
    facts.kernel.driverOptions = [:]
    #expect(facts.hasDriver(imu, hasModule: nil) == nil && facts.hasDriver(imu, hasModule: false) == false)
  }

  @Test func eachServedChipIsInTheTableOnce() {
    for chip in ServedChip.allCases {
      let known = KnownChip.all.filter { $0.served == chip }
      #expect(known.count == 1 && known.first?.name == chip.name)
      #expect(known.first?.addresses == chip.addresses && known.first?.register == chip.identity.register)
    }
    #expect(KnownChip.all.allSatisfy { ($0.module == nil) == ($0.option == nil) })
  }
}
