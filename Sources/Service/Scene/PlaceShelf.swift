import Glibc
import Scenery
import Storage

/// The place store of a session, opened when it is first asked for; one that cannot be is tried again the next time. It belongs to the
/// worker's thread.
final class PlaceShelf {
  /// Where the places are kept; nil for a session that keeps nothing.
  private let directory: String?
  private var temporary: String?
  private var opened: PlaceStore?

  init(directory: String?) { self.directory = directory }

  deinit { close() }

  /// What another process has done is looked for from what this said on.
  struct Opening: Sendable {
    var filter: PlaceFilter
    var changes: Int64
  }

  /// Of the store that is open, or opened now.
  func opening() throws(DatabaseFault) -> Opening {
    let store = try store()
    return Opening(filter: try store.filter(), changes: try store.changesOfOthers())
  }

  func store() throws(DatabaseFault) -> PlaceStore {
    if let opened { return opened }
    let store = try PlaceStore(directory: folder())
    if store.isReadOnly { Log.write("\(store.path) may only be read; places cannot be changed", .warning) }
    opened = store
    return store
  }

  /// Deletes rows of removed layers; false when there are none left, or they cannot be deleted now.
  func clean(_ rows: Int) -> Bool {
    guard let opened, !opened.isReadOnly else { return false }
    return (try? opened.clean(rows)) ?? false
  }

  /// A folder of the session's own, that goes with it.
  private func folder() -> String {
    if let directory { return directory }
    if let temporary { return temporary }
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/gnomon-XXXXXX".utf8CString)
    let made = mkdtemp(&template).map { String(cString: $0) }
    temporary = made
    return made ?? base
  }

  /// Lets go of the store.
  func close() {
    opened = nil
    guard let temporary else { return }
    for ending in ["", "-wal", "-shm"] { unlink("\(temporary)/\(PlaceStore.fileName)\(ending)") }
    rmdir(temporary)
    self.temporary = nil
  }
}
