extension JSONValue {
  /// Reads a whole JSON text. Objects with two members of one name are refused, because readers differ in which of the two they
  /// use.
  ///
  /// The label is needed because `JSONValue("text")` is the string of that literal.
  public init(reading text: String, maximumDepth: Int = 32, maximumSize: Int = 4 << 20) throws(JSONError) {
    try self.init(reading: Array(text.utf8), maximumDepth: maximumDepth, maximumSize: maximumSize)
  }

  public init(
    reading bytes: [UInt8], maximumDepth: Int = 32, maximumSize: Int = 4 << 20, maximumValues: Int = .max
  ) throws(JSONError) {
    var reader = try JSONReader(
      bytes, maximumDepth: maximumDepth, maximumSize: maximumSize, maximumValues: maximumValues)
    self = try reader.value(startingWith: try reader.next())
    _ = try reader.next()
  }
}

extension JSONReader {
  /// Reads the whole next value: a member's value after its key, an array's next element, or the whole text.
  /// Throws `.expectedValue` if no value follows.
  public mutating func nextValue() throws(JSONError) -> JSONValue {
    try value(startingWith: try next())
  }

  /// Reads the value that starts with this event. Nested containers are kept on a stack, without recursion.
  public mutating func value(startingWith first: Event) throws(JSONError) -> JSONValue {
    var open: [Container] = []
    var event = first
    while true {
      var finished: JSONValue
      switch event {
      case .beginObject, .beginArray:
        open.append(Container(isObject: event == .beginObject))
        event = try next()
        continue
      case .key(let name):
        guard let last = open.indices.last else { throw refuse(.expectedValue) }
        if !open[last].insert(name) { throw refuse(.duplicateName(name)) }
        event = try next()
        continue
      case .endObject, .endArray:
        guard let container = open.popLast() else { throw refuse(.expectedValue) }
        finished = container.value
      case .end: throw refuse(.expectedValue)
      case .string(let text): finished = .string(text)
      case .number(let numeral): finished = numeral.integer.map { .integer($0) } ?? .number(numeral.double)
      case .bool(let value): finished = .bool(value)
      case .null: finished = .null
      }
      guard let last = open.indices.last else { return finished }
      open[last].append(finished)
      event = try next()
    }
  }
}

/// An array or object during reading.
private struct Container {
  let isObject: Bool
  private var name = ""
  private var elements: [JSONValue] = []
  private var members: [JSONMember] = []
  /// Used from the ninth name on, when comparing each name with each would be slow.
  private var names: Set<String> = []

  init(isObject: Bool) { self.isObject = isObject }

  var value: JSONValue { isObject ? .object(members) : .array(elements) }

  /// Sets the next member's name; returns false if the object already has it.
  mutating func insert(_ newName: String) -> Bool {
    name = newName
    if members.count < 8 { return !members.contains { $0.name == newName } }
    if names.isEmpty { names = Set(members.map(\.name)) }
    return names.insert(newName).inserted
  }

  mutating func append(_ value: JSONValue) {
    if isObject { members.append(JSONMember(name, value)) } else { elements.append(value) }
  }
}
