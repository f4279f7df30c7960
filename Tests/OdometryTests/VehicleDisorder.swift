import Expectations
import Geodesy
import Geometry
import Samples
import Simulation
import Testing

@testable import Odometry

@Suite struct VehicleDisorder {
  /// A new tangent plane changes no place, no direction in space and no covariance.
  @Test func reanchoringLosesNothing() throws {
    var filter = filterInABend()
    filter = filter.moved(0, by: 4000).moved(2, by: -3000)
    let old = filter
    filter.reanchor()
    expect(filter.incidents[.anchor], equals: old.incidents[.anchor] + 1)
    let before = try #require(old.plane), after = try #require(filter.plane)
    expect(filter.position.x.magnitude, isBelow: 1e-6)
    let moved = try #require(old.place).smallOffset(to: try #require(filter.place))
    expect(moved.norm.value, isBelow: 1e-6)
    let velocityBefore = before.earthFromLevel(old.levelVelocity)
    let velocityAfter = after.earthFromLevel(filter.levelVelocity)
    expect((velocityBefore - velocityAfter).norm.value, isBelow: 1e-9)
    let turned = (before.earthFromLevel * old.orientation).difference(to: after.earthFromLevel * filter.orientation)
    expect(turned.norm.value, isBelow: 1e-9)
    // Gravity points the same way before and after, to the second order of 5 km / the Earth's radius.
    let pullBefore = before.earthFromLevel(Acceleration<Level>(old.gravityVector))
    let pullAfter = after.earthFromLevel(Acceleration<Level>(filter.gravityVector))
    expect((pullBefore - pullAfter).norm.value, isBelow: 1e-4)
    for block in [0, 3, 6, 15] {
      let a = (0..<3).map { old.covariance[block + $0, block + $0] }.reduce(0, +)
      let b = (0..<3).map { filter.covariance[block + $0, block + $0] }.reduce(0, +)
      expect((a - b).magnitude, isAtMost: 1e-9 * a)
    }
    let earlier = filter.time - TimeSpan(0.3)
    let pastBefore = try #require(old.history.moment(at: earlier))
    let pastAfter = try #require(filter.history.moment(at: earlier))
    let wayBefore = before.earthCentred(Displacement<ENU>(Displacement<Level>(pastBefore.position)))
    let wayAfter = after.earthCentred(Displacement<ENU>(Displacement<Level>(pastAfter.position)))
    expect((wayBefore - wayAfter).norm.value, isBelow: 1e-6)
  }

  /// A place that is set by a late fix has the latency's correlations, so that the fix alone has none. Without them the
  /// covariance was that of no errors, and gave innovations a negative variance.
  @Test func aPlaceSetByALateFixHasTheLatencysCorrelations() {
    typealias Index = VehicleOdometry.Index
    var filter = filterInABend()
    filter.covariance.reset(Index.latency, variance: 0.01)
    filter.covariance[Index.latency, Index.velocity] =
      0.05 * filter.covariance[Index.velocity, Index.velocity].squareRoot()
    for axis in 0..<3 { filter.covariance.reset(Index.position + axis, variance: 1e-4) }
    filter.correlateLatency()
    for axis in 0..<3 {
      var fix = SparseRow(Index.position + axis, 1)
      fix.add(Index.latency, -filter.velocity[axis])
      expect((filter.covariance.variance(along: fix) - 1e-4).magnitude, isBelow: 1e-9)
      for state in Index.velocity..<Index.count {
        expect(filter.covariance.covariance(fix, SparseRow(state, 1)).magnitude, isBelow: 1e-9)
      }
    }
  }

  @Test func manyAnchorsOnALongRoad() throws {
    var parameters = SimulationParameters()
    parameters.cruisingSpeed = Speed(25)
    var settings = VehicleParameters()
    settings.anchorDistance = Length(300)
    var worst = 0.0
    let end = try ride(.ride, parameters, filter: settings) { filter, truth, t in
      guard t > 60, let place = filter.place else { return }
      worst = max(worst, truth.place.smallOffset(to: place).norm.value)
    }
    try expect(#require(end).incidents[.anchor], isAtLeast: 5)
    expect(worst, isBelow: 25)
  }

  @Test func aFalseFirstPlaceIsGivenUp() throws {
    var parameters = SimulationParameters()
    parameters.receiver.firstFixError = Length(2700)
    parameters.receiver.firstFixAfter = TimeSpan(33)
    var end = 0.0
    _ = try ride(.ride, parameters) { filter, truth, t in
      guard t > 60, let place = filter.place else { return }
      end = max(end, truth.place.smallOffset(to: place).norm.value)
    }
    expect(end, isBelow: 30)
  }

  @Test func invalidMeasurementsChangeNothing() throws {
    let faults = try ["spike:gyroscope.z@100=30", "spike:accelerometer.x@120=1e6", "stuck:gyroscope.y@200+20"].map(
      Fault.init)
    var finite = true
    _ = try ride(.ride, SimulationParameters(), faults: faults) { filter, _, _ in
      var filter = filter
      finite = finite && filter.isPlausible
    }
    #expect(finite)
  }
}
