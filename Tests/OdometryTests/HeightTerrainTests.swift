import Expectations
import Fusion
import Geometry
import Odometry
import Samples
import Testing

/// The tiles' ground as an aiding source of the height.
@Suite struct HeightTerrainTests {
  private let start = BootInstant(seconds: 0)
  private func pressure(_ height: Double) -> Pressure { Pressure(101_325 * pow(1 - 2.25577e-5 * height, 5.25588)) }

  /// dz/dx of the prediction, by a difference quotient, is the H = 1 of the update: a change of the state moves the innovation by
  /// as much.
  @Test func theJacobianIsOne() throws {
    func innovation(_ shift: Double) -> Double {
      var filter = HeightTie(HeightParameters())
      filter.setGround(Length(300))
      filter.ingest(fix: Length(304), sigma: Length(20) / RadiusPerSigma.axisOf95, at: start)
      filter.climb(by: Length(shift))
      filter.ingest(ground: Length(300), slopeSigma: .zero, at: start)
      return filter.terrain.last.innovation.x
    }
    let step = 1e-3
    expect(abs((innovation(step) - innovation(-step)) / (2 * step) + 1), isBelow: 1e-6)
  }

  /// One wild fix is no height, nor are fixes that are off for ten or twenty seconds; fixes that stay 60 m higher for minutes are.
  @Test(arguments: [1.0, 10, 20, 300]) func aHeightThatStaysIsFollowed(_ duration: Double) throws {
    var filter = HeightTie(HeightParameters())
    for second in stride(from: 0.0, to: 400, by: 1) {
      let isOff = second >= 80 && second < 80 + duration, isNew = duration > 100 && second >= 200
      filter.ingest(fix: Length(isOff || isNew ? 260 : 200), sigma: Length(4), at: start)
      filter.advance(TimeSpan(1))
      let off = abs(try #require(filter.height).value - (isNew ? 260 : 200))
      let accuracy = try #require(filter.accuracy).value
      guard duration < 100 || second < 80 || second > 200 else { continue }
      expect(off, isBelow: 4, "\(second) s: \(off) of \(accuracy) m")
      if !isOff, second < 80 || second > 140 || isNew { expect(accuracy, isBelow: 12, "\(second) s: \(accuracy) m") }
    }
  }

  /// The first fixes are often the worst.
  @Test(arguments: [3.0, 10]) func aBadStartEnds(_ duration: Double) throws {
    var filter = HeightTie(HeightParameters())
    for second in stride(from: 0.0, to: 60, by: 1) {
      filter.ingest(fix: Length(second < duration ? 260 : 200), sigma: Length(4), at: start)
      filter.advance(TimeSpan(1))
      let off = abs(try #require(filter.height).value - 200)
      if second > duration + 15 { expect(off, isBelow: 5, "\(second) s: \(off) m") }
    }
  }

  @Test func withoutABarometerTheHeightMovesWithTheGround() throws {
    var filter = HeightTie(HeightParameters())
    filter.ingest(fix: Length(200), sigma: Length(20) / RadiusPerSigma.axisOf95, at: start)
    filter.setGround(Length(190))
    expect(filter.height?.value, equals: 200)
    filter.setGround(Length(195))
    expect(filter.height?.value, equals: 205)
    // Where the tiles end, the height stays.
    filter.setGround(nil)
    expect(filter.height?.value, equals: 205)
    filter.setGround(Length(100))
    expect(filter.height?.value, equals: 205)
  }

  @Test func theFirstGroundReplacesAPoorFix() throws {
    var filter = HeightTie(HeightParameters())
    filter.ingest(fix: Length(212), sigma: Length(16) / RadiusPerSigma.axisOf95, at: start)
    filter.setGround(Length(200))
    filter.ingest(ground: Length(200), slopeSigma: Length(0.3), at: start)
    expect(abs(try #require(filter.height).value - 200), isBelow: 0.3)
  }

  /// Stairs of nine meters, which the tiles do not have: the barometer is right, and the ground is refused.
  @Test func anUpperFloorIsNotTheGround() throws {
    var filter = HeightTie(HeightParameters())
    filter.setGround(Length(200))
    for second in 0..<300 {
      let height = second < 60 ? 200.0 : min(209, 200 + Double(second - 60) * 0.3)
      for _ in 0..<20 { filter.ingest(pressure(height), at: start) }
      filter.ingest(fix: Length(height), sigma: Length(16) / RadiusPerSigma.axisOf95, at: start)
      filter.ingest(ground: Length(200), slopeSigma: Length(0.3), at: start)
      filter.advance(TimeSpan(1))
    }
    expect(abs(try #require(filter.height).value - 209), isBelow: 1.5)
    #expect(filter.terrain.refusals.contains { $0.reason == .beyondGate && $0.count > 100 })
  }

  @Test func heightsThatAreNotFiniteAreRefused() {
    var filter = HeightTie(HeightParameters())
    filter.ingest(ground: Length(.nan), slopeSigma: .zero, at: start)
    filter.ingest(ground: Length(1), slopeSigma: Length(.infinity), at: start)
    #expect(filter.height == nil)
  }
}
