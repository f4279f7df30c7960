import Text

/// Why the description of a table's columns cannot be used.
public struct LogColumnFault: Error, Equatable, CustomStringConvertible, Sendable {
  public let description: String
}

/// The meaning of the columns of a table: `t=Time:ms,ax=AccX:g,…`. Each assignment names a quantity, a column by its name or its
/// number from 1, and, if it is not the first of the list, its unit.
public struct LogColumns: Equatable, Sendable {
  /// A quantity that a column can hold.
  public enum Quantity: String, CaseIterable, Sendable {
    case t
    case ax, ay, az, gx, gy, gz, mx, my, mz
    case pressure
    case lat, lon, height, hacc, vacc, ve, vn, vu, speed, course
    case x, y, z, qx, qy, qz, qw

    /// The units of a quantity, with the factor to the recording's own; the first is assumed.
    public var units: [(name: String, factor: Double)] {
      switch self {
      case .t: [("s", 1), ("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9), ("iso", 0)]
      case .ax, .ay, .az: [("m/s2", 1), ("g", 9.806_65), ("mg", 9.806_65e-3)]
      case .gx, .gy, .gz: [("rad/s", 1), ("deg/s", .pi / 180), ("mdeg/s", .pi / 180e3)]
      case .mx, .my, .mz: [("uT", 1), ("nT", 1e-3), ("T", 1e6), ("G", 100), ("mG", 0.1)]
      case .pressure: [("Pa", 1), ("hPa", 100), ("mbar", 100), ("kPa", 1000)]
      case .lat, .lon, .course: [("deg", 1), ("rad", 180 / .pi)]
      case .height, .hacc, .vacc, .x, .y, .z: [("m", 1), ("cm", 1e-2), ("mm", 1e-3), ("ft", 0.3048)]
      case .ve, .vn, .vu, .speed: [("m/s", 1), ("km/h", 1 / 3.6), ("kn", 1852 / 3600.0)]
      case .qx, .qy, .qz, .qw: [("1", 1)]
      }
    }

    /// What the quantity is, for help.
    public var meaning: String {
      switch self {
      case .t: "time"
      case .ax: "specific force, with gravity"
      case .gx: "angular rate"
      case .mx: "magnetic field"
      case .pressure: "air pressure"
      case .lat: "latitude and longitude of a fix"
      case .height: "height above the ellipsoid"
      case .hacc: "radius and error of 68 %"
      case .ve: "velocity to the east, north and up"
      case .speed: "speed over ground, and its course from north"
      case .x: "position of an outside tracker"
      case .qx: "its orientation"
      default: ""
      }
    }
  }

  struct Column: Equatable, Sendable {
    var quantity: Quantity
    var name: String
    /// From 0, for a column that is given by its number.
    var number: Int?
    var unit: String
    var factor: Double
  }

  private(set) var columns: [Column] = []

  /// Reads the assignments of one or several texts.
  public init(parsing texts: [String]) throws(LogColumnFault) {
    for text in texts {
      for part in text.split(separator: ",") { columns.append(try Self.column(trimmed(part))) }
    }
    for (index, column) in columns.enumerated()
    where columns[..<index].contains(where: { $0.quantity == column.quantity }) {
      throw LogColumnFault(description: "\(column.quantity.rawValue) is given twice")
    }
    guard has(.t) else {
      throw LogColumnFault(description: "t is missing: the column of the time, such as t=timestamp:ms")
    }
    for group in Self.groups where group.contains(where: has) {
      if let missing = group.first(where: { !has($0) }) {
        let names = group.map(\.rawValue).joined(separator: ", ")
        throw LogColumnFault(description: "\(missing.rawValue) is missing: \(names) are needed together")
      }
    }
    guard columns.count > 1 else {
      throw LogColumnFault(description: "there is only t: name the columns of a sensor too")
    }
  }

  private static let groups: [[Quantity]] = [
    [.ax, .ay, .az], [.gx, .gy, .gz], [.mx, .my, .mz], [.lat, .lon], [.ve, .vn], [.speed, .course],
    [.x, .y, .z, .qx, .qy, .qz, .qw],
  ]

  func has(_ quantity: Quantity) -> Bool { columns.contains { $0.quantity == quantity } }

  private static func column(_ text: String) throws(LogColumnFault) -> Column {
    guard let equals = text.firstIndex(of: "=") else {
      throw LogColumnFault(description: "'\(text)' is not of the form QUANTITY=COLUMN[:UNIT]")
    }
    let name = String(text[..<equals])
    guard let quantity = Quantity(rawValue: name) else {
      let names = Quantity.allCases.map(\.rawValue).joined(separator: " ")
      throw LogColumnFault(description: "no quantity '\(name)'; there are: \(names)")
    }
    var rest = String(text[text.index(after: equals)...]), unit = quantity.units[0]
    if let colon = rest.lastIndex(of: ":") {
      let word = String(rest[rest.index(after: colon)...])
      guard let known = quantity.units.first(where: { $0.name == word }) else {
        let names = quantity.units.map(\.name).joined(separator: ", ")
        throw LogColumnFault(description: "no unit '\(word)' for \(name); there are: \(names)")
      }
      unit = known
      rest = String(rest[..<colon])
    }
    guard !rest.isEmpty else { throw LogColumnFault(description: "\(name) names no column") }
    let number = Int(rest).flatMap { $0 >= 1 && $0 <= LogTable.mostColumns ? $0 - 1 : nil }
    return Column(quantity: quantity, name: rest, number: number, unit: unit.name, factor: unit.factor)
  }
}
