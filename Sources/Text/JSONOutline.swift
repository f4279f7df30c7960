/// A JSON text with the offset of each of its values: eight bytes per value, where a `JSONValue` takes up to a hundred. It is for
/// long texts of which little is kept. A value is read from the text each time it is used.
public struct JSONOutline: Sendable {
  /// A value, or the name of a member; the entry after a name is the member's value.
  struct Entry {
    /// Its offset in the text.
    var offset: UInt32
    /// The index of the first entry after it and its contents.
    var next: UInt32
  }

  let bytes: [UInt8]
  let entries: [Entry]

  /// The most members of an object. More are refused, because each name has to be checked for duplicates.
  public static let mostMembers = 4096

  /// Reads a whole JSON text as strictly as `JSONValue` does, duplicate names included. Precondition: `maximumSize` < 4 GiB.
  public init(
    _ bytes: [UInt8], maximumDepth: Int = 32, maximumSize: Int = 4 << 20, maximumValues: Int = 1 << 20
  ) throws(JSONError) {
    var reader = try JSONReader(
      bytes, maximumDepth: maximumDepth, maximumSize: maximumSize, maximumValues: maximumValues)
    var entries: [Entry] = []
    entries.reserveCapacity(min(Self.mostEntries(bytes), 2 * maximumValues))
    var open: [(entry: Int, names: MemberNames)] = []
    while true {
      let event = try reader.next()
      let offset = UInt32(reader.eventOffset)
      switch event {
      case .end:
        self.bytes = bytes
        self.entries = entries
        return
      case .beginObject, .beginArray:
        open.append((entries.count, MemberNames()))
        entries.append(Entry(offset: offset, next: 0))
      case .endObject, .endArray:
        if let closed = open.popLast() { entries[closed.entry].next = UInt32(entries.count) }
      case .key(let name):
        if let last = open.indices.last {
          if open[last].names.count >= Self.mostMembers { throw reader.refuse(.tooMany(limit: Self.mostMembers)) }
          if !open[last].names.insert(name) { throw reader.refuse(.duplicateName(name)) }
        }
        entries.append(Entry(offset: offset, next: UInt32(entries.count + 1)))
      case .string, .number, .bool, .null:
        entries.append(Entry(offset: offset, next: UInt32(entries.count + 1)))
      }
    }
  }

  /// Returns an upper bound of the number of entries: a value or name begins only at the start and after `,`, `:`, `[` and `{`.
  private static func mostEntries(_ bytes: [UInt8]) -> Int {
    var count = 1
    for byte in bytes {
      switch byte {
      case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "{"): count += 1
      default: break
      }
    }
    return count
  }

  public var root: JSONPart { JSONPart(outline: self, index: 0) }
}

/// The names of an object's members that were read so far.
private struct MemberNames {
  private var few: [String] = []
  /// Used from the ninth name on, when comparing each name with each would be slow.
  private var many: Set<String> = []

  var count: Int { max(few.count, many.count) }

  /// Adds a name; returns false if it is already present.
  mutating func insert(_ name: String) -> Bool {
    if few.count < 8 {
      if few.contains(name) { return false }
      few.append(name)
      return true
    }
    if many.isEmpty { many = Set(few) }
    return many.insert(name).inserted
  }
}

/// A value of a `JSONOutline`.
public struct JSONPart: Sendable {
  let outline: JSONOutline
  let index: Int

  private var offset: Int { Int(outline.entries[index].offset) }
  private var byte: UInt8 { outline.bytes[offset] }
  /// The index of the entry after this value.
  fileprivate var next: Int { Int(outline.entries[index].next) }

  public var isObject: Bool { byte == UInt8(ascii: "{") }
  public var isArray: Bool { byte == UInt8(ascii: "[") }
  public var isNull: Bool { byte == UInt8(ascii: "n") }
  public var isString: Bool { byte == UInt8(ascii: "\"") }

  public var bool: Bool? {
    switch byte {
    case UInt8(ascii: "t"): true
    case UInt8(ascii: "f"): false
    default: nil
    }
  }

  public var string: String? { isString ? text(at: offset) : nil }
  public var double: Double? { scalar?.double }
  public var integer: Int64? { scalar?.integer }

  /// The value of a number, Boolean or null; nil for other values.
  private var scalar: JSONValue? {
    guard !isObject, !isArray, !isString else { return nil }
    var reader = JSONReader(outline.bytes, from: offset)
    return try? reader.nextValue()
  }

  fileprivate func text(at offset: Int) -> String? {
    var reader = JSONReader(outline.bytes, from: offset)
    return try? reader.string()
  }

  /// The value of a member; nil if there is no such member or this is not an object.
  public subscript(name: String) -> JSONPart? { members.first { $0.name == name } }

  /// The element at an index; nil if there is none or this is not an array. It steps over the elements before.
  public subscript(index: Int) -> JSONPart? {
    var left = index
    for element in elements {
      if left == 0 { return element }
      left -= 1
    }
    return nil
  }

  /// The elements of an array; empty for other values.
  public var elements: Children { Children(outline: outline, entry: isArray ? index + 1 : next, end: next, step: 0) }
  /// The values of an object's members; empty for other values.
  public var members: Children { Children(outline: outline, entry: isObject ? index + 1 : next, end: next, step: 1) }
  /// The name of each of `members`.
  public var names: some Sequence<String> { members.lazy.compactMap { $0.name } }
  /// The name of this member. Precondition: it is the value of an object's member.
  private var name: String? { text(at: Int(outline.entries[index - 1].offset)) }

  /// The number of elements of an array.
  public var count: Int { elements.reduce(0) { count, _ in count + 1 } }

  /// An iterator over the children of a value. `step` is the number of entries that a name takes: 1 in an object, 0 in an array.
  public struct Children: Sequence, IteratorProtocol, Sendable {
    let outline: JSONOutline
    var entry: Int
    let end: Int
    let step: Int

    public mutating func next() -> JSONPart? {
      guard entry < end else { return nil }
      let child = JSONPart(outline: outline, index: entry + step)
      entry = child.next
      return child
    }
  }

  /// The path of this value from the root: `routes[0].geometry`.
  public var path: String {
    var path = "", here = outline.root
    while here.index != index {
      var position = 0, child: JSONPart?
      let isObject = here.isObject
      for candidate in isObject ? here.members : here.elements {
        if index < candidate.next {
          child = candidate
          break
        }
        position += 1
      }
      guard let child else { return path }
      if isObject {
        let name = child.name ?? ""
        path += path.isEmpty ? name : ".\(name)"
      } else {
        path += "[\(position)]"
      }
      here = child
    }
    return path
  }
}
