import CalibrationRecords
import Calibrators
import Expectations
import Foundation
import Geometry
import Samples
import Storage
import TestSupport
import Testing
import Text

@testable import ScenePublishing
@testable import Service

/// org.gnomon.Calibration over the socket.
@Suite struct CalibrationServiceTests {
  private static let turn = Rotation<Body, Body>(
    about: Direction(0, 1, 0), by: .degrees(90))

  private static func gyroscope(_ x: Double) throws -> CalibrationResult {
    CalibrationResult(
      kind: .gyroscope, grade: .good, promise: CalibrationFigure("bias", 0.02, "°/s"),
      corrections: CalibrationSet(gyroscope: try Calibration(validating: Vector(x, 0, 0))))
  }

  private func named(_ reply: JSONValue) -> String { reply["error"]?.string ?? "" }
  private func english(_ reply: JSONValue) -> String { reply["parameters"]?["english"]?.string ?? "" }

  /// A gyroscope at rest, from the first request to the correction of its samples.
  @Test func aGyroscopeIsCalibratedAndInForceWithoutARestart() throws {
    let scratch = try Scratch()
    let bench = try CalibrationBench { $0.places = scratch.url.path }
    let client = try bench.stepped.client()
    let (reply, run) = try bench.make("gyro", on: client)
    let result = try #require(reply["parameters"]?["result"], "\(reply)")
    #expect(result["grade"]?.string != nil && result["promise"]?["value"]?.double ?? 1 <= 0.05)
    // Nothing changes before the result is accepted, neither in the pipeline nor on the disk.
    expect(bench.daemon.engine.calibration, equals: CalibrationSet())
    let folder = scratch.path("calibration")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)

    let scene = bench.daemon.engine.tracker.scene
    let learned = try #require(bench.daemon.engine.learned.gyroscope?.belief.bias.components)
    let accepted = try bench.ask(client, "Accept", #""run":\#(run)"#)
    expect(accepted["parameters"]?["record"]?["kind"]?.string, equals: "gyro", "\(accepted)")
    let offset = try #require(bench.daemon.engine.calibration.gyroscope?.offset.components)
    let error = (offset - bench.bias) * 180 / .pi
    expect(dot(error, error).squareRoot(), isBelow: 0.02)
    expect(bench.daemon.engine.tracker.scene, equals: scene + 1)
    // The learned bias is reduced by the new correction, so that it is not corrected twice.
    bench.lie(1)
    let left = try #require(bench.daemon.engine.learned.gyroscope?.belief.bias.components)
    let change = (left - (learned - offset)) * 180 / .pi
    expect(dot(change, change).squareRoot(), isBelow: 0.1, "\(left) of \(learned) less \(offset)")

    let list = try bench.ask(client, "List")["parameters"]?["records"]?.array ?? []
    #expect(list.count == 1 && list[0]["in_force"]?.bool == true)

    // The next start has it before the first sample.
    let again = try CalibrationBench { $0.places = scratch.url.path }
    expect(again.daemon.engine.calibration, equals: bench.daemon.engine.calibration)
  }

  @Test func aCallerThatLeavesEndsItsRun() throws {
    let scratch = try Scratch()
    let bench = try CalibrationBench { $0.places = scratch.url.path }
    bench.lie(2)
    var client: PatientClient? = try bench.stepped.client()
    _ = try bench.ask(client!, "Start", #""kind":"gyro""#, more: true)
    #expect(bench.daemon.calibrations.run != nil)
    client = nil
    try bench.stepped.step { bench.daemon.calibrations.run == nil }
    // Also if there is a result already.
    client = try bench.stepped.client()
    _ = try bench.make("gyro", on: client!)
    #expect(bench.daemon.calibrations.run != nil)
    client = nil
    try bench.stepped.step { bench.daemon.calibrations.run == nil }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("calibration")).isEmpty)
    expect(bench.daemon.engine.calibration, equals: CalibrationSet())
  }

  @Test func aSecondCalibrationIsRefusedWithTheUserOfTheFirst() throws {
    let bench = try CalibrationBench()
    bench.lie(2)
    let first = try bench.stepped.client(), second = try bench.stepped.client()
    let run = try #require(try bench.ask(first, "Start", #""kind":"gyro""#, more: true)["parameters"]?["run"]?.integer)
    let busy = try bench.ask(second, "Start", #""kind":"accel""#, more: true)
    expect(named(busy), equals: "org.gnomon.Calibration.Busy")
    #expect(busy["parameters"]?["run"]?.integer == run && english(busy).contains("gyroscope"))
    expect(named(try bench.ask(second, "Accept", #""run":\#(run)"#)), equals: "org.gnomon.Calibration.NotJudged")
    expect(named(try bench.ask(second, "Cancel", #""run":77"#)), equals: "org.gnomon.Calibration.NoSuchRun")
    expect(named(try bench.ask(second, "Cancel", #""run":\#(run)"#)), equals: "")
    // The owner of the run receives its end.
    var last = try bench.reply(to: first)
    while last["continues"]?.bool == true { last = try bench.reply(to: first) }
    expect(last["parameters"]?["failure"]?["reason"]?.string, equals: "cancelled")
    expect(named(try bench.ask(second, "Accept", #""run":\#(run)"#)), equals: "org.gnomon.Calibration.NoSuchRun")
    // The owner can start another run.
    try expect(bench.ask(first, "Start", #""kind":"gyro""#, more: true)["parameters"]?["run"]?.integer, equals: run + 1)
  }

  @Test func aFailureHasItsNameItsNumbersAndItsRemedy() throws {
    let bench = try CalibrationBench()
    let failure = CalibrationFailure(
      .disturbed, [CalibrationFigure("field", 91, "µT", bar: 59)], finding: "field 91 µT, expected 49 ± 10",
      remedy: "take steel and magnets away to half a metre")
    bench.daemon.calibrations.make = { kind, _ in Foretold(kind: kind, outcome: .failure(failure)) }
    let client = try bench.stepped.client()
    let (reply, run) = try bench.make("mag", on: client)
    let said = reply["parameters"]?["failure"]
    #expect(said?["reason"]?.string == "disturbed" && said?["remedy"]?.string == failure.remedy)
    expect(said?["figures"]?[0]?["value"]?.double, equals: 91)
    expect(named(try bench.ask(client, "Accept", #""run":\#(run)"#)), equals: "org.gnomon.Calibration.NoSuchRun")
  }

  @Test func undoRestoresTheCalibrationBefore() throws {
    let bench = try CalibrationBench()
    let client = try bench.stepped.client()
    for number in 1...2 {
      let result = try Self.gyroscope(Double(number) * 0.01)
      bench.daemon.calibrations.make = { kind, _ in Foretold(kind: kind, outcome: .success(result)) }
      let (_, run) = try bench.make("gyro", on: client)
      _ = try bench.ask(client, "Accept", #""run":\#(run)"#)
      expect(bench.daemon.engine.calibration.gyroscope?.offset.x, equals: Double(number) * 0.01)
    }
    let undone = try bench.ask(client, "Undo", #""kind":"gyro""#)
    expect(undone["parameters"]?["in_force"]?["kind"]?.string, equals: "gyro")
    expect(bench.daemon.engine.calibration.gyroscope?.offset.x, equals: 0.01)
    try expect(bench.ask(client, "Undo", #""kind":"gyro""#)["parameters"]?["in_force"]?.isNull, equals: true)
    #expect(bench.daemon.engine.calibration.gyroscope == nil)
    expect(named(try bench.ask(client, "Undo", #""kind":"gyro""#)), equals: "org.gnomon.Calibration.NothingKept")
  }

  /// Axes that are found turn the sensors from the next sample on; a second finding is added to the first, and the magnetometer
  /// of the same board turns with them.
  @Test func axesTurnTheSensorsAndAddUp() throws {
    let bench = try CalibrationBench()
    let client = try bench.stepped.client()
    let result = CalibrationResult(
      kind: .axes, grade: .good, promise: CalibrationFigure("axes", 2, "°"), inertialTurn: Self.turn)
    bench.daemon.calibrations.make = { kind, _ in Foretold(kind: kind, outcome: .success(result)) }
    for count in 1...2 {
      let (_, run) = try bench.make("axes", on: client)
      _ = try bench.ask(client, "Accept", #""run":\#(run)"#)
      var expected = Self.turn.matrix
      if count == 2 { expected = expected * Self.turn.matrix }
      expect(bench.source.found.findings.count, equals: 3)
      for finding in bench.source.found.findings {
        let mount = try #require(finding.mount)
        for row in 0..<3 {
          for column in 0..<3 { expect(abs(mount[row, column] - expected[row, column]), isBelow: 1e-12) }
        }
      }
    }
  }

  @Test func aConfiguredMountIsNotCalibrated() throws {
    let bench = try CalibrationBench {
      let socket = $0.socket
      $0.apply(.init(files: [], flags: ["IMU.MountMatrix=0,0,-1; 0,1,0; 1,0,0"]))
      $0.socket = socket
    }
    let client = try bench.stepped.client()
    let result = CalibrationResult(
      kind: .axes, grade: .good, promise: CalibrationFigure("axes", 2, "°"), inertialTurn: Self.turn)
    bench.daemon.calibrations.make = { kind, _ in Foretold(kind: kind, outcome: .success(result)) }
    let (_, run) = try bench.make("axes", on: client)
    let reply = try bench.ask(client, "Accept", #""run":\#(run)"#)
    expect(named(reply), equals: "org.gnomon.Calibration.MountConfigured")
    expect(reply["parameters"]?["setting"]?.string, equals: "IMU.MountMatrix")
    expect(reply["parameters"]?["value"]?.string, equals: "0, 0, 1; 0, 1, 0; -1, 0, 0")
    #expect(bench.daemon.calibrations.store.histories.isEmpty)
  }

  /// The folder of a board in another board: said, and not in force until it is confirmed; shared on purpose it is.
  @Test func aCalibrationOfAnotherMachineWaits() throws {
    let scratch = try Scratch()
    func bench(_ machine: String) throws -> (bench: CalibrationBench, client: PatientClient) {
      let bench = try CalibrationBench {
        $0.places = scratch.url.path
        $0.machine = machine
      }
      return (bench, try bench.stepped.client())
    }
    func health(_ bench: CalibrationBench) -> [String] { bench.daemon.calibrations.states.map(\.health) }
    let first = try bench("first")
    let (_, run) = try first.bench.make("gyro", on: first.client)
    _ = try first.bench.ask(first.client, "Accept", #""run":\#(run)"#)
    expect(health(first.bench), equals: ["unknown"])
    let second = try bench("second")
    expect(second.bench.daemon.engine.calibration, equals: CalibrationSet())
    expect(health(second.bench), equals: ["another-machine"])
    expect(named(try second.bench.ask(second.client, "Share")), equals: "org.gnomon.Calibration.NothingKept")
    let foreign = try #require(second.bench.daemon.calibrations.foreign(.gyroscope))
    #expect(second.bench.daemon.calibrations.confirm(foreign))
    #expect(try bench("second").bench.daemon.engine.calibration.gyroscope != nil)
    let again = try bench("first")
    #expect(again.bench.daemon.engine.calibration.gyroscope != nil && health(again.bench) == ["unknown"])
    try expect(bench("third").bench.daemon.engine.calibration, equals: CalibrationSet())
    let shared = try again.bench.ask(again.client, "Share")["parameters"]?["records"]?.array ?? []
    expect(shared.count, equals: 1)
    #expect(try bench("third").bench.daemon.engine.calibration.gyroscope != nil)
  }

  /// A minute in which the body turns and the field fits confirms a calibration of another machine; another iron does not.
  @Test(arguments: [0.0, 25]) func aMinuteConfirmsACalibrationThatFits(iron: Double) throws {
    let calibration = try Calibration<Microtesla>(validating: .zero)
    let record = CalibrationRecord(
      CalibrationResult(
        kind: .magnetometer, grade: .good, promise: CalibrationFigure("heading", 2, "°"),
        corrections: CalibrationSet(magnetometer: calibration)),
      of: [], made: nil, software: "", system: "")
    var watch = ForeignWatch(record, calibration, CalibrationSurroundings())
    var confirmed: Double?
    for index in 0..<1800 {
      let time = 0.05 * Double(index)
      let turn = Rotation<Body, Scene>(about: Direction(0, 1, 0), by: .radians(0.3 * time))
      let nod = Rotation<Body, Body>(about: Direction(1, 0, 0), by: .radians(0.3 * Geometry.sin(0.9 * time)))
      let orientation = turn * nod
      let field = orientation.inverse(MagneticField<Scene>(0, -43, -20)) + MagneticField<Body>(iron, 0, 0)
      let sample = MagnetometerSample(time: BootInstant(seconds: 1 + time), field: field)
      if watch.ingest(sample, orientation) != nil { confirmed = confirmed ?? time }
    }
    if iron == 0 {
      try expect(#require(confirmed), isAtLeast: 60)
    } else {
      #expect(confirmed == nil)
    }
  }

  @Test func anExportIsImportedForTheSameSensorOnly() throws {
    let bench = try CalibrationBench()
    let client = try bench.stepped.client()
    expect(named(try bench.ask(client, "Export")), equals: "org.gnomon.Calibration.NothingKept")
    let result = try Self.gyroscope(0.03)
    bench.daemon.calibrations.make = { kind, _ in Foretold(kind: kind, outcome: .success(result)) }
    let (_, run) = try bench.make("gyro", on: client)
    _ = try bench.ask(client, "Accept", #""run":\#(run)"#)
    let exported = try #require(try bench.ask(client, "Export")["parameters"]?["calibrations"])
    var text = TextBuffer()
    exported.write(to: &text)

    let other = try CalibrationBench(HandSource("platform/i2c-1/1-006b"))
    let stranger = try other.stepped.client()
    let refused = try other.ask(stranger, "Import", #""calibrations":\#(text.string)"#)
    expect(named(refused), equals: "org.gnomon.Calibration.OtherSensor")
    #expect(english(refused).contains("1-006a") && english(refused).contains("1-006b"))
    expect(other.daemon.engine.calibration, equals: CalibrationSet())
    _ = try other.ask(stranger, "Import", #""calibrations":\#(text.string),"other_sensors":true"#)
    expect(other.daemon.engine.calibration.gyroscope?.offset.x, equals: 0.03)

    for wrong in [
      "{}", #"{"records":[]}"#, #"{"records":[{"schema":7}]}"#, #"{"records":[{"schema":1,"kind":"mag"}]}"#,
    ] {
      let reply = try bench.ask(client, "Import", #""calibrations":\#(wrong)"#)
      expect(named(reply), equals: "org.gnomon.Calibration.NotACalibration", "\(wrong)")
    }
    expect(bench.daemon.engine.calibration.gyroscope?.offset.x, equals: 0.03)
  }

  @Test func anImpossibleCalibrationIsRefusedAtItsStart() throws {
    let scratch = try Scratch()
    _ = FileManager.default.createFile(atPath: scratch.path("calibration"), contents: Data("in the way".utf8))
    let bench = try CalibrationBench { $0.places = scratch.url.path }
    let client = try bench.stepped.client()
    bench.lie(2, magnetometer: false)
    let full = try bench.ask(client, "Start", #""kind":"gyro""#, more: true)
    #expect(named(full) == "org.gnomon.Calibration.NotWritable" && english(full).contains(scratch.path("calibration")))
    try FileManager.default.removeItem(atPath: scratch.path("calibration"))
    let missing = try bench.ask(client, "Start", #""kind":"mag""#, more: true)
    #expect(named(missing) == "org.gnomon.Calibration.SensorMissing" && english(missing).contains("magnetometer"))
    expect(
      named(try bench.ask(client, "Start", #""kind":"nose""#, more: true)),
      equals: "org.gnomon.Calibration.InvalidValue")
    expect(named(try bench.ask(client, "Start", #""kind":"gyro""#)), equals: "org.varlink.service.ExpectedMore")
  }

  @Test func figuresInTheJournalHaveFourDigits() {
    expect(CalibrationFigure("heading-error", 0.542356554163632, "°").text, equals: "heading-error within 0.5424 °")
    expect(CalibrationFigure("bias-error", 0.02, "°/s").text, equals: "bias-error within 0.02 °/s")
  }

  @Test func recordingsHaveTheCalibrationInForce() throws {
    let scratch = try Scratch()
    let bench = try CalibrationBench { $0.places = scratch.url.path }
    let client = try bench.stepped.client()
    try bench.daemon.engine.startRecording(scratch.path("r.gnomon"))
    let result = try Self.gyroscope(0.03)
    bench.daemon.calibrations.make = { kind, _ in Foretold(kind: kind, outcome: .success(result)) }
    let (_, run) = try bench.make("gyro", on: client)
    _ = try bench.ask(client, "Accept", #""run":\#(run)"#)
    bench.lie(1)
    bench.daemon.engine.stopRecording()
    func calibration(_ name: String) throws -> String? {
      try PacedSource.metadata(ofRecording: scratch.path(name))["calibration"]
    }
    #expect(try calibration("r.gnomon") == nil)
    try expect(calibration("r.2.gnomon")?.contains("0.03"), equals: true)
  }
}
