/// One line of a recording (docs/recording.md), typed.
public enum RecordingLine: Equatable, Sendable {
  case sample(Sample)
  case reference(Reference)
  /// `#,key,value`: the session's circumstances; the value is the rest of the line.
  case metadata(key: String, value: String)
}

/// What the letter in front of a line says it is.
public enum LineTag: UInt8, CaseIterable, Sendable {
  case metadata = 0x23  // #
  case accelerometer = 0x41  // A
  case gyroscope = 0x47  // G
  case magnetometer = 0x4D  // M
  case barometer = 0x42  // B
  case temperature = 0x54  // T
  case fix = 0x50  // P
  case outsidePose = 0x4F  // O
  case input = 0x49  // I
  case reference = 0x52  // R

  public var letter: String { String(Unicode.Scalar(rawValue)) }
}

/// Why a line was not taken: one of a closed set of reasons, and the field it was found in. Data, never fatal.
public struct Refusal: Error, Equatable, Sendable {
  public enum Reason: String, CaseIterable, Sendable {
    case malformedLine = "malformed line"
    case lineTooLong = "line longer than 1 MiB"
    case notUTF8 = "not UTF-8"
    case missingField = "missing field"
    case notANumber = "not a number"
    case notFinite = "not finite"
    case outOfRange = "out of range"
    case notARotation = "not a unit quaternion"
    case unknownSensor = "unknown sensor"
    case timeRunsBackwards = "time runs backwards"
    case duplicateTime = "same time as the line before it of its kind"
  }
  public var reason: Reason
  /// As docs/recording.md names it; empty when it is the whole line.
  public var field: FieldName

  @inlinable public init(_ reason: Reason, _ field: FieldName = .line) {
    self.reason = reason
    self.field = field
  }
}

/// The fields of recording lines, by their names in docs/recording.md.
public enum FieldName: String, CaseIterable, Sendable {
  case line = ""
  case t, x, y, z, pressure, sensor, celsius
  case latitude = "lat"
  case longitude = "lon"
  case height, eph, epv, ve, vn, vu, eps, mode, utc, arrival, separation
  case qx, qy, qz, qw, quality, kind, key
}

/// What a number in a recording may be. Wider than any device or place; what lies outside is an error, not a measurement.
enum FieldRange {
  static let force = -1e5...1e5  // m/s²: ten thousand g
  static let rate = -1e4...1e4  // rad/s: sixteen hundred turns a second
  static let field = -1e6...1e6  // µT: a tesla
  static let pressure = 1e2...1e6  // Pa
  static let celsius = -273.15...1e3
  static let latitude = -90.0...90.0
  static let longitude = -360.0...360.0
  static let height = -2e4...1e8  // m
  static let accuracy = 0.0...1e12  // m or m/s; receivers do state absurd ones, and the pipeline judges those
  static let speed = -1e5...1e5  // m/s
  static let separation = -1e3...1e3  // m
  static let position = -1e9...1e9  // m
  static let component = -2.0...2.0  // of a quaternion
  static let quality = -1e6...1e6
}

extension RecordingLine {
  public var tag: LineTag {
    switch self {
    case .sample(.accelerometer): .accelerometer
    case .sample(.gyroscope): .gyroscope
    case .sample(.magnetometer): .magnetometer
    case .sample(.barometer): .barometer
    case .sample(.temperature): .temperature
    case .sample(.fix): .fix
    case .sample(.outsidePose): .outsidePose
    case .sample(.input): .input
    case .reference: .reference
    case .metadata: .metadata
    }
  }

  /// Metadata has none.
  public var time: BootInstant? {
    switch self {
    case .sample(let sample): sample.time
    case .reference(let reference): reference.time
    case .metadata: nil
    }
  }
}
