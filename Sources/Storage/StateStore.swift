import Glibc
public import Tracking
import Text

/// What sessions have learned, kept from one to the next in one file.
public struct StateStore: Sendable {
  private let file: AtomicFile

  /// The folder is the daemon's own.
  public init(directory: String) { file = AtomicFile("\(directory)/state.json") }

  public var path: String { file.path }

  /// What was kept, as far as it is sound, and what is wrong with the rest. A file that says nothing sound is set aside, so that
  /// the next save does not bury it.
  public func load() -> (state: LearnedState?, faults: [String]) {
    file.discardUnfinished()
    do throws(StorageFault) {
      guard let bytes = try file.read() else { return (nil, []) }
      let (state, faults) = Self.state(in: bytes)
      guard state == nil else { return (state, faults.map { "\(path): \($0)" }) }
      let kept = file.setAside().map { "; kept as \($0)" } ?? ""
      return (nil, faults.map { "\(path): \($0)\(kept)" })
    } catch {
      return (nil, [error.description])
    }
  }

  private static func state(in bytes: [UInt8]) -> (LearnedState?, [String]) {
    do throws(JSONError) {
      let read = LearnedState.read(try JSONValue(reading: bytes))
      return (read.state, read.faults.map { "\($0)" })
    } catch {
      return (nil, ["\(error)"])
    }
  }

  /// Erases what tells where somebody was, in every file of the store: the old content is overwritten, and `state` without its
  /// places takes its place. What the files say afterwards is read back; a file that still tells of a place is a fault.
  ///
  /// On a full disk the old content goes all the same, and `state` may not be kept: the second fault says so.
  public func forget(keeping state: LearnedState) throws(StorageFault) -> StorageFault? {
    var state = state, unkept: StorageFault?
    state.forgetPlaces()
    do throws(StorageFault) {
      for path in [file.temporary, file.aside] { try ErasableFile.erase(path) }
      let old = try ErasableFile(path)
      do throws(StorageFault) { try save(state) } catch {
        // The old content may take the room that the new one needs.
        try ErasableFile.erase(path)
        do throws(StorageFault) { try save(state) } catch { unkept = error }
      }
      try old?.destroy()
    } catch {
      // A file that cannot be changed is no fault where it tells of no place.
      if let path = try fileWithPlaces() { throw StorageFault(path, "still tells of places", error.errno) }
      return error
    }
    if let path = try fileWithPlaces() { throw StorageFault(path, "still tells of places", EIO) }
    return unkept
  }

  /// The first file that tells of a place, or may, since it cannot be understood.
  private func fileWithPlaces() throws(StorageFault) -> String? {
    for path in [path, file.temporary, file.aside] {
      guard let bytes = try AtomicFile(path).read(), !bytes.isEmpty else { continue }
      let (state, faults) = Self.state(in: bytes)
      guard let state, state.knownPlaces == 0, faults.isEmpty else { return path }
    }
    return nil
  }

  public func save(_ state: LearnedState) throws(StorageFault) {
    var text = TextBuffer()
    state.json.write(to: &text, layout: .indented)
    text.append(UInt8(ascii: "\n"))
    try file.replace(with: Array(text.bytes))
  }
}
