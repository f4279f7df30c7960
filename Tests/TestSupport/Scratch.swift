public import Foundation

/// A folder that is deleted after the test. Its path is short enough for a socket in it.
public final class Scratch {
  public let url = FileManager.default.temporaryDirectory.appendingPathComponent(
    "gnomon-\(UUID().uuidString.prefix(8))")

  public init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false) }
  deinit { try? FileManager.default.removeItem(at: url) }

  public func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes a file, and returns its path.
  public func write(_ text: String, to name: String) throws -> String {
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
    return path(name)
  }
}
