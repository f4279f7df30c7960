import CalibrationRecords
import Expectations
import Foundation
import Recordings
import Samples
import TestData
import Testing

@testable import Calibrators

/// Phones that were waved about for a minute: real sensors, with the errors that the makers' own calibration leaves.
@Suite struct MagneticWalkTests {
  static let walks = SharedData.recordings.filter { $0.contains("/walks/ipin-") }

  @Test(.enabled(if: !walks.isEmpty, "needs shared/data")) func theFirstMinuteIsACalibration() throws {
    var accepted = 0
    for path in Self.walks {
      let reader = try RecordingReader(path: path)
      var calibrator = MagneticCalibrator()
      var first: BootInstant?
      while let line = try reader.next() {
        guard case .sample(let sample) = line else { continue }
        let start = first ?? sample.time
        first = start
        if (sample.time - start).value > 60 { break }
        calibrator.ingest(sample)
      }
      let name = URL(fileURLWithPath: path).lastPathComponent.prefix { $0 != "." }
      do throws(CalibrationFailure) {
        let result = try calibrator.result()
        accepted += 1
        let figures = result.evidence.map { "\($0.name) \(shown($0.value))" }.joined(separator: ", ")
        print(
          "\(name): \(result.grade), \(figures), delay \(shown((result.magnetometerDelay?.value ?? .nan) * 1000)) ms")
        #expect(result.evidence.allSatisfy { $0.value.isFinite })
      } catch {
        print("\(name): \(error)")
        #expect([.disturbed, .residual, .field, .undetermined].contains(error.reason))
      }
    }
    // Vigorous motion by itself is no reason to refuse.
    expect(3 * accepted, isAtLeast: 2 * Self.walks.count)
  }
}
