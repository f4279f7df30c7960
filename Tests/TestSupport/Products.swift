import Foundation

/// The executables that were built with the tests.
public enum Products {
  /// Returns the path of an executable: it is in the folder of the tests' own runner.
  public static func path(_ name: String) -> String {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appendingPathComponent(name).path
  }
}
