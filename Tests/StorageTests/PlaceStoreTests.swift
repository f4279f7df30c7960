import Expectations
import Foundation
import Geodesy
import Geometry
import Scenery
import Testing

@testable import Storage

/// Places in the store are found again, unchanged.
@Suite struct PlaceStoreTests {
  @Test func everyPartOfAPlaceComesBack() throws {
    let folder = try Folder()
    let heights: [HeightPolicy] = [.eye, .ground(.metres(3)), .ellipsoid(.metres(-12.5)), .seaLevel(.metres(519))]
    let places = heights.enumerated().map { index, height in
      Place(
        id: "p\(index)", layer: "mine", name: "Café Ünï \(index) <b>&", category: "cafe",
        position: geodetic(48.137_154_321_987, -180),
        height: height, tags: ["a b", "ü"], payload: #"{"a":[1,null]}"#, isFavourite: index == 1)
    }
    let addition = try folder.store().add(places, to: "mine")
    #expect(addition.added == 4 && addition.refused.isEmpty)

    // Also in the next session.
    let store = try folder.store()
    for place in places { try expect(store.place(place.id, in: "mine"), equals: place) }
    #expect(try store.place("p1", in: "other") == nil)
    #expect(try store.place("q", in: "mine") == nil)
    try expect(store.count(), equals: 4)
    try expect(store.count(in: "mine"), equals: 4)
    try expect(store.count(in: "other"), equals: 0)
    #expect(try FileManager.default.attributesOfItem(atPath: folder.file)[.posixPermissions] as? Int == 0o600)
    #expect(try FileManager.default.attributesOfItem(atPath: folder.file + "-wal")[.posixPermissions] as? Int == 0o600)
  }

  @Test func anIdIsOnePlaceAndKeepsItsFavorite() throws {
    let folder = try Folder(), store = try folder.store()
    try store.add([place("a", "Old Mill"), place("a", "Older Mill"), place("b", "Well")], to: "osm")
    try expect(store.count(), equals: 2)
    #expect(try store.setFavourite("a", in: "osm", true))
    #expect(try !store.setFavourite("c", in: "osm", true))

    let addition = try store.add([place("a", "New Mill", at: 50, 12), place("b", "Well")], to: "osm")
    #expect(addition.updated == 2 && addition.added == 0)
    try expect(store.place("a", in: "osm")?.isFavourite, equals: true)
    // Found only by the new words and at the new place.
    try expect(store.ids("mill"), equals: ["a"])
    try expect(store.ids("old"), equals: [])
    try expect(store.near(geodetic(48, 11), .metres(100)), equals: ["b"])
    try expect(store.near(geodetic(50, 12), .metres(100)), equals: ["a"])
    // The same id in another layer is another place.
    try store.add([place("a", "Elsewhere")], to: "mine")
    try expect(store.count(), equals: 3)
    try expect(store.layers().map(\.name), equals: ["mine", "osm"])
    try expect(store.check(), equals: [])
  }

  @Test func removedPlacesLeaveEveryIndex() throws {
    let folder = try Folder(), store = try folder.store()
    let cafes = (0..<10).map { place("c\($0)", "Café \($0)", category: "cafe", isFavourite: $0 == 0) }
    try store.add(cafes + [place("m", "Museum", category: "museum", tags: ["old"])], to: "a")
    try store.add([place("c1", "Another Café", category: "cafe")], to: "b")

    try expect(store.remove(["c1", "c2", "none"], from: "a"), equals: 2)
    try expect(store.count(in: "a"), equals: 9)
    try expect(store.removeAll(of: "a", keepingFavourites: true), equals: 8)
    try expect(store.ids("caf").sorted(), equals: ["c0", "c1"])
    try expect(store.near(geodetic(48, 11), .metres(1)).sorted(), equals: ["c0", "c1"])
    try expect(store.removeAll(of: "a"), equals: 1)
    try expect(store.removeAll(of: "none"), equals: 0)
    try expect(store.count(), equals: 1)
    try expect(store.ids("caf"), equals: ["c1"])
    try expect(store.check(), equals: [])
  }

  @Test func pagesHoldEveryPlaceOnce() throws {
    let folder = try Folder(), store = try folder.store()
    try store.add((0..<25).map { place("p\($0)", category: $0 % 2 == 0 ? "even" : "odd") }, to: "a")
    try store.add([place("x")], to: "b")
    var ids: [String] = [], cursor: PlaceStore.Cursor?
    repeat {
      let page = try store.list(in: "a", from: cursor, limit: 10)
      expect(page.places.count, isAtMost: 10)
      ids += page.places.map(\.id)
      cursor = page.next
    } while cursor != nil
    expect(ids, equals: (0..<25).map { "p\($0)" })
    try expect(store.list(PlaceFilter(categories: ["odd"])).places.count, equals: 12)
    try expect(store.list().places.last, equals: place("x", in: "b"))
    #expect(try store.list(in: "none").places.isEmpty)
  }

  @Test func theChoiceLastsOverRestartsAndHasLimits() throws {
    let folder = try Folder()
    try expect(folder.store().filter(), equals: PlaceFilter())
    expect(PlaceFilter().radius, equals: .metres(500))
    let choice = try PlaceFilter(
      radius: .metres(750), categories: ["a\"b", "ü"], tags: ["t"], favouritesOnly: true)
    try folder.store().setFilter(choice)
    try expect(folder.store().filter(), equals: choice)
    #expect(throws: PlaceFilterFault.radius(.metres(150))) { try PlaceFilter(radius: .metres(150)) }
    #expect(throws: PlaceFilterFault.categories(4)) { try PlaceFilter(categories: ["a", "b", "c", "d"]) }
    #expect(throws: PlaceFilterFault.self) { try PlaceFilter(radius: .metres(.nan)) }
  }

  @Test func invalidPlacesAreRefusedWithTheirReason() throws {
    let folder = try Folder(), store = try folder.store()
    var height = place("h")
    height.height = .ground(.metres(.infinity))
    var payload = place("j")
    payload.payload = "{not JSON"
    let bad = [
      place(""), place(String(repeating: "x", count: 256)), place("a\u{7}b"), place("lat", at: 90.1, 0),
      place("nan", at: .nan, 0), place("lon", at: 0, 361), height, payload,
      place("name", String(repeating: "x", count: 1025)), place("tags", tags: Array(repeating: "t", count: 33)),
      place("good"),
    ]
    let addition = try store.add(bad, to: "a")
    expect(addition.added, equals: 1)
    expect(
      addition.refused,
      equals: [
        .noId: 1, .idTooLong: 1, .controlInId: 1, .position: 4, .payload: 1, .nameTooLong: 1, .tooManyTags: 1,
      ])
    expect(addition.refusals.map(\.index), equals: Array(0..<10))
    #expect(addition.refusals[3].description.hasPrefix("place 4 (lat): the latitude"))
    try expect(store.count(), equals: 1)
    try expect(store.add(place(""), to: "a")?.reason, equals: .noId)
    #expect(try store.add(place("b"), to: "a") == nil)
  }

  @Test func controlCharactersAreTakenOutAndCounted() throws {
    let folder = try Folder(), store = try folder.store()
    let odd = place(
      "a", "Be\u{7}ll\u{1b}[31m\nTower\u{85}x\u{2028}y\u{9b}", category: "to\u{0}wer", tags: ["ok", "\u{1f}b\u{1f}c"])
    let addition = try store.add([odd, place("b", "Ünï \u{202e}ok")], to: "l")
    #expect(addition.cleaned == 3 && addition.added == 2)
    let kept = try #require(try store.place("a", in: "l"))
    expect(kept.name, equals: "Bell[31m Tower x y")
    expect(kept.category, equals: "tower")
    expect(kept.tags, equals: ["ok", "bc"])
  }

  @Test func aLayerHasItsQuota() throws {
    let folder = try Folder(), store = try folder.store()
    let quota = PlaceQuota(owner: "guest", places: 3, bytes: 1000)
    func excess(_ ids: [String], _ layer: String, name: String = "n") -> PlaceQuota.Excess? {
      do throws(DatabaseFault) {
        try store.add(ids.map { place($0, name) }, to: layer, quota: quota)
        return nil
      } catch {
        guard case .quota(let excess) = error.reason else { return nil }
        return excess
      }
    }
    expect(excess(["a", "b", "c", "d"], "guest"), equals: .init(kind: .places, limit: 3, used: 0, asked: 4))
    try expect(store.count(in: "guest"), equals: 0)
    #expect(excess(["a", "b"], "guest") == nil && excess(["a"], "guest/more") == nil)
    // Existing places can still be replaced, and other contributors have their own limit.
    #expect(excess(["a", "b"], "guest") == nil)
    try store.add([place("a")], to: "guests")
    #expect(try store.kept(by: "guest").places == 3 && store.kept(by: "guests").places == 1)
    expect(excess(["new"], "guest/more")?.used, equals: 3)
    expect(excess(["a"], "guest", name: String(repeating: "x", count: 800))?.kind, equals: .bytes)
    try expect(store.kept(by: "guest").bytes, equals: store.bytesCounted(of: ["guest", "guest/more"]))
    try store.remove(["a"], from: "guest")
    #expect(excess(["new"], "guest") == nil)
    try expect(store.removeAll(of: "guest"), equals: 2)
    try expect(store.kept(by: "guest").places, equals: 1)
    try expect(store.kept(by: "guest").bytes, equals: store.bytesCounted(of: ["guest", "guest/more"]))
  }

  @Test func theWholeStoreHasItsLimit() throws {
    let folder = try Folder()
    try folder.store().add([place("a")], to: "l")
    try folder.run("INSERT INTO layers(name, count) VALUES('most', \(PlaceStore.most - 2))")
    try expect(folder.store().add([place("b"), place("c")], to: "l").refused, equals: [.storeIsFull: 1])
  }

  @Test func anImportIsWrittenInBatchesAndCanBeEnded() throws {
    let folder = try Folder(), store = try folder.store()
    var seen: [Int] = []
    try store.add((0..<100).lazy.map { place("p\($0)") }, to: "l", batch: 10) {
      seen.append($0.added)
      return $0.added < 50
    }
    expect(seen, equals: [10, 20, 30, 40, 50])
    try expect(store.count(), equals: 50)
  }
}
