import Geometry

/// Removes identity and position from a text that strangers will read. Replacements are counted and reported.
///
/// Known words (names of this machine and its user, configured addresses) are replaced wherever they stand; addresses, serial
/// numbers and home folders are recognized by their shape. In doubt a word is replaced.
struct Redaction {
  enum Kind: String, CaseIterable, Sendable {
    case host = "host names"
    case user = "user names"
    case address = "network addresses"
    case serial = "serial numbers"
    case place = "positions"

    var mark: String {
      switch self {
      case .host: "‹host›"
      case .user: "‹user›"
      case .address: "‹address›"
      case .serial: "‹serial›"
      case .place: "‹position›"
      }
    }
  }

  private(set) var counts: [Kind: Int] = [:]
  private var mayHoldPlaces = false
  private let words: [(word: String, kind: Kind)]

  /// Common words, such as `root` or `localhost`, are not replaced.
  init(host: String, user: String, addresses: [String]) {
    let common: Set<String> = ["", "root", "gnomon", "localhost", "none", "debian", "127.0.0.1", "[::1]", "::1"]
    var words = addresses.map { ($0, Kind.address) }
    words.append((host, .host))
    words.append((user, .user))
    self.words = words.filter { !common.contains($0.0.lowercased()) && $0.0.utf8.count > 1 }
  }

  /// The replacements, as `network addresses (2), host names (1)`; nil if there are none.
  var sentence: String? {
    let parts = Kind.allCases.compactMap { kind in counts[kind].map { "\(kind.rawValue) (\($0))" } }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// Replaces words. Only with `mayHoldPlaces`, numbers with many decimals count as degrees: a sensor's scale looks like them.
  mutating func clean(_ text: String, mayHoldPlaces: Bool = false) -> String {
    self.mayHoldPlaces = mayHoldPlaces
    var result = "", word = ""
    func isPart(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || "._:-@/+[]%°".contains(character)
    }
    for character in text {
      if isPart(character) {
        word.append(character)
      } else {
        result += clean(word: word)
        word = ""
        result.append(character)
      }
    }
    return result + clean(word: word)
  }

  private mutating func mark(_ kind: Kind) -> String {
    counts[kind, default: 0] += 1
    return kind.mark
  }

  private mutating func clean(word: String) -> String {
    guard word.utf8.count > 1 else { return word }
    if word.contains("/") {
      // Each part of a path is examined: a user's home folder, and /dev/serial/by-id/usb-u-blox_AG_1234567-if00.
      let parts = word.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      return parts.enumerated().map { index, part in
        if index >= 2, parts[index - 1] == "home", !part.isEmpty { return mark(.user) }
        if index >= 1, parts[index - 1] == "by-id", !part.isEmpty { return mark(.serial) }
        return clean(part: part)
      }.joined(separator: "/")
    }
    return clean(part: word)
  }

  private mutating func clean(part: String) -> String {
    let core = part.trimming(".:,")
    guard !core.isEmpty else { return part }
    for (word, kind) in words where core.lowercased().split(separator: "@").contains(where: { matches($0, word) }) {
      return part.replacing(core, with: mark(kind))
    }
    if Self.isAddress(core) { return part.replacing(core, with: mark(.address)) }
    if Self.isSerial(core) { return part.replacing(core, with: mark(.serial)) }
    if mayHoldPlaces, Self.isPlace(core) { return part.replacing(core, with: mark(.place)) }
    return part
  }

  /// Whether a text is a known word, also as part of a name or address: `glasses`, `glasses.lan`, `10.0.0.7:2947`, `ip:10.0.0.7`.
  private func matches(_ text: Substring, _ word: String) -> Bool {
    let lower = word.lowercased()
    return text == lower || text.hasPrefix(lower + ".") || text.hasPrefix(lower + ":") || text.hasSuffix(":" + lower)
      || text.contains(":\(lower):")
  }

  /// Whether a text is an IPv4, IPv6 or hardware address; loopback addresses and 0.0.0.0 are not replaced.
  static func isAddress(_ text: String) -> Bool {
    let host = text.split(separator: ":").first.map(String.init) ?? text
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    if numbers.count == 4, numbers.allSatisfy({ UInt8($0) != nil }) { return numbers[0] != "127" && host != "0.0.0.0" }
    let bare = text.filter { $0 != "[" && $0 != "]" }
    let groups = bare.prefix { $0 != "%" }.split(separator: ":", omittingEmptySubsequences: false)
    let isHex = groups.allSatisfy { $0.utf8.count <= 4 && $0.allSatisfy(\.isHexDigit) }
    return isHex && bare != "::1" && (groups.count >= 6 || (bare.contains("::") && groups.count > 2))
  }

  /// Whether a text has ten or more hexadecimal digits, or is eight or more capital letters and digits with at least six digits.
  static func isSerial(_ text: String) -> Bool {
    let digits = text.count { $0.isNumber }
    if text.utf8.count >= 10, digits > 0, text.allSatisfy({ $0.isHexDigit }) { return true }
    return digits >= 6 && text.utf8.count >= 8 && text.allSatisfy { $0.isNumber || ($0.isLetter && $0.isUppercase) }
      && text.contains { $0.isLetter }
  }

  /// Whether a text is a number of degrees with four or more decimals, which is ten meters or better.
  static func isPlace(_ text: String) -> Bool {
    let number = text.filter { $0 != "°" }
    guard let point = number.firstIndex(of: "."), let value = Double(number), value.magnitude <= 360 else {
      return false
    }
    return number.distance(from: point, to: number.endIndex) > 4
  }
}

extension String {
  fileprivate func trimming(_ characters: String) -> String {
    var rest = Substring(self)
    while let first = rest.first, characters.contains(first) { rest.removeFirst() }
    while let last = rest.last, characters.contains(last) { rest.removeLast() }
    return String(rest)
  }

  /// Returns the text with the first occurrence of a part replaced.
  fileprivate func replacing(_ part: String, with other: String) -> String {
    guard let range = firstRange(of: part) else { return other }
    return String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
  }

  private func firstRange(of part: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
      start = index(after: start)
    }
    return nil
  }
}
