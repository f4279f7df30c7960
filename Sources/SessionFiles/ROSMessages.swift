import Alignment
import Geodesy
import Geometry
import MCAP
import Samples
import Tracking

/// The messages of ROS 2 in CDR.
struct ROSMessages {
  private var writer = CDRWriter()
  private var force: AccelerometerSample?
  /// Whether the held force is in a message.
  private var isForceSent = true
  private var rate = SIMD3<Double>.zero
  /// An accelerometer's sample older than this is not combined with a gyroscope's.
  private static let oldest = TimeSpan(0.02)

  /// Holds a force for the next message of the inertial sensor. Returns whether the one before is in no message.
  mutating func holdForce(_ sample: AccelerometerSample) -> Bool {
    defer {
      force = sample
      isForceSent = false
    }
    return !isForceSent
  }

  private mutating func message(_ stamp: UInt64, _ frame: String, _ body: (inout CDRWriter) -> Void) -> [UInt8] {
    writer.restart()
    writer.appendHeader(nanoseconds: stamp, frame: frame)
    body(&writer)
    return writer.bytes
  }

  private static let unknown9: [Double] = Array(repeating: 0, count: 9)
  /// A part that is not measured has a covariance that begins with −1.
  private static let absent9: [Double] = [-1] + Array(repeating: 0, count: 8)

  /// `sensor_msgs/msg/Imu`, with the newest force if it is not too old.
  mutating func imu(_ rate: SIMD3<Double>, _ time: BootInstant, _ stamp: UInt64) -> [UInt8] {
    self.rate = rate
    let held = force.flatMap { time - $0.time <= Self.oldest ? $0 : nil }
    if held != nil { isForceSent = true }
    let push = held.map { SessionFrames.robot($0.force) }
    return message(stamp, SessionFrames.body) {
      $0.append(0, 0, 0, 1)
      $0.append(array: Self.absent9)
      $0.append(rate.x, rate.y, rate.z)
      $0.append(array: Self.unknown9)
      $0.append(push?.x ?? 0, push?.y ?? 0, push?.z ?? 0)
      $0.append(array: push == nil ? Self.absent9 : Self.unknown9)
    }
  }

  mutating func field(_ tesla: SIMD3<Double>, _ stamp: UInt64) -> [UInt8] {
    message(stamp, SessionFrames.body) {
      $0.append(tesla.x, tesla.y, tesla.z)
      $0.append(array: Self.unknown9)
    }
  }

  /// `sensor_msgs/msg/FluidPressure` or `Temperature`: the value and a variance, 0 for unknown.
  mutating func scalar(_ value: Double, _ stamp: UInt64) -> [UInt8] {
    message(stamp, SessionFrames.body) { $0.append(value, 0) }
  }

  mutating func fix(_ fix: Fix, _ stamp: UInt64) -> [UInt8] {
    location(
      fix.latitude.value, fix.longitude.value, fix.height?.value,
      sigma: fix.statesRadius ? fix.horizontalError.map { $0.value / RadiusPerSigma.of95 } : nil,
      up: fix.verticalError.map { $0.value / RadiusPerSigma.axisOf95 }, stamp)
  }

  mutating func place(_ pose: TrackedPose, _ stamp: UInt64) -> [UInt8] {
    location(
      pose.place?.latitude.value ?? .nan, pose.place?.longitude.value ?? .nan,
      pose.verticalAccuracy == nil ? nil : pose.place?.height.value,
      sigma: pose.horizontalAccuracy.map { $0.value / RadiusPerSigma.of68 }, up: pose.verticalAccuracy?.value, stamp)
  }

  mutating func truth(_ place: Reference.Place, _ stamp: UInt64) -> [UInt8] {
    location(place.latitude.value, place.longitude.value, place.height?.value, sigma: nil, up: nil, stamp)
  }

  /// `sensor_msgs/msg/NavSatFix`. A height that is unknown is NaN, as its definition says.
  private mutating func location(
    _ latitude: Double, _ longitude: Double, _ height: Double?, sigma: Double?, up: Double?, _ stamp: UInt64
  ) -> [UInt8] {
    let across = sigma.flatMap { $0.isFinite ? $0 * $0 : nil }, vertical = up.flatMap { $0.isFinite ? $0 * $0 : nil }
    return message(stamp, SessionFrames.body) {
      $0.append(Int8(0))
      $0.append(UInt16(0))
      $0.append(latitude, longitude, height ?? .nan)
      for index in 0..<9 { $0.append(index == 8 ? vertical ?? 0 : index % 4 == 0 ? across ?? 0 : 0) }
      $0.append(UInt8(across == nil ? 0 : vertical == nil ? 1 : 2))
    }
  }

  /// `geometry_msgs/msg/TwistWithCovarianceStamped`: the receiver's velocity to the east, north and up, in the map's axes.
  mutating func velocity(_ v: SIMD3<Double>, _ error: Speed?, _ stamp: UInt64) -> [UInt8] {
    let variance = error.map { $0.value / RadiusPerSigma.axisOf95 }.map { $0 * $0 } ?? 0
    return message(stamp, SessionFrames.map) {
      $0.append(v.x, v.y, v.z)
      $0.append(0, 0, 0)
      for index in 0..<36 { $0.append(index == 0 || index == 7 ? variance : 0) }
    }
  }

  mutating func pose(_ placed: SessionFrames.Placed, _ stamp: UInt64) -> [UInt8] {
    message(stamp, SessionFrames.odometry) { Self.append(placed, &$0) }
  }

  private static func append(_ placed: SessionFrames.Placed, _ writer: inout CDRWriter) {
    let p = placed.position, q = placed.rotation
    writer.append(p.x, p.y, p.z)
    writer.append(q.x, q.y, q.z, q.w)
  }

  /// `nav_msgs/msg/Odometry`: the velocity is in the body's axes; its rotation is the gyroscope's last reading.
  mutating func odometry(
    _ pose: TrackedPose, _ placed: SessionFrames.Placed, _ frame: String, _ covariance: [Double]?, _ stamp: UInt64
  ) -> [UInt8] {
    let v = SessionFrames.robot(pose.pose.rotation.inverse(pose.velocity)), rate = rate
    return message(stamp, frame) {
      $0.append(SessionFrames.body)
      Self.append(placed, &$0)
      $0.append(array: covariance ?? Self.unknown36)
      $0.append(v.x, v.y, v.z)
      $0.append(rate.x, rate.y, rate.z)
      $0.append(array: Self.unknown36)
    }
  }

  private static let unknown36: [Double] = Array(repeating: 0, count: 36)

  /// `tf2_msgs/msg/TFMessage`: the body in the scene, and the scene in the map once it is known.
  mutating func transforms(
    _ body: SessionFrames.Placed, _ scene: SessionFrames.Placed?, _ stamp: UInt64
  ) -> [UInt8] {
    writer.restart()
    writer.append(UInt32(scene == nil ? 1 : 2))
    func append(_ placed: SessionFrames.Placed, _ parent: String, _ child: String) {
      writer.appendHeader(nanoseconds: stamp, frame: parent)
      writer.append(child)
      Self.append(placed, &writer)
    }
    if let scene { append(scene, SessionFrames.map, SessionFrames.odometry) }
    append(body, SessionFrames.odometry, SessionFrames.body)
    return writer.bytes
  }

  /// `rcl_interfaces/msg/Log`; level 20 is information.
  mutating func log(_ correction: Correction, _ stamp: UInt64) -> [UInt8] {
    writer.restart()
    writer.append(nanoseconds: stamp)
    writer.append(UInt8(20))
    writer.append("gnomon")
    writer.append(correction.sentence)
    writer.append("")
    writer.append(correction.name)
    writer.append(UInt32(0))
    return writer.bytes
  }
}
