public import Geometry

/// The sensors to read, and their mounting.
public struct SensorConfiguration: Equatable, Sendable {
  /// The settings of one sensor.
  public struct Choice: Equatable, Sendable {
    public var isUsed = true
    /// The device's name, label or id; nil leaves the choice to the rules of `Discovery`.
    public var device: String?
    /// The text of a mount matrix, which then replaces the driver's.
    public var mount: String?
    /// True for a driver that reports the opposite of the kernel's interface.
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
  /// The rate requested from inertial sensors.
  public var rate = Frequency(200)
  /// The rate requested from magnetometers and barometers, and the polling rate of devices without a buffer.
  public var slowRate = Frequency(50)
  /// The results of calibrations, for sensors that may be present.
  public var findings: [SensorFinding] = []
  /// libiio's address of the devices; nil means those of this machine.
  public var uri: String?

  public init() {}

  /// The calibration's result for a sensor of a device.
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
