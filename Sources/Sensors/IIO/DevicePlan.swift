import CIIO
import Geometry
import Samples

/// The plan for reading one device, made before it is opened: its channels, their scaling, its trigger and its rate.
struct DevicePlan: Equatable, Sendable {
  struct Lane: Equatable, Sendable {
    var quantity: DeviceStream.Lane.Quantity
    /// Indices into `channels`, by axis.
    var channels: [Int]
    var scale: SIMD3<Double>
    var offset: SIMD3<Double>
    var mount: MountMatrix
    var isReversed = false
    /// The delay of its time stamps.
    var delay = TimeSpan.zero
  }

  /// The largest number of scans read at once.
  static let mostScans = Int(CIIO_MOST_SCANS)

  var device: DeviceDescription
  var roles: [SensorRole]
  var lanes: [Lane]
  var channels: [DeviceDescription.Channel]
  /// The channel of the time stamp.
  var stamp: Int?
  var isBuffered: Bool
  /// The trigger that drives the buffer; nil if there is none, or if the device needs none.
  var driving: String?
  /// The trigger to set; nil leaves it unchanged.
  var trigger: String?
  /// The rate to set for a timer's trigger.
  var triggerRateText: String?
  /// The requested rate of samples, and the text of the rate to set on the device.
  var rate: Frequency
  var rateText: String?
  var batch: Int
  /// Remarks for the owner about a device that works.
  var notes: [String]

  /// The name of the trigger that the root helper makes for a device. Each device has its own: several devices on one trigger
  /// starve each other.
  static func triggerName(for id: String) -> String {
    "gnomon-" + (id.split(separator: ":").last.map(String.init) ?? id)
  }

  /// `wanted`: whether to use the buffer, if there is one. `triggers`: the names of all existing triggers.
  init(
    _ device: DeviceDescription, for roles: [SensorRole], _ configuration: SensorConfiguration, triggers: [String],
    isBuffered wanted: Bool
  ) throws(PlanFault) {
    self.device = device
    self.roles = roles
    let all = roles.flatMap { device.channels(of: $0) ?? [] }
    isBuffered = wanted && all.allSatisfy { $0.format != nil }
    let isFast = roles.contains(.accelerometer) || roles.contains(.gyroscope)
    let asked = isFast && isBuffered ? configuration.rate : configuration.slowRate
    rateText = RateChoice.choose(asked, from: device.rates) ?? RateChoice.text(asked.value)
    rate = isBuffered ? rateText.flatMap { Double($0) }.map { Frequency($0) } ?? asked : asked
    driving = isBuffered ? Self.driving(device, in: triggers) : nil
    trigger = device.trigger.isEmpty ? driving : nil
    if let driving {
      // The helper's timer fires at the requested rate, independent of the rate at which the device measures.
      if driving == Self.triggerName(for: device.id) {
        (trigger, triggerRateText) = (driving, RateChoice.text(asked.value))
        rate = asked
      }
    }
    // A batch lasts a hundredth of a second.
    batch = isBuffered ? max(1, min(Self.mostScans / 2, Int(rate.value / 100))) : 1
    channels = []
    lanes = []
    notes = []
    for role in roles { try add(role, configuration[role], configuration.finding(role, of: device)) }
    addTemperature()
    if isBuffered, let channel = device.channels.first(where: { $0.quantity == .timestamp && $0.format != nil }) {
      stamp = channels.count
      channels.append(channel)
    }
  }

  /// The trigger that drives a buffer: the one that is set, else the driver's own data-ready trigger (`bmi160-dev0`,
  /// `icm20608-dev1`), else the helper's; nil if there is none, or if the device does not use triggers.
  static func driving(_ device: DeviceDescription, in triggers: [String]) -> String? {
    guard device.hasTrigger else { return nil }
    guard device.trigger.isEmpty else { return device.trigger }
    let number = device.id.reversed().prefix { $0.isNumber }.reversed()
    let own = triggers.first { $0 == "\(device.name)-dev\(String(number))" || $0 == "\(device.name)-trigger" }
    return own ?? triggers.first { $0 == triggerName(for: device.id) }
  }

  private mutating func add(
    _ role: SensorRole, _ choice: SensorConfiguration.Choice, _ finding: SensorFinding?
  ) throws(PlanFault) {
    guard let found = device.channels(of: role) else { throw .incomplete(role) }
    guard isBuffered || found.allSatisfy({ $0.hasRaw || $0.hasValue }) else { throw .unreadable(role) }
    var mount = MountMatrix.identity
    if role != .barometer {
      do {
        let database = role == .accelerometer ? device.databaseMount : nil
        let driver = found[0].mount.isEmpty ? device.mount : found[0].mount
        let chosen = try MountMatrix.choose(
          configured: choice.mount, found: finding?.mount, driver: driver, database: database)
        mount = chosen.mount
        if let note = chosen.note { notes.append("\(role.name): \(note); it is not used") }
      } catch { throw .mount(role, error) }
    }
    // kPa, gauss and thousandths of a degree become Pa, µT and degrees.
    let unit = role == .barometer ? 1000.0 : role == .magnetometer ? 100.0 : 1.0
    let isReversed = choice.isReversed || finding?.isReversed ?? false
    for channel in found where isBuffered || channel.hasRaw {
      guard let scale = channel.scale, scale == 0 || scale.magnitude > role.largestCount / unit else { continue }
      throw .scale(role, scale)
    }
    var lane = lane(.role(role), found, unit: isReversed ? -unit : unit, mount: mount)
    (lane.isReversed, lane.delay) = (isReversed, finding?.delay ?? .zero)
    lanes.append(lane)
  }

  private mutating func addTemperature() {
    let found = device.channels.first {
      $0.quantity == .temperature && (isBuffered ? $0.format != nil : $0.hasRaw || $0.hasValue)
    }
    guard let found else { return }
    let sensor: TemperatureSample.Sensor =
      roles.contains(.accelerometer) || roles.contains(.gyroscope)
      ? .imu : roles.contains(.magnetometer) ? .mag : .baro
    lanes.append(lane(.temperature(sensor), [found], unit: 0.001, mount: .identity))
  }

  private mutating func lane(
    _ quantity: DeviceStream.Lane.Quantity, _ found: [DeviceDescription.Channel], unit: Double, mount: MountMatrix
  ) -> Lane {
    var scale = SIMD3<Double>(repeating: 1), offset = SIMD3<Double>.zero
    for (axis, channel) in found.enumerated() {
      // A value that is not raw needs neither scale nor offset; a driver without a scale means 1.
      let isRaw = isBuffered || channel.hasRaw
      scale[axis] = unit * (isRaw ? channel.scale ?? 1 : 1)
      offset[axis] = isRaw ? channel.offset ?? 0 : 0
    }
    let first = channels.count
    channels += found
    return Lane(
      quantity: quantity, channels: Array(first..<first + found.count), scale: scale, offset: offset, mount: mount)
  }
}

extension DevicePlan {
  /// The sensor of a role, with the mount, sign and delay that are applied.
  func sensor(_ role: SensorRole) -> PresentSensor? {
    guard let lane = lanes.first(where: { $0.quantity == .role(role) }) else { return nil }
    return PresentSensor(
      role: role, identity: device.identity, mount: lane.mount, isReversed: lane.isReversed, delay: lane.delay)
  }
}

extension SensorRole {
  /// The largest believable value of one count, in m/s², rad/s, µT and Pa: with a larger one, two counts are beyond the range of
  /// any such sensor.
  fileprivate var largestCount: Double {
    switch self {
    case .accelerometer: 100
    case .gyroscope: 10
    case .magnetometer: 1000
    case .barometer: 50_000
    }
  }
}

/// The reason why a device cannot be read.
enum PlanFault: Error, Equatable {
  case incomplete(SensorRole)
  case unreadable(SensorRole)
  case mount(SensorRole, MountFault)
  case scale(SensorRole, Double)
}

extension PlanFault: CustomStringConvertible {
  var description: String {
    switch self {
    case .incomplete(let role): "the \(role.name) lacks an axis"
    case .unreadable(let role): "the \(role.name) has neither a working buffer nor readable attributes"
    case .mount(let role, let fault): "the \(role.name) is refused: \(fault)"
    case .scale(let role, let scale):
      "the \(role.name) is refused: its driver states an invalid scale of \(scale); check in_*_scale in sysfs"
    }
  }
}
