public import Geodesy
public import Geometry
public import Text

/// The pose of a frame, and the alignment with which all its points were computed.
public struct FramePoseMessage: Equatable, Sendable {
  public struct Alignment: Equatable, Sendable {
    /// True azimuth = scene azimuth + yaw, as drawn.
    public var yaw: Angle
    /// The wearer's position, as drawn.
    public var place: Geodetic
    public var yawSigma: Angle?
    public var horizontalAccuracy: Length?
    public var verticalAccuracy: Length?

    public init(yaw: Angle, place: Geodetic) {
      self.yaw = yaw
      self.place = place
    }
  }

  public var pose: Pose<Body, Scene>
  /// The display's pose; nil without a viewport.
  public var camera: Pose<Display, Scene>?
  /// nil until place and heading are known.
  public var alignment: Alignment?

  public init(pose: Pose<Body, Scene>, camera: Pose<Display, Scene>? = nil, alignment: Alignment? = nil) {
    self.pose = pose
    self.camera = camera
    self.alignment = alignment
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("position", pose.position)
    writer.member("orientation", pose.rotation)
    if let camera {
      writer.key("camera")
      writer.beginObject()
      writer.member("position", camera.position)
      writer.member("orientation", camera.rotation)
      writer.endObject()
    }
    writer.key("alignment")
    if let alignment {
      writer.beginObject()
      writer.member("applied_yaw_deg", degrees: alignment.yaw)
      writer.member("applied_shift", Displacement<Level>.zero)
      writer.member("scene_position", pose.position)
      writer.member("place", alignment.place)
      writer.member("yaw_sigma_deg", degrees: alignment.yawSigma)
      writer.member("horizontal_accuracy", alignment.horizontalAccuracy)
      writer.member("vertical_accuracy", alignment.verticalAccuracy)
      writer.endObject()
    } else {
      writer.null()
    }
    writer.endObject()
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "pose")
    pose = Pose(rotation: try members.rotation("orientation"), position: try members.vector("position"))
    if let camera = try members.objectIfAny("camera") {
      self.camera = Pose(rotation: try camera.rotation("orientation"), position: try camera.vector("position"))
    }
    guard let stated = try members.objectIfAny("alignment"), let place = try Geodetic(stated.object("place")) else {
      return
    }
    var alignment = Alignment(yaw: .degrees(try stated.number("applied_yaw_deg")), place: place)
    alignment.yawSigma = try stated.numberIfAny("yaw_sigma_deg").map { .degrees($0) }
    alignment.horizontalAccuracy = try stated.numberIfAny("horizontal_accuracy").map { Length($0) }
    alignment.verticalAccuracy = try stated.numberIfAny("vertical_accuracy").map { Length($0) }
    self.alignment = alignment
  }
}
