public import CalibrationRecords
import Calibrators
import Geometry
public import Samples

/// Gathers hours of rest of the inertial sensors, and computes their Allan variances.
///
/// Bounded: `capacity` samples for each axis, by default a million (25 MB a sensor, twice that after a hole); a full record
/// averages its samples in pairs. Three hours at 200 Hz come out at 50 Hz.
public struct AllanRecorder: Sendable {
  public enum Sensor: String, CaseIterable, Sendable { case gyroscope = "gyro", accelerometer = "accel" }

  private var streams: [InertialStream] = [.gyroscope, .accelerometer]
  private var current: [EvenRecord]
  private var longest: [EvenRecord]
  private var stretches = [1, 1]
  private let capacity: Int

  /// Shortest usable record.
  static let least = TimeSpan(60)
  static let leastSamples = 1024
  /// Three hours show the bias instability well.
  static let enough = TimeSpan(3 * 3600)
  /// Largest part of the record that may be missing one by one: bridging more samples would smooth the noise away.
  private static let mostFilled = 0.01

  public init(capacity: Int = 1 << 20) {
    self.capacity = capacity
    current = Array(repeating: EvenRecord(capacity: capacity), count: 2)
    longest = current
  }

  public mutating func ingest(_ sample: Sample) {
    switch sample {
    case .gyroscope(let sample): ingest(sample.rate.components, at: sample.time, 0)
    case .accelerometer(let sample): ingest(sample.force.components, at: sample.time, 1)
    default: break
    }
  }

  private mutating func ingest(_ v: SIMD3<Double>, at time: BootInstant, _ sensor: Int) {
    guard streams[sensor].admit(v, at: time) else { return }
    if current[sensor].append(v, at: time) { return }
    if current[sensor].count > longest[sensor].count { longest[sensor] = current[sensor] }
    current[sensor] = EvenRecord(capacity: capacity)
    stretches[sensor] += 1
    _ = current[sensor].append(v, at: time)
  }

  private func longestRecord(_ sensor: Int) -> EvenRecord {
    current[sensor].count >= longest[sensor].count ? current[sensor] : longest[sensor]
  }

  public var progress: CalibrationProgress {
    // The sensor with the longer record counts: the other one may be missing, or not wanted.
    let sensor = longestRecord(0).duration >= longestRecord(1).duration ? 0 : 1
    let duration = longestRecord(sensor).duration
    var warnings: [CalibrationPhrase] = []
    if stretches[sensor] > 1 {
      warnings.append(
        CalibrationPhrase(
          "holes", [CalibrationFigure("stretches", Double(stretches[sensor]))],
          english: "there were holes in the data: only the longest of \(stretches[sensor]) stretches is used"))
    }
    return CalibrationProgress(
      fraction: min(1, duration / Self.enough.value), isComplete: duration >= Self.enough.value,
      instruction: duration >= Self.enough.value
        ? CalibrationPhrase("done", english: "enough readings")
        : CalibrationPhrase("leave", english: "leave it alone on something firm, away from machines and sun"),
      warnings: warnings,
      figures: [
        CalibrationFigure("time", TimeSpan(duration), bar: Self.enough),
        CalibrationFigure("rate", streams[sensor].rate, "Hz"),
      ])
  }

  /// Returns one sensor's noise.
  public func result(of sensor: Sensor) throws(CalibrationFailure) -> AllanReport {
    let index = sensor == .gyroscope ? 0 : 1
    let stream = streams[index], record = longestRecord(index)
    if let failure = stream.failure() { throw failure }
    guard stream.backwards == 0 else {
      throw CalibrationFailure(
        .clock, [CalibrationFigure("backwards", Double(stream.backwards), bar: 0)],
        finding: "the stamps of the \(stream.name) went backwards, or did not advance, \(stream.backwards) times",
        remedy: "an Allan variance needs a clock that runs evenly: check it with `gnomon doctor`")
    }
    guard record.duration >= Self.least.value, record.count >= Self.leastSamples else {
      throw CalibrationFailure(
        .tooLittleMotion,
        [
          CalibrationFigure("time", TimeSpan(record.duration), bar: Self.least),
          CalibrationFigure("samples", Double(record.count), bar: Double(Self.leastSamples)),
        ],
        finding: "the longest stretch without a hole is \(decimal(record.duration, 1)) s, \(record.count) samples",
        remedy: "record at least a minute, better three hours, at rest")
    }
    guard Double(record.filled) <= Self.mostFilled * Double(record.count) else {
      throw CalibrationFailure(
        .clock, [CalibrationFigure("filled", Double(record.filled), bar: Self.mostFilled * Double(record.count))],
        finding: "\(record.filled) samples are missing one by one",
        remedy: "find out why samples are lost (`gnomon doctor`)")
    }
    let interval = TimeSpan(record.interval)
    let axes = [record.x, record.y, record.z].map { AllanVariance(of: $0, interval: interval) }
    guard axes.allSatisfy({ axis in axis.points.contains { $0.deviation > 0 } }) else {
      throw CalibrationFailure(
        .constant, finding: "the readings of one axis of the \(stream.name) never changed",
        remedy: "it does not measure: check its power mode and driver")
    }
    try checkRest(record, sensor)
    return AllanReport(
      sensor: sensor, axes: axes, duration: TimeSpan(record.duration), interval: interval, samples: record.count,
      filled: record.filled, stretches: stretches[index], arrived: TimeSpan(stream.duration))
  }

  private func checkRest(_ record: EvenRecord, _ sensor: Sensor) throws(CalibrationFailure) {
    let isRate = sensor == .gyroscope
    let check = RestCheck(
      [record.x, record.y, record.z], interval: record.interval,
      floor: isRate ? RestStretch.rateFloor.value : RestStretch.forceFloor.value,
      noisiest: isRate ? RestStretch.noisiestRate.value : RestStretch.noisiestForce.value)
    guard !check.isRest else { return }
    let change =
      isRate ? "\(decimal(Angle(check.largestChange).degrees, 1)) °/s" : "\(decimal(check.largestChange, 2)) m/s²"
    throw CalibrationFailure(
      .moved, [CalibrationFigure("moving", check.movingShare, bar: RestCheck.mostMoving)],
      finding:
        "this was not at rest: it moved in \(decimal(100 * check.movingShare, 0)) % of the time, and its mean changed by "
        + "up to \(change) from one half second to the next",
      remedy: "lay it on something firm, leave it alone, and record again; motion is not the sensor's noise")
  }
}
