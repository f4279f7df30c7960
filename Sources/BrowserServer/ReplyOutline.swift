import Text

/// The members at the beginning and the end of a reply, read without the rest: the reply is passed on unchanged.
///
///     {"parameters":{"dropped":3,"pose":{…}},"continues":true}
struct ReplyOutline {
  /// True if other replies to the same call follow.
  let continues: Bool
  let isError: Bool
  /// The first member of the parameters beside `dropped`, such as `pose`; empty if there is none.
  private(set) var name = ""
  /// The number of messages that the daemon left out before this one.
  private(set) var dropped = 0

  private static let end = Array(#""continues":true}"#.utf8), error = Array(#"{"error""#.utf8)
  private static let head = Array(#"{"parameters":{""#.utf8)

  init(_ reply: [UInt8]) {
    continues = reply.suffix(Self.end.count).elementsEqual(Self.end)
    isError = reply.starts(with: Self.error)
    guard reply.starts(with: Self.head) else { return }
    var rest = reply[Self.head.count...]
    name = Self.name(&rest)
    guard name == "dropped" else { return }
    rest = rest.dropFirst(2)  // the quote and the colon
    while let digit = rest.first, 0x30...0x39 ~= digit, dropped < 1 << 40 {
      dropped = dropped * 10 + Int(digit) - 0x30
      rest = rest.dropFirst()
    }
    rest = rest.dropFirst(2)  // the comma and the quote
    name = Self.name(&rest)
  }

  /// The parameters of a reply that has some.
  func parameters(of reply: [UInt8]) -> ArraySlice<UInt8> {
    guard reply.starts(with: Self.head) else { return [] }
    return reply.dropFirst(Self.head.count - 2).dropLast(continues ? Self.end.count + 1 : 1)
  }

  /// Returns the letters up to the quote.
  private static func name(_ rest: inout ArraySlice<UInt8>) -> String {
    let name = rest.prefix { 0x61...0x7A ~= $0 || $0 == UInt8(ascii: "_") }
    rest = rest.dropFirst(name.count)
    return String(decoding: name.prefix(32), as: UTF8.self)
  }
}
