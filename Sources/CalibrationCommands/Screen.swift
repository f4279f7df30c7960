import CPosix
import CommandParts
import Glibc

/// The terminal during drawing: only lines that have changed are written. It is restored on every exit of the process
/// (posix_terminal.h).
struct Screen {
  enum Key: Equatable { case enough, stop }
  private var shown: [String] = []
  private var size = (columns: 0, rows: 0)

  /// nil if there is no terminal to draw on.
  init?() {
    guard gnomon_terminal_enter() else { return nil }
  }

  mutating func draw(_ lines: [String], _ style: TerminalStyle, bell: Bool = false) {
    if size != (style.columns, style.rows) {
      // After a change of size the positions of the old lines are unknown.
      shown = []
      size = (style.columns, style.rows)
      Terminal.draw("\u{1B}[2J")
    }
    let changes = Self.changes(from: shown, to: lines) + (bell ? "\u{7}" : "")
    shown = lines
    if !changes.isEmpty { Terminal.draw(changes) }
  }

  /// The text to write for the changes: CUP and EL of ECMA-48, 8.3.21 and 8.3.41.
  static func changes(from old: [String], to new: [String]) -> String {
    var text = ""
    for index in 0..<max(old.count, new.count) {
      let line = index < new.count ? new[index] : ""
      guard index >= old.count || old[index] != line else { continue }
      text += "\u{1B}[\(index + 1);1H\(line)\u{1B}[K"
    }
    return text
  }

  func end() { gnomon_terminal_leave() }

  /// The last key typed since the previous call.
  func key() -> Key? {
    var found: Key?
    while true {
      let byte = gnomon_terminal_key()
      if byte < 0 { return found }
      if let key = Self.key(UInt8(truncatingIfNeeded: byte)) { found = key }
    }
  }

  static func key(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "f"), UInt8(ascii: "F"): .enough
    // A terminal without ISIG delivers Ctrl-C as a byte.
    case UInt8(ascii: "q"), UInt8(ascii: "Q"), 3: .stop
    default: nil
    }
  }
}
