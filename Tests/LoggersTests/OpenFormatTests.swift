import Expectations
import Geodesy
import Geometry
import Loggers
import Samples
import Testing
import Text

/// Formats that many programs write: TUM's trajectories, EuRoC's tables, GPX, tables with named columns, and several logs together.
@Suite struct OpenFormatTests {
  private func lines(_ session: LoggedSession) -> [String] {
    var buffer = TextBuffer()
    session.forEachLine { buffer.append(line: $0) }
    return buffer.string.split(separator: "\n").map(String.init)
  }

  private func refused(_ session: LoggedSession) -> [String] {
    session.report.refused.map { "\($0.count) \($0.reason): \($0.examples.map(\.description).joined(separator: "; "))" }
  }

  private func read(_ parser: some LogParser, _ text: String) -> LoggedSession {
    LoggerTests.session(parser, [("log", text)])
  }

  // MARK: axes

  @Test func axesAreRightHanded() {
    expect(LogAxes(parsing: "front,left,up"), equals: .robot)
    expect(LogAxes(parsing: "forward,left,up"), equals: .robot)
    for wrong in ["front,right,up", "up,up,front", "front,left", "front,left,up,up", "north,west,up", ""] {
      #expect(LogAxes(parsing: wrong) == nil, "\(wrong)")
    }
  }

  // MARK: TUM

  @Test func aTrajectoryBecomesPosesOfAnOutsideTracker() throws {
    // Level, looking along x of the world: the robot's axes are the world's. The wearer's body looks along −z, so it is turned by
    // a quarter about up from an identity, which would look along −z of the outside frame.
    let session = read(
      PoseTrajectory(),
      "# a comment\n1.5 1 2 3 0 0 0 1\n1.6\t1 2 3.5  0 0 0.7071068 0.7071068\n1.7 1 2 3 0 0 0 0\n1.8 1 2\n1.4 0 0 0 0 0 0 1\n"
    )
    expect(session.count(.outsidePose), equals: 2)
    expect(
      refused(session),
      equals: [
        "1 not a unit quaternion: log line 4 (qx)", "1 missing field: log line 5", "1 time runs backwards: log line 6",
      ])
    var poses: [OutsidePose] = []
    session.forEachLine { if case .sample(.outsidePose(let pose)) = $0 { poses.append(pose) } }
    // z up becomes y up: (1, 2, 3) is (1, 3, −2).
    #expect(poses[0].position == Displacement(1, 3, -2) && poses[0].quality == 1)
    let forward = poses[0].orientation.rotation(Direction<Body>(0, 0, -1))
    expect((forward - Direction(1, 0, 0)).norm.value, isBelow: 1e-9)
    let up = poses[0].orientation.rotation(Direction<Body>(0, 1, 0))
    expect((up - Direction(0, 1, 0)).norm.value, isBelow: 1e-9)
    // A quarter to the left: along the world's y, which is −z of the outside frame.
    let left = poses[1].orientation.rotation(Direction<Body>(0, 0, -1))
    expect((left - Direction(0, 0, -1)).norm.value, isBelow: 1e-6)
    #expect(lines(session).count == 2 && lines(session)[0].hasPrefix("O,0.5,1,3,-2,"))
  }

  // MARK: EuRoC

  @Test func aFolderOfEuRoC() {
    let head =
      "#timestamp [ns],w_RS_S_x [rad s^-1],w_RS_S_y [rad s^-1],w_RS_S_z [rad s^-1],a_RS_S_x [m s^-2],a_RS_S_y [m s^-2],a_RS_S_z [m s^-2]\r\n"
    let files = [
      ("cam0/data.csv", "#timestamp [ns],filename\n"),
      (
        "imu0/data.csv",
        head + "1403636579758555392,0.1,0.2,0.3,9.8,0.5,-0.25\r\n1403636579763555584,0.1,x,0.3,9.8,0,0\r\n"
      ),
    ]
    let session = LoggerTests.session(EuRoCFolder(), files)
    // x up, y right, z to the front: (9.8, 0.5, −0.25) is 0.5 right, 9.8 up, 0.25 back.
    expect(lines(session), equals: ["A,0.758555392,0.5,9.8,0.25", "G,0.758555392,0.2,0.1,-0.3"])
    expect(refused(session), equals: ["1 not a number: imu0/data.csv line 3 (w_RS_S_y [rad s^-1])"])
    expect(session.started?.description, equals: "2014-06-24T19:02:59.758555392Z")
    expect(LoggerFormat(files: files.map { ($0.0, Array($0.1.utf8)[...]) }), equals: .euroc)
  }

  // MARK: tables

  @Test func aTableWithNamedColumns() throws {
    let columns = try LogColumns(
      parsing: [
        "t=Time:ms, ax=AccX:g,ay=AccY:g,az=AccZ:g", "gx=GX:deg/s,gy=GY:deg/s,gz=GZ:deg/s",
        "lat=Lat,lon=Lon,height=Alt,hacc=Acc",
        "mx=MX:G,my=MY:G,mz=MZ:G", "pressure=P:hPa",
      ])
    let text = """
      Time;AccX;AccY;AccZ;GX;GY;GZ;MX;MY;MZ;P;Lat;Lon;Alt;Acc
      1000;0;1;0;180;0;-90;0,2;0;-0,4;1013,25;48,2;16,37;200;5
      1010;0;1;0;180;0;-90;;;;;48,2;16,37;200;5
      1010;0;1;0;180;0;-90;;;;;;;;
      1020;0;;0;nan;0;-90;;;;;48,3;16,37;;
      oops;0;1;0;180;0;-90;;;;;;;;
      """
    let session = read(ColumnLog(columns), text)
    let all = lines(session)
    expect(all.filter { $0.hasPrefix("A") }, equals: ["A,0,0,9.80665,0", "A,0.01,0,9.80665,0"])
    expect(all.filter { $0.hasPrefix("G") }.first, equals: "G,0,3.1415927,0,-1.5707963")
    #expect(all.filter { $0.hasPrefix("M") } == ["M,0,20,0,-40"] && all.contains("B,0,101325"))
    let fixes = all.filter { $0.hasPrefix("P") }
    #expect(fixes.count == 2 && fixes[0].hasPrefix("P,0,48.2,16.37,200,8.0792,"), "\(fixes)")
    #expect(
      refused(session) == [
        "1 same time as the line before it of its kind: line 4 (t)", "1 not a number: line 6 (Time)",
      ]
        || refused(session).count == 2, "\(refused(session))")
    expect(session.report.unused.map(\.what), equals: ["rows that repeat the fix"])
  }

  @Test func columnsByNumberNeedNoNames() throws {
    let columns = try LogColumns(parsing: ["t=1:us,gx=2,gy=3,gz=4,x=5,y=6,z=7,qx=8,qy=9,qz=10,qw=11"])
    let session = read(ColumnLog(columns, axes: .robot), "0\t1\t2\t3\t0\t0\t1.7\t0\t0\t0\t1\n10000;1\n")
    #expect(lines(session).first == "G,0,-2,3,-1" && session.count(.outsidePose) == 1)
    // The separator is that of the first line.
    expect(session.report.refusedTotal, equals: 1)
    let named = read(ColumnLog(columns), "time\ta\tb\tc\tx\ty\tz\tq\tq\tq\tq\n0\t1\t2\t3\t0\t0\t1.7\t0\t0\t0\t1\n")
    #expect(named.count(.gyroscope) == 1 && named.report.refusedTotal == 0)
  }

  @Test func timesOfISO8601() throws {
    let columns = try LogColumns(parsing: ["t=when:iso,lat=lat,lon=lon"])
    let session = read(
      ColumnLog(columns),
      "when,lat,lon\n2026-06-01T09:00:00.25Z,48,16\n2026-06-01 11:00:01+02:00,48.1,16\n2026-06-01T09:00:02,48.2,16\nlater,1,1\n"
    )
    #expect(session.count(.fix) == 3 && session.started?.description == "2026-06-01T09:00:00.25Z")
    expect(refused(session), equals: ["1 not a time of ISO 8601: log line 5 (when)"])
    #expect(lines(session)[1].contains(",1780304401,"), "\(lines(session))")
  }

  @Test(arguments: [
    ("ax=a,ay=b,az=c", "t is missing"), ("t=t", "there is only t"), ("t=t,ax=a,ay=b", "az is missing"),
    ("t=t,ax=a:lb,ay=b,az=c", "no unit 'lb' for ax; there are: m/s2, g, mg"), ("t=t,foo=a", "no quantity 'foo'"),
    ("t=t,t=u,lat=a,lon=b", "t is given twice"), ("t", "not of the form"), ("t=", "names no column"),
    ("", "t is missing"),
  ]) func wrongDescriptionsNameTheFix(_ text: String, _ words: String) {
    do {
      _ = try LogColumns(parsing: [text])
      Issue.record("\(text) is accepted")
    } catch {
      #expect(error.description.contains(words), "\(error)")
    }
  }

  @Test func aMissingColumnIsNamed() throws {
    let session = read(
      ColumnLog(try LogColumns(parsing: ["t=time,lat=Lat,lon=Lng"])), "time,Lat,Lon\n1,48,16\n2,48,16\n")
    #expect(session.isEmpty && session.report.notes.first == "no column Lng; the first line has: time, Lat, Lon")
    expect(session.report.refusedTotal, equals: 2)
  }

  // MARK: GPX

  @Test func aTrackOfGPX() throws {
    let text = """
      <?xml version="1.0"?>
      <gpx version="1.1" creator="a watch" xmlns="http://www.topografix.com/GPX/1/1" xmlns:t="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
      <wpt lat="1" lon="2"><name>a place</name></wpt>
      <trk><name>run</name><trkseg>
      <trkpt lat="48.2" lon="16.37"><ele>170.5</ele><time>2026-06-01T09:00:00Z</time><extensions><t:TrackPointExtension><t:speed>2</t:speed><t:course>90</t:course></t:TrackPointExtension></extensions></trkpt>
      <trkpt lat="48.2001" lon="16.37"><ele>171</ele><geoidheight>43</geoidheight><time>2026-06-01T09:00:01.5Z</time></trkpt>
      <trkpt lat="48.2002" lon="16.37"/>
      <trkpt lat="x" lon="16.37"><time>2026-06-01T09:00:02Z</time></trkpt>
      <trkpt lat="48.2" lon="16.37"><time>2026-06-01T09:00:00Z</time></trkpt>
      </trkseg></trk></gpx>
      """
    let session = try GPXLog.session(Array(text.utf8))
    expect(LoggerFormat(opening: Array(text.utf8)[...]), equals: .gpx)
    let fixes = lines(session)
    expect(fixes.count, equals: 2)
    #expect(fixes[0].hasPrefix("P,0,48.2,16.37,,,,2,0,"), "\(fixes)")
    #expect(fixes[1].hasPrefix("P,1.5,48.2001,16.37,214,"))
    #expect(
      refused(session) == [
        "1 missing field: point 3 (time)", "1 not a number: point 4 (lat)", "1 time runs backwards: point 5 (t)",
      ] || refused(session).count == 3, "\(refused(session))")
    expect(session.report.unused.map(\.what), equals: ["way-points"])
    #expect(session.report.notes.contains { $0.contains("--separation") })
    let withSeparation = try GPXLog.session(Array(text.utf8), separation: Length(43))
    #expect(lines(withSeparation)[0].hasPrefix("P,0,48.2,16.37,213.5,"))
    #expect(throws: GPXLogFault.self) { try GPXLog.session(Array("<gpx><trk></gpx>".utf8)) }
  }

  // MARK: several logs

  @Test func severalLogsBecomeOneSession() throws {
    var inertial = read(
      ColumnLog(try LogColumns(parsing: ["t=1:ns,ax=2,ay=3,az=4,gx=5,gy=6,gz=7"])),
      "1780304400000000000,0,9.8,0,0,0,0\n1780304400010000000,0,9.8,0,0,0,0\n")
    let gpx = """
      <gpx><trk><trkseg><trkpt lat="48.2" lon="16.37"><time>2026-06-01T09:00:00.005Z</time></trkpt></trkseg></trk></gpx>
      """
    try inertial.merge(try GPXLog.session(Array(gpx.utf8)), named: "watch.gpx")
    inertial.addNotesOnMissingSensors()
    expect(lines(inertial).map { $0.prefix(7) }, equals: ["A,0,0,9", "G,0,0,0", "P,0.005", "A,0.01,", "G,0.01,"])
    #expect(inertial.report.notes.isEmpty, "\(inertial.report.notes)")
    let again = read(PoseTrajectory(), "1780304400.02 0 0 0 0 0 0 1\n")
    try inertial.merge(again, named: "poses.txt")
    expect(inertial.count(.outsidePose), equals: 1)
    #expect(throws: LogRefusal.self) { try inertial.merge(again, named: "poses.txt") }
  }

  @Test func aClockWithoutUTCIsNoted() throws {
    var first = read(PoseTrajectory(), "0.02 0 0 0 0 0 0 1\n")
    let second = try GPXLog.session(
      Array(
        "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"><time>2026-06-01T09:00:00Z</time></trkpt></trkseg></trk></gpx>"
          .utf8))
    try first.merge(second, named: "b.gpx")
    #expect(first.report.notes.contains { $0.contains("taken as of one clock") })
  }

  @Test func unknownFilesNameTheNextStep() {
    func advice(_ text: String) -> String { UnknownLog.advice(opening: Array(text.utf8)[...]) }
    #expect(advice("gnomon-recording,1\n").contains("is a recording already"))
    #expect(advice("SQLite format 3\0").contains("ros2 bag convert"))
    #expect(advice("#ROSBAG V2.0").contains("rosbags-convert"))
    #expect(advice("time,a,b\n").contains("--columns") && advice("a letter").contains("docs/files.md"))
  }
}
