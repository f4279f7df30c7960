import CPosix
import Geodesy
import Geometry
import Sharing
import Text
import Wire

/// The wearer's pose as it is sent, made of the daemon's answer.
enum OwnPose {
  /// The reasons why there is nothing to send.
  enum Absence: String, Error {
    case noPlace = "the wearer's place is not known yet"
    case old = "the daemon has no new pose"
    case noAccuracy = "the accuracy of the wearer's place is not known"
  }

  /// The largest uncertainty of a heading with which it is sent.
  private static let largestHeadingAccuracy = Angle.degrees(60)

  /// Returns the message without session and number. `blur` is nil for a place that is sent as it is known.
  static func message(_ answer: PoseAnswer, name: String, blur: Blur?) throws(Absence) -> SharedPose {
    guard let pose = answer.pose, pose.place != nil, let geopose = answer.geopose, let read = GeoPoseAnswer(geopose)
    else {
      throw .noPlace
    }
    guard let accuracy = read.accuracy else { throw .noAccuracy }
    let age = min(max(0, gnomon_boot_time() - pose.time), 60_000_000_000)
    var message = SharedPose(
      name: name, session: "", sequence: 0, time: (gnomon_real_time() - age) / 1_000_000, place: read.geopose.place,
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
    return blur?.pose(message) ?? message
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
