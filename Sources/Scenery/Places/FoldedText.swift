/// A text without case and accents, for search: "Café Škoda" and "cafe skoda" are equal.
///
/// Accents are removed by means of a letter's Unicode name: in "LATIN SMALL LETTER S WITH CARON" the base letter stands before
/// "WITH". So no table of decompositions is needed. Combining marks are left out.
public struct FoldedText: Equatable, Sendable {
  /// Lower-case letters and digits, with one space between words.
  public let text: String

  public init(_ text: String) {
    var folded = ""
    var isBetweenWords = true
    for scalar in text.lowercased().unicodeScalars {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark: continue
      case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
        .letterNumber, .otherNumber, .spacingMark:
        if isBetweenWords && !folded.isEmpty { folded += " " }
        isBetweenWords = false
        folded += Self.base(of: scalar)
      // An apostrophe does not separate words.
      default: if scalar != "'" && scalar != "\u{2019}" { isBetweenWords = true }
      }
    }
    self.text = folded
  }

  /// True if the text, from the start of one of its words, begins with `other`.
  public func hasWord(beginningWith other: FoldedText) -> Bool {
    guard !other.text.isEmpty else { return true }
    var rest = text.utf8[...]
    while true {
      if rest.starts(with: other.text.utf8) { return true }
      guard let space = rest.firstIndex(of: UInt8(ascii: " ")) else { return false }
      rest = rest[rest.index(after: space)...]
    }
  }

  private static func base(of scalar: Unicode.Scalar) -> String {
    if scalar.isASCII { return String(scalar) }
    switch scalar {
    case "ß": return "ss"
    case "æ": return "ae"
    case "œ": return "oe"
    case "ı": return "i"
    default: break
    }
    // A name tells the base letter of the Latin and Greek alphabets only; letters of other alphabets stay as they are.
    guard let name = scalar.properties.name, let accent = name.range(of: " WITH ") else { return String(scalar) }
    let letter = name[..<accent.lowerBound]
    if letter.hasPrefix("LATIN "), let last = letter.split(separator: " ").last, last.count <= 2 {
      return last.lowercased()
    }
    return Self.greek[String(letter)] ?? String(scalar)
  }

  private static let greek = [
    "GREEK SMALL LETTER ALPHA": "α", "GREEK SMALL LETTER EPSILON": "ε", "GREEK SMALL LETTER ETA": "η",
    "GREEK SMALL LETTER IOTA": "ι", "GREEK SMALL LETTER OMICRON": "ο", "GREEK SMALL LETTER UPSILON": "υ",
    "GREEK SMALL LETTER OMEGA": "ω",
  ]
}

extension StringProtocol {
  /// Returns the range of the first occurrence of a text.
  fileprivate func range(of other: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(other) { return start..<index(start, offsetBy: other.count) }
      formIndex(after: &start)
    }
    return nil
  }
}
