import Glibc
import Text

/// The daemon's log for its administrator: lines on standard error, which the service manager keeps. It never contains the
/// wearer's position.
public enum Log {
  public enum Level: Int { case error = 3, warning = 4, notice = 5, information = 6 }

  /// True if the service manager reads the lines: each then begins with its level, as in sd-daemon(3).
  private static let isForJournal = getenv("JOURNAL_STREAM") != nil

  public static func write(_ text: String, _ level: Level = .information) {
    let head = isForJournal ? "<\(level.rawValue)>" : "gnomond: "
    var line = head + TerminalText.line(text) + "\n"
    line.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
