public import Geodesy
public import Geometry

// An announcement with the numbers of now.
extension RouteProgress {
  /// Distance from the destination beyond which an arrival no longer holds.
  private static let left = 50.0

  /// Returns an announcement with the present numbers, for a client that missed it; nil if it no longer holds. `place` and
  /// `heading` are the wearer's.
  public func present(_ said: RouteAnnouncement, from place: Geodetic?, heading: Angle?) -> RouteAnnouncement? {
    switch said {
    case .start:
      .start(
        length: remaining, duration: remainingTime,
        turn: status == .following ? place.flatMap { turn(from: $0, heading) } : nil)
    case .turn(let index, _, let isLate):
      if status == .following, index >= step, track.steps[index].length > length {
        .turn(step: index, distance: track.steps[index].length - length, isLate: isLate)
      } else {
        nil
      }
    case .offRoute:
      status == .offRoute
        ? deviation.map { goal in .offRoute(goal, turn: heading.map { $0.turn(to: goal.azimuth) }) } : nil
    case .backOnRoute: nil
    case .approach:
      status == .approaching
        ? deviation.map { goal in .approach(goal, turn: heading.map { $0.turn(to: goal.azimuth) }) } : nil
    case .wrongWay(let azimuth, _):
      isWrongWay ? .wrongWay(azimuth, turn: heading.map { $0.turn(to: azimuth) }) : nil
    case .stop(let index, _):
      nextStop == index + 1 && length.value < track.stops[index].length + parameters.arrival.value
        ? .stop(index, remaining: remaining) : nil
    case .arrival: status == .arrived && isNearEnd(place) ? .arrival : nil
    }
  }

  private func turn(from place: Geodetic, _ heading: Angle?) -> Angle? {
    heading.map { $0.turn(to: track.azimuth(LocalPlane(place), atLength: length.value)) }
  }

  private func isNearEnd(_ place: Geodetic?) -> Bool {
    place.map { LocalPlane($0).distance(to: track.vertices[track.vertices.count - 1]) <= Self.left } ?? false
  }
}
