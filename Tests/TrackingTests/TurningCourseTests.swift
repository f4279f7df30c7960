import Expectations
import Fusion
import Geometry
import Samples
import Testing

@testable import Tracking

/// A course that turns is followed without a lag, and one that does not stays.
@Suite struct TurningCourseTests {
  /// Walks for a minute with a rate of turn; returns the course's error at the end.
  private func error(turning rate: Angle, looking gaze: (Int) -> Angle = { _ in .zero }) -> Angle {
    var course = TurningCourse(.zero, variance: 0.5), last = Angle.zero
    for second in 1...60 {
      let truth = rate * Double(second), look = (truth + gaze(second)).wrapped
      course.advance(TimeSpan(1), walk: Angle.degrees(2).radians)
      course.ingest(rate: (look - last).wrapped.radians, variance: 0.2)
      last = look
      guard second % 3 == 0 else { continue }
      _ = course.ingest((truth - rate * 1.35).wrapped, ago: TimeSpan(1.35), variance: 0.02)
    }
    return (course.azimuth(ago: .zero) - rate * 60).wrapped
  }

  @Test(arguments: [-12.0, -8, 0, 4, 8, 12]) func turns(rate: Double) {
    let error = error(turning: .degrees(rate))
    // A straight course would be 1.35 s and more behind: up to 16°.
    expect(abs(error.radians), isBelow: Angle.degrees(0.3 * abs(rate) + 0.1).radians, "\(error)")
  }

  /// The gaze's turns are not the course's.
  @Test func looksAbout() {
    let error = error(turning: .zero) { .degrees($0 % 4 < 2 ? 40 : -40) }
    expect(abs(error.radians), isBelow: Angle.degrees(4).radians, "\(error)")
  }

  /// A measured azimuth of a moment ago moves the course by the Kalman gain of the course then, here against a numeric difference.
  @Test func aMomentAgoIsLinear() {
    var course = TurningCourse(.degrees(10), variance: 0.3)
    course.advance(TimeSpan(2), walk: 0.05)
    course.ingest(rate: 0.1, variance: 0.05)
    func moved(by step: Double) -> (azimuth: Double, ago: Double) {
      var one = course
      let measured = course.azimuth(ago: TimeSpan(1)) + .radians(step)
      _ = one.ingest(measured, ago: TimeSpan(1), variance: 0.1)
      return (
        (one.azimuth(ago: .zero) - course.azimuth(ago: .zero)).wrapped.radians,
        (one.azimuth(ago: TimeSpan(1)) - course.azimuth(ago: TimeSpan(1))).wrapped.radians
      )
    }
    let small = moved(by: 1e-4), large = moved(by: 0.1)
    expect(abs(small.azimuth / 1e-4 - large.azimuth / 0.1), isBelow: 1e-6)
    // The moment itself moves by less than it was off, and not by nothing.
    #expect((0.01..<1).contains(large.ago / 0.1))
  }
}
