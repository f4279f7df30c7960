import Geometry
import Samples
import Testing

@testable import Odometry

/// The strapdown filter of a carried device: its rows are derivatives, and it finds a heading without a start value.
@Suite struct StrapdownTests {
  private static let gravity = 9.8

  private func fix(_ t: Double, _ place: SIMD2<Double>, _ velocity: SIMD2<Double>?) -> StrapdownFix {
    let held = BootInstant(seconds: t)
    return StrapdownFix(
      place: .init(east: place.x, north: place.y, up: 0, sigma: 0.01, sigmaUp: 0.02, held: held),
      velocity: velocity.map { .init(east: $0.x, north: $0.y, up: nil, sigma: 0.03, held: held) })
  }

  /// In the middle of a turn, with every state away from zero.
  private func filterInATurn() -> Strapdown {
    var filter = Strapdown(
      StrapdownParameters(),
      orientation: Rotation<Scene, Level>.aligned * AttitudeFilter.level(Acceleration(0.4, 9.7, -0.8)),
      headingSigma: .degrees(20), bias: nil, gravity: Self.gravity, near: .zero, at: BootInstant(seconds: 0),
      by: fix(0, SIMD2(3, 4), SIMD2(1, 0.5)))
    filter = filter.moved(Strapdown.Index.placeDelay, by: 0.05).moved(Strapdown.Index.velocityDelay, by: -0.04)
    for i in 1...150 {
      let t = Double(i) * 0.01
      filter.advance(
        to: BootInstant(seconds: t), rate: AngularVelocity(0.2 * sin(9 * t), 0.8, 0.1 * cos(7 * t)),
        over: TimeSpan(0.01), force: Acceleration(1 + sin(20 * t), 9.8, -0.5 + cos(11 * t)))
    }
    return filter
  }

  private func derivative(_ filter: Strapdown, _ h: (Strapdown) -> [Double]) -> [[Double]] {
    let step = 1e-5
    let columns = (0..<Strapdown.Index.count).map { i in
      zip(h(filter.moved(i, by: step)), h(filter.moved(i, by: -step))).map { ($0 - $1) / (2 * step) }
    }
    return columns[0].indices.map { row in columns.map { $0[row] } }
  }

  private func dense(_ row: SparseRow) -> [Double] {
    var result = [Double](repeating: 0, count: Strapdown.Index.count)
    for i in 0..<row.count { result[row.index(i)] += row.value(i) }
    return result
  }

  @Test(arguments: [0.1, 0.35, 0.8]) func rowsAreDerivatives(age: Double) throws {
    let filter = filterInATurn()
    let held = BootInstant(seconds: 1.5 - age)
    func past(_ filter: Strapdown) -> [Double] {
      guard let place = filter.history.moment(at: held - TimeSpan(filter.placeDelay)),
        let motion = filter.history.moment(at: held - TimeSpan(filter.velocityDelay))
      else { return [] }
      return (0..<3).map { place.position[$0] } + (0..<3).map { motion.velocity[$0] }
    }
    let numerical = derivative(filter, past)
    let place = try #require(filter.history.moment(at: held - TimeSpan(filter.placeDelay)))
    let then = held - TimeSpan(filter.velocityDelay)
    let motion = try #require(filter.history.moment(at: then)), push = try #require(filter.acceleration(at: then))
    for axis in 0..<3 {
      let placeRow = dense(filter.placeRow(place, axis)), motionRow = dense(filter.velocityRow(motion, push, axis))
      for i in 0..<Strapdown.Index.count {
        // The history is a chain of cubics whose ends are a window apart; the acceleration is a mean over a tenth of a second.
        let tolerance = i == Strapdown.Index.placeDelay ? 0.02 : 2e-3
        #expect((placeRow[i] - numerical[axis][i]).magnitude < tolerance, "place, axis \(axis), state \(i)")
        guard i != Strapdown.Index.velocityDelay else {
          #expect((motionRow[i] - numerical[3 + axis][i]).magnitude < 0.6, "velocity, axis \(axis), delay")
          continue
        }
        #expect((motionRow[i] - numerical[3 + axis][i]).magnitude < 2e-3, "velocity, axis \(axis), state \(i)")
      }
    }
  }

  /// A circle, walked with a device that does not turn and whose heading is unknown; its fixes are later than expected.
  @Test(arguments: [0.0, 100, 190, 280], [true, false]) func findsAHeadingFromNothing(heading: Double, places: Bool)
    throws
  {
    var strapdown = CarriedStrapdown(StrapdownParameters())
    let speed = 1.3, pace = 0.4, delay = 0.12
    let truth = Rotation<Body, Level>.aligned(turned: heading)
    var led: Double?
    for i in 1...6000 {
      let t = Double(i) * 0.01, now = BootInstant(seconds: t), angle = pace * t
      let felt = Acceleration<Level>(-speed * pace * sin(angle), Self.gravity, speed * pace * cos(angle))
      strapdown.advance(to: now, rate: .zero, over: TimeSpan(0.01), force: truth.inverse(felt))
      guard i % 25 == 0 else { continue }
      let then = pace * (t - delay)
      var fix = fix(
        t, SIMD2(sin(then), cos(then)) * (speed / pace), SIMD2(cos(then), -sin(then)) * speed)
      if places { fix.velocity = nil } else { fix.place = nil }
      strapdown.ingest(fix, at: now) {
        .init(orientation: .aligned(turned: 0), place: .zero, bias: nil, gravity: Self.gravity)
      }
      if led == nil, strapdown.leads(at: now) { led = t }
    }
    #expect(try #require(led) < 30)
    let off = (strapdown.orientation * truth.inverse).logarithm.norm
    #expect(off.degrees < max(1, 3 * strapdown.headingSigma.degrees) && off.degrees < 6)
    #expect(strapdown.headingSigma < .degrees(12))
    let there = SIMD2(sin(pace * 60), cos(pace * 60)) * (speed / pace)
    // On a circle at constant speed a delay is equivalent to a turn of everything: the remaining part cannot be found here.
    if places { #expect(hypot(strapdown.place.x - there.x, strapdown.place.y - there.y) < 0.2) }
  }

  /// A precise receiver whose places jump aside again and again: the filter relocates, then stops, and starts anew; each is counted.
  @Test func repeatedJumpsStopTheFilter() {
    var strapdown = CarriedStrapdown(StrapdownParameters())
    let speed = 1.3, pace = 0.4
    let truth = Rotation<Body, Level>.aligned(turned: 100)
    var wasRunning = false
    for i in 1...12000 {
      let t = Double(i) * 0.01, now = BootInstant(seconds: t), angle = pace * t
      let felt = Acceleration<Level>(-speed * pace * sin(angle), Self.gravity, speed * pace * cos(angle))
      strapdown.advance(to: now, rate: .zero, over: TimeSpan(0.01), force: truth.inverse(felt))
      guard i % 25 == 0 else { continue }
      // From 33 s on another place as soon as the last one was accepted, which takes `patience`.
      let jump = Double(max(0, i - 3000) / 325) * 20
      strapdown.ingest(fix(t, SIMD2(sin(angle), cos(angle)) * (speed / pace) + SIMD2(jump, 0), nil), at: now) {
        .init(orientation: .aligned(turned: 0), place: .zero, bias: nil, gravity: Self.gravity)
      }
      wasRunning = wasRunning || strapdown.isRunning
    }
    #expect(wasRunning)
    #expect(strapdown.incidents[.contradiction] > 0 && strapdown.incidents[.relocation] > 0)
  }

  /// Without motion the headings cannot be distinguished, and no filter runs.
  @Test func standsBy() {
    var strapdown = CarriedStrapdown(StrapdownParameters())
    for i in 1...100 {
      let now = BootInstant(seconds: Double(i))
      strapdown.ingest(fix(Double(i), SIMD2(0.02, -0.01) * Double(i % 3), SIMD2(0.05, 0.02)), at: now) { nil }
    }
    #expect(!strapdown.isRunning && !strapdown.leads(at: BootInstant(seconds: 100)))
    #expect(strapdown.aids.allSatisfy { $0.state(at: BootInstant(seconds: 100)) == .waiting })
  }
}

extension Rotation where From == Body, To == Level {
  fileprivate static func aligned(turned heading: Double) -> Rotation<Body, Level> {
    let turn: Rotation<Scene, Level> = Rotation<Level, Level>.azimuth(.degrees(heading)) * .aligned
    return turn * AttitudeFilter.level(Acceleration(0, 9.8, 0))
  }
}

extension Strapdown {
  func moved(_ index: Int, by amount: Double) -> Strapdown {
    var result = self
    var correction = StateVector()
    correction[index] = amount
    result.apply(correction)
    return result
  }
}
