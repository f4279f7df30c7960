import Geodesy
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
  func fault(_ name: String, _ expected: String) -> MessageFault {
    MessageFault(member: path(name), expected: expected)
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
  func countIfAny(_ name: String) throws(MessageFault) -> Int? {
    try integerIfAny(name).map { Int(clamping: $0) }
  }
  func count(_ name: String) throws(MessageFault) -> Int { Int(clamping: try integer(name)) }
  func text(_ name: String) throws(MessageFault) -> String {
    guard let text = member(name)?.string else { throw fault(name, "a text") }
    return text
  }
  /// A word of a closed set.
  func word<Word: RawRepresentable<String> & CaseIterable>(_ name: String) throws(MessageFault) -> Word {
    guard let word = Word(rawValue: try text(name)) else {
      throw fault(name, Word.allCases.map(\.rawValue).joined(separator: " | "))
    }
    return word
  }
  func textIfAny(_ name: String) throws(MessageFault) -> String? {
    member(name) == nil ? nil : try text(name)
  }
  func flag(_ name: String) throws(MessageFault) -> Bool {
    guard let flag = member(name)?.bool else { throw fault(name, "true or false") }
    return flag
  }
  func flagIfAny(_ name: String) throws(MessageFault) -> Bool? { member(name) == nil ? nil : try flag(name) }
  func elementsIfAny(_ name: String) throws(MessageFault) -> [JSONValue]? {
    guard let member = member(name) else { return nil }
    guard let elements = member.array else { throw fault(name, "an array") }
    return elements
  }
  /// A list that is missing is empty: a daemon of an earlier version does not have each.
  func elements(_ name: String) throws(MessageFault) -> [JSONValue] { try elementsIfAny(name) ?? [] }
  func value(_ name: String) -> JSONValue { member(name) ?? .object([]) }
  func valueIfAny(_ name: String) -> JSONValue? { member(name) }
  /// A payload as one line of JSON.
  func payload(_ name: String) -> String? {
    member(name).map { json in
      var text = TextBuffer()
      json.write(to: &text)
      return text.string
    }
  }
  private func each<Value>(
    _ elements: [JSONValue], _ name: String, _ expected: String, _ read: (JSONValue) -> Value?
  ) throws(MessageFault) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(elements.count)
    for element in elements {
      guard let value = read(element) else { throw fault(name, expected) }
      values.append(value)
    }
    return values
  }
  func texts(_ name: String) throws(MessageFault) -> [String] {
    try each(elements(name), name, "an array of texts") { $0.string }
  }
  func textsIfAny(_ name: String) throws(MessageFault) -> [String]? { member(name) == nil ? nil : try texts(name) }
  func integers(_ name: String) throws(MessageFault) -> [Int] {
    try each(elements(name), name, "an array of whole numbers") { $0.integer.map { Int(clamping: $0) } }
  }
  func integersIfAny(_ name: String) throws(MessageFault) -> [Int]? { member(name) == nil ? nil : try integers(name) }
  /// Of a number that was not finite there is null in the list; it is skipped.
  func numbers(_ name: String) throws(MessageFault) -> [Double] {
    try each(elements(name).filter { !$0.isNull }, name, "an array of numbers") { $0.double }
  }
  func numbersIfAny(_ name: String) throws(MessageFault) -> [Double]? { member(name) == nil ? nil : try numbers(name) }

  func message<Value: Message>(_ name: String) throws(MessageFault) -> Value {
    try Value(json: member(name) ?? .null, at: path(name))
  }
  func messageIfAny<Value: Message>(_ name: String) throws(MessageFault) -> Value? {
    guard let value = member(name) else { return nil }
    return try Value(json: value, at: path(name))
  }
  func messages<Value: Message>(_ name: String) throws(MessageFault) -> [Value] {
    var messages: [Value] = []
    let elements = try elements(name)
    messages.reserveCapacity(elements.count)
    for element in elements { messages.append(try Value(json: element, at: path(name))) }
    return messages
  }
  func messagesIfAny<Value: Message>(_ name: String) throws(MessageFault) -> [Value]? {
    member(name) == nil ? nil : try messages(name)
  }

  func object(_ name: String) throws(MessageFault) -> Members { try Members(member(name) ?? .null, in: path(name)) }
  private func path(_ name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }

  func place(_ name: String) throws(MessageFault) -> Geodetic { try object(name).position }
  func placeIfAny(_ name: String) throws(MessageFault) -> Geodetic? { member(name) == nil ? nil : try place(name) }
  func placesIfAny(_ name: String) throws(MessageFault) -> [Geodetic]? {
    guard let elements = try elementsIfAny(name) else { return nil }
    var places: [Geodetic] = []
    places.reserveCapacity(elements.count)
    for element in elements { places.append(try Members(element, in: path(name)).position) }
    return places
  }
  private var position: Geodetic {
    get throws(MessageFault) {
      Geodetic(
        latitude: Degrees(try number("latitude_deg")), longitude: Degrees(try number("longitude_deg")),
        height: Length(try numberIfAny("height") ?? 0))
    }
  }
  func vector<U: Unit, F: Frame>(_ name: String) throws(MessageFault) -> Vector<U, F> {
    let members = try object(name)
    return Vector(try members.number("x"), try members.number("y"), try members.number("z"))
  }
  func vectorIfAny<U: Unit, F: Frame>(_ name: String) throws(MessageFault) -> Vector<U, F>? {
    member(name) == nil ? nil : try vector(name)
  }
  func rotationIfAny<From: Frame, To: Frame>(_ name: String) throws(MessageFault) -> Rotation<From, To>? {
    member(name) == nil ? nil : try rotation(name)
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
