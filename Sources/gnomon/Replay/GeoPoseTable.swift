import Geodesy
import Geometry
import Samples
import Text
import Tracking

/// Poses as OGC GeoPoses, one JSON object a line.
struct GeoPoseTable {
  let form: GeoPose.Form
  private(set) var tally = Tally()
  private var file: OutputFile
  private var writer = JSONWriter(capacity: 1 << 10)
  private var clock = CivilClock()

  /// What was written, and what was not and why.
  struct Tally {
    var written = 0
    var withoutPlace = 0
    /// Of the strict form alone: the others say so in the line.
    var notValid = 0
    /// Of the advanced form, which has a time.
    var withoutTime = 0
    /// Not a place on Earth, or not a rotation.
    var unfit = 0
  }

  /// nil writes nothing.
  init(path: String?, form: GeoPose.Form) throws(Failure) {
    file = try OutputFile(path: path)
    self.form = form
  }

  var isOpen: Bool { file.isOpen }

  mutating func note(_ fix: Fix) { clock.note(fix) }

  mutating func add(_ pose: TrackedPose) throws(Failure) {
    guard isOpen else { return }
    guard let place = pose.place else {
      tally.withoutPlace += 1
      return
    }
    if form == .strict && !pose.isLocated {
      tally.notValid += 1
      return
    }
    let utc = clock.utc(at: pose.time)
    if form == .advanced && utc == nil {
      tally.withoutTime += 1
      return
    }
    guard var answer = try? GeoPose(place: place, orientation: pose.earthOrientation) else {
      tally.unfit += 1
      return
    }
    answer.horizontalAccuracy = pose.horizontalAccuracy
    answer.verticalAccuracy = pose.verticalAccuracy
    answer.headingAccuracy = pose.yawSigma
    answer.isValid = pose.isLocated
    answer.nanosecondsSinceBoot = pose.time.nanoseconds
    answer.utc = utc
    writer.removeAll()
    answer.write(to: &writer, as: form)
    file.text.append(writer.buffer)
    try file.endLine()
    tally.written += 1
  }

  mutating func close() throws(Failure) { try file.close() }
}

extension GeoPoseTable.Tally {
  /// As the summary says it; nothing where everything was written.
  var notWritten: [(reason: String, count: Int)] {
    [
      ("place not known", withoutPlace), ("not valid", notValid), ("time not known", withoutTime),
      ("not a GeoPose", unfit),
    ].filter { $0.count > 0 }
  }
}

/// Civil time as the last fix that knew it told it.
///
/// UTC = that of the fix + the time since the fix held. Where hardware did not stamp the fix, it counts from its arrival,
/// and the answer is late by as much as the fix was.
private struct CivilClock {
  private var known: (utc: UTC, time: BootInstant)?

  mutating func note(_ fix: Fix) {
    if let utc = fix.utc { known = (utc, fix.time) }
  }

  func utc(at time: BootInstant) -> UTC? {
    guard let known else { return nil }
    let (since, tooLong) = time.nanoseconds.subtractingReportingOverflow(known.time.nanoseconds)
    let (utc, beyond) = known.utc.nanosecondsSince1970.addingReportingOverflow(since)
    return tooLong || beyond ? nil : UTC(nanosecondsSince1970: utc)
  }
}

extension TrackedPose {
  /// Body in east, up, south at the place: the scene pose turned by the yaw that ties the scene to the Earth.
  var earthOrientation: Rotation<Body, Level> { Rotation<Scene, Level>.yaw(yaw) * pose.rotation }

  /// Whether place and heading are known better than where a localization counts as lost: within 20 m (68 %) and 25° (1 σ),
  /// with motion tracked normally.
  var isLocated: Bool {
    guard place != nil, let horizontalAccuracy, let yawSigma else { return false }
    return horizontalAccuracy <= .metres(20) && yawSigma <= .degrees(25) && tracking == .normal
  }
}
