import Geodesy
import Geometry
public import MCAP
import Samples

/// Reader of a bag of ROS 2 in MCAP files: `sensor_msgs/msg/Imu`, `MagneticField`, `FluidPressure` and `NavSatFix` in CDR.
///
/// Of several topics of one kind the first with a message is read, unless the caller names topics. A `NavSatFix` of a topic whose
/// name says truth is the truth of the recording, for scoring, and never a fix. A message's time is that of its
/// header; where that is zero, the time at which it was logged. ROS states variances, a recording errors of 95 %: the radius of a
/// circle is 2.448 σ, the error of a height 1.960 σ (`RadiusPerSigma`).
public struct ROSBag {
  private var session = LoggedSession()
  private var reader = MCAPReader()
  private let axes: LogAxes
  /// The topics that the caller named; empty for the first of each kind.
  private let topics: [String]
  private let unpack: MCAPReader.Unpack
  private var file = ""
  /// The topic of each sensor.
  private var chosen: [LineTag: String] = [:]
  private var numbers: [String: Int] = [:]
  private var withoutStamp = 0

  public init(topics: [String] = [], axes: LogAxes = .robot, unpack: @escaping MCAPReader.Unpack) {
    self.topics = topics
    self.axes = axes
    self.unpack = unpack
  }

  /// Returns the files of a bag's folder that are read, in order.
  public static func choose(from files: [String]) -> [String] {
    files.count == 1 ? files : files.filter { $0.lowercased().hasSuffix(".mcap") }.sorted(by: Self.isBefore)
  }

  /// `walk_2.mcap` is before `walk_10.mcap`.
  private static func isBefore(_ a: String, _ b: String) -> Bool { (a.utf8.count, a) < (b.utf8.count, b) }

  public mutating func startFile(_ file: String) {
    self.file = file
    reader = MCAPReader()
  }

  public mutating func ingest(_ piece: UnsafeRawBufferPointer) {
    var reader = reader
    // One copy of the state at a time, so that the buffer of the reader is not copied.
    self.reader = MCAPReader()
    reader.ingest(piece, unpack: unpack) { message in ingest(message) }
    self.reader = reader
  }

  /// Ends a file. Its refused parts are listed with their offsets.
  public mutating func endFile() {
    reader.finish()
    let name = file.isEmpty ? "" : "\(file): "
    for refusal in reader.refusals { session.report.addNote("\(name)\(refusal.reason) (at byte \(refusal.offset))") }
    if reader.refused > reader.refusals.count {
      session.report.addNote("\(name)\(reader.refused - reader.refusals.count) more parts were not read")
    }
    let others = reader.channels.values.filter { $0.encoding != "cdr" }.sorted { $0.topic < $1.topic }
    if let first = others.first {
      let subject =
        others.count == 1 ? "the topic \(first.topic) is" : "\(others.count) topics, \(first.topic) and more, are"
      session.report.addNote(
        "\(name)\(subject) in \(first.encoding), not ROS 2's CDR: not read ('gnomon export --ros2' writes CDR)")
    }
  }

  private mutating func ingest(_ message: MCAPReader.Message) {
    let channel = message.channel
    guard channel.encoding == "cdr" else { return }
    guard let kind = ROSMessage.Kind(rawValue: channel.schema) else {
      return session.report.countUnused("messages of \(channel.topic) (\(channel.schema))")
    }
    guard topics.isEmpty || topics.contains(channel.topic) else {
      return session.report.countUnused("messages of \(channel.topic) (\(channel.schema)), not named by --topic")
    }
    let number = (numbers[channel.topic] ?? 0) + 1
    numbers[channel.topic] = number
    func refuse(_ refusal: LogRefusal) {
      session.report.refuse(refusal, file: channel.topic, line: number, unit: "message")
    }
    do throws(CDRFault) {
      let content = try ROSMessage(kind, message.data)
      do throws(LogRefusal) { try add(content, message) } catch { refuse(error) }
    } catch {
      refuse(LogRefusal(reason: error.reason, column: error.field))
    }
  }

  /// Returns whether a sensor's samples come from this topic; the first one to ask gets it.
  private mutating func isChosen(_ tag: LineTag, _ topic: String) -> Bool {
    if let known = chosen[tag] {
      if known != topic { session.report.countUnused("messages of \(topic), beside \(known) (choose with --topic)") }
      return known == topic
    }
    chosen[tag] = topic
    return true
  }

  private mutating func time(_ stamp: Int64, _ message: MCAPReader.Message) throws(LogRefusal) -> Int64 {
    guard stamp == 0 else { return stamp }
    withoutStamp += 1
    guard message.logged <= BootInstant.mostNanoseconds else { throw LogRefusal(.outOfRange, "log_time") }
    return Int64(message.logged)
  }

  private mutating func add(_ content: ROSMessage, _ message: MCAPReader.Message) throws(LogRefusal) {
    let topic = message.channel.topic
    switch content {
    case .imu(let stamp, let rate, let force):
      let moment = try time(stamp, message)
      if let force, isChosen(.accelerometer, topic) {
        let v = axes(force)
        try session.add(.force, at: moment, v.x, v.y, v.z)
      }
      if let rate, isChosen(.gyroscope, topic) {
        let v = axes(rate)
        try session.add(.rate, at: moment, v.x, v.y, v.z)
      }
    case .field(let stamp, let tesla):
      guard isChosen(.magnetometer, topic) else { return }
      let v = axes(tesla * 1e6)
      try session.add(.field, at: try time(stamp, message), v.x, v.y, v.z)
    case .pressure(let stamp, let pascal):
      guard isChosen(.barometer, topic) else { return }
      try session.add(pressure: Pressure(pascal), at: try time(stamp, message))
    case .fix(let stamp, let fix) where Self.saysTruth(topic):
      guard isChosen(.reference, topic) else { return }
      guard fix.status >= 0 else { return session.report.countUnused("messages of \(topic) without a fix") }
      try session.add(truth: try Self.fix(fix, at: try time(stamp, message), logged: message.logged))
    case .fix(let stamp, let fix):
      // gnomon's own estimate is not a receiver's.
      guard topics.contains(topic) || topic != Self.ownEstimate else {
        return session.report.countUnused("messages of \(topic), gnomon's own estimate (choose with --topic)")
      }
      guard isChosen(.fix, topic) else { return }
      guard fix.status >= 0 else { return session.report.countUnused("messages of \(topic) without a fix") }
      try session.add(try Self.fix(fix, at: try time(stamp, message), logged: message.logged))
    }
  }

  /// The topic of the place in a bag of `gnomon export --ros2`.
  private static let ownEstimate = "/place"

  /// `/truth/place`, `/ground_truth/fix`, `/gt`.
  private static func saysTruth(_ topic: String) -> Bool {
    topic.lowercased().split(separator: "/").contains { $0 == "gt" || $0.contains("truth") }
  }

  /// The latest arrival after the stamp that is taken as a delay; a larger difference is another clock.
  private static let longestDelay: UInt64 = 10_000_000_000

  private static func fix(_ fix: ROSMessage.Fix, at time: Int64, logged: UInt64) throws(LogRefusal) -> Fix {
    guard time.magnitude <= BootInstant.mostNanoseconds else { throw LogRefusal(.outOfRange, "header.stamp") }
    guard fix.latitude.isFinite else { throw LogRefusal(.notFinite, "latitude") }
    guard fix.longitude.isFinite else { throw LogRefusal(.notFinite, "longitude") }
    let moment = BootInstant(nanoseconds: time)
    var arrival = moment
    if time >= 0, logged > UInt64(time), logged - UInt64(time) <= longestDelay {
      arrival.nanoseconds = time + Int64(logged - UInt64(time))
    }
    let height = fix.height.isFinite ? Length(fix.height) : nil
    var result = Fix(
      time: moment, arrival: arrival, mode: height == nil ? .twoDimensional : .threeDimensional,
      latitude: Degrees(fix.latitude), longitude: Degrees(fix.longitude), height: height)
    if time >= LoggedSession.year2000 { result.utc = UTC(nanosecondsSince1970: time) }
    if let variances = fix.variances, variances.x > 0, variances.y > 0 {
      result.horizontalError = Length(((variances.x + variances.y) / 2).squareRoot() * RadiusPerSigma.of95)
      if variances.z > 0, height != nil {
        result.verticalError = Length(variances.z.squareRoot() * RadiusPerSigma.axisOf95)
      }
    }
    return result
  }

  public mutating func finish() -> LoggedSession {
    if withoutStamp > 0 {
      session.report.addNote("\(withoutStamp) messages have no stamp: the time at which they were logged is used")
    }
    session.utcOfZero = session.isUTC ? 0 : nil
    session.removeSwappedFixes()
    session.addNotesOnMissingSensors()
    session.beginAtZero()
    return session
  }
}
