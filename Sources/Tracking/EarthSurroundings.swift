import Alignment
import Fusion
import Geodesy
import Geometry
import Samples

/// What ties a walk to the Earth: the tangent frame of its places, the Earth's magnetic field there, and the field that is felt.
struct EarthSurroundings: Sendable {
  private(set) var frame: TangentFrame?
  private(set) var field: EarthField?
  private var fieldAge = TimeSpan.zero
  var compass = CompassWindow()
  var cells = CompassCells()
  /// How far the horizontal field is from the Earth's, over some seconds; nil where nothing tells.
  private(set) var disturbance: FluxDensity?

  /// The ground counts as flat up to here: at 5 km a tangent plane is 2 m off the ellipsoid.
  private static let reach = Length(5000)
  /// A walker's field changes by far less than its error in a minute.
  private static let longestFieldAge = TimeSpan(60)
  /// Of a new window in the mean disturbance.
  private static let disturbanceShare = 0.2

  mutating func advance(_ time: TimeSpan) { fieldAge += time }

  /// The frame for a fix, moved along with the walker; and how far its origin has moved.
  mutating func frame(at place: Geodetic, walker: SIMD2<Double>) -> (frame: TangentFrame, moved: SIMD2<Double>?) {
    var frame = self.frame ?? TangentFrame(origin: place)
    let moved = frame.follow(walker, beyond: Self.reach)
    self.frame = frame
    return (frame, moved)
  }

  mutating func forgetFrame() { frame = nil }

  mutating func place(at offset: SIMD2<Double>, height: Length) -> Geodetic? {
    frame?.place(at: offset, height: height)
  }

  /// Looks the field up if it is old. Returns the declination where it is the first.
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
