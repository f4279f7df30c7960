import Fusion
import Geometry
import Samples

// A shoe that has not stood for `patience` is in the air, on a pedal, or not on a foot. Without a bound the integrated velocity
// would run away within seconds. Its speed is that of a leg that is moved about: z = v = 0 with a standard deviation of 1 m/s,
// twice a second, for the speed of a leg lasts about as long. This bounds the tilt as well, because a tilt error drives the
// velocity.
extension AidingSource<ShoeOdometry> {
  static let footFloating = AidingSource(
    AidDescription("foot-floating", unit: "m/s", axes: ["x", "up", "z"], patience: TimeSpan(3))
  ) { filter, event, measurement in
    guard case .floating = event else { return .nothing }
    return filter.proposeFloating(&measurement)
  }
}

extension ShoeOdometry {
  fileprivate mutating func proposeFloating(_ measurement: inout Measurement) -> Proposal {
    for axis in 0..<3 {
      measurement.add(
        floatingRow(axis), observation: 0, innovation: -velocity[axis], variance: Self.legSpeed * Self.legSpeed)
    }
    return .fuse
  }

  func floatingRow(_ axis: Int) -> SparseRow { SparseRow(Index.velocity + axis, 1) }

  /// 1 σ of the speed of a leg in the air, in m/s.
  private static let legSpeed = 1.0
}
