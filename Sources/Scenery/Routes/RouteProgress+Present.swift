public import Geometry

// What has been said, as it is now.
extension RouteProgress {
  /// Distance from the destination beyond which who has arrived has left again.
  private static let left = Length(50)

  /// Returns an announcement with the present numbers, for one who has missed it; nil if it no longer holds. `heading` is the
  /// wearer's.
  public func present(_ said: RouteAnnouncement, heading: Angle?) -> RouteAnnouncement? {
    switch said {
    case .start: .start(length: remaining, duration: remainingTime)
    case .turn(let index, _, let isLate):
      if status == .following, index >= step, track.steps[index].length > length {
        .turn(step: index, distance: track.steps[index].length - length, isLate: isLate)
      } else {
        nil
      }
    case .offRoute: status == .offRoute ? deviation.map { .offRoute($0) } : nil
    case .approach:
      status == .approaching
        ? deviation.map { goal in .approach(goal, turn: heading.map { $0.turn(to: goal.azimuth) }) } : nil
    case .wrongWay(let azimuth, _):
      isWrongWay ? .wrongWay(azimuth, turn: heading.map { $0.turn(to: azimuth) }) : nil
    case .arrival: status == .arrived && distanceFromEnd <= Self.left ? .arrival : nil
    }
  }
}
