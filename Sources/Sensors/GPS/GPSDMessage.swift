import CGPS

/// A message of gpsd, with the members that are used.
public enum GPSDMessage: Equatable, Sendable {
  /// gpsd's version: its greeting, and its answer to `?VERSION;`.
  case version(release: String)
  /// TPV: time, position and velocity of the receiver with that name.
  case position(GPSReport, device: String)
  /// ATT: the heading of the receiver with that name, in degrees clockwise from true north.
  case attitude(heading: Double, device: String)
  /// An error message about a request.
  case error(String)
  /// A class that is not used: DEVICES, WATCH, SKY and others.
  case other(String)
}

extension GPSDMessage {
  /// Decodes the message in one line with libgps, after a strict look at the line; `line` is without its line end.
  static func read(_ line: [UInt8]) -> Result<GPSDMessage, GPSDReader.Refusal> {
    let given = GPSDLine.read(line)
    if case .failure(.notJSON) = given, let repaired = GPSDLine.repaired(line) { return read(repaired) }
    return given.flatMap { seen in
      guard let kind = seen.kind else { return .success(.other(seen.name)) }
      guard var packed = GPSDLine.packed(line) else { return .failure(.unusual) }
      let report = packed.withUnsafeMutableBufferPointer { cgps_decode($0.baseAddress) }
      let text = withUnsafeBytes(of: report.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      switch (kind, report.kind) {
      case (.version, CGPS_VERSION): return .success(.version(release: text))
      case (.error, CGPS_ERROR): return .success(.error(text))
      case (.position, CGPS_POSITION):
        let report = GPSReport(report, seen)
        return report.isWhole(seen) ? .success(.position(report, device: text)) : .failure(.notDecoded)
      case (.attitude, CGPS_ATTITUDE):
        guard seen.numbers.contains("heading") else { return .success(.other(seen.name)) }
        guard report.heading.isFinite else { return .failure(.notDecoded) }
        return .success(.attitude(heading: report.heading, device: text))
      default: return .failure(.notDecoded)
      }
    }
  }
}

extension GPSReport {
  fileprivate init(_ report: cgps_report, _ seen: GPSDLine) {
    self.init(mode: Int(report.mode), utcNanoseconds: seen.hasDate ? report.nanosecondsSince1970 : nil)
    latitude = report.latitude
    longitude = report.longitude
    ellipsoidHeight = report.ellipsoid_height
    geoidSeparation = report.geoid_separation
    horizontalError = report.horizontal_error
    eastError = report.east_error
    northError = report.north_error
    verticalError = report.vertical_error
    speedError = report.speed_error
    track = report.track
    speed = report.speed
    climb = report.climb
    velocityNorth = seen.velocityNorth
    velocityEast = seen.velocityEast
    velocityDown = seen.velocityDown
  }

  /// Whether libgps has read the line to its end: it has each number that the line states.
  fileprivate func isWhole(_ seen: GPSDLine) -> Bool {
    Self.decoded.allSatisfy { name, path in self[keyPath: path].isFinite == seen.numbers.contains(name) }
  }

  private static let decoded: [(String, KeyPath<GPSReport, Double> & Sendable)] = [
    ("lat", \.latitude), ("lon", \.longitude), ("altHAE", \.ellipsoidHeight), ("geoidSep", \.geoidSeparation),
    ("eph", \.horizontalError), ("epx", \.eastError), ("epy", \.northError), ("epv", \.verticalError),
    ("eps", \.speedError), ("track", \.track), ("speed", \.speed), ("climb", \.climb),
  ]
}

extension cgps_report {
  /// Nil for the time of a receiver that does not know it: 1970 or before, or beyond what 64 bits of nanoseconds hold.
  fileprivate var nanosecondsSince1970: Int64? {
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflows else { return nil }
    let (sum, exceeds) = whole.addingReportingOverflow(nanoseconds)
    return exceeds || sum <= 0 ? nil : sum
  }
}
