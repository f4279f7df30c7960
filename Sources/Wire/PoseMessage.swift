public import Geodesy
public import Geometry
public import Text

/// The body's pose in the scene at a time, with the states that tell its quality.
public struct PoseMessage: Equatable, Sendable {
  public var time: Int64
  public var utc: Int64?
  public var scene: Int
  /// The origin of the scene's axes: none, given, remembered, compass, magnetic.
  public var sceneHeading: String
  public var pose: Pose<Body, Scene>
  public var velocity: Velocity<Scene>
  /// True heading of the body; nil if it has none.
  public var heading: Angle?
  public var headingSigma: Angle?
  /// Conservative bound of the heading's error, 95 %.
  public var headingBound: Angle?
  /// The place on Earth, with its 68 % radius; nil until known.
  public var place: Geodetic?
  public var horizontalAccuracy: Length?
  /// The covariance, if requested.
  public var covariance: CovarianceMessage?
  public var tracking: TrackingReport
  public var localization: LocalizationReport

  public init(
    time: Int64, utc: Int64? = nil, scene: Int, sceneHeading: String = "none", pose: Pose<Body, Scene>,
    velocity: Velocity<Scene>, heading: Angle? = nil, headingSigma: Angle? = nil, tracking: TrackingReport,
    localization: LocalizationReport
  ) {
    self.time = time
    self.utc = utc
    self.scene = scene
    self.sceneHeading = sceneHeading
    self.pose = pose
    self.velocity = velocity
    self.heading = heading
    self.headingSigma = headingSigma
    self.tracking = tracking
    self.localization = localization
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("time_boot_ns", time)
    writer.member("time_utc_ns", orNull: utc)
    writer.member("scene_id", Int64(scene))
    writer.member("scene_heading", text: sceneHeading)
    writer.member("position", pose.position)
    writer.member("orientation", pose.rotation)
    writer.member("velocity", velocity)
    writer.member("heading_deg", degrees: heading)
    writer.member("heading_sigma_deg", degrees: headingSigma)
    writer.member("heading_95_deg", degrees: headingBound)
    writer.member("latitude_deg", orNull: place?.latitude.value, decimals: 9)
    writer.member("longitude_deg", orNull: place?.longitude.value, decimals: 9)
    writer.member("horizontal_accuracy", horizontalAccuracy)
    if let covariance { covariance.write(to: &writer) }
    writer.member("tracking", tracking)
    writer.member("localization", localization)
    writer.endObject()
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "")
    time = try members.integer("time_boot_ns")
    utc = try members.integerIfAny("time_utc_ns")
    scene = Int(try members.integer("scene_id"))
    sceneHeading = try members.textIfAny("scene_heading") ?? "none"
    pose = Pose(rotation: try members.rotation("orientation"), position: try members.vector("position"))
    velocity = try members.vector("velocity")
    heading = try members.numberIfAny("heading_deg").map { .degrees($0) }
    headingSigma = try members.numberIfAny("heading_sigma_deg").map { .degrees($0) }
    headingBound = try members.numberIfAny("heading_95_deg").map { .degrees($0) }
    if let latitude = try members.numberIfAny("latitude_deg"),
      let longitude = try members.numberIfAny("longitude_deg")
    {
      place = Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude))
    }
    horizontalAccuracy = try members.numberIfAny("horizontal_accuracy").map { Length($0) }
    covariance = try members.objectIfAny("covariance").map { (members) throws(MessageFault) in
      try CovarianceMessage(members)
    }
    tracking = try TrackingReport(members.object("tracking"))
    localization = try LocalizationReport(members.object("localization"))
  }
}
