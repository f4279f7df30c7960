import Geodesy
public import Geometry
import Samples

/// Parser of phyphox's CSV export: a folder (or a ZIP of it) with a table for each sensor, and `meta` with the device and the
/// times at which the measurement was started and paused. Separators are comma, semicolon or tab, the decimal sign is point or
/// comma.
///
/// Layout: phyphox.org/wiki and github.com/phyphox/phyphox-docs (file-format/input.md, saved-states.md). Column names are
/// translated, so a sensor is recognized by its unit and its axes by their letters. Axes and signs are Android's on both systems,
/// the pressure is in hPa, `Height` is above the sea; only newer versions also give it above the ellipsoid. Times are seconds of
/// the experiment without its pauses: the pauses are added again.
public struct PhyphoxExport: LogParser {
  private enum Kind { case vector(LoggedSession.Sensor), pressure, location, time, device, unused }

  private var session = LoggedSession()
  private var file = ""
  private var table: LogTable?
  private var kind = Kind.unused
  private var time: Int?, axes: [Int?] = []
  private var location = LocationColumns()
  /// The file that is used for each sensor.
  private var sources: [String: String] = [:]
  /// Experiment time and system time at each start, ns.
  private var starts: [(experiment: Int64, system: Int64)] = []
  private var properties: [String: String] = [:]
  private let separation: Length?
  private var lacksHeights = false

  /// Names of the device's properties that are kept.
  private static let properties: Set<String> = ["deviceBrand", "deviceModel", "version"]
  /// A person pauses an experiment: more pauses than this are not a real export.
  private static let mostStarts = 1000

  /// `separation` is the geoid above the ellipsoid, for heights that are only given above the sea.
  public init(separation: Length? = nil) { self.separation = separation }

  public func choose(from files: [String]) -> [String] {
    let tables = files.filter { $0.lowercased().hasSuffix(".csv") && !lastName($0).hasPrefix(".") }
    let meta = tables.filter { $0.hasPrefix("meta/") || $0.contains("/meta/") }
    // Of two files of one sensor, the one with the shorter name.
    return meta.sorted() + tables.filter { !meta.contains($0) }.sorted { ($0.count, $0) < ($1.count, $1) }
  }

  public mutating func startFile(_ file: String) {
    self.file = file
    table = nil
  }

  public mutating func refuse(_ refusal: LogRefusal, number: Int) {
    session.report.refuse(refusal, file: file, line: number)
  }

  public mutating func parse(_ line: UnsafeBufferPointer<UInt8>, number: Int) {
    do throws(LogRefusal) {
      guard table != nil else { return parseHeader(line) }
      if case .unused = kind { return }
      table?.split(line)
      guard let table else { return }
      switch kind {
      case .unused: break
      case .device:
        if let name = table.text(0, of: line), let value = table.text(1, of: line), Self.properties.contains(name) {
          properties[name] = value
        }
      case .time: try parseTime(table, line)
      case .vector(let sensor):
        let moment = try moment(table, line)
        let x = try table.number(axes[0], of: line)
        let y = try table.number(axes[1], of: line)
        let z = try table.number(axes[2], of: line)
        try session.add(sensor, at: moment, x, y, z)
      case .pressure:
        let moment = try moment(table, line)
        try session.add(pressure: Pressure(try table.number(axes[0], of: line) * 100), at: moment)
      case .location: try parseLocation(table, line)
      }
    } catch {
      session.report.refuse(error, file: file, line: number)
    }
  }

  // MARK: columns of a table

  private mutating func parseHeader(_ line: UnsafeBufferPointer<UInt8>) {
    let table = LogTable(header: line)
    self.table = table
    time = table.column { $0.hasSuffix("(s)") }
    kind = .unused
    let names = table.columns.map { $0.lowercased() }
    if names.first == "event" {
      kind = .time
    } else if names.first == "property" {
      kind = .device
    } else if time != nil {
      kind = sensor(names)
    }
    guard case .unused = kind else { return }
    session.report.countUnused("\(file), with the columns \(table.columns.prefix(4).joined(separator: ", "))")
  }

  private mutating func sensor(_ names: [String]) -> Kind {
    let title = lastName(file).lowercased()
    func isWithoutGravity(_ text: String) -> Bool {
      ["linear", "without g", "ohne g"].contains { text.contains($0) } || text.hasPrefix("gravity")
    }
    func vector(_ units: [String], _ sensor: LoggedSession.Sensor, _ source: String) -> Kind? {
      let columns = ["x", "y", "z"].map { axis in
        names.firstIndex { name in units.contains { name == "\(axis) \($0)" || name.hasSuffix(" \(axis) \($0)") } }
      }
      guard columns.allSatisfy({ $0 != nil }) else { return nil }
      axes = columns
      return claim(source) ? .vector(sensor) : .unused
    }
    if names.contains(where: { $0.contains("(°)") && !$0.contains("accuracy") }), names.count >= 3 {
      location = LocationColumns(names)
      if location.latitude != nil, location.longitude != nil { return claim("location") ? .location : .unused }
    }
    if isWithoutGravity(title) || names.contains(where: isWithoutGravity) { return .unused }
    if let kind = vector(["(m/s^2)", "(m/s²)"], .force, "force") { return kind }
    if let kind = vector(["(rad/s)"], .rate, "rate") { return kind }
    // The micro sign and the Greek letter mu look the same.
    if let kind = vector(["(\u{b5}t)", "(\u{3bc}t)", "(ut)"], .field, "field") { return kind }
    if let pressure = names.firstIndex(where: { $0.hasSuffix("(hpa)") }) {
      axes = [pressure]
      return claim("pressure") ? .pressure : .unused
    }
    return .unused
  }

  /// Claims a sensor for this table: a second table of the sensor is the same again, or derived from it.
  private mutating func claim(_ sensor: String) -> Bool {
    if let source = sources[sensor] {
      session.report.addNote("\(file) is not read: \(source) has the same sensor")
      return false
    }
    sources[sensor] = file
    return true
  }

  private struct LocationColumns {
    var latitude: Int?, longitude: Int?, seaLevel: Int?, height: Int?, speed: Int?, course: Int?
    var horizontal: Int?, vertical: Int?

    init() {}

    /// Finds columns by their English names, else by their units in phyphox's order.
    init(_ names: [String]) {
      func column(_ isWanted: (String) -> Bool) -> Int? { names.firstIndex(where: isWanted) }
      let angles = names.indices.filter { names[$0].hasSuffix("(°)") && !names[$0].contains("ertical") }
      func angle(_ order: Int) -> Int? { order < angles.count ? angles[order] : nil }
      latitude = column { $0.hasPrefix("lat") } ?? angle(0)
      longitude = column { $0.hasPrefix("lon") } ?? angle(1)
      course = column { $0.hasPrefix("direction") } ?? angle(2)
      speed = column { $0.hasSuffix("(m/s)") }
      horizontal = column { $0.contains("horiz") }
      vertical = column { $0.contains("verti") }
      height = column { $0.contains("wgs84") }
      let others = [horizontal, vertical, height]
      seaLevel =
        column { ($0.hasPrefix("height") || $0.hasPrefix("altitude")) && !$0.contains("wgs84") }
        ?? names.indices.first { names[$0].hasSuffix("(m)") && !others.contains($0) }
    }
  }

  // MARK: rows

  private mutating func parseTime(_ table: LogTable, _ line: UnsafeBufferPointer<UInt8>) throws(LogRefusal) {
    // There may be other events in the future.
    guard table.text(0, of: line) == "START" else { return }
    guard starts.count < Self.mostStarts else { throw LogRefusal.tooMany }
    let experiment = try table.scaled(1, decimals: 9, of: line)
    starts.append((experiment, try table.scaled(2, decimals: 9, of: line)))
    if let first = starts.first { session.utcOfZero = first.system &- first.experiment }
  }

  /// Returns the experiment's time with its pauses.
  private func moment(_ table: LogTable, _ line: UnsafeBufferPointer<UInt8>) throws(LogRefusal) -> Int64 {
    let experiment = try table.scaled(time, decimals: 9, of: line)
    guard let first = starts.first, let last = starts.last(where: { $0.experiment <= experiment }) else {
      return experiment
    }
    return experiment &+ (last.system &- first.system) &- (last.experiment &- first.experiment)
  }

  private mutating func parseLocation(_ table: LogTable, _ line: UnsafeBufferPointer<UInt8>) throws(LogRefusal) {
    let moment = try moment(table, line)
    var stated = StatedLocation()
    stated.latitude = try table.number(location.latitude, of: line)
    stated.longitude = try table.number(location.longitude, of: line)
    stated.seaLevel = try table.optionalNumber(location.seaLevel, of: line)
    stated.height = try table.optionalNumber(location.height, of: line)
    if stated.height == nil, let seaLevel = stated.seaLevel {
      stated.height = separation.map { seaLevel + $0.value }
      if separation == nil { lacksHeights = true }
    }
    stated.speed = try table.optionalNumber(location.speed, of: line)
    stated.bearing = try table.optionalNumber(location.course, of: line)
    stated.horizontalAccuracy = try table.optionalNumber(location.horizontal, of: line)
    stated.verticalAccuracy = try table.optionalNumber(location.vertical, of: line)
    stated.utc = session.utcOfZero.map { $0 &+ moment }
    try session.add(stated.fix(at: moment))
  }

  public mutating func finish() -> LoggedSession {
    if lacksHeights {
      session.report.addNote(
        "heights are above the sea and left out: give the geoid's height above the ellipsoid with --separation METRES"
      )
    }
    if starts.isEmpty { session.report.addNote("no meta/time.csv: the time of day is not known") }
    let phone = [properties["deviceBrand"], properties["deviceModel"]].compactMap { $0 }.joined(separator: " ")
    let app = properties["version"].map { "phyphox \($0)" }
    session.device = [phone.isEmpty ? nil : phone, app].compactMap { $0 }.joined(separator: "; ")
    session.removeSwappedFixes()
    session.addNotesOnMissingSensors()
    session.beginAtZero()
    return session
  }
}
