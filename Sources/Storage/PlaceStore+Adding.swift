public import Scenery
import Text

extension PlaceStore {
  /// Adds places to a layer. A place replaces the one with the same id, and stays a favorite if that one was.
  ///
  /// Places are written in batches, each whole or not at all (large ones are faster in total, small ones return sooner: 100
  /// places take some ms). After each batch, `progress` gets the result so far, and ends the work by returning false. A fault
  /// leaves the reported batches in place. Exceeding the quota is a fault.
  @discardableResult
  public func add(
    _ places: some Sequence<Place>, to layer: String, quota: PlaceQuota? = nil, batch: Int = 50_000,
    progress: (PlaceAddition) -> Bool = { _ in true }
  ) throws(DatabaseFault) -> PlaceAddition {
    var addition = PlaceAddition(), index = 0
    var rest = places.makeIterator()
    var next = rest.next()
    defer { if index > batch { database.hold(Cache.usual) } }
    while next != nil {
      if index == batch { database.hold(Cache.large) }
      // Counts of a batch that fails are discarded.
      var counted = addition
      try database.transaction { () throws(DatabaseFault) in
        var writer = try PlaceWriter(self, layer, quota)
        for _ in 0..<max(1, batch) {
          guard let place = next else { break }
          try writer.add(place, index, &counted)
          index += 1
          next = rest.next()
        }
        try writer.finish()
      }
      addition = counted
      if !progress(addition) { break }
    }
    return addition
  }

  /// Adds one place; returns the reason if it is refused.
  public func add(
    _ place: Place, to layer: String, quota: PlaceQuota? = nil
  ) throws(DatabaseFault) -> PlaceRefusal? {
    try add(CollectionOfOne(place), to: layer, quota: quota).refusals.first
  }

  /// Returns the number of a layer, created if necessary.
  func layer(making name: String) throws(DatabaseFault) -> Int64 {
    if let known = try layer(named: name) { return known }
    let statement = try database.statement("INSERT INTO layers(name) VALUES(?)")
    statement.bind(1, name)
    try statement.run()
    return database.lastRow
  }

  /// Returns the totals of a contributor's layers.
  func kept(by owner: String) throws(DatabaseFault) -> (places: Int, bytes: Int, layers: Int) {
    let statement = try database.statement(
      """
      SELECT ifnull(sum(count), 0), ifnull(sum(bytes), 0), count(*) FROM layers
      WHERE name = ?1 OR substr(name, 1, length(?1) + 1) = ?1 || '/'
      """)
    defer { statement.reset() }
    statement.bind(1, owner)
    guard try statement.step() else { return (0, 0, 0) }
    return (Int(statement.integer(0)), Int(statement.integer(1)), Int(statement.integer(2)))
  }

  func layer(named name: String) throws(DatabaseFault) -> Int64? {
    let statement = try database.statement("SELECT layer FROM layers WHERE name = ?")
    defer { statement.reset() }
    statement.bind(1, name)
    return try statement.step() ? statement.integer(0) : nil
  }
}

/// Writer of one transaction's places to the two tables, which must agree.
private struct PlaceWriter {
  private let layer: Int64
  private let quota: PlaceQuota?
  /// Amount that the owner of the quota has already stored.
  private var kept: (places: Int, bytes: Int) = (0, 0)
  private let storeRoom: Int
  private var added = 0, bytes = 0
  private let path: String
  private let known, insert, update, insertWords, removeWords, countLayer: Statement
  private let lastRow: () -> Int64

  init(_ store: PlaceStore, _ name: String, _ quota: PlaceQuota?) throws(DatabaseFault) {
    let database = store.database
    path = database.path
    self.quota = quota
    let name = cleaned(name) ?? name
    if let quota {
      let used = try store.kept(by: quota.owner)
      kept = (used.places, used.bytes)
      if used.layers >= PlaceQuota.mostLayers, try store.layer(named: name) == nil {
        let excess = PlaceQuota.Excess(kind: .layers, limit: PlaceQuota.mostLayers, used: used.layers, asked: 1)
        throw DatabaseFault(path, "cannot be written", .quota(excess))
      }
    }
    layer = try store.layer(making: name)
    storeRoom = max(0, PlaceStore.most - Int(try database.number("SELECT sum(count) FROM layers")))
    lastRow = { database.lastRow }
    known = try database.statement(
      """
      SELECT p.row, p.name, p.tags, p.category, \(PlaceSchema.bytes)
      FROM places p WHERE p.layer = ?1 AND p.id = ?2
      """)
    insert = try database.statement(
      """
      INSERT INTO places(layer, id, name, category, tags, latitude, longitude, height_kind, height, payload, favourite, extras,
        updated)
      VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, strftime('%s', 'now'))
      """)
    update = try database.statement(
      """
      UPDATE places SET name = ?3, category = ?4, tags = ?5, latitude = ?6, longitude = ?7, height_kind = ?8, height = ?9,
        payload = ?10, favourite = favourite OR ?11, extras = ?12, updated = strftime('%s', 'now') WHERE layer = ?1 AND id = ?2
      """)
    insertWords = try database.statement("INSERT INTO words(rowid, name, tags, category) VALUES(?, ?, ?, ?)")
    removeWords = try database.statement(
      "INSERT INTO words(words, rowid, name, tags, category) VALUES('delete', ?, ?, ?, ?)")
    countLayer = try database.statement(
      "UPDATE layers SET count = count + ?2, bytes = bytes + ?3 WHERE layer = ?1")
  }

  func finish() throws(DatabaseFault) {
    if let excess = quota?.excess(places: kept.places, more: added, bytes: kept.bytes, moreBytes: bytes) {
      throw DatabaseFault(path, "cannot be written", .quota(excess))
    }
    countLayer.bind(1, layer)
    countLayer.bind(2, Int64(added))
    countLayer.bind(3, Int64(bytes))
    try countLayer.run()
  }

  mutating func add(_ place: Place, _ index: Int, _ addition: inout PlaceAddition) throws(DatabaseFault) {
    var place = place
    if let reason = place.refusal { return addition.refuse(index, place.id, reason) }
    addition.cleaned += place.clean()
    let tags = place.joinedTags
    let longitude = place.position.longitude.value.remainder(dividingBy: 360)

    known.bind(1, layer)
    known.bind(2, place.id)
    if try known.step() {
      let row = known.integer(0)
      let old = (name: known.text(1), tags: known.text(2), category: known.text(3))
      bytes += place.keptBytes - Int(known.integer(4))
      known.reset()
      if old != (place.name, tags, place.category) {
        try write(removeWords, row, old.name, old.tags, old.category)
        try write(insertWords, row, place.name, tags, place.category)
      }
      try write(update, place, tags, longitude)
      addition.updated += 1
    } else {
      known.reset()
      if added >= storeRoom { return addition.refuse(index, place.id, .storeIsFull) }
      try write(insert, place, tags, longitude)
      let row = lastRow()
      try write(insertWords, row, place.name, tags, place.category)
      added += 1
      bytes += place.keptBytes
      addition.added += 1
    }
  }

  private func write(_ words: Statement, _ row: Int64, _ name: String, _ tags: String, _ category: String)
    throws(DatabaseFault)
  {
    words.bind(1, row)
    words.bind(2, name)
    words.bind(3, tags)
    words.bind(4, category)
    try words.run()
  }

  private func write(_ statement: Statement, _ place: Place, _ tags: String, _ longitude: Double)
    throws(DatabaseFault)
  {
    let (kind, height) = place.height.numbers
    statement.bind(1, layer)
    statement.bind(2, place.id)
    statement.bind(3, place.name)
    statement.bind(4, place.category)
    statement.bind(5, tags)
    statement.bind(6, place.position.latitude.value)
    statement.bind(7, longitude)
    statement.bind(8, kind)
    if let height { statement.bind(9, height) } else { statement.bindNothing(9) }
    statement.bind(10, orNothing: place.payload)
    statement.bind(11, place.isFavourite ? 1 as Int64 : 0)
    statement.bind(12, orNothing: place.extras)
    try statement.run()
  }
}
