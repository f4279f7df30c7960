// Removing a whole layer, however many places it has.
//
// One short transaction marks the layer as removed and takes its name away: from its end on no question finds the places, also after a
// kill or a loss of power. The rows are deleted afterwards, a slice at a time, whenever there is time; a store that is opened again goes
// on where it was.
extension PlaceStore {
  /// Removes a layer and answers how many places it had. Favourites are kept if asked. `clean` deletes the rows.
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

  /// Whether rows of removed layers wait to be deleted.
  public func needsCleaning() throws(DatabaseFault) -> Bool { try hasRemoved() }

  /// Deletes at most so many rows of removed layers, whole or not at all; false once there are none.
  ///
  /// It does not wait for the disk: what a loss of power brings back is still removed, and is deleted again.
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

  /// There are few layers, so this costs a few microseconds.
  func hasRemoved() throws(DatabaseFault) -> Bool {
    try database.number("SELECT EXISTS (SELECT 1 FROM layers WHERE removed)") != 0
  }
}
