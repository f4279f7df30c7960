import Expectations
import Geometry
import Recordings
import Samples
import TestData
import Testing

@testable import Calibrators

/// The calibrators on recordings of real sensors, which were not made for them.
@Suite struct RecordedInertialTests {
  static let trials = SharedData.recordings.filter { $0.contains("_undisturbed_") }
  /// Recordings of one model of phone.
  static let walks = SharedData.recordings.filter { path in
    ["t02r1", "t02r2", "t03r1", "t03r2"].contains { path.contains("/ipin-\($0)") }
  }

  func samples(_ path: String) throws -> [Sample] {
    let reader = try RecordingReader(path: path)
    var samples: [Sample] = []
    while let line = try reader.next() { if case .sample(let sample) = line { samples.append(sample) } }
    return samples
  }

  /// Each recording rests at its beginning and its end, with hundreds of seconds of motion between. Its magnetometer lags by 10.5
  /// ms behind a gyroscope whose samples are treated as readings of the moment, so by half a sample (1.75 ms) more behind
  /// gnomon's.
  @Test(.enabled(if: !trials.isEmpty, "needs shared/data"), arguments: trials)
  func aSensorOnATableAndInMotion(path: String) throws {
    let samples = try samples(path)
    let gyroscope = GyroscopeCalibrator().taking(samples)
    try expect(gyroscope.result().grade, isAtLeast: .good)
    let biases = gyroscope.biases.map(\.bias.components)
    expect(biases.count, isAtLeast: 2)
    for bias in biases { expect(degrees(length(bias - biases[0])), isBelow: 0.02) }
    let delay = try #require(try DelayCalibrator().taking(samples).result().magnetometerDelay)
    expect(abs(delay.value - 0.01225), isBelow: 0.0015)
  }

  /// Held in a hand all the time, standing still for half a minute: never at rest. The delay is that of the model: 46 ms each
  /// time.
  @Test(.enabled(if: !walks.isEmpty, "needs shared/data"), arguments: walks)
  func aTelephoneInTheHand(path: String) throws {
    let samples = try samples(path)
    expect(GyroscopeCalibrator().taking(samples).failure?.reason, equals: .moved)
    let delay = try #require(try DelayCalibrator().taking(samples).result().magnetometerDelay)
    expect(abs(delay.value - 0.046), isBelow: 0.002)
  }
}
