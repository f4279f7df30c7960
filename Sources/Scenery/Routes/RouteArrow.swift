import Geodesy
public import Geometry
public import Samples

/// An arrow on the ground that flows along its own stretch of the route into the place where the next one starts.
public struct RouteArrow: Equatable, Sendable {
  /// Counted from the route's start; its home is at this multiple of the spacing.
  public var number: Int
  /// From the start, to its home.
  public var home: Length
  /// From the start, to where it is now: the phase's share of the spacing beyond its home, the end of the route at most.
  public var length: Length
  /// From the wearer's eyes to its home, and to where it is now.
  public var homeOffset: Displacement<Level>
  public var offset: Displacement<Level>
  /// The same place, by the applied alignment.
  public var point: Displacement<Scene>
  /// Along the segment it is on.
  public var tangent: Direction<Scene>
}

extension RouteProgress {
  /// An arrow that misses an end of the shown part by less than this is shown: a route of just 30 m has its last arrow at its end.
  private static let arrowTolerance = Length(1e-6)
  /// Arrows with a longer period stand still; in nanoseconds it would exceed an `Int64` at nine times this.
  private static let longestArrowPeriod = TimeSpan(1e9)

  /// The phase common to all arrows, in [0, 1).
  public func arrowPhase(at time: BootInstant) -> Double {
    let period = parameters.arrowSpacing / parameters.arrowSpeed
    guard period.isFinite, period < Self.longestArrowPeriod else { return 0 }
    // In whole nanoseconds: after weeks a double of seconds would stutter.
    let whole = max(1, Int64(period.value * 1e9))
    let rest = time.nanoseconds % whole
    return Double(rest < 0 ? rest + whole : rest) / Double(whole)
  }

  /// The arrows at multiples of 3 m of route length, from 3 m before the snapped point to 100 m ahead or the end. What was in
  /// `arrows` is replaced, its storage used again.
  ///
  /// Where they are on Earth depends on the route alone; the progress only says which of them there are, and how high its ground is:
  /// where the route has heights they stand on those, relative to the wearer's, else level with the ground under the wearer.
  public func arrows(from view: Viewpoint, into arrows: inout [RouteArrow]) {
    arrows.removeAll(keepingCapacity: true)
    guard let place = view.place, place.isFinite, place.latitude.value.magnitude <= 90, status != .arrived else {
      return
    }
    let plane = LocalPlane(place)
    let toScene = Rotation<Scene, Level>.yaw(view.yaw ?? .zero).inverse
    let ground = -view.eyeHeight.value
    let spacing = parameters.arrowSpacing.value
    let flow = arrowPhase(at: view.time) * spacing
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
      let homeOffset = plane.level(track.point(at: home, in: segment), ground + rise(at: home, in: segment))
      let flowing = track.segment(at: length, from: segment)
      let offset = plane.level(track.point(at: length, in: flowing), ground + rise(at: length, in: flowing))
      let along =
        plane.level(track.vertices[flowing + 1], rise(at: track.lengths[flowing + 1], in: flowing))
        - plane.level(track.vertices[flowing], rise(at: track.lengths[flowing], in: flowing))
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
  /// From the wearer to a point on the ground, so far above their eyes.
  func level(_ point: SIMD3<Double>, _ height: Double) -> Displacement<Level> {
    let flat = anywhere(point) * scale
    return Displacement<Level>(flat.x, height, flat.y)
  }
}
