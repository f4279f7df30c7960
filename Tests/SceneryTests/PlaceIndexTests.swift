import CAllocations
import Geodesy
import Geometry
import Scenery
import Testing

@Suite struct PlaceIndexTests {
  /// Straight through the Earth between two points of the ellipsoid, by hand.
  private func chord(_ a: Geodetic, _ b: Geodetic) -> Double {
    func point(_ g: Geodetic) -> SIMD3<Double> {
      let φ = g.latitude.value * .pi / 180, λ = g.longitude.value * .pi / 180
      let e2 = 0.006_694_379_990_14, ν = 6_378_137 / (1 - e2 * sin(φ) * sin(φ)).squareRoot()
      return SIMD3(ν * cos(φ) * cos(λ), ν * cos(φ) * sin(λ), ν * (1 - e2) * sin(φ))
    }
    let d = point(a) - point(b)
    return (d.x * d.x + d.y * d.y + d.z * d.z).squareRoot()
  }

  /// In a town, at the equator, over the date line, beside and at both poles: what looking at every place finds.
  @Test(arguments: [
    (48.2, 16.37), (0, 0), (-0.001, 180), (60, -179.999), (89.99, 10), (90, 0), (-89.995, -170), (-90, 33),
  ])
  func findsWhatSearchingAllFinds(latitude: Double, longitude: Double) {
    var generator = Generator(seed: 2)
    var index = PlaceIndex(), places: [Geodetic] = []
    let width = 0.02 / max(0.0001, cos(latitude * .pi / 180))
    for number in 0..<3000 {
      let φ = max(-90, min(90, latitude + generator.uniform(in: -0.02...0.02)))
      let λ = (longitude + generator.uniform(in: -min(width, 180)...min(width, 180))).remainder(dividingBy: 360)
      places.append(Geodetic(latitude: Degrees(φ), longitude: Degrees(λ), height: .metres(300)))
      index.insert(number, at: places[number])
    }
    var found: [Int] = []
    for _ in 0..<100 {
      let centre = places[Int.random(in: 0..<3000, using: &generator)], radius = generator.uniform(in: 1...1500)
      found.removeAll(keepingCapacity: true)
      index.find(within: .metres(radius), of: centre, into: &found)
      let all = places.indices.filter { chord(places[$0], centre) <= radius }
      let isSame = found.sorted() == all
      #expect(isSame, "\(found.count) of \(all.count) within \(radius) m")
    }
  }

  @Test func placesMoveAndGo() {
    let town = Neighbourhood()
    var index = PlaceIndex(), found: [Int] = []
    index.insert(7, at: town.position(0, 0))
    index.insert(2, at: town.position(100, 0))
    index.insert(7, at: town.position(3000, 0))
    #expect(index.count == 2)
    index.find(within: .metres(500), of: town.position(0, 0), into: &found)
    #expect(found == [2])
    index.remove(2)
    index.remove(2)
    index.remove(99)
    index.find(within: .metres(5000), of: town.position(0, 0), into: &found)
    #expect(found == [2, 7] && index.count == 1)
    index.insert(1, at: Geodetic(latitude: Degrees(.nan), longitude: Degrees(0)))
    index.find(within: .metres(.nan), of: town.position(0, 0), into: &found)
    #expect(index.count == 1 && found.count == 2)
  }

  @Test func askingAllocatesNothing() {
    let town = Neighbourhood()
    var generator = Generator(seed: 1), index = PlaceIndex(), found: [Int] = []
    for number in 0..<20_000 {
      index.insert(
        number, at: town.position(generator.uniform(in: -3000...3000), generator.uniform(in: -3000...3000)))
    }
    found.reserveCapacity(20_000)
    let centre = town.position(10, 20)
    index.find(within: .metres(500), of: centre, into: &found)
    let before = allocations_of_this_thread()
    for _ in 0..<100 {
      found.removeAll(keepingCapacity: true)
      index.find(within: .metres(500), of: centre, into: &found)
    }
    #expect(allocations_of_this_thread() == before)
    // 20 000 on 36 km², so about 436 in a circle of 500 m
    #expect(abs(found.count - 436) < 80)
  }
}
