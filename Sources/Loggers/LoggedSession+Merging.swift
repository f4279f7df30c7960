import Geodesy
import Geometry
import Samples

// Several logs of one session: an inertial sensor's table, a tracker's poses, a watch's track.
extension LoggedSession {
  private static let tags: [LineTag] = [.accelerometer, .gyroscope, .magnetometer, .barometer, .fix, .outsidePose]

  /// Adds the samples of another log. If both state UTC, that ties their clocks; else their times count as of one clock.
  ///
  /// Throws if both have samples of one sensor, because it is unknown which ones are right, and if their times are too far apart.
  public mutating func merge(_ other: LoggedSession, named name: String) throws(LogRefusal) {
    for tag in Self.tags where count(tag) > 0 && other.count(tag) > 0 {
      throw LogRefusal(reason: "has lines of kind \(tag.letter) as another log has (docs/files.md names the kinds)")
    }
    var shift: Int64 = 0
    if let mine = utcOfZero, let theirs = other.utcOfZero {
      let (difference, isBeyond) = theirs.subtractingReportingOverflow(mine)
      guard !isBeyond, difference.magnitude <= BootInstant.mostNanoseconds else { throw Self.tooFar }
      shift = difference
    } else if utcOfZero != nil || other.utcOfZero != nil {
      report.addNote("\(name): of the logs only one has times in UTC; they are taken as of one clock")
    }
    let isNear = (other.starts + other.ends).allSatisfy { ($0 + shift).magnitude <= BootInstant.mostNanoseconds }
    guard isNear else { throw Self.tooFar }
    append(other, shift)
    utcOfZero = utcOfZero ?? other.utcOfZero.map { $0 &- shift }
    device = [device, other.device].filter { !$0.isEmpty }.joined(separator: "; ")
    if calibration == CalibrationSet() { calibration = other.calibration }
    report.append(other.report, named: name)
    report.removeNotes([Self.noGyroscope, Self.noAccelerometer, Self.noFixes].flatMap { [$0, "\(name): \($0)"] })
    beginAtZero()
  }

  private static let tooFar = LogRefusal(reason: "is of a time more than a century from the other log's")

  private mutating func append(_ other: LoggedSession, _ shift: Int64) {
    func moved(_ vectors: [Vector]) -> [Vector] {
      vectors.map { Vector(time: $0.time + shift, x: $0.x, y: $0.y, z: $0.z) }
    }
    forces += moved(other.forces)
    rates += moved(other.rates)
    fields += moved(other.fields)
    pressures += other.pressures.map { ($0.time + shift, $0.pascal) }
    fixes += other.fixes.map { fix in
      var fix = fix
      fix.time.nanoseconds += shift
      fix.arrival.nanoseconds += shift
      return fix
    }
    outsidePoses += other.outsidePoses.map { pose in
      var pose = pose
      pose.time.nanoseconds += shift
      return pose
    }
  }
}
