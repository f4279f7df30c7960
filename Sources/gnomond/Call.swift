import Configuration
import Geometry
import Glibc
import Odometry
import Samples
import Service
import Simulation

/// The words that gnomond was called with.
struct Call {
  enum Source {
    /// What is on the board.
    case sensors
    case simulate(Plan)
    case replay(String)
  }

  var source = Source.sensors
  var speed = 1.0
  /// Where a simulation or recording begins to keep its pace; all before it comes at once.
  var beginning = TimeSpan.zero
  var seed: UInt64 = 1
  /// As `Section.Key=Value`, above what the files say.
  var flags: [String] = []
  var files = ConfigurationFiles()
  /// Where a session that is none of the board's keeps what it learns.
  var state: String?
  var options = DaemonOptions()
  /// Printed instead of running.
  var answer: String?

  init(_ words: [String]) throws(Refusal) {
    var rest = words[...]
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let inline = word.hasPrefix("--") && parts.count == 2 ? parts[1] : nil
      func value() throws(Refusal) -> String {
        guard let value = inline ?? rest.popFirst() else { throw usage("\(parts[0]) needs a value") }
        return value
      }
      func number(_ range: ClosedRange<Double>) throws(Refusal) -> Double {
        let text = try value()
        guard let number = Double(text), range.contains(number) else {
          throw usage("\(parts[0]) must be a number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
        }
        return number
      }
      switch parts[0] {
      case "--help", "-h": answer = Self.help
      case "--version": answer = "gnomond \(options.version)\n"
      case "--demo":
        source = .simulate(.cityBlocks)
      case "simulate":
        let name = try value()
        guard let plan = Plan(rawValue: name) else {
          let hint = nearest(to: name, among: Plan.allCases.map(\.rawValue)).map { "; did you mean '\($0)'?" } ?? ""
          throw usage("no plan '\(name)'\(hint)")
        }
        source = .simulate(plan)
      case "replay": source = .replay(try value())
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
        let path = try value()
        files.shared = path
        files.machine = ""
        files.dropIns = ""
      case "--record": options.recordsTo = try value()
      case "--print": options.prints = true
      case "--for": options.duration = TimeSpan(try number(0.1...1e9))
      case "--set":
        // A name in lower case is a parameter's.
        let assignment = try value()
        flags.append(assignment.first?.isUppercase == true ? assignment : "Parameters.\(assignment)")
      case "--profile": flags.append("Device.Profile=\(try value())")
      default:
        let hint = nearest(to: parts[0], among: Self.words).map { "; did you mean '\($0)'?" } ?? ""
        throw usage("'\(word)' is not understood\(hint)")
      }
    }
  }

  private static let words = [
    "--help", "--version", "--demo", "simulate", "replay", "--speed", "--from", "--seed", "--socket", "--recordings",
    "--record",
    "--print", "--for", "--set", "--profile", "--state", "--config",
  ]

  private static let help = """
    gnomond: tells its clients where the wearer is on Earth and which way they look

    usage: gnomond [simulate PLAN | replay FILE | --demo] [options]

    Without a source it waits for the sensors of the board. `gnomon status` asks it how it is.

    sources:
      --demo             a simulated walk through city blocks, in real time, again and again
      simulate PLAN      another walk or ride; `gnomon simulate --list` prints them
      replay FILE        a recording, once

    options:
      --speed N          so many times as fast as it happened (1)
      --from SECONDS     begin there: what is before it is taken as fast as can be (0)
      --seed N           which of the many simulated walks (1)
      --socket PATH      where clients connect (/run/gnomon/gnomon.sock)
      --record FILE      record every input from the first on
      --recordings DIR   where recordings are put that clients ask for (/var/lib/gnomon/recordings)
      --state DIR        where what was learned is kept (/var/lib/gnomon; a simulation or recording keeps nothing)
      --config FILE      the configuration, instead of /usr/share/gnomon, /etc/gnomon and its drop-ins
      --profile WHO      head, torso, hand, foot, vehicle or free
      --set KEY=VALUE    override a parameter, or Section.Key=VALUE any setting; repeatable
      --print            a line a second on standard output
      --for SECONDS      end after so long

    SIGTERM and SIGINT end it, SIGHUP reads the configuration again.

    """
}

/// Paths are the caller's, and the daemon may be anywhere.
private func absolute(_ path: String) -> String {
  if path.hasPrefix("/") { return path }
  guard let folder = getcwd(nil, 0) else { return path }
  defer { free(folder) }
  return "\(String(cString: folder))/\(path)"
}

private func usage(_ message: String) -> Refusal {
  Refusal(status: 64, message: "\(message)\ntry: gnomond --help")
}
