import MCAP

/// The program or device that made a log.
public enum LoggerFormat: String, CaseIterable, Sendable {
  case gnssLogger = "gnss-logger"
  case phyphox
  case sensorLogger = "sensor-logger"
  case gpx
  case tum
  case euroc
  case rosbag
  /// Any table, whose columns the caller names.
  case columns
  /// Bytes from a receiver, to be decoded by gpsd: NMEA, UBX, SiRF …
  case receiver

  public var title: String {
    switch self {
    case .gnssLogger: "GnssLogger"
    case .phyphox: "phyphox"
    case .sensorLogger: "Sensor Logger"
    case .gpx: "GPX"
    case .tum: "a trajectory in TUM's form"
    case .euroc: "EuRoC's form"
    case .rosbag: "a bag of ROS 2"
    case .columns: "a table"
    case .receiver: "a receiver"
    }
  }

  /// Recognizes a single file by its beginning; nil for none of these formats.
  public init?(opening: ArraySlice<UInt8>) {
    if opening.starts(with: MCAP.magic) {
      self = .rosbag
      return
    }
    if Self.isGPX(opening) {
      self = .gpx
      return
    }
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
    } else if Self.isTrajectory(lines) {
      self = .tum
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
    } else if names.contains(where: { $0.hasSuffix("imu0/data.csv") }) {
      self = .euroc
    } else if names.contains(where: { $0.hasSuffix(".mcap") }) {
      self = .rosbag
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
    } else if text.contains("timestamp"), text.contains("w_rs_s_x"), text.contains("a_rs_s_x") {
      self = .euroc
    } else {
      return nil
    }
  }

  /// Checks for the outermost element of GPX, after the declaration and comments.
  private static func isGPX(_ opening: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: opening.prefix(2000), as: UTF8.self)
    guard let first = text.first(where: { !$0.isWhitespace && $0 != "\u{feff}" }), first == "<" else { return false }
    return text.contains("<gpx") || text.contains(":gpx ")
  }

  /// Checks for lines of eight numbers separated by spaces, after comments.
  private static func isTrajectory(_ lines: [ArraySlice<UInt8>]) -> Bool {
    guard var line = lines.first(where: { $0.first.map { $0 != UInt8(ascii: "#") && $0 != 0x0d } ?? false }) else {
      return false
    }
    if line.last == 0x0d { line.removeLast() }
    return line.prefix(1000).withUnsafeBufferPointer { bytes in
      let words = LogWords.split(bytes)
      return words.count == 8 && words.allSatisfy { (try? LogWords.number($0, "")) != nil }
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
