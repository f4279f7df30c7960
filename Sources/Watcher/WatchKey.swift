/// A key that was typed.
enum WatchKey: Equatable {
  case letter(Character)
  case left, right, up, down
  case escape

  /// Returns the keys in the bytes of a terminal; arrows are CSI or SS3 with A to D, as in ECMA-48 and xterm.
  static func keys(_ bytes: [UInt8]) -> [WatchKey] {
    var keys: [WatchKey] = [], rest = bytes[...]
    while let byte = rest.popFirst() {
      guard byte == 0x1B else {
        if byte < 0x80 { keys.append(.letter(Character(Unicode.Scalar(byte)))) }
        continue
      }
      guard rest.first == UInt8(ascii: "[") || rest.first == UInt8(ascii: "O") else {
        keys.append(.escape)
        continue
      }
      rest.removeFirst()
      // Parameters, then the final byte, which identifies the key.
      while let next = rest.first, 0x20...0x3F ~= next { rest.removeFirst() }
      switch rest.popFirst() {
      case UInt8(ascii: "A"): keys.append(.up)
      case UInt8(ascii: "B"): keys.append(.down)
      case UInt8(ascii: "C"): keys.append(.right)
      case UInt8(ascii: "D"): keys.append(.left)
      default: break
      }
    }
    return keys
  }
}
