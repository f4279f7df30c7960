import Geodesy
public import Geometry

/// The straight stretch of a route that the wearer follows.
public struct FollowedLeg: Equatable, Sendable {
  /// The segment that it begins with.
  public var segment: Int
  /// True azimuth.
  public var bearing: Angle
  public var length: Length
  /// From its start to the wearer's place on the route.
  public var followed: Length
}

extension RouteProgress {
  /// How far a segment may turn off the leg's direction and still belong to it.
  private static let straight = Angle.degrees(5)
  /// On a new leg one is from here on: the place on the route leaps about a corner.
  private static let entered = Length(3)

  /// On a line of very many points a leg ends with their block, so that finding it takes a millisecond at most.
  private static let block = 256

  /// The leg being followed; nil where the route is not followed, where the place is too poor, and about a corner.
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
