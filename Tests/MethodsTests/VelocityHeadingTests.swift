import Alignment
import Expectations
import Geodesy
import Geometry
import Methods
import Samples
import Testing
import Trials

/// The turn between the velocities of a receiver and those of the scene.
@Suite struct VelocityHeadingTests {
  func drive(
    _ yaw: Angle, speed: Double, noise: Double = 0, seed: UInt64 = 1, count: Int = 40
  ) -> EstimateBuffer {
    var generator = Generator(seed: seed)
    return buffer(
      (0..<count).map { i in
        let azimuth = Angle.degrees(Double(i) * 3)
        let velocity = Velocity<Scene>(speed * azimuth.sine, 0, -speed * azimuth.cosine)
        var estimate = estimate(Double(i), east: 0, north: 0, at: scene(Double(i), 0))
        let turned = Rotation<Scene, Level>.yaw(yaw)(velocity)
        estimate.velocity = VelocityPair(
          earth: turned + Velocity(noise * generator.gaussian(), 0, noise * generator.gaussian()), scene: velocity,
          sigma: Speed(max(noise, 0.1)))
        return estimate
      })
  }

  @Test(arguments: [0.0, 45, 120, 180, -90]) func exactVelocitiesGiveTheExactYaw(degrees: Double) throws {
    let heading = try #require(drive(.degrees(degrees), speed: 12).velocityHeading().value)
    expect(abs((heading.yaw - .degrees(degrees)).wrapped.degrees), isBelow: 1e-9)
    #expect(heading.estimates == 40 && heading.sigma > .zero && heading.sigma < .degrees(1))
  }

  @Test func aSlowMotionHasNoHeading() {
    expect(drive(.zero, speed: 0.9).velocityHeading().failure, equals: .tooSlow)
    expect(buffer(exactWalk(.zero)).velocityHeading().failure, equals: .noVelocities)
    expect(buffer([]).velocityHeading().failure, equals: .noVelocities)
  }

  @Test func noiseIsStated() throws {
    let ratios = try (UInt64(1)...200).map { seed in
      let heading = try #require(drive(.degrees(50), speed: 5, noise: 0.5, seed: seed).velocityHeading().value)
      return (heading.yaw - .degrees(50)).wrapped.magnitude / heading.sigma
    }
    // cautious, because velocities a second apart count only half
    expect(ratios.count { $0 <= 1 }, isAbove: 130)
  }
}
