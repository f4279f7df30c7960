import Geodesy
import Geometry
import Scenery
import Text

// What few places have: kept as JSON in one column, `{"radius":12,"label":{"width_px":90,"height_px":30}}`.
extension Place {
  /// nil for a place without any.
  var extras: String? {
    var members: [JSONMember] = []
    if let radius { members.append(JSONMember("radius", .number(radius.value))) }
    if let level { members.append(JSONMember("level", .number(level))) }
    if !polygon.isEmpty {
      let corners = polygon.map { JSONValue.array([.number($0.latitude.value), .number($0.longitude.value)]) }
      members.append(JSONMember("polygon", .array(corners)))
    }
    if let entrance {
      members.append(
        JSONMember("entrance", .array([.number(entrance.latitude.value), .number(entrance.longitude.value)])))
    }
    switch label {
    case .angle(let width, let height):
      members.append(
        JSONMember("label", ["width_deg": .number(width.degrees), "height_deg": .number(height.degrees)]))
    case .pixels(let width, let height):
      members.append(JSONMember("label", ["width_px": .number(width.value), "height_px": .number(height.value)]))
    case nil: break
    }
    return members.isEmpty ? nil : JSONValue.object(members).text
  }

  private static func corner(_ json: JSONValue) -> Geodetic? {
    guard let numbers = json.array, numbers.count == 2, let latitude = numbers[0].double,
      let longitude = numbers[1].double
    else { return nil }
    return Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude))
  }

  /// Reads the column; what is not allowed, as another program may have written it, is left out.
  mutating func read(extras text: String) {
    guard let json = try? JSONValue(reading: text) else { return }
    radius = json["radius"]?.double.map { Length($0) }
    if let width = json["label"]?["width_deg"]?.double, let height = json["label"]?["height_deg"]?.double {
      label = .angle(width: .degrees(width), height: .degrees(height))
    } else if let width = json["label"]?["width_px"]?.double, let height = json["label"]?["height_px"]?.double {
      label = .pixels(width: Pixels(width), height: Pixels(height))
    }
    level = json["level"]?.double
    polygon = (json["polygon"]?.array ?? []).compactMap { Self.corner($0) }
    entrance = json["entrance"].flatMap { Self.corner($0) }
    if let level, !Self.levels.contains(level) { self.level = nil }
    if !hasAllowedPolygon { polygon = [] }
    if !hasAllowedEntrance { entrance = nil }
    if let radius, !Self.radii.contains(radius.value) { self.radius = nil }
    if let label, !label.isAllowed { self.label = nil }
  }
}
