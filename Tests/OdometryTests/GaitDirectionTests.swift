import Expectations
import Geometry
import Odometry
import Testing

@Suite struct GaitDirectionTests {
  /// A body whose forward acceleration leads the upward one by a quarter period, walking toward an azimuth.
  @Test(arguments: [0.0, 75, 190, 300]) func findsTheWay(degrees: Double) {
    let azimuth = Angle.degrees(degrees)
    var gait = GaitDirection(window: TimeSpan(2.5))
    var found: [GaitDirection.Window] = []
    for i in 0..<2010 {
      let phase = 2 * .pi * 1.85 * Double(i) * 0.005
      let ahead = -1.3 * sin(phase), aside = 0.6 * sin(phase / 2)
      let felt = Acceleration<Scene>(
        ahead * azimuth.sine + aside * azimuth.cosine, 9.81 + 2.5 * cos(phase),
        -(ahead * azimuth.cosine - aside * azimuth.sine))
      if let window = gait.advance(felt, over: TimeSpan(0.005)) { found.append(window) }
    }
    expect(found.count, equals: 4)
    for window in found.dropFirst() {
      expect((window.azimuth - azimuth).wrapped.degrees.magnitude, isBelow: 6)
      expect(window.coherence, isAbove: 0.5)
    }
  }
}
