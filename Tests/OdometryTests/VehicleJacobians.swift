import Expectations
import Geometry
import Samples
import Testing

@testable import Odometry

@Suite struct VehicleJacobians {
  /// Parameters without noise and with a window that does not close by itself.
  private var quiet: VehicleParameters {
    var parameters = VehicleParameters()
    parameters.strapdown.gyroscopeNoise = .zero
    parameters.strapdown.accelerometerNoise = .zero
    parameters.strapdown.biasWalk = .zero
    parameters.strapdown.accelerometerBiasWalk = .zero
    parameters.strapdown.window = TimeSpan(10)
    return parameters
  }

  @Test func constraintIsTheDerivativeOfTheVehiclesVelocity() {
    let filter = filterInABend()
    let numerical = numericalJacobian(
      of: { [$0.vehicleVelocity.x, $0.vehicleVelocity.y] }, at: filter)
    let rows = filter.constraintRows()
    expect(worst(dense(rows.lateral), numerical[0]), isBelow: 1e-6)
    expect(worst(dense(rows.vertical), numerical[1]), isBelow: 1e-6)
  }

  @Test(arguments: [0.0, 0.13, 0.5])
  func fixIsTheDerivativeOfThePast(age: Double) throws {
    let filter = filterInABend()
    let time = filter.time - TimeSpan(age)
    func past(_ filter: VehicleOdometry) -> [Double] {
      guard let moment = filter.history.moment(at: time) else { return [] }
      return (0..<3).map { moment.position[$0] } + (0..<3).map { moment.velocity[$0] }
    }
    let numerical = numericalJacobian(of: past, at: filter)
    let moment = try #require(filter.history.moment(at: time))
    for axis in 0..<3 {
      let rows = filter.pastRows(moment, axis)
      expect(worst(dense(rows.position), numerical[axis]), isBelow: 1e-3, "position, axis \(axis)")
      expect(worst(dense(rows.velocity), numerical[3 + axis]), isBelow: 1e-3, "velocity, axis \(axis)")
    }
  }

  /// A fix that is older by the latency is compared with the state at that time: the derivative of position is −v, that of
  /// velocity the negative acceleration.
  @Test func latencyIsTheDerivativeOfThePast() throws {
    let filter = filterInABend()
    let held = filter.time - TimeSpan(0.3)
    func past(_ filter: VehicleOdometry) -> [Double] {
      guard let moment = filter.history.moment(at: held - filter.latencyError),
        let lagged = filter.history.moment(at: held - filter.latencyError - filter.velocityLagError)
      else { return [] }
      return (0..<3).map { moment.position[$0] } + (0..<3).map { lagged.velocity[$0] }
    }
    let numerical = numericalJacobian(of: past, at: filter, step: 0.05)
    let moment = try #require(filter.history.moment(at: held)), acceleration = filter.pastAcceleration(moment)
    for axis in 0..<3 {
      expect(
        (numerical[axis][VehicleOdometry.Index.latency] + moment.velocity[axis]).magnitude, isBelow: 0.05, "\(axis)")
      expect(numerical[axis][VehicleOdometry.Index.velocityLag], equals: 0)
      for index in [VehicleOdometry.Index.latency, VehicleOdometry.Index.velocityLag] {
        // The means are over different times, and the force oscillates.
        expect((numerical[3 + axis][index] + acceleration[axis]).magnitude, isBelow: 0.8, "\(axis)")
      }
    }
  }

  /// The same without relying on the history: two filters that differed in the past differ now by the rows.
  @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 7, 8])
  func pastAndPresentAgree(state: Int) throws {
    var parameters = quiet
    parameters.strapdown.window = TimeSpan(0.05)
    parameters.constraintInterval = TimeSpan(10)
    let before = filterInABend(parameters)
    let small = 1e-4, span = 0.5
    var a = before, b = before.moved(state, by: small)
    drive(&a, from: 1, seconds: span)
    drive(&b, from: 1, seconds: span)
    let now = a.difference(to: b).map { $0 / small }
    let past = try #require(a.history.moment(at: before.time))
    for axis in 0..<3 {
      let rows = a.pastRows(past, axis)
      let position = zip(dense(rows.position), now).map(*).reduce(0, +)
      let velocity = zip(dense(rows.velocity), now).map(*).reduce(0, +)
      // The mean force of the interval replaces the true course of the force, so positions agree only to its variation.
      expect((position - (state == axis ? 1 : 0)).magnitude, isBelow: 0.12)
      expect((velocity - (state == 3 + axis ? 1 : 0)).magnitude, isBelow: 0.02)
    }
  }

  /// A covariance of one error alone becomes, over a window, the outer product of F's column with itself.
  @Test(arguments: 0..<15)
  func propagationIsTheDerivativeOfTheMotion(state: Int) {
    var start = filterInABend(quiet)
    start.propagate()
    for i in 0..<VehicleOdometry.Index.count { start.covariance.reset(i, variance: 0) }
    start.covariance[state, state] = 1
    let small = 1e-5
    var nominal = start, up = start.moved(state, by: small), down = start.moved(state, by: -small)
    drive(&nominal, from: 1, seconds: 0.05)
    drive(&up, from: 1, seconds: 0.05)
    drive(&down, from: 1, seconds: 0.05)
    let column = down.difference(to: up).map { $0 / (2 * small) }
    nominal.propagate()
    for i in 0..<15 {
      for j in 0..<15 {
        let expected = column[i] * column[j]
        // The neglected terms are of second order in the window: a bias of the rate on the velocity.
        expect((nominal.covariance[i, j] - expected).magnitude, isBelow: 2e-3 + 2e-3 * expected.magnitude, "\(i), \(j)")
      }
    }
  }

  @Test func covarianceTurnsLikeAVector() {
    var matrix = SymmetricMatrix(size: 5)
    let factor: [[Double]] = [[1, 2, 0, 1, 3], [0, 1, 1, 4, 1], [2, 0, 1, 1, 1], [1, 1, 1, 1, 0], [0, 3, 1, 0, 1]]
    for i in 0..<5 { for j in i..<5 { matrix[i, j] = (0..<5).map { factor[i][$0] * factor[j][$0] }.reduce(0, +) } }
    let turn = Rotation<Level, Level>.exp(RotationVector(0.3, -0.7, 1.1)).matrix
    var turned = matrix
    turned.turn(1, by: turn)
    var t = [[Double]](repeating: [0, 0, 0, 0, 0], count: 5)
    t[0][0] = 1
    t[4][4] = 1
    for i in 0..<3 { for j in 0..<3 { t[1 + i][1 + j] = turn[i, j] } }
    for i in 0..<5 {
      for j in 0..<5 {
        var sum = 0.0
        for a in 0..<5 { for b in 0..<5 { sum += t[i][a] * matrix[a, b] * t[j][b] } }
        expect((turned[i, j] - sum).magnitude, isBelow: 1e-12)
      }
    }
  }
}
