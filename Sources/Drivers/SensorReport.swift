import Chips
import Geometry
import Samples
import Wire

/// The chips as sensors of the daemon's status, with the rates at which they give samples.
struct SensorReport {
  let bus: String
  private var rates = SampleRates()
  private var known: [UInt8: String] = [:]

  init(bus: String) { self.bus = bus }

  mutating func count(_ samples: [ChipSample]) { rates.count(samples) }

  /// The sensors, with the rates since the last call.
  mutating func sensors(_ served: ServedBus, at now: BootInstant) -> [DrivenSensorMessage] {
    let rates = rates.finish(at: now)
    var sensors: [DrivenSensorMessage] = []
    // Of two chips for one role the one that is read.
    for device in served.devices.sorted(by: { $0.state == .running && $1.state != .running }) {
      for role in device.roles where !sensors.contains(where: { $0.role == role.rawValue }) {
        sensors.append(sensor(role, device, rates[Self.kind(role)]))
      }
    }
    if served.devices.allSatisfy({ !$0.roles.contains(.gyroscope) }) {
      for role in [ServedBus.Role.accelerometer, .gyroscope]
      where !sensors.contains(where: { $0.role == role.rawValue }) {
        sensors.append(
          DrivenSensorMessage(
            role: role.rawValue, device: "none", place: bus, state: .absent,
            detail: "no chip that gnomon-drivers reads is on \(bus): 'sudo gnomon doctor --buses'", counts: [],
            isMounted: nil))
      }
    }
    return sensors
  }

  private func sensor(
    _ role: ServedBus.Role, _ device: ServedBus.Device, _ rate: Double?
  ) -> DrivenSensorMessage {
    let state: SourceState, detail: String
    switch device.state {
    case .running where device.fault(role) != nil:
      (state, detail) = (.failed, device.fault(role)?.sentence(device.chip) ?? "")
    case .starting: (state, detail) = (.waiting, "it is being started")
    case .running:
      state = .running
      detail = SampleRates.shown(rate) + device.setting
    case .held: (state, detail) = (.absent, ChipFault.bus(.held).sentence(device.chip))
    case .failed(let fault): (state, detail) = (.failed, fault.sentence(device.chip))
    }
    return DrivenSensorMessage(
      role: role.rawValue, device: device.chip.name, place: place(device), state: state, detail: detail,
      // Once for each chip.
      counts: role == device.roles.first
        ? device.counts.named.map { CounterMessage(reason: $0.reason, count: $0.count) } : [], isMounted: nil)
  }

  private func place(_ device: ServedBus.Device) -> String { "\(bus)/\(hexadecimal(device.address))" }

  private static func kind(_ role: ServedBus.Role) -> ChipSample.Kind {
    switch role {
    case .accelerometer: .force
    case .gyroscope: .rate
    case .magnetometer: .field
    case .barometer: .pressure
    }
  }

  /// The changes since the last call, for the log.
  mutating func news(_ served: ServedBus) -> [(text: String, isFault: Bool)] {
    var news: [(text: String, isFault: Bool)] = []
    for device in served.devices {
      let text: String
      switch device.state {
      case .starting: continue
      case .running: text = "is read: \(device.setting)"
      case .held: text = ChipFault.bus(.held).sentence(device.chip)
      case .failed(let fault): text = fault.sentence(device.chip)
      }
      guard known[device.address] != text else { continue }
      known[device.address] = text
      let isFault = device.state != .running && device.state != .held
      news.append(("\(device.chip.name) at \(place(device)): \(text)", isFault))
    }
    return news
  }
}
