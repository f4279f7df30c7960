import BrowserServer
import CommandParts
import Glibc

/// A question at the terminal, while signals are read from a descriptor: Ctrl-C is an answer, too.
enum PhoneQuestion {
  /// Whether a person can answer.
  static var isAnswered: Bool { TerminalStyle.isAnswered && TerminalStyle.isShown }

  /// Returns the line that was typed; nil at a signal, and at the end of the input.
  static func ask(_ text: String) throws(Failure) -> String? {
    Terminal.print(text)
    let events = try EventWait()
    var isReady = false
    events.add(STDIN_FILENO, key: EventWait.lastKey + 1)
    while !isReady {
      guard events.wait(milliseconds: -1, serve: { _ in isReady = true }) else {
        Terminal.print("\n")
        return nil
      }
    }
    return readLine()?.trimmed
  }
}
