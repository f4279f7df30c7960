public import Geometry
public import Samples

/// The chips of one bus: looks for them, starts them, reads them at each turn, and starts them again after a fault.
///
/// It has no clock and no wait of its own: `turn` is called when `next` has come. All chips are read in one turn, so the machine
/// wakes once for all of them.
public struct ServedBus: Sendable {
  /// A quantity that a chip measures, by the daemon's name.
  public enum Role: String, CaseIterable, Sendable { case accelerometer, gyroscope, magnetometer, barometer }

  /// A chip at an address, and how it is.
  public struct Device: Sendable {
    public enum State: Equatable, Sendable {
      /// No sample so far.
      case starting
      case running
      /// The kernel's driver has it.
      case held
      /// Until a sample comes: it is started again at growing intervals.
      case failed(ChipFault)
    }

    public let chip: ServedChip
    public let address: UInt8
    public fileprivate(set) var state = State.starting
    public fileprivate(set) var roles: [Role]
    fileprivate var reader: any ChipReader
    fileprivate var faults = 0
    fileprivate var retryAt = BootInstant(nanoseconds: 0)
    fileprivate var pause = TimeSpan.zero
    /// Whether its registers are set; and whether they ever were.
    fileprivate var isOn = false, wasOn = false

    public var counts: ChipCounts { reader.counts }
    public var setting: String { reader.setting }
    /// Samples so far.
    public fileprivate(set) var count = 0
    /// Why one of its roles has no samples; nil if it has.
    public func fault(_ role: Role) -> ChipFault? {
      if case .failed(let fault) = state { return fault }
      return role == .magnetometer ? reader.fieldFault : nil
    }
  }

  public private(set) var devices: [Device] = []
  /// Rises whenever a device appears or changes its state.
  public private(set) var changes = 0
  public private(set) var next: BootInstant
  private let interval: TimeSpan
  private var turns = 0
  private var nextSearch: BootInstant
  private var scratch: [ChipSample] = []
  private let isWide: Bool
  private var order = SampleOrder()

  /// A search of a bus without an inertial chip, and of one that lacks only others.
  private static let soon = TimeSpan.seconds(5), late = TimeSpan.seconds(30)
  private static let shortest = TimeSpan.seconds(0.5), longest = TimeSpan.seconds(15)
  /// Transfers in a row that may fail before a chip is started again.
  private static let patience = 3

  /// `interval`: the time between two turns. `isWide`: accelerometers measure up to 16 g instead of 8, as on a foot.
  public init(every interval: TimeSpan, at now: BootInstant, isWide: Bool = false) {
    (self.interval, self.isWide) = (interval, isWide)
    (next, nextSearch) = (now, now)
    scratch.reserveCapacity(2048)
  }

  /// Reads all chips, and appends their samples, those of each chip in their order.
  public mutating func turn(_ bus: some ChipBus, into samples: inout [ChipSample]) {
    let now = bus.now
    next = next + interval
    // After a pause of the machine the turns go on from here.
    if next <= now { next = now + interval }
    turns += 1
    if now >= nextSearch { search(bus) }
    for index in devices.indices { serve(index, bus, &samples) }
  }

  // MARK: one chip

  private mutating func serve(_ index: Int, _ bus: some ChipBus, _ samples: inout [ChipSample]) {
    if !devices[index].isOn {
      guard bus.now >= devices[index].retryAt, !isSpare(index) else { return }
      start(index, bus)
      guard devices[index].isOn else { return }
    }
    scratch.removeAll(keepingCapacity: true)
    do throws(ChipFault) {
      try devices[index].reader.read(bus, turn: turns, into: &scratch)
      // A chip that is not read in this turn shows nothing, nor does a temperature.
      if scratch.contains(where: { !$0.kind.isTemperature }) {
        (devices[index].faults, devices[index].pause) = (0, .zero)
        set(.running, index)
      }
    } catch {
      fail(index, error, bus.now)
    }
    let limit = bus.now
    for position in scratch.indices { order.place(&scratch[position], before: limit) }
    devices[index].count += scratch.count
    samples.append(contentsOf: scratch)
  }

  /// Whether other chips give all that this one would: they came while it was away. It gives up a role that another one has.
  private mutating func isSpare(_ index: Int) -> Bool {
    let rest = devices[index].roles.filter { role in
      !devices.indices.contains { $0 != index && devices[$0].isOn && devices[$0].roles.contains(role) }
    }
    guard rest.count < devices[index].roles.count, !rest.isEmpty else { return rest.isEmpty }
    guard rest.contains(.gyroscope) else { return true }
    let counts = devices[index].reader.counts
    devices[index].roles = rest
    devices[index].reader = ICM20948(at: devices[index].address, hasField: false, isWide: isWide)
    devices[index].reader.counts = counts
    return false
  }

  private mutating func start(_ index: Int, _ bus: some ChipBus) {
    do throws(ChipFault) {
      try claim(devices[index].address, bus)
      try devices[index].reader.start(bus)
      if devices[index].wasOn { devices[index].reader.counts.restarts += 1 }
      (devices[index].isOn, devices[index].wasOn, devices[index].faults) = (true, true, 0)
    } catch {
      fail(index, error, bus.now, atOnce: true)
    }
  }

  private func claim(_ address: UInt8, _ bus: some ChipBus) throws(ChipFault) {
    do throws(BusFault) { try bus.claim(address) } catch { throw .bus(error) }
  }

  private mutating func fail(_ index: Int, _ fault: ChipFault, _ now: BootInstant, atOnce: Bool = false) {
    if case .bus(let reason) = fault {
      devices[index].reader.counts.busErrors += 1
      if reason == .held {
        (devices[index].isOn, devices[index].retryAt) = (false, now + Self.longest)
        return set(.held, index)
      }
      devices[index].faults += 1
      if !atOnce, devices[index].faults < Self.patience { return }
    }
    devices[index].isOn = false
    let pause = devices[index].pause
    devices[index].pause = min(Self.longest, max(Self.shortest, pause * 2))
    devices[index].retryAt = now + devices[index].pause
    set(.failed(fault), index)
  }

  private mutating func set(_ state: Device.State, _ index: Int) {
    guard devices[index].state != state else { return }
    devices[index].state = state
    changes += 1
  }

  // MARK: the search

  /// Looks for the chips of the kinds that are missing, or do not answer: one of each kind is read.
  private mutating func search(_ bus: some ChipBus) {
    for chip in ServedChip.allCases {
      for address in chip.addresses where isWanted(chip) {
        let known = devices.firstIndex { $0.address == address }
        // A known address is looked at again once another chip answers there.
        if let known {
          guard case .failed(.otherChip) = devices[known].state, devices[known].chip != chip else { continue }
        }
        guard isThere(chip, address, bus) else { continue }
        let reader = reader(of: chip, at: address)
        var roles = Self.roles(chip)
        if chip == .icm20948, has(.magnetometer) { roles.removeAll { $0 == .magnetometer } }
        let device = Device(chip: chip, address: address, roles: roles, reader: reader)
        let index = known ?? devices.count
        if known == nil { devices.append(device) } else { devices[index] = device }
        changes += 1
        start(index, bus)
      }
    }
    nextSearch = bus.now + (has(.gyroscope) ? Self.late : Self.soon)
  }

  private func isThere(_ chip: ServedChip, _ address: UInt8, _ bus: some ChipBus) -> Bool {
    do throws(BusFault) { try bus.claim(address) } catch { return false }
    guard let value = try? bus.byte(address, chip.identity.register) else { return false }
    return value == chip.identity.value
  }

  private func isWanted(_ chip: ServedChip) -> Bool {
    switch chip.kind {
    case .inertial: !has(.gyroscope)
    case .magnetometer: !has(.magnetometer)
    case .barometer: !has(.barometer)
    }
  }

  /// Whether a chip of this bus measures it, as far as is known.
  public func has(_ role: Role) -> Bool { devices.contains { $0.roles.contains(role) && $0.isOn } }

  private static func roles(_ chip: ServedChip) -> [Role] {
    switch chip {
    case .lsm6dsox, .ism330dhcx: [.accelerometer, .gyroscope]
    case .icm20948: [.accelerometer, .gyroscope, .magnetometer]
    case .lis3mdl: [.magnetometer]
    case .bmp280, .bmp388, .bmp390: [.barometer]
    }
  }

  private func reader(of chip: ServedChip, at address: UInt8) -> any ChipReader {
    switch chip {
    case .lsm6dsox, .ism330dhcx: LSM6(chip, at: address, isWide: isWide)
    case .icm20948: ICM20948(at: address, hasField: !has(.magnetometer), isWide: isWide)
    case .lis3mdl: LIS3MDL(at: address)
    case .bmp280: BMP280(at: address)
    case .bmp388, .bmp390: BMP390(chip, at: address)
    }
  }
}
