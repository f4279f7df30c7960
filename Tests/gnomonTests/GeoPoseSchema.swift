import Text

/// The required form of a JSON value: the part of JSON Schema that the GeoPose standard uses.
indirect enum Schema: Sendable {
  case number(in: ClosedRange<Double>)
  /// A number without point and exponent.
  case integer
  case text
  case flag
  case orNull(Schema)
  /// `others`: the value of additionalProperties.
  case object([Member], others: Bool)

  struct Member: Sendable {
    var name: String
    var schema: Schema
    var isRequired = true
  }

  /// Returns the faults of a value by path; empty for a valid one.
  func faults(_ value: JSONValue, at path: String = "") -> [String] {
    switch self {
    case .number(let range):
      guard let number = value.double else { return ["\(path): not a number"] }
      return range.contains(number) ? [] : ["\(path): \(number) is outside \(range)"]
    case .integer:
      if case .integer = value { return [] }
      return ["\(path): not an integer"]
    case .text: return value.string != nil ? [] : ["\(path): not a string"]
    case .flag: return value.bool != nil ? [] : ["\(path): not a flag"]
    case .orNull(let schema): return value.isNull ? [] : schema.faults(value, at: path)
    case .object(let members, let others):
      guard let object = value.object else { return ["\(path): not an object"] }
      var faults: [String] = []
      for member in members {
        let found = object.filter { $0.name == member.name }
        if found.count > 1 || found.isEmpty && member.isRequired {
          faults.append("\(path)/\(member.name): \(found.count) times")
        }
        for one in found { faults += member.schema.faults(one.value, at: "\(path)/\(member.name)") }
      }
      if !others {
        let names = Set(members.map(\.name))
        faults += object.filter { !names.contains($0.name) }.map { "\(path)/\($0.name): not allowed" }
      }
      return faults
    }
  }

  static let anyNumber = number(in: -.greatestFiniteMagnitude ... .greatestFiniteMagnitude)

  /// An object with all of these members required.
  static func members(_ members: [(String, Schema)], others: Bool = true) -> Schema {
    .object(members.map { Member(name: $0.0, schema: $0.1) }, others: others)
  }
}

/// The JSON schemas of OGC 21-056r11, clause "Requirements for Encodings" (also schemas.opengis.net/geopose/1.0): those of
/// /req/basic-quaternion-encoding-json, /req/basic-quaternion-encoding-json-strict, /req/basic-ypr-encoding-json and
/// /req/advanced-encoding-json. Only the strict one sets additionalProperties to false. The schemas give only types; the ranges
/// are from /req/tangent-point/latitude and /req/tangent-point/longitude, and follow from a unit quaternion.
extension Schema {
  static let position = members(
    [("lat", .number(in: -90...90)), ("lon", .number(in: -180...180)), ("h", .anyNumber)], others: false)
  static let unitQuaternion = members(["x", "y", "z", "w"].map { ($0, .number(in: -1...1)) }, others: false)
  static let angles = members(["yaw", "pitch", "roll"].map { ($0, .anyNumber) }, others: false)
  static let frameSpecification = members([("authority", .text), ("id", .text), ("parameters", .text)], others: false)

  static let basicQuaternion = members([("position", position), ("quaternion", unitQuaternion)])
  static let basicQuaternionStrict = members([("position", position), ("quaternion", unitQuaternion)], others: false)
  static let basicYPR = members([("position", position), ("angles", angles)])
  static let advanced = Schema.object(
    [
      Member(name: "frameSpecification", schema: frameSpecification),
      Member(name: "quaternion", schema: unitQuaternion),
      Member(name: "validTime", schema: .integer, isRequired: false),
    ], others: true)

  /// gnomon's own members in addition to the standard's (docs/protocol.md).
  static let ours = Schema.object(
    [
      Member(
        name: "accuracy",
        schema: members(["horizontal_m", "vertical_m", "heading_deg"].map { ($0, .orNull(.anyNumber)) }, others: false)),
      Member(name: "valid", schema: .flag),
      Member(name: "time_boot_ns", schema: .integer),
      Member(name: "time_utc_ns", schema: .integer, isRequired: false),
    ], others: true)
}
