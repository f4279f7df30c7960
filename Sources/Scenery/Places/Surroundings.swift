import Geodesy
import Geometry

/// The level frame around the wearer's eyes. It is made once a frame; then each place costs nine multiplications.
///
/// A place is stored as the point of the ellipsoid below it, from the Earth's center. Its level offset is R⁻¹(p − c), with p the
/// point, c the eyes (`center`) and R the tangent plane's rotation. This also holds at the poles and across the date line; north
/// is the wearer's own. Points of the ellipsoid are closer together than points at the eyes' height h, by R/(R + h) with R the
/// Earth's radius; `stretch` = 1 + h/R corrects that.
struct Surroundings {
  let viewpoint: Viewpoint
  private let eyes: Geodetic
  private let center: SIMD3<Double>
  private let east: SIMD3<Double>, up: SIMD3<Double>, south: SIMD3<Double>
  private let stretch: Double
  private let ground: GroundLevel?

  /// nil before the first fix.
  init?(_ viewpoint: Viewpoint) {
    guard let eyes = viewpoint.place, eyes.isFinite else { return nil }
    let plane = TangentPlane(origin: eyes), axes = plane.earthFromLevel.matrix
    self.viewpoint = viewpoint
    self.eyes = eyes
    center = plane.center.components
    (east, up, south) = (axes.c0, axes.c1, axes.c2)
    ground = GroundLevel(viewpoint)
    stretch = 1 + eyes.height.value / Constants.earthRadius.value
  }

  /// Returns the horizontal distance to a point of the ground.
  @inline(__always) func distance(to ground: Displacement<ECEF>) -> Double {
    let way = level(to: ground)
    return (way * way).sum().squareRoot()
  }

  /// Returns the way to a point of the ground, east and south.
  @inline(__always) func level(to ground: Displacement<ECEF>) -> SIMD2<Double> {
    let way = ground.components - center
    return stretch * SIMD2(dot(east, way), dot(south, way))
  }

  /// Returns the offset from the eyes to a thing at a place, `point` the point of the ellipsoid below it.
  func offset(to point: Displacement<ECEF>, at position: Geodetic, _ height: HeightPolicy) -> Displacement<Level> {
    let way = point.components - center
    var rise = viewpoint.rise(of: height, above: eyes).value
    switch height {
    // The Earth curves away from the level plane by about d²/2R, and the ground and people on it do so as well.
    case .ground(let above):
      if let there = ground?.rise(at: position) { rise = there + above.value + dot(up, way) + eyes.height.value }
    case .ellipsoid: rise += dot(up, way) + eyes.height.value
    case .seaLevel where viewpoint.geoidSeparation != nil: rise += dot(up, way) + eyes.height.value
    default: break
    }
    return .init(stretch * dot(east, way), rise, stretch * dot(south, way))
  }
}

extension Geodetic {
  /// The point of the ellipsoid below or above it, from the Earth's center.
  var ground: Displacement<ECEF> { Geodetic(latitude: latitude, longitude: longitude).earthCentred }
}
