public import Geodesy
import Geometry
import Text

/// A route as a recording holds it among its inputs: the text that a client sent, what it called the destination, and where that
/// and its entrance are. Without a text the route was cleared.
public struct RecordedRoute: Sendable {
  public static let kind = "route"
  public var text: String?
  public var name: String
  public var place: Geodetic?
  public var entrance: Geodetic?

  public init(text: String?, name: String = "", place: Geodetic? = nil, entrance: Geodetic? = nil) {
    self.text = text
    self.name = name
    self.place = place
    self.entrance = entrance
  }

  /// nil for what is none.
  public init?(json: String) {
    guard let value = try? JSONValue(reading: json), value.object != nil else { return nil }
    text = value["text"]?.string
    name = value["name"]?.string ?? ""
    place = value["place"].flatMap { Self.point($0) }
    entrance = value["entrance"].flatMap { Self.point($0) }
  }

  private static func point(_ value: JSONValue) -> Geodetic? {
    guard let latitude = value["latitude_deg"]?.double, let longitude = value["longitude_deg"]?.double else {
      return nil
    }
    return Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude))
  }

  public var json: String {
    var members: [JSONMember] = []
    if let text {
      members = [JSONMember("name", .string(name)), JSONMember("text", .string(text))]
      for (name, point) in [("place", place), ("entrance", entrance)] {
        guard let point else { continue }
        members.append(
          JSONMember(
            name,
            ["latitude_deg": .number(point.latitude.value), "longitude_deg": .number(point.longitude.value)]))
      }
    }
    var buffer = TextBuffer()
    JSONValue.object(members).write(to: &buffer)
    return buffer.string
  }
}
