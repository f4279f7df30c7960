import CGeodesic
import Geodesy
import Geometry

/// libproj's geodesic solver (C. Karney's own), as the reference.
struct GeodesicOracle {
  private var ellipsoid = geod_geodesic()

  init() { geod_init(&ellipsoid, Ellipsoid.semiMajorAxis.value, Ellipsoid.flattening) }

  /// Meters, and degrees in (−180, 180].
  func inverse(_ a: Geodetic, _ b: Geodetic) -> (distance: Double, azimuth: Double, final: Double) {
    var distance = 0.0, azimuth = 0.0, final = 0.0
    withUnsafePointer(to: ellipsoid) {
      geod_inverse(
        $0, a.latitude.value, a.longitude.value, b.latitude.value, b.longitude.value, &distance, &azimuth, &final)
    }
    return (distance, azimuth, final)
  }

  func direct(_ a: Geodetic, azimuth: Double, distance: Double) -> (latitude: Double, longitude: Double, final: Double)
  {
    var latitude = 0.0, longitude = 0.0, final = 0.0
    withUnsafePointer(to: ellipsoid) {
      geod_direct($0, a.latitude.value, a.longitude.value, azimuth, distance, &latitude, &longitude, &final)
    }
    return (latitude, longitude, final)
  }
}

/// A place on the ellipsoid by plain degrees.
func place(_ latitude: Double, _ longitude: Double, _ height: Double = 0) -> Geodetic {
  Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude), height: .metres(height))
}

/// Straight-line distance between two places, in meters.
func gap(_ a: Geodetic, _ b: Geodetic) -> Double { (a.earthCentred - b.earthCentred).norm.value }
