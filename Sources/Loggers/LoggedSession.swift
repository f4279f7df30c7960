public import Geodesy
public import Geometry
public import Samples

/// A logger's recording as samples in the order of a recording: each sensor separately while files are read, all of them merged
/// by time at the end.
///
/// The rules are those of a recording's lines: within one sensor, time always increases.
public struct LoggedSession: Sendable {
  /// A reading of three axes, a fifth of the size of a `Sample`, because there are millions of them.
  struct Vector: Sendable {
    var time: Int64
    var x: Double, y: Double, z: Double
  }
  enum Sensor: CaseIterable, Sendable { case force, rate, field }

  var forces: [Vector] = [], rates: [Vector] = [], fields: [Vector] = []
  var pressures: [(time: Int64, pascal: Double)] = []
  var fixes: [Fix] = []
  var outsidePoses: [OutsidePose] = []
  /// True places, for scoring.
  var references: [Reference] = []
  public internal(set) var report = LogReport()
  /// The phone or receiver, as the log names it.
  public internal(set) var device = "" { didSet { if device.utf8.count > 300 { device = String(device.prefix(75)) } } }
  /// The sensors' errors as stated in the log, in the form of `#,calibration`.
  public internal(set) var calibration = CalibrationSet()
  /// UTC at time zero, if the log contains it.
  var utcOfZero: Int64?
  /// Subtracted from every time: loggers with UTC only get times that begin near zero.
  private var zero: Int64 = 0

  /// Samples are held until all files are read: five hours of one sensor at 100 Hz, three days of fixes at 1 Hz.
  public static let mostSamples = 1 << 21
  public static let mostFixes = 1 << 18
  /// Five hours of poses at 30 Hz.
  public static let mostPoses = 1 << 19

  public init() {}

  public func count(_ tag: LineTag) -> Int {
    switch tag {
    case .accelerometer: forces.count
    case .gyroscope: rates.count
    case .magnetometer: fields.count
    case .barometer: pressures.count
    case .fix: fixes.count
    case .outsidePose: outsidePoses.count
    case .reference: references.count
    case .temperature, .antennas, .input, .metadata: 0
    }
  }
  public var isEmpty: Bool {
    [.accelerometer, .gyroscope, .magnetometer, .barometer, .fix, .outsidePose].allSatisfy { count($0) == 0 }
  }

  /// Time from the first sample to the last.
  public var duration: TimeSpan {
    guard let first = starts.min(), let last = ends.max() else { return .zero }
    return BootInstant(nanoseconds: last) - BootInstant(nanoseconds: first)
  }

  /// UTC at the first sample, if the log contains it.
  public var started: UTC? {
    guard let utcOfZero, let first = starts.min() else { return nil }
    return UTC(nanosecondsSince1970: utcOfZero &+ first)
  }

  var starts: [Int64] {
    [
      forces.first?.time, rates.first?.time, fields.first?.time, pressures.first?.time,
      fixes.first?.arrival.nanoseconds, outsidePoses.first?.time.nanoseconds,
    ]
    .compactMap { $0 }
  }
  var ends: [Int64] {
    [
      forces.last?.time, rates.last?.time, fields.last?.time, pressures.last?.time, fixes.last?.arrival.nanoseconds,
      outsidePoses.last?.time.nanoseconds,
    ]
    .compactMap { $0 }
  }

  // MARK: ingesting samples

  mutating func add(_ sensor: Sensor, at time: Int64, _ x: Double, _ y: Double, _ z: Double) throws(LogRefusal) {
    let vector = Vector(time: time, x: x, y: y, z: z)
    if let refusal = Self.sample(sensor, vector, at: time).refusal { throw LogRefusal(refusal) }
    switch sensor {
    case .force: try Self.append(vector, at: time, after: forces.last?.time, to: &forces)
    case .rate: try Self.append(vector, at: time, after: rates.last?.time, to: &rates)
    case .field: try Self.append(vector, at: time, after: fields.last?.time, to: &fields)
    }
  }

  mutating func add(pressure: Pressure, at time: Int64) throws(LogRefusal) {
    let sample = Sample.barometer(BarometerSample(time: BootInstant(nanoseconds: time), pressure: pressure))
    if let refusal = sample.refusal { throw LogRefusal(refusal) }
    try Self.append((time, pressure.value), at: time, after: pressures.last?.time, to: &pressures)
  }

  mutating func add(_ fix: Fix) throws(LogRefusal) {
    if let refusal = Sample.fix(fix).refusal { throw LogRefusal(refusal) }
    guard fixes.count < Self.mostFixes else { throw LogRefusal.tooMany }
    try Self.append(fix, at: fix.time.nanoseconds, after: fixes.last?.time.nanoseconds, to: &fixes)
  }

  mutating func add(_ pose: OutsidePose) throws(LogRefusal) {
    if let refusal = Sample.outsidePose(pose).refusal { throw LogRefusal(refusal) }
    guard outsidePoses.count < Self.mostPoses else { throw LogRefusal.tooMany }
    try Self.append(pose, at: pose.time.nanoseconds, after: outsidePoses.last?.time.nanoseconds, to: &outsidePoses)
  }

  mutating func add(truth fix: Fix) throws(LogRefusal) {
    if let refusal = Sample.fix(fix).refusal { throw LogRefusal(refusal) }
    let place = Reference.Place(latitude: fix.latitude, longitude: fix.longitude, height: fix.height)
    try Self.append(
      Reference(time: fix.time, place: place, orientation: nil), at: fix.time.nanoseconds,
      after: references.last?.time.nanoseconds, to: &references)
  }

  /// Removes one sensor's samples, because there is a better source; returns their number.
  mutating func removeSamples(of sensor: Sensor) -> Int {
    switch sensor {
    case .force:
      defer { forces.removeAll() }
      return forces.count
    case .rate:
      defer { rates.removeAll() }
      return rates.count
    case .field:
      defer { fields.removeAll() }
      return fields.count
    }
  }

  /// Removes the fixes whose index `body` refuses.
  mutating func keepFixes(_ body: (Int) -> Bool) {
    fixes = fixes.indices.filter(body).map { fixes[$0] }
  }

  /// Appends by the rule of `ArrivalOrder`, which itself cannot remove a sensor.
  private static func append<Element>(
    _ element: Element, at time: Int64, after last: Int64?, to elements: inout [Element]
  ) throws(LogRefusal) {
    guard elements.count < mostSamples else { throw LogRefusal.tooMany }
    guard time.magnitude <= BootInstant.mostNanoseconds else { throw LogRefusal(.outOfRange) }
    if let last, time <= last { throw LogRefusal(time < last ? .timeRunsBackwards : .duplicateTime) }
    elements.append(element)
  }

  /// Whether the times are UTC by their size: those of a clock that began with its machine stay below 1 January 2000.
  var isUTC: Bool {
    starts.min().map { $0 >= Self.year2000 } ?? false
  }
  static let year2000: Int64 = 946_684_800_000_000_000

  /// Shifts time to begin within a second of zero: for loggers with UTC or an experiment's own clock. Times so far apart that the
  /// last would then be outside the range of a recording stay as they are.
  mutating func beginAtZero() {
    guard let first = starts.min(), let last = ends.max() else { return }
    let second: Int64 = 1_000_000_000
    let rest = first % second
    let begin = first - (rest < 0 ? rest + second : rest)
    // Both are within 4·10¹⁸, so the difference does not overflow.
    zero = last - begin <= Int64(BootInstant.mostNanoseconds) ? begin : 0
  }

  static let noGyroscope = "no gyroscope: it contains a track, but orientation cannot be tracked"
  static let noAccelerometer = "no accelerometer: the direction of up is unknown"
  static let noFixes = "no fixes: its place on the Earth is unknown"

  /// Adds notes on missing sensors, for the user of a replay.
  public mutating func addNotesOnMissingSensors() {
    if isEmpty { return }
    if rates.isEmpty { report.addNote(Self.noGyroscope) }
    if !rates.isEmpty, forces.isEmpty { report.addNote(Self.noAccelerometer) }
    if fixes.isEmpty { report.addNote(Self.noFixes) }
    if let force = Self.mean(forces), force < 4 {
      let value = (force * 100).rounded() / 100
      report.addNote("the accelerometer's mean is \(value) m/s², not 9.8: it seems to be the one without gravity")
    }
  }

  /// Returns the mean length of a part of the vectors, evenly chosen.
  static func mean(_ vectors: [Vector]) -> Double? {
    guard !vectors.isEmpty else { return nil }
    let step = max(1, vectors.count / 1000)
    let lengths = stride(from: 0, to: vectors.count, by: step).map { index in
      let v = vectors[index]
      return (v.x * v.x + v.y * v.y + v.z * v.z).squareRoot()
    }
    return lengths.reduce(0, +) / Double(lengths.count)
  }

  // MARK: output of lines

  /// Passes all samples to `body` by time; at one moment the accelerometer's before the gyroscope's, and the fix last, as in a
  /// live session.
  public func forEachLine<Fault: Error>(_ body: (RecordingLine) throws(Fault) -> Void) throws(Fault) {
    var next = (force: 0, rate: 0, field: 0, pressure: 0, fix: 0, pose: 0, reference: 0)
    while true {
      var earliest = Int64.max
      var tag = LineTag.metadata
      func offer(_ time: Int64, _ candidate: LineTag) {
        if time < earliest || tag == .metadata { (earliest, tag) = (time, candidate) }
      }
      if next.force < forces.count { offer(forces[next.force].time, .accelerometer) }
      if next.rate < rates.count { offer(rates[next.rate].time, .gyroscope) }
      if next.field < fields.count { offer(fields[next.field].time, .magnetometer) }
      if next.pressure < pressures.count { offer(pressures[next.pressure].time, .barometer) }
      if next.pose < outsidePoses.count { offer(outsidePoses[next.pose].time.nanoseconds, .outsidePose) }
      if next.fix < fixes.count { offer(fixes[next.fix].arrival.nanoseconds, .fix) }
      if next.reference < references.count { offer(references[next.reference].time.nanoseconds, .reference) }
      let sample: Sample
      switch tag {
      case .reference:
        var reference = references[next.reference]
        reference.time.nanoseconds -= zero
        next.reference += 1
        try body(.reference(reference))
        continue
      case .accelerometer:
        sample = Self.sample(.force, forces[next.force], at: earliest - zero)
        next.force += 1
      case .gyroscope:
        sample = Self.sample(.rate, rates[next.rate], at: earliest - zero)
        next.rate += 1
      case .magnetometer:
        sample = Self.sample(.field, fields[next.field], at: earliest - zero)
        next.field += 1
      case .barometer:
        let time = BootInstant(nanoseconds: earliest - zero)
        sample = .barometer(BarometerSample(time: time, pressure: Pressure(pressures[next.pressure].pascal)))
        next.pressure += 1
      case .outsidePose:
        var pose = outsidePoses[next.pose]
        pose.time.nanoseconds -= zero
        sample = .outsidePose(pose)
        next.pose += 1
      case .fix:
        var fix = fixes[next.fix]
        fix.time.nanoseconds -= zero
        fix.arrival.nanoseconds -= zero
        sample = .fix(fix)
        next.fix += 1
      default: return
      }
      try body(.sample(sample.quantized))
    }
  }

  private static func sample(_ sensor: Sensor, _ vector: Vector, at time: Int64) -> Sample {
    let moment = BootInstant(nanoseconds: time)
    return switch sensor {
    case .force: .accelerometer(AccelerometerSample(time: moment, force: .init(vector.x, vector.y, vector.z)))
    case .rate: .gyroscope(GyroscopeSample(time: moment, rate: .init(vector.x, vector.y, vector.z)))
    case .field: .magnetometer(MagnetometerSample(time: moment, field: .init(vector.x, vector.y, vector.z)))
    }
  }
}

extension LogRefusal {
  init(_ refusal: Refusal) { self.init(refusal.reason, refusal.field.rawValue) }
}
