import Allan
import CalibrationRecords
import Calibrators
import Expectations
import Foundation
import Geodesy
import Geometry
import Samples
import Testing
import Text
import Wire

@testable import CommandParts
@testable import CalibrationCommands
@testable import Commands

/// The terminal's view of calibrations, from invented messages, so that it changes only when the drawing does.
enum CalibrationScenes {
  static let style = TerminalStyle()

  static func figure(_ name: String, _ value: Double, _ unit: String = "", bar: Double? = nil) -> FigureMessage {
    FigureMessage(name: name, value: value, unit: unit, bar: bar)
  }
  static func phrase(_ english: String) -> PhraseMessage { PhraseMessage(code: "scene", english: english) }

  /// Readings by cell after some turns about an axis that itself moves over the sphere.
  static func coverage(_ turns: Double) -> [Int] {
    var cells = [Int](repeating: 0, count: CoverageGrid.count)
    let steps = Int(turns * 30)
    for step in 0..<steps {
      let time = Double(step) / 30
      let along = Angle.radians(time * 2 * .pi), up = Angle.radians(Geometry.sin(time * 0.83) * 1.45 - 0.2)
      let level = up.cosine
      cells[CoverageGrid.cell(of: Direction<Body>(level * along.sine, up.sine, -level * along.cosine))] += 1
    }
    return cells
  }

  static func magnetometer(_ moment: Int) -> CalibrationProgressMessage {
    let turns = [1.2, 9, 30][moment]
    let cells = coverage(turns), seen = Double(cells.count { $0 > 0 }) / Double(CoverageGrid.count)
    var figures = [figure("coverage", 100 * seen, "%", bar: 80), figure("turned", turns * 360, "°")]
    if moment > 0 {
      figures += [
        figure("residual", moment == 1 ? 1.84 : 0.61, "µT"),
        figure("field", moment == 1 ? 51.3 : 49.2, "µT", bar: 49.1),
        figure("hard-iron", 38.2, "µT"), figure("heading-error", moment == 1 ? 3.6 : 1.1, "°"),
      ]
    }
    return CalibrationProgressMessage(
      fraction: [0.08, 0.55, 1][moment], isComplete: moment == 2, elapsed: [4.0, 27, 61][moment],
      instruction: phrase(
        [
          "Turn it slowly through all directions, away from iron", "Tilt the top edge down and turn once around",
          "That will do",
        ][moment]),
      warnings: moment == 1 ? [phrase("something magnetic is near: the field jumped by 12.4 µT")] : [],
      figures: figures, coverage: cells)
  }

  static let accelerometer = CalibrationProgressMessage(
    fraction: 0.5, isComplete: false, elapsed: 48, instruction: phrase("Stand it on its left edge, and let go"),
    warnings: [phrase("moved during still pose 4; that pose is not used")],
    figures: [
      figure("poses", 3, "", bar: 12), figure("still", 1.4, "s", bar: 2), figure("residual", 0.021, "m/s²", bar: 0.03),
    ])

  static let gyroscope = CalibrationProgressMessage(
    fraction: 0.7, isComplete: false, elapsed: 7, instruction: phrase("Leave it lying"),
    figures: [
      figure("rest", 7, "s", bar: 10), figure("bias-sigma", 0.004, "°/s", bar: 0.01), figure("temperature", 31.2, "°C"),
    ])

  static let axes = CalibrationProgressMessage(
    fraction: 0.33, isComplete: false, elapsed: 12,
    instruction: phrase("Now nod, as for yes: down first, three times, without turning the head"),
    figures: [figure("step", 2, "", bar: 3), figure("nods", 1, "", bar: 3)])

  static let result = CalibrationResultMessage(
    grade: "good", promise: figure("heading-error", 2, "°"),
    evidence: [
      figure("residual", 0.61, "µT"), figure("holdout-residual", 0.68, "µT", bar: 2.4),
      figure("residual-before", 17.9, "µT"),
      figure("field", 49.2, "µT", bar: 49.1), figure("dip", 65.1, "°", bar: 65.5),
      figure("coverage", 88.5, "%"),
      figure("hard-iron", 38.2, "µT"), figure("soft-iron", 4.1, "%"), figure("misalignment", 1.3, "°"),
      figure("condition", 1.06, "", bar: 3), figure("kept", 512), figure("parameters", 13),
    ],
    remarks: [phrase("made at 31 °C; it is less accurate beyond 10 K from that")], record: .null)

  static let failure = CalibrationFailureMessage(
    reason: "field", figures: [figure("field", 91, "µT", bar: 49.1)],
    finding: "the field is 91.0 µT, expected 49.1 ± 9.8",
    remedy: "steel or a magnet is within about 30 cm, or the driver's scale is wrong: go into the open and begin again")

  static func record(
    _ kind: CalibrationKind, _ grade: CalibrationGrade, _ promise: FigureMessage, made: String, inForce: Bool,
    name: String = "lis3mdl"
  ) -> JSONValue {
    let result = CalibrationResult(
      kind: kind, grade: grade, promise: CalibrationFigure(promise.name, promise.value, promise.unit),
      evidence: [CalibrationFigure("residual", 0.61, "µT"), CalibrationFigure("residual-before", 17.9, "µT")],
      temperature: .init(31.2))
    var record = CalibrationRecord(
      result,
      of: kind.subjects.map {
        .init(role: $0, identity: .init(name: name, place: "platform/soc/i2c-1/1-001e"))
      }, made: UTC(made), software: "gnomond 0.1.0", system: "Linux 6.12 aarch64",
      magneticModel: kind == .magnetometer ? "WMM2025 2026.9" : nil)
    if kind == .magnetometer {
      record.corrections.magnetometer = try? .init(validating: .init(12, -33, 14.5))
    }
    return .object((record.json.object ?? []) + [JSONMember("in_force", .bool(inForce))])
  }

  static let now = UTC("2026-11-20T09:15:00Z")
  static let records = [
    record(.magnetometer, .good, figure("heading-error", 2, "°"), made: "2026-11-17T08:00:00Z", inForce: true),
    record(.magnetometer, .fair, figure("heading-error", 4, "°"), made: "2026-09-01T08:00:00Z", inForce: false),
    record(
      .gyroscope, .excellent, figure("drift", 0.01, "°/s"), made: "2026-11-20T08:55:00Z", inForce: true,
      name: "lsm6dsox_gyro"),
    record(
      .axes, .good, figure("axes-error", 1, "°"), made: "2026-11-20T06:00:00Z", inForce: true, name: "lsm6dsox_gyro"),
  ]

  static let verdicts = [
    CalibrationVerdictMessage(
      kind: "mag", verdict: "drifting",
      figures: [figure("hard-iron-left", 3.1, "µT", bar: 2)],
      english: "3.1 µT turn with the device: calibrate when there is time"),
    CalibrationVerdictMessage(
      kind: "gyro", verdict: "good", figures: [figure("bias", 0.006, "°/s", bar: 0.05)],
      english: "the bias has not changed"),
    CalibrationVerdictMessage(
      kind: "accel", verdict: "unknown", figures: [], english: "it was never still: lay it down for ten seconds"),
  ]

  /// A quarter of an hour of rest.
  static let noise: AllanReport? = {
    var recorder = AllanRecorder(), generator = Generator(seed: 7, stream: "rest")
    var walk = SIMD3<Double>.zero
    for tick in 0..<45_000 {
      walk += generator.gaussian3() * 2e-6
      recorder.ingest(
        .gyroscope(
          GyroscopeSample(
            time: BootInstant(nanoseconds: Int64(tick) * 20_000_000),
            rate: AngularVelocity(walk + generator.gaussian3() * SIMD3(0.0012, 0.0015, 0.001)))))
    }
    return try? recorder.result(of: .gyroscope)
  }()

  static func screen(_ title: String, _ progress: CalibrationProgressMessage, _ style: TerminalStyle = style)
    -> [String]
  {
    var view = CalibrationView(title: title, style: style)
    return view.lines(progress)
  }

  static var all: [(name: String, lines: [String])] {
    var ascii = style
    ascii.isUnicode = false
    return [
      ("mag-begin", screen("gnomon calibrate mag", magnetometer(0))),
      ("mag-middle", screen("gnomon calibrate mag", magnetometer(1))),
      ("mag-end", screen("gnomon calibrate mag", magnetometer(2))),
      ("mag-ascii", screen("gnomon calibrate mag", magnetometer(1), ascii)),
      ("accel", screen("gnomon calibrate accel", accelerometer)),
      ("gyro", screen("gnomon calibrate gyro", gyroscope)),
      ("axes", screen("gnomon calibrate axes", axes)),
      ("result", CalibrationOutcome.lines(result, .magnetometer, style)),
      ("failure", CalibrationOutcome.lines(failure, .magnetometer, style)),
      ("list", CalibrationText.list(records, now: now, style)),
      ("show", (try? CalibrationText.all(records[0], now: now, style)) ?? []),
      ("verify", Verdicts.lines(verdicts, style)),
      ("allan", noise.map { AllanText.lines($0, style) } ?? []),
    ]
  }
}

/// Tests/Captures: the drawn views, some of which the guide shows. GNOMON_CAPTURES=write rewrites them on purpose.
@Suite struct CalibrationCaptureTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Tests/Captures")

  @Test(arguments: CalibrationScenes.all.map(\.name)) func theGuideShowsTheDrawnPicture(_ name: String) throws {
    let scene = try #require(CalibrationScenes.all.first { $0.name == name })
    let text = scene.lines.map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
    let file = Self.folder.appendingPathComponent("\(name).txt")
    if ProcessInfo.processInfo.environment["GNOMON_CAPTURES"] == "write" {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let kept = try String(contentsOf: file, encoding: .utf8)
    expect(kept, equals: text, "GNOMON_CAPTURES=write rewrites Tests/Captures; look at what has changed")
    #expect(scene.lines.count <= (name == "allan" ? 40 : 24) && scene.lines.allSatisfy { TextLayout.width($0) <= 80 })
  }
}
