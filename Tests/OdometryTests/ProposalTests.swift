import Expectations
import Geometry
import Samples
import Testing

@testable import Fusion
@testable import Odometry

/// A source gets its filter in place, and does not change it by a proposal: not a number of it.
@Suite struct ProposalTests {
  private func content<Filter: Aided>(_ filter: Filter) -> String {
    var text = ""
    dump(filter, to: &text)
    return text
  }

  /// Returns how many sources have proposed a measurement.
  private func ask<Filter: Aided>(_ filter: Filter, _ event: Filter.Event) -> Int {
    var count = 0
    for source in Filter.sources {
      var asked = filter, measurement = Measurement()
      source.prepare?(&asked, event)
      let before = content(asked)
      if case .fuse = source.propose(&asked, event, &measurement) { count += 1 }
      expect(content(asked), equals: before, "\(source.description.name)")
    }
    return count
  }

  @Test(arguments: [0.0, 0.5]) func ofTheAttitude(rate: Double) {
    var filter = AttitudeFilter(.init(), orientation: .aligned, tilt: .degrees(2))
    for _ in 0..<795 {
      filter.advance(rate: Vector(rate, 0.01, 0), over: TimeSpan(0.005), force: Acceleration(0, 9.81, 0))
    }
    expect(ask(filter, .window), isAbove: 0)
  }

  @Test func ofTheHeading() {
    var filter = HeadingFilter(.init())
    for _ in 0..<40 {
      filter.add(MagneticField(3, -40, -20), orientation: .aligned, rate: .zero)
      filter.closeWindow(TimeSpan(0.1), headingGrowth: 1e-6)
    }
    filter.add(MagneticField(4, -41, -19), orientation: .aligned, rate: .zero)
    expect(ask(filter, .window(TimeSpan(0.1))), isAbove: 0)
  }

  @Test func ofAShoe() throws {
    var start = ShoeStart(ShoeParameters()), filter: ShoeOdometry?
    for sample in SteppingFoot().samples(strides: 2) {
      if filter == nil {
        filter = start.add(rate: sample.rate, force: sample.force, at: sample.time, over: TimeSpan(0.005))
      } else {
        filter?.advance(to: sample.time, rate: sample.rate, over: TimeSpan(0.005), force: sample.force)
      }
    }
    let shoe = try #require(filter)
    expect(ask(shoe, .standing(.init(duration: 0.02, motion: 0.1, restRate: .zero))), equals: 2)
    expect(ask(shoe, .floating), equals: 1)
  }

  @Test func ofAVehicle() {
    expect(ask(filterInABend(), .window(0.25, isStandingDue: true)), isAbove: 0)
  }
}
