public import Geometry
public import Text

/// An anchor as sent to clients.
public struct AnchorMessage: Equatable, Sendable {
  /// The anchor's position, while it is shown.
  public struct Placement: Equatable, Sendable {
    public var azimuth: Angle?
    public var elevation: Angle
    public var distance: Length
    public var sigma: SigmaReport?
    public var point: Displacement<Scene>
    public var scale: Double
    public var screen: ScreenReport?
    /// The orientation of its content.
    public var orientation: Rotation<Model, Scene>?

    public init(
      azimuth: Angle?, elevation: Angle, distance: Length, sigma: SigmaReport?, point: Displacement<Scene>,
      scale: Double, screen: ScreenReport?, orientation: Rotation<Model, Scene>? = nil
    ) {
      self.orientation = orientation
      self.azimuth = azimuth
      self.elevation = elevation
      self.distance = distance
      self.sigma = sigma
      self.point = point
      self.scale = scale
      self.screen = screen
    }
  }

  public var owner: String
  public var id: String
  public var kind: String
  public var payload: String?
  public var tags: [String] = []
  public var status: PlacementReport
  public var placement: Placement?

  public init(owner: String, id: String, kind: String, payload: String?, status: PlacementReport) {
    self.owner = owner
    self.id = id
    self.kind = kind
    self.payload = payload
    self.status = status
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("owner", text: owner)
    writer.member("id", text: id)
    writer.member("kind", text: kind)
    writer.payload(payload)
    writer.key("tags")
    writer.beginArray()
    for tag in tags { writer.value(tag) }
    writer.endArray()
    writer.member("status", status)
    if let placement {
      writer.member("azimuth_deg", degrees: placement.azimuth)
      writer.member("azimuth_sigma_deg", degrees: placement.sigma?.azimuth)
      writer.member("elevation_deg", degrees: placement.elevation)
      writer.member("elevation_sigma_deg", degrees: placement.sigma?.elevation)
      writer.member("distance", placement.distance)
      writer.member("distance_sigma", placement.sigma?.distance)
      writer.member("point", placement.point)
      if let orientation = placement.orientation { writer.member("orientation", orientation) }
      writer.member("scale", orNull: placement.scale, decimals: 6)
      writer.member(placement.screen)
    }
    writer.endObject()
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "anchor")
    owner = try members.text("owner")
    id = try members.text("id")
    kind = try members.text("kind")
    payload = json["payload"].flatMap { $0.isNull ? nil : $0.compact }
    if json["tags"]?.isNull == false { tags = try members.texts("tags") }
    status = try PlacementReport(json: json["status"] ?? .null)
    // The members of a shown anchor are sent together, always with its point.
    guard let value = json["point"], !value.isNull else { return }
    var sigma: SigmaReport?
    if let azimuth = try members.numberIfAny("azimuth_sigma_deg") {
      sigma = SigmaReport(
        azimuth: .degrees(azimuth), elevation: .degrees(try members.number("elevation_sigma_deg")),
        distance: try members.numberIfAny("distance_sigma").map { Length($0) })
    }
    placement = Placement(
      azimuth: try members.numberIfAny("azimuth_deg").map { .degrees($0) },
      elevation: .degrees(try members.number("elevation_deg")), distance: Length(try members.number("distance")),
      sigma: sigma, point: try members.vector("point"), scale: try members.number("scale"),
      screen: try members.screen(),
      orientation: json["orientation"]?.isNull == false ? try members.rotation("orientation") : nil)
  }
}
