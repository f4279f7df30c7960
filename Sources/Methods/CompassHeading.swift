import Geometry
import Samples

/// The yaw by the compass alone: the declination less the direction of the field in the scene, over half a second.
///
/// A field of the device or of the surroundings is not estimated, so it turns the yaw.
struct CompassHeading: Sendable {
  struct Mean {
    var yaw: Angle
    var readings: Int
    var first: BootInstant
    var last: BootInstant
  }

  /// Magnetic north, clockwise from true; zero until the first fix gives the place.
  var declination = Angle.zero
  private var east = 0.0, north = 0.0, readings = 0
  private var first: BootInstant?

  private static let window = TimeSpan(0.5)

  /// Adds a reading; returns the mean when a window is full.
  mutating func add(_ sample: MagnetometerSample, _ orientation: Rotation<Body, Scene>) -> Mean? {
    let field = orientation(sample.field), first = self.first ?? sample.time
    self.first = first
    east += field.x
    north -= field.z
    readings += 1
    guard sample.time - first >= Self.window else { return nil }
    defer { clear() }
    guard (east * east + north * north).isFinite, east != 0 || north != 0 else { return nil }
    return Mean(
      yaw: (declination - .arcTangent(east, north)).wrapped, readings: readings, first: first, last: sample.time)
  }

  /// Removes the readings of the window, of another scene.
  mutating func clear() {
    (east, north, readings) = (0, 0, 0)
    first = nil
  }
}
