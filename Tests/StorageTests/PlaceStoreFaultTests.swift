import CSQLite
import Expectations
import Foundation
import Geodesy
import Geometry
import Scenery
import Testing

@testable import Storage

/// Faults of the file are reported, and none of its content is lost.
@Suite struct PlaceStoreFaultTests {
  private func filled() throws -> Folder {
    let folder = try Folder()
    try folder.store().add((0..<500).map { place("p\($0)", "Place \($0)", tags: ["t\($0)"]) }, to: "l")
    return folder
  }

  @Test func anOlderSchemaIsBroughtUpToDate() throws {
    let folder = try Folder()
    do {
      let old = try PlaceStore(directory: folder.path, patience: .seconds(0.01), version: 1)
      try old.database.run(
        """
        INSERT INTO layers(name, count) VALUES('l', 1);
        INSERT INTO places(layer, id, name, category, tags, latitude, longitude, height_kind, favourite, updated)
        VALUES(1, 'a', 'Tower', '', '', 48, 11, 0, 1, 0);
        INSERT INTO words(rowid, name, tags, category) VALUES(1, 'Tower', '', '');
        INSERT INTO boxes VALUES(1, 480000000, 480000000, 110000000, 110000000);
        """)
      expect(fault { _ = try old.filter() }?.reason, equals: .other)
    }
    let store = try folder.store()
    try expect(store.place("a", in: "l")?.isFavourite, equals: true)
    try expect(store.ids("tow"), equals: ["a"])
    try expect(store.near(geodetic(48, 11), .metres(10)), equals: ["a"])
    try expect(store.kept(by: "l").bytes, equals: store.bytesCounted(of: ["l"]))
    try store.setFilter(PlaceFilter(favouritesOnly: true))
    try expect(store.database.number("PRAGMA user_version"), equals: PlaceSchema.version)
  }

  @Test func aDatabaseOfALaterVersionIsLeftUnchanged() throws {
    let folder = try filled()
    try folder.run("PRAGMA user_version = 99")
    let before = try folder.bytes()
    let refusal = folder.refusal()
    expect(refusal?.reason, equals: .newer(99, known: PlaceSchema.version))
    expect(refusal?.description.contains("later version of gnomon"), equals: true)
    try expect(folder.bytes(), equals: before)
  }

  @Test func aDatabaseOfAnotherProgramIsLeftUnchanged() throws {
    for setup in ["PRAGMA application_id = 77", "PRAGMA user_version = 1", ""] {
      let folder = try Folder()
      try Data().write(to: URL(fileURLWithPath: folder.file))
      try folder.run("CREATE TABLE notes(text); \(setup)")
      let before = try folder.bytes()
      expect(folder.refusal()?.reason, equals: .foreign(setup.contains("77") ? 77 : 0))
      try expect(folder.bytes(), equals: before)
    }
  }

  @Test func aFileThatIsNotADatabaseIsLeftUnchanged() throws {
    let folder = try Folder()
    let text = Data("{\"this\": \"is no database, but somebody may want it\"}".utf8)
    try text.write(to: URL(fileURLWithPath: folder.file))
    let refusal = folder.refusal()
    expect(refusal?.reason, equals: .damaged)
    expect(refusal?.description.contains(folder.file), equals: true)
    try expect(folder.bytes(), equals: text)
  }

  /// Pages in the middle overwritten: every query gives an answer or a declared fault, and no query changes the file.
  @Test func aDamagedDatabaseIsRefusedAndLeftUnchanged() throws {
    let folder = try filled()
    var bytes = try folder.bytes()
    for index in stride(from: 4096, to: bytes.count, by: 1) where index % 4096 < 256 { bytes[index] ^= 0x5a }
    try bytes.write(to: URL(fileURLWithPath: folder.file))
    let refusal = folder.refusal()
    if let refusal {
      expect(refusal.reason, equals: .damaged)
      #expect(refusal.description.contains(".recover"))
    } else {
      let store = try folder.store()
      expect(fault { _ = try store.list() }?.reason, equals: .damaged)
      expect(fault { try store.add([place("new")], to: "l") }?.reason, equals: .damaged)
      var complaints: [String] = []
      let said = fault { complaints = try store.check() }
      #expect(!complaints.isEmpty || said?.reason == .damaged)
    }
    try expect(folder.bytes(), equals: bytes)
  }

  @Test func aDatabaseUnderAWriterCanOnlyBeRead() throws {
    let folder = try filled()
    let store = try folder.store()
    let other = try Database(folder.file, patience: .seconds(0.01))
    try other.run("BEGIN IMMEDIATE; DELETE FROM layers WHERE 0")
    try expect(store.count(), equals: 500)
    let said = fault { try store.add([place("new")], to: "l") }
    expect(said?.reason, equals: .busy)
    expect(said?.description.contains("another process"), equals: true)
    expect(fault { try store.setFavourite("p1", in: "l", true) }?.reason, equals: .busy)
    try other.run("ROLLBACK")
    try expect(store.add([place("new")], to: "l").added, equals: 1)
  }

  @Test func aLockedDatabaseIsReportedAsBusy() throws {
    let folder = try filled()
    let other = try Database(folder.file, patience: .seconds(0.01))
    try other.run("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; UPDATE layers SET count = count; COMMIT")
    expect(folder.refusal()?.reason, equals: .busy)
  }

  /// The files as after a loss of power in the middle of a transaction.
  @Test func committedPlacesSurviveALossOfPower() throws {
    let folder = try Folder(), later = try Folder()
    let store = try folder.store()
    try store.add((0..<500).map { place("p\($0)", "Place \($0)") }, to: "l")
    try store.database.run("BEGIN IMMEDIATE; DELETE FROM places; PRAGMA cache_size = 1; DELETE FROM words_data")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: folder.file + suffix, toPath: later.file + suffix)
    }
    let found = try later.store()
    try expect(found.list(limit: 1000).places.count, equals: 500)
    try expect(found.near(geodetic(48, 11), .metres(10)).count, equals: 500)
    try expect(found.check(), equals: [])
  }

  @Test func withoutRoomOnTheDiskTheOldContentStays() throws {
    let folder = try filled()
    let store = try folder.store()
    let pages = try store.database.number("PRAGMA page_count")
    _ = try store.database.number("PRAGMA max_page_count = \(pages + 4)")
    let many = (0..<5000).map { place("q\($0)", String(repeating: "word\($0) ", count: 20)) }
    let said = fault { try store.add(many + [place("p1", "changed")], to: "l") }
    expect(said?.reason, equals: .full)
    expect(said?.description.contains("disk is full"), equals: true)
    try expect(store.count(), equals: 500)
    try expect(store.place("p1", in: "l")?.name, equals: "Place 1")
    try expect(store.ids("word"), equals: [])
    try expect(store.check(), equals: [])
    // With room again it continues.
    _ = try store.database.number("PRAGMA max_page_count = 1000000")
    try expect(store.add(many, to: "l").added, equals: 5000)
  }

  @Test func aFileThatMayOnlyBeReadIsRead() throws {
    let folder = try filled()
    try unprivileged(in: folder) {
      let store = try folder.store()
      #expect(store.isReadOnly)
      try expect(store.place("p3", in: "l")?.name, equals: "Place 3")
      try expect(store.near(geodetic(48, 11), .metres(10)).count, equals: 500)
      try expect(store.ids("place 77"), equals: ["p77"])
      try expect(store.filter(), equals: PlaceFilter())
      let said = fault { try store.add([place("new")], to: "l") }
      expect(said?.reason, equals: .readOnly)
      expect(said?.description.contains("is read-only"), equals: true)
      expect(fault { try store.setFilter(PlaceFilter()) }?.reason, equals: .readOnly)
      expect(fault { try store.remove(["p1"], from: "l") }?.reason, equals: .readOnly)
    }
    try expect(folder.store().count(), equals: 500)
  }

  @Test func aFolderThatIsNotThereIsNamed() throws {
    let folder = try Folder()
    let said = fault { _ = try PlaceStore(directory: folder.path + "/none") }
    expect(said?.reason, equals: .cannotOpen)
    expect(said?.description.contains("none/places.sqlite"), equals: true)
  }

  /// Runs the body as a user without permission to write the file and its folder: with another file-system identity for this
  /// thread (setfsuid(2)) if the tests run as root, which ignores modes.
  private func unprivileged(in folder: Folder, _ body: () throws -> Void) throws {
    chmod(folder.file, 0o444)
    chmod(folder.path, 0o555)
    defer {
      chmod(folder.path, 0o755)
      chmod(folder.file, 0o600)
    }
    guard geteuid() == 0 else { return try body() }
    typealias SetIdentity = @convention(c) (CUnsignedInt) -> CInt
    let symbol = try #require(dlsym(nil, "setfsuid"))
    let setIdentity = unsafeBitCast(symbol, to: SetIdentity.self)
    _ = setIdentity(65534)
    defer { _ = setIdentity(0) }
    try body()
  }
}
