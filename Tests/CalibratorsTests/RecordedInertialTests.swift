import Geometry
import Recordings
import Samples
import TestSupport
import Testing

@testable import Calibrators

/// What the calibrators make of recordings of real sensors, which were not made for them.
@Suite struct RecordedInertialTests {
  static let trials = SharedData.recordings.filter { $0.contains("_undisturbed_") }
  /// Of one model of telephone.
  static let walks = SharedData.recordings.filter { path in
    ["t02r1", "t02r2", "t03r1", "t03r2"].contains { path.contains("/ipin-\($0)") }
  }

  func samples(_ path: String) throws -> [Sample] {
    let reader = try RecordingReader(path: path)
    var samples: [Sample] = []
    while let line = try reader.next() { if case .sample(let sample) = line { samples.append(sample) } }
    return samples
  }

  /// Each rests at its beginning and its end, hundreds of seconds of motion apart; its magnetometer lags by 10.5 ms against a
  /// gyroscope whose samples are taken for readings of the moment, and so by half a sample (1.75 ms) more against ours.
  @Test(.enabled(if: !trials.isEmpty, "needs shared/data"), arguments: trials)
  func aSensorOnATableAndInMotion(path: String) throws {
    let samples = try samples(path)
    let gyroscope = GyroscopeCalibrator().taking(samples)
    #expect(try gyroscope.result().grade >= .good)
    let biases = gyroscope.biases.map(\.bias.components)
    #expect(biases.count >= 2)
    for bias in biases { #expect(degrees(length(bias - biases[0])) < 0.02) }
    let delay = try #require(try DelayCalibrator().taking(samples).result().magnetometerDelay)
    #expect(abs(delay.value - 0.01225) < 0.0015)
  }

  /// Held in a hand all the time, half a minute of it standing still: never at rest. The delay is the model's: 46 ms each time.
  @Test(.enabled(if: !walks.isEmpty, "needs shared/data"), arguments: walks)
  func aTelephoneInTheHand(path: String) throws {
    let samples = try samples(path)
    #expect(GyroscopeCalibrator().taking(samples).failure?.reason == .moved)
    let delay = try #require(try DelayCalibrator().taking(samples).result().magnetometerDelay)
    #expect(abs(delay.value - 0.046) < 0.002)
  }
}
