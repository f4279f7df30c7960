import CommandParts
import Geodesy
import Geometry
import Playback
import Recordings
import Reports
import Samples
import SceneCommands
import Text

/// `gnomon score`: the accuracy of poses, against the truth of their recording.
struct ScoreCommand: Command {
  let syntax = Syntax(
    name: "score", summary: "compare poses with the truth in their recording",
    operands: "RECORDING POSES.csv", operandCount: 2...2,
    explanation: """
      POSES.csv is the output of 'gnomon replay --poses', or any table with the columns t, qx, qy, qz, qw, lat, lon, height and
      yaw_offset. Angles are root mean squares in degrees, distances in metres. With --hidden, the growth of the error over a
      stretch in which the fixes were withheld.
      """,
    options: [
      .value("--hidden", "START:LEN", "a stretch that was replayed with --hide-fixes; repeatable"), .json,
    ],
    examples: [("gnomon replay walk.gnomon --poses p.csv && gnomon score walk.gnomon p.csv", "replay and compare")])

  func run(_ arguments: Arguments) throws {
    let hidden = try arguments.all("--hidden").map { try Stretch($0, "--hidden", syntax) }
    var truth = TruthComparison()
    let reader = try attempt { () throws(RecordingFault) in try RecordingReader(path: arguments.operands[0]) }
    while let line = try attempt({ () throws(RecordingFault) in try reader.next() }) { truth.record(line) }
    try PoseReader.read(arguments.operands[1], into: &truth)
    truth.close()
    let accuracy = Accuracy(truth, hidden: hidden)
    if truth.references == 0 { throw Failure.data("\(arguments.operands[0]): no truth (R lines) to score against") }
    if arguments.has("--json") { Terminal.print(accuracy.json) } else { Terminal.print(accuracy.text) }
  }
}

/// Reads a table of poses.
enum PoseReader {
  static func read(_ path: String, into truth: inout TruthComparison) throws(Failure) {
    let bytes = try contents(of: path)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
    // Comments before the names, as `gnomon replay --explain` writes them.
    let skipped = lines.prefix { $0.first == UInt8(ascii: "#") }.count
    guard let head = lines.dropFirst(skipped).first else { throw .data("\(path): empty") }
    let names = head.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let wanted = ["t", "qx", "qy", "qz", "qw", "lat", "lon", "height", "yaw_offset"]
    var columns: [Int] = []
    for name in wanted {
      guard let column = names.firstIndex(of: name) else { throw .data("\(path):\(skipped + 1): no column \(name)") }
      columns.append(column)
    }
    var last: BootInstant?
    for (index, line) in lines.enumerated().dropFirst(skipped + 1) {
      let fields = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      var values: [Double?] = []
      for column in columns {
        guard column < fields.count else { throw .data("\(path):\(index + 1): too few fields") }
        let text = String(decoding: fields[column], as: UTF8.self)
        let value = Double(numeral: text)
        if value == nil && !text.isEmpty { throw .data("\(path):\(index + 1): '\(text)' is not a number") }
        values.append(value)
      }
      guard let time = values[0], let x = values[1], let y = values[2], let z = values[3], let w = values[4],
        let stated = StatedRotation<Body, Scene>(x: x, y: y, z: z, w: w)
      else { throw .data("\(path):\(index + 1): orientation is not a unit quaternion") }
      let moment = BootInstant(seconds: time)
      if let last, moment <= last { throw .data("\(path):\(index + 1): time does not increase") }
      var place: Reference.Place?
      if let latitude = values[5], let longitude = values[6] {
        place = .init(latitude: Degrees(latitude), longitude: Degrees(longitude), height: values[7].map(Length.init))
      }
      let yaw = Rotation<Scene, Level>.yaw(.degrees(values[8] ?? 0))
      truth.record(at: moment, yaw * stated.rotation, place)
      last = moment
    }
    guard last != nil else { throw .data("\(path): no poses") }
  }
}
