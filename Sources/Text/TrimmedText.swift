/// Returns the text without surrounding ASCII white space.
public func trimmed(_ text: some StringProtocol) -> String {
  func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09 <= byte && byte <= 0x0d }
  var rest = Substring(text).utf8
  while let first = rest.first, isSpace(first) { rest.removeFirst() }
  while let last = rest.last, isSpace(last) { rest.removeLast() }
  return String(Substring(rest))
}
