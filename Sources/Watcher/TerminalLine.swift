import CPosix
import Files
import Glibc

/// The output to the terminal: text waits here while the terminal accepts none, so that writing never blocks the program.
///
/// The terminal is opened a second time, because the shell shares standard output and must not become non-blocking with it.
final class TerminalLine {
  /// Descriptor to poll for writability.
  var descriptor: CInt { own.isOpen ? own.number : STDOUT_FILENO }
  private let own: Descriptor
  private var waiting: [UInt8] = []

  init() {
    own = Descriptor(open("/proc/self/fd/\(STDOUT_FILENO)", O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC))
  }

  /// Whether no text is waiting, so that a new picture is shown at once.
  var isIdle: Bool { waiting.isEmpty }

  /// Writes a text, or keeps it until the terminal accepts it. Returns false when the terminal has gone.
  func write(_ text: String) -> Bool {
    waiting += text.utf8
    return flush()
  }

  /// Writes the text that is waiting. Returns false when the terminal has gone.
  func flush() -> Bool {
    var sent = 0
    defer { waiting.removeFirst(sent) }
    while sent < waiting.count {
      let count = waiting.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent) }
      if count < 0 {
        if errno == EINTR { continue }
        return errno == EAGAIN
      }
      sent += count
    }
    return true
  }
}
