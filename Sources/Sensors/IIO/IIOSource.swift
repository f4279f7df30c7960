import CIIO
public import Geometry
import Glibc
public import Samples

/// The inertial, magnetic and pressure sensors of a machine, by libiio. Each device is read by its own thread, its stamps are
/// converted to boot time, and the samples of all devices are merged in the order of time. The search for missing devices is
/// repeated: when a device appears, and at growing intervals.
///
/// This file has the interface of the source; `IIOSource+Readers` reads the devices, `IIOSource+Search` finds them.
public final class IIOSource: SampleSource {
  public let name = "sensors"
  var configuration: SensorConfiguration
  private var isOpen = false
  private var poller: Poller?
  let signal = WakeSignal()
  private let folder = FolderWatch("/dev")
  var search = DeviceSearch()
  var buffers = BufferMemory()
  var readers: [DeviceReader] = []
  var merger = StreamMerger(lanes: IIOSource.laneCount, patience: IIOSource.patience)
  var isBatching = false
  /// The status of each role, and the last reported state.
  private(set) var statuses: [SourceStatus] = []
  private var reported: [SourceStatus.State?] = []
  /// The sums of the readers that have ended.
  var endedCounts = ReaderCounts()
  var lastSupervised = BootInstant(nanoseconds: 0)

  /// Reader threads that did not return. Each holds its memory and its device; only a new process frees them.
  public internal(set) var abandonedCount = 0

  static let laneCount = SensorRole.allCases.count + TemperatureSample.Sensor.allCases.count
  /// The longest wait of samples for those of another device; the relaxed one covers the sleep of the readers.
  static let patience = TimeSpan.seconds(0.03), relaxedPatience = TimeSpan.seconds(0.25)
  /// The pause between the appearance of a device node and its scan: the node's group is set a moment after it appears.
  private static let settling = TimeSpan.seconds(0.3)

  public init(_ configuration: SensorConfiguration = SensorConfiguration()) { self.configuration = configuration }

  deinit { _ = close(within: .zero) }

  public var descriptor: CInt { poller?.descriptor ?? -1 }

  public func open() throws(SourceFault) {
    let poller = Poller()
    guard poller.descriptor >= 0 else { throw SourceFault("cannot wait for devices: error \(-poller.descriptor)") }
    poller.add(signal.descriptor)
    if configuration.uri == nil { poller.add(folder.descriptor) }
    self.poller = poller
    (search, buffers, endedCounts) = (DeviceSearch(), BufferMemory(), ReaderCounts())
    merger = StreamMerger(lanes: Self.laneCount, patience: isBatching ? Self.relaxedPatience : Self.patience)
    statuses = SensorRole.allCases.map { SourceStatus(.sensor($0), state: .waiting("looking for it")) }
    reported = SensorRole.allCases.map { _ in nil }
    lastSupervised = BootInstant(nanoseconds: 0)
    abandonedCount = 0
    isOpen = true
  }

  public func close(within span: TimeSpan) -> Bool {
    isOpen = false
    search = DeviceSearch()
    let now = BootInstant.now
    for reader in readers { reader.cancel(at: now) }
    for reader in readers {
      let left = max(TimeSpan.zero, span - (BootInstant.now - now))
      if !reader.stop(within: left) { abandonedCount += 1 }
    }
    readers = []
    poller = nil
    return abandonedCount == 0
  }

  public var counts: [(reason: String, count: Int)] {
    guard isOpen else { return [] }
    var sum = endedCounts
    for reader in readers { sum.add(reader) }
    return [
      ("devices: samples without a time stamp", sum.clock.missing),
      ("devices: samples with the same time stamp", sum.clock.spread),
      ("devices: steps of a clock", sum.clock.steps), ("devices: gaps without samples", sum.clock.gaps),
      ("devices: samples lost because they were not read in time", sum.lost),
      ("devices: failed readings", sum.failures),
      ("devices: values beyond the sensor's range", sum.refused),
      ("devices: samples too late to be ordered", merger.lateCount),
      ("devices: samples that went back in time", merger.disorderedCount),
      ("devices: readers that did not return", abandonedCount),
    ]
  }

  public var deadline: BootInstant {
    guard isOpen else { return .never }
    let supervise = readers.isEmpty ? .never : lastSupervised + Self.supervision
    return min(merger.deadline, min(supervise, isSearching ? search.deadline : .never))
  }

  public func wake(at now: BootInstant, into events: (SourceEvent) -> Void) {
    guard isOpen else { return }
    signal.clear()
    if folder.hasChanged() {
      search.hasten(to: now + Self.settling)
      cancelUnplugged(now)
    }
    readSamples(now, events)
    supervise(now)
    searchDevices(now)
    reportChanges(events)
  }

  public func setBatching(_ isBatching: Bool) {
    guard isBatching != self.isBatching else { return }
    self.isBatching = isBatching
    merger.patience = isBatching ? Self.relaxedPatience : Self.patience
    for reader in readers { reader.setBatching(isBatching) }
  }

  public func apply(_ findings: [SensorFinding]) -> Bool {
    defer { configuration.findings = findings }
    return findings != configuration.findings && isOpen
  }

  /// Batches handed over by the readers of the open devices.
  public var batchCount: UInt64 { readers.reduce(0) { $0 + $1.batchCount } }

  // MARK: status

  private func reportChanges(_ events: (SourceEvent) -> Void) {
    for role in SensorRole.allCases where configuration[role].isUsed {
      let status = statuses[role.rawValue]
      guard status.state.isNews(after: reported[role.rawValue]) else { continue }
      reported[role.rawValue] = status.state
      events(.status(status))
    }
  }

  func setStatus(_ role: SensorRole, device: DeviceDescription? = nil, _ state: SourceStatus.State) {
    statuses[role.rawValue] = SourceStatus(.sensor(role), device: device?.source, state: state)
  }

  func setStatus(of plan: DevicePlan, _ state: SourceStatus.State) {
    for role in plan.roles { setStatus(of: plan, role, state) }
  }

  func setStatus(of plan: DevicePlan, _ role: SensorRole, _ state: SourceStatus.State) {
    var status = SourceStatus(.sensor(role), device: plan.device.source, state: state)
    status.sensor = plan.sensor(role)
    if case .streaming = state { status.note = notes(of: plan).joined(separator: "; ") }
    statuses[role.rawValue] = status
  }

  func notes(of plan: DevicePlan) -> [String] {
    guard !plan.isBuffered else { return plan.notes }
    let reason = buffers.reason(plan.device.id).map { ", because its buffer gives no samples: \($0)" } ?? ""
    return ["read attribute by attribute" + reason] + plan.notes
  }
}
