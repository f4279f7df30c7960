public import Geometry

/// Which sensors to read, and how they are built in.
public struct SensorConfiguration: Equatable, Sendable {
  /// One of them.
  public struct Choice: Equatable, Sendable {
    public var isUsed = true
    /// The device's name, label or id; nil leaves the choice to the rules of `Discovery`.
    public var device: String?
    /// The text of a mount matrix, which then counts instead of the driver's.
    public var mount: String?
    /// For a driver that reports the opposite of what the kernel's interface asks for.
    public var isReversed = false
    public init(isUsed: Bool = true, device: String? = nil, mount: String? = nil, isReversed: Bool = false) {
      self.isUsed = isUsed
      self.device = device
      self.mount = mount
      self.isReversed = isReversed
    }
  }

  public var accelerometer = Choice()
  public var gyroscope = Choice()
  public var magnetometer = Choice()
  public var barometer = Choice()
  /// What inertial sensors are asked for.
  public var rate = Frequency(200)
  /// What magnetometers and barometers are asked for, and how often anything is polled that has no buffer.
  public var slowRate = Frequency(50)
  /// What calibrations have found of sensors that may be there.
  public var findings: [SensorFinding] = []
  /// libiio's address of the devices; nil means those of this machine.
  public var uri: String?

  public init() {}

  /// What has been found of a device's sensor.
  func finding(_ role: SensorRole, of device: DeviceDescription) -> SensorFinding? {
    findings.first { $0.role == role && $0.identity == device.identity }
  }

  public subscript(role: SensorRole) -> Choice {
    switch role {
    case .accelerometer: accelerometer
    case .gyroscope: gyroscope
    case .magnetometer: magnetometer
    case .barometer: barometer
    }
  }
}
