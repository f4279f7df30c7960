import Geometry
import Samples

/// The directions of a log's axes on the wearer's body: `front,left,up` for ROS, `right,up,back` for a recording.
///
/// Converts vectors of the log to the body's axes (x right, y up, z back).
public struct LogAxes: Equatable, Sendable {
  /// The axes of a recording, and of a phone.
  public static let recording = LogAxes("right,up,back")
  /// REP 103 of ROS: x forward, y left, z up.
  public static let robot = LogAxes("front,left,up")
  /// The inertial sensor of EuRoC's recordings, by the pose of the camera on it (`T_BS` of `cam0/sensor.yaml`: the camera's right
  /// is y, its down −x, its view z).
  public static let euroc = LogAxes("up,right,front")

  private static let directions: [(name: String, axis: SIMD3<Double>)] = [
    ("right", SIMD3(1, 0, 0)), ("left", SIMD3(-1, 0, 0)), ("up", SIMD3(0, 1, 0)), ("down", SIMD3(0, -1, 0)),
    ("back", SIMD3(0, 0, 1)), ("front", SIMD3(0, 0, -1)), ("forward", SIMD3(0, 0, -1)),
  ]
  public static var names: [String] { directions.map(\.name) }

  /// The body's directions of the log's x, y and z.
  private let x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>

  private init(_ known: StaticString) {
    guard let axes = LogAxes(parsing: "\(known)") else {
      preconditionFailure("axes that are not right-handed: \(known)")
    }
    self = axes
  }

  /// Reads three words, the directions of x, y and z; nil unless they are a right-handed system.
  public init?(parsing text: String) {
    let axes = text.split(separator: ",").map { word in Self.directions.first { $0.name == word }?.axis }
    guard axes.count == 3, let x = axes[0], let y = axes[1], let z = axes[2], cross(x, y) == z else { return nil }
    (self.x, self.y, self.z) = (x, y, z)
  }

  /// Returns a vector of the log in the body's axes.
  func callAsFunction(_ v: SIMD3<Double>) -> SIMD3<Double> { v.x * x + v.y * y + v.z * z }

  /// The rotation from the body to the log's axes.
  var fromBody: Rotation<Body, LogBody> {
    // The rows of the matrix are the log's axes in the body.
    Rotation(Matrix3(rows: x, y, z)) ?? .aligned
  }
}

/// The axes of a log on the wearer's body.
enum LogBody: Frame {}
/// The level frame of a log's poses.
enum LogWorld: Frame {}
