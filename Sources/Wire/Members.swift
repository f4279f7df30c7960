import Geodesy
import Geometry
import Text

/// The members of a message's object, read by name. A fault has the name of the member and the expected value. Not inlined: in a
/// hundred messages of ten members that would be most of the module's code.
struct Members {
  private let value: JSONValue
  private let place: String

  init(_ value: JSONValue, in place: String) throws(MessageFault) {
    guard case .object = value else { throw MessageFault(member: place, expected: "an object") }
    self.value = value
    self.place = place
  }

  @inline(never) private func member(_ name: String) -> JSONValue? { value[name].flatMap { $0.isNull ? nil : $0 } }
  @inline(never) func fault(_ name: String, _ expected: String) -> MessageFault {
    MessageFault(member: path(name), expected: expected)
  }

  @inline(never) func numberIfAny(
    _ name: String, in range: ClosedRange<Double>? = nil, _ expected: String = "a number"
  ) throws(MessageFault) -> Double? {
    guard let member = member(name) else { return nil }
    guard let number = member.double, number.isFinite, range?.contains(number) ?? true else {
      throw fault(name, expected)
    }
    return number
  }
  @inline(never) func number(
    _ name: String, in range: ClosedRange<Double>? = nil, _ expected: String = "a number"
  ) throws(MessageFault) -> Double {
    guard let number = try numberIfAny(name, in: range, expected) else { throw fault(name, expected) }
    return number
  }
  @inline(never) func integerIfAny(
    _ name: String, in range: some RangeExpression<Int64> = Int64.min..., _ expected: String = "a whole number"
  ) throws(MessageFault) -> Int64? {
    guard let member = member(name) else { return nil }
    guard let integer = member.integer, range.contains(integer) else { throw fault(name, expected) }
    return integer
  }
  @inline(never) func integer(
    _ name: String, in range: some RangeExpression<Int64> = Int64.min..., _ expected: String = "a whole number"
  ) throws(MessageFault) -> Int64 {
    guard let integer = try integerIfAny(name, in: range, expected) else { throw fault(name, expected) }
    return integer
  }
  @inline(never) func countIfAny(
    _ name: String, in range: some RangeExpression<Int64> = Int64.min..., _ expected: String = "a whole number"
  ) throws(MessageFault) -> Int? {
    try integerIfAny(name, in: range, expected).map { Int(clamping: $0) }
  }
  @inline(never) func count(
    _ name: String, in range: some RangeExpression<Int64> = Int64.min..., _ expected: String = "a whole number"
  ) throws(MessageFault) -> Int {
    Int(clamping: try integer(name, in: range, expected))
  }
  /// A text; the range is of its bytes.
  @inline(never) func text(
    _ name: String, in range: ClosedRange<Int>? = nil, _ expected: String = "a text"
  ) throws(MessageFault) -> String {
    guard let member = member(name) else { throw fault(name, expected) }
    guard let text = member.string else { throw fault(name, "a text") }
    guard range?.contains(text.utf8.count) ?? true else { throw fault(name, expected) }
    return text
  }
  /// A word of a closed set.
  @inline(never) func word<Word: RawRepresentable<String> & CaseIterable>(_ name: String) throws(MessageFault) -> Word {
    guard let word = Word(rawValue: try text(name)) else {
      throw fault(name, Word.allCases.map(\.rawValue).joined(separator: " | "))
    }
    return word
  }
  @inline(never) func textIfAny(
    _ name: String, in range: ClosedRange<Int>? = nil, _ expected: String = "a text"
  ) throws(MessageFault) -> String? {
    member(name) == nil ? nil : try text(name, in: range, expected)
  }
  /// Some words of a set, one at least; a word that is not in the set is a fault.
  @inline(never) func words<Words: WordSet>(_ name: String) throws(MessageFault) -> Words {
    guard let given = member(name)?.array, !given.isEmpty else { throw fault(name, Words.expected) }
    return try Words(given, named: path(name))
  }
  @inline(never) func wordsIfAny<Words: WordSet>(_ name: String) throws(MessageFault) -> Words? {
    member(name) == nil ? nil : try words(name)
  }
  @inline(never) func flag(_ name: String) throws(MessageFault) -> Bool {
    guard let flag = member(name)?.bool else { throw fault(name, "true or false") }
    return flag
  }
  @inline(never) func flagIfAny(_ name: String) throws(MessageFault) -> Bool? {
    member(name) == nil ? nil : try flag(name)
  }
  @inline(never) func elementsIfAny(_ name: String, _ expected: String = "an array") throws(MessageFault)
    -> [JSONValue]?
  {
    guard let member = member(name) else { return nil }
    guard let elements = member.array else { throw fault(name, expected) }
    return elements
  }
  /// A list that is missing is empty: a daemon of an earlier version does not have each.
  @inline(never) func elements(_ name: String) throws(MessageFault) -> [JSONValue] { try elementsIfAny(name) ?? [] }
  /// An object that is passed on whole.
  @inline(never) func whole(_ name: String) throws(MessageFault) -> JSONValue {
    guard let value = member(name), value.object != nil else { throw fault(name, "an object") }
    return value
  }
  @inline(never) func wholeIfAny(_ name: String) throws(MessageFault) -> JSONValue? {
    member(name) == nil ? nil : try whole(name)
  }
  @inline(never) func value(_ name: String) -> JSONValue { member(name) ?? .object([]) }
  @inline(never) func valueIfAny(_ name: String) -> JSONValue? { member(name) }
  /// A payload as one line of JSON.
  @inline(never) func payload(_ name: String) -> String? {
    member(name).map { json in
      var text = TextBuffer()
      json.write(to: &text)
      return text.string
    }
  }
  @inline(never) private func each<Value>(
    _ name: String, _ expected: String, skipsNulls: Bool = false, _ read: (JSONValue) -> Value?
  ) throws(MessageFault) -> [Value] {
    let elements = try elementsIfAny(name, expected) ?? []
    var values: [Value] = []
    values.reserveCapacity(elements.count)
    for element in elements where !skipsNulls || !element.isNull {
      guard let value = read(element) else { throw fault(name, expected) }
      values.append(value)
    }
    return values
  }
  @inline(never) func texts(_ name: String) throws(MessageFault) -> [String] {
    try each(name, "an array of texts") { $0.string }
  }
  @inline(never) func textsIfAny(_ name: String) throws(MessageFault) -> [String]? {
    member(name) == nil ? nil : try texts(name)
  }
  @inline(never) func integers(_ name: String) throws(MessageFault) -> [Int] {
    try each(name, "an array of whole numbers") { $0.integer.map { Int(clamping: $0) } }
  }
  @inline(never) func integersIfAny(_ name: String) throws(MessageFault) -> [Int]? {
    member(name) == nil ? nil : try integers(name)
  }
  /// Of a number that was not finite there is null in the list; it is skipped.
  @inline(never) func numbers(_ name: String) throws(MessageFault) -> [Double] {
    try each(name, "an array of numbers", skipsNulls: true) { $0.double }
  }
  @inline(never) func numbersIfAny(_ name: String) throws(MessageFault) -> [Double]? {
    member(name) == nil ? nil : try numbers(name)
  }

  @inline(never) func message<Value: Message>(_ name: String) throws(MessageFault) -> Value {
    try Value(json: member(name) ?? .null, at: path(name))
  }
  @inline(never) func messageIfAny<Value: Message>(_ name: String) throws(MessageFault) -> Value? {
    guard let value = member(name) else { return nil }
    return try Value(json: value, at: path(name))
  }
  @inline(never) func messages<Value: Message>(_ name: String) throws(MessageFault) -> [Value] {
    var messages: [Value] = []
    let elements = try elements(name)
    messages.reserveCapacity(elements.count)
    for element in elements { messages.append(try Value(json: element, at: path(name))) }
    return messages
  }
  @inline(never) func messagesIfAny<Value: Message>(_ name: String) throws(MessageFault) -> [Value]? {
    member(name) == nil ? nil : try messages(name)
  }

  /// Reads a member of which one sentence says what is expected, whatever is wrong within it.
  @inline(never) func expecting<Value>(
    _ expected: String, of name: String, isRequired: Bool = false, count: ClosedRange<Int>? = nil,
    bytes: ClosedRange<Int>? = nil, _ read: (Members) throws(MessageFault) -> Value
  ) throws(MessageFault) -> Value {
    let value: Value
    do throws(MessageFault) { value = try read(self) } catch { throw fault(name, expected) }
    let elements = member(name)?.array ?? []
    guard member(name) != nil || !isRequired, member(name) == nil || count?.contains(elements.count) ?? true,
      bytes.map({ range in elements.allSatisfy { range.contains($0.string?.utf8.count ?? 0) } }) ?? true
    else { throw fault(name, expected) }
    return value
  }

  @inline(never) func refuseOthers(than known: [String], _ expected: String) throws(MessageFault) {
    if let other = value.object?.first(where: { !known.contains($0.name) }) { throw fault(other.name, expected) }
  }

  @inline(never) func object(_ name: String) throws(MessageFault) -> Members {
    try Members(member(name) ?? .null, in: path(name))
  }
  @inline(never) private func path(_ name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }

  @inline(never) func place(_ name: String) throws(MessageFault) -> Geodetic { try object(name).position }
  @inline(never) func placeIfAny(_ name: String) throws(MessageFault) -> Geodetic? {
    member(name) == nil ? nil : try place(name)
  }
  @inline(never) func placesIfAny(_ name: String) throws(MessageFault) -> [Geodetic]? {
    guard let elements = try elementsIfAny(name) else { return nil }
    var places: [Geodetic] = []
    places.reserveCapacity(elements.count)
    for element in elements { places.append(try Members(element, in: path(name)).position) }
    return places
  }
  private var position: Geodetic {
    get throws(MessageFault) {
      Geodetic(
        latitude: Degrees(try number("latitude_deg", in: -90...90, "a number of degrees within ±90")),
        longitude: Degrees(try number("longitude_deg", in: -360...360, "a number of degrees within ±360")),
        height: Length(try numberIfAny("height") ?? 0))
    }
  }
  @inline(never) func vector<U: Unit, F: Frame>(_ name: String) throws(MessageFault) -> Vector<U, F> {
    let given = member(name)
    guard let x = given?["x"]?.double, let y = given?["y"]?.double, let z = given?["z"]?.double,
      x.isFinite, y.isFinite, z.isFinite
    else { throw fault(name, "an object of three numbers, x, y and z") }
    return Vector(x, y, z)
  }
  @inline(never) func vectorIfAny<U: Unit, F: Frame>(_ name: String) throws(MessageFault) -> Vector<U, F>? {
    member(name) == nil ? nil : try vector(name)
  }
  @inline(never) func rotationIfAny<From: Frame, To: Frame>(_ name: String) throws(MessageFault) -> Rotation<From, To>?
  {
    member(name) == nil ? nil : try rotation(name)
  }
  /// With `isUnit` a length of more than a thousandth beside 1 is a fault: such numbers are a mistake.
  @inline(never) func rotation<From: Frame, To: Frame>(_ name: String, isUnit: Bool = false) throws(MessageFault)
    -> Rotation<From, To>
  {
    let q = member(name)
    guard let x = q?["x"]?.double, let y = q?["y"]?.double, let z = q?["z"]?.double, let w = q?["w"]?.double,
      let rotation = Rotation<From, To>(writtenX: x, y: y, z: z, w: w),
      !isUnit || ((x * x + y * y + z * z + w * w).squareRoot() - 1).magnitude <= 1e-3
    else { throw fault(name, "a unit quaternion of x, y, z and w") }
    return rotation
  }
}

/// A fault of a message: a member that is missing, has the wrong type, or is beyond its limits.
public struct MessageFault: Error, Equatable, Sendable, CustomStringConvertible {
  public var member: String
  public var expected: String
  /// The given value, if it is only a part of the member.
  public var given: String?

  public init(member: String, expected: String, given: String? = nil) {
    self.member = member
    self.expected = expected
    self.given = given
  }

  public var description: String { "\(member): expected \(expected)" }
}
