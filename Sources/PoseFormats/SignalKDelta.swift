public import Geodesy
import Geometry
import Samples
public import Text
public import Tracking

/// A pose as a delta of Signal K (signalk.org, specification 1.7: "Data Model", `navigation`): the attitude, the true heading, and
/// the place, in radians, degrees and meters.
///
/// Attitude: roll is positive with the right side down, pitch with the front up, yaw is the true heading. What is not known is left
/// out, and so is the time until a receiver has reported it.
public struct SignalKDelta: Sendable {
  private var writer = JSONWriter(capacity: 1024)

  public init() {}

  public var text: TextBuffer { writer.buffer }

  /// Replaces the delta by that of a pose.
  public mutating func write(_ pose: TrackedPose, utc: UTC?) {
    writer.removeAll()
    writer.beginObject()
    member("context", "vessels.self")
    writer.key("updates")
    writer.beginArray()
    writer.beginObject()
    writer.key("source")
    writer.beginObject()
    member("label", "gnomon")
    writer.endObject()
    if let utc {
      writer.key("timestamp")
      writer.value(unescaped: { $0.append(instant: utc) })
    }
    writer.key("values")
    writer.beginArray()
    writeAttitude(pose)
    if let heading = pose.knownHeading { number("navigation.headingTrue", heading.radians) }
    writePlace(pose)
    writer.endArray()
    writer.endObject()
    writer.endArray()
    writer.endObject()
  }

  private mutating func writeAttitude(_ pose: TrackedPose) {
    let attitude = Attitude(pose.earthOrientation)
    openValue("navigation.attitude")
    writer.beginObject()
    angle("roll", 0 - attitude.roll.radians)
    angle("pitch", attitude.elevation.radians)
    if let heading = pose.knownHeading { angle("yaw", heading.radians) }
    writer.endObject()
    writer.endObject()
  }

  private mutating func writePlace(_ pose: TrackedPose) {
    guard let place = pose.place, place.isFinite else { return }
    openValue("navigation.position")
    writer.beginObject()
    writer.key("latitude")
    writer.value(place.latitude.value, decimals: 8)
    writer.key("longitude")
    writer.value(place.longitude.value.remainder(dividingBy: 360), decimals: 8)
    writer.endObject()
    writer.endObject()
  }

  private mutating func number(_ path: StaticString, _ value: Double) {
    openValue(path)
    writer.value(value, decimals: 5)
    writer.endObject()
  }

  /// Opens a value and its object.
  private mutating func openValue(_ path: StaticString) {
    writer.beginObject()
    writer.key("path")
    writer.value(text: path)
    writer.key("value")
  }

  private mutating func angle(_ name: StaticString, _ radians: Double) {
    writer.key(name)
    writer.value(radians, decimals: 5)
  }

  private mutating func member(_ name: StaticString, _ text: StaticString) {
    writer.key(name)
    writer.value(text: text)
  }
}
