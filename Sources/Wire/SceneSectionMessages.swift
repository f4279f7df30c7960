public import Geometry
public import Text

/// The arrows of the route on the ground, with their common values.
public struct ArrowsMessage: Equatable, Sendable {
  /// The arrows' phase, from 0 to less than 1.
  public var phase: Double
  /// The heading's 1 σ.
  public var azimuthSigma: Angle?
  public var horizontalAccuracy: Length?
  public var status: PlacementReport
  public var arrows: [ArrowMessage]

  public init(
    phase: Double, azimuthSigma: Angle?, horizontalAccuracy: Length?, status: PlacementReport, arrows: [ArrowMessage]
  ) {
    self.phase = phase
    self.azimuthSigma = azimuthSigma
    self.horizontalAccuracy = horizontalAccuracy
    self.status = status
    self.arrows = arrows
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("phase", orNull: phase, decimals: 4)
    writer.member("azimuth_sigma_deg", orNull: azimuthSigma?.degrees, decimals: 2)
    writer.member("horizontal_accuracy", orNull: horizontalAccuracy?.value, decimals: 2)
    writer.member("status", status)
    writer.key("arrows")
    writer.beginArray()
    for arrow in arrows { arrow.write(to: &writer) }
    writer.endArray()
    writer.endObject()
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "arrows")
    phase = try members.number("phase")
    azimuthSigma = try members.numberIfAny("azimuth_sigma_deg").map { .degrees($0) }
    horizontalAccuracy = try members.numberIfAny("horizontal_accuracy").map { Length($0) }
    status = try PlacementReport(json: json["status"] ?? .null)
    arrows = []
    for element in try members.elements("arrows") { arrows.append(try ArrowMessage(json: element)) }
  }
}

/// The radar's disc: the distance of its rim, and its marks, nearest first.
public struct RadarDiscMessage: Equatable, Sendable {
  public var range: Length
  public var marks: [RadarMessage]

  public init(range: Length, marks: [RadarMessage]) {
    self.range = range
    self.marks = marks
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("range", orNull: range.value, decimals: 1)
    writer.key("marks")
    writer.beginArray()
    for mark in marks { mark.write(to: &writer) }
    writer.endArray()
    writer.endObject()
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "radar")
    range = Length(try members.number("range"))
    marks = []
    for element in try members.elements("marks") { marks.append(try RadarMessage(json: element)) }
  }
}

/// The sun's position and its light: `day`, `twilight` or `night`.
public struct LightMessage: Equatable, Sendable {
  public var azimuth: Angle
  public var elevation: Angle
  public var daylight: String

  public init(azimuth: Angle, elevation: Angle, daylight: String) {
    self.azimuth = azimuth
    self.elevation = elevation
    self.daylight = daylight
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("sun_azimuth_deg", degrees: azimuth)
    writer.member("sun_elevation_deg", degrees: elevation)
    writer.member("daylight", text: daylight)
    writer.endObject()
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "light")
    azimuth = .degrees(try members.number("sun_azimuth_deg"))
    elevation = .degrees(try members.number("sun_elevation_deg"))
    daylight = try members.text("daylight")
  }
}
