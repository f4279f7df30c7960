/// The nodes with tags of one PrimitiveBlock of an OpenStreetMap PBF file, one by one. Of ways and relations only those that are
/// selected are counted. Its memory is that of the block and eight bytes for each of its strings.
struct PBFBlock: Sendable {
  struct Node {
    var id: Int64
    var latitude: Double
    var longitude: Double
    var tags: [(key: String, value: String)]?
  }

  static let mostStrings = 1 << 20

  private let bytes: [UInt8]
  private var strings: [(start: UInt32, end: UInt32)] = []
  /// For each string, whether it is a key that a selected thing may have.
  private var isKey: [Bool] = []
  private var granularity: Int64 = 100
  private var latitudeOffset: Int64 = 0, longitudeOffset: Int64 = 0
  private var block: ProtobufCursor
  private var group = ProtobufCursor(0..<0)
  private var dense: Dense?
  /// Keys and values of the present thing, as indices of strings.
  private var pairs: [UInt64] = []
  private(set) var waysAndRelations = 0
  private let selection: TagSelection

  /// Nodes as differences from one to the next.
  private struct Dense: Sendable {
    var ids = ProtobufCursor(0..<0), latitudes = ProtobufCursor(0..<0), longitudes = ProtobufCursor(0..<0)
    /// Keys and values of each node, 0 after the last of a node; empty if no node has tags.
    var tags = ProtobufCursor(0..<0)
    var hasTags = false
    var id: Int64 = 0, latitude: Int64 = 0, longitude: Int64 = 0
  }

  init(_ bytes: [UInt8], _ selection: TagSelection) throws(ProtobufCursor.Damage) {
    self.bytes = bytes
    self.selection = selection
    block = ProtobufCursor(0..<bytes.count)
    // The strings may stand after the nodes.
    var cursor = block
    while let (number, value) = try cursor.field(bytes) {
      switch (number, value) {
      case (1, .bytes(let range)): try readStrings(range)
      case (17, .number(let number)): granularity = Int64(Int32(truncatingIfNeeded: number))
      case (19, .number(let number)): latitudeOffset = Int64(bitPattern: number)
      case (20, .number(let number)): longitudeOffset = Int64(bitPattern: number)
      default: break
      }
    }
    let keys = selection.keys.map { Array($0.utf8) }
    isKey = strings.map { string in
      let length = Int(string.end - string.start)
      return keys.contains { $0.count == length && bytes[Int(string.start)..<Int(string.end)].elementsEqual($0) }
    }
  }

  private mutating func readStrings(_ range: Range<Int>) throws(ProtobufCursor.Damage) {
    var cursor = ProtobufCursor(range)
    while let (number, value) = try cursor.field(bytes) {
      guard number == 1, case .bytes(let range) = value else { continue }
      guard strings.count < Self.mostStrings else {
        throw cursor.damage("it has more than \(Self.mostStrings) strings")
      }
      strings.append((UInt32(range.lowerBound), UInt32(range.upperBound)))
    }
  }

  /// Returns the next node that is selected; its tags are nil if they are not UTF-8. Returns nil after the last.
  mutating func next() throws(ProtobufCursor.Damage) -> Node? {
    while true {
      if dense != nil {
        if let node = try nextOfDense() { return node }
        dense = nil
      }
      guard let (number, value) = try group.field(bytes) else {
        guard let (number, value) = try block.field(bytes) else { return nil }
        if number == 2, case .bytes(let range) = value { group = ProtobufCursor(range) }
        continue
      }
      guard case .bytes(let range) = value else { continue }
      switch number {
      case 1: if let node = try node(range) { return node }
      case 2: dense = try readDense(range)
      case 3, 4:
        try readPairs(range, ids: nil)
        if try isSelected() { waysAndRelations += 1 }
      default: break
      }
    }
  }

  private func readDense(_ range: Range<Int>) throws(ProtobufCursor.Damage) -> Dense {
    var cursor = ProtobufCursor(range), dense = Dense()
    while let (number, value) = try cursor.field(bytes) {
      guard case .bytes(let range) = value else { continue }
      switch number {
      case 1: dense.ids = ProtobufCursor(range)
      case 8: dense.latitudes = ProtobufCursor(range)
      case 9: dense.longitudes = ProtobufCursor(range)
      case 10: (dense.tags, dense.hasTags) = (ProtobufCursor(range), !range.isEmpty)
      default: break
      }
    }
    return dense
  }

  private mutating func nextOfDense() throws(ProtobufCursor.Damage) -> Node? {
    guard var dense else { return nil }
    while !dense.ids.isAtEnd {
      dense.id &+= try dense.ids.signed(bytes)
      dense.latitude &+= try dense.latitudes.signed(bytes)
      dense.longitude &+= try dense.longitudes.signed(bytes)
      guard dense.hasTags else { continue }
      pairs.removeAll(keepingCapacity: true)
      while case let key = try dense.tags.number(bytes), key != 0 {
        pairs.append(key)
        pairs.append(try dense.tags.number(bytes))
      }
      guard try isSelected() else { continue }
      self.dense = dense
      return node(dense.id, dense.latitude, dense.longitude)
    }
    guard dense.latitudes.isAtEnd, dense.longitudes.isAtEnd, dense.tags.isAtEnd else {
      throw dense.ids.damage("a list of nodes has fewer ids than positions or tags")
    }
    return nil
  }

  /// Reads a node that stands alone; nil if it is not selected.
  private mutating func node(_ range: Range<Int>) throws(ProtobufCursor.Damage) -> Node? {
    var position = (id: Int64(0), latitude: Int64(0), longitude: Int64(0))
    try readPairs(
      range,
      ids: { number, value in
        switch number {
        case 1: position.id = ProtobufCursor.signed(value)
        case 8: position.latitude = ProtobufCursor.signed(value)
        case 9: position.longitude = ProtobufCursor.signed(value)
        default: break
        }
      })
    return try isSelected() ? node(position.id, position.latitude, position.longitude) : nil
  }

  /// Reads keys and values of a node, way or relation, fields 2 and 3, into `pairs`, and passes its numbers on.
  private mutating func readPairs(
    _ range: Range<Int>, ids: ((Int, UInt64) -> Void)?
  ) throws(ProtobufCursor.Damage) {
    pairs.removeAll(keepingCapacity: true)
    var cursor = ProtobufCursor(range), keys = ProtobufCursor(0..<0), values = keys
    while let (number, value) = try cursor.field(bytes) {
      switch (number, value) {
      case (2, .bytes(let range)): keys = ProtobufCursor(range)
      case (3, .bytes(let range)): values = ProtobufCursor(range)
      case (_, .number(let value)): ids?(number, value)
      default: break
      }
    }
    while !keys.isAtEnd {
      pairs.append(try keys.number(bytes))
      pairs.append(try values.number(bytes))
    }
    guard values.isAtEnd else { throw values.damage("a thing has more values than keys") }
  }

  /// Returns whether the thing of `pairs` is selected.
  private func isSelected() throws(ProtobufCursor.Damage) -> Bool {
    var mayBe = false
    for (index, pair) in pairs.enumerated() {
      guard pair < UInt64(strings.count) else {
        throw block.damage("a tag refers to string \(pair) of \(strings.count)")
      }
      if index & 1 == 0, isKey[Int(pair)] { mayBe = true }
    }
    guard mayBe else { return false }
    return selection.contains { key in
      for index in stride(from: 0, to: pairs.count, by: 2) where text(pairs[index]).elementsEqual(key.utf8) {
        return String(decoding: text(pairs[index + 1]), as: UTF8.self)
      }
      return nil
    }
  }

  private func text(_ index: UInt64) -> ArraySlice<UInt8> {
    let string = strings[Int(index)]
    return bytes[Int(string.start)..<Int(string.end)]
  }

  /// Positions are in units of the granularity, in nanodegrees.
  private func node(_ id: Int64, _ latitude: Int64, _ longitude: Int64) -> Node {
    func degrees(_ value: Int64, _ offset: Int64) -> Double {
      (Double(offset) + Double(granularity) * Double(value)) / 1e9
    }
    var tags: [(key: String, value: String)]? = []
    for index in stride(from: 0, to: pairs.count, by: 2) {
      guard let key = String(validating: text(pairs[index]), as: UTF8.self),
        let value = String(validating: text(pairs[index + 1]), as: UTF8.self)
      else {
        tags = nil
        break
      }
      tags?.append((key, value))
    }
    return Node(
      id: id, latitude: degrees(latitude, latitudeOffset), longitude: degrees(longitude, longitudeOffset), tags: tags)
  }
}
