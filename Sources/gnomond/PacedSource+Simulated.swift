import Geometry
import Samples
import Sensors
import Service
import Simulation

extension PacedSource {
  /// Returns a source that repeats a simulated session without end.
  static func simulated(
    _ simulation: Simulation, named name: String, speed: Double = 1, from beginning: TimeSpan = .zero
  ) -> PacedSource {
    PacedSource(name: name, speed: speed, from: beginning, loopingAfter: TimeSpan(3)) {
      () throws(SourceFault) -> Supply in
      var session = SimulatedSession(simulation)
      return { () throws(SourceFault) -> Sample? in
        do {
          while let line = try session.next() {
            if case .sample(let sample) = line { return sample }
          }
          return nil
        } catch {
          throw SourceFault("\(error)")
        }
      }
    }
  }
}
