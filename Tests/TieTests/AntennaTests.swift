import Expectations
import Fusion
import Geometry
import Samples
import Testing

@testable import Tie

/// The azimuth of a receiver's antennas as a measurement of the tie.
@Suite struct AntennaTests {
  typealias Walk = EarthTieTests.Walk

  private static var worn: TieParameters {
    var parameters = TieParameters()
    parameters.wear()
    return parameters
  }

  /// The first reading shows the heading, also of a device without a compass that stands; no number of readings makes it better
  /// than the error that they share.
  @Test func readingsOfOneErrorNeverShowMoreThanOne() {
    var walk = Walk(Self.worn)
    walk.fix()
    walk.antennas(off: .degrees(1))
    expect(walk.yawError, isBelow: .degrees(3))
    for _ in 0..<300 {
      walk.step(azimuth: 0, speed: 0)
      walk.antennas(off: .degrees(1))
    }
    expect(walk.yawError, isBelow: .degrees(2))
    expect(walk.estimate.yawSigma, isAbove: 0.9 * Angle.degrees(2).radians, "\(walk.estimate.yawSigma)")
  }

  /// Antennas that are turned are found by the way and by the compass, whatever they say first; the doubt has a name of its own.
  @Test(arguments: [40, 90, 180, -60] as [Double]) func turnedAntennasAreFound(_ degrees: Double) {
    var walk = Walk(Self.worn)
    for second in 0..<240 {
      walk.step(azimuth: walk.azimuth(second))
      walk.compass()
      walk.antennas(off: .degrees(degrees))
      walk.fix()
    }
    expect(walk.yawError, isBelow: .degrees(10), "\(walk.yawError)")
    #expect(walk.tie.doubts[.antennas] > 0.9 && !walk.tie.doubts.counts(.compass))
    let heaviest = walk.tie.hypotheses(walk.estimate).first
    expect(heaviest?.doubts.contains("antennas-wrong"), equals: true)
  }

  /// An azimuth that becomes wrong and right again.
  @Test func aWrongAzimuthEnds() {
    var walk = Walk(Self.worn), worst = Angle.zero
    for second in 0..<300 {
      walk.step(azimuth: walk.azimuth(second))
      walk.compass()
      walk.antennas(off: 100..<160 ~= second ? .degrees(70) : .zero)
      walk.fix()
      if second > 30 { worst = max(worst, walk.yawError) }
      if second == 150 { #expect(walk.tie.doubts.counts(.antennas)) }
    }
    expect(worst, isBelow: .degrees(15), "\(worst)")
    #expect(!walk.tie.doubts.counts(.antennas) && walk.yawError < .degrees(3))
  }
}

extension EarthTieTests.Walk {
  mutating func antennas(off: Angle) {
    _ = tie.ingest(antennas: .radians(yaw) + off, sigma: .degrees(2), noise: .degrees(0.5))
  }
}
