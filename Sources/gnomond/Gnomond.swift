import Glibc
import Odometry
import Samples
import Service
import Simulation
import Text
import Tracking

/// `gnomond`: parse, compose, run.
@main struct Gnomond {
  static func main() {
    do throws(Refusal) {
      let call = try Call(Array(CommandLine.arguments.dropFirst()))
      if let text = call.answer {
        print(text, terminator: "")
        return
      }
      try compose(call)
    } catch {
      complain(error.message)
      exit(error.status)
    }
  }

  private static func compose(_ call: Call) throws(Refusal) {
    var sources: [any SampleSource] = []
    var profile = call.profile, calibration = CalibrationSet()
    switch call.source {
    case .sensors: break
    case .simulate(let plan):
      let parameters = SimulationParameters()
      let itinerary = plan.itinerary(parameters)
      profile = profile ?? Profile(rawValue: itinerary.carrier.profile)
      sources.append(
        PacedSource.simulated(
          Simulation(itinerary, parameters: parameters, seed: call.seed), named: "simulate \(plan.rawValue)",
          speed: call.speed))
    case .replay(let path):
      do throws(SourceFault) {
        let metadata = try PacedSource.metadata(ofRecording: path)
        profile = profile ?? metadata["profile"].flatMap(Profile.init(rawValue:))
        if let text = metadata["calibration"] { calibration = try Self.calibration(text, path) }
      } catch {
        throw Refusal(status: 74, message: error.description)
      }
      sources.append(PacedSource.recorded(path, speed: call.speed))
    }
    let worn = profile ?? .free
    var parameters = TrackerParameters(profile: worn)
    var options = call.options
    for assignment in call.settings {
      do throws(ParameterFault) {
        try TrackerParameters.table.set(assignment, in: &parameters)
      } catch {
        throw Refusal(status: 64, message: "\(error)")
      }
    }
    let given = Set(call.settings.map { String($0.prefix { $0 != "=" }) })
    options.settings = TrackerParameters.table.parameters.map {
      .init(
        name: $0.name, value: $0.text(parameters), origin: given.contains($0.name) ? "--set" : "default", unit: $0.unit,
        meaning: $0.meaning)
    }
    let engine = Engine(
      Tracker(profile: worn, parameters: parameters, calibration: calibration), calibration: calibration)
    do throws(ServiceFault) {
      try Daemon(options, engine, sources: sources).run()
    } catch {
      throw Refusal(status: error.status, message: "\(error)")
    }
  }

  private static func calibration(_ text: String, _ path: String) throws(SourceFault) -> CalibrationSet {
    do { return try CalibrationSet(json: JSONValue(reading: text)) } catch {
      throw SourceFault("\(path), #,calibration: \(error)")
    }
  }

  private static func complain(_ text: String) {
    var line = "gnomond: \(text)\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// Why it does not run: a sentence, and a number of sysexits.h.
struct Refusal: Error {
  var status: Int32
  var message: String
}
