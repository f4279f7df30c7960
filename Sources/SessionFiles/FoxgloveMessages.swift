import Alignment
import Geodesy
public import Geometry
import Samples
import Text
import Tracking

/// The messages in JSON, of files and of `gnomon foxglove`. A stamp is UTC in nanoseconds.
public struct FoxgloveMessages: Sendable {
  private var writer = JSONWriter(capacity: 1 << 10)

  public init() {}

  private mutating func message(_ stamp: UInt64, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
    writer.removeAll()
    writer.beginObject()
    Self.write("timestamp", stamp, &writer)
    body(&writer)
    writer.endObject()
    return writer.buffer.bytes
  }

  static func write(_ name: StaticString, _ stamp: UInt64, _ writer: inout JSONWriter) {
    writer.key(name)
    writer.beginObject()
    writer.key("sec")
    writer.value(Int64(stamp / 1_000_000_000))
    writer.key("nsec")
    writer.value(Int64(stamp % 1_000_000_000))
    writer.endObject()
  }

  static func write(_ v: SIMD3<Double>, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("x")
    writer.value(v.x, decimals: 6)
    writer.key("y")
    writer.value(v.y, decimals: 6)
    writer.key("z")
    writer.value(v.z, decimals: 6)
    writer.endObject()
  }

  static func write(_ q: SIMD4<Double>, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("x")
    writer.value(q.x, decimals: 9)
    writer.key("y")
    writer.value(q.y, decimals: 9)
    writer.key("z")
    writer.value(q.z, decimals: 9)
    writer.key("w")
    writer.value(q.w, decimals: 9)
    writer.endObject()
  }

  /// The transform from the scene to the map, or from the body to the scene.
  public mutating func transform(_ placed: SessionFrames.Placed, toMap: Bool, _ stamp: UInt64) -> [UInt8] {
    message(stamp) {
      $0.key("parent_frame_id")
      $0.value(toMap ? SessionFrames.map : SessionFrames.odometry)
      $0.key("child_frame_id")
      $0.value(toMap ? SessionFrames.odometry : SessionFrames.body)
      $0.key("translation")
      Self.write(placed.position, &$0)
      $0.key("rotation")
      Self.write(placed.rotation, &$0)
    }
  }

  public mutating func pose(_ placed: SessionFrames.Placed, _ stamp: UInt64) -> [UInt8] {
    message(stamp) {
      $0.key("frame_id")
      $0.value(SessionFrames.odometry)
      $0.key("pose")
      $0.beginObject()
      $0.key("position")
      Self.write(placed.position, &$0)
      $0.key("orientation")
      Self.write(placed.rotation, &$0)
      $0.endObject()
    }
  }

  /// A place with its 68 % radius and the 1 σ of its height.
  public mutating func place(
    _ latitude: Degrees, _ longitude: Degrees, height: Length?, radius: Length?, vertical: Length?, _ stamp: UInt64
  ) -> [UInt8] {
    location(
      latitude.value, longitude.value, vertical == nil ? nil : height?.value,
      sigma: radius.map { $0.value / RadiusPerSigma.of68 }, up: vertical?.value, stamp)
  }

  /// A fix with the 95 % radius that the receiver states.
  public mutating func fix(
    _ latitude: Double, _ longitude: Double, height: Double?, radius: Length?, _ stamp: UInt64
  ) -> [UInt8] {
    location(
      latitude, longitude, height, sigma: radius.map { $0.value / RadiusPerSigma.of95 }, up: nil, stamp)
  }

  mutating func place(_ pose: TrackedPose, _ stamp: UInt64) -> [UInt8] {
    location(
      pose.place?.latitude.value, pose.place?.longitude.value,
      pose.verticalAccuracy == nil ? nil : pose.place?.height.value,
      sigma: pose.horizontalAccuracy.map { $0.value / RadiusPerSigma.of68 }, up: pose.verticalAccuracy?.value, stamp)
  }

  mutating func fix(_ fix: Fix, _ stamp: UInt64) -> [UInt8] {
    location(
      fix.latitude.value, fix.longitude.value, fix.height?.value,
      sigma: fix.statesRadius ? fix.horizontalError.map { $0.value / RadiusPerSigma.of95 } : nil,
      up: fix.verticalError.map { $0.value / RadiusPerSigma.axisOf95 }, stamp)
  }

  mutating func truth(_ place: Reference.Place, _ stamp: UInt64) -> [UInt8] {
    location(place.latitude.value, place.longitude.value, place.height?.value, sigma: nil, up: nil, stamp)
  }

  /// A place with the 1 σ along each level axis and of the height.
  private mutating func location(
    _ latitude: Double?, _ longitude: Double?, _ height: Double?, sigma: Double?, up: Double?, _ stamp: UInt64
  ) -> [UInt8] {
    message(stamp) { writer in
      writer.key("frame_id")
      writer.value(SessionFrames.body)
      writer.key("latitude")
      writer.value(orNull: latitude, decimals: 9)
      writer.key("longitude")
      writer.value(orNull: longitude, decimals: 9)
      if let height, height.isFinite {
        writer.key("altitude")
        writer.value(height, decimals: 4)
      }
      let across = Self.variance(sigma), vertical = Self.variance(up)
      writer.key("position_covariance")
      writer.beginArray()
      for index in 0..<9 { writer.value(index == 8 ? vertical ?? 0 : index % 4 == 0 ? across ?? 0 : 0, decimals: 6) }
      writer.endArray()
      // Foxglove: 0 is unknown, 1 approximated, 2 the diagonal.
      writer.key("position_covariance_type")
      writer.value(across == nil ? 0 : vertical == nil ? 1 : 2)
    }
  }

  private static func variance(_ sigma: Double?) -> Double? {
    guard let sigma, sigma.isFinite, sigma < 1e9 else { return nil }
    return sigma * sigma
  }

  mutating func vector(_ v: SIMD3<Double>, _ stamp: UInt64) -> [UInt8] {
    message(stamp) {
      $0.key("frame_id")
      $0.value(SessionFrames.body)
      $0.key("x")
      $0.value(orNull: v.x)
      $0.key("y")
      $0.value(orNull: v.y)
      $0.key("z")
      $0.value(orNull: v.z)
    }
  }

  mutating func scalar(_ value: Double, _ stamp: UInt64) -> [UInt8] {
    message(stamp) {
      $0.key("value")
      $0.value(orNull: value)
    }
  }

  mutating func log(_ correction: Correction, _ stamp: UInt64) -> [UInt8] {
    log(correction.sentence, of: correction.name, stamp)
  }

  /// A sentence for a log.
  public mutating func log(_ sentence: String, of name: String, _ stamp: UInt64) -> [UInt8] {
    message(stamp) {
      // Foxglove: 2 is information.
      $0.key("level")
      $0.value(2)
      $0.key("message")
      $0.value(sentence)
      $0.key("name")
      $0.value(name)
      $0.key("file")
      $0.value("")
      $0.key("line")
      $0.value(0)
    }
  }

  mutating func state(_ pose: TrackedPose, _ inMap: SessionFrames.Placed?, _ stamp: UInt64) -> [UInt8] {
    state(
      FoxgloveState(
        scene: pose.scene, tracking: pose.tracking.text, localization: pose.localization.text,
        heading: pose.heading?.azimuth, headingSigma: pose.yawSigma, yaw: pose.yaw,
        speed: Speed(hypot(pose.velocity.x, pose.velocity.z)), horizontalAccuracy: pose.horizontalAccuracy,
        verticalAccuracy: pose.verticalAccuracy, inMap: inMap?.position), stamp)
  }

  public mutating func state(_ state: FoxgloveState, _ stamp: UInt64) -> [UInt8] {
    message(stamp) { writer in
      func number(_ name: StaticString, _ value: Double?, _ decimals: Int) {
        guard let value, value.isFinite else { return }
        writer.key(name)
        writer.value(value, decimals: decimals)
      }
      writer.key("scene")
      writer.value(state.scene)
      writer.key("tracking")
      writer.value(state.tracking)
      writer.key("localization")
      writer.value(state.localization)
      number("heading_deg", state.heading?.degrees, 3)
      number("heading_sigma_deg", state.headingSigma?.degrees, 3)
      number("yaw_deg", state.yaw?.degrees, 3)
      number("speed_m_s", state.speed.value, 4)
      number("horizontal_accuracy_m", state.horizontalAccuracy?.value, 3)
      number("vertical_accuracy_m", state.verticalAccuracy?.value, 3)
      number("east_m", state.inMap?.x, 4)
      number("north_m", state.inMap?.y, 4)
      number("up_m", state.inMap?.z, 4)
    }
  }

  /// Rates of the sensors by name, in Hz, and the number of refused samples.
  public mutating func rates(_ rates: [(name: String, hertz: Double?)], refused: Int, _ stamp: UInt64) -> [UInt8] {
    message(stamp) { writer in
      for rate in rates {
        guard let hertz = rate.hertz, hertz.isFinite else { continue }
        writer.key(text: rate.name + "_hz")
        writer.value(hertz, decimals: 2)
      }
      writer.key("refused")
      writer.value(refused)
    }
  }
}
