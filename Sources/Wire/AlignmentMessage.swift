public import Geodesy
public import Geometry
public import Text

/// The relation of the scene to the Earth: the target and applied yaw, and the wearer's position in both.
public struct AlignmentMessage: Equatable, Sendable {
  public var time: Int64
  public var scene: Int
  /// The origin of the scene's axes (none, given, remembered, compass, magnetic), and their uncertainty at the start of the
  /// scene.
  public var sceneHeading = "none"
  public var sceneHeadingSigma: Angle?
  /// A number that grows with each correction.
  public var revision: Int
  /// True azimuth = scene azimuth + yaw.
  public var yaw: Angle
  public var yawSigma: Angle?
  public var appliedYaw: Angle
  /// The applied place minus the target's place.
  public var appliedShift: Displacement<Level>
  /// The wearer's position in the scene and, if known, on Earth.
  public var position: Displacement<Scene>
  public var place: Geodetic?
  public var horizontalAccuracy: Length?
  public var verticalAccuracy: Length?
  public var isPinned: Bool

  public init(time: Int64, scene: Int, revision: Int, yaw: Angle, position: Displacement<Scene>) {
    self.time = time
    self.scene = scene
    self.revision = revision
    self.yaw = yaw
    appliedYaw = yaw
    appliedShift = .zero
    self.position = position
    isPinned = false
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("time_boot_ns", time)
    writer.member("scene_id", Int64(scene))
    writer.member("scene_heading", text: sceneHeading)
    writer.member("scene_heading_sigma_deg", degrees: sceneHeadingSigma)
    writer.member("revision", Int64(revision))
    writer.member("yaw_deg", degrees: yaw)
    writer.member("yaw_sigma_deg", degrees: yawSigma)
    writer.member("applied_yaw_deg", degrees: appliedYaw)
    writer.member("applied_shift", appliedShift)
    writer.member("scene_position", position)
    writer.member("place", place)
    writer.member("horizontal_accuracy", horizontalAccuracy)
    writer.member("vertical_accuracy", verticalAccuracy)
    writer.member("is_pinned", isPinned)
    writer.endObject()
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "")
    time = try members.integer("time_boot_ns")
    scene = Int(try members.integer("scene_id"))
    sceneHeading = try members.textIfAny("scene_heading") ?? "none"
    sceneHeadingSigma = try members.numberIfAny("scene_heading_sigma_deg").map { .degrees($0) }
    revision = Int(try members.integer("revision"))
    yaw = .degrees(try members.number("yaw_deg"))
    yawSigma = try members.numberIfAny("yaw_sigma_deg").map { .degrees($0) }
    appliedYaw = .degrees(try members.number("applied_yaw_deg"))
    appliedShift = try members.vector("applied_shift")
    position = try members.vector("scene_position")
    place = try Geodetic(members.objectIfAny("place"))
    horizontalAccuracy = try members.numberIfAny("horizontal_accuracy").map { Length($0) }
    verticalAccuracy = try members.numberIfAny("vertical_accuracy").map { Length($0) }
    isPinned = try members.flag("is_pinned")
  }
}

extension Geodetic {
  init?(_ members: Members?) throws(MessageFault) {
    guard let members else { return nil }
    self.init(
      latitude: Degrees(try members.number("latitude_deg")), longitude: Degrees(try members.number("longitude_deg")),
      height: Length(try members.number("height")))
  }
}

extension JSONWriter {
  /// Writes a place with a resolution of 0.1 mm.
  mutating func member(_ name: StaticString, _ place: Geodetic?) {
    key(name)
    guard let place, place.isFinite else { return null() }
    beginObject()
    member("latitude_deg", orNull: place.latitude.value, decimals: 9)
    member("longitude_deg", orNull: place.longitude.value, decimals: 9)
    member("height", orNull: place.height.value, decimals: 4)
    endObject()
  }
}
