import Fusion
import Geodesy
import Geometry
import Samples
import Testing

@testable import Odometry

extension VehicleOdometry {
  /// Attitude of the device in the vehicle: heading clockwise, elevation upward.
  var mountAttitude: Attitude { Attitude(Rotation<Vehicle, Level>.aligned * mount) }

  /// Returns the error state that turns `self` into `other`.
  func difference(to other: VehicleOdometry) -> [Double] {
    let turned = (other.orientation * orientation.inverse).logarithm.components
    let mounted = (other.mount * mount.inverse).logarithm.components
    func list(_ v: SIMD3<Double>) -> [Double] { [v.x, v.y, v.z] }
    return list(other.position - position) + list(other.velocity - velocity) + list(turned)
      + list(other.bias.components - bias.components)
      + list(other.strapdown.accelerometerBias.components - strapdown.accelerometerBias.components)
      + list(other.fixBias - fixBias)
      + [mounted.y, mounted.x, (other.latencyError - latencyError).value]
      + [(other.velocityLagError - velocityLagError).value]
  }

  func moved(_ index: Int, by amount: Double) -> VehicleOdometry {
    var result = self
    var correction = StateVector()
    correction[index] = amount
    result.apply(correction)
    return result
  }
}

/// Returns the derivative of `h` by the error state, by central differences: columns by state.
func numericalJacobian(of h: (VehicleOdometry) -> [Double], at filter: VehicleOdometry, step: Double = 1e-5)
  -> [[Double]]
{
  let count = VehicleOdometry.Index.count
  let columns = (0..<count).map { i in
    zip(h(filter.moved(i, by: step)), h(filter.moved(i, by: -step))).map { ($0 - $1) / (2 * step) }
  }
  return columns[0].indices.map { row in (0..<count).map { columns[$0][row] } }
}

func dense(_ row: SparseRow) -> [Double] {
  var result = [Double](repeating: 0, count: VehicleOdometry.Index.count)
  for i in 0..<row.count { result[row.index(i)] += row.value(i) }
  return result
}

func worst(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).map { ($0 - $1).magnitude }.max() ?? .infinity }

/// Returns a filter in the middle of a bend, with every state away from zero.
func filterInABend(_ parameters: VehicleParameters = .init(), seconds: Double = 1) -> VehicleOdometry {
  var filter = VehicleOdometry(parameters, at: BootInstant(seconds: 0), up: Acceleration(0.4, 9.7, -0.8))
  var fix = Fix(
    time: BootInstant(seconds: 0), arrival: BootInstant(seconds: 0), mode: .threeDimensional, latitude: Degrees(48),
    longitude: Degrees(16), height: Length(200))
  fix.velocityEast = Speed(9)
  fix.velocityNorth = Speed(7)
  fix.velocityUp = Speed(0.2)
  filter.ingest(FixReading(fix, assuming: FixAssumptions(), precise: Length(0.5)))
  let start: [(Int, Double)] = [
    (0, 30), (1, 2), (2, -50), (6, 0.03), (7, 0.2), (8, -0.04), (9, 0.002), (10, -0.003), (11, 0.001), (12, 0.05),
    (13, 0.02), (14, -0.06), (15, 1), (16, 2), (17, -1), (18, 0.2), (19, -0.1),
  ]
  for (index, amount) in start { filter = filter.moved(index, by: amount) }
  drive(&filter, from: 0, seconds: seconds)
  return filter
}

/// Drives a bend with some motion about every axis, at 100 Hz.
func drive(_ filter: inout VehicleOdometry, from start: Double, seconds: Double) {
  for i in 1...max(1, Int(seconds * 100)) {
    let t = start + Double(i) * 0.01
    filter.advance(
      to: BootInstant(seconds: t), rate: AngularVelocity(0.02 * sin(9 * t), 0.3, 0.03 * cos(7 * t)),
      over: TimeSpan(0.01), force: Acceleration(3 + sin(20 * t), 9.8, -1 + cos(11 * t)))
  }
}
