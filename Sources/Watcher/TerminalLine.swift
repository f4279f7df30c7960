import CPosix
import Glibc

/// The way to the terminal: what is written waits here while the terminal takes nothing, and nobody waits for it.
///
/// The terminal is opened once more, so that it is only here that writing does not block: the shell and we share standard output.
final class TerminalLine {
  /// To wait for until it is writable again.
  let descriptor: CInt
  private var waiting: [UInt8] = []
  private var isOwn: Bool

  init() {
    let own = open("/proc/self/fd/\(STDOUT_FILENO)", O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    isOwn = own >= 0
    descriptor = isOwn ? own : STDOUT_FILENO
  }

  deinit { if isOwn { close(descriptor) } }

  /// Nothing waits: what is drawn now is seen now.
  var isIdle: Bool { waiting.isEmpty }

  /// False when the terminal has gone.
  func write(_ text: String) -> Bool {
    waiting += text.utf8
    return flush()
  }

  /// False when the terminal has gone.
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
