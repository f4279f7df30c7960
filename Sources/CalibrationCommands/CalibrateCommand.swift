import CalibrationRecords
import Calibrators
import CommandParts
import SceneCommands
import Text
import Wire

/// `gnomon calibrate`: one calibration, from the first instruction to a result in force.
struct CalibrateCommand: Command {
  let syntax = Syntax(
    name: "calibrate", summary: "calibrate a sensor, with instructions, progress and a grade",
    operands: "mag|accel|gyro|axes|time", operandCount: 1...1,
    explanation: """
      The daemon calibrates while it goes on tracking. It shows the next instruction, grades the result, and puts it in force
      after you accept it. Until then nothing is changed, also if you stop or the connection breaks.
        mag    the magnetometer: the field of the device itself. Turn it through all directions.
        accel  the accelerometer: still poses on six sides or more
        gyro   the gyroscope: lay it down and wait; with --turns, counted turns for its scale
        axes   the orientation of the sensors in the device: stand upright, nod, turn left
        time   the delay of one sensor against another: wave it about
      With --from it reads a recording, whose samples are uncalibrated. It uses no daemon and puts nothing in force: --out writes
      a file for 'gnomon replay --calibration FILE' and 'gnomon calibration import FILE'.

      Keys: Enter or f judges the readings so far, q or Ctrl-C stops. docs/calibration.md explains the grades and the failures.
      Exit status: 0 in force (or judged, with --from), 1 not calibrated, 3 not accepted, 69 no daemon or no such sensor, 75 another
      calibration is running.
      """,
    options: [
      .value("--seconds", "S", "judge after this time at the latest; with --from, use only this much of the recording"),
      .value("--turns", "N", "gyro: counted full turns about one axis, for the scale (0)"),
      .choice(
        "--yes", "GRADE", among: CalibrationGrade.allCases.map(\.rawValue),
        "accept this grade (good) or a better one without asking, else reject"),
      .value("--from", "RECORDING", "calibrate from a recording instead; gzip-compressed or not"),
      .value("--start", "S", "with --from: begin at this second of the recording"),
      .flag(
        "--unknown-place",
        "with --from: do not compare the field with the Earth's, for a place where steel bends it; the iron of the device is found nevertheless"
      ),
      .value(
        "--out", "FILE", "with --from: write the calibration as JSON; - is standard output", short: "-o", kind: .json),
      .flag("--plain", "no drawing: a line on each change (so without a terminal, and with TERM=dumb)"),
    ] + DaemonCall.options,
    examples: [
      ("gnomon calibrate mag", "about a minute, turning the device"),
      (
        "gnomon calibrate gyro --yes good --json",
        "for a script: status 0 if it is in force, 3 if it was not good enough"
      ),
      ("gnomon calibrate mag --from walk.gnomon --seconds 60 --out mag.json", "from the first minute of a recording"),
      ("gnomon replay walk.gnomon --calibration mag.json --score", "the effect of the calibration"),
    ])

  func run(_ arguments: Arguments) throws {
    guard let kind = CalibrationKind(rawValue: arguments.operands[0]) else {
      throw Failure.unknown(
        "kind of calibration", arguments.operands[0], among: CalibrationKind.allCases.map(\.rawValue))
    }
    let seconds = try arguments.number("--seconds", in: 1...3600)
    let turns = try arguments.whole("--turns", in: 1...100)
    if turns != nil, kind != .gyroscope { throw Failure.usage("--turns is for gyro", syntax) }
    if let recording = arguments.text("--from") {
      let start = try arguments.number("--start", in: -1e9...1e9)
      try RecordedCalibration(
        kind: kind, recording: recording, start: start, seconds: seconds, turns: turns, least: Self.least(arguments),
        output: arguments.text("--out"), syntax: syntax
      ).run(arguments)
    } else {
      for option in ["--start", "--unknown-place", "--out"] where arguments.has(option) {
        throw Failure.usage(
          "\(option) needs --from RECORDING; 'gnomon calibration export' writes the calibrations in force", syntax)
      }
      try LiveCalibration(kind: kind, seconds: seconds, turns: turns, least: Self.least(arguments)).run(arguments)
    }
  }

  /// The lowest grade that is accepted without asking; nil asks.
  private static func least(_ arguments: Arguments) -> CalibrationGrade? {
    arguments.has("--yes") ? arguments.text("--yes").flatMap(CalibrationGrade.init(rawValue:)) ?? .good : nil
  }
}
