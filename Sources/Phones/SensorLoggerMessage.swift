import Loggers
import Text

/// A batch that Sensor Logger (tszheichoi) posts: `{"messageId":17,"sessionId":…,"deviceId":…,"payload":[{"name":…,"time":…,
/// "values":{…}},…]}`.
///
/// github.com/tszheichoi/awesome-sensor-logger: PUSHING.md, UNITS.md, COORDINATES.md, CROSSPLATFORM.md. `time` is in nanoseconds
/// since 1970 by the telephone's clock, an integer of 19 digits.
public struct SensorLoggerMessage: Sendable {
  /// nil: the app's test, or a message of an older app.
  public var number: Int64?
  public var session: String
  public var device: String
  var payload: [JSONValue]

  /// The longest message, and the most values in it.
  public static let most = 1 << 20, mostValues = 1 << 17
  private static let mostNumber: Int64 = 1 << 53

  public init(reading bytes: [UInt8]) throws(PhoneFault) {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(
        reading: bytes, maximumDepth: 6, maximumSize: Self.most, maximumValues: Self.mostValues)
    } catch {
      throw PhoneFault("not JSON: \(error)")
    }
    guard json.object != nil else { throw PhoneFault("expected a JSON object") }
    number = json["messageId"]?.integer
    if let number, !(0...Self.mostNumber ~= number) { throw PhoneFault("messageId is out of range") }
    session = String((json["sessionId"]?.string ?? "").prefix(64))
    device = String((json["deviceId"]?.string ?? "").prefix(64))
    payload = json["payload"]?.array ?? []
  }

  /// True for the message of *Tap to Test Pushing*, and for others without samples.
  public var isTest: Bool { payload.isEmpty }
}

/// The batches of Sensor Logger's recordings → readings: in the order of their numbers, of each sensor the best stream.
///
/// Force is read from `accelerometeruncalibrated`, else `totalacceleration`, else as the sum of `accelerometer`, which is without
/// gravity, and `gravity` of the same time. Of gyroscopes the uncalibrated one is preferred; of magnetometers the calibrated one,
/// because the other contains the telephone's own iron; of locations that of the satellites alone. A log of this app is read by
/// the same rule (`SensorLoggerExport`).
public struct SensorLoggerSession: Sendable {
  /// Streams by sensor, the best first.
  private static let streams: [[String]] = [
    ["accelerometeruncalibrated", "totalacceleration", "accelerometer", "gravity"],
    ["gyroscopeuncalibrated", "gyroscope"], ["magnetometer", "magnetometeruncalibrated"], ["barometer"],
    ["locationgps", "location"],
  ]
  /// Messages that are kept while one before them is missing, and samples in them: after a pause many come at once, in any order.
  private static let mostHeld = 64, mostHeldSamples = 50_000

  private var session: String?
  private var next: Int64?
  /// Late messages one after the other, and the number of them after which they are a sequence of their own.
  private var lateRun = 0
  private static let lateNeeded = 3
  private var held: [(message: SensorLoggerMessage, since: Int64)] = []
  /// By sensor, the best stream so far.
  private var best = [Int](repeating: .max, count: streams.count)
  private var linear: (stamp: Int64, vector: SIMD3<Double>)?, gravity: (stamp: Int64, vector: SIMD3<Double>)?
  /// Accelerations without gravity whose gravity has another time.
  public private(set) var unpaired = 0
  /// Messages that came after others had been waited for in vain, and messages that never came.
  public private(set) var late = 0, lost = 0
  /// Readings without use here, by name; of the first few names.
  public private(set) var unused: [String: Int] = [:]
  public private(set) var names: Set<String> = []
  public private(set) var faults: [String: Int] = [:]

  public init() {}

  /// Everything that gave no reading, by reason.
  public var counts: [String: Int] {
    var counts = faults.merging(unused.map { ("\($0.key): not used here", $0.value) }) { $1 }
    for (reason, count) in [("a batch that came too late", late), ("a batch that never came", lost)] where count > 0 {
      counts[reason] = count
    }
    return counts
  }

  /// Ingests a batch that arrived at a time, in nanoseconds. Returns the readings of all batches that are in order now, and
  /// whether they are of another recording, with a clock of its own.
  public mutating func ingest(
    _ message: SensorLoggerMessage, at arrival: Int64
  ) -> (readings: [PhoneReading], isNew: Bool) {
    let isNew = session != message.session
    if isNew {
      self = SensorLoggerSession(following: self)
      session = message.session
    }
    guard let number = message.number else { return (readings(message), isNew) }
    if let next, number < next {
      late += 1
      lateRun += 1
      guard lateRun >= Self.lateNeeded else { return ([], isNew) }
      // The numbers have begun again, or one of them was far too large.
      self.next = number
    }
    lateRun = 0
    held.append((message, arrival))
    held.sort { ($0.message.number ?? 0) < ($1.message.number ?? 0) }
    let samples = held.reduce(0) { $0 + $1.message.payload.count }
    return (release(isForced: held.count > Self.mostHeld || samples > Self.mostHeldSamples), isNew)
  }

  /// Returns the readings that have waited for a missing batch since before a time, in nanoseconds.
  public mutating func overdue(since moment: Int64) -> [PhoneReading] {
    held.contains { $0.since < moment } ? release(isForced: true) : []
  }

  private init(following last: SensorLoggerSession) {
    (unpaired, late, lost, unused, faults) = (last.unpaired, last.late, last.lost, last.unused, last.faults)
  }

  private mutating func release(isForced: Bool) -> [PhoneReading] {
    var readings: [PhoneReading] = [], isForced = isForced
    while let first = held.first?.message, let number = first.number {
      let expected = next ?? number
      guard number <= expected || isForced else { break }
      lost += max(0, Int(clamping: number - expected))
      isForced = false
      held.removeFirst()
      // A message that came twice.
      guard number >= expected else { continue }
      next = number &+ 1
      readings += self.readings(first)
    }
    return readings
  }

  private mutating func readings(_ message: SensorLoggerMessage) -> [PhoneReading] {
    message.payload.compactMap { entry in
      do throws(PhoneFault) { return try reading(entry) } catch {
        if faults.count < 16 || faults[error.reason] != nil { faults[error.reason, default: 0] += 1 }
        return nil
      }
    }
  }

  private mutating func reading(_ entry: JSONValue) throws(PhoneFault) -> PhoneReading? {
    guard let given = entry["name"]?.string, let stamp = entry["time"]?.integer else {
      throw PhoneFault("a sample without name and time")
    }
    let name = given.lowercased(), values = entry["values"] ?? entry
    guard let sensor = Self.streams.firstIndex(where: { $0.contains(name) }),
      let rank = Self.streams[sensor].firstIndex(of: name)
    else {
      if unused.count < 32 || unused[name] != nil { unused[String(name.prefix(40)), default: 0] += 1 }
      return nil
    }
    names.insert(name)
    // Gravity and the acceleration without it are one stream.
    let place = name == "gravity" ? rank - 1 : rank
    guard place <= best[sensor] else { return nil }
    best[sensor] = place
    func number(_ member: String) throws(PhoneFault) -> Double {
      guard let value = values[member]?.double else { throw PhoneFault("\(name) without \(member)") }
      return value
    }
    func vector() throws(PhoneFault) -> SIMD3<Double> { SIMD3(try number("x"), try number("y"), try number("z")) }
    switch name {
    case "accelerometer":
      linear = (stamp, try vector())
      return pair()
    case "gravity":
      gravity = (stamp, try vector())
      return pair()
    case "accelerometeruncalibrated", "totalacceleration": return PhoneReading(stamp, .force(try vector()))
    case "gyroscope", "gyroscopeuncalibrated": return PhoneReading(stamp, .rate(try vector()))
    case "magnetometer", "magnetometeruncalibrated": return PhoneReading(stamp, .field(try vector()))
    case "barometer": return PhoneReading(stamp, .pressure(try number("pressure")))
    default:
      var location = StatedLocation()
      (location.latitude, location.longitude) = (try number("latitude"), try number("longitude"))
      func stated(_ member: String) -> Double? { values[member]?.double }
      location.height = stated("altitude")
      location.seaLevel = stated("altitudeAboveMeanSeaLevel")
      location.horizontalAccuracy = stated("horizontalAccuracy")
      location.verticalAccuracy = stated("verticalAccuracy")
      location.speed = stated("speed")
      location.speedAccuracy = stated("speedAccuracy")
      location.bearing = stated("bearing")
      // Without a bearing Android states 0 with an accuracy of 0; an invalid one is negative.
      if location.bearing == 0, stated("bearingAccuracy") == 0 { location.bearing = nil }
      location.utc = stamp
      return PhoneReading(stamp, .location(location))
    }
  }

  /// The force, from both its parts of one time.
  private mutating func pair() -> PhoneReading? {
    guard let linear, let gravity else { return nil }
    guard linear.stamp == gravity.stamp else {
      // One of the two is newer: its other part may still come. The older one stays alone.
      if linear.stamp < gravity.stamp { unpaired += 1 }
      return nil
    }
    self.linear = nil
    return PhoneReading(linear.stamp, .force(linear.vector + gravity.vector))
  }

  /// Whether accelerations without gravity come, and gravity too.
  public var hasLinear: Bool { names.contains("accelerometer") }
  public var hasGravity: Bool { names.contains("gravity") }
}
