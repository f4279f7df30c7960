/// The heading of a body that may look straight up or down, where −z has no usable azimuth.
///
/// The heading is that of −z while −z is within 60° of level. Farther up it blends to that of −y, farther down to that of +y (a
/// board that lies screen up). The blend has hysteresis, so that an elevation that trembles at the limit does not swing the
/// heading: the weight of the other axis grows over 60–75° and shrinks over 60–45°. The result is a continuous function of the
/// motion, without jumps.
public struct BodyHeading: Sendable, Equatable {
  /// The weight of the vertical axis's azimuth, in [0, 1].
  @usableFromInline var weight = 0.0
  /// +1 when the blend is toward −y (looking up), −1 toward +y (looking down).
  @usableFromInline var side = 1.0

  public init() {}

  /// Returns the heading of the next orientation, clockwise from the frame's −z (north, in a level frame); nil where the
  /// projections of the two axes cancel and no heading is valid. `Upright` is a frame with y up.
  @inlinable public mutating func update<Upright: Frame>(_ orientation: Rotation<Body, Upright>) -> Angle? {
    ingest(orientation)
    return heading(orientation)
  }

  /// Ingests the next orientation, without its heading.
  @inlinable public mutating func ingest<Upright: Frame>(_ orientation: Rotation<Body, Upright>) {
    let elevation = orientation(Direction<Body>(0, 0, -1)).y
    if weight == 0 { side = elevation < 0 ? -1 : 1 }
    guard elevation.magnitude >= Self.alwaysForward else { return weight = 0 }
    let steepness = Angle.arcSine(elevation).magnitude.degrees
    weight = min(max(weight, ramp(steepness, from: 60, to: 75)), ramp(steepness, from: 45, to: 60))
  }

  /// The heading of the orientation that was ingested last.
  @inlinable public func heading<Upright: Frame>(_ orientation: Rotation<Body, Upright>) -> Angle? {
    let forward = orientation(Direction<Body>(0, 0, -1))
    if forward.y.magnitude < Self.alwaysForward {
      return forward.x * forward.x + forward.z * forward.z > 0 ? Angle.arcTangent(forward.x, -forward.z).azimuth : nil
    }
    let vertical = orientation(Direction<Body>(0, -side, 0))
    var east = 0.0, north = 0.0
    add(forward, times: 1 - weight, to: &east, &north)
    add(vertical, times: weight, to: &east, &north)
    guard east * east + north * north > 0.05 * 0.05 else { return nil }
    return Angle.arcTangent(east, north).azimuth
  }

  /// The sine of 45°; below it the vertical axis has no weight.
  @usableFromInline static let alwaysForward = 0.7071
}

/// Adds the weighted unit vector of an arrow's horizontal projection.
@inlinable func add<Upright: Frame>(
  _ arrow: Direction<Upright>, times weight: Double, to east: inout Double, _ north: inout Double
) {
  guard weight > 0 else { return }
  let length = (arrow.x * arrow.x + arrow.z * arrow.z).squareRoot()
  guard length > 1e-9 else { return }
  east += weight * arrow.x / length
  north -= weight * arrow.z / length
}

@inlinable func ramp(_ value: Double, from start: Double, to end: Double) -> Double {
  max(0, min(1, (value - start) / (end - start)))
}
