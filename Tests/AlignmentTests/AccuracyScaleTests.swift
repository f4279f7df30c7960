import Alignment
import CAllocations
import Geodesy
import Geometry
import Samples
import Testing
import Trials

/// The factor for a receiver's stated accuracies, learned over minutes.
@Suite struct AccuracyScaleTests {
  let origin = Geodetic(latitude: Degrees(48.2), longitude: Degrees(16.37))

  /// A straight walk of some minutes with fixes of a Gauss-Markov error of 3 m, of which they state a share; the walked path has
  /// the usual errors of odometry.
  func walk(minutes: Double, stated: Double, seed: UInt64, smooth: Bool = false) -> AccuracyScale {
    var scale = AccuracyScale(), generator = Generator(seed: seed, stream: "scale")
    var error = SIMD2(3 * generator.gaussian(), 3 * generator.gaussian()), shown = error
    let stride = 1 + 0.03 * generator.gaussian(), yaw = Angle.degrees(90 + 1.5 * generator.gaussian())
    let keep = exp(-1 / 35.0), noise = 3 * (1 - keep * keep).squareRoot()
    for second in 0..<Int(60 * minutes) {
      let way = 1.4 * Double(second)
      error = keep * error + noise * SIMD2(generator.gaussian(), generator.gaussian())
      shown = smooth ? shown + (error - shown) * 0.2 : error
      let white = 0.7 * SIMD2(generator.gaussian(), generator.gaussian())
      let place = origin.moved(by: Displacement<Level>(way + shown.x + white.x, 0, shown.y + white.y))
      scale.add(
        Estimate(
          time: BootInstant(seconds: Double(second)), place: place, radius: Length(3 * 1.515 * stated),
          scene: Displacement<Scene>(0, 0, -way * stride), way: Length(way * stride)),
        yaw: yaw, sigma: .degrees(3))
    }
    return scale
  }

  func mean(_ minutes: Double, _ stated: Double, smooth: Bool = false) -> Double {
    (1...20).reduce(0) { $0 + walk(minutes: minutes, stated: stated, seed: UInt64($1), smooth: smooth).value } / 20
  }

  @Test func anHonestReceiverKeepsTheScale() {
    #expect((mean(10, 1) - 1).magnitude < 0.1)
    #expect((mean(30, 1) - 1).magnitude < 0.1)
  }

  @Test func itMovesTheRightWayInMinutesAndStaysInBounds() {
    let boaster = mean(10, 0.6), modest = mean(10, 1.5)
    #expect(boaster > 1.12 && boaster < 1.5)
    #expect(modest < 0.88 && modest > 0.5)
    #expect(mean(40, 0.6) > 1.3 && mean(40, 1.5) < 0.8)
    for stated in [0.05, 20] {
      for seed in UInt64(1)...3 {
        #expect(AccuracyScale.range.contains(walk(minutes: 40, stated: stated, seed: seed).value))
      }
    }
  }

  @Test func aMinuteChangesNoScale() {
    for seed in UInt64(1)...5 { #expect(walk(minutes: 2.5, stated: 0.3, seed: seed).value == 1) }
  }

  @Test func smoothFixesDoNotLookTooGood() {
    #expect((mean(20, 1, smooth: true) - mean(20, 1)).magnitude < 0.06)
  }

  @Test func aRestoredScaleHoldsUntilFixesContradictIt() {
    var scale = AccuracyScale()
    scale.restore(0.7, span: TimeSpan(1200))
    #expect(scale.value == 0.7)
    for (value, span) in [(Double.nan, 600.0), (3, 600), (0.7, -1), (0.7, .infinity)] {
      var other = AccuracyScale()
      other.restore(value, span: TimeSpan(span))
      #expect(other.value == 1)
    }
  }

  @Test func nothingWithoutAHeadingAndNoAllocation() {
    var scale = AccuracyScale()
    let before = allocations_of_this_thread()
    for second in 0..<1000 {
      let way = 1.4 * Double(second)
      scale.add(
        Estimate(
          time: BootInstant(seconds: Double(second)), place: origin, radius: Length(5), scene: .zero, way: Length(way)),
        yaw: .zero, sigma: second < 500 ? nil : .degrees(5))
    }
    #expect(allocations_of_this_thread() == before)
    #expect(scale.skipped > 10 && scale.used > 10)
  }
}
