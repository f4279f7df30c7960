/// Cleaning of foreign text, so that it can be shown in one line and spoken: without markup, control characters and directional
/// overrides, with single spaces, and of bounded length.
enum PlainText {
  static let longest = 300

  /// Returns the clean text: removes markup, then decodes entities, then removes markup that they contained.
  static func clean(_ text: String) -> String {
    // The text is cut before cleaning; the rest would only matter if markup took twenty times the space of text.
    let scalars = Array(text.unicodeScalars.prefix(longest * 20))
    return spaced(withoutMarkup(withoutEntities(withoutMarkup(scalars))))
  }

  /// `Turn <b>left</b>` → `Turn left`. A tag that separates blocks leaves a space; a `<` that begins no tag stays.
  private static func withoutMarkup(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    result.reserveCapacity(text.count)
    var index = 0
    var ends = true
    while index < text.count {
      let next = index + 1 < text.count ? text[index + 1] : " "
      let isTag = text[index] == "<" && (next.properties.isAlphabetic || next == "/" || next == "!" || next == "?")
      guard isTag else {
        result.append(text[index])
        index += 1
        continue
      }
      guard ends, let end = text[index...].firstIndex(of: ">") else {
        ends = false
        index += 1
        continue
      }
      let name = text[(index + 1)..<end].drop { $0 == "/" }.prefix { $0.properties.isAlphabetic }
      let isInline = ["b", "i", "em", "strong", "span", "wbr", "u", "small", "sub", "sup", "font"].contains(
        String(String.UnicodeScalarView(name)).lowercased())
      if !isInline { result.append(" ") }
      index = end + 1
    }
    return result
  }

  private static let entities: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "#39": "'", "#34": "\"",
  ]

  private static func withoutEntities(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    result.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if text[index] == "&", let end = text[index...].prefix(8).firstIndex(of: ";"),
        let scalar = entities[String(String.UnicodeScalarView(text[(index + 1)..<end]))]
      {
        result.append(scalar)
        index = end + 1
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }

  private static func spaced(_ text: [Unicode.Scalar]) -> String {
    var result = String.UnicodeScalarView()
    var count = 0
    var isSpace = true
    for scalar in text {
      switch scalar.properties.generalCategory {
      case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator:
        if isSpace { continue }
        isSpace = true
        result.append(" ")
      // Directional overrides, zero-width and private characters can only hide something. Emoji are joined by one of them.
      case .format where scalar != "\u{200d}", .surrogate, .privateUse, .unassigned: continue
      default:
        isSpace = false
        result.append(scalar)
      }
      count += 1
      if count == longest { break }
    }
    if result.last == " " { result.removeLast() }
    return String(result)
  }
}
