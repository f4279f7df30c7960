public import Geometry
public import Samples

/// A sensor that is there: what tells it apart from others, and how what it says is turned, signed and dated.
public struct PresentSensor: Equatable, Sendable {
  public var role: SensorRole
  public var identity: SensorIdentity
  /// body = mount · chip
  public var mount: MountMatrix
  /// It says the opposite of what it should, which is mended.
  public var isReversed: Bool
  /// How late its stamps are, which is mended.
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

/// What a calibration has found of how a sensor is built in. It counts where the configuration says nothing.
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
