import Glibc
import Text

/// A service's log for its administrator: lines on standard error, which the service manager keeps. It never contains a position.
public struct ServiceLog: Sendable {
  public enum Level: Int, Sendable { case error = 3, warning = 4, notice = 5, information = 6 }

  /// True if the service manager reads the lines: each then begins with its level, as in sd-daemon(3).
  private static let isForJournal = getenv("JOURNAL_STREAM") != nil
  private let program: String

  public init(_ program: String) { self.program = program }

  public func write(_ text: String, _ level: Level = .notice) {
    let head = Self.isForJournal ? "<\(level.rawValue)>" : "\(program): "
    var line = head + TerminalText.line(text) + "\n"
    line.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
