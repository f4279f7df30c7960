import Configuration
import Geometry
import Glibc
import Odometry
import Samples
import Service
import Simulation

/// The parsed arguments of gnomond.
struct Invocation {
  enum Source {
    /// The sensors of the board.
    case sensors
    case simulate(Plan)
    case replay(String)
    /// Programs push the samples.
    case pushed
  }

  var source = Source.sensors
  var speed = 1.0
  /// The time from which a simulation or recording keeps its pace; everything before it comes at once.
  var beginning = TimeSpan.zero
  var seed: UInt64 = 1
  /// Settings as `Section.Key=Value`, which override the files.
  var flags: [String] = []
  var files = ConfigurationFiles()
  /// The folder of `--state`. A simulated or replayed session keeps its state there; without it, nowhere.
  var state: String?
  var options = DaemonOptions()
  /// A text that is printed instead of running the daemon.
  var answer: String?

  init(_ words: [String]) throws(StartFault) {
    try read(words)
    // A daemon that plays a session for the commands of a terminal has their socket; the service has its own.
    if case .sensors = source { return }
    guard !files.isNamed, !flags.contains(where: { $0.hasPrefix("Socket.Path=") }) else { return }
    if let path = getenv("GNOMON_SOCKET"), path[0] != 0 {
      flags.append("Socket.Path=\(absolute(String(cString: path)))")
    }
  }

  private mutating func read(_ words: [String]) throws(StartFault) {
    var rest = words[...]
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let inline = word.hasPrefix("--") && parts.count == 2 ? parts[1] : nil
      func value() throws(StartFault) -> String {
        guard let value = inline ?? rest.popFirst() else { throw usage("\(parts[0]) needs a value") }
        return value
      }
      func number(_ range: ClosedRange<Double>) throws(StartFault) -> Double {
        let text = try value()
        guard let number = Double(text), range.contains(number) else {
          throw usage("\(parts[0]) must be a number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
        }
        return number
      }
      switch parts[0] {
      case "--help", "-h": answer = DaemonFlags.help
      case "--version": answer = "gnomond \(options.version)\n"
      case "--demo":
        source = .simulate(.cityBlocks)
      case "--pushed": source = .pushed
      case "simulate":
        let name = try value()
        if ["--help", "-h"].contains(name) {
          answer = DaemonFlags.help
          continue
        }
        if name == "--list" {
          answer = Plan.allCases.map { $0.rawValue + "\n" }.joined()
          continue
        }
        guard let plan = Plan(rawValue: name) else {
          let hint = nearest(to: name, among: Plan.allCases.map(\.rawValue)).map { "; did you mean '\($0)'?" } ?? ""
          throw StartFault(status: 64, message: "no plan '\(name)'\(hint)\ntry: gnomon simulate --list")
        }
        source = .simulate(plan)
      case "replay":
        let path = try value()
        if ["--help", "-h"].contains(path) { answer = DaemonFlags.help } else { source = .replay(path) }
      case "--speed": speed = try number(0.01...100_000)
      case "--from": beginning = TimeSpan(try number(0...1e7))
      case "--seed": seed = UInt64(try number(0...9e15))
      case "--socket": flags.append("Socket.Path=\(absolute(try value()))")
      case "--recordings": flags.append("Recording.Directory=\(absolute(try value()))")
      case "--state":
        let path = absolute(try value())
        state = path
        flags.append("State.Directory=\(path)")
      case "--config":
        files.shared = absolute(try value())
        files.isNamed = true
        files.machine = ""
        files.dropIns = ""
      case "--record": options.recordsTo = try value()
      case "--print": options.prints = true
      case "--for": options.duration = TimeSpan(try number(0.1...1e9))
      case "--set":
        // A name in lower case is that of a parameter.
        let assignment = try value()
        flags.append(assignment.first?.isUppercase == true ? assignment : "Parameters.\(assignment)")
      case "--profile": flags.append("Device.Profile=\(try value())")
      default:
        let names = (DaemonFlags.sources + DaemonFlags.options).map(\.name)
        let hint = nearest(to: parts[0], among: names).map { "; did you mean '\($0)'?" } ?? ""
        throw usage("'\(word)' is not an option or source\(hint)")
      }
    }
  }
}

/// Makes a path absolute: it is relative to the caller's folder.
private func absolute(_ path: String) -> String {
  if path.hasPrefix("/") { return path }
  guard let folder = getcwd(nil, 0) else { return path }
  defer { free(folder) }
  return "\(String(cString: folder))/\(path)"
}

private func usage(_ message: String) -> StartFault {
  StartFault(status: 64, message: "\(message)\ntry: gnomond --help")
}
