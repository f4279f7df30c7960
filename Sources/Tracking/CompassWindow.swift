import Geometry
import Odometry
import Samples
import Tie

/// The magnetic field over about half a second, in the scene: its horizontal mean and the spread of its direction.
struct CompassWindow: Sendable {
  struct Mean: Sendable {
    /// Mean field along the scene's east and north, in µT.
    var east: Double
    var north: Double
    var up = 0.0
    /// Spread of the direction, in radians.
    var spread: Double
    /// Mean directions of the body's axes: the contributions of a field fixed to the body to east, north and up.
    var bodyEast: SIMD3<Double>
    var bodyNorth: SIMD3<Double>
    var bodyUp = SIMD3(0.0, 0.0, 0.0)
    /// Number of readings, and the length of the window.
    var readings = 0
    var span = TimeSpan.zero

    /// Returns east and north without the device's own field.
    func level(without hardIron: SIMD3<Double>) -> SIMD2<Double> {
      SIMD2(east - dot(bodyEast, hardIron), north - dot(bodyNorth, hardIron))
    }
    func vertical(without hardIron: SIMD3<Double>) -> Double { up - dot(bodyUp, hardIron) }
  }

  private var sum = SIMD2(0.0, 0.0)
  private var upSum = 0.0
  private var squares = 0.0
  private var matrix = Matrix3.zero
  private var count = 0.0
  private var time = 0.0

  mutating func add(_ field: MagneticField<Body>, _ orientation: Rotation<Body, Scene>) {
    let rotation = orientation.matrix
    let inScene = rotation * field.components
    let level = SIMD2(inScene.x, -inScene.z)
    matrix += rotation
    sum += level
    upSum += inScene.y
    squares += level.x * level.x + level.y * level.y
    count += 1
  }

  /// Advances the time; true when a window of this length is full.
  mutating func advance(_ step: TimeSpan, length: TimeSpan) -> Bool {
    time += step.value
    return time >= length.value
  }

  /// Returns the mean of a full window, nil of one without a direction, and starts a new window.
  mutating func popMean() -> Mean? {
    defer { self = CompassWindow() }
    guard count >= 1 else { return nil }
    let mean = sum / count
    let strength = mean.x * mean.x + mean.y * mean.y
    guard strength > 0, strength.isFinite else { return nil }
    // Half of the scatter lies across the mean.
    let across = max(0, 0.5 * (squares / count - strength))
    return Mean(
      east: mean.x, north: mean.y, up: upSum / count, spread: (across / strength).squareRoot(),
      bodyEast: matrix[row: 0] / count, bodyNorth: -matrix[row: 2] / count, bodyUp: matrix[row: 1] / count,
      readings: Int(count), span: TimeSpan(time))
  }
}

extension CompassReading {
  /// 1 σ of the tilt after a start in motion, in rad.
  private static let usualTilt = AttitudeParameters().initialTilt.radians

  /// A window's mean in the axes of the steady scene. A tilt turns a field's direction by as much times the tangent
  /// of its dip; what is usual of it is in the noise of a window.
  init(_ mean: CompassWindow.Mean, turned steady: Angle, tilt: Angle) {
    let t = steady.radians
    let field = turned(SIMD2(mean.east, mean.north), by: t)
    var east = SIMD3(0.0, 0, 0), north = SIMD3(0.0, 0, 0)
    for i in 0..<3 {
      let axis = turned(SIMD2(mean.bodyEast[i], mean.bodyNorth[i]), by: t)
      east[i] = axis.x
      north[i] = axis.y
    }
    let unusual = max(0, tilt.radians * tilt.radians - Self.usualTilt * Self.usualTilt).squareRoot()
    let tilted = unusual * mean.up / hypot(mean.east, mean.north)
    self.init(
      field: SIMD3(field.x, field.y, mean.up), spread: hypot(mean.spread, tilted), bodyEast: east, bodyNorth: north,
      bodyUp: mean.bodyUp)
  }
}
