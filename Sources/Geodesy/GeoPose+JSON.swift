import Geometry
public import Text

// The JSON encodings of OGC 21-056r11. The standard's numbers are written in their shortest form that reads back to the same
// double, so that the quaternion's squares add up to 1 "as close as the real number representation allows". Additional members
// are allowed in each encoding except the strict one.
extension GeoPose {
  public enum Form: String, CaseIterable, Sendable {
    /// Basic-Quaternion (/req/basic-quaternion-encoding-json), with gnomon's members in addition.
    case quaternion
    /// Basic-YPR (/req/basic-ypr-encoding-json), with gnomon's members.
    case ypr
    /// Basic-Quaternion without additional members (/req/basic-quaternion-encoding-json-strict).
    case strict
    /// Advanced (/req/advanced-encoding-json): the outer frame by name, and the time; with gnomon's members.
    case advanced
  }

  /// Returns the JSON object as a value.
  public func json(as form: Form) -> JSONValue? {
    var writer = JSONWriter()
    write(to: &writer, as: form)
    return try? JSONValue(reading: writer.buffer.bytes)
  }

  /// Writes one JSON object. Allocates nothing once the buffer has its size.
  public func write(to writer: inout JSONWriter, as form: Form) {
    writer.beginObject()
    switch form {
    case .quaternion, .strict:
      writePosition(to: &writer)
      writeQuaternion(to: &writer)
    case .ypr:
      writePosition(to: &writer)
      writeAngles(to: &writer)
    case .advanced:
      if let utc {
        writer.key("validTime")
        writer.value(utc.millisecondsSince1970)
      }
      writeFrame(to: &writer)
      writeQuaternion(to: &writer)
    }
    if form != .strict { writeOurMembers(to: &writer) }
    writer.endObject()
  }

  private func writePosition(to writer: inout JSONWriter) {
    writer.key("position")
    writer.beginObject()
    writer.member("lat", place.latitude.value)
    writer.member("lon", place.longitude.value)
    writer.member("h", place.height.value)
    writer.endObject()
  }

  private func writeQuaternion(to writer: inout JSONWriter) {
    let q = rotation.quaternion
    writer.key("quaternion")
    writer.beginObject()
    writer.member("x", q.x)
    writer.member("y", q.y)
    writer.member("z", q.z)
    writer.member("w", q.w)
    writer.endObject()
  }

  private func writeAngles(to writer: inout JSONWriter) {
    let angles = angles
    writer.key("angles")
    writer.beginObject()
    writer.member("yaw", angles.yaw.degrees)
    writer.member("pitch", angles.pitch.degrees)
    writer.member("roll", angles.roll.degrees)
    writer.endObject()
  }

  /// Writes the tangent plane under the name from the standard's own examples. The authority decides how parameters are written
  /// (/req/frame-spec/parameters); the examples use a query string.
  private func writeFrame(to writer: inout JSONWriter) {
    writer.key("frameSpecification")
    writer.beginObject()
    writer.key("authority")
    writer.value(text: "/geopose/1.0")
    writer.key("id")
    writer.value(text: "LTP-ENU")
    writer.key("parameters")
    writer.value(unescaped: { text in
      text.append("longitude=" as StaticString)
      text.append(place.longitude.value.withoutNegativeZero)
      text.append("&latitude=" as StaticString)
      text.append(place.latitude.value.withoutNegativeZero)
      text.append("&height=" as StaticString)
      text.append(place.height.value.withoutNegativeZero)
    })
    writer.endObject()
  }

  private func writeOurMembers(to writer: inout JSONWriter) {
    writer.key("accuracy")
    writer.beginObject()
    writer.key("horizontal_m")
    writer.value(orNull: horizontalAccuracy?.value, decimals: 3)
    writer.key("vertical_m")
    writer.value(orNull: verticalAccuracy?.value, decimals: 3)
    writer.key("heading_deg")
    writer.value(orNull: headingAccuracy?.degrees, decimals: 3)
    writer.endObject()
    writer.key("valid")
    writer.value(isValid)
    writer.key("time_boot_ns")
    writer.value(nanosecondsSinceBoot)
    if let utc {
      writer.key("time_utc_ns")
      writer.value(utc.nanosecondsSince1970)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: StaticString, _ number: Double) {
    key(name)
    value(number.withoutNegativeZero)
  }
}

extension Double {
  fileprivate var withoutNegativeZero: Double { self + 0 }
}
