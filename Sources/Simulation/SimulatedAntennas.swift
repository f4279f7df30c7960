import Geometry
import Samples

/// The two antennas of a simulated receiver: the azimuth of their line, with an error of the mount, one that changes over some
/// seconds, and white noise.
struct SimulatedAntennas {
  private let trajectory: Trajectory
  private let parameters: SimulationParameters.Antennas
  private let mount: Double
  private var wander: GaussMarkov
  private var generator: Generator
  /// Time over which reflected signals change.
  private static let wanderTime = 20.0

  init(_ trajectory: Trajectory, _ parameters: SimulationParameters.Antennas, seed: UInt64) {
    self.trajectory = trajectory
    self.parameters = parameters
    var generator = Generator(seed: seed, stream: "antennas")
    // The two errors have equal shares.
    let part = parameters.error.degrees / 2.0.squareRoot()
    mount = part * generator.gaussian3().x
    wander = GaussMarkov(
      sigma: part, timeConstant: Self.wanderTime, interval: 1 / max(1e-3, parameters.rate), generator: &generator)
    self.generator = generator
  }

  /// Returns the azimuth of a moment in degrees; nil where the line is steep, and the receiver finds none.
  mutating func azimuth(at time: Double) -> Double? {
    let error = mount + wander.next(&generator).x + parameters.noise.degrees * generator.gaussian3().x
    let direction = parameters.direction.radians
    let line = trajectory.instant(at: .seconds(time)).levelOrientation(
      Direction<Body>(sin(direction), 0, -cos(direction)))
    guard line.y.magnitude < Self.steepest else { return nil }
    return (Angle.arcTangent(line.x, -line.z) + .degrees(error)).azimuth.degrees
  }
  /// Sine of the largest elevation of the line.
  private static let steepest = 0.9
}
