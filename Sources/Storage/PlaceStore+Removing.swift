// Removing a whole layer of any size.
//
// One short transaction marks the layer as removed and clears its name: after it no query finds the places, even after a kill or
// a loss of power. The rows are deleted afterwards in slices, when there is time; a reopened store continues the deletion.
extension PlaceStore {
  /// Removes a layer and returns its number of places. Favorites are kept if asked. `clean` deletes the rows.
  @discardableResult
  public func removeAll(of layer: String, keepingFavourites: Bool = false) throws(DatabaseFault) -> Int {
    guard let number = try self.layer(named: layer) else { return 0 }
    layerNames = [:]
    return try database.transaction { () throws(DatabaseFault) in
      let count = try self.count(in: layer)
      try database.run(
        "UPDATE layers SET name = char(31) || layer, removed = 1, count = 0, bytes = 0 WHERE layer = \(number)")
      guard keepingFavourites else { return Int(count) }
      let fresh = try self.layer(making: layer)
      try database.run("UPDATE places SET layer = \(fresh) WHERE favourite AND layer = \(number)")
      let kept = database.changes
      try database.run(
        """
        UPDATE layers SET count = \(kept),
          bytes = (SELECT ifnull(sum(\(PlaceSchema.bytes)), 0) FROM places p WHERE p.favourite AND p.layer = \(fresh))
        WHERE layer = \(fresh)
        """)
      return Int(count) - kept
    }
  }

  /// Returns whether rows of removed layers are still to be deleted.
  public func needsCleaning() throws(DatabaseFault) -> Bool { try hasRemoved() }

  /// Deletes at most `rows` rows of removed layers, all or nothing; returns false once there are none.
  ///
  /// It does not wait for the disk: rows that a loss of power brings back are still marked as removed, and are deleted again.
  public func clean(_ rows: Int) throws(DatabaseFault) -> Bool {
    guard try hasRemoved() else { return false }
    try database.run("PRAGMA synchronous = NORMAL")
    defer { try? database.run("PRAGMA synchronous = FULL") }
    return try database.transaction { () throws(DatabaseFault) in
      let layer = try database.number("SELECT min(layer) FROM layers WHERE removed")
      let deleted = try remove(where: "row IN (SELECT row FROM places WHERE layer = ?1 ORDER BY id LIMIT ?2)") {
        $0.bind(1, layer)
        $0.bind(2, Int64(rows))
      }
      if deleted < rows {
        try database.run("DELETE FROM layers WHERE layer = \(layer)")
        layerNames = [:]
      }
      return true
    }
  }

  /// Returns whether a layer is marked as removed. There are few layers, so this takes a few microseconds.
  func hasRemoved() throws(DatabaseFault) -> Bool {
    try database.number("SELECT EXISTS (SELECT 1 FROM layers WHERE removed)") != 0
  }
}
