import Expectations
import Geometry
import Samples
import Testing

@testable import Simulation

/// Traces: the simulation follows them, and invalid ones are refused.
@Suite struct TraceTests {
  func simulation(_ trace: Trace, _ parameters: SimulationParameters = .init()) -> Simulation {
    var itinerary = Plan.straight.itinerary(parameters)
    itinerary.source = .trace(trace)
    return Simulation(itinerary, parameters: parameters)
  }

  /// A plan's truth, written as a trace, read and simulated again: the same places, attitudes and forces.
  @Test(arguments: [Plan.around, .crowd, .errand, .lookAround]) func roundTrip(plan: Plan) throws {
    var parameters = plan.parameters(seed: 1)
    parameters.traceSpacing = .seconds(0.02)
    let first = Simulation(plan.itinerary(parameters), parameters: parameters, seed: 2).trajectory
    let text = ([Trace.header] + Trace(of: first, rate: 100).rows.map(Trace.text(of:))).joined(separator: "\n")
    let again = simulation(try Trace(parsing: text, named: "t.csv"), parameters).trajectory
    expect(abs((again.duration - first.duration).value), isBelow: 0.0101)
    var force = 0.0, size = 0.0, count = 0.0
    for time in stride(from: 0.0, to: again.duration.value, by: 0.0137) {
      let a = first.instant(at: .seconds(time)), b = again.instant(at: .seconds(time))
      expect((a.position - b.position).norm.value, isBelow: 2e-4)
      expect(a.orientation.difference(to: b.orientation).norm.value, isBelow: 2e-3)
      expect(a.levelOrientation.difference(to: b.levelOrientation).norm.value, isBelow: 2e-3)
      let change = (first.dynamics(at: time).force - again.dynamics(at: time).force).components
      force += (change * change).sum()
      let own = first.dynamics(at: time).force - Acceleration<ENU>(0, 0, 9.81)
      size += (own.components * own.components).sum()
      count += 1
    }
    let off = (force / count).squareRoot()
    print("\(plan.rawValue): specific force off by \(off) of \((size / count).squareRoot()) m/s² rms")
    expect(off, isBelow: 0.02)
  }

  /// The output of perfect sensors for a trace agrees with it: orientation by integrating the rate.
  @Test func sensorsAgreeWithTheTruth() throws {
    let first = Simulation(Plan.around.itinerary(.init()), seed: 2).trajectory
    let trajectory = simulation(Trace(of: first, rate: 60)).trajectory
    var truth = InertialTruth(trajectory)
    var attitude = trajectory.instant(at: .zero).orientation
    var last = SIMD3<Double>.zero
    for i in 1...(30 * 400) {
      let alpha = truth.advance(to: .seconds(Double(i) / 400)).rate.components / 400
      // with the coning term of the interval before
      attitude = (attitude * .exp(RotationVector(alpha + cross(last, alpha) / 12))).renormalized
      last = alpha
    }
    expect(attitude.difference(to: trajectory.instant(at: .seconds(30)).orientation).norm.value, isBelow: 2e-4)
  }

  /// x east, y up, z south; a body's −z ahead.
  @Test func framesAreAsDocumented() throws {
    // facing east: a quarter turn about up, clockwise seen from above
    let half = 0.5.squareRoot()
    var text = "t,x,y,z,qx,qy,qz,qw\n"
    for i in 0...100 { text += "\(10 + Double(i) * 0.05),\(0.1 * Double(i)),1.5,-2,0,\(-half),0,\(half)\n" }
    let instant = simulation(try Trace(parsing: text, named: "t.csv")).trajectory.instant(at: .seconds(2.5))
    expect((instant.position - Displacement(5, 2, 1.5)).norm.value, isBelow: 1e-6)
    expect((instant.velocity - Velocity(2, 0, 0)).norm.value, isBelow: 1e-6)
    expect(abs(Attitude(instant.levelOrientation).heading.degrees - 90), isBelow: 1e-3)
  }

  /// A tenth of a millimeter of noise does not become shaking.
  @Test func noiseIsFittedAway() throws {
    var generator = Generator(seed: 3)
    let rows = (0..<1200).map { i in
      Trace.text(
        of: .init(
          time: .seconds(Double(i) / 120), position: Displacement(generator.gaussian3() * 1e-4), orientation: .aligned))
    }
    let trajectory = simulation(
      try Trace(parsing: ([Trace.header] + rows).joined(separator: "\r\n"), named: "t.csv")
    ).trajectory
    var sum = 0.0
    for i in 100..<900 {
      let force = trajectory.dynamics(at: Double(i) * 0.01).force.z - 9.81
      sum += force * force
    }
    expect((sum / 800).squareRoot(), isBelow: 0.4)
  }

  @Test func otherColumnsArePassedOver() throws {
    var text = "\u{FEFF}# captured\nt, x,y,z,qx,qy,qz,qw,marker\r\n\r\n"
    for i in 0..<10 { text += "\(Double(i) * 0.1),0,0,0,0,0,0,1,head\r\n" }
    #expect(Trace.isBegun(by: text))
    try expect(Trace(parsing: text, named: "t.csv").rows.count, equals: 10)
    #expect(!Trace.isBegun(by: "48.2,16.37\n48.3,16.4\n") && !Trace.isBegun(by: "# nothing\n"))
  }

  @Test(arguments: [
    (3, "0.02,0,0,0,0,0,0,x", "t.csv:4: qw: 'x' is not a number"),
    (3, "0.02,0,nan,0,0,0,0,1", "t.csv:4: y: 'nan' is not a number"),
    (3, "0.02,0,0,0", "t.csv:4: qx: no value; the row has 4 fields"),
    (3, "0.01,0,0,0,0,0,0,1", "t.csv:4: t: 0.01 s is not after 0.01 s of line 3; sort the rows"),
    (3, "0.005,0,0,0,0,0,0,1", "t.csv:4: t: 0.005 s is not after 0.01 s of line 3"),
    (3, "0.5,0,0,0,0,0,0,1", "t.csv:4: t: a gap of 0.49 s after line 3, longer than 0.1 s; Fill it in"),
    (3, "20,0,0,0,0,0,0,1", "are the times in seconds?"),
    (3, "0.02,0,0,0,0,0,0,0.9", "t.csv:4: qx…qw: a quaternion of length 0.9, not 1; divide"),
    (3, "0.02,0,0,0,0,0,0,0", "a quaternion of length 0, not 1"),
    (3, "0.02,5,0,0,0,0,0,1", "t.csv:4: x, y, z: a jump of 5 m in 0.01 s since line 3"),
    (3, "0.02,0,0,20000,0,0,0,1", "t.csv:4: z: 20000 m is over 10 km"),
    (3, "0.02,0,0,0,0,1,0,0", "t.csv:4: qx…qw: a turn of 180° in 0.01 s"),
    (0, "t,x,y,z,qx,qy,qz", "t.csv:1: no column 'qw' in the header"),
  ]) func badRowsAreNamed(index: Int, line: String, expected: String) {
    var lines = [Trace.header] + (0..<10).map { "\(Double($0) * 0.01),0,0,0,0,0,0,1" }
    lines[index] = line
    do throws(TraceFault) {
      _ = try Trace(parsing: lines.joined(separator: "\n"), named: "t.csv")
      Issue.record("taken: \(line)")
    } catch {
      #expect(error.description.contains(expected), "\(error)")
    }
  }

  @Test func shortTracesAreRefused() {
    #expect(throws: TraceFault.self) { try Trace(parsing: "", named: "t.csv") }
    #expect(throws: TraceFault.self) { try Trace(parsing: Trace.header + "\n0,0,0,0,0,0,0,1\n", named: "t.csv") }
  }
}
