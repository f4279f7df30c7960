import CPosix
import CalibrationRecords
import Calibrators
import Geometry
import Glibc
import Samples
import Sensors
import Testing
import Text
import Wire

@testable import Service

/// Sensors that the test controls: with names like real ones, the mount of the last findings, and samples that the test chooses.
struct HandSource: SampleSource {
  let name = "hand"
  var descriptor: CInt { -1 }
  var state: SourceStatus.State? { .playing("") }
  private(set) var sensors: [PresentSensor]
  /// The last findings, for the test.
  final class Found { var findings: [SensorFinding] = [] }
  let found = Found()

  init(_ place: String = "platform/i2c-1/1-006a", roles: [SensorRole] = [.accelerometer, .gyroscope, .magnetometer]) {
    sensors = roles.map { PresentSensor(role: $0, identity: SensorIdentity(name: "imu-\($0.name)", place: place)) }
  }

  mutating func open() throws(SourceFault) {}
  mutating func wake(at now: BootInstant, into events: (SourceEvent) -> Void) {}
  mutating func close(within span: TimeSpan) -> Bool { true }
  mutating func apply(_ findings: [SensorFinding]) -> Bool {
    found.findings = findings
    for (index, sensor) in sensors.enumerated() {
      let finding = findings.first { $0.role == sensor.role && $0.identity == sensor.identity }
      sensors[index].mount = finding?.mount.map { MountMatrix(found: $0) } ?? .identity
      sensors[index].isReversed = finding?.isReversed ?? false
      sensors[index].delay = finding?.delay ?? .zero
    }
    return false
  }
}

/// A calibrator with a given outcome after a number of samples.
struct Foretold: Calibrator {
  var kind: CalibrationKind
  var outcome: Result<CalibrationResult, CalibrationFailure>
  var enough = 100
  var taken = 0

  mutating func ingest(_ sample: Sample) { if case .gyroscope = sample { taken += 1 } }
  var progress: CalibrationProgress {
    CalibrationProgress(
      fraction: min(1, Double(taken) / Double(enough)), isComplete: taken >= enough,
      instruction: CalibrationPhrase("turn", english: "turn it"), coverage: [0, 2, 0])
  }
  func result() throws(CalibrationFailure) -> CalibrationResult { try outcome.get() }
}

/// A daemon with sensors that the test controls, of a device at rest.
final class CalibrationBench {
  let stepped: Stepped
  let source: HandSource
  private var generator = Generator(seed: 5)
  private(set) var time = gnomon_boot_time() - 3_000_000_000_000
  var bias = SIMD3<Double>(0.01, -0.02, 0.005)

  init(_ source: HandSource = HandSource(), options change: (inout DaemonOptions) -> Void = { _ in }) throws {
    self.source = source
    stepped = try Stepped(sources: [source], options: change)
  }

  var daemon: Daemon { stepped.daemon }

  /// Sends samples at rest for a time in seconds, at 100 Hz.
  func lie(_ seconds: Double, magnetometer: Bool = true) {
    let begun = max(time, gnomon_boot_time() - Int64(seconds * 1e9))
    time = begun
    for index in 0..<Int(seconds * 100) {
      time += 10_000_000
      let moment = BootInstant(nanoseconds: time)
      daemon.ingest(
        .accelerometer(
          AccelerometerSample(time: moment, force: Vector(SIMD3(0, 9.80665, 0) + generator.gaussian3() * 0.02))))
      daemon.ingest(.gyroscope(GyroscopeSample(time: moment, rate: Vector(bias + generator.gaussian3() * 0.002))))
      if magnetometer, index % 4 == 0 {
        daemon.ingest(
          .magnetometer(
            MagnetometerSample(time: moment, field: Vector(SIMD3(20, -40, 5) + generator.gaussian3() * 0.3))))
      }
    }
  }

  /// Returns the answer to a call on this client's connection, or the first reply of a stream.
  func ask(_ client: PatientClient, _ method: String, _ parameters: String = "", more: Bool = false) throws -> JSONValue
  {
    client.send(
      #"{"method":"org.gnomon.Calibration.\#(method)","parameters":{\#(parameters)},"more":\#(more)}"#)
    return try reply(to: client)
  }

  func reply(to client: PatientClient) throws -> JSONValue {
    for _ in 0..<2000 {
      if let message = client.message() { return message }
      try stepped.step()
      usleep(1000)
    }
    Issue.record("nothing was answered")
    return .null
  }

  /// Starts a run, sends samples at rest until it is judged, and returns its last reply and its number.
  func make(_ kind: String, on client: PatientClient, lying seconds: Double = 20) throws -> (
    reply: JSONValue, run: Int64
  ) {
    lie(2)
    let first = try ask(client, "Start", #""kind":"\#(kind)""#, more: true)
    guard let run = first["parameters"]?["run"]?.integer else { return (first, -1) }
    lie(seconds)
    daemon.interfaces.calibration.tend()
    for _ in 0..<2000 {
      let message = try reply(to: client)
      if message["continues"]?.bool != true { return (message, run) }
    }
    return (.null, run)
  }
}
