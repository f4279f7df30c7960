import Geodesy
import Geometry

/// What lies around the wearer's eyes, level: made once a frame, then a place costs nine multiplications.
///
/// A place is kept as the point of the ellipsoid below it, from the Earth's centre; level is R⁻¹(p − c) with c the eyes and R
/// the tangent plane's rotation. That holds at the poles and across the date line, and its north is the wearer's own. The
/// ellipsoid's points are as far apart as those at the eyes' height h times R/(R + h): that is given back.
struct Surroundings {
  let viewpoint: Viewpoint
  private let eyes: Geodetic
  private let center: SIMD3<Double>
  private let east: SIMD3<Double>, up: SIMD3<Double>, south: SIMD3<Double>
  private let stretch: Double

  /// nil before the first fix.
  init?(_ viewpoint: Viewpoint) {
    guard let eyes = viewpoint.place, eyes.isFinite else { return nil }
    let plane = TangentPlane(origin: eyes), axes = plane.earthFromLevel.matrix
    self.viewpoint = viewpoint
    self.eyes = eyes
    center = plane.center.components
    (east, up, south) = (axes.c0, axes.c1, axes.c2)
    stretch = 1 + eyes.height.value / Constants.earthRadius.value
  }

  /// How far away a point of the ground is, level.
  @inline(__always) func distance(to ground: Displacement<ECEF>) -> Double {
    let way = ground.components - center
    let x = dot(east, way), z = dot(south, way)
    return stretch * (x * x + z * z).squareRoot()
  }

  /// From the eyes to what stands on a point of the ground.
  func offset(to ground: Displacement<ECEF>, _ height: HeightPolicy) -> Displacement<Level> {
    let way = ground.components - center
    var rise = viewpoint.rise(of: height, above: eyes).value
    switch height {
    // The Earth falls away from the level plane, by about d²/2R; the ground and people on it with it.
    case .ellipsoid: rise += dot(up, way) + eyes.height.value
    case .seaLevel where viewpoint.geoidSeparation != nil: rise += dot(up, way) + eyes.height.value
    default: break
    }
    return .init(stretch * dot(east, way), rise, stretch * dot(south, way))
  }
}

extension Geodetic {
  /// The point of the ellipsoid below or above it, from the Earth's centre.
  var ground: Displacement<ECEF> { Geodetic(latitude: latitude, longitude: longitude).earthCentred }
}
