import Geometry
import Odometry

/// Measurements of the direction of walking by a device: the direction in which it points, and that of the gait's bounce.
struct TravelDirection: Sendable {
  /// Time over which the gait's direction is measured: four or five steps.
  static let window = TimeSpan(2.5)
  /// Time over which the pointing is averaged.
  private static let spreadTime = TimeSpan(5)

  private let parameters: TravelParameters
  private var gait: GaitDirection
  /// Where the device's front or top points in the scene: a unit vector, east and north.
  private var ahead = SIMD2(0.0, 1)
  /// The same as an azimuth.
  var pointing: Angle { .arcTangent(ahead.x, ahead.y) }
  /// Mean direction of the pointing over some seconds, as a vector: the shorter, the more the device has turned about.
  private var mean = SIMD2(0.0, 0.0)
  private var age = 0.0
  /// The square of its length: a device that looks about, or turns a corner, does not point where the wearer walks.
  var resultant: Double { (mean * mean).sum() }

  /// Where it has pointed in the mean of the last window of the gait, and the sum in this one.
  private(set) var pointed = Angle.zero
  private var inWindow = SIMD2(0.0, 0.0)

  init(_ parameters: TravelParameters) {
    self.parameters = parameters
    gait = GaitDirection(window: Self.window)
  }

  /// Advances by one step; returns the gait's direction when a window of walking is full.
  mutating func advance(
    _ orientation: Rotation<Body, Scene>, felt: Acceleration<Scene>?, walking: Bool, over step: TimeSpan
  ) -> GaitDirection.Window? {
    point(orientation)
    age += step.value
    let share = step.value > 0 ? max(fading(step / Self.spreadTime), step.value / age) : 0
    mean += (ahead - mean) * share
    guard parameters.tie != .forward, let felt else { return nil }
    inWindow += ahead * step.value
    let window = gait.advance(felt, over: step)
    guard walking else {
      gait.clear()
      inWindow = .zero
      return nil
    }
    guard let window else { return nil }
    pointed = .arcTangent(inWindow.x, inWindow.y)
    inWindow = .zero
    return window
  }

  /// Forgets the window at hand and the mean: they were of another scene.
  mutating func interrupt() {
    gait.clear()
    (inWindow, mean, age) = (.zero, .zero, 0)
  }

  private mutating func point(_ orientation: Rotation<Body, Scene>) {
    switch parameters.tie {
    case .top:
      // The direction of the device's right side, minus a quarter turn: it does not change when a flat phone rolls about its
      // long axis, and it follows a turn about that axis when the phone is upright.
      let right = orientation(Direction<Body>(1, 0, 0))
      point(east: right.z, north: right.x, atLeast: Self.leastLevelRight)
    case .forward, .learned:
      let front = orientation(Direction<Body>(0, 0, -1))
      point(east: front.x, north: -front.z, atLeast: Self.leastLevelFront)
    }
  }

  private mutating func point(east: Double, north: Double, atLeast least: Double) {
    let size = (east * east + north * north).squareRoot()
    guard size > least else { return }
    ahead = SIMD2(east, north) / size
  }

  /// Smallest level part of an axis of length 1 that still has a direction.
  private static let leastLevelRight = 0.3, leastLevelFront = 0.05
}
