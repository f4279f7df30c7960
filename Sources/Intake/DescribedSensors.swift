public import Samples
public import Sensors

/// The sensors that contributors have described: they are treated as those of the kernel. Their samples come in the axes of the
/// chips, and get the configured mount, or the one that a calibration has found; they are sources of their own, by their names.
public struct DescribedSensors: Sendable {
  /// A sensor as its driver describes it.
  public struct Description: Equatable, Sendable {
    public var role: SensorRole
    public var device: String
    public var place: String
    public var state: String
    public var detail: String
    public var counts: [(reason: String, count: Int)]
    /// Whether its vectors are in the body's axes already.
    public var isMounted: Bool

    public init(
      role: SensorRole, device: String, place: String, state: String, detail: String,
      counts: [(reason: String, count: Int)] = [], isMounted: Bool = false
    ) {
      (self.role, self.device, self.place) = (role, device, place)
      (self.state, self.detail, self.counts) = (state, detail, counts)
      self.isMounted = isMounted
    }

    public static func == (a: Self, b: Self) -> Bool {
      a.role == b.role && a.device == b.device && a.place == b.place && a.state == b.state && a.detail == b.detail
        && a.isMounted == b.isMounted
    }

    var identity: SensorIdentity { SensorIdentity(name: device, place: place) }
  }

  /// A described sensor, with what is applied to its samples.
  public struct Entry: Sendable {
    public fileprivate(set) var connection: UInt64
    public fileprivate(set) var description: Description
    public fileprivate(set) var sensor: PresentSensor
    /// The reason why its samples cannot be used: a wrong mount in the configuration; nil if they can.
    public fileprivate(set) var fault: String?
    /// Whether the configuration leaves this kind of sensor out.
    public fileprivate(set) var isOff = false
    /// When its driver has gone, by CLOCK_MONOTONIC in nanoseconds; nil while it is there.
    public fileprivate(set) var goneAt: Int64?
    public var isGone: Bool { goneAt != nil }
  }

  public private(set) var entries: [Entry] = []
  public static let most = 32
  /// For how long the sensors of a driver that has gone are known, in nanoseconds.
  public static let memory: Int64 = 60_000_000_000

  public enum Outcome: Equatable, Sendable {
    case unchanged
    /// A sensor or its mount has changed.
    case changed
    /// There are `most` sensors of other drivers; nothing is taken.
    case full
  }

  public init() {}

  /// Replaces what a connection has described. Sensors of drivers that have gone make room, the oldest first.
  public mutating func describe(
    _ descriptions: [Description], by connection: UInt64, _ configuration: SensorConfiguration,
    _ findings: [SensorFinding]
  ) -> Outcome {
    let others = entries.count { $0.connection != connection && !$0.isGone }
    guard others + descriptions.count <= Self.most else { return .full }
    let before = present
    // A driver that comes back describes the sensors that it has left.
    entries.removeAll { entry in
      entry.connection == connection
        || entry.isGone
          && descriptions.contains {
            $0.role == entry.description.role && $0.place == entry.description.place
          }
    }
    while entries.count + descriptions.count > Self.most {
      let gone = entries.indices.filter { entries[$0].isGone }
      guard let oldest = gone.min(by: { (entries[$0].goneAt ?? 0) < (entries[$1].goneAt ?? 0) }) else { break }
      entries.remove(at: oldest)
    }
    for description in descriptions {
      var entry = Entry(
        connection: connection, description: description,
        sensor: PresentSensor(role: description.role, identity: description.identity))
      entry.mount(configuration, findings)
      entries.append(entry)
    }
    return present != before ? .changed : .unchanged
  }

  /// Applies the results of calibrations.
  public mutating func apply(_ configuration: SensorConfiguration, _ findings: [SensorFinding]) {
    for index in entries.indices { entries[index].mount(configuration, findings) }
  }

  /// The connection has ended: its sensors stay known for a while, as those of a driver that has gone.
  public mutating func release(connection: UInt64, at time: Int64) {
    for index in entries.indices where entries[index].connection == connection { entries[index].goneAt = time }
  }

  /// Forgets drivers that have gone long ago.
  public mutating func forget(at time: Int64) {
    entries.removeAll { entry in entry.goneAt.map { time &- $0 > Self.memory } ?? false }
  }

  /// The sensor of a connection for a kind of sample; nil if it has described none.
  public func entry(_ tag: LineTag, of connection: UInt64) -> Entry? {
    guard let role = SensorRole(tag) else { return nil }
    return entries.first { $0.connection == connection && $0.sensor.role == role }
  }

  /// The sensors that give samples: a calibration is theirs.
  public var present: [PresentSensor] {
    entries.filter { !$0.isGone && !$0.isOff && $0.fault == nil && $0.description.state == "running" }.map(\.sensor)
  }
}

extension DescribedSensors.Entry {
  fileprivate mutating func mount(_ configuration: SensorConfiguration, _ findings: [SensorFinding]) {
    let role = sensor.role, choice = configuration[role]
    let finding = findings.first { $0.role == role && $0.identity == sensor.identity }
    isOff = !choice.isUsed
    sensor.isReversed = choice.isReversed || finding?.isReversed ?? false
    sensor.delay = finding?.delay ?? .zero
    fault = nil
    do throws(MountFault) {
      sensor.mount = try MountMatrix.choose(configured: choice.mount, found: finding?.mount)
    } catch {
      sensor.mount = .identity
      fault = "\(error)"
    }
  }
}

extension SensorRole {
  /// nil for what is no sensor's sample, and for a temperature.
  init?(_ tag: LineTag) {
    switch tag {
    case .accelerometer: self = .accelerometer
    case .gyroscope: self = .gyroscope
    case .magnetometer: self = .magnetometer
    case .barometer: self = .barometer
    default: return nil
    }
  }
}
