import Geodesy
import Geometry
import Text

/// A JSON value of a route's text; its faults contain its path: `routes[0].geometry`.
struct JSONField {
  let value: JSONPart

  init(_ value: JSONPart) { self.value = value }

  var path: String { value.path }

  /// A member that may be missing; null counts as missing.
  subscript(name: String) -> JSONField? {
    guard let member = value[name], !member.isNull else { return nil }
    return JSONField(member)
  }

  func member(_ name: String, _ expected: String) throws(RouteFault) -> JSONField {
    try object()
    if let field = self[name] { return field }
    let path = path
    throw .shape(
      path: path.isEmpty ? name : "\(path).\(name)", expected: expected,
      found: value[name] == nil ? "nothing" : "null")
  }

  func elements(_ expected: String = "an array") throws(RouteFault) -> [JSONField] {
    guard value.isArray else { throw fault(expected) }
    if value.count > RouteReader.mostParts { throw .tooManyParts(limit: RouteReader.mostParts) }
    return value.elements.map { JSONField($0) }
  }

  /// Returns the first element of an array that must not be empty.
  func first(_ expected: String) throws(RouteFault) -> JSONField {
    guard value.isArray else { throw fault("an array") }
    guard let first = value[0] else { throw .shape(path: path, expected: expected, found: "an empty array") }
    return JSONField(first)
  }

  func object() throws(RouteFault) {
    if !value.isObject { throw fault("an object") }
  }

  func string() throws(RouteFault) -> String {
    guard let string = value.string else { throw fault("a string") }
    return string
  }

  func number() throws(RouteFault) -> Double {
    guard let number = value.double else { throw fault("a number") }
    return number
  }

  /// Returns a position as GeoJSON and its followers write it: longitude first.
  func position() throws(RouteFault) -> Geodetic {
    guard let longitude = value[0]?.double, let latitude = value[1]?.double else {
      throw fault("a position [longitude, latitude]")
    }
    return Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude))
  }

  /// Returns the clean text of a member; empty if it is missing.
  func text(_ name: String) -> String { value[name]?.string.map(PlainText.clean) ?? "" }

  func fault(_ expected: String) -> RouteFault {
    let path = path
    return .shape(path: path.isEmpty ? "the answer" : path, expected: expected, found: kind)
  }

  var kind: String {
    if value.isObject { return "an object" }
    if value.isArray { return "an array" }
    if value.isString { return "a string" }
    if value.isNull { return "null" }
    return value.bool != nil ? "true or false" : "a number"
  }
}
