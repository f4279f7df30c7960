import Geodesy
import Geometry

/// The level plane at a place on the ellipsoid, for distances in meters near that place.
///
/// Points of the Earth are projected onto it along the vertical, so it has neither a date line nor poles. At a distance d lengths
/// are short by d³/6R²: 4 mm at 10 km. Beyond `reach` the plane gives only the direction, and the distance is that of the arc.
struct LocalPlane {
  /// The place on the ellipsoid, from the Earth's center.
  let center: SIMD3<Double>
  let east: SIMD3<Double>
  let south: SIMD3<Double>
  /// Meters at the place's height for each meter on the ellipsoid: 1 + h/R.
  let scale: Double

  /// Up to this distance lengths in the plane are correct to 4 cm.
  static let reach = Length(20_000)
  static let radius = Constants.earthRadius

  init(_ place: Geodetic) {
    let plane = TangentPlane(origin: Geodetic(latitude: place.latitude, longitude: place.longitude))
    center = plane.center.components
    east = plane.earthFromLevel(Direction<Level>(1, 0, 0)).components
    south = plane.earthFromLevel(Direction<Level>(0, 0, 1)).components
    scale = 1 + place.height / Self.radius
  }

  /// Returns the offset of a point within reach: east and south of the place.
  @inline(__always) func flat(_ point: SIMD3<Double>) -> SIMD2<Double> {
    let offset = point - center
    return SIMD2(dot(offset, east), dot(offset, south))
  }

  /// Returns the offset of any point of the Earth: east and south of the place.
  func anywhere(_ point: SIMD3<Double>) -> SIMD2<Double> {
    let near = flat(point)
    let chord = distance(to: point)
    if chord <= Self.reach.value { return near }
    let across = (near * near).sum().squareRoot()
    // At the antipode all directions are equal.
    guard across > 0 else { return SIMD2(0, arc(chord)) }
    return near * (arc(chord) / across)
  }

  /// Returns the straight distance.
  @inline(__always) func distance(to point: SIMD3<Double>) -> Double {
    let offset = point - center
    return dot(offset, offset).squareRoot()
  }

  /// Returns the arc over a chord c: 2R asin(c/2R).
  private func arc(_ chord: Double) -> Double {
    let diameter = 2 * Self.radius.value
    return diameter * Angle.arcSine(chord / diameter).radians
  }
}

extension Ellipsoid {
  /// Returns the vertical at a point of the ellipsoid: the gradient of x²/a² + y²/a² + z²/b².
  static func vertical(_ point: SIMD3<Double>) -> SIMD3<Double> {
    let a = semiMajorAxis.value, b = semiMinorAxis.value
    let gradient = point / SIMD3(a * a, a * a, b * b)
    return gradient / dot(gradient, gradient).squareRoot()
  }
}
