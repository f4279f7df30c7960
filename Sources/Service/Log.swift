import Glibc

/// What the daemon has to say to whoever runs it: lines on standard error, which the service manager keeps. Never where
/// somebody is.
enum Log {
  enum Level: Int { case error = 3, warning = 4, notice = 5, information = 6 }

  /// Under the service manager a line begins with its level, as sd-daemon(3) has it.
  private static let isForJournal = getenv("JOURNAL_STREAM") != nil

  static func note(_ text: String, _ level: Level = .information) {
    let head = isForJournal ? "<\(level.rawValue)>" : "gnomond: "
    var line = head + plain(text) + "\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// Names from outside cannot drive a terminal.
  static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || 0x7F...0x9F ~= $0.value ? "?" : $0 }))
  }
}
