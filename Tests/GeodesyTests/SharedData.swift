import Foundation

/// Reference data that is not in the repository: `<package root>/../shared`, else the folder `GNOMON_SHARED` names.
enum SharedData {
  static let root: URL? = {
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    var places = [package.deletingLastPathComponent().appendingPathComponent("shared")]
    if let named = ProcessInfo.processInfo.environment["GNOMON_SHARED"] { places.append(URL(fileURLWithPath: named)) }
    return places.first { FileManager.default.fileExists(atPath: $0.appendingPathComponent("reference").path) }
  }()

  static func has(_ path: String) -> Bool {
    guard let root, FileManager.default.isReadableFile(atPath: root.appendingPathComponent(path).path) else {
      print("skipped: no shared/\(path) beside the package, and none under GNOMON_SHARED")
      return false
    }
    return true
  }

  static func text(_ path: String) throws -> String {
    guard let root else { throw CocoaError(.fileNoSuchFile) }
    return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }
}
