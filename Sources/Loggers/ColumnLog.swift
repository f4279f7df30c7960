import Geodesy
import Geometry
import Samples
import Text

/// Parser of any table whose columns the caller names (`LogColumns`).
///
/// The first line has the names of the columns, unless all of them are given by number and the first line holds numbers. Empty
/// cells are unknown: a row without a sensor's values has none of its samples. A fix is used where its values change, since many
/// loggers repeat the last one in each row.
public struct ColumnLog: LogParser {
  private var session = LoggedSession()
  private var file = ""
  private let columns: LogColumns
  private let axes: LogAxes, up: PoseTrajectory.Up
  private var table: LogTable?
  /// The index in the table of each column.
  private var indices: [Int?] = []
  private var lastFix: [Double?] = []
  private var isRefused = false

  public init(_ columns: LogColumns, axes: LogAxes = .recording, up: PoseTrajectory.Up = .z) {
    self.columns = columns
    self.axes = axes
    self.up = up
    indices = columns.columns.map(\.number)
  }

  public func choose(from files: [String]) -> [String] { Array(files.prefix(1)) }

  public mutating func startFile(_ file: String) {
    self.file = file
    table = nil
  }

  public mutating func refuse(_ refusal: LogRefusal, number: Int) {
    session.report.refuse(refusal, file: file, line: number)
  }

  public mutating func parse(_ line: UnsafeBufferPointer<UInt8>, number: Int) {
    do throws(LogRefusal) {
      guard table != nil else {
        if readHeader(line) { return }
        return try readRow(line)
      }
      if line[0] == UInt8(ascii: "#") { return }
      try readRow(line)
    } catch {
      session.report.refuse(error, file: file, line: number)
    }
  }

  /// Reads the first line; returns whether it has the columns' names, rather than the first row.
  private mutating func readHeader(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    let isComment = line[0] == UInt8(ascii: "#")
    let rest = isComment ? UnsafeBufferPointer(rebasing: line[1...]) : line
    let table = LogTable(header: rest)
    self.table = table
    var missing: [String] = []
    for (index, column) in columns.columns.enumerated() where column.number == nil {
      indices[index] = table.columns.firstIndex(of: column.name) ?? table.column(column.name.lowercased())
      if indices[index] == nil { missing.append(column.name) }
    }
    if !missing.isEmpty {
      isRefused = true
      let known = table.columns.prefix(40).joined(separator: ", ")
      session.report.addNote("no column \(missing.joined(separator: ", ")); the first line has: \(known.prefix(400))")
    }
    let isNumbered = columns.columns.allSatisfy { $0.number != nil }
    let first = table.columns.first { !$0.isEmpty } ?? ""
    return isComment || !isNumbered || Double(numeral: first) == nil
  }

  private mutating func readRow(_ line: UnsafeBufferPointer<UInt8>) throws(LogRefusal) {
    guard !isRefused else { throw LogRefusal(reason: "a column is missing in the first line") }
    table?.split(line)
    guard let table else { return }
    let time = try moment(table, line)
    try addVector(.ax, .ay, .az, .force, time, table, line)
    try addVector(.gx, .gy, .gz, .rate, time, table, line)
    try addVector(.mx, .my, .mz, .field, time, table, line)
    if let pascal = try value(.pressure, table, line) { try session.add(pressure: Pressure(pascal), at: time) }
    if columns.has(.x) { try addPose(time, table, line) }
    if columns.has(.lat) { try addFix(time, table, line) }
  }

  private func index(_ quantity: LogColumns.Quantity) -> Int? {
    columns.columns.firstIndex { $0.quantity == quantity }
  }

  private func value(
    _ quantity: LogColumns.Quantity, _ table: LogTable, _ line: UnsafeBufferPointer<UInt8>
  ) throws(LogRefusal) -> Double? {
    guard let index = index(quantity) else { return nil }
    return try table.optionalNumber(indices[index], of: line).map { $0 * columns.columns[index].factor }
  }

  private func moment(_ table: LogTable, _ line: UnsafeBufferPointer<UInt8>) throws(LogRefusal) -> Int64 {
    guard let index = index(.t) else { throw LogRefusal(.missingField, "t") }
    let column = columns.columns[index]
    if column.unit == "iso" {
      guard let text = table.text(indices[index], of: line) else { throw LogRefusal(.missingField, column.name) }
      guard let utc = UTC(withOffset: text) else {
        throw LogRefusal(reason: "not a time of ISO 8601", column: column.name)
      }
      return utc.nanosecondsSince1970
    }
    let decimals = ["s": 9, "ms": 6, "us": 3][column.unit] ?? 0
    let time = try table.scaled(indices[index], decimals: decimals, of: line)
    guard time.magnitude <= BootInstant.mostNanoseconds else { throw LogRefusal(.outOfRange, column.name) }
    return time
  }

  private mutating func addVector(
    _ x: LogColumns.Quantity, _ y: LogColumns.Quantity, _ z: LogColumns.Quantity, _ sensor: LoggedSession.Sensor,
    _ time: Int64, _ table: LogTable, _ line: UnsafeBufferPointer<UInt8>
  ) throws(LogRefusal) {
    guard columns.has(x), let a = try value(x, table, line), let b = try value(y, table, line),
      let c = try value(z, table, line)
    else { return }
    let v = axes(SIMD3(a, b, c))
    try session.add(sensor, at: time, v.x, v.y, v.z)
  }

  private mutating func addPose(
    _ time: Int64, _ table: LogTable, _ line: UnsafeBufferPointer<UInt8>
  ) throws(LogRefusal) {
    let quantities: [LogColumns.Quantity] = [.x, .y, .z, .qx, .qy, .qz, .qw]
    var values: [Double] = []
    for quantity in quantities {
      guard let value = try value(quantity, table, line) else { return }
      values.append(value)
    }
    guard let stated = StatedRotation<LogBody, LogWorld>(x: values[3], y: values[4], z: values[5], w: values[6])
    else { throw LogRefusal(.notARotation, "qx") }
    try session.add(
      PoseTrajectory.pose(at: time, SIMD3(values[0], values[1], values[2]), stated.rotation, axes, up))
  }

  private mutating func addFix(
    _ time: Int64, _ table: LogTable, _ line: UnsafeBufferPointer<UInt8>
  ) throws(LogRefusal) {
    let quantities: [LogColumns.Quantity] = [.lat, .lon, .height, .hacc, .vacc, .ve, .vn, .vu, .speed, .course]
    var values: [Double?] = []
    for quantity in quantities { values.append(try value(quantity, table, line)) }
    guard let latitude = values[0], let longitude = values[1] else { return }
    guard values != lastFix else { return session.report.countUnused("rows that repeat the fix") }
    var stated = StatedLocation()
    (stated.latitude, stated.longitude, stated.height) = (latitude, longitude, values[2])
    (stated.horizontalAccuracy, stated.verticalAccuracy) = (values[3], values[4])
    (stated.speed, stated.bearing) = (values[8], values[9])
    if columns.columns.contains(where: { $0.unit == "iso" }) || time >= LoggedSession.year2000 { stated.utc = time }
    var fix = stated.fix(at: time)
    if let east = values[5], let north = values[6] {
      (fix.velocityEast, fix.velocityNorth) = (Speed(east), Speed(north))
      fix.velocityUp = values[7].map(Speed.init)
    }
    try session.add(fix)
    lastFix = values
  }

  public mutating func finish() -> LoggedSession {
    session.utcOfZero = session.isUTC ? 0 : nil
    session.removeSwappedFixes()
    session.addNotesOnMissingSensors()
    session.beginAtZero()
    return session
  }
}

extension UTC {
  /// A time of ISO 8601 with `Z` or an offset such as `+02:00`; a space may stand for the `T`, and without either it is UTC.
  init?(withOffset text: String) {
    var text = text.replacing(" ", with: "T"), shift: Int64 = 0
    let tail = text.suffix(6)
    if let sign = tail.first, sign == "+" || sign == "-", tail.count == 6, text.count > 16 {
      let parts = tail.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, let hours = Int64(parts[0]), let minutes = Int64(parts[1]), hours <= 14, minutes < 60
      else { return nil }
      shift = (hours * 3600 + minutes * 60) * (sign == "+" ? 1 : -1) * 1_000_000_000
      text = String(text.dropLast(6)) + "Z"
    } else if !text.hasSuffix("Z") {
      text += "Z"
    }
    guard let utc = UTC(text) else { return nil }
    let (moved, isBeyond) = utc.nanosecondsSince1970.subtractingReportingOverflow(shift)
    guard !isBeyond else { return nil }
    self.init(nanosecondsSince1970: moved)
  }
}
