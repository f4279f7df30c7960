import Geodesy
import Geometry
import Sharing
import Text
import Wire

/// The wearer's pose for the team, made of the daemon's answer.
enum OwnPose {
  /// The reasons why there is nothing to send.
  enum Absence: String, Error {
    case noPlace = "the wearer's place is not known yet"
    case old = "the daemon has no new pose"
    case noAccuracy = "the accuracy of the wearer's place is not known"
  }

  /// The largest uncertainty of a heading with which it is sent.
  private static let largestHeadingAccuracy = Angle.degrees(60)

  /// `realTime` is the time of the pose in milliseconds since 1970.
  static func message(
    _ answer: PoseAnswer, _ settings: ShareSettings, session: String, sequence: Int64, realTime: Int64
  ) throws(Absence) -> SharedPose {
    guard let pose = answer.pose, pose.place != nil, let geopose = answer.geopose, let read = GeoPoseAnswer(geopose)
    else {
      throw .noPlace
    }
    guard let accuracy = read.accuracy else { throw .noAccuracy }
    var message = SharedPose(
      name: settings.name, session: session, sequence: sequence, time: realTime, place: read.geopose.place,
      accuracy: accuracy)
    message.verticalAccuracy = read.verticalAccuracy
    if let heading = read.headingAccuracy, heading <= largestHeadingAccuracy {
      message.headingAccuracy = heading
      message.rotation = read.geopose.rotation
      // The scene's axes are tied to the Earth by the same body: Level ← Body ← Scene.
      let levelFromScene = read.geopose.orientation * pose.pose.rotation.inverse
      let velocity = Velocity<ENU>(levelFromScene(pose.velocity))
      if velocity.isFinite, velocity.norm <= Speed(200) { message.velocity = velocity }
    }
    if let blur = settings.blur { return Blur(size: blur, team: settings.team).pose(message) }
    return message
  }
}

/// The GeoPose of an answer of the daemon.
private struct GeoPoseAnswer {
  var geopose: GeoPose
  var accuracy: Length?
  var verticalAccuracy: Length?
  var headingAccuracy: Angle?

  init?(_ json: JSONValue) {
    func number(_ object: String, _ member: String) -> Double? { json[object]?[member]?.double }
    guard let latitude = number("position", "lat"), let longitude = number("position", "lon"),
      let height = number("position", "h"), let x = number("quaternion", "x"), let y = number("quaternion", "y"),
      let z = number("quaternion", "z"), let w = number("quaternion", "w"),
      let rotation = Rotation<ForwardLeftUp, ENU>(x: x, y: y, z: z, w: w),
      let geopose = try? GeoPose(
        place: Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude), height: Length(height)),
        rotation: rotation)
    else { return nil }
    self.geopose = geopose
    accuracy = number("accuracy", "horizontal_m").map { Length($0) }
    verticalAccuracy = number("accuracy", "vertical_m").map { Length($0) }
    headingAccuracy = number("accuracy", "heading_deg").map { .degrees($0) }
  }
}
