public import Geodesy
public import Geometry

// Everything that can enter the pipeline, each as the device gave it after scale, offset and mount matrix: calibration
// is applied by whoever consumes it, never in a recording.

/// Specific force: at rest and level (0, 9.81, 0).
public struct AccelerometerSample: Equatable, Sendable {
  public var time: BootInstant
  public var force: Acceleration<Body>
  @inlinable public init(time: BootInstant, force: Acceleration<Body>) {
    self.time = time
    self.force = force
  }
}

/// Angular rate of the body against the Earth.
public struct GyroscopeSample: Equatable, Sendable {
  public var time: BootInstant
  public var rate: AngularVelocity<Body>
  @inlinable public init(time: BootInstant, rate: AngularVelocity<Body>) {
    self.time = time
    self.rate = rate
  }
}

/// The magnetic field at the sensor, the body's own magnetism included.
public struct MagnetometerSample: Equatable, Sendable {
  public var time: BootInstant
  public var field: MagneticField<Body>
  @inlinable public init(time: BootInstant, field: MagneticField<Body>) {
    self.time = time
    self.field = field
  }
}

/// Air pressure.
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

/// A GNSS fix as the receiver stated it. Its accuracies are **95 %** figures, as gpsd reports them; everything that
/// gnomon publishes is 68 %. What the receiver left out is nil.
public struct Fix: Equatable, Sendable {
  public enum Mode: UInt8, Sendable { case twoDimensional = 2, threeDimensional = 3 }
  /// When the position held, if hardware stamped it; equal to `arrival` when that is unknown.
  public var time: BootInstant
  public var arrival: BootInstant
  public var utc: UTC?
  public var mode: Mode
  public var latitude: Degrees
  public var longitude: Degrees
  /// Above the ellipsoid.
  public var height: Length?
  public var horizontalError: Length?
  public var verticalError: Length?
  public var velocityEast: Speed?
  public var velocityNorth: Speed?
  public var velocityUp: Speed?
  public var speedError: Speed?
  /// The geoid above the ellipsoid here.
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

/// A pose pushed in by an outside tracker, in its own gravity-aligned frame (y up).
public struct OutsidePose: Equatable, Sendable {
  public var time: BootInstant
  public var position: Displacement<OutsideFrame>
  public var orientation: StatedRotation<Body, OutsideFrame>
  /// As the tracker states it; 0 is useless, 1 is its best.
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

/// The frame of an outside tracker: y up, its origin and azimuth its own affair.
public enum OutsideFrame: Frame {}

/// A command that reached the pipeline (reset, nudge, route, place …), kept so that replay reproduces the session.
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

/// A rotation kept in the very digits in which somebody stated it, so that what was read is what is written.
/// `rotation` is the unit quaternion they mean.
public struct StatedRotation<From: Frame, To: Frame>: Equatable, Sendable {
  public let x: Double, y: Double, z: Double, w: Double
  public let rotation: Rotation<From, To>

  /// nil when the norm is more than 1e-3 off: that is no rotation but a mistake.
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
