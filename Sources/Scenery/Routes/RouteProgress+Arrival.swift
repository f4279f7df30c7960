import Geometry
public import Samples

// Arriving: at the stops, at the destination, and the last steps to its door.
extension RouteProgress {
  /// Arrival is possible only on the last part of a leg: at most this many times `RouteParameters.arrival` before the end, …
  private static let arrivalWay = 2.0
  /// … and on a short leg at most this share of it, or `RouteParameters.arrival` if that is more.
  private static let arrivalShare = 0.5

  /// Length before the end within which the wearer is level with it.
  private static let levelSlack = 0.5

  /// Returns whether the wearer is within `near` of the end of a leg, on the last part of the leg, because a loop ends at its
  /// start.
  private func isAt(_ vertex: Int, length: Double, from start: Double, _ near: Double, _ plane: LocalPlane) -> Bool {
    length - point.length <= min(Self.arrivalWay * near, max(near, (length - start) * Self.arrivalShare))
      && plane.distance(to: track.vertices[vertex]) <= near
  }

  /// Arrives at the next stop. One that was passed on its route beyond the reach of an arrival is reached, too.
  mutating func stop(_ plane: LocalPlane, _ accuracy: Length, _ events: inout [RouteEvent]) {
    guard nextStop < track.stops.count else { return }
    let stop = track.stops[nextStop], start = nextStop > 0 ? track.stops[nextStop - 1].length : 0
    let isPassed = point.length > stop.length + parameters.leave.value
    guard isPassed || isAt(stop.vertex, length: stop.length, from: start, parameters.reach(accuracy).value, plane)
    else {
      return
    }
    reached[nextStop] = true
    events.append(.stop(nextStop))
    events.append(.announcement(.stop(nextStop, remaining: .metres(max(0, track.length.value - stop.length)))))
    nextStop += 1
  }

  /// Returns true on arrival at the destination.
  mutating func arrive(
    _ plane: LocalPlane, _ accuracy: Length, _ time: BootInstant, _ events: inout [RouteEvent]
  ) -> Bool {
    guard nextStop == track.stops.count, isAtEnd(plane, accuracy, time) else { return false }
    if step != track.steps.count - 1 {
      step = track.steps.count - 1
      events.append(.step(step))
    }
    status = .arrived
    arrivedAt = time
    events.append(.arrived)
    events.append(.announcement(.arrival))
    return true
  }

  /// Returns whether the wearer is at the end, as far as the place can tell: within its reach; or within twice the accuracy, and
  /// level with the end or there for a while.
  private mutating func isAtEnd(_ plane: LocalPlane, _ accuracy: Length, _ time: BootInstant) -> Bool {
    let start = track.stops.last?.length ?? 0, end = track.length.value, vertex = track.vertices.count - 1
    if isAt(vertex, length: end, from: start, parameters.reach(accuracy).value, plane) { return true }
    // 95 % of the places are within twice the radius of 68 %, or nearly.
    let likely = min(max(parameters.arrival, 2 * accuracy), parameters.corridor)
    guard isAt(vertex, length: end, from: start, likely.value, plane) else {
      nearEndSince = nil
      return false
    }
    if end - point.length <= Self.levelSlack { return true }
    let since = nearEndSince ?? time
    nearEndSince = since
    return time - since >= RouteParameters.settled
  }

  /// After the arrival: the wearer goes the last steps to the end, or away from it.
  mutating func goOn(_ plane: LocalPlane, _ events: inout [RouteEvent]) {
    point = track.nearest(plane, about: point, within: parameters.corridor.value, notBefore: 0)
    if plane.distance(to: track.vertices[track.vertices.count - 1]) > parameters.corridor.value { end(&events) }
  }

  /// Ends a route some time after the arrival, with or without a place.
  public mutating func tend(at time: BootInstant, _ events: inout [RouteEvent]) {
    guard let arrivedAt, time - arrivedAt >= RouteParameters.ending else { return }
    end(&events)
  }

  private mutating func end(_ events: inout [RouteEvent]) {
    guard !isOver else { return }
    isOver = true
    events.append(.ended)
  }
}
