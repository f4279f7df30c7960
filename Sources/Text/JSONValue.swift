/// A JSON value. An object keeps its members in their written order.
public enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// A number written without point and exponent, and within `Int64`: time stamps in nanoseconds stay exact.
  case integer(Int64)
  /// Any other number, including −0. A number that is not finite is written as null.
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
  /// The value of a member; nil if there is no such member or this is not an object. Names are compared as Swift strings.
  public subscript(name: String) -> JSONValue? { object?.first { $0.name == name }?.value }
  /// The element at an index; nil if there is none or this is not an array.
  public subscript(index: Int) -> JSONValue? { array.flatMap { $0.indices.contains(index) ? $0[index] : nil } }

  public var isNull: Bool { if case .null = self { true } else { false } }
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  public var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
  public var object: [JSONMember]? { if case .object(let members) = self { members } else { nil } }

  /// The value of any number.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The value of a number that is whole and within `Int64`, in any notation.
  public var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): whole(value)
    default: nil
    }
  }
}

/// Numbers are equal if their values are (12 is 12.0, since the shortest text of both is "12"); objects are equal if they have
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
    // Each value is compared only once; twice would double the work with each level of depth.
    if zip(a, b).allSatisfy({ $0.name == $1.name }) { return a == b }
    return a.sorted { $0.name < $1.name } == b.sorted { $0.name < $1.name }
  }
}

// There is no literal nil: it would silently turn a missing member into a null.
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

/// Returns the integer with this value, if there is one. `Int64(exactly:)` would call libm's trunc, which this target does not
/// link.
private func whole(_ value: Double) -> Int64? {
  if !(-0x1p63 <= value && value < 0x1p63) { return nil }
  let integer = Int64(value)
  return Double(integer) == value ? integer : nil
}
