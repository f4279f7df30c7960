import Geodesy
import Geometry
import Samples

/// Parser of an export of Sensor Logger (tszheichoi): a folder (or a ZIP of it) with a table for each sensor, whose columns
/// `time` (ns since 1970, UTC), `seconds_elapsed`, `z`, `y`, `x` are in any order, and `Metadata.csv`.
///
/// Layout, units and axes: github.com/tszheichoi/awesome-sensor-logger (README.md, UNITS.md, COORDINATES.md, CROSSPLATFORM.md).
/// Forces are read from `AccelerometerUncalibrated`, else `TotalAcceleration`, else as the sum of `Accelerometer` (without
/// gravity) and `Gravity`. On iOS, unless `standardisation` is on, they have the opposite sign, and the uncalibrated ones are in
/// g. Of gyroscopes the uncalibrated is preferred; of magnetometers the calibrated, because the uncalibrated one contains the
/// phone's own iron, hundreds of µT, and the log does not state it.
public struct SensorLoggerExport: LogParser {
  private enum Kind { case vector(LoggedSession.Sensor), linear, gravity, pressure, location, metadata }

  /// Names of the files that are read, in lower case; of two for the same sensor the first is better.
  private static let files: [(name: String, group: String)] = [
    ("metadata", "metadata"), ("accelerometeruncalibrated", "force"), ("totalacceleration", "force"),
    ("accelerometer", "force"),
    ("gyroscopeuncalibrated", "rate"), ("gyroscope", "rate"), ("magnetometer", "field"),
    ("magnetometeruncalibrated", "field"),
    ("barometer", "pressure"), ("locationgps", "location"), ("location", "location"),
  ]
  /// Longest interval between two readings of gravity for interpolation, ns.
  private static let gravityReach: Int64 = 200_000_000

  private var session = LoggedSession()
  private var file = ""
  private var table: LogTable?
  private var kind = Kind.metadata
  private var time: Int?, axes: [Int?] = []
  private var scale = 1.0
  private var isIOS = false, isStandardised = false
  private var metadata: [String: String] = [:]
  private var linear: [(vector: LoggedSession.Vector, line: Int)] = [], linearFile = ""
  private var gravity: [LoggedSession.Vector] = []

  public init() {}

  private static func plainName(_ file: String) -> String {
    let name = lastName(file).lowercased()
    return name.hasSuffix(".csv") ? String(name.dropLast(4)) : ""
  }

  public func choose(from files: [String]) -> [String] {
    var chosen: [String] = [], groups: Set<String> = []
    for (name, group) in Self.files {
      guard !groups.contains(group), let file = files.first(where: { Self.plainName($0) == name }) else { continue }
      groups.insert(group)
      chosen.append(file)
      if name == "accelerometer", let gravity = files.first(where: { Self.plainName($0) == "gravity" }) {
        chosen.append(gravity)
      }
    }
    return chosen
  }

  public mutating func startFile(_ file: String) {
    self.file = file
    table = nil
    scale = 1
    let name = Self.plainName(file)
    let iOSSign = isIOS && !isStandardised ? -1.0 : 1.0
    switch name {
    case "accelerometeruncalibrated":
      kind = .vector(.force)
      scale = isIOS && !isStandardised ? -Constants.standardGravity.value : 1
    case "totalacceleration":
      kind = .vector(.force)
      scale = iOSSign
    case "accelerometer":
      kind = .linear
      scale = iOSSign
      linearFile = file
    case "gravity":
      kind = .gravity
      scale = iOSSign
    case "gyroscope", "gyroscopeuncalibrated": kind = .vector(.rate)
    case "magnetometer": kind = .vector(.field)
    case "magnetometeruncalibrated":
      kind = .vector(.field)
      session.report.addNote(
        "there is only the uncalibrated magnetometer, with the phone's own iron in it (gnomon calibrate mag --from)")
    case "barometer": kind = .pressure
    case "location", "locationgps": kind = .location
    default: kind = .metadata
    }
  }

  public mutating func refuse(_ refusal: LogRefusal, number: Int) {
    session.report.refuse(refusal, file: file, line: number)
  }

  public mutating func parse(_ line: UnsafeBufferPointer<UInt8>, number: Int) {
    do throws(LogRefusal) {
      guard table != nil else { return parseHeader(line) }
      table?.split(line)
      guard let table else { return }
      if case .metadata = kind { return parseMetadata(table, line) }
      let moment = try table.scaled(time, decimals: 0, of: line)
      switch kind {
      case .metadata: break
      case .vector(let sensor):
        let v = try vector(table, line, at: moment)
        try session.add(sensor, at: moment, v.x, v.y, v.z)
      case .linear:
        guard linear.count < LoggedSession.mostSamples else { throw LogRefusal.tooMany }
        linear.append((try vector(table, line, at: moment), number))
      case .gravity:
        guard gravity.count < LoggedSession.mostSamples else { throw LogRefusal.tooMany }
        gravity.append(try vector(table, line, at: moment))
      case .pressure:
        try session.add(pressure: Pressure(try table.number(table.column("pressure"), of: line) * 100), at: moment)
      case .location: try parseLocation(table, line, at: moment)
      }
    } catch {
      session.report.refuse(error, file: file, line: number)
    }
  }

  private mutating func parseHeader(_ line: UnsafeBufferPointer<UInt8>) {
    let table = LogTable(header: line)
    self.table = table
    time = table.column("time")
    axes = ["x", "y", "z"].map { axis in table.column { $0 == axis } }
  }

  private mutating func parseMetadata(_ table: LogTable, _ line: UnsafeBufferPointer<UInt8>) {
    for (index, name) in table.columns.enumerated() { metadata[name.lowercased()] = table.text(index, of: line) }
    isIOS = metadata["platform"]?.lowercased() == "ios"
    isStandardised = metadata["standardisation"]?.lowercased() == "true"
  }

  private func vector(
    _ table: LogTable, _ line: UnsafeBufferPointer<UInt8>, at time: Int64
  ) throws(LogRefusal) -> LoggedSession.Vector {
    let x = try table.number(axes[0], of: line)
    let y = try table.number(axes[1], of: line)
    let z = try table.number(axes[2], of: line)
    // Adding zero turns −0 into 0.
    return LoggedSession.Vector(time: time, x: scale * x + 0, y: scale * y + 0, z: scale * z + 0)
  }

  private mutating func parseLocation(
    _ table: LogTable, _ line: UnsafeBufferPointer<UInt8>, at time: Int64
  ) throws(LogRefusal) {
    var stated = StatedLocation()
    stated.latitude = try table.number(table.column("latitude"), of: line)
    stated.longitude = try table.number(table.column("longitude"), of: line)
    stated.height = try table.optionalNumber(table.column("altitude"), of: line)
    stated.seaLevel = try table.optionalNumber(table.column("altitudeabovemeansealevel"), of: line)
    stated.horizontalAccuracy = try table.optionalNumber(table.column("horizontalaccuracy"), of: line)
    stated.verticalAccuracy = try table.optionalNumber(table.column("verticalaccuracy"), of: line)
    stated.speed = try table.optionalNumber(table.column("speed"), of: line)
    stated.speedAccuracy = try table.optionalNumber(table.column("speedaccuracy"), of: line)
    stated.bearing = try table.optionalNumber(table.column("bearing"), of: line)
    // If Android has no bearing, it states a bearing of zero with an accuracy of zero.
    let bearingAccuracy = try table.optionalNumber(table.column("bearingaccuracy"), of: line)
    if stated.bearing == 0, bearingAccuracy == 0 { stated.bearing = nil }
    stated.utc = time
    try session.add(stated.fix(at: time))
  }

  // MARK: the end

  public mutating func finish() -> LoggedSession {
    addGravity()
    if metadata.isEmpty { session.report.addNote("no Metadata.csv: units and signs are assumed to be Android's") }
    if isIOS, !isStandardised {
      session.report.addNote("recorded on iOS: the forces' sign is reversed to match an accelerometer")
    }
    let system = metadata["platform"].map {
      [$0, metadata["platform version"]].compactMap { $0 }.joined(separator: " ")
    }
    let app = metadata["appversion"].map { "Sensor Logger \($0)" }
    session.device = [metadata["device name"], system, app].compactMap { $0 }.filter { !$0.isEmpty }.joined(
      separator: "; ")
    session.utcOfZero = 0
    session.removeSwappedFixes()
    session.addNotesOnMissingSensors()
    session.beginAtZero()
    return session
  }

  /// Computes the force as the acceleration without gravity plus gravity at that time.
  private mutating func addGravity() {
    guard !linear.isEmpty else { return }
    if gravity.isEmpty {
      session.report.countUnused("\(linearFile): without gravity, and there is no Gravity.csv", count: linear.count)
      return
    }
    gravity.sort { $0.time < $1.time }
    for (vector, line) in linear {
      do throws(LogRefusal) {
        let next = Self.first(gravity, atOrAfter: vector.time)
        let after = gravity[next], before = gravity[max(0, next - 1)]
        let span = after.time &- before.time
        let isWithin = before.time <= vector.time && vector.time <= after.time && span <= Self.gravityReach
        guard isWithin || after.time == vector.time else { throw LogRefusal(reason: "no gravity at its time") }
        let share = span > 0 && after.time != vector.time ? Double(vector.time - before.time) / Double(span) : 1
        func sum(_ value: Double, _ a: Double, _ b: Double) -> Double { value + a + (b - a) * share }
        try session.add(
          .force, at: vector.time, sum(vector.x, before.x, after.x), sum(vector.y, before.y, after.y),
          sum(vector.z, before.z, after.z))
      } catch {
        session.report.refuse(error, file: linearFile, line: line)
      }
    }
    linear.removeAll()
    gravity.removeAll()
  }

  /// Returns the index of the first of ordered readings at or after a moment, or of the last.
  private static func first(_ readings: [LoggedSession.Vector], atOrAfter time: Int64) -> Int {
    var low = 0, high = readings.count - 1
    while low < high {
      let middle = (low + high) / 2
      if readings[middle].time < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
