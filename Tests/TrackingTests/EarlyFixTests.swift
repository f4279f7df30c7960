import Geodesy
import Geometry
import Odometry
import Samples
import Testing

@testable import Tracking

/// With a receiver that starts before the gyroscope, the fixes age from their own time, not from time zero, and their corrections
/// have a valid time.
@Test(arguments: Profile.allCases) func fixesBeforeTheFirstSampleHaveAMoment(profile: Profile) {
  var tracker = Tracker(profile: profile, parameters: TrackerParameters(profile: profile))
  var times: [BootInstant] = [], radii: [Double] = []
  func collect() {
    times += tracker.corrections.map(\.time)
  }
  for second in 0..<5 {
    let time = BootInstant(seconds: 100 + Double(second))
    var fix = Fix(
      time: time, arrival: time, mode: .threeDimensional, latitude: Degrees(48 + 1e-5 * Double(second)),
      longitude: Degrees(16), height: Length(200))
    fix.horizontalError = Length(10)
    fix.verticalError = Length(15)
    _ = tracker.ingest(.fix(fix))
    collect()
  }
  for step in 0..<400 {
    let time = BootInstant(seconds: 104.5 + Double(step) / 100)
    _ = tracker.ingest(.accelerometer(AccelerometerSample(time: time, force: Vector(0, 9.81, 0))))
    collect()
    let pose = tracker.ingest(.gyroscope(GyroscopeSample(time: time, rate: Vector(0.001, 0, 0))))
    collect()
    for accuracy in [pose?.horizontalAccuracy, pose?.verticalAccuracy] {
      if let accuracy { radii.append(accuracy.value) }
    }
  }
  #expect(times.allSatisfy { $0 >= BootInstant(seconds: 99) }, "\(times.prefix(5))")
  #expect(radii.allSatisfy { $0 < 50 }, "\(radii.max() ?? 0)")
}
