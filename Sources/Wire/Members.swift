import Geometry
import Text

/// The members of a message's object, read by name. A fault has the name of the member and the expected value.
struct Members {
  private let value: JSONValue
  private let place: String

  init(_ value: JSONValue, in place: String) throws(MessageFault) {
    guard case .object = value else { throw MessageFault(member: place, expected: "an object") }
    self.value = value
    self.place = place
  }

  private func member(_ name: String) -> JSONValue? { value[name].flatMap { $0.isNull ? nil : $0 } }
  private func fault(_ name: String, _ expected: String) -> MessageFault {
    MessageFault(member: place.isEmpty ? name : "\(place).\(name)", expected: expected)
  }

  func numberIfAny(_ name: String) throws(MessageFault) -> Double? {
    guard let member = member(name) else { return nil }
    guard let number = member.double, number.isFinite else { throw fault(name, "a number") }
    return number
  }
  func number(_ name: String) throws(MessageFault) -> Double {
    guard let number = try numberIfAny(name) else { throw fault(name, "a number") }
    return number
  }
  func integerIfAny(_ name: String) throws(MessageFault) -> Int64? {
    guard let member = member(name) else { return nil }
    guard let integer = member.integer else { throw fault(name, "a whole number") }
    return integer
  }
  func integer(_ name: String) throws(MessageFault) -> Int64 {
    guard let integer = try integerIfAny(name) else { throw fault(name, "a whole number") }
    return integer
  }
  func text(_ name: String) throws(MessageFault) -> String {
    guard let text = member(name)?.string else { throw fault(name, "a text") }
    return text
  }
  func textIfAny(_ name: String) throws(MessageFault) -> String? {
    member(name) == nil ? nil : try text(name)
  }
  func flag(_ name: String) throws(MessageFault) -> Bool {
    guard let flag = member(name)?.bool else { throw fault(name, "true or false") }
    return flag
  }
  func elements(_ name: String) throws(MessageFault) -> [JSONValue] {
    guard let elements = member(name)?.array else { throw fault(name, "an array") }
    return elements
  }
  func texts(_ name: String) throws(MessageFault) -> [String] {
    var texts: [String] = []
    for element in try elements(name) {
      guard let text = element.string else { throw fault(name, "an array of texts") }
      texts.append(text)
    }
    return texts
  }
  func numbersIfAny(_ name: String) throws(MessageFault) -> [Double]? {
    guard member(name) != nil else { return nil }
    var numbers: [Double] = []
    for element in try elements(name) {
      guard let number = element.double, number.isFinite else { throw fault(name, "an array of numbers") }
      numbers.append(number)
    }
    return numbers
  }
  func object(_ name: String) throws(MessageFault) -> Members {
    try Members(member(name) ?? .null, in: place.isEmpty ? name : "\(place).\(name)")
  }
  func objectIfAny(_ name: String) throws(MessageFault) -> Members? {
    member(name) == nil ? nil : try object(name)
  }
  func vector<U: Unit, F: Frame>(_ name: String) throws(MessageFault) -> Vector<U, F> {
    let members = try object(name)
    return Vector(try members.number("x"), try members.number("y"), try members.number("z"))
  }
  func rotation<From: Frame, To: Frame>(_ name: String) throws(MessageFault) -> Rotation<From, To> {
    let q = try object(name)
    guard
      let rotation = Rotation<From, To>(
        writtenX: try q.number("x"), y: try q.number("y"), z: try q.number("z"), w: try q.number("w"))
    else { throw fault(name, "a unit quaternion") }
    return rotation
  }
}

/// A fault of a message: a member that is missing or has the wrong type.
public struct MessageFault: Error, Equatable, Sendable, CustomStringConvertible {
  public var member: String
  public var expected: String

  public init(member: String, expected: String) {
    self.member = member
    self.expected = expected
  }

  public var description: String { "\(member): expected \(expected)" }
}
