import Alignment
import CAllocations
import Expectations
import Geometry
import Testing

/// The direction of the scene's north, measured by a walk along a leg of a route.
@Suite struct LegBearingTests {
  private let leg = RouteLeg(bearing: .degrees(70), length: Length(120), followed: Length(30))

  /// Walks a distance at an azimuth of the scene, from a place, in steps of 5 cm.
  private func walk(
    _ bearing: inout LegBearing, from start: Displacement<Scene> = .zero, _ degrees: Double, _ metres: Double
  ) -> Displacement<Scene> {
    let azimuth = Angle.degrees(degrees)
    var position = start
    for _ in 0..<Int((metres / 0.05).rounded()) {
      position += Displacement(0.05 * azimuth.sine, 0, -0.05 * azimuth.cosine)
      bearing.moved(to: position)
    }
    return position
  }

  private func refusal(_ result: Result<LegBearing.Measurement, LegBearing.Refusal>) -> LegBearing.Refusal? {
    if case .failure(let reason) = result { reason } else { nil }
  }

  @Test func aStraightWalkAlongALegGivesTheYaw() throws {
    var bearing = LegBearing(LegParameters())
    _ = walk(&bearing, 40, 31)
    let measurement = try bearing.measure(leg, believing: nil).get()
    expect(abs(measurement.yaw.degrees - 30), isBelow: 1e-6)
    expect(abs(measurement.course.degrees - 40), isBelow: 1e-6)
    expect(abs(measurement.sigma.degrees - 16), isBelow: 1)
    // A walk is measured only once.
    let again = refusal(bearing.measure(leg, believing: nil))
    expect(again, equals: .walkTooShort)
  }

  @Test func itsSigmaHoldsForWalksAnywhereInTheCorridor() throws {
    var generator = Generator(seed: 21)
    var within = 0
    for _ in 0..<400 {
      var bearing = LegBearing(LegParameters())
      let across = generator.uniform(in: -10...10) - generator.uniform(in: -10...10)
      _ = walk(&bearing, 70 - Angle.arcTangent(across, 25).degrees, (25 * 25 + across * across).squareRoot())
      let measurement = try bearing.measure(leg, believing: nil).get()
      if measurement.yaw.magnitude <= measurement.sigma { within += 1 }
    }
    #expect(within > 240 && within < 320)
  }

  @Test func afterACornerOnlyTheNewStreetCounts() throws {
    var bearing = LegBearing(LegParameters())
    let corner = walk(&bearing, 0, 20)
    let on = walk(&bearing, from: corner, 90, 5)
    _ = walk(&bearing, from: on, 90, 10)
    let measurement = try bearing.measure(leg, believing: nil).get()
    expect(abs(measurement.course.degrees - 90), isBelow: 5)
    expect(measurement.length.value, isBelow: 19)
  }

  @Test func theWalkBeforeTheLegDoesNotCount() throws {
    var bearing = LegBearing(LegParameters())
    let bend = walk(&bearing, 40, 15)
    _ = walk(&bearing, from: bend, 47, 10)
    var fresh = leg
    fresh.followed = Length(9.9)
    let measurement = try bearing.measure(fresh, believing: nil).get()
    expect(abs(measurement.course.degrees - 47), isBelow: 1)
  }

  @Test func everyRefusalHasItsCause() {
    func reason(
      of leg: RouteLeg, believing yaw: Angle? = nil, _ go: (inout LegBearing) -> Void
    ) -> LegBearing.Refusal? {
      var bearing = LegBearing(LegParameters())
      go(&bearing)
      return refusal(bearing.measure(leg, believing: yaw))
    }
    let straight = { (bearing: inout LegBearing) in _ = walk(&bearing, 40, 20) }
    #expect(reason(of: leg, believing: .degrees(30), straight) == nil)
    #expect(reason(of: leg, believing: .degrees(85), straight) == nil)
    expect(reason(of: leg, believing: .degrees(95), straight), equals: .againstLeg)
    expect(reason(of: leg, believing: .degrees(-150), straight), equals: .againstLeg)
    expect(reason(of: leg, believing: Angle(.nan), straight), equals: .notFinite)
    var short = leg
    short.length = Length(5)
    expect(reason(of: short, straight), equals: .legTooShort)
    var fresh = leg
    fresh.followed = Length(3)
    expect(reason(of: fresh, straight), equals: .notFollowed)
    fresh.followed = Length(8.01)
    #expect(reason(of: fresh, straight) == nil)
    expect(reason(of: leg) { _ = walk(&$0, 40, 6) }, equals: .walkTooShort)
    expect(reason(of: leg) { _ in }, equals: .walkTooShort)
    expect(
      reason(of: leg) { bearing in
        var position = Displacement<Scene>.zero
        for corner in 0..<8 { position = walk(&bearing, from: position, Double(corner) * 90, 5) }
      }, equals: .notStraight)
    expect(
      reason(of: leg) { bearing in
        // Back and forth again.
        let end = walk(&bearing, 0, 6)
        _ = walk(&bearing, from: end, 180, 6)
      }, equals: .notStraight)
  }

  @Test func onlyAWanderingWalkIsNotStraight() {
    var swaying = LegBearing(LegParameters()), wandering = LegBearing(LegParameters())
    for index in 0..<600 {
      let way = Double(index) * 0.05
      swaying.moved(to: Displacement(0.15 * sin(way * 4), 0, -way))
      wandering.moved(to: Displacement(3 * sin(way * 0.8), 0, -way))
    }
    let straight = try? swaying.measure(leg, believing: nil).get()
    expect(abs((straight?.course.degrees ?? 99)), isBelow: 3)
    let wandered = refusal(wandering.measure(leg, believing: nil))
    expect(wandered, equals: .notStraight)
  }

  @Test func randomWalksGiveNoNaN() {
    var generator = Generator(seed: 4)
    var bearing = LegBearing(LegParameters())
    var position = Displacement<Scene>.zero, course = 0.0
    for index in 0..<20_000 {
      course += 0.05 * generator.gaussian()
      position += Displacement(0.1 * sin(course), 0, 0.1 * cos(course))
      bearing.moved(to: generator.uniform() < 0.01 ? Displacement(.nan, 0, 0) : position)
      guard index % 10 == 0 else { continue }
      if case .success(let measurement) = bearing.measure(leg, believing: nil) {
        #expect(measurement.yaw.isFinite && measurement.sigma.isFinite)
        #expect(measurement.length.value >= 8 && measurement.sigma.degrees >= 5)
      }
    }
  }

  @Test func itAllocatesNothing() {
    // The standard library allocates on its first use; that does not count.
    var first = LegBearing(LegParameters())
    _ = walk(&first, 10, 100)
    _ = first.measure(leg, believing: nil)
    var bearing = LegBearing(LegParameters())
    bearing.moved(to: .zero)
    let before = allocations_of_this_thread()
    _ = walk(&bearing, 10, 100)
    _ = bearing.measure(leg, believing: nil)
    expect(allocations_of_this_thread(), equals: before)
  }
}
