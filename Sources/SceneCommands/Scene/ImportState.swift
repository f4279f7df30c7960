import CommandParts
import Files
import Glibc
import Recordings
import Text

/// The point that an unfinished import of a file has reached, kept in the user's folder of states.
struct ImportState: Equatable {
  /// The file, as an absolute path, with its size and time of change: a changed file is imported from its beginning.
  var path: String
  var size: Int
  var modified: Int64
  var layer: String
  var tags: [String]
  /// Places of the file that the daemon has answered.
  var places = 0

  init(_ file: FilePieces, layer: String, tags: [String]) {
    path =
      realpath(file.path, nil).map { resolved in
        defer { free(resolved) }
        return String(cString: resolved)
      } ?? file.path
    // Standard input cannot be read again, even if it is a file.
    size = file.path == "-" ? 0 : file.size
    modified = file.modified
    self.layer = layer
    self.tags = tags
  }

  /// One file for each path, layer and selection.
  private var location: String? {
    let key = ([path, layer] + tags).joined(separator: "\0")
    return UserFolder.state.map { "\($0)/import-\(SHA256.short(key)).json" }
  }

  private var json: JSONValue {
    [
      "path": .string(path), "size": .integer(Int64(size)), "modified_ns": .integer(modified), "layer": .string(layer),
      "tags": .array(tags.map { .string($0) }), "places": .integer(Int64(places)),
    ]
  }

  enum Earlier: Equatable {
    case none
    /// The file has another size or time of change than then.
    case changed
    case reached(Int)
  }

  /// The point that an earlier import of the same file has reached.
  func loadEarlier() -> Earlier {
    guard let location, let text = textFile(location), let stored = try? JSONValue(reading: text),
      stored["path"]?.string == path, let places = stored["places"]?.integer, places > 0
    else { return .none }
    guard stored["size"]?.integer == Int64(size), stored["modified_ns"]?.integer == modified else { return .changed }
    return .reached(Int(clamping: places))
  }

  /// Replaces the file as a whole; returns whether that succeeded. Without places there is nothing to go on from.
  func save() -> Bool {
    guard places > 0, size > 0, let location else { return false }
    let file = AtomicFile(location)
    file.makeFolders(for: .owner)
    var text = TextBuffer()
    json.write(to: &text, layout: .compact)
    text.append(UInt8(ascii: "\n"))
    return (try? file.replace(with: text.bytes, isLasting: false)) != nil
  }

  func remove() { if let location { unlink(location) } }
}
