public import Foundation

/// The executables that were built with the tests.
public enum Products {
  /// Returns the place of an executable: it is in the folder of the tests' own runner.
  public static func url(_ name: String) -> URL {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appendingPathComponent(name)
  }

  public static func path(_ name: String) -> String { url(name).path }

  /// Whether `gnomon` is built: not so in the part `service` (make test ONLY=service), where what needs it is skipped.
  public static let hasCommand = FileManager.default.isExecutableFile(atPath: path("gnomon"))
}
