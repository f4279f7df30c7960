import CIIO
import Geometry
import Samples

/// What to read of one device and how, worked out before it is opened.
struct DevicePlan: Equatable, Sendable {
  struct Lane: Equatable, Sendable {
    var quantity: DeviceStream.Lane.Quantity
    /// Indices into `channels`, by axis.
    var channels: [Int]
    var scale: SIMD3<Double>
    var offset: SIMD3<Double>
    var mount: MountMatrix
    var isReversed = false
    /// How late its stamps are.
    var delay = TimeSpan.zero
  }

  /// Scans that are taken at a time.
  static let mostScans = Int(CIIO_MOST_SCANS)

  var device: DeviceDescription
  var roles: [SensorRole]
  var lanes: [Lane]
  var channels: [DeviceDescription.Channel]
  /// The channel of the time stamp.
  var stamp: Int?
  var isBuffered: Bool
  /// What the buffer is driven with; nil where there is nothing, or the device needs nothing.
  var driving: String?
  /// What to set for that; nil leaves it as it is.
  var trigger: String?
  /// How often a timer's trigger is to fire.
  var triggerRateText: String?
  /// What is asked for, and the text to ask with.
  var rate: Frequency
  var rateText: String?
  var batch: Int
  /// What the owner should know, although it works.
  var notes: [String]

  /// The name of the trigger that the root helper makes for a device, one for each: several devices on one starve each other.
  static func triggerName(for id: String) -> String {
    "gnomon-" + (id.split(separator: ":").last.map(String.init) ?? id)
  }

  /// `isBuffered`: whether to use the buffer, where there is one. `triggers`: the names of all that exist.
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
      // The helper's timers fire as often as is wanted, whatever the device measures at.
      if driving == Self.triggerName(for: device.id) {
        (trigger, triggerRateText) = (driving, RateChoice.text(asked.value))
        rate = asked
      }
    }
    // A hundredth of a second at a time.
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

  /// The trigger that a buffer is driven with: the one that is set, else the driver's own data-ready trigger (`bmi160-dev0`,
  /// `icm20608-dev1`), else the helper's; nil where there is none, and where the device takes none.
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
      // A value that is read ready has neither; a driver that gives no scale means 1.
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
  /// The sensor of a role as it is read.
  func sensor(_ role: SensorRole) -> PresentSensor? {
    guard let lane = lanes.first(where: { $0.quantity == .role(role) }) else { return nil }
    return PresentSensor(
      role: role, identity: device.identity, mount: lane.mount, isReversed: lane.isReversed, delay: lane.delay)
  }
}

extension SensorRole {
  /// One count of a sensor is not more than this, in m/s², rad/s, µT and Pa: with a larger one two counts are beyond all that it
  /// can measure.
  fileprivate var largestCount: Double {
    switch self {
    case .accelerometer: 100
    case .gyroscope: 10
    case .magnetometer: 1000
    case .barometer: 50_000
    }
  }
}

/// Why a device cannot be read.
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
    case .unreadable(let role): "the \(role.name) has neither a buffer that works nor attributes to read"
    case .mount(let role, let fault): "the \(role.name) is refused: \(fault)"
    case .scale(let role, let scale):
      "the \(role.name) is refused: its driver states a scale of \(scale), by which it measures nothing; look at in_*_scale in sysfs"
    }
  }
}
