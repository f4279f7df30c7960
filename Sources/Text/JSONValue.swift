/// A JSON value. An object keeps its members in the order in which they were written.
public enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// Written without point and exponent, and within `Int64`: time stamps in nanoseconds stay exact.
  case integer(Int64)
  /// Any other number, −0 included. Written as null where it is not finite.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([JSONMember])
}

/// One member of an object.
public struct JSONMember: Equatable, Sendable {
  public var name: String
  public var value: JSONValue

  public init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }
}

extension JSONValue {
  /// The member of that name; nil if there is none or this is no object. Names compare as Swift strings do.
  public subscript(name: String) -> JSONValue? { object?.first { $0.name == name }?.value }
  /// The element at that index; nil if there is none or this is no array.
  public subscript(index: Int) -> JSONValue? { array.flatMap { $0.indices.contains(index) ? $0[index] : nil } }

  public var isNull: Bool { if case .null = self { true } else { false } }
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  public var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
  public var object: [JSONMember]? { if case .object(let members) = self { members } else { nil } }

  /// Any number.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// Any number that is whole and within `Int64`, however it was written.
  public var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): whole(value)
    default: nil
    }
  }
}

/// Numbers are equal if their values are (12 is 12.0, since the shortest text of both is "12"); objects if they have
/// the same members in any order.
extension JSONValue: Equatable {
  public static func == (a: JSONValue, b: JSONValue) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.integer(let a), .number(let b)), (.number(let b), .integer(let a)): whole(b) == a
    case (.string(let a), .string(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): equal(a, b)
    default: false
    }
  }

  private static func equal(_ a: [JSONMember], _ b: [JSONMember]) -> Bool {
    if a.count != b.count { return false }
    // Values are compared once: twice would double with every level of depth.
    if zip(a, b).allSatisfy({ $0.name == $1.name }) { return a == b }
    return a.sorted { $0.name < $1.name } == b.sorted { $0.name < $1.name }
  }
}

// Not by nil, which would turn a missing member into a null without a word.
extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { JSONMember($0, $1) })
  }
}

/// The integer of that value, if there is one. `Int64(exactly:)` would call libm's trunc, which nothing here links.
private func whole(_ value: Double) -> Int64? {
  if !(-0x1p63 <= value && value < 0x1p63) { return nil }
  let integer = Int64(value)
  return Double(integer) == value ? integer : nil
}
