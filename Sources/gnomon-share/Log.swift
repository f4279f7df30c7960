import Glibc
import Text

/// The service's messages: lines on standard error, which the service manager keeps. They never contain a position.
enum Log {
  enum Level: Int { case warning = 4, notice = 5 }

  private static let isForJournal = getenv("JOURNAL_STREAM") != nil

  static func write(_ text: String, _ level: Level = .notice) {
    var line = (isForJournal ? "<\(level.rawValue)>" : "gnomon-share: ") + TerminalText.line(text) + "\n"
    line.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
