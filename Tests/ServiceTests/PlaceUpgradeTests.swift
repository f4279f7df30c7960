import Expectations
import Foundation
import GnomonClient
import Scenery
import TestSupport
import Testing

@testable import Storage

extension SiegeTests {
  /// The daemon brings a large store of the version before up to date within its memory.
  @Test func aLargeStoreOfTheVersionBeforeIsOpened() throws {
    let folder = try Scratch()
    do {
      let old = try PlaceStore(directory: folder.url.path, patience: .seconds(1), version: 4)
      try old.database.run(
        """
        INSERT INTO layers(name, count) VALUES('l', 400000);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400000)
        INSERT INTO places(layer, id, name, category, tags, latitude, longitude, height_kind, favourite, updated)
        SELECT 1, 'p' || i, 'Place', '', '', 48 + (i * 7919 % 100003) / 100003.0, 11 + (i * 104729 % 99991) / 99991.0,
          0, 0, 0
        FROM n;
        INSERT INTO words(rowid, name, tags, category) SELECT row, name, tags, category FROM places;
        """)
    }
    let daemon = try Spawned(["--demo", "--state", folder.url.path])
    defer { _ = daemon.end() }
    #expect(daemon.answers())
    let client = try RawClient(daemon.socket)
    var removed: Int64?
    // The first calls may come while the store is being brought up to date.
    try waitUntil {
      let answer = client.ask(call("Scene.RemovePlaces", ["layer": "l", "ids": ["p17"]]))
      removed = answer?["parameters"]?["removed"]?.integer
      return removed != nil
    }
    expect(removed, equals: 1)
    expect(residentKiB(daemon), isAtMost: Self.mostKiB)
  }
}
