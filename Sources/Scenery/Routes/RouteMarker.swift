public import Geometry

/// A mark on the ground of the route: where it starts and ends, where it turns, and a dot every 20 m.
public struct RouteMarker: Equatable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    case start, left, right, dot, destination
  }
  public var kind: Kind
  /// From the route's start.
  public var length: Length
  /// Of the track's steps, for a turn.
  public var step: Int?
  /// From the wearer's eyes.
  public var offset: Displacement<Level>
  /// The same place, by the applied alignment.
  public var point: Displacement<Scene>
}

extension RouteProgress {
  /// The start while it is not farther behind than turns are marked ahead, turns and dots from the snapped point on, and always the
  /// destination: in the order of the route, on the ground as arrows are. What was in `markers` is replaced, its storage used again.
  public func markers(from view: Viewpoint, into markers: inout [RouteMarker]) {
    markers.removeAll(keepingCapacity: true)
    guard let place = view.place, place.isFinite, place.latitude.value.magnitude <= 90 else { return }
    let plane = LocalPlane(place)
    let toScene = Rotation<Scene, Level>.yaw(view.yaw ?? .zero).inverse
    let ground = -view.eyeHeight.value
    let end = track.length.value
    let horizon = min(end, length.value + parameters.markersAhead.value)
    var segment = self.segment

    func add(_ kind: RouteMarker.Kind, at length: Double, step: Int? = nil) {
      segment = track.segment(at: length, from: segment)
      let offset = plane.level(track.point(at: length, in: segment), ground + rise(at: length, in: segment))
      markers.append(
        RouteMarker(
          kind: kind, length: .metres(length), step: step, offset: offset,
          point: view.pose.position + toScene(offset)))
    }

    if length.value <= parameters.markersAhead.value { add(.start, at: 0) }
    let spacing = parameters.dotSpacing.value
    var dot = max(1, Int(saturating: (length.value / spacing).rounded(.up)))
    var turn = step
    while status != .arrived {
      let toDot = Double(dot) * spacing
      while turn < track.steps.count && !track.steps[turn].isTurn { turn += 1 }
      let toTurn = turn < track.steps.count ? track.steps[turn].length.value : .infinity
      if min(toDot, toTurn) > horizon { break }
      if toTurn <= toDot {
        add(track.steps[turn].isRight ? .right : .left, at: toTurn, step: turn)
        turn += 1
      } else {
        // The destination has a mark of its own.
        if toDot < end { add(.dot, at: toDot) }
        dot += 1
      }
    }
    // Not step by step: it may be far.
    segment = track.vertices.count - 2
    add(.destination, at: end)
  }
}
