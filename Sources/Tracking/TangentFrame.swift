import Geodesy
import Geometry

/// The tie's origin on Earth: meters east and north of it. The origin follows the walker over large distances, so that
/// the ground can be treated as flat and neither a long path nor a first fix that was kilometers off causes an error.
struct TangentFrame: Sendable {
  private(set) var origin: Geodetic
  private var plane: TangentPlane
  /// The surroundings of a place, and its offset in the plane.
  private var near: (places: NearPlaces, offset: SIMD2<Double>)?

  init(origin: Geodetic) {
    self.origin = Geodetic(latitude: origin.latitude, longitude: origin.longitude)
    plane = TangentPlane(origin: self.origin)
  }

  func offset(of place: Geodetic) -> SIMD2<Double> {
    let level = plane.level(Geodetic(latitude: place.latitude, longitude: place.longitude))
    return SIMD2(level.x, -level.z)
  }

  mutating func place(at offset: SIMD2<Double>, height: Length) -> Geodetic {
    var place: Geodetic
    if let near, isNear(offset, within: NearPlaces.reach) {
      let step = offset - near.offset
      place = near.places.place(Displacement<Level>(step.x, 0, -step.y))
    } else {
      place = exactPlace(at: offset)
    }
    place.height = height
    return place
  }

  /// Makes places around one cheap.
  mutating func prepare(around offset: SIMD2<Double>) {
    guard !isNear(offset, within: NearPlaces.reach * 0.5) else { return }
    let place = exactPlace(at: offset)
    near = NearPlaces(Geodetic(latitude: place.latitude, longitude: place.longitude)).map { ($0, offset) }
  }

  private func isNear(_ offset: SIMD2<Double>, within reach: Length) -> Bool {
    guard let near else { return false }
    let step = offset - near.offset
    return (step * step).sum() < reach.value * reach.value
  }

  /// Moves the origin to the walker when they are farther from it than `distance`; returns the move.
  mutating func move(to offset: SIMD2<Double>, beyond distance: Length) -> SIMD2<Double>? {
    guard hypot(offset.x, offset.y) > distance.value else { return nil }
    self = TangentFrame(origin: exactPlace(at: offset))
    return offset
  }

  /// Returns the place by the plane. Beyond the horizon a plane is not valid; an offset that large comes from a wrong fix.
  private func exactPlace(at offset: SIMD2<Double>) -> Geodetic {
    plane.geodetic(Displacement<Level>(offset.x, 0, -offset.y))
  }
}
