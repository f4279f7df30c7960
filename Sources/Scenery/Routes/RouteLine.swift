import Geodesy
public import Geometry

/// The window and the shape of the route's line on the ground.
public struct RouteLineStyle: Equatable, Sendable {
  public var width: Length
  /// Lengths of the route behind and ahead of the wearer's place on it.
  public var behind: Length
  public var ahead: Length
  /// The largest visible deviation of the simplified line from the route.
  public var tolerance: Angle

  public init(width: Length, behind: Length, ahead: Length, tolerance: Angle) {
    self.width = width
    self.behind = behind
    self.ahead = ahead
    self.tolerance = tolerance
  }
}

/// A vertex of the route's line, with the two edges of the line beside it.
public struct RouteLineVertex: Equatable, Sendable {
  /// The vertex of the route; −1 and −2 for the points where the window cuts the line behind and ahead of the wearer; from −3 on
  /// the points between vertices where the ground of the tiles bends.
  public var number: Int
  /// Length from the route's start.
  public var length: Length
  /// Offset from the wearer's eyes.
  public var offset: Displacement<Level>
  /// The points in the scene, by the applied alignment: the middle of the line and its edges, to the left and right of the way.
  public var point: Displacement<Scene>
  public var left: Displacement<Scene>
  public var right: Displacement<Scene>

  public static let nearCut = -1, farCut = -2
  /// Returns the number of a point on the ground of the tiles: −3 less the count of steps from the route's start to it.
  static func ground(_ steps: Double) -> Int { -3 - Int(steps) }
}

/// The route's line in the scene, and the memory for the next one: after the longest line so far nothing is allocated.
public struct RouteLine: Sendable {
  public fileprivate(set) var vertices: [RouteLineVertex] = []
  private var candidates: [Candidate] = []
  private var spans: [(first: Int, last: Int)] = []

  public init() {}

  private struct Candidate {
    var number: Int
    var length: Double
    var offset: SIMD3<Double>
    var isKept = false
  }

  /// The mitre of an edge at a corner is at most this multiple of half the width; a sharper corner is cut off.
  private static let longestMitre = 2.0
  /// The window has at most this many vertices before it is simplified, and none closer than `leastSpacing`.
  private static let most = 1024.0, leastSpacing = 0.05
  /// The distance between points on the ground of the tiles, and their largest number; in a longer window they are farther apart.
  private static let groundStep = 4.0, mostGround = 256.0

  fileprivate static func groundStep(of window: Double) -> Double {
    groundStep * max(1, (window / (groundStep * mostGround)).rounded(.up))
  }

  fileprivate mutating func removeAll() {
    vertices.removeAll(keepingCapacity: true)
    candidates.removeAll(keepingCapacity: true)
  }

  fileprivate mutating func add(_ number: Int, _ length: Double, _ offset: Displacement<Level>) {
    candidates.append(Candidate(number: number, length: length, offset: offset.components))
  }

  fileprivate static func spacing(of window: Double) -> Double { max(leastSpacing, window / most) }

  /// Removes vertices whose deviation looks smaller than the tolerance from the eyes (D. Douglas and T. Peucker, "Algorithms
  /// for the reduction of the number of points required to represent a digitized line", Cartographica 10(2), 1973), with the
  /// deviation divided by the distance from the eyes: a bend far away is seen under a smaller angle.
  fileprivate mutating func simplify(_ tolerance: Double) {
    guard candidates.count > 2 else {
      for index in candidates.indices { candidates[index].isKept = true }
      return
    }
    candidates[0].isKept = true
    candidates[candidates.count - 1].isKept = true
    spans.removeAll(keepingCapacity: true)
    spans.append((0, candidates.count - 1))
    while let span = spans.popLast() {
      let start = candidates[span.first].offset, way = candidates[span.last].offset - start
      let squared = dot(way, way)
      var worst = tolerance, split: Int?
      for index in (span.first + 1)..<max(span.first + 1, span.last) {
        let offset = candidates[index].offset, aside = offset - start
        let share = squared > 0 ? min(1, max(0, dot(aside, way) / squared)) : 0
        let deviation = aside - share * way
        let angle = (dot(deviation, deviation) / max(dot(offset, offset), 1e-6)).squareRoot()
        if angle > worst { (worst, split) = (angle, index) }
      }
      guard let split else { continue }
      candidates[split].isKept = true
      if split - span.first > 1 { spans.append((span.first, split)) }
      if span.last - split > 1 { spans.append((split, span.last)) }
    }
  }

  /// Computes the vertices from the kept candidates; an edge is half the width beside the line, level, mitred at corners.
  fileprivate mutating func draw(width: Double, from eyes: Displacement<Scene>, _ toScene: Rotation<Level, Scene>) {
    var before: SIMD2<Double>?
    var index = 0
    while index < candidates.count {
      let here = candidates[index]
      var next = index + 1
      while next < candidates.count, !candidates[next].isKept { next += 1 }
      let after = next < candidates.count ? Self.normal(from: here.offset, to: candidates[next].offset) : nil
      let aside = Self.mitre(before ?? after ?? SIMD2(0, 0), after ?? before ?? SIMD2(0, 0)) * (width / 2)
      let middle = Displacement<Level>(here.offset), side = Displacement<Level>(aside.x, 0, aside.y)
      vertices.append(
        RouteLineVertex(
          number: here.number, length: .metres(here.length), offset: middle, point: eyes + toScene(middle),
          left: eyes + toScene(middle - side), right: eyes + toScene(middle + side)))
      if let after { before = after }
      index = next
    }
  }

  /// The unit vector to the right of a way, in the level plane: (−z, x) of the direction (x, z). nil for equal points.
  private static func normal(from a: SIMD3<Double>, to b: SIMD3<Double>) -> SIMD2<Double>? {
    let x = b.x - a.x, z = b.z - a.z, length = (x * x + z * z).squareRoot()
    return length > 1e-9 ? SIMD2(-z / length, x / length) : nil
  }

  /// The mitre of two edges with the normals m and n is (m + n)/(1 + m·n): its projection on both normals is 1.
  private static func mitre(_ m: SIMD2<Double>, _ n: SIMD2<Double>) -> SIMD2<Double> {
    let sum = m + n, across = 1 + (m * n).sum()
    let length = (sum * sum).sum().squareRoot()
    // Straight back the way it came there is no mitre: the line ends at right angles.
    guard across > 1e-6, length > 1e-6 else { return m }
    return sum / length * min(length / across, longestMitre)
  }
}

extension RouteProgress {
  /// Replaces the line with that of the present window, on the ground as the arrows are: cut exactly at both ends of the window,
  /// and simplified. It is empty before the wearer's place is known and after the arrival.
  public func line(from view: Viewpoint, _ style: RouteLineStyle, into line: inout RouteLine) {
    line.removeAll()
    guard let place = view.place, place.isFinite, place.latitude.value.magnitude <= 90, status != .arrived else {
      return
    }
    let from = max(0, length.value - style.behind.value), to = min(track.length.value, length.value + style.ahead.value)
    guard to > from else { return }
    let plane = LocalPlane(place), ground = RouteGround(view, self), spacing = RouteLine.spacing(of: to - from)
    func add(_ number: Int, _ length: Double, _ segment: Int) {
      line.add(number, length, ground.offset(to: track.point(at: length, in: segment), at: length, in: segment, plane))
    }
    var segment = track.segment(at: from, from: self.segment)
    add(from > 0 ? RouteLineVertex.nearCut : 0, from, segment)
    var last = from
    let step = RouteLine.groundStep(of: to - from)
    /// Adds the points on the tiles' ground within a segment, up to a length.
    func addGround(until end: Double, in segment: Int) {
      guard ground.hasTiles else { return }
      var steps = (last / step).rounded(.down) + 1
      while steps * step < end - spacing {
        if steps * step - last >= spacing {
          last = steps * step
          add(RouteLineVertex.ground(steps), last, segment)
        }
        steps += 1
      }
    }
    segment += 1
    while segment < track.lengths.count - 1, track.lengths[segment] < to {
      addGround(until: track.lengths[segment], in: segment - 1)
      if track.lengths[segment] - last >= spacing, to - track.lengths[segment] >= RouteLine.spacing(of: 0) {
        last = track.lengths[segment]
        add(segment, last, segment)
      }
      segment += 1
    }
    addGround(until: to, in: min(segment, track.vertices.count - 1) - 1)
    let isEnd = to >= track.length.value
    add(isEnd ? track.vertices.count - 1 : RouteLineVertex.farCut, to, min(segment, track.vertices.count - 1) - 1)
    line.simplify(style.tolerance.radians)
    line.draw(width: style.width.value, from: view.pose.position, Rotation<Scene, Level>.yaw(view.yaw ?? .zero).inverse)
  }

  /// The point of the route for a cue by ear or skin: where a walker is in 3 s (`route.cue_time`), on the route, so a cue follows
  /// a curve; off the route the point to go to. Offset from the wearer's eyes, and the length from the route's start.
  public func cue(from view: Viewpoint) -> (offset: Displacement<Level>, length: Length)? {
    guard let place = view.place, place.isFinite, place.latitude.value.magnitude <= 90, status != .waiting else {
      return nil
    }
    let ahead =
      deviation?.rejoinLength.value
      ?? min(track.length.value, length.value + (parameters.walkingSpeed * parameters.cueTime).value)
    let segment = track.segment(at: ahead, from: self.segment)
    let offset = RouteGround(view, self).offset(
      to: track.point(at: ahead, in: segment), at: ahead, in: segment, LocalPlane(place))
    return (offset, .metres(ahead))
  }
}
