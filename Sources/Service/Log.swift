import Glibc
import Text

/// What the daemon has to say to whoever runs it: lines on standard error, which the service manager keeps. Never where
/// somebody is.
enum Log {
  enum Level: Int { case error = 3, warning = 4, notice = 5, information = 6 }

  /// Under the service manager a line begins with its level, as sd-daemon(3) has it.
  private static let isForJournal = getenv("JOURNAL_STREAM") != nil

  static func write(_ text: String, _ level: Level = .information) {
    let head = isForJournal ? "<\(level.rawValue)>" : "gnomond: "
    var line = head + TerminalText.line(text) + "\n"
    line.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
