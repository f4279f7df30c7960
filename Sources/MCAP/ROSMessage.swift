/// The messages of ROS 2 that can be read: those of an inertial sensor, a magnetometer, a barometer and a receiver. Fields, units
/// and the meaning of unknown values are those of the packages `sensor_msgs` and `geometry_msgs` (docs.ros.org, interfaces).
public enum ROSMessage: Sendable {
  /// `sensor_msgs/msg/Imu`: rad/s and m/s², with gravity; nil for a part whose covariance begins with −1, which means that it is
  /// not measured.
  case imu(stamp: Int64, rate: SIMD3<Double>?, force: SIMD3<Double>?)
  /// `sensor_msgs/msg/MagneticField`: tesla.
  case field(stamp: Int64, SIMD3<Double>)
  /// `sensor_msgs/msg/FluidPressure`: pascal.
  case pressure(stamp: Int64, Double)
  /// `sensor_msgs/msg/NavSatFix`.
  case fix(stamp: Int64, Fix)

  public struct Fix: Equatable, Sendable {
    /// −1: no fix.
    public var status: Int8
    /// Degrees.
    public var latitude: Double, longitude: Double
    /// Height above the ellipsoid, m; NaN if there is none.
    public var height: Double
    /// Variances to the east, north and up, m²; nil if unknown.
    public var variances: SIMD3<Double>?
  }

  /// The schemas that are read, as ROS 2 names them.
  public enum Kind: String, CaseIterable, Sendable {
    case imu = "sensor_msgs/msg/Imu"
    case field = "sensor_msgs/msg/MagneticField"
    case pressure = "sensor_msgs/msg/FluidPressure"
    case fix = "sensor_msgs/msg/NavSatFix"
  }

  public init(_ kind: Kind, _ message: UnsafeRawBufferPointer) throws(CDRFault) {
    var reader = try CDRReader(message)
    let stamp = try reader.readHeader()
    switch kind {
    case .imu:
      _ = try reader.readDoubles(4 + 9, "orientation")
      let rate = try reader.readVector("angular_velocity")
      let rateVariance = try reader.readDoubles(9, "angular_velocity_covariance")[0]
      let force = try reader.readVector("linear_acceleration")
      let forceVariance = try reader.readDoubles(9, "linear_acceleration_covariance")[0]
      self = .imu(stamp: stamp, rate: rateVariance == -1 ? nil : rate, force: forceVariance == -1 ? nil : force)
    case .field: self = .field(stamp: stamp, try reader.readVector("magnetic_field"))
    case .pressure: self = .pressure(stamp: stamp, try reader.readDouble("fluid_pressure"))
    case .fix:
      let status = try reader.read(Int8.self, "status.status")
      _ = try reader.read(UInt16.self, "status.service")
      let latitude = try reader.readDouble("latitude"), longitude = try reader.readDouble("longitude")
      let height = try reader.readDouble("altitude")
      let covariance = try reader.readDoubles(9, "position_covariance")
      let kind = try reader.read(UInt8.self, "position_covariance_type")
      self = .fix(
        stamp: stamp,
        Fix(
          status: status, latitude: latitude, longitude: longitude, height: height,
          variances: kind == 0 ? nil : SIMD3(covariance[0], covariance[4], covariance[8])))
    }
  }
}
