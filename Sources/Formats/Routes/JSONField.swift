import Text

/// A JSON value and where in its text it stands, so that a fault can say `routes[0].geometry`.
struct JSONField {
  let value: JSONValue
  let path: String

  init(_ value: JSONValue, path: String = "") {
    self.value = value
    self.path = path
  }

  /// A member that may be missing; null is missing.
  subscript(name: String) -> JSONField? {
    guard let member = value[name], !member.isNull else { return nil }
    return JSONField(member, path: path.isEmpty ? name : "\(path).\(name)")
  }

  func member(_ name: String, _ expected: String) throws(RouteFault) -> JSONField {
    _ = try object()
    if let field = self[name] { return field }
    throw .shape(
      path: path.isEmpty ? name : "\(path).\(name)", expected: expected,
      found: value[name] == nil ? "nothing" : "null")
  }

  func elements(_ expected: String = "an array") throws(RouteFault) -> [JSONField] {
    guard let array = value.array else { throw fault(expected) }
    return array.enumerated().map { JSONField($0.element, path: "\(path)[\($0.offset)]") }
  }

  /// The first of at least one.
  func first(_ expected: String) throws(RouteFault) -> JSONField {
    guard let array = value.array else { throw fault("an array") }
    guard let first = array.first else { throw .shape(path: path, expected: expected, found: "an empty array") }
    return JSONField(first, path: "\(path)[0]")
  }

  func object() throws(RouteFault) -> [JSONMember] {
    guard let members = value.object else { throw fault("an object") }
    return members
  }

  func string() throws(RouteFault) -> String {
    guard let string = value.string else { throw fault("a string") }
    return string
  }

  func number() throws(RouteFault) -> Double {
    guard let number = value.double else { throw fault("a number") }
    return number
  }

  /// Clean text of a member; empty where there is none.
  func text(_ name: String) -> String { value[name]?.string.map(PlainText.clean) ?? "" }

  func fault(_ expected: String) -> RouteFault {
    .shape(path: path.isEmpty ? "the answer" : path, expected: expected, found: kind)
  }

  var kind: String {
    switch value {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
