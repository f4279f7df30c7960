import Geodesy
import Geometry
import Loggers
public import Samples
import Text

/// Readings of a telephone → lines of a recording, with times of this machine. Nothing is passed on before gravity is found in the
/// force: until then each reading is only counted.
public struct PhoneFeed: Sendable {
  public let app: PhoneApp
  public private(set) var streams: [PhoneReading.Kind: PhoneStream] = [:]
  public private(set) var gravity = GravityCheck()
  /// Readings that were not passed on, by reason.
  public private(set) var refused: [String: Int] = [:]
  /// The mean length of the magnetic field, and that of the place, in µT.
  public private(set) var field: Double?
  public private(set) var expectedField: Double?
  /// The radius of 68 % of the last location, in meters.
  public private(set) var placeError: Double?
  /// Seconds between two batches.
  public private(set) var period: Double?
  /// How far the telephone's time of day is from this machine's, in nanoseconds; nil if it sends none.
  public private(set) var clockError: Int64?
  /// Whether locations are by another clock than samples.
  public private(set) var hasOtherClock = false
  private var lastPassed: Int64 = 0, lastRefused: Int64 = 0, lastReason = ""
  private var sineOfDip = 0.0
  private var clock = PhoneClock()
  private var lastTimes: [PhoneReading.Kind: Int64] = [:]
  private var lastForce: SIMD3<Double>?
  private var fieldBegin: Int64 = 0, fieldSum = 0.0, fieldCount = 0
  private var lastBatch: Int64?
  /// This machine's time of the first batch, in nanoseconds.
  private(set) var begin: Int64 = 0

  /// A clock that is further off gives no time of day: a day.
  public static let mostClockError: Int64 = 86_400_000_000_000

  /// Stamps of a clock that began in 1970 at the latest, up to 2116; how far ahead of its arrival a time may be: a little more than
  /// the clock's tolerance.
  private static let mostStamp: Int64 = 1 << 62, mostAhead: Int64 = 50_000_000
  /// How far a location's time may be from that of the newest sample, in nanoseconds.
  private static let oldestLocation: Int64 = -20_000_000_000, newestLocation: Int64 = 2_000_000_000

  public init(_ app: PhoneApp) { self.app = app }

  /// Whether readings are passed on.
  public var isPassing: Bool { gravity.isFound }
  public var clockSteps: Int { clock.steps }

  /// A line to push, with its time.
  public struct Line: Comparable, Sendable {
    public var time: BootInstant
    public var text: String
    /// Of samples of one time a recording has the force first.
    var rank: Int

    public static func < (a: Line, b: Line) -> Bool { (a.time, a.rank) < (b.time, b.rank) }
  }

  /// Ingests the readings of one message, which arrived at a time. Returns the lines to push, in the order of their times.
  /// `isNew`: their stamps are by another clock than those before. `utc`: this machine's time of day at the arrival.
  public mutating func ingest(
    _ readings: [PhoneReading], at arrival: BootInstant, utc: Int64, isNew: Bool = false
  ) -> [Line] {
    if isNew {
      clock.restart()
      for kind in streams.keys { streams[kind]?.restart() }
      lastForce = nil
    }
    let now = arrival.nanoseconds
    if !readings.isEmpty {
      if let lastBatch {
        let passed = Double(now - lastBatch) * 1e-9
        // A mean of some batches; a pause is none.
        period = passed > 10 ? period : (period ?? passed) + 0.1 * (passed - (period ?? passed))
      }
      if lastBatch == nil { begin = now }
      lastBatch = now
      // A location is late, and may be by another clock.
      let sensors = readings.lazy.filter { $0.kind != .location && 0..<Self.mostStamp ~= $0.stamp }.map(\.stamp).max()
      if let newest = sensors { clock.record(newest, at: now) }
    }
    var lines: [Line] = []
    var buffer = TextBuffer(capacity: 128)
    for reading in readings.sorted(by: { $0.stamp < $1.stamp }) {
      let kind = reading.kind
      // Differences of such stamps are exact.
      guard 0..<Self.mostStamp ~= reading.stamp else {
        refuse("a stamp that no clock has", kind, now)
        continue
      }
      streams[kind, default: PhoneStream()].record(reading.stamp, at: now)
      let wasPassing = isPassing, reading = checked(reading, utc: utc)
      guard isPassing else { continue }
      if !wasPassing { clock.settle() }
      guard let time = time(of: reading, at: now) else { continue }
      if let last = lastTimes[kind], time <= last {
        refuse("its time is not after the last one's", kind, now)
        // A clock that was set back would refuse all that follows.
        if last - time > 10_000_000_000 { lastTimes[kind] = nil }
        continue
      }
      guard time - now < Self.mostAhead else {
        refuse("its time is ahead of its arrival", kind, now)
        continue
      }
      let sample = reading.sample(at: BootInstant(nanoseconds: time))
      if let refusal = sample.refusal {
        refuse("\(kind.rawValue): \(refusal.reason.rawValue) (\(refusal.field.rawValue))", kind, now)
        continue
      }
      lastTimes[kind] = time
      if kind != .location { lastPassed = now }
      buffer.removeAll()
      buffer.append(line: .sample(sample))
      lines.append(Line(time: sample.time, text: String(buffer.string.dropLast()), rank: kind.rank))
    }
    return lines.sorted()
  }

  private mutating func refuse(_ reason: String, _ kind: PhoneReading.Kind, _ now: Int64) {
    refused[reason, default: 0] += 1
    if kind != .location { (lastRefused, lastReason) = (now, reason) }
  }

  /// The reason for which all samples are refused that come, in spite of gravity; nil if some pass.
  func refusal(within span: Int64, at now: Int64) -> String? {
    isPassing && now - lastRefused < span && lastRefused - lastPassed > span ? lastReason : nil
  }

  /// This machine's time of a reading. Some telephones stamp samples by a clock that sleeps, and locations by one that does not:
  /// such a location has the time of its arrival.
  private mutating func time(of reading: PhoneReading, at now: Int64) -> Int64? {
    let time = clock.time(reading.stamp)
    guard reading.kind == .location, let time, let newest = lastTimes[.force] ?? lastTimes[.rate] else { return time }
    hasOtherClock = !(Self.oldestLocation...Self.newestLocation ~= time - newest)
    return hasOtherClock ? now : time
  }

  /// Records a reading for the checks. Returns it without a time of day that cannot be right.
  private mutating func checked(_ reading: PhoneReading, utc: Int64) -> PhoneReading {
    switch reading.value {
    case .force(let force):
      lastForce = force
      gravity.record(force, at: reading.stamp)
    case .field(let vector):
      fieldSum += (vector.x * vector.x + vector.y * vector.y + vector.z * vector.z).squareRoot()
      fieldCount += 1
      if reading.stamp < fieldBegin || reading.stamp - fieldBegin > 60 * GravityCheck.window {
        fieldBegin = reading.stamp
      }
      let isNewSecond = reading.stamp - fieldBegin >= GravityCheck.window
      if isNewSecond {
        field = fieldSum / Double(fieldCount)
        (fieldBegin, fieldSum, fieldCount) = (reading.stamp, 0, 0)
      }
      // Beside iron its direction says nothing about the sign.
      let isPlain = both(field, expectedField).map { ($0 - $1).magnitude < 0.2 * $1 } ?? false
      if let lastForce, isPlain {
        gravity.record(field: vector, force: lastForce, sineOfDip: sineOfDip, isNewSecond: isNewSecond)
      }
    case .location(var location):
      let place = Geodetic(latitude: Degrees(location.latitude), longitude: Degrees(location.longitude))
      if -90...90 ~= location.latitude, -180...180 ~= location.longitude { record(place, location, utc) }
      if let stated = location.utc, stated.magnitude < UInt64(Self.mostStamp) {
        let error = stated - utc
        clockError = error
        if error.magnitude > UInt64(Self.mostClockError) { location.utc = nil }
      }
      return PhoneReading(reading.stamp, .location(location))
    case .rate, .pressure: break
    }
    return reading
  }

  private mutating func record(_ place: Geodetic, _ location: StatedLocation, _ utc: Int64) {
    placeError = location.horizontalAccuracy.flatMap { $0 > 0 ? $0 : nil }
    guard expectedField == nil || fieldPlace.map({ Self.isFar($0, place) }) ?? true else { return }
    let model = MagneticModel.worldMagneticModel2025
    let year = max(
      model.epoch.value, min(model.validUntil.value, DecimalYear(UTC(nanosecondsSince1970: utc)).value))
    guard let found = try? model.field(at: place, year: DecimalYear(year)) else { return }
    fieldPlace = place
    expectedField = found.norm.value
    sineOfDip = found.norm.value > 0 ? -found.components.z / found.norm.value : 0
  }

  private var fieldPlace: Geodetic?

  /// More than about ten kilometers.
  private static func isFar(_ a: Geodetic, _ b: Geodetic) -> Bool {
    (a.latitude.value - b.latitude.value).magnitude > 0.1 || (a.longitude.value - b.longitude.value).magnitude > 0.1
  }
}

private func both(_ a: Double?, _ b: Double?) -> (Double, Double)? {
  guard let a, let b else { return nil }
  return (a, b)
}
