import CSQLite
import Files
public import Geometry
import Glibc

/// Store of places in one SQLite file: found by position, by words and by id.
///
/// For one thread; several processes may open the same file, and one of them writes at a time. A file that cannot be opened is
/// left as it is.
public final class PlaceStore {
  public static let fileName = "places.sqlite"
  /// Largest number of places in all layers.
  public static let most = 1_000_000

  public let path: String
  /// True if the file or its folder is read-only: reading works, writing throws.
  public let isReadOnly: Bool
  let database: Database
  /// Names of layers by number, for those already looked up.
  var layerNames: [Int64: String] = [:]
  /// Result of a query; the memory is reused by the next.
  var found: [FoundPlace] = []
  /// The state of the database in which layers were looked up.
  var namesState = DatabaseState()

  /// Opens the file in a folder, or creates it, readable by its owner alone. `patience` is the longest wait for another process
  /// that writes.
  public convenience init(directory: String, patience: TimeSpan = .seconds(0.25)) throws(DatabaseFault) {
    try self.init(directory: directory, patience: patience, version: PlaceSchema.version)
  }

  /// Opens or creates a file with this version of the schema, so that tests can begin with an old one.
  init(directory: String, patience: TimeSpan, version: Int64) throws(DatabaseFault) {
    path = "\(directory)/\(Self.fileName)"
    if let fault = Self.make(path) { throw fault }
    (database, isReadOnly) = try Self.open(path, patience, version)
  }

  /// Creates an empty file that only its owner can read from the first moment; SQLite gives its log the same mode.
  private static func make(_ path: String) -> DatabaseFault? {
    let made = Descriptor(Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600))
    if !made.isOpen, errno != EEXIST {
      let words = String(cString: strerror(errno))
      // There is no file, and none can be created.
      if access(path, F_OK) != 0 { return DatabaseFault(path, "cannot be made", .cannotOpen, words: words) }
    }
    return nil
  }

  private static func open(
    _ path: String, _ patience: TimeSpan, _ version: Int64
  ) throws(DatabaseFault) -> (Database, isReadOnly: Bool) {
    do throws(DatabaseFault) {
      let database = try Database(path, patience: patience)
      let isReadOnly = database.isReadOnly || access(path, W_OK) != 0
      try prepare(database, version, isReadOnly: isReadOnly)
      return (database, isReadOnly)
    } catch {
      // In a read-only folder SQLite cannot create its log. Without a log there is no writer.
      var log = stat()
      guard error.reason == .cannotOpen || error.reason == .readOnly, access(path, R_OK) == 0,
        stat(path + "-wal", &log) != 0 || log.st_size == 0
      else { throw error }
      let database = try Database(path, immutable: true, patience: patience)
      try prepare(database, version, isReadOnly: true)
      return (database, true)
    }
  }

  /// Checks that the file is gnomon's before anything is written.
  private static func prepare(_ database: Database, _ version: Int64, isReadOnly: Bool) throws(DatabaseFault) {
    try database.run("PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY")
    var found = try database.number("PRAGMA user_version")
    let application = try database.number("PRAGMA application_id")
    let things = try database.number("SELECT count(*) FROM sqlite_schema")
    let isEmpty = application == 0 && found == 0 && things == 0
    guard isEmpty || application == PlaceSchema.application else {
      throw DatabaseFault(database.path, "is not gnomon's", .foreign(application))
    }
    guard found <= PlaceSchema.version else {
      throw DatabaseFault(database.path, "is not opened", .newer(found, known: PlaceSchema.version))
    }
    if isReadOnly {
      guard found == PlaceSchema.version else {
        throw DatabaseFault(
          database.path, "cannot be updated from schema \(found) to \(PlaceSchema.version)", .readOnly)
      }
      return
    }
    // An added place must survive a loss of power: the log is synchronized to the disk with every transaction. It is copied into
    // the file once it has as many pages of 4 KiB as its limit: an import changes the same pages of the indices again and again.
    try database.run(
      """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 16777216;
      PRAGMA wal_autocheckpoint = 4000;
      PRAGMA cache_size = -\(Cache.usual)
      """)
    guard found < version else { return }
    // A new index of a million places is sorted in temporary files: in memory it would exceed `limitMemory`.
    try database.run("PRAGMA temp_store = FILE")
    defer { try? database.run("PRAGMA temp_store = MEMORY") }
    try database.transaction { () throws(DatabaseFault) in
      // Another process may have done it meanwhile.
      found = try database.number("PRAGMA user_version")
      while found < version {
        try database.run(PlaceSchema.steps[Int(found)])
        found += 1
      }
      try database.run("PRAGMA application_id = \(PlaceSchema.application); PRAGMA user_version = \(found)")
    }
  }

  /// Limits the memory of all stores in this process to this many bytes; a query that needs more throws.
  public static func limitMemory(to bytes: Int) { sqlite3_hard_heap_limit64(Int64(bytes)) }

  /// Returns a number that changes when another process changes something; changes by this process do not count.
  public func changesOfOthers() throws(DatabaseFault) -> Int64 { try database.number("PRAGMA data_version") }

  /// Returns SQLite's complaints about the whole file; empty if it is sound. It reads everything, which takes seconds.
  public func check() throws(DatabaseFault) -> [String] {
    let statement = try database.statement("PRAGMA quick_check(20)")
    defer { statement.reset() }
    var complaints: [String] = []
    while try statement.step() { complaints.append(statement.text(0)) }
    return complaints == ["ok"] ? [] : complaints
  }
}

/// KiB of pages in memory.
enum Cache {
  static let usual = 4 << 10
  /// For long imports, which touch pages all over the file.
  static let large = 64 << 10
}

/// A row that a query found, with its distance.
struct FoundPlace {
  var row: Int64
  var distance: Double
}
