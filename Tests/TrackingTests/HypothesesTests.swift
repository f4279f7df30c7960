import Expectations
import Geometry
import Odometry
import Samples
import Simulation
import Testing

@testable import Tracking

/// Hypotheses that no reading speaks for yet have to last until one does, and noise must not choose among them.
@Suite struct HypothesesTests {
  /// Four directions of a turned chip, each with a receiver that is right and one that is far off, are more than stay later.
  @Test func aChipThatIsTheWrongWayRoundIsFound() throws {
    var wrong: [Double] = []
    for seed in 1...8 as ClosedRange<UInt64> {
      var session = AlignedSession(.cityBlocks, seed: seed, until: 150)
      let chip = Rotation<Body, Body>(about: Direction(0, 1, 0), by: .radians(.pi))
      session.samples = session.samples.map { sample in
        guard case .magnetometer(let one) = sample else { return sample }
        return .magnetometer(MagnetometerSample(time: one.time, field: chip(one.field)))
      }
      let told = account(session, as: .head)
      wrong += told.moments.filter { $0.time > 60 }.map(\.yawError.degrees)
    }
    let share = Double(wrong.filter { $0 > 45 }.count) / Double(wrong.count)
    expect(share, isBelow: 0.02, "\(share)")
  }

  /// Of a wearer who stands, each velocity is noise, and shows no heading.
  @Test func velocitiesOfAStandingWearerChooseNoHeading() {
    var worst = 0.0
    for seed in 1...24 as ClosedRange<UInt64> {
      let told = account(AlignedSession(.lookAround, seed: seed, until: 118), as: .hand)
      worst = max(worst, told.moments.filter { $0.time > 20 }.map(\.yawError.degrees).max() ?? 180)
    }
    expect(worst, isBelow: 45, "\(worst)")
  }
}
