import Geometry
import Odometry

/// Which way a walker goes, as an azimuth in the scene.
struct TravelDirection: Sendable {
  private let profile: Profile
  private(set) var azimuth = Angle.zero

  init(_ profile: Profile) { self.profile = profile }

  mutating func advance(_ orientation: Rotation<Body, Scene>, felt: Acceleration<Scene>?, over step: TimeSpan) {
    // Held between upright and flat, a phone points where its top and its back do, seen from above.
    let axis = profile == .hand ? Direction<Body>(0, 1, -1) : Direction<Body>(0, 0, -1)
    let arrow = orientation(axis)
    guard hypot(arrow.x, arrow.z) > 0.05 else { return }
    azimuth = .arcTangent(arrow.x, -arrow.z)
  }
}
