public import Geometry
public import Samples

/// A sensor that is present: its identity, and the mount, sign and delay that are applied to its samples.
public struct PresentSensor: Equatable, Sendable {
  public var role: SensorRole
  public var identity: SensorIdentity
  /// body = mount · chip
  public var mount: MountMatrix
  /// Whether the sensor reports the opposite sign; already corrected in its samples.
  public var isReversed: Bool
  /// The delay of its time stamps; already corrected in its samples.
  public var delay: TimeSpan

  public init(
    role: SensorRole, identity: SensorIdentity, mount: MountMatrix = .identity, isReversed: Bool = false,
    delay: TimeSpan = .zero
  ) {
    self.role = role
    self.identity = identity
    self.mount = mount
    self.isReversed = isReversed
    self.delay = delay
  }
}

/// A calibration's result on how a sensor is built in. It applies where the configuration states nothing.
public struct SensorFinding: Equatable, Sendable {
  public var role: SensorRole
  public var identity: SensorIdentity
  public var mount: Matrix3?
  public var isReversed: Bool
  public var delay: TimeSpan

  public init(
    role: SensorRole, identity: SensorIdentity, mount: Matrix3? = nil, isReversed: Bool = false, delay: TimeSpan = .zero
  ) {
    self.role = role
    self.identity = identity
    self.mount = mount
    self.isReversed = isReversed
    self.delay = delay
  }
}
