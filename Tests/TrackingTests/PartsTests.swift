import Expectations
import Geodesy
import Geometry
import Odometry
import Samples
import Testing

@testable import Tracking

@Suite struct PartsTests {
  @Test func aWalkerGoesOnForAStepAtMost() {
    var trail = StepTrail()
    func at(_ seconds: Double) -> BootInstant { BootInstant(seconds: seconds) }
    expect(trail.ahead(at: at(1)), equals: .zero)
    for i in 1...100 { trail.add(SIMD2(0, 0.6), over: TimeSpan(0.5), until: at(10 + 0.5 * Double(i))) }
    expect((trail.position.y - 60).magnitude, isBelow: 1e-9)
    expect((trail.ahead(at: at(60.25)).y - 0.3).magnitude, isBelow: 1e-9)
    #expect((trail.ahead(at: at(99)).y - 0.6).magnitude < 1e-9 && trail.ahead(at: at(59)) == .zero)
  }

  @Test func theBaseLineIsTheLongestWayFromTheFirstFix() {
    var baseline = FixBaseline()
    baseline.advance(to: Displacement(90, 0, 0))
    expect(baseline.length, equals: .zero)
    // The position at the fix is unknown: the next one counts.
    baseline.ingest(fixAt: nil)
    baseline.advance(to: Displacement(10, 5, 0))
    baseline.advance(to: Displacement(40, 0, -40))
    baseline.ingest(fixAt: Displacement(40, 0, -40))
    baseline.advance(to: Displacement(10, 0, 0))
    expect((baseline.length.value - 50).magnitude, isBelow: 1e-9)
  }

  @Test func tangentFrameGoesThereAndBack() {
    var frame = TangentFrame(origin: Geodetic(latitude: Degrees(48.2), longitude: Degrees(16.3)))
    let place = frame.place(at: SIMD2(120, -75), height: Length(200))
    let back = frame.offset(of: place)
    #expect(hypot(back.x - 120, back.y + 75) < 1e-6 && place.height.value == 200)
    #expect(frame.move(to: SIMD2(10, 10), beyond: Length(1000)) == nil)
    #expect(frame.move(to: SIMD2(120, -75), beyond: Length(100)) != nil)
    let origin = frame.offset(of: place)
    expect(hypot(origin.x, origin.y), isBelow: 1e-6)
  }

  @Test func barometerCarriesHeight() {
    var filter = HeightTie(HeightParameters())
    let start = BootInstant(seconds: 0)
    func pressure(_ height: Double) -> Pressure { Pressure(101_325 * pow(1 - 2.25577e-5 * height, 5.25588)) }
    for _ in 0..<60 {
      filter.ingest(pressure(200), at: start)
      filter.ingest(fix: Length(243), sigma: Length(20) / RadiusPerSigma.axisOf95, at: start)
      filter.advance(TimeSpan(1))
    }
    expect(((filter.height?.value ?? 0) - 243).magnitude, isBelow: 0.5)
    for _ in 0..<200 { filter.ingest(pressure(206), at: start) }
    expect(((filter.height?.value ?? 0) - 249).magnitude, isBelow: 0.2)
  }

  @Test func compassWindowsAverage() {
    var window = CompassWindow()
    var result: CompassWindow.Mean?
    for _ in 0..<50 {
      window.add(MagneticField<Body>(3, -40, -20), .aligned)
      if window.advance(TimeSpan(0.01), length: TimeSpan(0.5)) { result = window.popMean() }
    }
    expect(result.map { ($0.east - 3).magnitude + ($0.north - 20).magnitude + $0.spread < 1e-6 }, equals: true)
  }
}
