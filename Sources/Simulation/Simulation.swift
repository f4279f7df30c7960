public import Geodesy
import Geometry
public import Samples

/// A simulated session: an itinerary with known truth, and the recording of all sensors on it. The same itinerary, parameters,
/// faults and seed give the same lines, byte for byte.
public struct Simulation: Sendable {
  public let itinerary: Itinerary
  public let parameters: SimulationParameters
  public let faults: [Fault]
  public let seed: UInt64
  public let trajectory: Trajectory
  /// UTC at boottime 0.
  public let started: UTC

  public init(
    _ itinerary: Itinerary, parameters: SimulationParameters = .init(), faults: [Fault] = [], seed: UInt64 = 1,
    started: UTC = UTC(nanosecondsSince1970: 1_780_304_400_000_000_000)  // 2026-06-01T09:00:00Z
  ) {
    self.itinerary = itinerary
    self.parameters = parameters
    self.faults = faults
    self.seed = seed
    self.started = started
    trajectory = itinerary.trajectory(parameters, seed: seed)
  }

  /// The device, as in a recording's metadata: each seed has another, with a field of its own.
  public var identity: String { #"{"machine":"simulated-\#(seed)","sensors":"simulated","mounts":""}"# }

  /// The ground that the plan or the way leads over.
  public var hills: Hills { Hills(start: itinerary.start, parameters) }

  /// Emits all lines in order of arrival.
  public func run(_ emit: (RecordingLine) throws -> Void) throws {
    var session = SimulatedSession(self)
    while let line = try session.next() { try emit(line) }
  }
}

extension Itinerary {
  func trajectory(_ parameters: SimulationParameters, seed: UInt64) -> Trajectory {
    let plane = TangentPlane(origin: start)
    switch source {
    case .steps: return TrajectoryBuilder(self, parameters, seed: seed).build()
    case .person(let behaviour):
      let person = Person(parameters, seed: seed), spacing = TrajectoryBuilder.spacing
      let outing = behaviour.outing(person, parameters, seed: seed)
      let motion = PersonMotion(person, outing, parameters, seed: seed, spacing: spacing).motion()
      return Trajectory(
        carrier: carrier, plane: plane, duration: TimeSpan(outing.time),
        spline: UniformSpline(spacing: spacing, controls: motion.controls), mount: .aligned)
    case .trace(let trace):
      return Trajectory(
        carrier: carrier, plane: plane, duration: trace.duration, spline: trace.spline(parameters.traceSpacing),
        mount: .aligned, angles: .quaternion)
    }
  }
}
