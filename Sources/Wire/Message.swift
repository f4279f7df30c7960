public import Text

/// A struct of an interface. Those of the interfaces are written from their definitions (scripts/clients_swift.py) when the
/// package is built.
public protocol Message: Equatable, Sendable {
  /// Reads an object; `place` is its name in faults.
  init(json: JSONValue, at place: String) throws(MessageFault)
  func write(to writer: inout JSONWriter)
}

/// The parameters of a call.
public protocol CallMessage: Message {
  /// All members that this version knows.
  static var memberNames: [String] { get }
}

extension Message {
  public init(json: JSONValue) throws(MessageFault) { try self.init(json: json, at: "") }

  /// The message as a value, within the limits of a reply.
  public var json: JSONValue {
    var writer = JSONWriter()
    write(to: &writer)
    return (try? JSONValue(reading: writer.buffer.bytes, maximumDepth: 64, maximumSize: 64 << 20)) ?? .null
  }
}

/// The parameters of a method that has none, and a reply that says nothing.
public struct NoParameters: CallMessage {
  public static let memberNames: [String] = []
  public init() {}
  public init(json: JSONValue, at place: String) {}
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.endObject()
  }
}

/// A set of an interface's words, in the order in which they are written.
public protocol WordSet: OptionSet, Hashable, Sendable where RawValue: FixedWidthInteger & Sendable {
  static var listed: [StaticString] { get }
}

extension WordSet {
  /// nil for a word that is not listed.
  public init?(word: String) {
    guard let index = Self.listed.firstIndex(where: { "\($0)" == word }) else { return nil }
    self.init(rawValue: 1 << RawValue(index))
  }

  /// Throws at a word that is not listed.
  init(_ given: [JSONValue], named member: String) throws(MessageFault) {
    self.init()
    for value in given {
      guard let one = value.string.flatMap({ Self(word: $0) }) else {
        throw MessageFault(member: member, expected: Self.expected, given: value.text)
      }
      formUnion(one)
    }
  }

  static var expected: String { "some of " + listed.map { "\($0)" }.joined(separator: ", ") }

  /// Skips words of a later version.
  init(words: [String]) {
    self.init()
    for word in words {
      if let index = Self.listed.firstIndex(where: { "\($0)" == word }) {
        formUnion(Self(rawValue: 1 << RawValue(index)))
      }
    }
  }

  public var words: [String] {
    Self.listed.indices.filter { rawValue & (1 << RawValue($0)) != 0 }.map { "\(Self.listed[$0])" }
  }
}

/// The methods of an interface.
public protocol InterfaceMethod: CaseIterable, Hashable, RawRepresentable, Sendable where RawValue == String {
  static var interface: Interface { get }
}

extension InterfaceMethod {
  /// `org.gnomon.Tracking.GetPose`
  public var name: String { "\(Self.interface.name).\(rawValue)" }
}
