import Alignment
import Fusion
import Geodesy
import Geometry
import Samples

/// The Earth-fixed data of a walk: the tangent frame of its places, the Earth's magnetic field there, and the measured field.
struct EarthSurroundings: Sendable {
  private(set) var frame: TangentFrame?
  private(set) var field: EarthField?
  private var fieldAge = TimeSpan.zero
  var compass = CompassWindow()
  /// Deviation of the horizontal field from the Earth's, averaged over some seconds; nil while unknown.
  private(set) var disturbance: FluxDensity?

  /// Distance up to which the ground is treated as flat: at 5 km a tangent plane is 2 m off the ellipsoid.
  private static let reach = Length(5000)
  /// Age up to which the field is kept: in a minute, a walker's field changes far less than its error.
  private static let longestFieldAge = TimeSpan(60)
  /// Weight of a new window in the mean disturbance.
  private static let disturbanceShare = 0.2

  mutating func advance(_ time: TimeSpan) { fieldAge += time }

  /// Returns the frame for a fix, moved along with the walker, and how far its origin has moved.
  mutating func frame(at place: Geodetic, walker: SIMD2<Double>) -> (frame: TangentFrame, moved: SIMD2<Double>?) {
    var frame = self.frame ?? TangentFrame(origin: place)
    let moved = frame.move(to: walker, beyond: Self.reach)
    self.frame = frame
    return (frame, moved)
  }

  mutating func place(at offset: SIMD2<Double>, height: Length) -> Geodetic? {
    frame?.place(at: offset, height: height)
  }

  /// Makes places around one cheap.
  mutating func prepare(around offset: SIMD2<Double>) { frame?.prepare(around: offset) }

  /// Updates the field if it is old. Returns the declination if it is the first one.
  mutating func learnField(_ place: Geodetic, _ utc: UTC?, assumedYear: Double) -> Angle? {
    guard field == nil || fieldAge > Self.longestFieldAge else { return nil }
    guard let new = EarthField(at: place, utc: utc, assumedYear: assumedYear) else { return nil }
    fieldAge = .zero
    defer { field = new }
    return field == nil ? .radians(new.declination) : nil
  }

  mutating func recordDisturbance(_ window: CompassWindow.Mean, deviceField: SIMD3<Double>) {
    guard let field else { return }
    let level = window.level(without: deviceField)
    let off = (hypot(level.x, level.y) - field.horizontal).magnitude
    disturbance = FluxDensity(disturbance.map { $0.value + Self.disturbanceShare * (off - $0.value) } ?? off)
  }
}
