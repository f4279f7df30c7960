import Geometry
import Text

/// The state of the wearer as Home Assistant and other clients of MQTT get it.
public struct HomeState: Equatable, Sendable {
  public enum Phase: String, CaseIterable, Sendable { case none, localizing, localized, lost }

  public var phase: Phase
  /// Nil while the place is not known.
  public var pose: SharedPose?

  public init(_ phase: Phase, _ pose: SharedPose? = nil) {
    self.phase = phase
    self.pose = pose
  }

  /// The place for a device tracker. Without a place latitude and longitude are null, so that a reader forgets the last ones.
  public var placeText: String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("latitude")
    writer.value(orNull: pose?.place.latitude.value, decimals: 6)
    writer.key("longitude")
    writer.value(orNull: pose?.place.longitude.value, decimals: 6)
    // Home Assistant warns of an accuracy that is null.
    if let pose { writer.member("gps_accuracy", pose.accuracy.value, decimals: 1) }
    writer.endObject()
    return writer.buffer.string
  }

  /// The values of the sensors. A value that is not known is null.
  public var stateText: String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("state")
    writer.value(phase.rawValue)
    writer.key("accuracy")
    writer.value(orNull: pose?.accuracy.value, decimals: 1)
    writer.key("heading")
    writer.value(orNull: heading, decimals: 1)
    writer.key("heading_accuracy")
    writer.value(orNull: heading == nil ? nil : pose?.headingAccuracy?.degrees, decimals: 1)
    writer.key("time")
    if let pose { writer.value(pose.time) } else { writer.null() }
    writer.endObject()
    return writer.buffer.string
  }

  /// Degrees from 0 to 359.9.
  private var heading: Double? {
    pose?.heading.map { $0.degrees < 359.95 ? $0.degrees : 0 }
  }
}
