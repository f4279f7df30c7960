import Geodesy
import Geometry

/// The planar filter's origin on Earth: metres east and north of it, by the scales of its latitude. The origin moves along
/// when the walker gets far from it, so that the ground may count as flat and neither a long way nor a first fix that was
/// kilometres off does harm.
struct TangentFrame: Sendable {
  private(set) var origin: Geodetic

  init(origin: Geodetic) { self.origin = Geodetic(latitude: origin.latitude, longitude: origin.longitude) }

  func offset(of place: Geodetic) -> SIMD2<Double> {
    let level = origin.smallOffset(to: Geodetic(latitude: place.latitude, longitude: place.longitude))
    return SIMD2(level.x, -level.z)
  }

  func place(at offset: SIMD2<Double>, height: Length) -> Geodetic {
    var place = origin.moved(by: Displacement<Level>(offset.x, 0, -offset.y))
    place.height = height
    return place
  }

  /// Moves the origin under the walker when they are farther than that from it; returns how far it moved.
  mutating func follow(_ offset: SIMD2<Double>, beyond distance: Length) -> SIMD2<Double>? {
    guard hypot(offset.x, offset.y) > distance.value else { return nil }
    origin = place(at: offset, height: .zero)
    return offset
  }
}
