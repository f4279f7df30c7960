import Geometry

extension RouteTrack {
  /// An arrival that the route states nearer to its end than this is the arrival; else one is added.
  private static let arrivalSlack = Length(1)
  /// The least way before and after a vertex whose directions are a turn's: on less of it the noise of the points shows.
  private static let leastTurnReach = Length(1)

  /// The steps: what the planner says, else the bends; and the arrival.
  func makeSteps(_ parameters: RouteParameters) -> [RouteStep] {
    var steps: [RouteStep] = []
    for (index, manoeuvre) in route.manoeuvres.enumerated() where vertexOfPoint.indices.contains(manoeuvre.index) {
      if manoeuvre.kind == .depart { continue }
      let vertex = Int(vertexOfPoint[manoeuvre.index])
      let step = RouteStep(
        kind: manoeuvre.kind, length: .metres(lengths[vertex]), turn: turn(at: vertex, parameters), manoeuvre: index)
      steps.append(step)
    }
    if !steps.contains(where: { $0.kind != .arrive }) { steps = bends(parameters) + steps }
    // As they come along the way; those of one point stay as they were said.
    if zip(steps, steps.dropFirst()).contains(where: { $0.length > $1.length }) {
      steps = steps.enumerated().sorted { ($0.element.length.value, $0.offset) < ($1.element.length.value, $1.offset) }
        .map(\.element)
    }
    if steps.last?.kind != .arrive || length - (steps.last?.length ?? .zero) > Self.arrivalSlack {
      steps.append(RouteStep(kind: .arrive, length: length, turn: .zero, manoeuvre: nil))
    }
    return steps
  }

  /// From the direction of the way before a vertex to that after it, each over half the extent of a turn.
  private func turn(at vertex: Int, _ parameters: RouteParameters) -> Angle {
    guard vertex > 0, vertex < vertices.count - 1 else { return .zero }
    let reach = max(parameters.turnExtent / 2, Self.leastTurnReach).value
    let before = lengths[vertex] - reach, after = lengths[vertex] + reach
    let here = vertices[vertex]
    return bend(
      here - point(at: before, in: segment(at: before, from: vertex)),
      point(at: after, in: segment(at: after, from: vertex)) - here, here)
  }

  /// Clockwise seen from above, in [−π, π].
  private func bend(_ before: SIMD3<Double>, _ after: SIMD3<Double>, _ point: SIMD3<Double>) -> Angle {
    let up = vertical(point)
    let a = before - dot(before, up) * up, b = after - dot(after, up) * up
    return .arcTangent(-dot(cross(a, b), up), dot(a, b))
  }

  /// Bends of more than 30°, where those within 10 m of each other are one.
  ///
  /// A window of that width slides along the vertices with the sum of the bends in it. Where the sum is large enough and has one
  /// sign there is one turn, at the sharpest of its vertices: so a corner with a chamfer is one turn, a hairpin is one, and a wide
  /// curve or a left and right on the spot is none.
  private func bends(_ parameters: RouteParameters) -> [RouteStep] {
    let count = vertices.count
    guard count > 2 else { return [] }
    var bends = [Double](repeating: 0, count: count)
    for index in 1..<count - 1 {
      let here = vertices[index]
      bends[index] = bend(here - vertices[index - 1], vertices[index + 1] - here, here).radians
    }
    let half = parameters.turnExtent.value / 2
    let least = parameters.turnAngle.radians
    var steps: [RouteStep] = []
    var first = 1, next = 1
    var sum = 0.0
    var group: Group?
    for index in 1..<count - 1 {
      while next < count - 1 && lengths[next] <= lengths[index] + half {
        sum += bends[next]
        next += 1
      }
      while lengths[first] < lengths[index] - half {
        sum -= bends[first]
        first += 1
      }
      guard sum.magnitude > least else { continue }
      if var open = group, (open.total < 0) == (sum < 0), lengths[index] - lengths[open.last] <= 2 * half {
        open.extend(to: next, bends)
        open.last = index
        group = open
      } else {
        group.map { steps.append(step($0)) }
        group = Group(first..<next, last: index, after: group?.end ?? 0, bends)
      }
    }
    group.map { steps.append(step($0)) }
    return steps
  }

  private func step(_ group: Group) -> RouteStep {
    // A full circle is still a turn to one side.
    let turn = Angle(max(-.pi, min(.pi, group.total)))
    return RouteStep(
      kind: .init(turn: turn), length: .metres(lengths[group.sharpest]), turn: turn, manoeuvre: nil)
  }

  /// Vertices that are one turn.
  private struct Group {
    /// The last whose window had bends enough.
    var last: Int
    var end: Int
    var total = 0.0
    var sharpest: Int

    init(_ range: Range<Int>, last: Int, after: Int, _ bends: [Double]) {
      self.last = last
      end = max(range.lowerBound, after)
      sharpest = last
      extend(to: range.upperBound, bends)
    }

    mutating func extend(to newEnd: Int, _ bends: [Double]) {
      while end < newEnd {
        total += bends[end]
        if bends[end].magnitude > bends[sharpest].magnitude { sharpest = end }
        end += 1
      }
    }
  }
}
