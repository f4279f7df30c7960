import Alignment
import Geodesy
import Geometry
import Samples
import Text
import Tracking

/// The messages in JSON.
struct FoxgloveMessages {
  private var writer = JSONWriter(capacity: 1 << 10)

  private mutating func message(_ stamp: UInt64, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
    writer.removeAll()
    writer.beginObject()
    writer.key("timestamp")
    writer.beginObject()
    writer.key("sec")
    writer.value(Int64(stamp / 1_000_000_000))
    writer.key("nsec")
    writer.value(Int64(stamp % 1_000_000_000))
    writer.endObject()
    body(&writer)
    writer.endObject()
    return writer.buffer.bytes
  }

  private static func write(_ v: SIMD3<Double>, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("x")
    writer.value(v.x, decimals: 6)
    writer.key("y")
    writer.value(v.y, decimals: 6)
    writer.key("z")
    writer.value(v.z, decimals: 6)
    writer.endObject()
  }

  private static func write(_ q: SIMD4<Double>, _ writer: inout JSONWriter) {
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
  mutating func transform(_ placed: SessionFrames.Placed, toMap: Bool, _ stamp: UInt64) -> [UInt8] {
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

  mutating func pose(_ placed: SessionFrames.Placed, _ stamp: UInt64) -> [UInt8] {
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
    message(stamp) {
      // Foxglove: 2 is information.
      $0.key("level")
      $0.value(2)
      $0.key("message")
      $0.value(correction.sentence)
      $0.key("name")
      $0.value(correction.name)
      $0.key("file")
      $0.value("")
      $0.key("line")
      $0.value(0)
    }
  }

  mutating func state(_ pose: TrackedPose, _ inMap: SessionFrames.Placed?, _ stamp: UInt64) -> [UInt8] {
    message(stamp) { writer in
      func number(_ name: StaticString, _ value: Double?, _ decimals: Int) {
        guard let value, value.isFinite else { return }
        writer.key(name)
        writer.value(value, decimals: decimals)
      }
      writer.key("scene")
      writer.value(pose.scene)
      writer.key("tracking")
      writer.value(pose.tracking.text)
      writer.key("localization")
      writer.value(pose.localization.text)
      number("heading_deg", pose.heading?.azimuth.degrees, 3)
      number("heading_sigma_deg", pose.yawSigma?.degrees, 3)
      number("yaw_deg", pose.yaw.degrees, 3)
      number("speed_m_s", hypot(pose.velocity.x, pose.velocity.z), 4)
      number("horizontal_accuracy_m", pose.horizontalAccuracy?.value, 3)
      number("vertical_accuracy_m", pose.verticalAccuracy?.value, 3)
      number("east_m", inMap?.position.x, 4)
      number("north_m", inMap?.position.y, 4)
      number("up_m", inMap?.position.z, 4)
    }
  }
}
