import CommandParts
import Geodesy
import Geometry
import Samples
import SceneCommands
import Text
import Tracking

/// Poses as OGC GeoPoses, one JSON object per line.
struct GeoPoseTable {
  let form: GeoPose.Form
  private(set) var tally = Tally()
  private var file: OutputFile
  private var writer = JSONWriter(capacity: 1 << 10)
  private var clock = CivilClock()

  /// The counts of poses that were written, and of those that were left out, by reason.
  struct Tally {
    var written = 0
    var withoutPlace = 0
    /// In the strict form only: the other forms state the validity in the line.
    var notValid = 0
    /// In the advanced form only, which has a time.
    var withoutTime = 0
    /// Invalid as a place on Earth or as a rotation.
    var unfit = 0
  }

  /// nil writes nothing.
  init(path: String?, form: GeoPose.Form) throws(Failure) {
    file = try OutputFile(path: path)
    self.form = form
  }

  var isOpen: Bool { file.isOpen }

  mutating func record(_ fix: Fix) { clock.ingest(fix) }

  mutating func add(_ pose: TrackedPose) throws(Failure) {
    guard isOpen else { return }
    guard pose.place != nil else {
      tally.withoutPlace += 1
      return
    }
    if form == .strict && !pose.isLocated {
      tally.notValid += 1
      return
    }
    if form == .advanced && clock.utc(at: pose.time) == nil {
      tally.withoutTime += 1
      return
    }
    guard let answer = pose.geoPose(clock) else {
      tally.unfit += 1
      return
    }
    writer.removeAll()
    answer.write(to: &writer, as: form)
    file.text.append(writer.buffer)
    try file.endLine()
    tally.written += 1
  }

  mutating func close() throws(Failure) { try file.close() }
}

extension GeoPoseTable.Tally {
  /// The reasons and counts for the summary; empty if everything was written.
  var notWritten: [(reason: String, count: Int)] {
    [
      ("place not known", withoutPlace), ("not valid", notValid), ("time not known", withoutTime),
      ("not a GeoPose", unfit),
    ].filter { $0.count > 0 }
  }
}
