import CSQLite

/// A prepared statement: bound, stepped and reset repeatedly. Parameters count from 1, columns from 0.
final class Statement {
  private let handle: OpaquePointer
  private unowned let database: Database

  init(_ handle: OpaquePointer, _ database: Database) {
    self.handle = handle
    self.database = database
  }

  deinit { sqlite3_finalize(handle) }

  func bind(_ index: CInt, _ value: Int64) { sqlite3_bind_int64(handle, index, value) }
  func bind(_ index: CInt, _ value: Double) { sqlite3_bind_double(handle, index, value) }
  func bindNothing(_ index: CInt) { sqlite3_bind_null(handle, index) }
  func bind(_ index: CInt, _ text: String) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        // A nil address would bind NULL.
        if let base = $0.baseAddress, !$0.isEmpty {
          _ = sqlite3_bind_text_copied(handle, index, base, CInt($0.count))
        } else {
          _ = sqlite3_bind_text_copied(handle, index, "", 0)
        }
      }
    }
  }
  func bind(_ index: CInt, orNothing text: String?) {
    if let text { bind(index, text) } else { bindNothing(index) }
  }

  /// Steps to the next row; returns false if there is none.
  func step() throws(DatabaseFault) -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    let fault = database.fault(code, sqlite3_stmt_readonly(handle) == 0 ? "cannot be written" : "cannot be read")
    sqlite3_reset(handle)
    throw fault
  }

  /// Runs a statement without results, and resets it.
  func run() throws(DatabaseFault) {
    while try step() {}
    reset()
  }

  func reset() { sqlite3_reset(handle) }

  func integer(_ column: CInt) -> Int64 { sqlite3_column_int64(handle, column) }
  func double(_ column: CInt) -> Double { sqlite3_column_double(handle, column) }
  func isNothing(_ column: CInt) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
  func text(_ column: CInt) -> String {
    guard let bytes = sqlite3_column_text(handle, column) else { return "" }
    return String(
      decoding: UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))), as: UTF8.self)
  }
}
