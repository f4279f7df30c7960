import Allan
import CalibrationRecords
import Calibrators
import Expectations
import Geometry
import Samples
import Testing

/// A record that moves is refused; what a table shows in hours is not.
@Suite struct AllanRestTests {
  private func failure(_ recorder: AllanRecorder) -> CalibrationFailure? {
    do throws(CalibrationFailure) { _ = try recorder.result(of: .gyroscope) } catch { return error }
    return nil
  }

  /// A hand that holds the sensor: it sways by a degree, at a third of a hertz.
  @Test func aSensorInAHandIsNotAtRest() throws {
    let recorder = AllanVarianceTests.recorder(120) { index, sample in
      let sway = 0.02 * sin(2.1 * Double(index) / 100)
      sample.rate = AngularVelocity(sample.rate.components + SIMD3(sway, 0, 0))
      return true
    }
    let found = try #require(failure(recorder))
    #expect(found.reason == .moved && found.finding.contains("this was not at rest: it moved in"), "\(found)")
    #expect(found.remedy.hasPrefix("lay it on something firm"))
  }

  /// A walk: turns of a radian a second.
  @Test func aWalkIsNotRest() throws {
    let recorder = AllanVarianceTests.recorder(120) { index, sample in
      sample.rate = AngularVelocity(SIMD3(0.5 * sin(11 * Double(index) / 100), 0.3, 0) + sample.rate.components)
      return true
    }
    expect(failure(recorder)?.reason, equals: .moved)
  }

  /// A drift of 0.5 °/s in ten minutes, as of a sensor that warms up, and one knock on the table.
  @Test func aDriftAndAKnockAreRest() {
    let recorder = AllanVarianceTests.recorder(600) { index, sample in
      let knock = (30_000..<30_020).contains(index) ? 0.3 : 0
      sample.rate = AngularVelocity(sample.rate.components + SIMD3(0.0087 * Double(index) / 60_000, knock, 0))
      return true
    }
    #expect(failure(recorder) == nil)
  }
}
