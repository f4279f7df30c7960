import Expectations
import Geodesy
import Geometry
import Sharing
import Testing

@Suite struct BlurTests {
  @Test func allPlacesOfACellBecomeOne() {
    let blur = Blur(size: Length(200), team: "red")
    var generator = Generator(seed: 7), blurred: Set<Geodetic> = []
    var farthest = 0.0
    for _ in 0..<20_000 {
      let place = here.moved(
        by: Displacement<Level>(generator.uniform() * 400 - 200, 0, generator.uniform() * 400 - 200))
      let cell = blur.place(Geodetic(latitude: place.latitude, longitude: place.longitude))
      let offset = cell.smallOffset(to: place)
      farthest = max(farthest, hypot(offset.x, offset.z))
      blurred.insert(cell)
      expect(blur.place(cell), equals: cell)
    }
    // 400 m on a grid of 200 m.
    #expect((4...9).contains(blurred.count), "\(blurred.count) cells")
    // Half a diagonal, and the difference between the sphere of the grid and the ellipsoid.
    #expect(farthest < 100 * 2.0.squareRoot() * 1.01 && farthest > 130)
  }

  @Test func anAverageOfManyPosesRevealsNoPlace() {
    let blur = Blur(size: Length(100), team: "red")
    let home = blur.place(here).moved(by: Displacement<Level>(30, 0, -20))
    var generator = Generator(seed: 1), sum = SIMD2(0.0, 0.0)
    for _ in 0..<1000 {
      let noisy = home.moved(by: Displacement<Level>(generator.uniform() * 20 - 10, 0, generator.uniform() * 20 - 10))
      let offset = blur.place(here).smallOffset(to: blur.place(noisy))
      sum += SIMD2(offset.x, offset.z)
    }
    expect(sum, equals: SIMD2(0, 0))
  }

  @Test func teamsHaveOtherGrids() {
    let red = Blur(size: Length(1000), team: "red").place(here),
      blue = Blur(size: Length(1000), team: "blue").place(here)
    expect(red, differsFrom: blue)
  }

  @Test func aBlurredPoseHasNoDirectionAndAnHonestRadius() {
    let blurred = Blur(size: Length(100), team: "red").pose(pose(time: 1_795_000_000_789))
    #expect(blurred.rotation == nil && blurred.headingAccuracy == nil && blurred.velocity == nil)
    expect(blurred.accuracy, isAtLeast: Length(100))
    expect(blurred.time, equals: 1_795_000_000_000)
    #expect(!blurred.text.contains("quaternion"))
  }

  @Test(arguments: [(89.99999, 0.0), (-90.0, 180.0), (0.0, -180.0), (0.0, 180.0), (90.0, 12.0)])
  func theGridCoversTheEarth(_ latitude: Double, _ longitude: Double) {
    for size in [Blur.sizes.lowerBound, 500, Blur.sizes.upperBound] {
      let place = Blur(size: Length(size), team: "x").place(
        Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude)))
      #expect((-90.0...90).contains(place.latitude.value) && (-180.0...180).contains(place.longitude.value))
    }
  }
}
