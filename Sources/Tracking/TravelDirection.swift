import Geometry
import Odometry

/// What a device says of the way its wearer walks: where it points, and where the gait's bounce goes.
struct TravelDirection: Sendable {
  private let parameters: TravelParameters
  private var gait: GaitDirection
  /// Where the device's front or top points, an azimuth in the scene.
  private(set) var pointing = Angle.zero

  init(_ parameters: TravelParameters) {
    self.parameters = parameters
    gait = GaitDirection(window: parameters.window)
  }

  /// The gait's direction when a window of walking is full.
  mutating func advance(
    _ orientation: Rotation<Body, Scene>, felt: Acceleration<Scene>?, walking: Bool, over step: TimeSpan
  ) -> GaitDirection.Window? {
    // Held between upright and flat, a phone points where its top and its back do, seen from above.
    let arrow = orientation(parameters.tie == .top ? Direction<Body>(0, 1, -1) : Direction<Body>(0, 0, -1))
    if hypot(arrow.x, arrow.z) > 0.05 { pointing = .arcTangent(arrow.x, -arrow.z) }
    guard parameters.tie == .learned, let felt else { return nil }
    let window = gait.advance(felt, over: step)
    if !walking { gait.clear() }
    return walking ? window : nil
  }
}
