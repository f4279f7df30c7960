import Expectations
import Geometry
import Samples
import Testing

@testable import Odometry

/// The memory of levels: heights return to those of the ground that was walked on before, and other ground keeps its own.
@Suite struct FloorLevelsTests {
  /// A walk whose height drifts by a share of its way, corrected by the memory as the filter does.
  private struct Walk {
    var levels: FloorLevels
    var place: SIMD3<Double>
    /// Height of the path less the true one.
    var error = 0.0
    var drift: Double, seconds = 0.0, matches = 0

    init(drift: Double, _ parameters: ShoeParameters = ShoeParameters()) {
      levels = FloorLevels(parameters)
      place = .zero
      self.drift = drift
      stand()
    }

    mutating func stand() {
      guard let match = levels.ingest(place + SIMD3(0, error, 0), at: seconds) else { return }
      guard match.isConfirmed, match.innovation.magnitude < match.limit else {
        return levels.settle(match, nil)
      }
      matches += 1
      let gain = match.drift / (match.drift + match.variance)
      error += gain * match.innovation
      levels.settle(match, (gain * match.innovation, 1 - gain))
    }

    /// Makes strides, each by right, up and back in meters.
    mutating func go(_ strides: Int, _ way: SIMD3<Double>) {
      for _ in 0..<strides {
        place += way
        seconds += 1.1
        error += drift * (way.x * way.x + way.z * way.z).squareRoot()
        stand()
      }
    }
  }

  private static let ahead = SIMD3(0.0, 0, -1.3), stairs = SIMD3(0.0, 0.34, -0.6)

  /// Along, two flights up, along, and back: the drift of the way out and back is gone.
  @Test(arguments: [0.006, -0.006]) func returnsToItsFloor(drift: Double) {
    var without = ShoeParameters()
    without.floorReach = .zero
    func end(_ parameters: ShoeParameters) -> Walk {
      var walk = Walk(drift: drift, parameters)
      for sign in [1.0, -1] {
        let parts: [(Int, SIMD3<Double>)] = [(12, Self.ahead), (16, Self.stairs), (12, Self.ahead)]
        for (strides, way) in sign > 0 ? parts : parts.reversed() { walk.go(strides, way * sign) }
      }
      return walk
    }
    let corrected = end(ShoeParameters()), free = end(without)
    #expect(free.matches == 0 && free.error.magnitude > 0.45, "\(free.error) m")
    #expect(corrected.error.magnitude < 0.06 && corrected.matches > 20, "\(corrected.error) m, \(corrected.matches)")
  }

  /// A ramp keeps its slope, on the way up and on the way down again.
  @Test(arguments: [0.01, 0.03, 0.06, 0.1]) func aRampStaysARamp(slope: Double) {
    var walk = Walk(drift: 0.004)
    walk.go(8, Self.ahead)
    walk.go(20, SIMD3(0, 1.3 * slope, -1.3))
    expect(
      (walk.error - 0.004 * 28 * 1.3).magnitude, isBelow: 0.002, "nothing is known of ground that was not walked on")
    walk.go(20, SIMD3(0, -1.3 * slope, 1.3))
    walk.go(8, -Self.ahead)
    expect(walk.error.magnitude, isBelow: 0.05, "\(walk.error) m")
  }

  /// Strides of another length on the way back meet the ramp between the remembered spots.
  @Test func aRampIsNotMadeOfSteps() {
    var walk = Walk(drift: 0), worst = 0.0
    walk.go(20, SIMD3(0, 0.078, -1.3))
    for _ in 0..<26 {
      walk.go(1, SIMD3(0, -0.06, 1))
      worst = max(worst, walk.error.magnitude)
    }
    expect(worst, isBelow: 0.04, "\(worst) m")
  }

  /// A podium of two steps beside ground that was walked on: it keeps its height, and so does the floor.
  @Test func aPodiumIsKeptApart() {
    var walk = Walk(drift: 0.006), worst = 0.0
    for _ in 0..<3 {
      for (strides, way) in [
        (6, Self.ahead), (1, SIMD3(0.7, 0, 0)), (2, SIMD3(0.4, 0.17, 0)), (4, SIMD3(0, 0, 1.3)),
        (4, SIMD3(0, 0, -1.3)), (2, SIMD3(-0.4, -0.17, 0)), (1, SIMD3(-0.7, 0, 0)), (6, -Self.ahead),
      ] {
        for _ in 0..<strides {
          walk.go(1, way)
          worst = max(worst, walk.error.magnitude)
        }
      }
    }
    #expect(worst < 0.15 && walk.error.magnitude < 0.05, "worst \(worst) m, at the end \(walk.error) m")
  }

  /// The floor above, on the same plan, is another one, at any drift that a walk there may have.
  @Test(arguments: [-0.01, 0, 0.01], [2.3, 2.8, 3.5]) func theFloorAboveIsAnother(drift: Double, height: Double) {
    var walk = Walk(drift: drift), worst = 0.0
    walk.go(10, Self.ahead)
    // A spiral staircase on the spot.
    for i in 0..<8 {
      let side = [SIMD3(0.5, 0, 0), SIMD3(0, 0, 0.5), SIMD3(-0.5, 0, 0), SIMD3(0, 0, -0.5)][i % 4]
      walk.go(1, side + SIMD3(0, height / 8, 0))
    }
    for sign in [-1.0, 1, -1, 1] {
      for _ in 0..<10 {
        walk.go(1, Self.ahead * sign)
        worst = max(worst, walk.error.magnitude)
      }
    }
    expect(worst, isBelow: 0.45, "\(worst) m")
  }

  /// After a long way a height is compared only where it is decisively nearer to one floor; one between two is not.
  @Test func anAmbiguousHeightMatchesNoFloor() {
    var walk = Walk(drift: 0)
    walk.go(6, Self.ahead)
    walk.levels.addDoubt(height: 2, place: 0)
    walk.go(6, -Self.ahead)
    #expect(walk.matches == 0 && walk.error == 0)
  }

  @Test func theOldestFloorsAreDroppedAndCounted() {
    var walk = Walk(drift: 0)
    walk.go(FloorLevels.capacity + 99, Self.ahead)
    #expect(walk.levels.remembered == FloorLevels.capacity && walk.levels.forgotten == 100)
    expect(walk.matches, equals: 0)
  }
}
