/// Read-only access to the buses of a machine. The tests have one with invented chips.
protocol BusAccess {
  func i2cBuses() -> [I2CBus]
  /// The chips that the device tree, the firmware or a user has declared on a bus.
  func declared(on bus: I2CBus) -> [DeclaredChip]
  /// Reads bytes from a register; nil if no chip acknowledges the address, or a driver uses it.
  func read(_ bus: I2CBus, address: UInt8, register: UInt8, count: Int) throws(BusFault) -> [UInt8]?
  /// The nodes of the chip selects that no driver uses.
  func spiNodes() -> [String]
  /// Sends one byte, and returns `count` bytes that follow it.
  func read(_ node: String, first: UInt8, count: Int) throws(BusFault) -> [UInt8]
}

struct I2CBus: Equatable, Sendable {
  var number: Int
  var name: String

  /// Whether it belongs to a display, a graphics card or a mainboard, which may react to being read, and has none of these chips.
  var isLeftAlone: Bool {
    let words = ["gmbus", "ddc", "hdmi", "aux", "amdgpu", "nvidia", "nvkm", "radeon", "smbus", "dpdd"]
    let name = name.lowercased()
    return words.contains { name.contains($0) }
  }
}

struct DeclaredChip: Equatable, Sendable {
  var address: UInt8
  var name: String
  var hasDriver: Bool
}

enum BusFault: Error, Equatable, Sendable {
  /// There is no node in /dev; the user may not open it; anything else, as text.
  case noNode, forbidden, failed(String)
}

/// Result of looking at the buses.
struct BusFacts: Equatable, Sendable {
  struct Found: Equatable, Sendable {
    var chip: KnownChip
    /// `at 0x6a on i2c-1`, `at /dev/spidev0.0`
    var place: String
    var address: UInt8?
    var bus: Int?
    /// Whether the kernel's modules have the driver; nil if they are not here.
    var hasModule: Bool?

    /// The instance of the unit `gnomon-drivers@.service` that reads this chip: `i2c-1`; nil if none can.
    var instance: String? { chip.served == nil ? nil : bus.map { "i2c-\($0)" } }
    /// The place of the daemon's source for it: `i2c-1/0x6a`.
    var sourcePlace: String? {
      guard let instance = instance, let address = address else { return nil }
      return "\(instance)/\(BusFacts.hexadecimal(address))"
    }
  }
  struct Unbound: Equatable, Sendable {
    var place: String
    var name: String
    /// The chip of the table that has this name, at its place.
    var known: Found?
  }

  var buses: [I2CBus] = []
  var leftAlone: [I2CBus] = []
  var spiNodes: [String] = []
  var found: [Found] = []
  /// Chips that are declared, and that no driver has accepted.
  var unbound: [Unbound] = []
  /// Number of chips with a driver.
  var driven = 0
  /// Buses that could not be read, with the reason.
  var noNode: [String] = []
  var forbidden: [String] = []
  var failures: [String] = []
}

extension BusFacts {
  /// Reads the identity registers of all known chips at their addresses, on all buses.
  init(_ access: some BusAccess, chips: [KnownChip] = KnownChip.all) {
    for bus in access.i2cBuses().prefix(64) {
      guard !bus.isLeftAlone else {
        leftAlone.append(bus)
        continue
      }
      buses.append(bus)
      search(bus, access, chips)
    }
    spiNodes = Array(access.spiNodes().prefix(16))
    for node in spiNodes { search(node, access, chips) }
  }

  private mutating func search(_ bus: I2CBus, _ access: some BusAccess, _ chips: [KnownChip]) {
    let declared = access.declared(on: bus)
    driven += declared.count { $0.hasDriver }
    for chip in declared where !chip.hasDriver {
      let place = Self.place(chip.address, bus)
      let known = chips.first { $0.deviceName == chip.name && $0.addresses.contains(chip.address) }
      let found = known.map { Found(chip: $0, place: place, address: chip.address, bus: bus.number) }
      unbound.append(Unbound(place: place, name: chip.name, known: found))
    }
    let taken = Set(declared.map(\.address))
    for address in Set(chips.flatMap(\.addresses)).sorted() where !taken.contains(address) {
      do throws(BusFault) {
        var isSilent = false
        for chip in chips where chip.addresses.contains(address) && !isSilent {
          let count = chip.leading + chip.identity.count
          guard let bytes = try access.read(bus, address: address, register: chip.register, count: count) else {
            isSilent = true
            continue
          }
          guard Array(bytes.dropFirst(chip.leading)) == chip.identity else { continue }
          found.append(Found(chip: chip, place: Self.place(address, bus), address: address, bus: bus.number))
          break
        }
      } catch {
        return record(error, of: "i2c-\(bus.number)")
      }
    }
  }

  /// On SPI a read has the highest bit of the register's number set, for all of these makers.
  private mutating func search(_ node: String, _ access: some BusAccess, _ chips: [KnownChip]) {
    do throws(BusFault) {
      for chip in chips {
        guard let leading = chip.leadingOnSPI else { continue }
        let bytes = try access.read(node, first: chip.register | 0x80, count: leading + chip.identity.count)
        let value = Array(bytes.dropFirst(leading))
        guard value == chip.identity, value != [0xff], value != [0] else { continue }
        found.append(Found(chip: chip, place: "at \(node)"))
        return
      }
    } catch {
      record(error, of: node)
    }
  }

  private mutating func record(_ fault: BusFault, of bus: String) {
    switch fault {
    case .noNode: noNode.append(bus)
    case .forbidden: forbidden.append(bus)
    case .failed(let reason): failures.append("\(bus): \(reason)")
    }
  }

  private static func place(_ address: UInt8, _ bus: I2CBus) -> String {
    "at \(hexadecimal(address)) on i2c-\(bus.number)"
  }

  static func hexadecimal(_ address: UInt8) -> String {
    let digits = String(address, radix: 16)
    return "0x" + String(repeating: "0", count: 2 - digits.count) + digits
  }
}
