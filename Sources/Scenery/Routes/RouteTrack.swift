public import Geodesy
public import Geometry

/// A route made ready to be followed: its line on the ellipsoid with the length from the start to every vertex, what to do along
/// it, and what is needed to find the nearest of its segments.
///
/// The vertices are points from the Earth's centre, and the line between two is straight; so a route may cross the date line or a
/// pole. Segments longer than 5 km are parted along the geodesic (Karney), and so no chord is deeper than 0.5 m below the ground it
/// stands for. Lengths are those on the ellipsoid; heights, where all points have them, are for drawing.
public struct RouteTrack: Sendable {
  public let route: Route
  public let length: Length
  /// What to do along the route, in its order; the last one is to arrive.
  public internal(set) var steps: [RouteStep] = []

  /// On the ellipsoid, from the Earth's centre.
  let vertices: [SIMD3<Double>]
  /// From the start to each vertex, never less than before.
  let lengths: [Double]
  /// The vertex of each of the route's points.
  let vertexOfPoint: [Int32]
  let regions: RouteRegions
  /// Of each vertex; none where the route has none.
  private let heights: [Double]

  /// The longest segment that is not parted.
  static let longest = Length(5000)
  /// The most vertices that parting adds.
  static let mostParts = 100_000

  /// nil for a route of fewer than two different points, or with one that is no place.
  public init?(_ route: Route, _ parameters: RouteParameters = .init()) {
    guard
      route.points.allSatisfy({
        $0.latitude.value.magnitude <= 90 && $0.longitude.value.magnitude <= 360
      }), !route.points.isEmpty
    else { return nil }
    let points = route.points.map { Geodetic(latitude: $0.latitude, longitude: $0.longitude) }
    let corners = points.map { $0.earthCentred.components }
    let part = Self.partLength(corners)

    let isHigh = route.hasHeights && route.points.allSatisfy { $0.height.isFinite }
    var vertices = [corners[0]], lengths = [0.0], vertexOfPoint: [Int32] = [0]
    var heights = isHigh ? [route.points[0].height.value] : []
    vertices.reserveCapacity(corners.count)
    lengths.reserveCapacity(corners.count)
    vertexOfPoint.reserveCapacity(corners.count)
    var total = 0.0
    for index in 1..<max(1, corners.count) {
      let offset = corners[index] - corners[index - 1]
      let chord = dot(offset, offset).squareRoot()
      if chord >= Self.shortest.value {
        if chord <= Self.longest.value {
          total += arcLength(chord)
        } else {
          let geodesic = Geodesic(from: points[index - 1], to: points[index])
          let parts = max(1, Int(saturating: (geodesic.distance.value / part).rounded(.up)))
          let line = geodesic.line
          for piece in 1..<max(1, parts) {
            let distance = geodesic.distance.value * Double(piece) / Double(parts)
            vertices.append(line.station(at: .metres(distance)).place.earthCentred.components)
            lengths.append(total + distance)
            if isHigh {
              let (a, b) = (route.points[index - 1].height.value, route.points[index].height.value)
              heights.append(a + (b - a) * Double(piece) / Double(parts))
            }
          }
          total += geodesic.distance.value
        }
        vertices.append(corners[index])
        lengths.append(total)
        if isHigh { heights.append(route.points[index].height.value) }
      }
      vertexOfPoint.append(Int32(vertices.count - 1))
    }
    guard vertices.count >= 2, total.isFinite else { return nil }
    self.route = route
    self.vertices = vertices
    self.lengths = lengths
    self.vertexOfPoint = vertexOfPoint
    self.heights = heights
    length = .metres(total)
    regions = RouteRegions(vertices)
    steps = makeSteps(parameters)
  }

  /// What is shorter is no segment.
  static let shortest = Length(1e-4)

  /// Long segments are parted so finely that there are not too many parts.
  private static func partLength(_ corners: [SIMD3<Double>]) -> Double {
    var long = 0.0
    for index in 1..<max(1, corners.count) {
      let offset = corners[index] - corners[index - 1]
      let chord = dot(offset, offset).squareRoot()
      if chord > longest.value { long += chord * (.pi / 2) }
    }
    return max(longest.value, long / Double(mostParts))
  }

  /// The segment that holds a length from the start; a vertex belongs to the one it begins.
  func segment(at length: Double) -> Int {
    var low = 0, high = lengths.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if lengths[middle] <= length { low = middle } else { high = middle }
    }
    return low
  }

  /// From a segment that is not far from it.
  func segment(at length: Double, from hint: Int) -> Int {
    var segment = hint
    while segment + 2 < lengths.count && lengths[segment + 1] <= length { segment += 1 }
    while segment > 0 && lengths[segment] > length { segment -= 1 }
    return segment
  }

  @inline(__always) func point(at length: Double, in segment: Int) -> SIMD3<Double> {
    let start = lengths[segment], end = lengths[segment + 1]
    let share = min(1, max(0, (length - start) / (end - start)))
    return vertices[segment] + share * (vertices[segment + 1] - vertices[segment])
  }

  var hasHeights: Bool { !heights.isEmpty }

  /// Of the ground, evenly from vertex to vertex. Precondition: there are heights.
  func height(at length: Double, in segment: Int) -> Double {
    let start = lengths[segment], end = lengths[segment + 1]
    let share = min(1, max(0, (length - start) / (end - start)))
    return heights[segment] + share * (heights[segment + 1] - heights[segment])
  }

  /// The place so far from the start; the ends beyond them.
  public func place(at length: Length) -> Geodetic {
    let point = point(at: length.value, in: segment(at: length.value))
    // The chord runs a little below the ground.
    let place = Geodetic(Displacement<ECEF>(point))
    return Geodetic(latitude: place.latitude, longitude: place.longitude)
  }

  /// How far each of the route's points is from its start.
  public func length(atPoint index: Int) -> Length { .metres(lengths[Int(vertexOfPoint[index])]) }
}

/// The arc over a chord of a circle of the Earth's radius: c + c³/24R².
func arcLength(_ chord: Double) -> Double {
  let radius = LocalPlane.radius.value
  return chord * (1 + chord * chord / (24 * radius * radius))
}
