import CommandParts
import Samples

/// The page on the recording format, with an entry for each kind of line that the reader supports.
enum RecordingPage {
  static let page: ManualPage = {
    var page = ManualPage("gnomon-recording", 5, "the recording format of gnomon")
    page.section("Description")
    page.paragraph(
      """
      One text file per session; its name ends in `.gnomon`, or in `.gnomon.gz` if it is compressed by gzip. UTF-8, a newline \
      after each line, fields separated by commas, a point as the decimal sign, no quotes. The first line is `gnomon-recording,1`.
      """)
    page.paragraph(
      """
      `t` is the time of the measurement in seconds of CLOCK_BOOTTIME, to the nanosecond. Lines are in order of arrival; within \
      one kind, time never goes backwards. A number is the shortest decimal that gives the same double. An empty field is unknown. \
      Additional fields at the end of a line, and lines of unknown kind, are of a later version: a reader skips both, and counts \
      the lines. No line is longer than 1 MiB.
      """)
    page.section("Lines")
    for line in lines {
      page.item(
        ManualPage.bold(line.head),
        line.meaning.prefix(1).uppercased() + line.meaning.dropFirst()
          + (line.unit.isEmpty ? "." : ", in \(line.unit)."))
    }
    page.paragraph(
      """
      `A`, `G` and `M` are in the body frame, gnomon(7), after scale, offset and mount; calibration is not applied. In `P` the \
      height is above the ellipsoid, eph, epv and eps are 95 % figures as gpsd reports them, mode is 2 or 3, utc is seconds since \
      1970, and arrival is the time at which the fix arrived: if it equals t, the fix's own time is unknown. The orientation in \
      `R` turns body coordinates into true east, up, south.
      """)
    page.section("Metadata")
    for (key, meaning) in metadata { page.item(ManualPage.bold("#,\(key),"), meaning) }
    page.section("Refused lines")
    page.paragraph(
      """
      A faulty line is refused and counted with its reason, and reading continues; `gnomon recording check` lists the faults.
      """)
    for reason in reasons { page.text(line: reason) }
    page.section("Examples")
    page.verbatim([
      "gnomon-recording,1", "#,profile,head", "G,12.005,0.01,-0.002,0.003", "A,12.005,0.02,9.81,0.05",
      "P,12,48.2082,16.3738,171.4,4.1,6.2,0.3,1.2,0,0.4,3,1784628000,12.25",
    ])
    page.seeAlso(["gnomon-recording(1)", "gnomon-replay(1)", "gnomon-simulate(1)", "gnomon(7)", "gnomond(8)"])
    return page
  }()

  /// The head of each kind of line with its fields, its meaning and its unit.
  static let lines: [(head: String, meaning: String, unit: String)] = LineTag.allCases.map { tag in
    ("\(tag.letter),\(tag.line.fields)", tag.line.meaning, tag.line.unit)
  }

  static let reasons = Refusal.Reason.allCases.map(\.rawValue)

  static let metadata: [(key: String, meaning: String)] = [
    ("device", "The device that recorded it."), ("started", "Time of the start: UTC, as ISO 8601."),
    ("profile", "The profile: how the device was worn."), ("scene_id", "The number of its first scene."),
    ("mount", "The orientation of the sensors in the body, if known."),
    ("configuration", "Parameters that were set, as JSON."), ("state", "The learned state at the start, as JSON."),
    ("calibration", "The calibrations in force, as JSON."), ("license", "The terms for redistribution."),
    ("note", "Anything."),
  ]
}

extension ManualPage {
  /// An entry of a plain list.
  fileprivate mutating func text(line: String) { item("\\(bu", line) }
}

extension LineTag {
  /// The fields, as in docs/files.md, the meaning and the unit.
  var line: (fields: String, meaning: String, unit: String) {
    switch self {
    case .metadata: ("key,value", "metadata; the value is the rest of the line", "")
    case .accelerometer: ("t,x,y,z", "specific force; at rest and level `A,t,0,9.81,0`", "m/s²")
    case .gyroscope: ("t,x,y,z", "angular rate", "rad/s")
    case .magnetometer: ("t,x,y,z", "magnetic field", "µT")
    case .barometer: ("t,pressure", "barometer", "Pa")
    case .temperature: ("t,sensor,celsius", "temperature of `imu`, `mag` or `baro`", "°C")
    case .fix:
      ("t,lat,lon,height,eph,epv,ve,vn,vu,eps,mode,utc,arrival[,separation]", "GNSS fix", "degrees, m, m/s, s")
    case .antennas:
      (
        "t,azimuth,direction,sigma",
        "azimuth of the line between a receiver's antennas, and its direction on the device", "degrees"
      )
    case .outsidePose:
      ("t,x,y,z,qx,qy,qz,qw,quality", "a pose pushed in by an outside tracker, in its own frame with y up", "m")
    case .input:
      ("t,kind,json", "an input event (reset, nudge, route …); `json` is the rest of the line", "")
    case .reference:
      ("t,lat,lon,height,qx,qy,qz,qw", "truth, for scoring; position or orientation may be empty", "degrees, m")
    }
  }
}
