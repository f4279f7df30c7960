import Text

/// The members of a JSON object from another device, read by name within ranges. The broker's other clients are not trusted.
struct ForeignMembers {
  private let value: JSONValue

  private init(_ value: JSONValue) throws(MessageRefusal) {
    guard case .object = value else { throw .json }
    self.value = value
  }

  init(reading bytes: [UInt8], atMost limit: Int) throws(MessageRefusal) {
    guard bytes.count <= limit else { throw .tooLong }
    let read: JSONValue
    do throws(JSONError) {
      // A route has two numbers and their array for each point.
      read = try JSONValue(reading: bytes, maximumDepth: 8, maximumSize: limit, maximumValues: limit / 4)
    } catch { throw .json }
    try self.init(read)
  }

  subscript(name: String) -> JSONValue? { value[name].flatMap { $0.isNull ? nil : $0 } }

  func checkVersion(_ version: Int64) throws(MessageRefusal) {
    guard let given = self["version"]?.integer else { throw .missing }
    if given != version { throw .version }
  }

  func numberIfAny(_ name: String, in range: ClosedRange<Double>) throws(MessageRefusal) -> Double? {
    guard let member = self[name] else { return nil }
    guard let number = member.double else { throw .missing }
    // False for a number that is not finite, too.
    guard range.contains(number) else { throw .range }
    return number
  }

  func number(_ name: String, in range: ClosedRange<Double>) throws(MessageRefusal) -> Double {
    guard let number = try numberIfAny(name, in: range) else { throw .missing }
    return number
  }

  func whole(_ name: String, in range: ClosedRange<Int64>) throws(MessageRefusal) -> Int64 {
    guard let member = self[name], member.double != nil else { throw .missing }
    guard let number = member.integer, range.contains(number) else { throw .range }
    return number
  }

  func text(_ name: String) throws(MessageRefusal) -> String {
    guard let text = self[name]?.string else { throw .missing }
    return text
  }

  func id(_ name: String) throws(MessageRefusal) -> String {
    let text = try text(name)
    guard TeamName.isAllowed(text) else { throw .name }
    return text
  }

  /// A name for people, without controls and invisible characters, and without white space at its ends.
  func name(_ name: String) throws(MessageRefusal) -> String {
    let cleaned = ShownName.cleaned(try text(name))
    guard (1...SharedPose.longestName).contains(cleaned.utf8.count) else { throw .name }
    return cleaned
  }

  func objectIfAny(_ name: String) throws(MessageRefusal) -> ForeignMembers? {
    guard let member = self[name] else { return nil }
    guard case .object = member else { throw .missing }
    return try ForeignMembers(member)
  }

  func object(_ name: String) throws(MessageRefusal) -> ForeignMembers {
    guard let object = try objectIfAny(name) else { throw .missing }
    return object
  }

  func array(_ name: String) throws(MessageRefusal) -> [JSONValue] {
    guard let elements = self[name]?.array else { throw .missing }
    return elements
  }
}

/// Names of people and places as they may be shown.
public enum ShownName {
  /// Removes controls, invisible marks and controls of the writing direction, and white space at both ends.
  public static func cleaned(_ name: String) -> String {
    let visible = name.unicodeScalars.filter { TerminalText.standIn($0) == nil }
    var text = Substring(String(String.UnicodeScalarView(visible)))
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
