import Geometry
import Samples
import Simulation

/// The lines of a plan with a low-cost sensor, 100 samples a second, until a moment.
func simulatedLines(_ plan: Plan, seed: UInt64, until end: Double) throws -> [RecordingLine] {
  var parameters = SimulationParameters()
  parameters.imuRate = 100
  parameters.truthRate = 1
  let simulation = Simulation(plan.itinerary(parameters), parameters: parameters, seed: seed)
  var lines: [RecordingLine] = []
  struct Enough: Error {}
  do {
    try simulation.run { line in
      if let time = line.time, time > BootInstant(seconds: end) { throw Enough() }
      lines.append(line)
    }
  } catch is Enough {}
  return lines
}
