import Geodesy
import Geometry

extension RouteTrack {
  /// The last step counts as the arrival if it is an arrival within this length of the end; otherwise an arrival is added.
  private static let arrivalSlack = Length(1)
  /// The least length before and after a vertex for its turn's directions; on a shorter one the noise of the points dominates.
  private static let leastTurnReach = Length(1)

  /// Returns the steps: the planner's manoeuvres, else the bends found in the line, and the arrival.
  func makeSteps(_ parameters: RouteParameters) -> [RouteStep] {
    var steps: [RouteStep] = []
    for (index, manoeuvre) in route.manoeuvres.enumerated() where vertexOfPoint.indices.contains(manoeuvre.index) {
      let vertex = Int(vertexOfPoint[manoeuvre.index])
      // The end of a leg is its stop, and the departure from there says nothing more.
      if manoeuvre.kind == .depart || manoeuvre.kind == .arrive && stops.contains(where: { $0.vertex == vertex }) {
        continue
      }
      let step = RouteStep(
        kind: manoeuvre.kind, length: .metres(lengths[vertex]), turn: turn(at: vertex, parameters), manoeuvre: index)
      steps.append(step)
    }
    if !steps.contains(where: { $0.kind != .arrive }) { steps = bends(parameters) + steps }
    for (index, stop) in stops.enumerated() {
      let step = RouteStep(
        kind: .stop, length: .metres(stop.length), turn: turn(at: stop.vertex, parameters), stop: index)
      steps.append(step)
    }
    // Sorted by length; steps at one point keep their order.
    if zip(steps, steps.dropFirst()).contains(where: { $0.length > $1.length }) {
      steps = steps.enumerated().sorted { ($0.element.length.value, $0.offset) < ($1.element.length.value, $1.offset) }
        .map(\.element)
    }
    markCrossings(&steps, parameters)
    if steps.last?.kind != .arrive || length - (steps.last?.length ?? .zero) > Self.arrivalSlack {
      steps.append(RouteStep(kind: .arrive, length: length, turn: .zero, manoeuvre: nil))
    }
    return steps
  }

  /// The widest street, with and without a word of the planner's that it is crossed.
  private static let widestStreet = (named: Length(40), unnamed: Length(20))
  /// Planners' words for a place where people on foot cross a street.
  private static let crossingWords = [
    "crosswalk", "pedestrian crossing", "zebra crossing", "zebrastreifen", "fußgängerüberweg",
  ]

  /// Marks the planner's turns at crossings: two turns that cancel each other within the width of a street, without another street
  /// after them; and a slight turn that the planner calls a crossing.
  private func markCrossings(_ steps: inout [RouteStep], _ parameters: RouteParameters) {
    func isCalled(_ step: RouteStep) -> Bool {
      guard let manoeuvre = step.manoeuvre.map({ route.manoeuvres[$0] }) else { return false }
      let words = "\(manoeuvre.instruction) \(manoeuvre.street)".lowercased()
      return Self.crossingWords.contains { words.contains($0) }
    }
    var street = ""
    var index = 0
    while index < steps.count {
      let step = steps[index]
      defer {
        if let name = step.manoeuvre.map({ route.manoeuvres[$0].street }), !name.isEmpty { street = name }
        index += 1
      }
      guard step.isTurn, let manoeuvre = step.manoeuvre.map({ route.manoeuvres[$0] }) else { continue }
      let called = isCalled(step)
      if called, step.turn.magnitude < parameters.turnAngle { steps[index].isCrossing = true }
      guard index + 1 < steps.count, steps[index + 1].isTurn, let next = steps[index + 1].manoeuvre else { continue }
      let other = steps[index + 1], width = other.length - step.length
      let isCalled = called || isCalled(other)
      guard width <= (isCalled ? Self.widestStreet.named : Self.widestStreet.unnamed),
        (step.turn.value < 0) != (other.turn.value < 0),
        (step.turn + other.turn).magnitude < parameters.turnAngle,
        [manoeuvre.street, route.manoeuvres[next].street].allSatisfy({ $0.isEmpty || $0 == street || isCalled })
      else { continue }
      steps[index].isCrossing = true
      steps[index + 1].isCrossing = true
      index += 1
    }
  }

  /// Returns the turn at a vertex: between the directions before and after it, each over half of `turnExtent`.
  private func turn(at vertex: Int, _ parameters: RouteParameters) -> Angle {
    guard vertex > 0, vertex < vertices.count - 1 else { return .zero }
    let reach = max(RouteParameters.turnExtent / 2, Self.leastTurnReach).value
    let before = lengths[vertex] - reach, after = lengths[vertex] + reach
    let here = vertices[vertex]
    return bend(
      here - point(at: before, in: segment(at: before, from: vertex)),
      point(at: after, in: segment(at: after, from: vertex)) - here, here)
  }

  /// Returns the angle between two directions, clockwise seen from above, in [−π, π].
  private func bend(_ before: SIMD3<Double>, _ after: SIMD3<Double>, _ point: SIMD3<Double>) -> Angle {
    let up = Ellipsoid.vertical(point)
    let a = before - dot(before, up) * up, b = after - dot(after, up) * up
    return .arcTangent(-dot(cross(a, b), up), dot(a, b))
  }

  /// Returns the bends of more than 30° (`route.turn_angle`); bends within 10 m (`turnExtent`) of each other are one.
  ///
  /// A window of that length slides along the vertices, with the sum of the bends in it. Where the sum is large enough and keeps
  /// its sign, there is one turn, at its sharpest vertex. So a corner with a chamfer is one turn, a hairpin is one turn, and a
  /// wide curve or a left and right on the spot is no turn.
  private func bends(_ parameters: RouteParameters) -> [RouteStep] {
    let count = vertices.count
    guard count > 2 else { return [] }
    var bends = [Double](repeating: 0, count: count)
    for index in 1..<count - 1 {
      let here = vertices[index]
      bends[index] = bend(here - vertices[index - 1], vertices[index + 1] - here, here).radians
    }
    let half = RouteParameters.turnExtent.value / 2
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
    // A full circle counts as a turn to one side.
    let turn = Angle(max(-.pi, min(.pi, group.total)))
    return RouteStep(
      kind: .init(turn: turn), length: .metres(lengths[group.sharpest]), turn: turn, manoeuvre: nil)
  }

  /// Consecutive vertices that form one turn.
  private struct Group {
    /// The last vertex whose window had a large enough sum.
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
