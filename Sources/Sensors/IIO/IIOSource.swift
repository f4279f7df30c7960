import CIIO
public import Geometry
import Glibc
public import Samples

/// The inertial, magnetic and pressure sensors of a machine, by libiio: finds them, reads each device on a thread of its own,
/// mends their times, and hands over their samples in the order of time. What is missing is looked for again: when a device
/// appears, and now and then.
public final class IIOSource: SensorSource {
  private let configuration: SensorConfiguration
  private let group = DescriptorGroup()
  private let signal = WakeSignal()
  private let folder = FolderWatch("/dev")
  private var scan: DeviceScan?
  private var backoff = Backoff(from: .seconds(1), to: .seconds(30))
  private var nextScan = BootInstant(nanoseconds: .min)
  private var readers: [DeviceReader] = []
  private var merger = StreamMerger(lanes: IIOSource.laneCount, patience: IIOSource.patience)
  private var statuses: [SourceStatus]
  private var told: [SourceStatus.State?]
  /// Devices whose buffer did not work, by id.
  private var fallbacks: [String: Fallback] = [:]
  /// Devices whose buffer has worked, by id: when it gives nothing, they sleep.
  private var proven: Set<String> = []
  private var isStopped = false
  private var isRelaxed = false

  /// Reader threads that did not return. Each holds its memory and its device; only a new process frees them.
  public private(set) var abandonedCount = 0

  private static let laneCount = SensorRole.allCases.count + TemperatureSample.Sensor.allCases.count
  /// How long a buffer may take for its first scan before attributes are tried.
  private static let firstScan = TimeSpan.seconds(3)
  /// How long a device may be silent before it is opened anew, and how long its thread may then take to leave.
  private static let longestSilence = TimeSpan.seconds(5)
  /// How long a buffer that has worked before, and was opened anew, may wait for its device to wake.
  private static let longestSleep = TimeSpan.seconds(30)
  /// Looked at this often while a device is read: silence makes no descriptor readable.
  private static let supervision = TimeSpan.seconds(0.25)
  private static let settling = TimeSpan.seconds(0.3)
  /// A device that fails is tried again so often at least.
  private static let longestPause = TimeSpan.seconds(4)
  /// Abandoned readers that may hang before no more are started: a device that never returns would else take all memory.
  private static let mostHanging = 8
  /// How long samples wait for those of another device; while the readers sleep, for as long as they do.
  private static let patience = TimeSpan.seconds(0.03), relaxedPatience = TimeSpan.seconds(0.25)

  public init(_ configuration: SensorConfiguration = SensorConfiguration()) {
    self.configuration = configuration
    statuses = SensorRole.allCases.map { SourceStatus(.sensor($0), state: .waiting("looking for it")) }
    told = SensorRole.allCases.map { _ in nil }
    group.add(signal.descriptor)
    if configuration.uri == nil && folder.descriptor >= 0 { group.add(folder.descriptor) }
  }

  deinit { _ = stop(within: .zero) }

  public var descriptor: CInt { group.descriptor }

  public var counts: [(reason: String, count: Int)] {
    var sum = left
    for reader in readers { sum.add(reader) }
    return [
      ("devices: samples without a time stamp", sum.clock.missing), ("devices: samples of one stamp", sum.clock.spread),
      ("devices: a clock was set", sum.clock.steps), ("devices: stretches without samples", sum.clock.gaps),
      ("devices: samples lost since nobody took them", sum.lost), ("devices: failed readings", sum.failures),
      ("devices: numbers that no such sensor measures", sum.refused),
      ("devices: samples that came too late to be ordered", merger.lateCount),
      ("devices: samples that ran backwards", merger.disorderedCount),
      ("devices: readers that did not return", abandonedCount),
    ]
  }

  /// What the readers that are gone have counted.
  private var left = ReaderCounts()

  public var deadline: BootInstant {
    guard !isStopped else { return .never }
    let supervise = readers.isEmpty ? .never : supervised + Self.supervision
    let look = scan == nil && isLooking ? nextScan : .never
    return min(merger.deadline, min(supervise, look))
  }
  private var supervised = BootInstant(nanoseconds: 0)

  public func wake(at now: BootInstant, into events: (SensorEvent) -> Void) {
    guard !isStopped else { return }
    signal.clear()
    if folder.hasChanged() {
      // A node's group is set a moment after it appears.
      nextScan = min(nextScan, now + Self.settling)
      backoff.succeed()
      noticeUnplugged(now)
    }
    take(now, events)
    supervise(now)
    look(now)
    for role in SensorRole.allCases where configuration[role].isUsed {
      let status = statuses[role.rawValue]
      guard status.state.isNews(after: told[role.rawValue]) else { continue }
      told[role.rawValue] = status.state
      events(.status(status))
    }
  }

  public func relax(_ isRelaxed: Bool) {
    guard isRelaxed != self.isRelaxed else { return }
    self.isRelaxed = isRelaxed
    merger.patience = isRelaxed ? Self.relaxedPatience : Self.patience
    for reader in readers { reader.relax(isRelaxed) }
  }

  /// How often the readers of the devices that are open have handed something over.
  public var batchCount: UInt64 { readers.reduce(0) { $0 + $1.batchCount } }

  public func stop(within span: TimeSpan) -> Bool {
    isStopped = true
    scan = nil
    let now = BootInstant.now
    for reader in readers { reader.cancel(at: now) }
    for reader in readers {
      let left = max(TimeSpan.zero, span - (BootInstant.now - now))
      if !reader.stop(within: left) { abandonedCount += 1 }
    }
    readers = []
    return abandonedCount == 0
  }

  /// The roles that are wanted and that no reader serves.
  private var missing: [SensorRole] {
    SensorRole.allCases.filter { role in
      configuration[role].isUsed && !readers.contains { $0.plan.roles.contains(role) }
    }
  }

  /// Whether there is something to look for: a device, or a trigger for one whose buffer has none.
  private var isLooking: Bool {
    !missing.isEmpty
      || readers.contains { $0.plan.device.hasTrigger && fallbacks[$0.plan.device.id]?.isPolled ?? false }
  }

  // MARK: Samples

  private func take(_ now: BootInstant, _ events: (SensorEvent) -> Void) {
    for reader in readers {
      reader.take(at: now) { lane, sample in
        merger.push(sample, in: Self.lane(of: reader.plan.lanes[lane].quantity), at: now) { events(.sample($0)) }
      }
    }
    merger.drain(at: now) { events(.sample($0)) }
  }

  private static func lane(of quantity: DeviceStream.Lane.Quantity) -> Int {
    switch quantity {
    case .role(let role): role.rawValue
    case .temperature(let sensor): SensorRole.allCases.count + Int(sensor.rawValue)
    }
  }

  // MARK: Supervision

  private func supervise(_ now: BootInstant) {
    supervised = now
    for reader in readers {
      switch reader.phase {
      case .ended(let fault): end(reader, fault, now)
      case .starting: if now - reader.started > Self.longestSilence { reader.cancel(at: now) }
      case .running: watch(reader, now)
      }
      if let cancelled = reader.cancelled, now - cancelled > Self.longestSilence {
        abandonedCount += reader.stop(within: .zero) ? 0 : 1
        let sentence = "its reader did not return; should it stay away, restart the daemon"
        remove(reader, now, reader.isUnplugged ? .absent("it was unplugged") : .failed(sentence))
      }
    }
  }

  /// A reader may wait for ever for a device that has gone: libiio is not told by every driver.
  private func noticeUnplugged(_ now: BootInstant) {
    guard configuration.uri == nil else { return }
    for reader in readers where reader.plan.isBuffered && access("/dev/\(reader.plan.device.id)", F_OK) != 0 {
      reader.isUnplugged = true
      reader.cancel(at: now)
      say(reader.plan, .absent(ReaderFault.unplugged.sentence(reader.plan.device)))
    }
  }

  private func watch(_ reader: DeviceReader, _ now: BootInstant) {
    guard !reader.isUnplugged else { return }
    let rate = reader.stream?.clock.rate
    guard let last = reader.lastArrival else {
      let isProven = proven.contains(reader.plan.device.id), waited = now - reader.started
      if waited > Self.firstScan && reader.plan.isBuffered && !isProven {
        fallBack(reader.plan, "nothing came of it within \(Int(Self.firstScan.value)) s")
        reader.cancel(at: now)
      } else if waited > (isProven ? Self.longestSleep : Self.longestSilence) {
        reader.cancel(at: now)
      }
      return
    }
    if reader.plan.isBuffered {
      proven.insert(reader.plan.device.id)
      fallbacks[reader.plan.device.id] = nil
    }
    let periods = rate.map { $0.period * 10 } ?? .zero
    let patience = max(TimeSpan.seconds(0.5), periods)
    if now - last > patience {
      say(reader.plan, .silent(since: last))
      if now - last > patience + Self.longestSilence { reader.cancel(at: now) }
    } else if let rate {
      say(reader.plan, .streaming(rate))
      for role in reader.plan.roles {
        guard let refusal = reader.stream?.refusal(of: role, at: now) else { continue }
        say(reader.plan, role, .failed(Self.sentence(refusal, role)))
      }
      for lane in reader.plan.lanes {
        // Temperatures come once a second with another lane's samples, which are not to wait for them.
        let period = if case .role = lane.quantity { rate.period } else { TimeSpan.seconds(4) }
        merger.expect(every: period, in: Self.lane(of: lane.quantity))
      }
    }
  }

  private func end(_ reader: DeviceReader, _ fault: ReaderFault, _ now: BootInstant) {
    _ = reader.stop(within: .seconds(0.1))
    let fault = reader.isUnplugged ? .unplugged : fault
    if reader.plan.isBuffered && fault.isAboutTheBuffer {
      let isUndriven = reader.plan.device.hasTrigger && reader.plan.driving == nil
      fallBack(
        reader.plan,
        isUndriven
          ? "no trigger drives it, and gnomon-trigger.service has made none" : fault.sentence(reader.plan.device))
    }
    let fallback = fallbacks[reader.plan.device.id]
    if fault.errno == ENODEV || fault.errno == ENXIO {
      // It may come back as another device.
      fallbacks[reader.plan.device.id] = nil
      proven.remove(reader.plan.device.id)
      remove(reader, now, .absent(fault.sentence(reader.plan.device)))
    } else if let fallback, fallback.isPolled == reader.plan.isBuffered {
      let how =
        fallback.isPolled ? "its buffer gives nothing: \(fallback.reason); trying without" : "a trigger has come"
      remove(reader, now, .waiting(how))
      backoff.succeed()
      nextScan = now
    } else if reader.cancelled != nil {
      remove(reader, now, .waiting("it fell silent; opening it anew"))
    } else {
      remove(reader, now, .failed(fault.sentence(reader.plan.device)))
    }
  }

  /// From now on a device is read attribute by attribute, until a trigger comes that its buffer has not been tried with.
  private func fallBack(_ plan: DevicePlan, _ reason: String) {
    var fallback = fallbacks[plan.device.id] ?? Fallback()
    (fallback.isPolled, fallback.reason) = (true, reason)
    if let trigger = plan.driving { fallback.tried.insert(trigger) }
    fallbacks[plan.device.id] = fallback
  }

  /// Readers of attributes whose device has got a trigger leave, so that its buffer is tried again.
  private func moveUp(_ devices: [DeviceDescription], _ triggers: [String], _ now: BootInstant) {
    for reader in readers where reader.cancelled == nil && !reader.plan.isBuffered {
      let id = reader.plan.device.id
      guard let fallback = fallbacks[id], let device = devices.first(where: { $0.id == id }),
        let trigger = DevicePlan.driving(device, in: triggers), !fallback.tried.contains(trigger)
      else { continue }
      fallbacks[id]?.isPolled = false
      reader.cancel(at: now)
    }
  }

  private func remove(_ reader: DeviceReader, _ now: BootInstant, _ state: SourceStatus.State) {
    left.add(reader)
    readers.removeAll { $0 === reader }
    say(reader.plan, state)
    // Several devices that fail together are one failure: a hub whose nodes have no group yet is tried again in a second, and so
    // is one that has worked.
    if reader.lastArrival != nil {
      backoff.succeed()
      nextScan = min(nextScan, now + backoff.fail())
    } else if nextScan <= now {
      nextScan = now + backoff.fail()
    }
    // One that is there and fails may be mended at any moment.
    nextScan = min(nextScan, now + Self.longestPause)
  }

  private func say(_ plan: DevicePlan, _ state: SourceStatus.State) {
    for role in plan.roles { say(plan, role, state) }
  }

  private func say(_ plan: DevicePlan, _ role: SensorRole, _ state: SourceStatus.State) {
    var status = SourceStatus(.sensor(role), device: plan.device.source, state: state)
    status.sensor = plan.sensor(role)
    if case .streaming = state { status.note = notes(of: plan).joined(separator: "; ") }
    statuses[role.rawValue] = status
  }

  private static func sentence(_ refusal: Refusal, _ role: SensorRole) -> String {
    let what = refusal.reason == .notFinite ? "no number" : "more than it can measure"
    return
      "its \(refusal.field.rawValue) is \(what), in every sample, and none is used: look at scale and offset of its driver"
  }

  private func notes(of plan: DevicePlan) -> [String] {
    guard !plan.isBuffered else { return plan.notes }
    let reason = fallbacks[plan.device.id].map { ", since its buffer gives nothing: \($0.reason)" } ?? ""
    return ["read attribute by attribute" + reason] + plan.notes
  }

  // MARK: Discovery

  private func look(_ now: BootInstant) {
    if let outcome = scan?.outcome {
      scan = nil
      nextScan = now + backoff.fail()
      switch outcome {
      case .failed(let error):
        nextScan = min(nextScan, now + Self.longestPause)
        for role in missing {
          let sentence = "the IIO devices cannot be listed: \(String(cString: strerror(error)))"
          statuses[role.rawValue] = SourceStatus(.sensor(role), state: .absent(sentence))
        }
      case .found(let devices, let triggers):
        moveUp(devices, triggers, now)
        start(devices, triggers, now)
      }
    }
    if scan == nil && now >= nextScan && isLooking {
      scan = DeviceScan(uri: configuration.uri, wake: signal.descriptor)
      if scan == nil { nextScan = now + backoff.fail() }
    }
  }

  private func start(_ devices: [DeviceDescription], _ triggers: [String], _ now: BootInstant) {
    let discovery = Discovery(devices, configuration)
    let wanted = missing
    for role in wanted {
      guard let sentence = discovery.sentences[role] else { continue }
      let isOpen = discovery.ambiguous.contains(role)
      statuses[role.rawValue] = SourceStatus(.sensor(role), state: isOpen ? .failed(sentence) : .absent(sentence))
    }
    for index in devices.indices {
      let device = devices[index]
      let roles = wanted.filter { discovery.devices[$0] == index }
      guard !roles.isEmpty else { continue }
      let open = readers.filter { $0.plan.device.id == device.id }
      let openRoles = open.flatMap { $0.plan.roles }
      guard let plan = plan(device, openRoles + roles, triggers) else { continue }
      if open.isEmpty {
        start(plan, now)
      } else if plan.roles.count > openRoles.count {
        // No device is opened twice: it is closed, to be opened for all its roles.
        for reader in open { reader.cancel(at: now) }
      }
    }
  }

  /// How to read a device for as many of the roles as possible: one that cannot be (its mount is no rotation) says so and leaves
  /// the others alone.
  private func plan(_ device: DeviceDescription, _ roles: [SensorRole], _ triggers: [String]) -> DevicePlan? {
    var roles = roles
    while !roles.isEmpty {
      do {
        let isBuffered = !(fallbacks[device.id]?.isPolled ?? false)
        return try DevicePlan(device, for: roles, configuration, triggers: triggers, isBuffered: isBuffered)
      } catch {
        roles.removeAll { $0 == error.role }
        let state = SourceStatus.State.failed(error.description)
        statuses[error.role.rawValue] = SourceStatus(.sensor(error.role), device: device.source, state: state)
      }
    }
    return nil
  }

  private func start(_ plan: DevicePlan, _ now: BootInstant) {
    guard ciio_hanging_readers() < Self.mostHanging else {
      return say(
        plan,
        .failed(
          "\(Self.mostHanging) readers of devices hang in the kernel; plug the device in anew or restart the daemon"))
    }
    do {
      let reader = try DeviceReader(plan, uri: configuration.uri, wake: signal.descriptor, at: now)
      reader.relax(isRelaxed)
      readers.append(reader)
      say(plan, .waiting(((plan.isBuffered ? ["opening its buffer"] : []) + notes(of: plan)).joined(separator: "; ")))
    } catch {
      say(plan, .failed(error.sentence(plan.device)))
    }
  }
}

extension PlanFault {
  fileprivate var role: SensorRole {
    switch self {
    case .incomplete(let role), .unreadable(let role), .mount(let role, _), .scale(let role, _): role
    }
  }
}
