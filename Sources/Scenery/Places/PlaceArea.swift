public import Geodesy
public import Geometry

/// The area of a place: a polygon in the level plane at the place, for fences.
struct PlaceArea: Sendable {
  /// East and south of the place, in meters.
  private let vertices: [SIMD2<Double>]

  init(_ polygon: [Geodetic], around place: Geodetic) {
    vertices = polygon.map { corner in
      let offset = place.smallOffset(to: corner)
      return SIMD2(offset.x, offset.z)
    }
  }

  /// Returns the distance from a point to the border, negative inside. `point` is east and south of the place.
  ///
  /// Whether it is inside is decided by the number of sides that a ray to the east crosses (M. Shimrat, "Algorithm 112", CACM 5,
  /// 1962).
  func distance(from point: SIMD2<Double>) -> Double {
    var nearest = Double.infinity, isInside = false
    var last = vertices[vertices.count - 1]
    for vertex in vertices {
      let side = vertex - last, toPoint = point - last
      let square = (side * side).sum()
      let share = square > 0 ? min(1, max(0, (toPoint * side).sum() / square)) : 0
      let off = toPoint - share * side
      nearest = min(nearest, (off * off).sum())
      if (last.y > point.y) != (vertex.y > point.y), point.x < last.x + side.x * (point.y - last.y) / side.y {
        isInside.toggle()
      }
      last = vertex
    }
    return nearest.squareRoot() * (isInside ? -1 : 1)
  }
}

extension Place {
  /// Limits of a polygon: its points, and their distance from the place.
  public static let polygonPoints = 3...64
  public static let polygonReach = Length(500)

  /// Whether the polygon can be used as a fence.
  public var hasAllowedPolygon: Bool {
    polygon.isEmpty
      || Self.polygonPoints.contains(polygon.count)
        && polygon.allSatisfy { corner in
          corner.latitude.value.magnitude <= 90 && corner.longitude.value.magnitude <= 360
            && position.smallOffset(to: corner).horizontal <= Self.polygonReach.value
        }
  }
}

extension Place {
  /// Largest distance of an entrance from the place: one farther away is another house's.
  public static let entranceReach = Length(100)

  public var hasAllowedEntrance: Bool {
    guard let entrance else { return true }
    return entrance.latitude.value.magnitude <= 90 && entrance.longitude.value.magnitude <= 360
      && position.smallOffset(to: entrance).horizontal <= Self.entranceReach.value
  }

  /// Distances by which latitude and longitude are exchanged: the place is farther away than the one, and with the two exchanged
  /// nearer than the other.
  private static let exchangedFrom = Length(1_000_000), exchangedHere = Length(100_000)

  /// Whether latitude and longitude of a point are probably exchanged, seen from the wearer's place.
  public static func isExchanged(_ point: Geodetic, seenFrom wearer: Geodetic) -> Bool {
    guard point.longitude.value.magnitude <= 90 else { return false }
    let other = Geodetic(latitude: point.longitude, longitude: point.latitude)
    return Geodesic(from: wearer, to: point).distance > exchangedFrom
      && Geodesic(from: wearer, to: other).distance < exchangedHere
  }
}

extension Displacement where U == Metre, F == Level {
  /// The horizontal length in meters.
  public var horizontal: Double { (x * x + z * z).squareRoot() }
}
