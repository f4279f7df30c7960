import CPosix
import CommandParts
import Glibc

/// The terminal while it is drawn on: lines that have changed are written, the others stay. It is given back on every way out of the
/// process (posix_terminal.h).
struct Screen {
  enum Key: Equatable { case enough, stop }
  private var shown: [String] = []
  private var size = (columns: 0, rows: 0)

  /// nil where there is none.
  init?() {
    guard gnomon_terminal_enter() else { return nil }
  }

  mutating func draw(_ lines: [String], _ style: TerminalStyle, bell: Bool = false) {
    if size != (style.columns, style.rows) {
      // After a change of size nobody knows what stands where.
      shown = []
      size = (style.columns, style.rows)
      Terminal.draw("\u{1B}[2J")
    }
    let changes = Self.changes(from: shown, to: lines) + (bell ? "\u{7}" : "")
    shown = lines
    if !changes.isEmpty { Terminal.draw(changes) }
  }

  /// What to write: CUP and EL of ECMA-48, 8.3.21 and 8.3.41.
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

  /// What has been typed since it was asked last.
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
    // Without ISIG somewhere in between, Ctrl-C is a byte.
    case UInt8(ascii: "q"), UInt8(ascii: "Q"), 3: .stop
    default: nil
    }
  }
}
