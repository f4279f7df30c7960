import Expectations
import Foundation
import Geometry
import Scenery
import Testing

@testable import Storage

/// A layer that is removed at once, and whose rows are deleted later in slices.
@Suite struct PlaceRemovingTests {
  private func filled(_ folder: Folder, _ count: Int = 250) throws -> PlaceStore {
    let store = try folder.store()
    try store.add((0..<count).map { place("p\($0)", "Stall \($0)", isFavourite: $0 % 50 == 0) }, to: "a")
    try store.add([place("q", "Stall of b")], to: "b")
    return store
  }

  /// Whether every query finds only `ids`.
  private func isGone(_ store: PlaceStore, but ids: [String]) throws -> Bool {
    let near = try store.near(geodetic(48, 11), .metres(10)).sorted(), words = try store.ids("stall").sorted()
    let chosen = try store.near(geodetic(48, 11), .metres(10), PlaceFilter(favouritesOnly: true))
    let listed = try store.list(limit: 1000).places.map(\.id).sorted()
    let isListed = try store.layers().allSatisfy { !$0.name.unicodeScalars.contains("\u{1f}") }
    let count = try store.count(), one = try store.place("p1", in: "a")
    return near == ids && words == ids && listed == ids && isListed && chosen.allSatisfy { ids.contains($0) }
      && one == nil && count == ids.count
  }

  @Test func aRemovedLayerStaysRemoved() throws {
    let folder = try Folder()
    do {
      let store = try filled(folder)
      try expect(store.removeAll(of: "a"), equals: 250)
      #expect(try isGone(store, but: ["q"]))
      #expect(try store.clean(100))
      #expect(try isGone(store, but: ["q"]))
    }
    // Opened again in the middle of the cleaning.
    let store = try folder.store()
    #expect(try store.needsCleaning() && isGone(store, but: ["q"]))
    while try store.clean(100) {}
    #expect(try !store.needsCleaning() && isGone(store, but: ["q"]) && store.check() == [])
    try expect(store.database.number("SELECT count(*) FROM places"), equals: 1)
    try expect(store.database.number("SELECT count(*) FROM layers"), equals: 1)
  }

  @Test func favouritesStay() throws {
    let folder = try Folder(), store = try filled(folder)
    try expect(store.removeAll(of: "a", keepingFavourites: true), equals: 245)
    let kept = ["p0", "p100", "p150", "p200", "p50", "q"]
    #expect(try isGone(store, but: kept))
    #expect(try store.setFavourite("p50", in: "a", false) && !store.setFavourite("p1", in: "a", true))
    while try store.clean(60) {}
    #expect(try isGone(store, but: kept) && store.check() == [])
    try expect(store.kept(by: "a").bytes, equals: store.bytesCounted(of: ["a"]))
  }

  /// Places that are added while the old rows are still being deleted belong to a new layer, also with the same ids.
  @Test func theSameIdsCanBeAddedAtOnce() throws {
    let folder = try Folder(), store = try filled(folder)
    try store.removeAll(of: "a")
    _ = try store.clean(50)
    try expect(store.add([place("p3", "Stall again"), place("p240", "Stall too")], to: "a").added, equals: 2)
    #expect(try isGone(store, but: ["p240", "p3", "q"]))
    // Removed once more before the cleaning of the first removal has ended.
    try expect(store.removeAll(of: "a"), equals: 2)
    try expect(store.add([place("p3", "Stall at last")], to: "a").added, equals: 1)
    while try store.clean(50) {}
    #expect(try isGone(store, but: ["p3", "q"]) && store.check() == [])
    try expect(store.list(in: "a").places.map(\.layer), equals: ["a"])
    try expect(store.kept(by: "a").bytes, equals: store.bytesCounted(of: ["a"]))
  }

  /// Answers are limited in size, and can be continued from there.
  @Test func pagesAreBoundedInBytes() throws {
    let folder = try Folder(), store = try folder.store()
    var places = (0..<40).map { place("p\($0)", "Stall") }
    for index in places.indices { places[index].payload = "\"\(String(repeating: "x", count: 1000))\"" }
    try store.add(places, to: "a")
    var ids: [String] = [], cursor: PlaceStore.Cursor?, pages = 0
    repeat {
      let page = try store.list(in: "a", from: cursor, limit: 1000, bytes: 10_000)
      #expect(page.places.count <= 9 && !page.places.isEmpty)
      ids += page.places.map(\.id)
      cursor = page.next
      pages += 1
    } while cursor != nil
    #expect(ids == places.map(\.id) && pages > 4)
    try expect(store.list(limit: 10, bytes: 0).places.count, equals: 1)
    let found = try store.search("stall", limit: 1000, bytes: 10_000)
    #expect(found.places.count <= 9 && !found.isComplete)
    var near: [Place] = []
    try expect(store.find(within: .metres(1), of: geodetic(48, 11), bytes: 10_000, into: &near), equals: 40)
    expect(near.count, isAtMost: 9)
    // Without payloads more places fit.
    try store.find(within: .metres(1), of: geodetic(48, 11), bytes: 10_000, withPayload: false, into: &near)
    #expect(near.count == 40 && near[0].payload == nil)
    #expect(try store.place("p0", in: "a")?.payload != nil)
  }

  /// Far more places around one point than requested: the nearest are found, and all are counted.
  @Test func theNearestOfACrowdAreFound() throws {
    let folder = try Folder(), store = try folder.store()
    let count = 2 * PlaceStore.mostFound
    try store.add(
      (0..<count).map { place("\((7919 * $0) % count)", at: 48 + Double((7919 * $0) % count) * 2e-7) }, to: "a")
    var near: [Place] = []
    try expect(store.find(within: .metres(1000), of: geodetic(48, 11), limit: 100, into: &near), equals: count)
    expect(near.map(\.id), equals: (0..<100).map(String.init))
  }
}
