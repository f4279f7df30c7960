/// Writes OpenStreetMap PBF files for tests: Protocol Buffers by hand, blobs without compression.
enum PBFFile {
  static func number(_ value: UInt64) -> [UInt8] {
    var rest = value, bytes: [UInt8] = []
    repeat {
      bytes.append(UInt8(rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
      rest >>= 7
    } while rest > 0
    return bytes
  }
  static func signed(_ value: Int64) -> [UInt8] { number(UInt64(bitPattern: value << 1 ^ value >> 63)) }
  static func field(_ id: UInt64, _ value: UInt64) -> [UInt8] { number(id << 3) + number(value) }
  static func field(_ id: UInt64, _ bytes: [UInt8]) -> [UInt8] {
    number(id << 3 | 2) + number(UInt64(bytes.count)) + bytes
  }
  static func field(_ id: UInt64, _ text: String) -> [UInt8] { field(id, Array(text.utf8)) }

  static func file(_ type: String, _ blob: [UInt8]) -> [UInt8] {
    let header = field(1, type) + field(3, UInt64(blob.count))
    return [0, 0, UInt8(header.count >> 8), UInt8(header.count & 0xff)] + header + blob
  }
  static func header(_ features: [String] = ["OsmSchema-V0.6", "DenseNodes"]) -> [UInt8] {
    file("OSMHeader", field(1, features.flatMap { field(4, $0) }))
  }
  static func data(_ block: [UInt8]) -> [UInt8] { file("OSMData", field(1, block)) }

  /// A block with its strings; the first string is never used.
  static func block(_ strings: [String], _ groups: [[UInt8]], _ more: [UInt8] = []) -> [UInt8] {
    field(1, ([""] + strings).flatMap { field(1, $0) }) + more + groups.flatMap { field(2, $0) }
  }

  /// Nodes as differences; positions in units of the granularity, tags as indices of strings.
  static func dense(_ nodes: [(id: Int64, latitude: Int64, longitude: Int64, tags: [UInt64])]) -> [UInt8] {
    var last = (id: Int64(0), latitude: Int64(0), longitude: Int64(0))
    var ids: [UInt8] = [], latitudes: [UInt8] = [], longitudes: [UInt8] = [], tags: [UInt8] = []
    for node in nodes {
      ids += signed(node.id - last.id)
      latitudes += signed(node.latitude - last.latitude)
      longitudes += signed(node.longitude - last.longitude)
      last = (node.id, node.latitude, node.longitude)
      tags += node.tags.flatMap(number) + [0]
    }
    return field(2, field(1, ids) + field(8, latitudes) + field(9, longitudes) + field(10, tags))
  }

  static func node(_ id: Int64, _ latitude: Int64, _ longitude: Int64, _ keys: [UInt64], _ values: [UInt64]) -> [UInt8]
  {
    let parts: [[UInt8]] = [
      number(1 << 3), signed(id), field(2, keys.flatMap(number)), field(3, values.flatMap(number)),
      number(8 << 3), signed(latitude), number(9 << 3), signed(longitude),
    ]
    return field(1, Array(parts.joined()))
  }
  /// A way (3) or relation (4).
  static func thing(_ kind: UInt64, _ id: UInt64, _ keys: [UInt64], _ values: [UInt64]) -> [UInt8] {
    let parts: [[UInt8]] = [field(1, id), field(2, keys.flatMap(number)), field(3, values.flatMap(number))]
    return field(kind, Array(parts.joined()))
  }

  /// Three named places among five nodes, and a way and a relation that match.
  static var sample: [UInt8] {
    let strings = [
      "amenity", "cafe", "name", "Café", "wheelchair", "yes", "tourism", "museum", "M", "school", "highway", "ele",
      "171",
    ]
    let dense = dense([
      (1, 482_082_000, 163_738_000, [1, 2, 3, 4, 5, 6, 12, 13]), (2, 482_100_000, 163_800_000, []),
      (17, -338_688_001, -1_512_093_000, [1, 10, 3, 9]), (9, 10_000_000, 20_000_000, [1, 2]),
    ])
    let group = node(5, 482_500_000, 165_000_000, [7, 3], [8, 9])
    let things = thing(3, 7, [1, 3], [10, 4]) + thing(3, 8, [11], [6]) + thing(4, 3, [1, 3], [10, 4])
    return header() + data(block(strings, [dense, group, things]))
  }
}
