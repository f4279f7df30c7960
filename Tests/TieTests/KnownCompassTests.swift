import Expectations
import Fusion
import Geometry
import Samples
import Testing

@testable import Tie

/// A compass that has agreed with its wearer's ways, and that of a device that has never been walked with.
@Suite struct KnownCompassTests {
  typealias Walk = EarthTieTests.Walk

  /// A wearer who walks around corners with a chip that is turned.
  private static func walked(_ seconds: Int, turned chip: Double = 0, seed: UInt64 = 1) -> Walk {
    var parameters = TieParameters()
    parameters.wear()
    // The body of these walks never turns in the scene, where its own field would look like a turned chip.
    parameters.deviceChanges = 0
    parameters.device = parameters.calibratedDevice
    var walk = Walk(parameters, seed: seed)
    for second in 0..<seconds {
      walk.step(azimuth: walk.azimuth(second))
      walk.compass(turned: chip)
      walk.compass(turned: chip)
      walk.fix()
    }
    return walk
  }

  /// A wearer who stands, in a session that begins with what was learned.
  private static func standing(
    _ chip: Double?, field off: Double = 0, turned: Bool = true, nodding: Double = 0
  ) -> Walk {
    var parameters = TieParameters()
    parameters.wear()
    var walk = Walk(parameters)
    walk.tie.set(device: .zero, sigma: SIMD3(repeating: 0.6))
    if let chip { walk.tie.set(chip: .radians(chip), sigma: .degrees(3), walked: Length(300)) }
    walk.fix()
    for index in 0..<80 {
      walk.step(azimuth: 0, speed: 0)
      // The device turns about the vertical, with a field of its own ahead.
      let a = turned ? Double(index) * 0.05 : 0, z = 0.07 - (chip ?? 0) - walk.yaw
      let east = SIMD3(cos(a), 0, -sin(a)), north = SIMD3(-sin(a), 0, -cos(a))
      let own = SIMD3(off, 0, 0)
      let field = SIMD3(
        20 * sin(z) + (east * own).sum(), 20 * cos(z) + (north * own).sum(), -43 + nodding * sin(0.9 * Double(index)))
      _ = walk.tie.ingest(
        CompassReading(field: field, spread: 0, bodyEast: east, bodyNorth: north, bodyUp: SIMD3(0, 1, 0)))
      walk.fix()
    }
    return walk
  }

  @Test func someTensOfMetresShowTheChip() throws {
    #expect(Self.walked(5).tie.compassBelief == nil)
    let belief = try #require(Self.walked(120).tie.compassBelief)
    #expect(belief.chip.magnitude < .degrees(4) && belief.sigma < .degrees(4.5) && belief.walked > Length(140))
    let turned = try #require(Self.walked(250, turned: 1.6).tie.compassBelief)
    expect(abs(turned.chip.radians + 1.6), isBelow: 0.15, "\(turned)")
  }

  @Test func aKnownCompassShowsTheHeadingOnceItHasTurned() {
    #expect(Self.standing(0.1).tie.isCompassProven)
    #expect(!Self.standing(0.1, turned: false).tie.isCompassProven)
    #expect(!Self.standing(nil).tie.isCompassProven)
    // The chip's angle is taken off.
    expect(Self.standing(0.1).yawError, isBelow: .degrees(4))
  }

  @Test func anotherFieldEndsIt() { #expect(!Self.standing(0.1, field: 6).tie.isCompassProven) }

  /// A chip that has been turned on its board since shows a field that changes as the wearer turns and nods.
  @Test func aFieldThatChangesEndsIt() {
    #expect(Self.standing(0.1, nodding: 2).tie.isCompassProven)
    #expect(!Self.standing(0.1, nodding: 7).tie.isCompassProven)
  }

  @Test func aWayThatContradictsDropsIt() {
    var parameters = TieParameters()
    parameters.wear()
    var walk = Walk(parameters)
    walk.tie.set(chip: .zero, sigma: .degrees(3), walked: Length(300))
    for second in 0..<120 {
      walk.step(azimuth: walk.azimuth(second))
      walk.compass(turned: 1.2)
      walk.compass(turned: 1.2)
      walk.fix()
    }
    #expect(!walk.tie.compass.isKnown && walk.yawError < .degrees(10))
  }

  /// Ten metres with a chip that is turned do not make it known.
  @Test(arguments: [0.7, 1.6, .pi] as [Double], 1...4 as ClosedRange<UInt64>) func aTurnedChipIsNotKnownTooEarly(
    turned chip: Double, seed: UInt64
  ) {
    for seconds in stride(from: 8, through: 40, by: 4) {
      guard let belief = Self.walked(seconds, turned: chip, seed: seed).tie.compassBelief else { continue }
      expect((belief.chip + .radians(chip)).wrapped.magnitude, isBelow: .degrees(30), "\(seconds) s: \(belief)")
    }
  }
}
