import Geometry
import Samples
import Testing

@testable import Tracking

/// The strength of the surroundings' field, from readings that do not depend on the heading.
@Suite struct SurroundingsFieldTests {
  private let earth = EarthField(declination: 0.07, horizontal: 21, up: -44)

  /// Returns a window on a spot with this field of the surroundings, in a scene turned by `angle`.
  private func window(_ field: SIMD3<Double>, turned angle: Double = 0.4) -> CompassWindow.Mean {
    let east = field.x, north = earth.horizontal + field.y
    return CompassWindow.Mean(
      east: east * cos(angle) + north * sin(angle), north: north * cos(angle) - east * sin(angle),
      up: earth.up + field.z, spread: 0, bodyEast: .zero, bodyNorth: .zero)
  }

  /// Returns the standard deviation after a number of spots of one strength, one after the other.
  private func judged(_ strength: Double, spots: Int, _ g: inout Generator) -> Double {
    var field = SurroundingsField(FluxDensity(4))
    for _ in 0..<spots {
      let spot = g.gaussian3() * strength
      field.judge(window(spot), deviceField: .zero, earth: earth, drift: 0, common: 0.5)
      field.pass(1)
    }
    return field.sigma
  }

  /// A stronger field gives a larger estimate, already on one spot and better on many; without any window it is the prior.
  @Test func strengthIsFound() {
    var g = Generator(seed: 1)
    #expect((SurroundingsField(FluxDensity(4)).sigma - 4 * 2.0.squareRoot()).magnitude < 1e-9)
    func median(_ strength: Double, spots: Int) -> Double {
      (0..<200).map { _ in judged(strength, spots: spots, &g) }.sorted()[100]
    }
    let quiet = median(3, spots: 1), loud = median(12, spots: 1)
    #expect(quiet > 4 && quiet < 7 && loud > 9, "\(quiet), \(loud)")
    #expect(median(12, spots: 8) > 10 && median(3, spots: 8) < 6)
  }

  /// The estimate is the same for every turn of the scene, since it must not depend on the heading.
  @Test func theHeadingDoesNotAffectTheField() {
    for angle in [0.0, 1, 2.5, -3] {
      var field = SurroundingsField(FluxDensity(4)), other = field
      field.judge(window(SIMD3(5, -3, 2)), deviceField: .zero, earth: earth, drift: 0, common: 0.5)
      other.judge(window(SIMD3(5, -3, 2), turned: angle), deviceField: .zero, earth: earth, drift: 0, common: 0.5)
      #expect((field.variance - other.variance).magnitude < 1e-9)
    }
  }

  /// The series for the direction's variance against the mean resultant of isotropic noise added to the Earth's field.
  @Test(arguments: [2.0, 4, 6]) func directionFollowsStrength(_ sigma: Double) throws {
    var g = Generator(seed: 3), cosines = 0.0
    let count = 20_000
    for _ in 0..<count {
      let off = g.gaussian3() * sigma, x = off.x, y = earth.horizontal + off.y
      cosines += y / (x * x + y * y).squareRoot()
    }
    var field = SurroundingsField(FluxDensity(sigma / 2.0.squareRoot()))
    field.assume(window(.zero), deviceField: .zero)
    let stated = try #require(field.directionVariance), true_ = -2 * log(cosines / Double(count))
    #expect((stated / true_ - 1).magnitude < 0.06, "\(stated), \(true_)")
  }
}
