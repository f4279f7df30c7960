import CommandParts
import Geometry
import Glibc
import Sensors

extension Gathering {
  /// Lists the devices, and reads those without another reader for `span`.
  mutating func gatherDevices(for span: TimeSpan) {
    do throws(DeviceListFault) {
      let list = try DeviceList(uri: facts.sensors.uri)
      facts.devices = list.devices.map(DeviceFacts.init)
      facts.triggers = list.triggers
    } catch {
      facts.listingFault = "\(error)"
    }
    if !facts.isRemote {
      let service = UserRights(named: "gnomon"), asker = UserRights.asker
      for index in facts.devices.indices { facts.devices[index].gather(service, asker) }
      findHolders()
    }
    read(for: span)
  }

  /// Finds the processes that have a device open.
  private mutating func findHolders() {
    func node(_ index: Int) -> String { "/dev/\(facts.devices[index].description.id)" }
    let open = OpenFiles(of: Set(facts.devices.indices.map(node)))
    facts.clocks.hiddenProcesses += open.hidden
    for index in facts.devices.indices { facts.devices[index].holders = open.holders[node(index)] ?? [] }
    // If the daemon's open files are hidden, its own list of sources is used.
    guard let process = facts.daemon.process else { return }
    for index in facts.devices.indices where facts.devices[index].holders.isEmpty {
      let id = facts.devices[index].description.id
      if facts.daemon.sources.contains(where: { $0.state == .running && $0.device == id }) {
        facts.devices[index].holders = [Holder(process: process, name: "gnomond")]
      }
    }
  }

  private mutating func read(for span: TimeSpan) {
    let free = facts.devices.indices.filter {
      facts.devices[$0].holders.isEmpty && !facts.devices[$0].description.roles.isEmpty
    }
    guard !free.isEmpty else { return }
    let names = free.map { facts.devices[$0].description.id }.joined(separator: ", ")
    Terminal.inform("reading \(names) for \(text(span.value, 1)) s; lay the device down …")
    let trials = DeviceTrials(facts.sensors, triggers: facts.triggers)
    // Polled reading comes first: many drivers refuse it while their buffer is on.
    let polled = free.filter { index in
      let device = facts.devices[index].description
      return device.roles.contains { device.isPolled($0) }
    }
    let short = min(span, TimeSpan.seconds(1))
    for (index, trial) in zip(polled, trials.run(polled.map { request($0, isBuffered: false) }, for: short) {}) {
      facts.devices[index].polled = trial
    }
    let buffered = free.filter { index in
      let device = facts.devices[index].description
      return device.roles.allSatisfy { device.isBuffered($0) }
    }
    for (index, trial) in zip(buffered, trials.run(buffered.map { request($0, isBuffered: true) }, for: span) {}) {
      facts.devices[index].buffered = trial
    }
  }

  private func request(_ index: Int, isBuffered: Bool) -> DeviceTrials.Request {
    let device = facts.devices[index].description
    let roles = device.roles.filter { isBuffered ? device.isBuffered($0) : device.isPolled($0) }
    return DeviceTrials.Request(device, roles, isBuffered: isBuffered)
  }
}

extension DeviceFacts {
  /// Gathers the facts about a local device from sysfs and its node.
  fileprivate mutating func gather(_ service: UserRights?, _ asker: UserRights) {
    let folder = "/sys/bus/iio/devices/\(description.id)"
    clock = MachineFiles.line("\(folder)/current_timestamp_clock")
    rate = MachineFiles.line("\(folder)/sampling_frequency")
    node = AccessFacts("/dev/\(description.id)", 6, service: service, asker: asker)
    guard !description.roles.isEmpty else { return }
    // The files that udev/grant-access gives to the group.
    var files = [
      "buffer/enable", "buffer/length", "buffer/watermark", "buffer0/enable", "buffer0/length", "buffer0/watermark",
      "current_timestamp_clock", "trigger/current_trigger", "sampling_frequency", "in_accel_sampling_frequency",
      "in_anglvel_sampling_frequency", "in_magn_sampling_frequency", "in_pressure_sampling_frequency",
    ]
    for part in ["scan_elements", "buffer0"] {
      let names = MachineFiles.names(in: "\(folder)/\(part)") ?? []
      files += names.filter { $0.hasSuffix("_en") }.map { "\(part)/\($0)" }
    }
    attributes = files.compactMap { AccessFacts("\(folder)/\($0)", 2, service: service, asker: asker) }
  }
}
