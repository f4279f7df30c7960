import Expectations
import Loggers
import Geodesy
import Geometry
import Samples
import Testing
import Text

/// Files of other loggers, written by hand after their documentation, with the faults that occur in them.
@Suite struct LoggerTests {
  static let gnssHeader = """
    #\u{20}
    # Header Description:
    # Version: v3.0.6.4 Platform: 14 Manufacturer: Google Model: Pixel 7
    #\u{20}
    # Raw,utcTimeMillis,TimeNanos
    # UncalAccel,utcTimeMillis,elapsedRealtimeNanos,UncalAccelXMps2,UncalAccelYMps2,UncalAccelZMps2,BiasXMps2,BiasYMps2,BiasZMps2
    # Accel,utcTimeMillis,elapsedRealtimeNanos,AccelXMps2,AccelYMps2,AccelZMps2
    # UncalGyro,utcTimeMillis,elapsedRealtimeNanos,UncalGyroXRadPerSec,UncalGyroYRadPerSec,UncalGyroZRadPerSec,DriftXRadPerSec
    # UncalMag,utcTimeMillis,elapsedRealtimeNanos,UncalMagXMicroT,UncalMagYMicroT,UncalMagZMicroT,BiasXMicroT,BiasYMicroT,BiasZMicroT
    # Fix,Provider,LatitudeDegrees,LongitudeDegrees,AltitudeMeters,SpeedMps,AccuracyMeters,BearingDegrees,UnixTimeMillis,\
    SpeedAccuracyMps,BearingAccuracyDegrees,elapsedRealtimeNanos,VerticalAccuracyMeters,MockLocation

    """

  static func session(_ parser: some LogParser, _ files: [(name: String, text: String)]) -> LoggedSession {
    var parser = parser
    for name in parser.choose(from: files.map(\.name)) {
      guard let file = files.first(where: { $0.name == name }) else { continue }
      Array(file.text.utf8).withUnsafeBufferPointer { parser.read(name, $0) }
    }
    return parser.finish()
  }

  private func lines(_ session: LoggedSession) -> [String] {
    var buffer = TextBuffer()
    session.forEachLine { buffer.append(line: $0) }
    return buffer.string.split(separator: "\n").map(String.init)
  }

  private func refused(_ session: LoggedSession) -> [String] {
    session.report.refused.map { "\($0.count) \($0.reason): \($0.examples.map(\.description).joined(separator: "; "))" }
  }

  /// Latitude and longitude swapped in some lines: found by the jumps, whichever comes first.
  @Test(arguments: [[2], [0], [1, 2], [0, 5], []]) func swappedFixesAreLeftOut(_ swapped: [Int]) {
    let fixes = (0..<6).map { index in
      let latitude = "48.2\(index)01", longitude = "16.3\(index)02"
      let place = swapped.contains(index) ? "\(longitude),\(latitude)" : "\(latitude),\(longitude)"
      return "Fix,GPS,\(place),200,0.5,5,90,\(1_663_164_660 + index * 30)000,,,\(65972 + index * 30)050000000,11,0"
    }
    let session = Self.session(GNSSLog(), [("log.txt", Self.gnssHeader + fixes.joined(separator: "\n") + "\n")])
    expect(session.count(.fix), equals: 6 - swapped.count)
    let note = session.report.notes.first { $0.contains("swapped") }
    if let first = swapped.first {
      let start = "\(swapped.count) fix\(swapped.count == 1 ? "" : "es") left out, the first \(first * 30) s"
      expect(note?.hasPrefix(start), equals: true, "\(session.report.notes)")
    } else {
      #expect(note == nil)
    }
  }

  @Test func gnssLoggerWithEveryFault() {
    let text =
      "\u{feff}" + Self.gnssHeader.replacing("\n", with: "\r\n") + """
        UncalGyro,1663164669189,65972053803181,0.0006,-0.0207,0.0235,-0.0094\r
        Accel,1663164669190,65972054000000,1,2,3\r
        UncalAccel,1663164669190,65972054923181,0.46420767,7.7742805,5.8707905,0.0,0.0,0.0\r
        UncalAccel,1663164669191,65972054923181,0.5,7.7,5.8,0.0,0.0,0.0\r
        UncalAccel,1663164669180,65972044923181,0.5,7.7,5.8,0.0,0.0,0.0\r
        UncalAccel,1663164669200,65972064923181,NaN,7.7,5.8,0.0,0.0,0.0\r
        UncalAccel,1663164669210,65972074923181,0.5,7.7\r
        Accel,1663164669230,65972094000000,1,2,3\r
        UncalAccel,1663164669220,65972084923181,0.5,7.7,1e9,0.0,0.0,0.0\r
        UncalMag,1663164669191,65972055195160,221.51251,89.793755,-21.16875,213.84875,180.1958,5.4516187\r
        Fix,GPS,28.1435263000,-82.2971356000,-14.200000762939453,0.5,5.857,90,1663164669000,,,65972050000000,11.185,0\r
        Fix,GPS,28.1435263000,-82.2971356000,-14.2,0.5,5.857,90,1663164670000,,,65973050000000,11.185,1\r
        Fix,FLP,28.1435,-82.2971,,,5,,1663164670000,,,65973060000000,,0\r
        Fix,GPS,28.1435263000,,-14.2,0.5,5.857,90,1663164671000,,,65974050000000,11.185,0\r
        Fix,GPS,28.1436,-82.2972,,0.0,0,,1663164671500,0.5,,,,\r
        Nav,3,769,1,-1,14,116\r
        \u{1}\u{2}junk\r

        """
    let session = Self.session(GNSSLog(), [("log.txt", text)])
    expect(session.device, equals: "Google Pixel 7; Android 14; GnssLogger v3.0.6.4")
    expect(
      lines(session),
      equals: [
        // 68 % of 5.857 m are 95 % of 9.464; the bearing is east.
        "P,65972.05,28.1435263,-82.2971356,-14.2,9.464,21.9226,0.5,0,,,3,1663164669,65972.05",
        "G,65972.053803181,0.0006,-0.0207,0.0235",
        "A,65972.054923181,0.464208,7.774281,5.870791",
        "M,65972.05519516,221.5125,89.7938,-21.1688",
        // Known in UTC only; the sensors' lines give UTC for the time since boot. An accuracy of zero means unknown.
        "P,65974.364803181,28.1436,-82.2972,,,,0,0,,0.98,2,1663164671.5,65974.364803181",
      ])
    expect(
      refused(session),
      equals: [
        "1 same time as the line before it of its kind: log.txt line 14",
        "1 time runs backwards: log.txt line 15",
        "1 not finite: log.txt line 16 (UncalAccelXMps2)",
        "2 missing field: log.txt line 17 (UncalAccelZMps2); log.txt line 24 (LongitudeDegrees)",
        "1 out of range: log.txt line 19 (z)",
        "1 a made-up location: log.txt line 22 (MockLocation)",
        "1 malformed line: log.txt line 27",
      ])
    let unused = session.report.unused.map { "\($0.count) \($0.what)" }
    expect(
      unused,
      equals: [
        "1 lines replaced by the uncalibrated ones", "1 lines of kind Accel, replaced by the uncalibrated ones",
        "1 lines of kind Nav", "1 fixes by flp (--provider flp takes them)",
      ])
    expect(session.calibration.magnetometer?.offset, equals: MagneticField<Body>(213.84875, 180.1958, 5.4516187))
    expect(session.started.map { "\($0)" }, equals: "2022-09-14T14:11:09.185196819Z")
  }

  @Test func anotherProviderAndAnOlderHeader() {
    let flp = Self.session(
      GNSSLog(provider: "FLP"),
      [("l", Self.gnssHeader + "Fix,GPS,1,2,3,,5,,1000,,,1000000000,,0\nFix,FLP,1,2,3,,5,,1000,,,2000000000,,0\n")])
    expect(lines(flp).map { String($0.prefix(3)) }, equals: ["P,2"])
    // Without a time since boot: the session begins in the second of its first fix.
    let old = """
      # Fix,Provider,Latitude,Longitude,Altitude,Speed,Accuracy,(UTC)TimeInMs
      Fix,gps,37.422541,-122.081659,-33.000000,0.000000,3.000000,1467321969250
      Fix,gps,37.422542,-122.081659,-33.000000,0.000000,3.000000,1467321970250
      Gyro,1,2,3,4,5
      """
    let session = Self.session(GNSSLog(), [("old.txt", old)])
    expect(
      lines(session).map { $0.split(separator: ",", omittingEmptySubsequences: false)[1] }, equals: ["0.25", "1.25"])
    expect(session.started.map { "\($0)" }, equals: "2016-06-30T21:26:09.25Z")
    expect(refused(session), equals: ["1 no line '# Gyro,…' before it names its columns: old.txt line 4"])
  }

  private static let phyphoxTime = """
    "event";"experiment time";"system time";"system time text"
    "START";0,000000000E0;1759650000,000;"2025-10-05 10:20:00.000 UTC+02:00"
    "PAUSE";1,000000000E0;1759650001,000;"2025-10-05 10:20:01.000 UTC+02:00"
    "START";1,000000000E0;1759650005,500;"2025-10-05 10:20:05.500 UTC+02:00"

    """

  @Test func phyphoxInGermanWithAPause() {
    let files: [(name: String, text: String)] = [
      (
        "Beschleunigung.csv",
        "\u{feff}\"Zeit (s)\";\"Beschleunigung x (m/s^2)\";\"Beschleunigung y (m/s^2)\";\"Beschleunigung z (m/s^2)\"\r\n"
          + "5,000000000E-1;1,000000000E-1;9,810000000E0;-2,500000000E-1\r\n"
          + "1,500000000E0;1,000000000E-1;9,810000000E0;NaN\r\n2,000000000E0;0;9,81;0\r\n2,000000000E0;0;9,81;0\r\n"
      ),
      ("Linear Acceleration.csv", "\"Zeit (s)\";\"X (m/s^2)\";\"Y (m/s^2)\";\"Z (m/s^2)\"\n1;2;3;4\n"),
      ("Gyroscope.csv", "\"Time (s)\";\"X (rad/s)\";\"Y (rad/s)\";\"Z (rad/s)\"\n5,0E-1;0,01;0,02;0,03\n"),
      ("Gyroscope 2.csv", "\"Time (s)\";\"X (rad/s)\";\"Y (rad/s)\";\"Z (rad/s)\"\n5,0E-1;1;1;1\n"),
      ("Magnetometer.csv", "\"Time (s)\"\t\"X (\u{3bc}T)\"\t\"Y (\u{3bc}T)\"\t\"Z (\u{3bc}T)\"\n0,25\t20\t-5,5\t40\n"),
      ("Pressure.csv", "\"Time (s)\";\"Pressure (hPa)\"\n0,25;1013,25\n"),
      (
        "Location.csv",
        "\"Time (s)\",\"Latitude (°)\",\"Longitude (°)\",\"Height (m)\",\"Velocity (m/s)\",\"Direction (°)\","
          + "\"Horizontal Accuracy (m)\",\"Vertical Accuracy (°)\"\n2.0E0,48.2,16.4,170,1.5,180,4,NaN\n"
      ),
      ("Audio.csv", "\"Loudness (dB)\"\n3\n"), ("meta/time.csv", Self.phyphoxTime),
      ("meta/device.csv", "\"property\";\"value\"\n\"version\";\"1.2.0\"\n\"deviceModel\";\"Pixel 6a\"\n"),
    ]
    let session = Self.session(PhyphoxExport(separation: .metres(43)), files)
    expect(session.device, equals: "Pixel 6a; phyphox 1.2.0")
    expect(
      lines(session),
      equals: [
        "M,0.25,20,-5.5,40", "B,0.25,101325", "A,0.5,0.1,9.81,-0.25", "G,0.5,0.01,0.02,0.03", "A,6.5,0,9.81,0",
        // South at 1.5 m/s; after the pause; 68 % of 4 m are 95 % of 6.4634.
        "P,6.5,48.2,16.4,213,6.4634,,0,-1.5,,,3,1759650006.5,6.5,43",
      ])
    expect(
      refused(session),
      equals: [
        "1 not finite: Beschleunigung.csv line 3 (Beschleunigung z (m/s^2))",
        "1 same time as the line before it of its kind: Beschleunigung.csv line 5",
      ])
    #expect(session.report.unused.map(\.what).contains("Audio.csv, with the columns Loudness (dB)"))
    #expect(session.report.notes.contains("Gyroscope 2.csv is not read: Gyroscope.csv has the same sensor"))
    expect(session.started.map { "\($0)" }, equals: "2025-10-05T07:40:00.25Z")
    // Heights above the sea are not heights above the ellipsoid.
    let without = Self.session(PhyphoxExport(), files)
    expect(lines(without).last, equals: "P,6.5,48.2,16.4,,6.4634,,0,-1.5,,,2,1759650006.5,6.5")
    #expect(without.report.notes.contains { $0.contains("--separation") })
  }

  private static func sensorLogger(_ platform: String, standardised: Bool, _ files: [(String, String)]) -> LoggedSession
  {
    let metadata =
      "version,device name,recording epoch time,recording time,recording timezone,platform,appVersion,device id,sensors,"
      + "sampleRateMs,standardisation,platform version\n3,A phone,1698501144000,2023-10-28,UTC,\(platform),1.64,x,"
      + "Accelerometer|Gravity,10|10,\(standardised),17\n"
    return session(
      SensorLoggerExport(), [("Metadata.csv", metadata)] + files.map { (name: "rec/\($0.0)", text: $0.1) })
  }
  private static func triples(_ rows: String) -> String { "time,seconds_elapsed,z,y,x\n" + rows }

  @Test func sensorLoggerOnBothSystems() {
    let gyroscope = ("Gyroscope.csv", Self.triples("1698501144401773000,0.2,0.3,0.2,0.1\n"))
    // Lying on its back, pushed to the right by 1 m/s²: iOS has the opposite sign everywhere.
    let ios = Self.sensorLogger(
      "ios", standardised: false,
      [
        gyroscope,
        ("Accelerometer.csv", Self.triples("1698501144405000000,0.2,0,0,-1\n1698501145405000000,1,0,0,-1\n")),
        (
          "Gravity.csv",
          Self.triples("1698501144400000000,0.2,-9.8,0,0\n1698501144410000000,0.2,-9.8,0.2,0\n")
        ),
      ])
    expect(lines(ios), equals: ["G,0.401773,0.1,0.2,0.3", "A,0.405,1,-0.1,9.8"])
    expect(refused(ios), equals: ["1 no gravity at its time: rec/Accelerometer.csv line 3"])
    expect(ios.device, equals: "A phone; ios 17; Sensor Logger 1.64")
    let standard = Self.sensorLogger(
      "ios", standardised: true,
      [gyroscope, ("AccelerometerUncalibrated.csv", Self.triples("1698501144405000000,0.2,9.8,0,1\n"))])
    expect(lines(standard).last, equals: "A,0.405,1,0,9.8")
    let raw = Self.sensorLogger(
      "ios", standardised: false,
      [gyroscope, ("AccelerometerUncalibrated.csv", Self.triples("1698501144405000000,0.2,-1,0,-0.1\n"))])
    expect(lines(raw).last, equals: "A,0.405,0.980665,0,9.80665")
    let android = Self.sensorLogger(
      "android", standardised: false,
      [
        gyroscope, ("Accelerometer.csv", Self.triples("1698501144405000000,0.2,0,0,1\n")),
        ("TotalAcceleration.csv", Self.triples("1698501144405000000,0.2,9.8,0,1\n")),
        ("Barometer.csv", "time,seconds_elapsed,relativeAltitude,pressure\n1698501144500000000,0.5,0,1001.5\n"),
        (
          "Location.csv",
          "time,seconds_elapsed,bearingAccuracy,speedAccuracy,verticalAccuracy,horizontalAccuracy,speed,"
            + "altitudeAboveMeanSeaLevel,bearing,altitude,longitude,latitude\n"
            + "1698501145514000000,1.3,0,0,2,10,1.2,170,0,214.2,16.4,48.2\n1698501146514000000,2.3,5,0.4,-1,-1,2,,90,,16.4,48.2\n"
        ),
      ])
    expect(
      lines(android),
      equals: [
        "G,0.401773,0.1,0.2,0.3", "A,0.405,1,0,9.8", "B,0.5,100150",
        // A bearing of zero with an accuracy of zero is invalid, so there is no velocity.
        "P,1.514,48.2,16.4,214.2,16.1584,3.92,,,,,3,1698501145.514,1.514,44.2",
        "P,2.514,48.2,16.4,,,,2,0,,0.784,2,1698501146.514,2.514",
      ])
    #expect(android.report.notes.isEmpty)
    let linearOnly = Self.sensorLogger(
      "android", standardised: false, [gyroscope, ("TotalAcceleration.csv", Self.triples("1,0.2,0,0,1\n"))])
    #expect(linearOnly.report.notes.contains { $0.contains("seems to be the one without gravity") })
  }

  @Test func theLoggerIsRecognizedByTheContent() {
    func guess(_ text: String) -> LoggerFormat? { LoggerFormat(opening: Array(text.utf8)[...]) }
    expect(guess(Self.gnssHeader), equals: .gnssLogger)
    expect(guess("\"Time (s)\",\"X (m/s^2)\"\n1,2"), equals: .phyphox)
    expect(guess("Time (s)\tX (m/s^2)\n1\t2"), equals: .phyphox)
    expect(guess("time,seconds_elapsed,z,y,x\n"), equals: .sensorLogger)
    expect(guess("# Name: a log of gpsd\n$GPGGA,1,2*00\r\n"), equals: .receiver)
    expect(LoggerFormat(opening: [0xb5, 0x62, 1, 7, 92, 0]), equals: .receiver)
    #expect(guess("a letter to a friend\nabout walks") == nil)
    #expect(guess("") == nil)
  }

  /// A receiver that obtains the date late: the longest stretch counts.
  @Test func aClockThatIsSet() {
    func fix(_ utc: Int64?) -> Fix {
      var fix = Fix(
        time: BootInstant(seconds: 7), arrival: BootInstant(seconds: 7), mode: .twoDimensional, latitude: Degrees(48),
        longitude: Degrees(16))
      fix.utc = utc.map { UTC(nanosecondsSince1970: $0 * 1_000_000_000) }
      return fix
    }
    let session = LoggedSession(
      receiver: [
        fix(nil), fix(1_900_000_000), fix(1_900_000_001), fix(1_700_000_000), fix(1_700_000_001), fix(1_700_000_003),
      ])
    expect(lines(session).map { String($0.prefix(3)) }, equals: ["P,0", "P,1", "P,3"])
    #expect(session.report.unused.map(\.count) == [1, 2] && session.report.refused.isEmpty)
  }

  /// For every change of a log the output is a valid recording, and everything that is left out is counted.
  @Test func mutatedLogs() {
    var generator = Generator(seed: 4, stream: "mutated logs")
    let phyphox =
      "\"Time (s)\",\"X (rad/s)\",\"Y (rad/s)\",\"Z (rad/s)\"\n" + (0..<20).map { "\($0).5,0.1,-0.2,3E-3\n" }.joined()
    let location =
      "\"Time (s)\",\"Latitude (°)\",\"Longitude (°)\",\"Height (m)\",\"Velocity (m/s)\",\"Direction (°)\"\n1,48,16,3,4,5\n2,48,16,3,4,5\n"
    let triples = Self.triples(
      (0..<20).map { "\(1_698_501_144_000_000_000 + $0 * 10_000_000),0.1,9.8,0.1,0.2\n" }.joined())
    let gnss =
      Self.gnssHeader
      + (0..<20).map {
        "UncalAccel,\($0),\($0 * 1_000_000),1,2,3,0,0,0\nFix,GPS,1,2,3,4,5,6,\($0),1,2,\($0 * 1_000_000),3,0\n"
      }
      .joined()
    for _ in 0..<1500 {
      func mutated(_ text: String) -> String {
        var bytes = Array(text.utf8)
        for _ in 0..<Int(generator.uniform(in: 1...8)) {
          let at = min(bytes.count - 1, Int(generator.uniform() * Double(bytes.count)))
          let marks = Array(",;\"\n\r\t-+.eE019#\u{0}NaF".utf8)
          switch Int(generator.uniform() * 4) {
          case 0: bytes[at] = UInt8(generator.uniform() * 255)
          case 1: bytes[at] = marks[min(marks.count - 1, Int(generator.uniform() * Double(marks.count)))]
          case 2: bytes.removeSubrange(at..<min(bytes.count, at + 1 + Int(generator.uniform() * 30)))
          default: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + Int(generator.uniform() * 40))], at: at)
          }
          if bytes.isEmpty { bytes = [0x0a] }
        }
        return String(decoding: bytes, as: UTF8.self)
      }
      check(Self.session(GNSSLog(), [("l", mutated(gnss))]))
      check(
        Self.session(
          PhyphoxExport(),
          [
            ("Gyroscope.csv", mutated(phyphox)), ("Location.csv", mutated(location)),
            ("meta/time.csv", mutated(Self.phyphoxTime)),
          ]))
      check(
        Self.sensorLogger(
          "ios", standardised: false,
          [
            ("Accelerometer.csv", mutated(triples)), ("Gravity.csv", mutated(triples)),
            ("Gyroscope.csv", mutated(triples)),
          ]))
      _ = LoggerFormat(opening: Array(mutated(gnss).utf8)[...])
    }
  }

  private func check(_ session: LoggedSession) {
    var door = Door(), count = 0, last = Int64.min
    session.forEachLine { line in
      guard case .sample(var sample) = line else { return }
      count += 1
      let refusal = door.admit(&sample)
      #expect(refusal == nil)
      expect(sample.time.nanoseconds, isAtLeast: last)
      last = sample.time.nanoseconds
    }
    expect(count, equals: LineTag.allCases.reduce(0) { $0 + session.count($1) })
  }
}
