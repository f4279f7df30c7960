import Geodesy
import Geometry

/// The level plane at a place on the ellipsoid: the metric plane in which what is near is measured.
///
/// Points of the Earth are projected onto it along the vertical, so it has neither a date line nor poles; after d metres lengths
/// are short by d³/6R²: 4 mm in 10 km. Beyond `reach` only directions are kept, and the distance is that of the arc.
struct LocalPlane {
  /// On the ellipsoid.
  let center: SIMD3<Double>
  let east: SIMD3<Double>
  let south: SIMD3<Double>
  /// Metres at the place's height for a metre on the ellipsoid: 1 + h/R.
  let scale: Double

  /// Within it lengths in the plane are right to 4 cm.
  static let reach = Length(20_000)
  static let radius = Constants.earthRadius

  init(_ place: Geodetic) {
    let plane = TangentPlane(origin: Geodetic(latitude: place.latitude, longitude: place.longitude))
    center = plane.center.components
    east = plane.earthFromLevel(Direction<Level>(1, 0, 0)).components
    south = plane.earthFromLevel(Direction<Level>(0, 0, 1)).components
    scale = 1 + place.height / Self.radius
  }

  /// East and south of the place, for what is within reach of it.
  @inline(__always) func flat(_ point: SIMD3<Double>) -> SIMD2<Double> {
    let offset = point - center
    return SIMD2(dot(offset, east), dot(offset, south))
  }

  /// The same for any point of the Earth.
  func anywhere(_ point: SIMD3<Double>) -> SIMD2<Double> {
    let near = flat(point)
    let chord = distance(to: point)
    if chord <= Self.reach.value { return near }
    let across = (near * near).sum().squareRoot()
    // At the far end of the Earth every direction is as good as another.
    guard across > 0 else { return SIMD2(0, arc(chord)) }
    return near * (arc(chord) / across)
  }

  /// The straight distance.
  @inline(__always) func distance(to point: SIMD3<Double>) -> Double {
    let offset = point - center
    return dot(offset, offset).squareRoot()
  }

  /// 2R asin(c/2R)
  private func arc(_ chord: Double) -> Double {
    let diameter = 2 * Self.radius.value
    return diameter * Angle.arcSine(chord / diameter).radians
  }
}

/// The vertical there: the gradient of x²/a² + y²/a² + z²/b².
func vertical(_ point: SIMD3<Double>) -> SIMD3<Double> {
  let a = Ellipsoid.semiMajorAxis.value, b = Ellipsoid.semiMinorAxis.value
  let gradient = point / SIMD3(a * a, a * a, b * b)
  return gradient / dot(gradient, gradient).squareRoot()
}
