import Geodesy
public import Geometry

/// The straight stretch of a route that the wearer follows.
public struct FollowedLeg: Equatable, Sendable {
  /// The index of its first segment.
  public var segment: Int
  /// True azimuth.
  public var bearing: Angle
  public var length: Length
  /// Length from its start to the wearer's place on the route.
  public var followed: Length
}

extension RouteProgress {
  /// Largest angle between a segment and the leg's direction.
  private static let straight = Angle.degrees(5)
  /// The wearer counts as on a new leg after this length: near a corner the place on the route jumps.
  private static let entered = Length(3)

  /// On a line with very many points a leg ends at a block boundary, so that the search takes at most a millisecond.
  private static let block = 256

  /// The current leg; nil when the route is not followed, when the place is too inaccurate, and near a corner.
  public var leg: FollowedLeg? {
    guard status == .following, !isFrozen else { return nil }
    let current = segment, direction = bearing(of: current)
    func isAlong(_ other: Int) -> Bool { (bearing(of: other) - direction).wrapped.magnitude <= Self.straight }
    var first = current, last = current
    let block = current / Self.block
    let least = max(0, (block - 1) * Self.block), most = min(track.lengths.count - 2, (block + 2) * Self.block)
    while first > least, isAlong(first - 1) { first -= 1 }
    while last < most, isAlong(last + 1) { last += 1 }
    let start = track.lengths[first], end = track.lengths[last + 1]
    let followed = length - .metres(start)
    guard followed >= Self.entered else { return nil }
    return FollowedLeg(
      segment: first,
      bearing: Geodesic(from: track.place(at: .metres(start)), to: track.place(at: .metres(end))).azimuth,
      length: .metres(end - start), followed: followed)
  }

  private func bearing(of segment: Int) -> Angle {
    track.place(at: .metres(track.lengths[segment]))
      .sphericalBearing(to: track.place(at: .metres(track.lengths[segment + 1])))
  }
}
