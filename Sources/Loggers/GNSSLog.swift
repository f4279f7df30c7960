import Geodesy
import Geometry
import Samples

/// Parser of a log from Android's GnssLogger or from GPSTest, in the same form: lines of many kinds; an earlier line
/// `# Kind,column,…` names the columns of a kind, because they changed between versions.
///
/// Layout: github.com/barbeau/gpstest, LOGGING.md; github.com/google/gps-measurement-tools. Times are `elapsedRealtimeNanos`, the
/// phone's CLOCK_BOOTTIME, and are kept. The axes are those of Android (developer.android.com, SensorEvent): x right, y up, z out
/// of the screen, the same as the body's here.
public struct GNSSLog: LogParser {
  /// Indices of the columns of one kind of line.
  private struct Layout {
    var table: LogTable
    var boot: Int?, utc: Int?
    var axes: [Int?] = [], bias: [Int?] = []
  }

  /// Indices of the columns of `Fix`; older versions named them without units, and wrote no time since boot.
  private struct FixLayout {
    var table: LogTable
    var provider: Int?, latitude: Int?, longitude: Int?, altitude: Int?, speed: Int?, bearing: Int?
    var accuracy: Int?, verticalAccuracy: Int?, speedAccuracy: Int?, unixTime: Int?, boot: Int?, mock: Int?

    init(_ table: LogTable) {
      self.table = table
      provider = table.column("provider")
      latitude = table.column { $0.hasPrefix("latitude") }
      longitude = table.column { $0.hasPrefix("longitude") }
      altitude = table.column { $0.hasPrefix("altitude") }
      speed = table.column("speed", "speedmps")
      bearing = table.column("bearing", "bearingdegrees")
      accuracy = table.column("accuracy", "accuracymeters")
      verticalAccuracy = table.column { $0.hasPrefix("verticalaccuracy") }
      speedAccuracy = table.column { $0.hasPrefix("speedaccuracy") }
      unixTime = table.column("unixtimemillis", "(utc)timeinms")
      boot = table.column("elapsedrealtimenanos")
      mock = table.column("mocklocation")
    }
  }

  private struct Location {
    var stated: StatedLocation
    var boot: Int64?
    var line: Int
  }

  /// The kinds of lines with a sensor's values, and whether they contain the operating system's correction.
  private static let sensors: [(kind: String, sensor: LoggedSession.Sensor, isCorrected: Bool)] = [
    ("UncalAccel", .force, false), ("UncalGyro", .rate, false), ("UncalMag", .field, false), ("Accel", .force, true),
    ("Gyro", .rate, true), ("Mag", .field, true),
  ]
  /// Order of preference: the receiver's own fixes, then those fused from all of a phone's sources, then those of cells and
  /// access points.
  private static let providers = ["gps", "flp", "fused", "nlp", "network"]

  private var session = LoggedSession()
  private let provider: String?
  private var file = ""
  private var layouts = [Layout?](repeating: nil, count: Self.sensors.count)
  private var fixLayout: FixLayout?
  private var isUncorrected: Set<LoggedSession.Sensor> = []
  private var locations: [String: [Location]] = [:], locationCount = 0
  /// The phone's estimate of the magnetometer's offset, µT, at one moment; the phone goes on improving it.
  private var offset = SIMD3<Double>.zero
  /// UTC minus boot time by the first line that has both.
  private var clock: Int64?

  /// `provider` selects the fixes of gps, flp or nlp; nil selects the best of those in the log.
  public init(provider: String? = nil) { self.provider = provider?.lowercased() }

  public func choose(from files: [String]) -> [String] { files }
  public mutating func startFile(_ file: String) { self.file = file }

  public mutating func refuse(_ refusal: LogRefusal, number: Int) {
    session.report.refuse(refusal, file: file, line: number)
  }

  public mutating func parse(_ line: UnsafeBufferPointer<UInt8>, number: Int) {
    if line[0] == UInt8(ascii: "#") || line[0] == 0xef { return parseHeader(line) }
    for (index, known) in Self.sensors.enumerated() where Self.isKind(line, known.kind) {
      return attempt(number) { (log) throws(LogRefusal) in try log.parseSensor(index, line) }
    }
    if Self.isKind(line, "Fix") {
      return attempt(number) { (log) throws(LogRefusal) in try log.parseFix(line, number) }
    }
    let kind = line.prefix { $0 != UInt8(ascii: ",") }
    let isName = kind.count < min(line.count, 20) && kind.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7a }
    if isName {
      session.report.countUnused("lines of kind \(String(decoding: kind, as: UTF8.self))")
    } else {
      session.report.refuse(LogRefusal(.malformedLine), file: file, line: number)
    }
  }

  private mutating func attempt(_ number: Int, _ body: (inout Self) throws(LogRefusal) -> Void) {
    do throws(LogRefusal) { try body(&self) } catch { session.report.refuse(error, file: file, line: number) }
  }

  private static func isKind(_ line: UnsafeBufferPointer<UInt8>, _ kind: String) -> Bool {
    let name = kind.utf8
    return line.count > name.count && line[name.count] == UInt8(ascii: ",") && zip(line, name).allSatisfy { $0 == $1 }
  }

  // MARK: headers

  private mutating func parseHeader(_ line: UnsafeBufferPointer<UInt8>) {
    var start = line.firstIndex(of: UInt8(ascii: "#")).map { $0 + 1 } ?? 0
    while start < line.count, line[start] == UInt8(ascii: " ") { start += 1 }
    let rest = UnsafeBufferPointer(rebasing: line[start...])
    if Self.isKind(rest, "Fix") {
      fixLayout = FixLayout(LogTable(header: rest, separator: UInt8(ascii: ",")))
      return
    }
    for (index, known) in Self.sensors.enumerated() where Self.isKind(rest, known.kind) {
      let table = LogTable(header: rest, separator: UInt8(ascii: ","))
      let name = known.kind.lowercased()
      layouts[index] = Layout(
        table: table, boot: table.column("elapsedrealtimenanos"), utc: table.column("utctimemillis"),
        axes: ["x", "y", "z"].map { axis in table.column { $0.hasPrefix(name + axis) } },
        bias: ["x", "y", "z"].map { axis in table.column { $0.hasPrefix("bias" + axis) } })
      return
    }
    parseDevice(String(decoding: rest, as: UTF8.self))
  }

  /// `Version: v3.0.6.4 Platform: 14 Manufacturer: Google Model: Pixel 7`
  private mutating func parseDevice(_ text: String) {
    guard text.hasPrefix("Version:") else { return }
    var values: [String: String] = [:], name = ""
    for word in text.split(separator: " ") {
      if word.hasSuffix(":") {
        name = String(word.dropLast())
      } else {
        values[name] = values[name].map { "\($0) \(word)" } ?? String(word)
      }
    }
    let phone = [values["Manufacturer"], values["Model"]].compactMap { $0 }.joined(separator: " ")
    let system = values["Platform"].map { "Android \($0)" }
    let logger = values["Version"].map { "GnssLogger \($0)" }
    session.device = [phone.isEmpty ? nil : phone, system, logger].compactMap { $0 }.joined(separator: "; ")
  }

  // MARK: lines

  private mutating func parseSensor(_ index: Int, _ line: UnsafeBufferPointer<UInt8>) throws(LogRefusal) {
    let (kind, sensor, isCorrected) = Self.sensors[index]
    guard layouts[index] != nil else { throw LogRefusal(reason: "no line '# \(kind),…' before it names its columns") }
    if isCorrected, isUncorrected.contains(sensor) {
      return session.report.countUnused("lines of kind \(kind), replaced by the uncalibrated ones")
    }
    layouts[index]?.table.split(line)
    guard let layout = layouts[index] else { return }
    let table = layout.table
    let time = try table.scaled(layout.boot, decimals: 0, of: line)
    let x = try table.number(layout.axes[0], of: line)
    let y = try table.number(layout.axes[1], of: line)
    let z = try table.number(layout.axes[2], of: line)
    if !isCorrected, isUncorrected.insert(sensor).inserted {
      session.report.countUnused("lines replaced by the uncalibrated ones", count: session.removeSamples(of: sensor))
    }
    try session.add(sensor, at: time, x, y, z)
    if clock == nil { clock = (try? table.scaled(layout.utc, decimals: 6, of: line)).map { $0 &- time } }
    if sensor == .field, !isCorrected {
      offset.x = try table.optionalNumber(layout.bias[0], of: line) ?? 0
      offset.y = try table.optionalNumber(layout.bias[1], of: line) ?? 0
      offset.z = try table.optionalNumber(layout.bias[2], of: line) ?? 0
    }
  }

  private mutating func parseFix(_ line: UnsafeBufferPointer<UInt8>, _ number: Int) throws(LogRefusal) {
    fixLayout?.table.split(line)
    guard let layout = fixLayout else { throw LogRefusal(reason: "no line '# Fix,…' before it names its columns") }
    let table = layout.table
    if table.text(layout.mock, of: line) == "1" {
      throw LogRefusal(reason: "a made-up location", column: "MockLocation")
    }
    var stated = StatedLocation()
    stated.latitude = try table.number(layout.latitude, of: line)
    stated.longitude = try table.number(layout.longitude, of: line)
    stated.height = try table.optionalNumber(layout.altitude, of: line)
    stated.horizontalAccuracy = try table.optionalNumber(layout.accuracy, of: line)
    stated.verticalAccuracy = try table.optionalNumber(layout.verticalAccuracy, of: line)
    stated.speed = try table.optionalNumber(layout.speed, of: line)
    stated.bearing = try table.optionalNumber(layout.bearing, of: line)
    stated.speedAccuracy = try table.optionalNumber(layout.speedAccuracy, of: line)
    if table.bytes(layout.unixTime, of: line) != nil {
      stated.utc = try table.scaled(layout.unixTime, decimals: 6, of: line)
    }
    var boot: Int64?
    if table.bytes(layout.boot, of: line) != nil { boot = try table.scaled(layout.boot, decimals: 0, of: line) }
    guard boot != nil || stated.utc != nil else { throw LogRefusal(.missingField, "elapsedRealtimeNanos") }
    locationCount += 1
    guard locationCount <= LoggedSession.mostFixes else { throw LogRefusal.tooMany }
    let provider = table.text(layout.provider, of: line)?.lowercased() ?? "gps"
    locations[provider, default: []].append(Location(stated: stated, boot: boot, line: number))
  }

  // MARK: the end

  public mutating func finish() -> LoggedSession {
    addLocations()
    session.utcOfZero = clock
    if offset != .zero, !session.fields.isEmpty {
      do throws(CalibrationFault) {
        session.calibration.magnetometer = try Calibration(validating: MagneticField<Body>(offset))
        session.report.addNote(
          "the magnetometer's offset is the phone's own estimate at the end of the log; 'gnomon replay --calibration none' does not use it"
        )
      } catch {
        session.report.addNote("the phone's own estimate of the magnetometer's offset is not used: \(error)")
      }
    }
    session.removeSwappedFixes()
    session.addNotesOnMissingSensors()
    return session
  }

  private mutating func addLocations() {
    func rank(_ name: String) -> Int { Self.providers.firstIndex(of: name) ?? Self.providers.count }
    let names = locations.keys.sorted { (rank($0), $0) < (rank($1), $1) }
    let chosen = provider ?? names.first
    let onlyUTC = session.isEmpty && clock == nil && !locations.values.joined().contains { $0.boot != nil }
    for name in names {
      let all = locations[name] ?? []
      guard name == chosen else {
        session.report.countUnused("fixes by \(name) (--provider \(name) takes them)", count: all.count)
        continue
      }
      for location in all {
        attempt(location.line) { (log) throws(LogRefusal) in try log.addFix(location, onlyUTC: onlyUTC) }
      }
    }
    if let provider, locations[provider] == nil {
      let there = names.isEmpty ? "there are none" : "there are: \(names.joined(separator: ", "))"
      session.report.addNote("no fixes by \(provider); \(there)")
    }
    guard onlyUTC, !session.isEmpty else { return }
    clock = 0
    session.beginAtZero()
  }

  private mutating func addFix(_ location: Location, onlyUTC: Bool) throws(LogRefusal) {
    if let boot = location.boot {
      if clock == nil, let utc = location.stated.utc { clock = utc &- boot }
      return try session.add(location.stated.fix(at: boot))
    }
    guard let utc = location.stated.utc, let clock = onlyUTC ? 0 : clock else {
      throw LogRefusal(reason: "its time is in UTC, and no line relates UTC to the time since boot")
    }
    let (time, isBeyond) = utc.subtractingReportingOverflow(clock)
    guard !isBeyond else { throw LogRefusal(.outOfRange, "UnixTimeMillis") }
    try session.add(location.stated.fix(at: time))
  }
}
