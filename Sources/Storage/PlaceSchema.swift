/// Schema of the file of places, as the steps that lead to it: each raises `user_version` by one; published steps never change.
///
/// - `spots` sorts the places by bands of latitude (`PlaceBands`) and by longitude within a band. Up to version 4 it was the R*Tree
///   `boxes` of SQLite, which wrote twice as many pages of the file per place, and took twice the time.
/// - `words` is a full-text index without accents over `places`, whose texts it does not repeat; the writer keeps it in step with
///   `places`.
/// - Tags are separated by U+001F, which no stored text contains.
/// - `extras` has what few places have, as JSON of at most 200 bytes, which the quota does not count: `radius`, and the size of
///   the `label`.
/// - A layer that was removed as a whole keeps its rows until they are deleted in slices (`PlaceStore+Removing.swift`): `removed`
///   is 1, its name is U+001F and its number, and no query finds its rows.
enum PlaceSchema {
  /// "gnom"
  static let application: Int64 = 0x676e_6f6d

  static let steps = [
    """
    CREATE TABLE layers(
      layer INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, count INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE places(
      row INTEGER PRIMARY KEY, layer INTEGER NOT NULL REFERENCES layers, id TEXT NOT NULL,
      name TEXT NOT NULL, category TEXT NOT NULL, tags TEXT NOT NULL,
      latitude REAL NOT NULL, longitude REAL NOT NULL, height_kind INTEGER NOT NULL, height REAL,
      payload TEXT, favourite INTEGER NOT NULL DEFAULT 0, updated INTEGER NOT NULL,
      UNIQUE(layer, id));
    CREATE VIRTUAL TABLE boxes USING rtree_i32(row, south, north, west, east);
    CREATE VIRTUAL TABLE words USING fts5(
      name, tags, category, content='places', content_rowid='row', tokenize='unicode61 remove_diacritics 2');
    """,
    """
    CREATE INDEX favourites ON places(row) WHERE favourite;
    CREATE TABLE settings(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    """,
    """
    ALTER TABLE layers ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE layers ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;
    UPDATE layers SET bytes = (SELECT ifnull(sum(\(bytes)), 0) FROM places p WHERE p.layer = layers.layer);
    """,
    """
    ALTER TABLE places ADD COLUMN extras TEXT;
    """,
    """
    CREATE INDEX spots ON places(\(PlaceBands.column), longitude, latitude);
    DROP TABLE boxes;
    """,
  ]

  /// Size of a row for the quota: its texts, and 100 bytes for the rest of it and its entries in the indices.
  static let bytes =
    "100 + length(CAST(p.id || p.name || p.category || p.tags || ifnull(p.payload, '') AS BLOB))"

  static var version: Int64 { Int64(steps.count) }
}
