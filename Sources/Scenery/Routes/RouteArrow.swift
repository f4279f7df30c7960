import Geodesy
public import Geometry
public import Samples

/// An arrow on the ground. It flows along its own stretch of the route, from its home to the home of the next arrow.
public struct RouteArrow: Equatable, Sendable {
  /// Number counted from the route's start; the home is at this multiple of the spacing.
  public var number: Int
  /// Length from the start to its home.
  public var home: Length
  /// Length from the start to its present position: beyond its home by the phase's share of the spacing, at most the route's end.
  public var length: Length
  /// Offsets from the wearer's eyes to its home and to its present position.
  public var homeOffset: Displacement<Level>
  public var offset: Displacement<Level>
  /// The present position in the scene, by the applied alignment.
  public var point: Displacement<Scene>
  /// Direction of its segment.
  public var tangent: Direction<Scene>
}

extension RouteProgress {
  /// Tolerance at both ends of the shown part, so that a route of exactly 30 m has its last arrow at its end.
  private static let arrowTolerance = Length(1e-6)
  /// Arrows with a longer period do not move; at nine times this the period in nanoseconds would exceed an `Int64`.
  private static let longestArrowPeriod = TimeSpan(1e9)

  /// The phase common to all arrows, in [0, 1).
  public func arrowPhase(at time: BootInstant, _ other: RouteParameters? = nil) -> Double {
    let parameters = other ?? parameters
    let period = parameters.arrowSpacing / parameters.arrowSpeed
    guard period.isFinite, period < Self.longestArrowPeriod else { return 0 }
    // In whole nanoseconds: a `Double` of seconds is too coarse after weeks.
    let whole = max(1, Int64(period.value * 1e9))
    let rest = time.nanoseconds % whole
    return Double(rest < 0 ? rest + whole : rest) / Double(whole)
  }

  /// Replaces `arrows` with the arrows from `arrowsBehind` before the snapped point to `arrowsAhead` after it or the end, at
  /// multiples of `arrowSpacing` of route length. The array's storage is reused.
  ///
  /// The arrows' places on Earth depend on the route alone; the progress only selects the arrows that are shown and gives the
  /// height of its ground. They lie on the ground of the tiles; where there is none, at the route's own heights relative to the
  /// wearer's, and without these level with the ground under the wearer.
  ///
  /// `other` replaces the parameters of drawing.
  public func arrows(from view: Viewpoint, _ other: RouteParameters? = nil, into arrows: inout [RouteArrow]) {
    let parameters = other ?? parameters
    arrows.removeAll(keepingCapacity: true)
    guard let place = view.place, place.isFinite, place.latitude.value.magnitude <= 90 else { return }
    let plane = LocalPlane(place)
    let toScene = Rotation<Scene, Level>.yaw(view.yaw ?? .zero).inverse
    let ground = RouteGround(view, self)
    let spacing = parameters.arrowSpacing.value
    let flow = arrowPhase(at: view.time, parameters) * spacing
    let from = max(0, length.value - parameters.arrowsBehind.value)
    let to = min(track.length.value, length.value + parameters.arrowsAhead.value)
    let tolerance = Self.arrowTolerance.value
    let last = Int(saturating: ((to + tolerance) / spacing).rounded(.down))
    var number = Int(saturating: ((from - tolerance) / spacing).rounded(.up))
    var segment = track.segment(at: Double(number) * spacing, from: self.segment)
    while number <= last {
      let home = Double(number) * spacing
      let length = min(home + flow, track.length.value)
      segment = track.segment(at: home, from: segment)
      let homeOffset = ground.offset(to: track.point(at: home, in: segment), at: home, in: segment, plane)
      let flowing = track.segment(at: length, from: segment)
      let offset = ground.offset(to: track.point(at: length, in: flowing), at: length, in: flowing, plane)
      let along = ground.slope(at: length, in: flowing, plane)
      arrows.append(
        RouteArrow(
          number: number, home: .metres(home), length: .metres(length), homeOffset: homeOffset, offset: offset,
          point: view.pose.position + toScene(offset),
          tangent: toScene(along.direction ?? Direction<Level>(0, 0, -1))))
      number += 1
    }
  }
}

extension LocalPlane {
  /// Returns the offset from the wearer to a point on the ground, at a height relative to the eyes.
  func level(_ point: SIMD3<Double>, _ height: Double) -> Displacement<Level> {
    let flat = anywhere(point) * scale
    return Displacement<Level>(flat.x, height, flat.y)
  }
}
