public import Geodesy
public import Geometry

// The numbers of the progress, which follow from its state.
extension RouteProgress {
  /// Length from the start to the wearer's place on the route.
  public var length: Length { .metres(point.length) }
  /// Distance from the wearer to that place.
  public var distanceOff: Length { .metres(point.distance) }
  public var remaining: Length { track.length - length }
  /// The planner's duration in proportion to the remaining length; else the time at walking speed.
  public var remainingTime: TimeSpan {
    guard let stated = track.route.statedDuration, stated.value > 0 else { return remaining / parameters.walkingSpeed }
    return stated * (remaining / track.length)
  }
  public var place: Geodetic { track.place(at: length) }
  /// The next step.
  public var currentStep: RouteStep { track.steps[step] }
  /// The next turn or stop. A turn that was passed is not next again until it is `route.leave` ahead: near a corner the place on
  /// the route goes back and forth with the noise.
  public var nextTurn: RouteStep? {
    let passed = min(furthest, point.length + parameters.leave.value)
    return track.steps[step...].first {
      if let stop = $0.stop { stop >= nextStop } else { $0.isTurn && $0.length.value >= passed }
    }
  }
  /// Length along the route to the next step.
  public var distanceToStep: Length { max(.zero, currentStep.length - length) }
  /// The name of a stop or a named point.
  public func name(of marker: RouteMarker) -> String? {
    if let mark = marker.mark { return track.route.marks[mark].name }
    return marker.step.flatMap { track.steps[$0].stop }.map { track.route.stops[$0].name }
  }
  public var hasStopAhead: Bool { nextStop < track.stops.count && status != .arrived }
  /// Length along the route to the next stop; nil after the last one.
  public var distanceToStop: Length? {
    hasStopAhead ? .metres(max(0, track.stops[nextStop].length - point.length)) : nil
  }
  /// The segment of the wearer's place on the route; the search for arrows starts there.
  var segment: Int { point.segment }

  /// Returns the height of the route's ground at a length from its start, relative to its ground at the wearer's place; zero if
  /// the route has no heights.
  public func rise(at length: Length) -> Length {
    track.hasHeights ? .metres(rise(at: length.value, in: track.segment(at: length.value))) : .zero
  }

  func rise(at length: Double, in segment: Int) -> Double {
    guard track.hasHeights else { return 0 }
    return track.height(at: length, in: segment) - track.height(at: point.length, in: point.segment)
  }
}
