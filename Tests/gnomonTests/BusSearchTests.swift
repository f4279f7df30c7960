import Expectations
import Sensors
import Testing
import Wire

@testable import Diagnosis

/// Buses with invented chips: registers by bus and address. A read of an address without a chip is not acknowledged.
struct FakeBuses: BusAccess {
  var buses = [I2CBus(number: 1, name: "bcm2835 (i2c@7e804000)")]
  var registers: [Int: [UInt8: [UInt8: [UInt8]]]] = [:]
  var chips: [DeclaredChip] = []
  var nodes: [String: [UInt8: [UInt8]]] = [:]
  var fault: BusFault?
  /// The registers that were read, in order.
  let log = ReadLog()

  final class ReadLog: @unchecked Sendable {
    var addresses: [UInt8] = []
  }

  func i2cBuses() -> [I2CBus] { buses }
  func declared(on bus: I2CBus) -> [DeclaredChip] { bus.number == 1 ? chips : [] }
  func read(_ bus: I2CBus, address: UInt8, register: UInt8, count: Int) throws(BusFault) -> [UInt8]? {
    if let fault { throw fault }
    log.addresses.append(address)
    guard let chip = registers[bus.number]?[address] else { return nil }
    let bytes = chip[register] ?? []
    return (0..<count).map { $0 < bytes.count ? bytes[$0] : 0 }
  }
  func spiNodes() -> [String] { nodes.keys.sorted() }
  func read(_ node: String, first: UInt8, count: Int) throws(BusFault) -> [UInt8] {
    let bytes = nodes[node]?[first] ?? []
    return (0..<count).map { $0 < bytes.count ? bytes[$0] : 0xff }
  }
}

private func facts(_ buses: BusFacts, release: String = "6.12.9+deb13-arm64") -> DoctorFacts {
  var facts = DoctorFacts()
  facts.kernel.release = release
  facts.kernel.hasIIO = true
  facts.kernel.board = "Raspberry Pi Zero 2 W Rev 1.0"
  facts.rights.user = "anna"
  facts.daemon.fault = "no daemon answers"
  facts.buses = buses
  return facts
}

extension DoctorFacts {
  fileprivate func finding(_ code: String) -> Finding? { findings.first { $0.code == code } }
}

@Suite struct BusSearchTests {
  @Test func chipsAreFoundByAddressAndIdentity() throws {
    var access = FakeBuses()
    access.registers = [
      1: [
        0x6a: [0x0f: [0x6c]], 0x1c: [0x0f: [0x3d]], 0x77: [0x00: [0x60]], 0x0c: [0x00: [0x48, 0x09]],
        0x69: [0x00: [0, 0, 0x43]],
      ]
    ]
    let found = BusFacts(access)
    expect(
      found.found.map(\.chip.compatible),
      equals: ["asahi-kasei,ak09916", "st,lis3mdl-magn", "bosch,bmi323", "st,lsm6dso", "bosch,bmp380"])
    #expect(found.found.map(\.place).contains("at 0x6a on i2c-1"))
    // A clock at 0x68 is no MPU-6050: it has no such register.
    access.registers = [1: [0x68: [0x00: [0x12]]]]
    #expect(BusFacts(access).found.isEmpty)
  }

  /// A chip with a driver is not read; the chip of a driver that has refused it is reported.
  @Test func addressesInUseAreNotRead() throws {
    var access = FakeBuses()
    access.registers = [1: [0x6a: [0x0f: [0x6c]], 0x1e: [0x0f: [0x3d]]]]
    access.chips = [
      DeclaredChip(address: 0x6a, name: "lsm6dso", hasDriver: true),
      DeclaredChip(address: 0x1e, name: "lis3mdl", hasDriver: false),
    ]
    let buses = BusFacts(access)
    #expect(buses.found.isEmpty && buses.driven == 1 && buses.unbound.map(\.name) == ["lis3mdl"])
    #expect(!access.log.addresses.contains(0x6a) && !access.log.addresses.contains(0x1e))
    expect(facts(buses).finding("chip-unbound")?.remedy.contains("dmesg"), equals: true)
  }

  /// Only addresses of the table are read, and the buses of displays and mainboards not at all.
  @Test func noOtherAddressIsRead() {
    var access = FakeBuses()
    access.buses = [
      I2CBus(number: 0, name: "SMBus I801 adapter at efa0"), I2CBus(number: 1, name: "i2c-ocores"),
      I2CBus(number: 2, name: "i915 gmbus dpb"), I2CBus(number: 3, name: "AMDGPU DM i2c hw bus 0"),
    ]
    let buses = BusFacts(access)
    #expect(buses.leftAlone.map(\.number) == [0, 2, 3] && buses.buses.map(\.number) == [1])
    #expect(Set(access.log.addresses).isSubset(of: Set(KnownChip.all.flatMap(\.addresses))))
    // One read shows that an address is free.
    expect(access.log.addresses.count, equals: Set(access.log.addresses).count)
    expect(facts(buses).finding("bus-left-alone")?.level, equals: .ok)
  }

  @Test func chipsOnSPI() {
    var access = FakeBuses()
    access.buses = []
    access.nodes = ["/dev/spidev0.0": [0x8f: [0x6c]], "/dev/spidev0.1": [0x80: [0x00, 0x24]], "/dev/spidev1.0": [:]]
    let buses = BusFacts(access)
    expect(buses.found.map(\.place), equals: ["at /dev/spidev0.0", "at /dev/spidev0.1"])
    expect(buses.found.map(\.chip.name), equals: ["LSM6DSO or LSM6DSOX", "BMI270"])
  }

  @Test func theKernelIsCompared() throws {
    var access = FakeBuses()
    access.registers = [1: [0x68: [0x00: [0x24]]]]
    var buses = BusFacts(access)
    let old = facts(buses).finding("chip-kernel")
    #expect(
      old?.sentence.contains("Linux 6.13 or later") == true && old?.remedy.contains("chips-with-a-driver") == true)
    expect(old?.remedy.contains("another chip: LSM6DSO or LSM6DSOX"), equals: true)
    buses.found[0].hasModule = false
    expect(
      facts(buses, release: "6.18.2-arm64").finding("chip-module")?.sentence.contains("built without it"), equals: true)
    buses.found[0].hasModule = true
    let ready = try #require(facts(buses, release: "6.18.2-arm64").finding("chip-undeclared"))
    #expect(ready.remedy.contains(#"compatible = "bosch,bmi270""#))
    #expect(ready.remedy.contains("echo bmi270 0x68 > /sys/bus/i2c/devices/i2c-1/new_device"))
    access.registers = [1: [0x69: [0x00: [0xea]]]]
    expect(facts(BusFacts(access)).finding("chip-unsupported")?.sentence.contains("ICM-20948"), equals: true)
    access.registers = [1: [0x30: [0x39: [0x10]]]]
    expect(facts(BusFacts(access)).finding("chip-unsupported")?.remedy.contains("another chip: LIS3MDL"), equals: true)
  }

  @Test func busesThatCannotBeRead() {
    var access = FakeBuses()
    access.fault = .forbidden
    expect(facts(BusFacts(access)).finding("bus-forbidden")?.remedy.contains("sudo"), equals: true)
    access.fault = .noNode
    expect(facts(BusFacts(access)).finding("bus-without-node")?.remedy.contains("modprobe i2c-dev"), equals: true)
    access.fault = .failed("Input/output error")
    expect(facts(BusFacts(access)).finding("bus-failed")?.sentence.contains("i2c-1: Input/output error"), equals: true)
    access.buses = []
    expect(facts(BusFacts(access)).finding("bus-none")?.remedy.contains("dtparam=i2c_arm"), equals: true)
  }

  /// From an empty board to a pose, the last finding names the chapter of each step; nothing is added without --buses.
  @Test func theNextStep() {
    var access = FakeBuses()
    var state = facts(BusFacts(access))
    func next() -> String? { state.findings.last?.code }
    expect(next(), equals: "next-bus")
    access.registers = [1: [0x6a: [0x0f: [0x6c]]]]
    state.buses = BusFacts(access)
    expect(next(), equals: "next-overlay")
    expect(state.findings.last?.remedy, equals: "docs/hardware.md#overlays")
    let device = DeviceDescription(
      id: "iio:device0", name: "lsm6dso",
      channels: ["accel", "anglvel"].flatMap { kind in
        (0..<3).map { (axis: Int) in
          DeviceDescription.Channel(
            id: "\(kind)_\(axis)", quantity: .role(kind == "accel" ? .accelerometer : .gyroscope), axis: axis,
            format: .integer(bits: 16, length: 16, shift: 0, isSigned: true, isBigEndian: false), scale: 0.001,
            hasRaw: true)
        }
      })
    state.devices = [DeviceFacts(device)]
    state.receiver.address = "localhost:2947"
    state.receiver.fault = "nothing listens there"
    expect(next(), equals: "next-receiver")
    state.receiver.fault = nil
    state.receiver.devices = [.init(path: "/dev/serial0", driver: "u-blox")]
    expect(next(), equals: "next-daemon")
    state.daemon.fault = nil
    expect(next(), equals: "next-axes")
    // A pose whose axes are not stated points where the board happens to point.
    state.daemon.state = "localized, normal"
    expect(next(), equals: "next-axes")
    state.daemon.state = nil
    state.devices[0].description.mount = "1, 0, 0; 0, 1, 0; 0, 0, 1"
    expect(next(), equals: "next-sky")
    state.daemon.state = "localized, normal"
    expect(next()?.hasPrefix("next-"), equals: false)
    state.daemon.state = nil
    state.buses = nil
    #expect(!state.findings.contains { $0.code.hasPrefix("next-") })
  }

  /// No two chips have the same identity at the same address and register, so the order of the table decides nothing.
  @Test func theTableIsUnambiguous() {
    for (index, chip) in KnownChip.all.enumerated() {
      #expect(!chip.identity.isEmpty && !chip.addresses.isEmpty && (chip.module == nil) == (chip.kernel == nil))
      expect((chip.module == nil), equals: chip.compatible.isEmpty)
      for other in KnownChip.all[(index + 1)...] {
        let isSame =
          chip.register == other.register && chip.identity == other.identity && chip.leading == other.leading
          && !Set(chip.addresses).isDisjoint(with: other.addresses)
        #expect(!isSame, "\(chip.name), \(other.name)")
      }
    }
    expect(KernelVersion(release: "6.12.9+rpt-rpi-v8"), equals: KernelVersion(6, 12))
    expect(KernelVersion(release: "6.6.31") ?? KernelVersion(9, 0), isBelow: KernelVersion(6, 12))
    #expect(KernelVersion(release: "unknown") == nil)
  }
}
