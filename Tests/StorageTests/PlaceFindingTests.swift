import Expectations
import Geodesy
import Geometry
import Scenery
import Testing

@testable import Storage

/// Places by their positions, against geodesics to every one of them.
@Suite struct PlaceFindingTests {
  /// Centers everywhere: also where meridians meet and where the date changes.
  @Test(arguments: [
    geodetic(48.1, 11.5), geodetic(0, 0), geodetic(-16.8, 179.999), geodetic(-16.8, -180), geodetic(65, 180),
    geodetic(89.99, 30), geodetic(-90, 0), geodetic(84, -179.99),
  ])
  func allWithinTheDistanceAreFoundAndNoOther(_ center: Geodetic) throws {
    let folder = try Folder(), store = try folder.store()
    var generator = Generator(seed: 5)
    let places = (0..<2000).map { index in
      // Uniform by distance, out to 2 km.
      let azimuth = Angle.degrees(360 * generator.uniform()), distance = Length.metres(2000 * generator.uniform())
      let end = Geodesic(from: center, azimuth: azimuth, distance: distance).end
      return place("\(index)", at: end.latitude.value, end.longitude.value)
    }
    try store.add(places, to: "l")
    for radius in [0.5, 100, 500, 1000, 2000.0] {
      let distances = places.map { (id: $0.id, distance: Geodesic(from: center, to: $0.position).distance.value) }
      let found = Set(try store.near(center, .metres(radius)))
      for (id, distance) in distances where (distance - radius).magnitude > 0.03 {
        expect(found.contains(id), equals: (distance < radius), "\(id) at \(distance) m of \(radius) m")
      }
    }
    // Nearest first, to within the index's grid.
    let order = try store.near(center, .metres(2000), limit: 300)
    let steps = order.map { id in Geodesic(from: center, to: places[Int(id) ?? 0].position).distance.value }
    expect(order.count, equals: 300)
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 < $1 + 0.05 })
  }

  @Test func distantPlacesAreFound() throws {
    let folder = try Folder(), store = try folder.store()
    try store.add(
      [place("Munich", at: 48.1, 11.6), place("Suva", at: -18.1, 178.4), place("Pole", at: 90, 0)], to: "l")
    // Munich to the pole is 4660 km.
    try expect(store.near(geodetic(48, 11), .metres(4_700_000)), equals: ["Munich", "Pole"])
    try expect(store.near(geodetic(48, 11), .metres(20_004_000)), equals: ["Munich", "Pole", "Suva"])
    try expect(store.near(geodetic(.nan, 11), .metres(1e7)), equals: [])
    try expect(store.near(geodetic(48, 11), .metres(-1)), equals: [])
  }

  @Test func theChoiceIsAppliedBeforeTheLimit() throws {
    let folder = try Folder(), store = try folder.store()
    let kinds = ["cafe", "museum", "shop"]
    let places = (0..<300).map { (index: Int) -> Place in
      let tags = index % 10 == 0 ? ["round"] : ["roundish"], latitude = 48 + Double(index) * 1e-6
      return place("\(index)", at: latitude, category: kinds[index % 3], tags: tags, isFavourite: index >= 290)
    }
    try store.add(places, to: "l")
    let here = geodetic(48, 11)
    func choice(_ categories: [String], _ tags: [String] = [], _ favouritesOnly: Bool = false) throws -> PlaceFilter {
      try PlaceFilter(categories: categories, tags: tags, favouritesOnly: favouritesOnly)
    }
    try expect(store.near(here, .metres(500), choice(["museum"]), limit: 3), equals: ["1", "4", "7"])
    try expect(store.near(here, .metres(500), choice(["museum", "shop"], ["round"]), limit: 2), equals: ["10", "20"])
    try expect(store.near(here, .metres(500), choice([], [], true)), equals: (290..<300).map(String.init))
    try expect(store.near(here, .metres(500), choice(["none"])), equals: [])
    var kept: [Place] = []
    try expect(store.find(within: .metres(500), of: here, limit: 60, into: &kept), equals: 300)
    expect(kept.count, equals: 60)
  }

  @Test func tenThousandOnOneSpotAreOrderedByTheirId() throws {
    let folder = try Folder(), store = try folder.store()
    try store.add((0..<10_000).map { place("\($0)", "Stall \($0)") }, to: "l")
    var kept: [Place] = []
    try expect(store.find(within: .metres(1), of: geodetic(48, 11), limit: 60, into: &kept), equals: 10_000)
    expect(kept.map(\.id), equals: (0..<60).map(String.init))
    try expect(store.ids("stall 9999"), equals: ["9999"])
  }

  /// Cached places are not returned after a change, by any connection.
  @Test func changedPlacesAreReadAgain() throws {
    let folder = try Folder(), store = try folder.store(), other = try folder.store()
    func names() throws -> [String] {
      var kept: [Place] = []
      try store.find(within: .metres(10), of: geodetic(48, 11), into: &kept)
      return kept.map { "\($0.name)\($0.isFavourite ? "*" : "")" }
    }
    try store.add([place("a", "one"), place("b", "two")], to: "l")
    try expect(names(), equals: ["one", "two"])
    try store.add([place("a", "three")], to: "l")
    try expect(names(), equals: ["three", "two"])
    try store.setFavourite("b", in: "l", true)
    try expect(names(), equals: ["three", "two*"])
    try other.add([place("a", "four")], to: "l")
    try expect(names(), equals: ["four", "two*"])
    try other.remove(["a"], from: "l")
    try expect(names(), equals: ["two*"])
    // A row's number may be used again for another place.
    try store.remove(["b"], from: "l")
    try store.add([place("c", "five")], to: "m")
    try expect(names(), equals: ["five"])
  }

  @Test func wordsAreFoundFromTheirBeginningAndWithoutAccents() throws {
    let folder = try Folder(), store = try folder.store()
    try store.add(
      [
        place("1", "Café Münster", at: 48, 11, category: "cafe", tags: ["wi-fi"]), place("2", "CAFETERIA", at: 49, 11),
        place("3", "Łódź – Żabka", category: "shop"), place("4", "Tô\u{302}i", category: "cafe"),
        place("5", #"O'Brien's "Pub" (old) * NOT"#), place("6", "東京タワー"),
      ], to: "l")
    try expect(store.ids("cafe").sorted(), equals: ["1", "2", "4"])
    // A name counts more than a category.
    try expect(store.ids("cafe").last, equals: "4")
    try expect(store.ids("mun caf"), equals: ["1"])
    try expect(store.ids("MÜNS"), equals: ["1"])
    try expect(store.ids("zabka"), equals: ["3"])
    try expect(store.ids("wi-fi"), equals: ["1"])
    try expect(store.ids("東京"), equals: ["6"])
    // The operators of the index's query language are only text here.
    for text in [
      #""pub""#, "o'brien", "(old)", "* NOT", "name:pub", "pub NOT old", "\"", "a\"*", "NEAR(", "-", "\u{0}",
    ] {
      _ = try store.search(text)
    }
    try expect(store.ids(#""pub" (old"#), equals: ["5"])
    try expect(store.ids(""), equals: [])
    try expect(store.ids("– -"), equals: [])
    try expect(store.ids("caf", near: geodetic(48.9, 11)), equals: ["2", "1", "4"])
    try expect(store.search("cafe", PlaceFilter(categories: ["cafe"])).places.count, equals: 2)
  }
}
