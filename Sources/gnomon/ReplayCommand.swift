import Geodesy
import Geometry
import Odometry
import Recordings
import Samples
import Text
import Tracking

/// `gnomon replay`: the daemon's pipeline over a recording, as fast as it goes.
struct ReplayCommand: Command {
  let syntax = Syntax(
    name: "replay", summary: "run the pipeline over a recording and write its poses",
    operands: "FILE", operandCount: 1...1,
    explanation: "The very pipeline of the daemon. FILE may be gzip-compressed; - is standard input.",
    options: [
      .value("--poses", "OUT.csv", "one row per gyroscope sample; - is standard output"),
      .value("--profile", "WHO", "head, torso, hand, foot, vehicle or free (the recorded one, else free)"),
      .value("--set", "KEY=VALUE", "override a parameter; repeatable; --list prints them all"),
      .value("--hide-fixes", "START:LEN", "withhold the fixes of a stretch; repeatable"),
      .value("--rate", "HZ", "thin the rows"),
      .flag("--list", "print the parameters"),
      .json,
    ],
    examples: [("gnomon replay walk.gnomon --poses poses.csv --profile hand", "poses for a spreadsheet")])

  func run(_ arguments: Arguments) throws {
    let reader = try attempt { () throws(RecordingFault) in try RecordingReader(path: arguments.operands[0]) }
    let profile = Profile(rawValue: arguments.text("--profile") ?? "free") ?? .free
    var parameters = TrackerParameters(profile: profile)
    for assignment in arguments.all("--set") {
      do { try TrackerParameters.table.set(assignment, in: &parameters) } catch {
        throw Failure.usage("\(error)", syntax)
      }
    }
    let hidden = try arguments.all("--hide-fixes").map { try Hidden($0, syntax) }
    var tracker = Tracker(profile: profile, parameters: parameters)
    var output = PoseTable(path: arguments.text("--poses"))
    while let line = try attempt({ () throws(RecordingFault) in try reader.next() }) {
      guard case .sample(let sample) = line else { continue }
      if case .fix(let fix) = sample, hidden.contains(where: { $0.covers(fix) }) { continue }
      if let pose = tracker.take(sample) { output.add(pose) }
    }
    output.close()
  }
}

/// A stretch of time whose fixes are withheld: those that held or arrived in it.
private struct Hidden {
  let start: Double, end: Double

  init(_ text: String, _ syntax: Syntax) throws(Failure) {
    let numbers = text.split(separator: ":").compactMap { Double($0) }
    guard numbers.count == 2, numbers[1] >= 0 else { throw .usage("expected START:LEN, not '\(text)'", syntax) }
    start = numbers[0]
    end = numbers[0] + numbers[1]
  }

  func covers(_ fix: Fix) -> Bool {
    [fix.time, fix.arrival].contains { (start...end).contains(Double($0.nanoseconds) * 1e-9) }
  }
}
