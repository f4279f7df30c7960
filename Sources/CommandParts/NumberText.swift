import Geometry
import Text

/// A number for a display that is redrawn: always with the same number of decimals, so that the text beside it stays in place.
public func steady(_ value: Double, _ decimals: Int) -> String {
  let text = text(value, decimals)
  guard decimals > 0, value.isFinite else { return text }
  let found = text.firstIndex(of: ".").map { text.distance(from: $0, to: text.endIndex) - 1 }
  return text + (found == nil ? "." : "") + String(repeating: "0", count: max(0, decimals - (found ?? 0)))
}

/// A number for people: at most `decimals` decimals, without trailing zeros.
public func text(_ value: Double, _ decimals: Int) -> String {
  guard value.isFinite else { return "\(value)" }
  var buffer = TextBuffer()
  buffer.append(value, decimals: decimals)
  return buffer.string
}
