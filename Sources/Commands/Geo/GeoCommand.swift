import CommandParts
import Geodesy
import Geometry
import SceneCommands
import Text

/// The common part of the `geo` commands: numbers from the operands, or from each line of standard input if there are none; one
/// result each, for people, for pipes, or as JSON.
struct GeoTable {
  struct Field {
    var name: String
    /// The key with the unit, as on the socket.
    var key: String
    var value: JSONValue
    var decimals: Int
    var unit: String
  }

  let syntax: Syntax
  /// The names of the input numbers; those beyond `required` may be left out.
  let inputs: [String]
  let required: Int

  /// Runs over the operands or the lines of standard input.
  func run(_ arguments: Arguments, _ compute: ([Double]) throws -> [Field]) throws {
    let asJSON = arguments.has("--json")
    if !arguments.operands.isEmpty {
      let numbers = try zip(arguments.operands, inputs).map { try Arguments.number($0, $1, syntax) }
      guard numbers.count >= required else { throw Failure.usage("expected \(syntax.operands)", syntax) }
      let fields = try compute(numbers)
      return asJSON ? Terminal.print(json(fields)) : Terminal.print(table(fields))
    }
    var number = 0
    var output = Output()
    defer { output.flush() }
    while let line = readLine() {
      number += 1
      let words = line.split { $0 == " " || $0 == "\t" || $0 == "," }.map(String.init)
      if words.isEmpty || words[0].hasPrefix("#") { continue }
      guard (required...inputs.count).contains(words.count) else {
        throw Failure.data(
          "standard input:\(number): expected \(inputs.joined(separator: " ")), got \(words.count) fields")
      }
      do {
        let fields = try compute(try zip(words, inputs).map { try Arguments.number($0, $1, syntax) })
        if asJSON {
          output.add(json(fields).text + "\n")
        } else {
          output.add(fields.map { Self.text($0.value, $0.decimals) }.joined(separator: " ") + "\n")
        }
      } catch let failure as Failure {
        throw Failure(
          status: .failed,
          message: "standard input:\(number): \(failure.message.split(separator: "\n").first.map(String.init) ?? "")")
      }
    }
  }

  private func json(_ fields: [Field]) -> JSONValue { .object(fields.map { JSONMember($0.key, $0.value) }) }

  private func table(_ fields: [Field]) -> String {
    let width = fields.map(\.name.count).max() ?? 0
    return fields.map { field in
      "\(field.name.padded(to: width))  \(Self.text(field.value, field.decimals))\(field.unit)\n"
    }.joined()
  }

  private static func text(_ value: JSONValue, _ decimals: Int) -> String {
    switch value {
    case .number(let number): CommandParts.text(number, decimals)
    case .integer(let number): "\(number)"
    case .string(let text): text
    case .bool(let flag): flag ? "yes" : "no"
    default: "-"
    }
  }
}

extension GeoTable.Field {
  static func angle(_ name: String, _ key: String, _ angle: Angle, decimals: Int = 12) -> Self {
    .init(name: name, key: key + "_deg", value: .number(angle.degrees), decimals: decimals, unit: "°")
  }
  static func degrees(_ name: String, _ key: String, _ degrees: Degrees) -> Self {
    .init(name: name, key: key + "_deg", value: .number(degrees.value), decimals: 12, unit: "°")
  }
  static func metres(_ name: String, _ key: String, _ length: Length) -> Self {
    .init(name: name, key: key + "_m", value: .number(length.value), decimals: 7, unit: " m")
  }
  /// Converts µT to nT.
  static func nanotesla(_ name: String, _ key: String, _ density: Double) -> Self {
    .init(name: name, key: key + "_nT", value: .number(density * 1000), decimals: 3, unit: " nT")
  }
}

/// A place from numbers; the failure names the number that is out of range.
func place(_ latitude: Double, _ longitude: Double, _ height: Double = 0) throws(Failure) -> Geodetic {
  do throws(GeodeticFault) {
    return try Geodetic(checking: Degrees(latitude), longitude: Degrees(longitude), height: .metres(height))
  } catch {
    throw .data("\(error)")
  }
}
