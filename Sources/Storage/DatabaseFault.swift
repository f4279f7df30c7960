import CSQLite

/// Fault of reading or writing a database. Its earlier content stays as it was.
public struct DatabaseFault: Error, Equatable, Sendable {
  public enum Reason: Equatable, Sendable {
    /// The file is missing, or access is denied.
    case cannotOpen
    /// Another process holds it.
    case busy
    case readOnly
    /// No room on the disk.
    case full
    /// More than the contributor's quota; nothing was changed.
    case quota(PlaceQuota.Excess)
    /// The query needs more memory than the limit.
    case tooLarge
    /// The file is damaged, or is not a database.
    case damaged
    /// A database of another program, by its application_id.
    case foreign(Int64)
    /// The schema is newer than this program's.
    case newer(Int64, known: Int64)
    case device
    case other
  }

  public var path: String
  /// The failed action: `cannot be read`.
  public var sentence: String
  public var reason: Reason
  /// SQLite's own message.
  public var words: String

  init(_ path: String, _ sentence: String, _ reason: Reason, words: String = "") {
    self.path = path
    self.sentence = sentence
    self.reason = reason
    self.words = words
  }

  /// Creates a fault from SQLite's result code; its low byte is the kind (sqlite.org/rescode.html).
  init(_ path: String, _ sentence: String, code: CInt, words: String) {
    let reason: Reason =
      switch code & 0xff {
      case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .cannotOpen
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      case SQLITE_READONLY: .readOnly
      case SQLITE_FULL: .full
      case SQLITE_NOMEM: .tooLarge
      case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
      case SQLITE_IOERR: .device
      default: .other
      }
    self.init(path, sentence, reason, words: words)
  }
}

extension DatabaseFault: CustomStringConvertible {
  public var description: String {
    let said = words.isEmpty ? "" : " (\(words))"
    return "\(path): \(sentence): \(advice)\(said)"
  }

  private var advice: String {
    switch reason {
    case .cannotOpen: "it cannot be opened; check that it and its folder exist and can be read and written"
    case .busy: "another process is writing it; try again when that has ended"
    case .readOnly: "it or its folder is read-only"
    case .full: "its disk is full; nothing was changed"
    case .quota(let excess):
      "\(excess.used) \(excess.kind.rawValue) are stored, and \(excess.asked) more would exceed the quota of \(excess.limit); nothing was changed"
    case .tooLarge: "this needs more memory than the limit; ask for fewer places, or use longer words"
    case .damaged:
      "it is damaged or not a database, and was left unchanged; `sqlite3 FILE .recover` may restore its content; move it away to start a new one"
    case .foreign(let application):
      "it belongs to another program (application_id \(application)), and was left unchanged"
    case .newer(let version, let known):
      "it was written by a later version of gnomon (schema \(version); this one reads up to \(known)), and was left unchanged; use the later version"
    case .device: "the device failed"
    case .other: "SQLite refused it"
    }
  }
}
