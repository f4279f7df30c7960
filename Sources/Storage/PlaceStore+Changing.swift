extension PlaceStore {
  /// Sets or removes a place's favorite mark; returns false if there is no such id.
  @discardableResult
  public func setFavourite(_ id: String, in layer: String, _ isFavourite: Bool) throws(DatabaseFault) -> Bool {
    guard let layer = try self.layer(named: layer) else { return false }
    let statement = try database.statement("UPDATE places SET favourite = ?3 WHERE layer = ?1 AND id = ?2")
    statement.bind(1, layer)
    statement.bind(2, id)
    statement.bind(3, isFavourite ? 1 as Int64 : 0)
    try statement.run()
    return database.changes > 0
  }

  /// Removes places by their ids, and returns the number removed.
  @discardableResult
  public func remove(_ ids: some Sequence<String>, from layer: String) throws(DatabaseFault) -> Int {
    guard let number = try self.layer(named: layer) else { return 0 }
    return try database.transaction { () throws(DatabaseFault) in
      var removed = 0
      for id in ids {
        removed += try remove(where: "layer = ?1 AND id = ?2") {
          $0.bind(1, number)
          $0.bind(2, id)
        }
      }
      return removed
    }
  }

  /// Removes rows from the two tables, which must agree.
  func remove(where condition: String, _ bind: (Statement) -> Void) throws(DatabaseFault) -> Int {
    let statements = [
      """
      INSERT INTO words(words, rowid, name, tags, category)
      SELECT 'delete', row, name, tags, category FROM places WHERE \(condition)
      """,
      """
      UPDATE layers SET count = layers.count - gone.number, bytes = layers.bytes - gone.bytes FROM
        (SELECT layer, count(*) AS number, sum(\(PlaceSchema.bytes)) AS bytes FROM places p WHERE \(condition) GROUP BY layer)
        AS gone
      WHERE layers.layer = gone.layer AND NOT layers.removed
      """,
      "DELETE FROM places WHERE \(condition)",
    ]
    for text in statements {
      let statement = try database.statement(text)
      bind(statement)
      try statement.run()
    }
    return database.changes
  }
}
