import CommandParts
import Text

extension PoseTable {
  struct Column {
    let name: String
    let unit: String
    let meaning: String
  }

  /// The columns in their order. An empty field is unknown.
  static let columns: [Column] = [
    Column(name: "t", unit: "s", meaning: "time of the gyroscope's sample, by the recording's clock"),
    Column(name: "x", unit: "m", meaning: "position in the scene: right, or east once the heading is known"),
    Column(name: "y", unit: "m", meaning: "position in the scene: up"),
    Column(name: "z", unit: "m", meaning: "position in the scene: back, or south once the heading is known"),
    Column(
      name: "qx", unit: "1",
      meaning: "orientation, a unit quaternion from the body (x right, y up, z back) to the scene"),
    Column(name: "qy", unit: "1", meaning: "orientation"),
    Column(name: "qz", unit: "1", meaning: "orientation"),
    Column(name: "qw", unit: "1", meaning: "orientation, the real part"),
    Column(name: "lat", unit: "deg", meaning: "fused place: latitude, WGS 84"),
    Column(name: "lon", unit: "deg", meaning: "fused place: longitude"),
    Column(name: "height", unit: "m", meaning: "fused place: height above the ellipsoid"),
    Column(name: "hacc", unit: "m", meaning: "stated radius around the place that holds the truth in 68 %"),
    Column(name: "vacc", unit: "m", meaning: "stated error of the height, 1 sigma"),
    Column(name: "yaw_offset", unit: "deg", meaning: "true azimuth less azimuth in the scene, clockwise: the target"),
    Column(name: "yaw_sigma", unit: "deg", meaning: "stated error of the heading, 1 sigma"),
    Column(name: "tracking", unit: "word", meaning: "how well motion is tracked, with reasons"),
    Column(name: "localization", unit: "word", meaning: "how well place and heading are known, with reasons"),
    Column(name: "yaw_applied", unit: "deg", meaning: "like yaw_offset, eased: for drawing"),
    Column(
      name: "heading", unit: "deg",
      meaning: "direction of view from true north, clockwise; empty if it looks up or down"),
    Column(name: "vx", unit: "m/s", meaning: "velocity in the scene, as x"),
    Column(name: "vy", unit: "m/s", meaning: "velocity in the scene, as y"),
    Column(name: "vz", unit: "m/s", meaning: "velocity in the scene, as z"),
  ]

  static func printColumns(asJSON: Bool) {
    if asJSON {
      return Terminal.print(
        .array(
          columns.map { ["name": .string($0.name), "unit": .string($0.unit), "meaning": .string($0.meaning)] }))
    }
    let width = columns.map(\.name.count).max() ?? 0
    Terminal.print(
      columns.map { "\($0.name.padded(to: width))  \($0.unit.padded(to: 5))  \($0.meaning)\n" }.joined())
  }
}
