public import Files
import Glibc
public import Learned
import Text
import Tracking

/// Store of the learned state, from one session to the next, in one file. A folder that comes from another machine keeps that one's
/// state beside it.
public struct StateStore: Sendable {
  private let file: AtomicFile
  private let directory: String
  /// Digest of this machine; empty where it does not matter.
  private let machine: String

  /// Creates a store in a folder that belongs to the daemon alone.
  public init(directory: String, machine: String = "") {
    (self.directory, self.machine) = (directory, machine)
    file = AtomicFile("\(directory)/state.json")
  }

  /// The file of another machine's state; nil for a name that is no digest.
  private func file(of machine: String) -> AtomicFile? {
    let isName =
      !machine.isEmpty && machine.utf8.count <= 64
      && machine.utf8.allSatisfy {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0
      }
    return isName ? AtomicFile("\(directory)/state.\(machine).json") : nil
  }

  /// Puts the state of another machine beside, and that of this machine back, if it was here before; on a disk that cannot be
  /// written all stays as it is.
  private func takeTurns() throws(FileFault) {
    guard !machine.isEmpty, let bytes = try file.read(), let other = Self.state(in: bytes).0?.device?.machine,
      other != machine, let beside = file(of: other)
    else { return }
    try beside.replace(with: bytes)
    guard let own = file(of: machine), let kept = try own.read() else { return }
    try file.replace(with: kept)
    try ErasableFile.erase(own.path)
  }

  /// The states of other machines.
  private func others() -> [String] {
    (folderNames(directory) ?? [])
      .filter { $0.hasPrefix("state.") && $0.hasSuffix(".json") && $0 != "state.json" }
      .map { "\(directory)/\($0)" }
  }

  public var path: String { file.path }

  /// Loads the sound part of the state and the faults of the rest. A file without any sound part is renamed, so that the next
  /// save does not overwrite it.
  public func load() -> (state: LearnedState?, faults: [String]) {
    file.discardUnfinished()
    var unturned: [String] = []
    do throws(FileFault) { try takeTurns() } catch { unturned = [error.description] }
    do throws(FileFault) {
      guard let bytes = try file.read() else { return (nil, unturned) }
      let (state, faults) = Self.state(in: bytes)
      guard state == nil else { return (state, unturned + faults.map { "\(path): \($0)" }) }
      let kept = file.setAside().map { "; renamed to \($0)" } ?? ""
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

  /// Erases positions of the wearer from every file of the store: overwrites the old content, and saves `state` without its
  /// places instead. The files are then read back; one that still contains a place is a fault.
  ///
  /// On a full disk the old content is erased too, but saving `state` may fail: that fault is returned.
  public func forget(keeping state: LearnedState) throws(FileFault) -> FileFault? {
    var state = state, unkept: FileFault?
    state.forgetPlaces()
    do throws(FileFault) {
      for path in [file.temporary, file.aside] + others() { try ErasableFile.erase(path) }
      let old = try ErasableFile(path)
      do throws(FileFault) { try save(state) } catch {
        // The old content may occupy the room that the new one needs.
        try ErasableFile.erase(path)
        do throws(FileFault) { try save(state) } catch { unkept = error }
      }
      try old?.destroy()
    } catch {
      // A file that cannot be changed is only a fault if it contains a place.
      if let path = try fileWithPlaces() { throw FileFault(path, "still contains places", error.errno) }
      return error
    }
    if let path = try fileWithPlaces() { throw FileFault(path, "still contains places", EIO) }
    return unkept
  }

  /// Returns the first file that contains a place, or cannot be read as a state and may contain one.
  private func fileWithPlaces() throws(FileFault) -> String? {
    for path in [path, file.temporary, file.aside] + others() {
      guard let bytes = try AtomicFile(path).read(), !bytes.isEmpty else { continue }
      let (state, faults) = Self.state(in: bytes)
      guard let state, state.knownPlaces == 0, faults.isEmpty else { return path }
    }
    return nil
  }

  public func save(_ state: LearnedState) throws(FileFault) {
    var text = TextBuffer()
    state.json.write(to: &text, layout: .indented)
    text.append(UInt8(ascii: "\n"))
    try file.replace(with: Array(text.bytes))
  }
}
