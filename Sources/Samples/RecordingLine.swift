/// One line of a recording (docs/files.md), typed.
public enum RecordingLine: Equatable, Sendable {
  case sample(Sample)
  case reference(Reference)
  /// `#,key,value`: a property of the session; the value is the rest of the line.
  case metadata(key: String, value: String)
}

/// The kind of a line, by its first letter.
public enum LineTag: UInt8, CaseIterable, Sendable {
  case metadata = 0x23  // #
  case accelerometer = 0x41  // A
  case gyroscope = 0x47  // G
  case magnetometer = 0x4D  // M
  case barometer = 0x42  // B
  case temperature = 0x54  // T
  case fix = 0x50  // P
  case antennas = 0x48  // H
  case outsidePose = 0x4F  // O
  case input = 0x49  // I
  case reference = 0x52  // R

  public var letter: String { String(Unicode.Scalar(rawValue)) }
}

/// The reason why a line was refused, from a closed set, and the field with the error. A refusal is data and never fatal.
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
  /// The name in docs/files.md; empty when the whole line is refused.
  public var field: FieldName

  @inlinable public init(_ reason: Reason, _ field: FieldName = .line) {
    self.reason = reason
    self.field = field
  }
}

/// The fields of recording lines, by their names in docs/files.md.
public enum FieldName: String, CaseIterable, Sendable {
  case line = ""
  case t, x, y, z, pressure, sensor, celsius
  case latitude = "lat"
  case longitude = "lon"
  case height, eph, epv, ve, vn, vu, eps, mode, utc, arrival, separation
  case azimuth, direction, sigma
  case qx, qy, qz, qw, quality, kind, key
}

/// The ranges of numbers in a recording. They are wider than any device or place needs; a number outside is an error.
enum FieldRange {
  static let force = -1e5...1e5  // m/s²: ten thousand g
  static let rate = -1e4...1e4  // rad/s: sixteen hundred turns a second
  static let field = -1e6...1e6  // µT: a tesla
  static let pressure = 1e2...1e6  // Pa
  static let celsius = -273.15...1e3
  static let latitude = -90.0...90.0
  static let longitude = -360.0...360.0
  static let height = -2e4...1e8  // m
  static let accuracy = 0.0...1e12  // m or m/s; some receivers report absurd values, which the pipeline handles
  static let speed = -1e5...1e5  // m/s
  static let azimuth = -360.0...360.0
  static let angularError = 0.01...180.0  // degrees
  static let separation = -1e3...1e3  // m
  static let position = -1e9...1e9  // m
  static let component = -2.0...2.0  // component of a quaternion
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
    case .sample(.antennas): .antennas
    case .sample(.outsidePose): .outsidePose
    case .sample(.input): .input
    case .reference: .reference
    case .metadata: .metadata
    }
  }

  /// The line's time; nil for metadata.
  public var time: BootInstant? {
    switch self {
    case .sample(let sample): sample.time
    case .reference(let reference): reference.time
    case .metadata: nil
    }
  }
}
