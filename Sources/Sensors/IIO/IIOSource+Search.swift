import CIIO
import Geometry
import Glibc
import Samples

// The search for missing devices: which device serves which role, how to read it, and its reader.
extension IIOSource {
  /// The number of hanging abandoned readers at which no more are started: a device that never returns would otherwise use up all
  /// memory.
  private static let mostHanging = 8

  /// The configured roles without a reader.
  private var missing: [SensorRole] {
    SensorRole.allCases.filter { role in
      configuration[role].isUsed && !readers.contains { $0.plan.roles.contains(role) }
    }
  }

  /// Whether a search is needed: for a device, or for a trigger for a device whose buffer has none.
  var isSearching: Bool {
    !missing.isEmpty || readers.contains { $0.plan.device.hasTrigger && buffers.isPolled($0.plan.device.id) }
  }

  func searchDevices(_ now: BootInstant) {
    switch search.outcome(at: now) {
    case .failed(let error):
      search.recordFailedList(at: now)
      for role in missing {
        let sentence = "the IIO devices cannot be listed: \(DeviceContext.sentence(error, configuration.uri))"
        setStatus(role, DeviceContext.missing(configuration.uri) == nil ? .absent(sentence) : .failed(sentence))
      }
    case .found(let devices, let triggers):
      retryBuffers(of: devices, triggers, now)
      start(devices, triggers, now)
    case nil: break
    }
    if isSearching { search.startIfDue(at: now, uri: configuration.uri, wake: signal.descriptor) }
  }

  /// Cancels readers of attributes whose device now has a trigger, so that its buffer is tried again.
  private func retryBuffers(of devices: [DeviceDescription], _ triggers: [String], _ now: BootInstant) {
    for reader in readers where reader.cancelled == nil && !reader.plan.isBuffered {
      let id = reader.plan.device.id
      guard let device = devices.first(where: { $0.id == id }),
        let trigger = DevicePlan.driving(device, in: triggers), buffers.isUntried(id, trigger: trigger)
      else { continue }
      buffers.retry(id)
      reader.cancel(at: now)
    }
  }

  private func start(_ devices: [DeviceDescription], _ triggers: [String], _ now: BootInstant) {
    let discovery = Discovery(devices, configuration)
    let wanted = missing
    for role in wanted {
      guard let sentence = discovery.sentences[role] else { continue }
      setStatus(role, discovery.ambiguous.contains(role) ? .failed(sentence) : .absent(sentence))
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
        // A device is never opened twice: it is closed, then opened for all its roles.
        for reader in open { reader.cancel(at: now) }
      }
    }
  }

  /// Plans a device for as many of the roles as possible: a role that cannot be read (its mount is not a rotation) gets that
  /// status, without effect on the other roles.
  private func plan(_ device: DeviceDescription, _ roles: [SensorRole], _ triggers: [String]) -> DevicePlan? {
    var roles = roles
    while !roles.isEmpty {
      do {
        return try DevicePlan(
          device, for: roles, configuration, triggers: triggers, isBuffered: !buffers.isPolled(device.id))
      } catch {
        roles.removeAll { $0 == error.role }
        setStatus(error.role, device: device, .failed(error.description))
      }
    }
    return nil
  }

  private func start(_ plan: DevicePlan, _ now: BootInstant) {
    guard ciio_hanging_readers() < Self.mostHanging else {
      return setStatus(
        of: plan,
        .failed(
          "\(Self.mostHanging) device readers hang in the kernel; unplug the device and plug it in again, or restart the daemon"
        ))
    }
    do {
      let reader = try DeviceReader(plan, uri: configuration.uri, wake: signal.descriptor, at: now)
      reader.setBatching(isBatching)
      readers.append(reader)
      let doing = plan.isBuffered ? ["opening its buffer"] : []
      setStatus(of: plan, .waiting((doing + notes(of: plan)).joined(separator: "; ")))
    } catch {
      setStatus(of: plan, .failed(error.sentence(plan.device)))
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
