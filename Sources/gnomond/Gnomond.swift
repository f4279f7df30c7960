import Configuration
import EngineSettings
import Glibc
import Learned
import Odometry
import Samples
import Sensors
import Service
import Simulation
import Storage
import Text
import Tracking

/// The `gnomond` program: parses its arguments, composes the daemon, and runs it.
@main struct Gnomond {
  static func main() {
    do throws(StartFault) {
      let call = try Invocation(Array(CommandLine.arguments.dropFirst()))
      if let text = call.answer {
        print(text, terminator: "")
        return
      }
      try compose(call)
    } catch {
      warn(error.message)
      exit(error.status)
    }
  }

  private static func compose(_ call: Invocation) throws(StartFault) {
    var sources: [any SampleSource] = [], flags = call.flags, recorded: RecordedBeginning?
    var calibration = CalibrationSet()
    var options = call.options
    /// Sets the profile of a simulation or recording, unless a flag or a named file sets one.
    func suggest(_ profile: String?) {
      let isInFile =
        call.files.isNamed
        && call.files.read().configuration.entries.contains { $0.name == "Device.Profile" && $0.origin.file != nil }
      if let profile, !isInFile, !flags.contains(where: { $0.hasPrefix("Device.Profile=") }) {
        flags.insert("Device.Profile=\(profile)", at: 0)
      }
    }
    switch call.source {
    case .sensors, .pushed: break
    case .simulate(let plan):
      let parameters = plan.parameters(seed: call.seed)
      let itinerary = plan.itinerary(parameters)
      suggest(itinerary.carrier.profile)
      let simulation = Simulation(itinerary, parameters: parameters, seed: call.seed)
      options.device = RecordedBeginning([DeviceIdentity.key: simulation.identity]).device
      sources.append(
        PacedSource.simulated(
          simulation, named: "simulate \(plan.rawValue)", speed: call.speed, from: call.beginning))
    case .replay(let path):
      let beginning = try Self.beginning(ofRecording: path)
      suggest(beginning.profile?.rawValue)
      do throws(RecordedFault) {
        calibration = try beginning.calibration()
        // Checks the recorded parameters and puts them before the flags, which override them.
        _ = try beginning.parameters(of: .free)
        flags = try beginning.assignments().map { "Parameters.\($0.name)=\($0.value)" } + flags
        for fault in try beginning.unknown() { warn("\(path), #,configuration: \(fault); ignored") }
      } catch {
        throw StartFault(status: 74, message: "\(path), \(error)")
      }
      for fault in beginning.state.faults { warn("\(path), #,state: \(fault); not used") }
      recorded = beginning
      options.device = beginning.device
      sources.append(PacedSource.recorded(path, speed: call.speed, from: call.beginning))
    }
    try options.apply(configuration(call, flags, &options))
    // Flags typed by the user are refused; what a file or a recording sets is reported by the daemon.
    if let typed = options.configuration.unread.first(where: { $0.origin.file.map(call.flags.contains) ?? false }) {
      throw StartFault(status: 64, message: "--set \(typed)\ntry: gnomon replay --list")
    }
    let settings = options.configuration.settings
    if case .sensors = call.source {
      sources = SensorSources.all(settings)
      options.places = settings.state
    } else {
      options.places = call.state
      // A recording was measured elsewhere, a simulation nowhere, and what is pushed perhaps by another machine's sensors.
      options.machine = ""
    }
    options.terrain = settings.terrainFolder(state: options.places)
    // systemd makes the folder of the service; a folder given by --state may not exist yet.
    if let folder = call.state, mkdir(folder, 0o700) != 0, errno != EEXIST {
      throw StartFault(status: 74, message: "--state \(folder): cannot be made: \(String(cString: strerror(errno)))")
    }
    options.state = options.places.map { StateStore(directory: $0, machine: options.machine) }
    // A state kept in the folder is used; without one, a replayed session begins with its recorded state.
    let kept = options.state?.recall()?.rebased(from: CalibrationSet(), to: calibration)
    let beginning =
      if let recorded, kept == nil {
        SessionBeginning(
          profile: settings.profile, parameters: settings.parameters, calibration: calibration, recorded: recorded)
      } else {
        SessionBeginning(
          profile: settings.profile, parameters: settings.parameters, calibration: calibration, state: kept,
          device: options.device)
      }
    do throws(ServiceFault) {
      try Daemon(options, Engine(beginning), sources: sources).run()
    } catch {
      throw StartFault(status: error.status, message: "\(error)")
    }
  }

  /// The machine's configuration files apply to its own sensors; a simulation or recording uses the flags only, and a file that
  /// `--config` names.
  private static func configuration(
    _ call: Invocation, _ flags: [String], _ options: inout DaemonOptions
  ) throws(StartFault) -> Configuration {
    let given = Configuration(files: [], flags: flags)
    if let fault = given.faults.first {
      throw StartFault(status: 64, message: "\(fault.sentence)\ntry: gnomond --help")
    }
    if !call.files.isNamed {
      guard case .sensors = call.source else { return given }
    }
    let reader = ConfigurationReader(call.files, flags: flags)
    options.reader = reader
    do throws(ConfigurationRefusal) { return try reader.read() } catch {
      throw StartFault(
        status: 78, message: error.faults.joined(separator: "\ngnomond: ") + "\ntry: gnomon config check")
    }
  }

  private static func beginning(ofRecording path: String) throws(StartFault) -> RecordedBeginning {
    do throws(SourceFault) { return RecordedBeginning(try PacedSource.metadata(ofRecording: path)) } catch {
      throw StartFault(status: 74, message: error.description)
    }
  }

  private static func warn(_ text: String) {
    var line = "gnomond: \(TerminalText.lines(text))\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// The reason why the daemon does not run: a sentence, and an exit status of sysexits.h.
struct StartFault: Error {
  var status: Int32
  var message: String
}
