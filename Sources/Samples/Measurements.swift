public import Geodesy
public import Geometry

// The inputs of the pipeline, as reported by the device after scale, offset and mount matrix. Calibration is applied by each
// consumer, never in a recording.

/// The specific force: (0, 9.81, 0) at rest and level.
public struct AccelerometerSample: Equatable, Sendable {
  public var time: BootInstant
  public var force: Acceleration<Body>
  @inlinable public init(time: BootInstant, force: Acceleration<Body>) {
    self.time = time
    self.force = force
  }
}

/// The angular rate of the body relative to the Earth.
public struct GyroscopeSample: Equatable, Sendable {
  public var time: BootInstant
  public var rate: AngularVelocity<Body>
  @inlinable public init(time: BootInstant, rate: AngularVelocity<Body>) {
    self.time = time
    self.rate = rate
  }
}

/// The magnetic field at the sensor, including the body's own magnetism.
public struct MagnetometerSample: Equatable, Sendable {
  public var time: BootInstant
  public var field: MagneticField<Body>
  @inlinable public init(time: BootInstant, field: MagneticField<Body>) {
    self.time = time
    self.field = field
  }
}

/// The air pressure.
public struct BarometerSample: Equatable, Sendable {
  public var time: BootInstant
  public var pressure: Pressure
  @inlinable public init(time: BootInstant, pressure: Pressure) {
    self.time = time
    self.pressure = pressure
  }
}

/// The temperature of one of the sensors, for calibrations that depend on it.
public struct TemperatureSample: Equatable, Sendable {
  public enum Sensor: UInt8, CaseIterable, Sendable { case imu, mag, baro }
  public var time: BootInstant
  public var sensor: Sensor
  public var temperature: Temperature
  @inlinable public init(time: BootInstant, sensor: Sensor, temperature: Temperature) {
    self.time = time
    self.sensor = sensor
    self.temperature = temperature
  }
}

/// A GNSS fix as reported by the receiver; values that the receiver left out are nil. Its accuracies are **95 %** values, as in
/// gpsd; all values that gnomon publishes are 68 %.
public struct Fix: Equatable, Sendable {
  public enum Mode: UInt8, Sendable { case twoDimensional = 2, threeDimensional = 3 }
  /// The time at which the position was valid, if stamped by hardware; else equal to `arrival`.
  public var time: BootInstant
  public var arrival: BootInstant
  public var utc: UTC?
  public var mode: Mode
  public var latitude: Degrees
  public var longitude: Degrees
  /// Height above the ellipsoid.
  public var height: Length?
  public var horizontalError: Length?
  public var verticalError: Length?
  public var velocityEast: Speed?
  public var velocityNorth: Speed?
  public var velocityUp: Speed?
  public var speedError: Speed?
  /// Height of the geoid above the ellipsoid at this place.
  public var geoidSeparation: Length?

  public init(
    time: BootInstant, arrival: BootInstant, mode: Mode, latitude: Degrees, longitude: Degrees, height: Length? = nil
  ) {
    self.time = time
    self.arrival = arrival
    self.mode = mode
    self.latitude = latitude
    self.longitude = longitude
    self.height = height
  }
}

/// The azimuth of the line from a receiver's first antenna to its second.
public struct AntennaAzimuth: Equatable, Sendable {
  public var time: BootInstant
  /// Clockwise from true north.
  public var azimuth: Degrees
  /// Direction of the line on the device: clockwise from straight ahead, seen from above. The line is level while the device is.
  public var direction: Degrees
  /// 1 σ of the error that does not average out: of the mount, and of reflected signals.
  public var sigma: Degrees

  public init(time: BootInstant, azimuth: Degrees, direction: Degrees, sigma: Degrees) {
    self.time = time
    self.azimuth = azimuth
    self.direction = direction
    self.sigma = sigma
  }
}

/// A pose pushed by an outside tracker, in its own gravity-aligned frame (y up).
public struct OutsidePose: Equatable, Sendable {
  public var time: BootInstant
  public var position: Displacement<OutsideFrame>
  public var orientation: StatedRotation<Body, OutsideFrame>
  /// The tracker's own estimate; 0 is useless, 1 is its best.
  public var quality: Double
  public init(
    time: BootInstant, position: Displacement<OutsideFrame>, orientation: StatedRotation<Body, OutsideFrame>,
    quality: Double
  ) {
    self.time = time
    self.position = position
    self.orientation = orientation
    self.quality = quality
  }
}

/// The frame of an outside tracker: y up, with any origin and azimuth.
public enum OutsideFrame: Frame {}

/// A command to the pipeline (reset, nudge, route, place …), recorded so that a replay reproduces the session.
public struct InputEvent: Equatable, Sendable {
  public var time: BootInstant
  public var kind: String
  public var json: String
  public init(time: BootInstant, kind: String, json: String) {
    self.time = time
    self.kind = kind
    self.json = json
  }
}

/// A rotation with the digits in which it was stated, so that it is written as it was read.
/// `rotation` is the corresponding unit quaternion.
public struct StatedRotation<From: Frame, To: Frame>: Equatable, Sendable {
  public let x: Double, y: Double, z: Double, w: Double
  public let rotation: Rotation<From, To>

  /// nil when the norm differs from 1 by more than 1e-3: such numbers are a mistake.
  public init?(x: Double, y: Double, z: Double, w: Double) {
    let norm = (x * x + y * y + z * z + w * w).squareRoot()
    guard (norm - 1).magnitude <= 1e-3, let rotation = Rotation<From, To>(x: x, y: y, z: z, w: w) else { return nil }
    self.x = x
    self.y = y
    self.z = z
    self.w = w
    self.rotation = rotation
  }

  public init(_ rotation: Rotation<From, To>) {
    let q = rotation.quaternion
    x = q.x
    y = q.y
    z = q.z
    w = q.w
    self.rotation = rotation
  }
}
