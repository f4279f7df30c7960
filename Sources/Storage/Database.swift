import CSQLite
import Geometry

/// A connection to one SQLite file, with its prepared statements. For one thread; statements live as long as the connection.
final class Database {
  let path: String
  private let handle: OpaquePointer
  private var statements: [String: Statement] = [:]

  /// `immutable` promises SQLite that there is no writer: it then reads a file in a folder where it can create no lock or log.
  init(_ path: String, immutable: Bool = false, patience: TimeSpan) throws(DatabaseFault) {
    self.path = path
    var opened: OpaquePointer?
    let code: CInt
    if immutable {
      let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_URI
      code = sqlite3_open_v2("file:\(Self.escaped(path))?immutable=1", &opened, flags, nil)
    } else {
      // Falls back to reading if writing is not allowed.
      code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    }
    guard code == SQLITE_OK, let opened else {
      let words = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw DatabaseFault(path, "cannot be opened", code: code, words: words)
    }
    handle = opened
    sqlite3_busy_timeout(handle, CInt(max(0, min(patience.value, 3600)) * 1000))
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(handle)
  }

  /// Escapes a path for a URI (RFC 3986, §3.3).
  private static func escaped(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"):
        text.append(byte)
      default: text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }
  /// Number of rows that the last statement changed.
  var changes: Int { Int(sqlite3_changes64(handle)) }
  var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Returns a state that differs after every change by this or another connection.
  func state() throws(DatabaseFault) -> DatabaseState {
    DatabaseState(others: try number("PRAGMA data_version"), own: sqlite3_total_changes64(handle))
  }

  func fault(_ code: CInt, _ sentence: String) -> DatabaseFault {
    DatabaseFault(path, sentence, code: code, words: String(cString: sqlite3_errmsg(handle)))
  }

  /// Runs statements without results.
  func run(_ statements: String) throws(DatabaseFault) {
    let code = sqlite3_exec(handle, statements, nil, nil, nil)
    if code != SQLITE_OK { throw fault(code, "cannot be written") }
  }

  /// Sets the size of the page cache in KiB and releases memory beyond it.
  func hold(_ size: Int) {
    sqlite3_exec(handle, "PRAGMA cache_size = -\(size); PRAGMA shrink_memory", nil, nil, nil)
  }

  /// Returns the statement of this text, prepared once.
  func statement(_ text: String) throws(DatabaseFault) -> Statement {
    if let known = statements[text] { return known }
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw fault(code, "cannot be read") }
    let statement = Statement(prepared, self)
    statements[text] = statement
    return statement
  }

  /// Returns the first number of a query's result.
  func number(_ query: String) throws(DatabaseFault) -> Int64 {
    let statement = try statement(query)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : 0
  }

  /// Runs a transaction: all of it or nothing.
  func transaction<Result>(_ body: () throws(DatabaseFault) -> Result) throws(DatabaseFault) -> Result {
    try run("BEGIN IMMEDIATE")
    do throws(DatabaseFault) {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // After some faults SQLite has already rolled back.
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }
}

/// State of a database: equal while nothing has changed.
struct DatabaseState: Equatable {
  /// Counter of commits by other connections.
  var others: Int64 = -1
  /// Counter of rows changed by this connection.
  var own: Int64 = -1
}
