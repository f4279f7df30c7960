/// The program or device that made a log.
public enum LoggerFormat: String, CaseIterable, Sendable {
  case gnssLogger = "gnss-logger"
  case phyphox
  case sensorLogger = "sensor-logger"
  /// Bytes from a receiver, to be decoded by gpsd: NMEA, UBX, SiRF …
  case receiver

  public var title: String {
    switch self {
    case .gnssLogger: "GnssLogger"
    case .phyphox: "phyphox"
    case .sensorLogger: "Sensor Logger"
    case .receiver: "a receiver"
    }
  }

  /// Recognizes a single file by its beginning; nil for none of these formats.
  public init?(opening: ArraySlice<UInt8>) {
    var lines: [ArraySlice<UInt8>] = []
    for line in opening.prefix(1 << 16).split(separator: 0x0a, maxSplits: 300) { lines.append(line) }
    func begins(_ line: ArraySlice<UInt8>, _ words: [String]) -> Bool {
      words.contains { line.starts(with: $0.utf8) }
    }
    let kinds = ["Raw,", "Fix,", "UncalAccel,", "UncalGyro,", "UncalMag,", "Accel,", "Status,", "Nav,"]
    let headers = kinds.flatMap { ["# \($0)", "#\($0)", "#   \($0)"] }
    if lines.contains(where: { begins($0, headers) }) {
      self = .gnssLogger
    } else if let first = lines.first, let table = Self(header: first) {
      self = table
    } else if Self.isReceiver(opening.prefix(1 << 16)) {
      self = .receiver
    } else {
      return nil
    }
  }

  /// Recognizes a folder's files by their names, and by the beginnings of those that end in `.csv`.
  public init?(files: [(name: String, opening: ArraySlice<UInt8>)]) {
    let names = files.map { $0.name.lowercased() }
    if names.contains(where: { $0.hasSuffix("meta/time.csv") || $0.hasSuffix("meta/device.csv") }) {
      self = .phyphox
    } else if let found = files.lazy.compactMap({ Self(header: $0.opening.prefix { $0 != 0x0a }) }).first {
      self = found
    } else {
      return nil
    }
  }

  private init?(header: ArraySlice<UInt8>) {
    let text = String(decoding: header.prefix(1000), as: UTF8.self).lowercased()
    if text.contains("seconds_elapsed") || text.contains("recording epoch time") {
      self = .sensorLogger
    } else if text.contains("(s)\"") || text.hasPrefix("time (s)") {
      self = .phyphox
    } else {
      return nil
    }
  }

  /// Checks for the marks at the start of receivers' messages: NMEA, u-blox, SiRF, SkyTraq, and the DLE of Garmin and Trimble.
  private static func isReceiver(_ bytes: ArraySlice<UInt8>) -> Bool {
    let marks: [[UInt8]] = [
      Array("$G".utf8), Array("$P".utf8), [0xb5, 0x62], [0xa0, 0xa2], [0xa0, 0xa1], Array("!AIVDM".utf8),
    ]
    let all = Array(bytes)
    for index in all.indices {
      let rest = all[index...]
      if marks.contains(where: { rest.starts(with: $0) }) { return true }
      if rest.count > 3, rest[index] == 0x10, index == 0 || all[index - 1] == 0x03 { return true }
    }
    return false
  }
}
