import Geodesy
import Text

/// A message of gpsd, with the members that are used.
public enum GPSDMessage: Equatable, Sendable {
  /// gpsd's version: its greeting, and its answer to `?VERSION;`.
  case version(release: String)
  /// TPV: time, position and velocity of the receiver with that name.
  case position(GPSReport, device: String)
  /// An error message about a request.
  case error(String)
  /// A class that is not used: DEVICES, WATCH, SKY and others.
  case other(String)
}

extension GPSDMessage {
  /// Parses the message in one line; `line` is without its line end.
  static func read(_ line: [UInt8]) -> Result<GPSDMessage, GPSDReader.Refusal> {
    do throws(JSONError) {
      var reader = try JSONReader(line, maximumDepth: GPSDReader.deepest, maximumSize: GPSDReader.longestLine)
      guard case .beginObject = try reader.next() else { return .failure(.noClass) }
      var members = GPSDMembers()
      while case .key(let name) = try reader.next() { try members.ingest(name, &reader) }
      // Anything after the object is an error.
      _ = try reader.next()
      return members.message
    } catch {
      return .failure(.notJSON)
    }
  }
}

/// The members of a message that are used. Of two members with the same name the later counts, as in libgps.
private struct GPSDMembers {
  private var kind: String?
  private var device = "", release = "", complaint = ""
  private var mode: Double?
  private var time: String?
  private var report = GPSReport(mode: 0, utcNanoseconds: nil)
  /// Names of members whose value has the wrong type.
  private var wrong: Set<String> = []

  private static let numbers: [String: WritableKeyPath<GPSReport, Double> & Sendable] = [
    "lat": \.latitude, "lon": \.longitude, "altHAE": \.ellipsoidHeight, "geoidSep": \.geoidSeparation,
    "eph": \.horizontalError, "epx": \.eastError, "epy": \.northError, "epv": \.verticalError, "eps": \.speedError,
    "track": \.track, "speed": \.speed, "climb": \.climb,
    "velN": \.velocityNorth, "velE": \.velocityEast, "velD": \.velocityDown,
  ]

  mutating func ingest(_ name: String, _ reader: inout JSONReader) throws(JSONError) {
    switch name {
    case "class": kind = try text(name, &reader)
    case "device": device = try text(name, &reader) ?? ""
    case "release": release = try text(name, &reader) ?? ""
    case "message": complaint = try text(name, &reader) ?? ""
    case "time": time = try text(name, &reader)
    case "mode": mode = try number(name, &reader)
    default:
      if let path = Self.numbers[name] {
        report[keyPath: path] = try number(name, &reader) ?? .nan
      } else {
        try reader.skipValue()
      }
    }
  }

  private mutating func text(_ name: String, _ reader: inout JSONReader) throws(JSONError) -> String? {
    guard case .string(let text) = try value(&reader) else {
      wrong.insert(name)
      return nil
    }
    wrong.remove(name)
    return text
  }

  private mutating func number(_ name: String, _ reader: inout JSONReader) throws(JSONError) -> Double? {
    guard case .number(let numeral) = try value(&reader) else {
      wrong.insert(name)
      return nil
    }
    wrong.remove(name)
    return numeral.double
  }

  /// The value of a member; an array or object is skipped, and its first event is returned.
  private func value(_ reader: inout JSONReader) throws(JSONError) -> JSONReader.Event {
    let outside = reader.depth
    let event = try reader.next()
    while reader.depth > outside { _ = try reader.next() }
    return event
  }

  var message: Result<GPSDMessage, GPSDReader.Refusal> {
    guard let kind, !wrong.contains("class") else { return .failure(.noClass) }
    switch kind {
    case "VERSION": return wrong.contains("release") ? .failure(.wrongMember) : .success(.version(release: release))
    case "ERROR": return wrong.contains("message") ? .failure(.wrongMember) : .success(.error(complaint))
    case "TPV":
      guard wrong.isEmpty, let mode = [0, 1, 2, 3].first(where: { Double($0) == mode ?? 0 }) else {
        return .failure(.wrongMember)
      }
      var report = report
      report.mode = mode
      // A receiver that does not know the time sends a text that is not a date.
      report.utcNanoseconds = time.flatMap { UTC($0) }?.nanosecondsSince1970
      if let nanoseconds = report.utcNanoseconds, nanoseconds <= 0 { report.utcNanoseconds = nil }
      return .success(.position(report, device: device))
    default: return .success(.other(kind))
    }
  }
}
