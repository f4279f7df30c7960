public import Foundation

/// Data that is not in the repository: `<package root>/../shared`, else the folder `GNOMON_SHARED` names. Tests that need
/// missing data are skipped with a note.
public enum SharedData {
  public static let root: URL? = {
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    var places = [package.deletingLastPathComponent().appendingPathComponent("shared")]
    if let named = ProcessInfo.processInfo.environment["GNOMON_SHARED"] { places.append(URL(fileURLWithPath: named)) }
    return places.first { FileManager.default.fileExists(atPath: $0.path) }
  }()

  public static func has(_ path: String) -> Bool {
    guard let root, FileManager.default.isReadableFile(atPath: root.appendingPathComponent(path).path) else {
      print(
        "skipped: no recorded data \(path): it is not published with the sources (GNOMON_SHARED names a folder that has it)"
      )
      return false
    }
    return true
  }

  public static func text(_ path: String) throws -> String {
    guard let root else { throw CocoaError(.fileNoSuchFile) }
    return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The recordings below `data`, sorted.
  public static let recordings: [String] = {
    guard has("data"), let root else { return [] }
    let folder = root.appendingPathComponent("data").path
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".gnomon.gz") }.sorted().map { "\(folder)/\($0)" }
  }()
}
