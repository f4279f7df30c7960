import CPosix
import CommandParts
import Glibc
import Recordings

/// The buses of this machine, by sysfs and the nodes in /dev.
struct MachineBuses: BusAccess {
  private static let devices = "/sys/bus/i2c/devices"

  func i2cBuses() -> [I2CBus] {
    (MachineFiles.names(in: Self.devices) ?? []).compactMap { name in
      guard name.hasPrefix("i2c-"), let number = Int(name.dropFirst(4)) else { return nil }
      return I2CBus(number: number, name: MachineFiles.line("\(Self.devices)/\(name)/name") ?? "")
    }
    .sorted { $0.number < $1.number }
  }

  /// A client of a bus is `BUS-ADDRESS`, the address as four hexadecimal digits.
  func declared(on bus: I2CBus) -> [DeclaredChip] {
    (MachineFiles.names(in: Self.devices) ?? []).compactMap { name in
      guard name.hasPrefix("\(bus.number)-"), let address = UInt8(name.suffix(2), radix: 16) else { return nil }
      let folder = "\(Self.devices)/\(name)"
      return DeclaredChip(
        address: address, name: MachineFiles.line("\(folder)/name") ?? "?",
        hasDriver: MachineFiles.exists("\(folder)/driver"))
    }
  }

  func read(_ bus: I2CBus, address: UInt8, register: UInt8, count: Int) throws(BusFault) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let result = gnomon_i2c_read("/dev/i2c-\(bus.number)", address, register, &bytes, Int32(count))
    switch -result {
    case 0: return bytes
    // Not acknowledged, by the bus's driver; or in use.
    case ENXIO, EREMOTEIO, EIO, ETIMEDOUT, EBUSY, EAGAIN, EOPNOTSUPP: return nil
    default: throw Self.fault(-result)
    }
  }

  func spiNodes() -> [String] {
    (MachineFiles.names(in: "/dev") ?? []).filter { $0.hasPrefix("spidev") }.map { "/dev/\($0)" }
  }

  func read(_ node: String, first: UInt8, count: Int) throws(BusFault) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let result = gnomon_spi_read(node, first, &bytes, Int32(count))
    guard result == 0 else { throw Self.fault(-result) }
    return bytes
  }

  private static func fault(_ number: Int32) -> BusFault {
    switch number {
    case ENOENT, ENODEV: .noNode
    case EACCES, EPERM: .forbidden
    default: .failed(String(cString: strerror(number)))
    }
  }
}

extension Gathering {
  /// Looks at the buses for chips without a driver.
  mutating func gatherBuses() {
    var buses = BusFacts(MachineBuses())
    let release = facts.kernel.release
    let lists = ["modules.dep", "modules.builtin"].compactMap {
      textFile("/lib/modules/\(release)/\($0)", limit: 8 << 20)
    }
    func hasModule(_ chip: KnownChip) -> Bool? {
      guard !lists.isEmpty, let module = chip.module else { return nil }
      // A module's file may have either of both signs.
      let names = [module, String(module.map { $0 == "_" ? "-" : $0 }), String(module.map { $0 == "-" ? "_" : $0 })]
      return lists.contains { list in names.contains { list.contains("/\($0).ko") } }
    }
    for index in buses.found.indices { buses.found[index].hasModule = hasModule(buses.found[index].chip) }
    for index in buses.unbound.indices {
      guard let known = buses.unbound[index].known else { continue }
      buses.unbound[index].known?.hasModule = hasModule(known.chip)
    }
    facts.buses = buses
  }
}
