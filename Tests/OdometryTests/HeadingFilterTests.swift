import Expectations
import Geometry
import Samples
import Testing

@testable import Odometry

@Suite struct HeadingFilterTests {
  typealias Index = HeadingFilter.Index

  /// Returns a filter in some state, with a window of readings during a turn.
  func filter(_ adjust: (inout HeadingFilter) -> Void = { _ in }) -> HeadingFilter {
    var filter = HeadingFilter(.init())
    filter.psi = 0.4
    filter.hardIron = SIMD3(2, -1, 3)
    filter.distortion = SIMD3(1, 2, -1)
    filter.north = 21
    filter.up = -43
    filter.lag = 0.008
    adjust(&filter)
    var orientation = Rotation<Body, Scene>(x: 0.3, y: 0.2, z: -0.1, w: 0.9) ?? .aligned
    for i in 0..<20 {
      let rate = AngularVelocity<Body>(0.8, -1.1, 0.5 + 0.02 * Double(i))
      orientation = orientation * Rotation<Body, Body>.exp(rate * TimeSpan(0.005))
      filter.add(MagneticField(15 + Double(i) * 0.1, -30, 25), orientation: orientation, rate: rate)
    }
    return filter
  }

  @Test func jacobianEqualsTheDifferenceQuotient() {
    let rows = filter().reading().rows
    let size = 1e-5
    for column in 0..<Index.count {
      func innovation(_ change: Double) -> SIMD3<Double> {
        filter { f in
          switch column {
          case Index.psi: f.psi = (f.psi ?? 0) + change
          case Index.hardIron..<Index.distortion: f.hardIron[column - Index.hardIron] += change
          case Index.distortion..<Index.north: f.distortion[column - Index.distortion] += change
          case Index.north: f.north += change
          case Index.up: f.up += change
          default: f.lag += change
          }
        }.reading().innovation
      }
      // y = z − h(x): its slope is −H.
      let slope = (innovation(size) - innovation(-size)) / (2 * size)
      for axis in 0..<3 {
        var element = 0.0
        for a in 0..<rows[axis].count where rows[axis].index(a) == column { element += rows[axis].value(a) }
        // `psi` and `lag` are linearized at the predicted field, not at the measured one; the innovation is the difference of the
        // two.
        let y = filter().reading().innovation
        let loose =
          column == Index.psi ? dot(y, y).squareRoot() : column == Index.lag ? 2 * dot(y, y).squareRoot() : 1e-6
        expect(abs(slope[axis] + element), isAtMost: loose + 1e-6, "axis \(axis), state \(column)")
      }
    }
  }

  /// Simulates a field, a body that turns in it, and an optional magnet.
  func run(
    seconds: Double, hardIron: (Double) -> SIMD3<Double> = { _ in .zero }, lag: Double = 0,
    turning: (Double) -> SIMD3<Double>
  ) -> (filter: HeadingFilter, headingErrors: [Double]) {
    var filter = HeadingFilter(.init())
    var orientation = Rotation<Body, Scene>.aligned
    var errors: [Double] = []
    var g = Generator(seed: 3)
    // The scene is turned by 30° against the Earth: the filter has to find this yaw.
    let yaw = Angle.degrees(30)
    let field = Rotation<Scene, Level>.yaw(yaw).inverse(MagneticField<Level>(0, -44, -20))
    for i in 0..<Int(seconds / 0.01) {
      let t = Double(i) * 0.01
      let rate = AngularVelocity<Body>(turning(t))
      orientation = orientation * Rotation<Body, Body>.exp(rate * TimeSpan(0.01))
      let then = orientation * Rotation<Body, Body>.exp(rate * TimeSpan(-lag))
      let reading = then.inverse(field).components + hardIron(t) + g.gaussian3() * 0.3
      filter.add(MagneticField(reading), orientation: orientation, rate: rate)
      if i % 10 == 9 {
        filter.closeWindow(TimeSpan(0.1), headingGrowth: 1e-8)
        errors.append(((filter.yaw ?? .zero) - yaw).wrapped.degrees)
      }
    }
    return (filter, errors)
  }

  @Test func findsYawAndLag() {
    let (filter, errors) = run(seconds: 40, lag: 0.01) { t in SIMD3(2 * sin(t), 2.5 * sin(0.7 * t), 1.5 * cos(1.2 * t))
    }
    expect(abs(filter.lag - 0.01), isBelow: 0.004)
    #expect(errors.suffix(100).allSatisfy { abs($0) < 1.5 })
    expect(filter.sigma.degrees, isBelow: 6)
  }

  @Test func aMagnetPutOnAtRestMovesHeadingLittle() {
    // The magnet is added at 15 s, at rest; the turns from 25 s on show that it turns with the body.
    let (filter, errors) = run(seconds: 70, hardIron: { $0 > 15 ? SIMD3(-2.7, -0.5, 26) : .zero }) { t in
      t < 5 || t > 25 ? SIMD3(1.5 * sin(t), 2 * sin(0.7 * t), 1.2 * cos(1.1 * t)) : .zero
    }
    expect(errors[150...].map(abs).max() ?? 99, isBelow: 4)
    expect(errors.suffix(100).map(abs).max() ?? 99, isBelow: 2)
    expect((filter.hardIron - SIMD3(-2.7, -0.5, 26)).max(), isBelow: 3)
  }

  @Test func repeatedReadingsAreNotFused() {
    var filter = HeadingFilter(.init())
    let field = MagneticField<Body>(20, -40, 5)
    filter.add(field, orientation: .aligned, rate: .zero)
    filter.closeWindow(TimeSpan(0.1), headingGrowth: 0)
    let sigma = filter.sigma
    for _ in 0..<100 {
      filter.add(field, orientation: .aligned, rate: .zero)
      filter.closeWindow(TimeSpan(0.1), headingGrowth: 0)
    }
    expect(filter.sigma, equals: sigma)
  }
}
