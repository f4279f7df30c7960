import Geometry
import Samples

/// The yaw that an azimuth of antennas shows: 1 σ of the error that all its readings share, and of this one's noise.
struct ShownYaw: Sendable {
  var yaw: Angle
  var sigma: Angle
  var noise: Angle
}

/// An azimuth without a meaning: the line of the antennas is steep, or the orientation of its moment is not known.
struct SteepLine: Error {}

extension Tracker {
  /// Uncertainty of an azimuth's moment: the device's turn meanwhile is noise.
  private static let slack = TimeSpan(0.1)
  /// Most steepness of the line that still has an azimuth.
  private static let steepest = Angle.degrees(60)

  /// The yaw of the motion's own scene: the azimuth less that of the line in the scene when it was measured.
  func shownYaw(_ sample: AntennaAzimuth) -> Result<ShownYaw, SteepLine> {
    let held = sample.time - parameters.fixes.preciseLatency
    guard let line = line(sample, at: held), let before = self.line(sample, at: held - Self.slack),
      let after = self.line(sample, at: held + Self.slack)
    else { return .failure(SteepLine()) }
    let turn = max((after - line).wrapped.magnitude, (line - before).wrapped.magnitude)
    return .success(
      ShownYaw(
        yaw: (.degrees(sample.azimuth.value) - line).wrapped, sigma: .degrees(sample.sigma.value), noise: turn))
  }

  /// Azimuth of the antennas' line in the motion's own scene; nil for a steep one.
  private func line(_ sample: AntennaAzimuth, at time: BootInstant) -> Angle? {
    guard let orientation = orientation(at: time) else { return nil }
    let direction = Angle.degrees(sample.direction.value)
    let line = orientation(Direction<Body>(sin(direction.radians), 0, -cos(direction.radians)))
    return line.y.magnitude > sin(Self.steepest.radians) ? nil : .arcTangent(line.x, -line.z)
  }
}
