public import Geodesy
public import Geometry

/// A route prepared for following: its line on the ellipsoid with the length from the start to each vertex, its steps, and an
/// index for the search of the nearest segment.
///
/// Vertices are points from the Earth's center, joined by straight lines; so a route may cross the date line or a pole. Segments
/// longer than 5 km are split along the geodesic (Karney), so no chord is more than 0.5 m below the ground. Lengths are those on
/// the ellipsoid. Heights are used for drawing only, and only when all points have them.
public struct RouteTrack: Sendable {
  public let route: Route
  public let length: Length
  /// The steps along the route, in order; the last one is the arrival.
  public internal(set) var steps: [RouteStep] = []

  /// Points on the ellipsoid, from the Earth's center.
  let vertices: [SIMD3<Double>]
  /// Length from the start to each vertex, never decreasing.
  let lengths: [Double]
  /// The vertices of the route's stops, and their lengths from the start.
  let stops: [(vertex: Int, length: Double)]
  /// The lengths from the start of the route's named points, in its order.
  let marks: [Double]
  /// The index of the vertex of each of the route's points.
  let vertexOfPoint: [Int32]
  let regions: RouteRegions
  /// Height of each vertex; empty if the route has no heights.
  private let heights: [Double]

  /// The longest segment that is not split.
  static let longest = Length(5000)
  /// The most vertices added by splitting.
  static let mostParts = 100_000

  /// nil for a route with fewer than two different points, or with a point outside the valid latitudes and longitudes.
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
    stops = route.stops.compactMap { stop in
      guard vertexOfPoint.indices.contains(stop.index) else { return nil }
      let vertex = Int(vertexOfPoint[stop.index])
      return (vertex, lengths[vertex])
    }
    marks = route.marks.compactMap { mark in
      vertexOfPoint.indices.contains(mark.index) ? lengths[Int(vertexOfPoint[mark.index])] : nil
    }
    guard stops.count == route.stops.count, marks.count == route.marks.count else { return nil }
    regions = RouteRegions(vertices)
    steps = makeSteps(parameters)
  }

  /// Distances below this make no segment.
  static let shortest = Length(1e-4)

  /// Returns the length of the parts of long segments: longer parts if there would be more than `mostParts` of them.
  private static func partLength(_ corners: [SIMD3<Double>]) -> Double {
    var long = 0.0
    for index in 1..<max(1, corners.count) {
      let offset = corners[index] - corners[index - 1]
      let chord = dot(offset, offset).squareRoot()
      if chord > longest.value { long += chord * (.pi / 2) }
    }
    return max(longest.value, long / Double(mostParts))
  }

  /// Returns the segment at a length from the start; a vertex belongs to the segment that begins there.
  func segment(at length: Double) -> Int {
    var low = 0, high = lengths.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if lengths[middle] <= length { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns the segment at a length; the search starts at a segment nearby.
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

  /// Returns the height of the ground, linear between vertices. Precondition: the route has heights.
  func height(at length: Double, in segment: Int) -> Double {
    let start = lengths[segment], end = lengths[segment + 1]
    let share = min(1, max(0, (length - start) / (end - start)))
    return heights[segment] + share * (heights[segment + 1] - heights[segment])
  }

  /// Returns the place at a length from the start, clamped to the route's ends.
  public func place(at length: Length) -> Geodetic {
    let point = point(at: length.value, in: segment(at: length.value))
    // The chord is slightly below the ground; the height is dropped.
    let place = Geodetic(Displacement<ECEF>(point))
    return Geodetic(latitude: place.latitude, longitude: place.longitude)
  }

  /// Returns the length from the start to one of the route's stops, and the place of that stop.
  public func stop(_ index: Int) -> (length: Length, place: Geodetic) {
    let length = Length.metres(stops[index].length)
    return (length, place(at: length))
  }
}

/// Returns the arc over a chord c of a circle with the Earth's radius R: c + c³/24R².
func arcLength(_ chord: Double) -> Double {
  let radius = LocalPlane.radius.value
  return chord * (1 + chord * chord / (24 * radius * radius))
}
