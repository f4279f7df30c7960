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
    var tracker = Tracker(profile: profile, parameters: parameters)
    let hidden = try arguments.all("--hide-fixes").map { try self.stretch($0) }
    var output = PoseTable(path: arguments.text("--poses"))
    while let line = try attempt({ () throws(RecordingFault) in try reader.next() }) {
      guard case .sample(let sample) = line else { continue }
      if case .fix(let fix) = sample, hidden.contains(where: { $0.contains(fix.time) || $0.contains(fix.arrival) }) {
        continue
      }
      if let pose = tracker.take(sample) { output.add(pose) }
    }
    output.close()
  }

  /// START:LEN in seconds, both ends included.
  private func stretch(_ text: String) throws(Failure) -> ClosedRange<BootInstant> {
    let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 2, let start = numbers[0], let length = numbers[1], length >= 0,
      start.magnitude < 1e9, length < 1e9
    else { throw .usage("--hide-fixes must be START:LEN in seconds, not '\(text)'", syntax) }
    return BootInstant(seconds: start)...BootInstant(seconds: start + length)
  }
}
