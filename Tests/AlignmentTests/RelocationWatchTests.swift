import Alignment
import Geodesy
import Geometry
import Samples
import Testing

/// The condition under which the place is replaced by that of the fixes.
@Suite struct RelocationWatchTests {
  func place(_ east: Double, _ north: Double) -> Geodetic {
    TangentPlane(origin: yard).geodetic(Displacement<Level>(east, 0, -north))
  }

  /// Walks east in the scene, at 1.4 m/s, with fixes at these places; returns the number of fixes after which the place is given
  /// up.
  func fixes(
    _ places: [(east: Double, north: Double)], radius: Double = 3, accuracy: Double? = 3, yaw: Angle = .zero
  ) -> Int? {
    var watch = RelocationWatch(RelocationParameters())
    for (i, fix) in places.enumerated() {
      let way = 1.4 * Double(i)
      if watch.ingest(
        place(fix.east, fix.north), radius: Length(radius), position: scene(way, 0),
        held: BootInstant(seconds: Double(i)), believed: place(way, 0), accuracy: accuracy.map { Length($0) }, yaw: yaw)
      {
        #expect(watch.count == 1)
        // Its grounds are the last of these fixes, which agree.
        #expect(watch.agreeing?.last == BootInstant(seconds: Double(i)))
        #expect((watch.agreeing?.count ?? 0) >= 4)
        return i + 1
      }
    }
    #expect(watch.count == 0)
    return nil
  }

  @Test(arguments: [60.0, 3000, 100_000]) func distantFixesThatAgreeReplaceThePlace(distance: Double) {
    #expect(fixes((0..<10).map { (1.4 * Double($0), distance) }) == 4)
    var generator = Generator(seed: 6)
    let noisy = (0..<10).map { (i: Int) -> (Double, Double) in
      let east = 1.4 * Double(i) + 2 * generator.gaussian()
      return (east, distance + 2 * generator.gaussian())
    }
    #expect(fixes(noisy) == 4)
  }

  @Test func fixesThatDisagreeDoNotReplaceThePlace() {
    var generator = Generator(seed: 7)
    let wild = (0..<400).map { (_: Int) -> (Double, Double) in
      (3000 * generator.gaussian(), 3000 * generator.gaussian())
    }
    #expect(fixes(wild) == nil)
    let broken = (0..<200).map { (i: Int) -> (Double, Double) in (1.4 * Double(i), i % 4 == 3 ? 0 : 500) }
    #expect(fixes(broken) == nil)
  }

  /// The distance from which on fixes replace the place: `relocation.distance`, and `relocation.factor` times the sum of both
  /// accuracies.
  @Test(arguments: [3.0, 100.0]) func onlyDistantFixesReplaceThePlace(accuracy: Double) {
    let limit = 30 + 4 * (3 + accuracy)
    func after(_ distance: Double) -> Int? {
      fixes((0..<100).map { (1.4 * Double($0), distance) }, accuracy: accuracy)
    }
    #expect(after(limit - 1) == nil)
    #expect(after(limit + 1) == 4)
  }

  @Test func onlyGoodFixesReplaceAKnownPlace() {
    let distant = (0..<100).map { (1.4 * Double($0), 3000.0) }
    #expect(fixes(distant, radius: 25) == 4)
    #expect(fixes(distant, radius: 26) == nil)
    #expect(fixes(distant, accuracy: nil) == nil)
  }
}
