public import Geometry

/// A mark on the ground of the route: its start and end, its turns, stops and named points, and a dot every 20 m.
public struct RouteMarker: Equatable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    case start, left, right, stop, point, dot, destination
  }
  public var kind: Kind
  /// Length from the route's start.
  public var length: Length
  /// The index of the track's step; only for a turn and a stop.
  public var step: Int?
  /// The index of the route's named point; only for one.
  public var mark: Int?
  /// Offset from the wearer's eyes.
  public var offset: Displacement<Level>
  /// The point in the scene, by the applied alignment.
  public var point: Displacement<Scene>
}

extension RouteProgress {
  /// Replaces `markers` with the marks to draw, in the order of the route and on the ground as the arrows are: the start up to
  /// `route.markers_ahead` behind the wearer, turns and dots from the snapped point on, and always the destination. The array's
  /// storage is reused.
  public func markers(from view: Viewpoint, _ other: RouteParameters? = nil, into markers: inout [RouteMarker]) {
    let parameters = other ?? parameters
    markers.removeAll(keepingCapacity: true)
    guard let place = view.place, place.isFinite, place.latitude.value.magnitude <= 90 else { return }
    let plane = LocalPlane(place)
    let toScene = Rotation<Scene, Level>.yaw(view.yaw ?? .zero).inverse
    let ground = RouteGround(view, self)
    let end = track.length.value
    let horizon = min(end, length.value + parameters.markersAhead.value)
    var segment = self.segment

    func add(_ kind: RouteMarker.Kind, at length: Double, step: Int? = nil, mark: Int? = nil) {
      segment = track.segment(at: length, from: segment)
      let offset = ground.offset(to: track.point(at: length, in: segment), at: length, in: segment, plane)
      markers.append(
        RouteMarker(
          kind: kind, length: .metres(length), step: step, mark: mark, offset: offset,
          point: view.pose.position + toScene(offset)))
    }

    if length.value <= parameters.markersAhead.value { add(.start, at: 0) }
    let spacing = parameters.dotSpacing.value
    var dot = max(1, Int(saturating: (length.value / spacing).rounded(.up)))
    var turn = step
    var mark = track.marks.firstIndex { $0 >= length.value } ?? track.marks.count
    while status != .arrived {
      let toDot = Double(dot) * spacing
      while turn < track.steps.count && !track.steps[turn].isTurn && track.steps[turn].stop == nil { turn += 1 }
      let toTurn = turn < track.steps.count ? track.steps[turn].length.value : .infinity
      let toMark = mark < track.marks.count ? track.marks[mark] : .infinity
      if min(toDot, toTurn, toMark) > horizon { break }
      if toMark < min(toDot, toTurn) || toMark == toDot {
        add(.point, at: toMark, mark: mark)
        mark += 1
      } else if toTurn <= toDot {
        let next = track.steps[turn]
        add(next.stop != nil ? .stop : next.isRight ? .right : .left, at: toTurn, step: turn)
        turn += 1
      } else {
        // The destination has its own mark.
        if toDot < end { add(.dot, at: toDot) }
        dot += 1
      }
    }
    // A direct jump, because the end may be many segments away
    segment = track.vertices.count - 2
    add(.destination, at: end)
  }
}
