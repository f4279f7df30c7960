/// The heading of a body that may look straight up or down, where the azimuth of −z means nothing.
///
/// It is that of −z while −z is within 60° of level; farther up it blends to that of −y, farther down to that of +y (a
/// board lying screen up). The blend has play, so that an elevation trembling at the limit does not swing the heading:
/// on the way out the weight of the other axis grows over 60–75°, on the way back it shrinks over 60–45°. It is
/// a continuous function of the path: nothing jumps.
public struct BodyHeading: Sendable, Equatable {
  /// The weight of the vertical axis's azimuth, in [0, 1].
  private var weight = 0.0
  /// +1 when the blend is toward −y (looking up), −1 toward +y (looking down).
  private var side = 1.0

  public init() {}

  /// The heading of the next orientation; nil where the two axes' projections cancel, and no heading is valid.
  public mutating func update(_ orientation: Rotation<Body, Level>) -> Angle? {
    let forward = orientation(Direction<Body>(0, 0, -1))
    let elevation = Angle.arcSine(forward.y)
    let steepness = elevation.magnitude.degrees
    if weight == 0 { side = elevation < .zero ? -1 : 1 }
    weight = min(max(weight, ramp(steepness, from: 60, to: 75)), ramp(steepness, from: 45, to: 60))

    let vertical = orientation(Direction<Body>(0, -side, 0))
    var east = 0.0, north = 0.0
    add(forward, times: 1 - weight, to: &east, &north)
    add(vertical, times: weight, to: &east, &north)
    guard east * east + north * north > 0.05 * 0.05 else { return nil }
    return Angle.arcTangent(east, north).azimuth
  }
}

/// Adds the unit vector of an arrow's horizontal projection.
private func add(_ arrow: Direction<Level>, times weight: Double, to east: inout Double, _ north: inout Double) {
  guard weight > 0 else { return }
  let length = (arrow.x * arrow.x + arrow.z * arrow.z).squareRoot()
  guard length > 1e-9 else { return }
  east += weight * arrow.x / length
  north -= weight * arrow.z / length
}

private func ramp(_ value: Double, from start: Double, to end: Double) -> Double {
  max(0, min(1, (value - start) / (end - start)))
}
