import Foundation
import Geodesy
import Geometry
import Simulation
import Tracking

/// One second of a golden session: the first pose at or after it. Lengths in meters, angles in degrees; nil is an unknown value.
struct GoldenRow: Equatable, Sendable {
  var second: Int
  var scene: Int
  var tracking: String
  var localization: String
  /// Position east, north and up of the simulated start.
  var place: SIMD3<Double>?
  /// The 68 % accuracies of the place.
  var radius: Double?
  var verticalRadius: Double?
  var heading: Double?
  var yaw: Double
  var yawSigma: Double?
  /// The eased yaw for drawing.
  var drawnYaw: Double
  /// The pose in the scene.
  var position: SIMD3<Double>
  var rotation: SIMD4<Double>

  static let columns =
    "second,scene,tracking,localization,east,north,up,radius,vertical_radius,heading,yaw,yaw_sigma,drawn_yaw,x,y,z,qx,qy,qz,qw"

  init(second: Int, _ pose: TrackedPose, _ plane: TangentPlane) {
    self.second = second
    scene = pose.scene
    tracking = pose.tracking.text
    localization = pose.localization.text
    place = pose.place.map { plane.enu($0).components }
    radius = pose.horizontalAccuracy?.value
    verticalRadius = pose.verticalAccuracy?.value
    heading = pose.heading?.degrees
    yaw = pose.yaw.degrees
    yawSigma = pose.yawSigma?.degrees
    drawnYaw = pose.appliedYaw.degrees
    position = pose.pose.position.components
    rotation = pose.pose.rotation.quaternion
  }

  /// The row as text, to the millimeter and the thousandth of a degree.
  var line: String {
    func text(_ value: Double?, _ digits: Int = 3) -> String { value.map { String(format: "%.\(digits)f", $0) } ?? "" }
    let numbers =
      [place?.x, place?.y, place?.z, radius, verticalRadius, heading, yaw, yawSigma, drawnYaw].map { text($0) }
      + [position.x, position.y, position.z].map { text($0) }
      + [rotation.x, rotation.y, rotation.z, rotation.w].map { text($0, 6) }
    return (["\(second)", "\(scene)", tracking, localization] + numbers).joined(separator: ",")
  }

  /// nil if the line does not have these columns.
  init?(line: Substring) {
    let fields = line.split(separator: ",", omittingEmptySubsequences: false)
    guard fields.count == 20, let second = Int(fields[0]), let scene = Int(fields[1]) else { return nil }
    var numbers: [Double?] = []
    for field in fields[4...] {
      let number = Double(field)
      guard field.isEmpty || number?.isFinite == true else { return nil }
      numbers.append(number)
    }
    guard let yaw = numbers[6], let drawnYaw = numbers[8] else { return nil }
    let pose = numbers[9...].compactMap { $0 }
    guard pose.count == 7 else { return nil }
    self.second = second
    self.scene = scene
    tracking = String(fields[2])
    localization = String(fields[3])
    if let east = numbers[0], let north = numbers[1], let up = numbers[2] { place = SIMD3(east, north, up) }
    radius = numbers[3]
    verticalRadius = numbers[4]
    heading = numbers[5]
    self.yaw = yaw
    yawSigma = numbers[7]
    self.drawnYaw = drawnYaw
    position = SIMD3(pose[0], pose[1], pose[2])
    rotation = SIMD4(pose[3], pose[4], pose[5], pose[6])
  }
}
