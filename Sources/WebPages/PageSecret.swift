/// A secret text that lets a browser in: a token of a link, a session's cookie.
public struct PageSecret: Equatable, Sendable {
  public let text: String

  /// Makes a secret of 128 random bits, as 32 hexadecimal digits.
  public init(from generator: inout some RandomNumberGenerator) {
    text = (0..<2).map { _ in
      let digits = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// A secret that was made before. Returns nil unless it has 32 to 128 letters and digits, which a query may contain.
  public init?(_ text: String) {
    guard (32...128).contains(text.utf8.count),
      text.utf8.allSatisfy({ 0x61...0x7A ~= $0 || 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 })
    else { return nil }
    self.text = text
  }

  public func isEqual(to given: some StringProtocol) -> Bool { areEqual(given, text) }
}

/// Compares in a time that does not depend on how many bytes are equal.
func areEqual(_ given: some StringProtocol, _ secret: String) -> Bool {
  let a = Array(given.utf8), b = Array(secret.utf8)
  guard a.count == b.count else { return false }
  return zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}
