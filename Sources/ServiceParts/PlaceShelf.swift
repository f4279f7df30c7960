import Glibc
public import Scenery
public import Storage

/// The place store of a session, opened at its first use; after a failure the next use tries again. It belongs to the worker's
/// thread.
public final class PlaceShelf {
  /// The folder of the places; nil for a session that keeps nothing.
  private let directory: String?
  private var temporary: String?
  private var opened: PlaceStore?

  public init(directory: String?) { self.directory = directory }

  deinit { close() }

  /// The store's filter and its counter of changes by other processes; a later difference means that another process changed it.
  public struct Opening: Sendable {
    public var filter: PlaceFilter
    public var changes: Int64

    public init(filter: PlaceFilter, changes: Int64) {
      self.filter = filter
      self.changes = changes
    }
  }

  /// Returns the filter and the counter of the store, which is opened if it is not open. `usual` is the filter until one is set.
  public func opening(_ usual: PlaceFilter) throws(DatabaseFault) -> Opening {
    let store = try store()
    return Opening(filter: try store.filter(else: usual), changes: try store.changesOfOthers())
  }

  public func store() throws(DatabaseFault) -> PlaceStore {
    if let opened { return opened }
    let store = try PlaceStore(directory: folder())
    if store.isReadOnly { Log.write("\(store.path) is read-only; places cannot be changed", .warning) }
    opened = store
    return store
  }

  /// Deletes up to `rows` rows of removed layers; returns false when none are left, or they cannot be deleted now.
  func clean(_ rows: Int) -> Bool {
    guard let opened, !opened.isReadOnly else { return false }
    return (try? opened.clean(rows)) ?? false
  }

  /// Returns the folder of the places: the configured one, or a temporary one that is removed by `close`.
  private func folder() -> String {
    if let directory { return directory }
    if let temporary { return temporary }
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/gnomon-XXXXXX".utf8CString)
    let made = mkdtemp(&template).map { String(cString: $0) }
    temporary = made
    return made ?? base
  }

  /// Closes the store, and removes a temporary folder.
  public func close() {
    opened = nil
    guard let temporary else { return }
    for ending in ["", "-wal", "-shm"] { unlink("\(temporary)/\(PlaceStore.fileName)\(ending)") }
    rmdir(temporary)
    self.temporary = nil
  }
}
