import Expectations
import Foundation
import TestSupport
import Testing

/// Whether Python has the package of MCAP's authors.
private let hasMCAPPackage = RigProcess.hasPython("mcap", remedy: "pip install mcap mcap-ros2-support; Debian has none")

/// `gnomon export` of whole sessions and trajectories, and their import, as a user runs them.
@Suite struct SessionFileTests {
  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  private func walk(_ scratch: Scratch) throws -> String {
    let path = scratch.path("walk.gnomon")
    try expect(gnomon("simulate", "straight", "--seed", "3", "-o", path).status, equals: 0)
    return path
  }

  /// A file is what its format's authors' reader makes of it: checksums, index, counts, schemas, and a message of each topic.
  @Test(.enabled(if: hasMCAPPackage), arguments: [false, true]) func itsAuthorsReadTheFile(_ isROS: Bool) throws {
    let scratch = try Scratch()
    let recording = try walk(scratch), file = scratch.path("walk.mcap")
    let run = try gnomonArray(["export", recording, "-o", file, "--json"] + (isROS ? ["--ros2"] : []))
    expect(run.status, equals: 0, "\(run.errors)")
    let summary = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let topics = try #require(summary["topics"] as? [String: Int])
    let (lines, status) = try RigProcess("mcap_check.py", [file]).finish()
    expect(status, equals: 0, "\(lines)")
    #expect(lines.first == "profile \(isROS ? "ros2" : "-")")
    var read: [String: Int] = [:]
    for line in lines where line.hasPrefix("topic ") {
      let parts = line.split(separator: " ").map(String.init)
      read[parts[1]] = Int(parts[5])
      #expect(parts[3] == (isROS ? "ros2msg" : "jsonschema") && parts[4] == (isROS ? "cdr" : "json"), "\(line)")
      // The first message is of 2026-06-01T09:00:00Z, or of the second before.
      #expect(parts[6].hasPrefix("17803044") || parts[6].hasPrefix("1780304399"), "\(line)")
      #expect(
        parts[8] == "-" || parts[8].hasPrefix("17803044") || parts[8].hasPrefix("1780304399"), "\(line)")
    }
    #expect(read == topics && topics.count >= (isROS ? 9 : 10), "\(read) \(topics)")
    #expect(lines.contains { $0.hasPrefix("metadata gnomon clock") })
  }

  /// A session in ROS's messages, imported again, gives the poses of the session.
  @Test func aBagOfASessionIsTheSession() throws {
    let scratch = try Scratch()
    let recording = try walk(scratch), bag = scratch.path("walk.mcap"), again = scratch.path("again.gnomon")
    let export = try gnomon("export", recording, "--ros2", "-o", bag)
    #expect(export.status == 0 && export.errors.contains("/imu/data_raw"), "\(export.errors)")
    let run = try gnomon(
      "import", bag, "-o", again, "--topic", "/imu/data_raw", "--topic", "/imu/mag", "--topic", "/fix")
    #expect(run.status == 0 && run.errors.contains("from a bag of ROS 2"), "\(run.errors)")
    let theirs = LoggedWalk.lines(of: try text(again)), ours = LoggedWalk.lines(of: try text(recording))
    // The bag's times are UTC, so the imported ones differ by a constant.
    let shift = try #require(theirs.first?.fields[0]) - (try #require(ours.first { $0.tag == "A" }?.fields[0]))
    for tag in ["A", "G", "M"] {
      let a = theirs.filter { $0.tag == tag }.map(\.fields), b = ours.filter { $0.tag == tag }.map(\.fields)
      expect(a.map { $0.dropFirst() }, equals: b.map { $0.dropFirst() }, "\(tag): \(a.count) of \(b.count)")
      #expect(zip(a, b).allSatisfy { abs(($0[0] ?? 0) - shift - ($1[0] ?? 9)) < 1e-9 }, "\(tag)")
    }
    try expect(gnomon("recording", "check", again).status, equals: 0)
    // From a pipe to a pipe.
    let piped = try gnomon("export", recording, "--to", "mcap")
    expect(piped.status, equals: 0)
  }

  @Test func trajectoriesHaveTheirForms() throws {
    let scratch = try Scratch()
    let recording = try walk(scratch), file = scratch.path("walk.tum")
    let run = try gnomon("export", recording, "-o", file, "--rate", "10")
    #expect(run.status == 0 && run.errors.hasSuffix(" poses\n"), "\(run.errors)")
    let rows = try text(file).split(separator: "\n")
    #expect(rows[0].hasPrefix("# timestamp tx ty tz qx qy qz qw: s, m") && rows[1].hasPrefix("# origin: latitude 48."))
    #expect(rows.dropFirst(2).allSatisfy { $0.split(separator: " ").count == 8 })
    let kitti = try gnomon("export", recording, "--to", "kitti", "--what", "odometry", "--rate", "1")
    #expect(kitti.output.split(separator: "\n").allSatisfy { $0.split(separator: " ").count == 12 })
    let truth = try gnomon("export", recording, "--to", "tum", "--what", "truth")
    #expect(truth.status == 0 && truth.output.split(separator: "\n").count > 10)
    // A trajectory is odometry for another session.
    let odometry = scratch.path("odometry.tum"), imported = scratch.path("odometry.gnomon")
    try expect(gnomon("export", recording, "-o", odometry, "--what", "odometry", "--rate", "30").status, equals: 0)
    let back = try gnomon("import", odometry, "-o", imported)
    #expect(back.status == 0 && back.errors.contains(" poses"), "\(back.errors)")
    #expect(try text(imported).split(separator: "\n").contains { $0.hasPrefix("O,") })
  }

  /// A table, a trajectory and a track of one walk become one recording with all of them.
  @Test func severalLogsOfOneWalk() throws {
    let scratch = try Scratch()
    let recording = try walk(scratch)
    let samples = LoggedWalk.lines(of: try text(recording))
    var forces: [Double: [Double?]] = [:]
    for line in samples where line.tag == "A" { forces[line.fields[0] ?? 0] = line.fields }
    let rows = samples.filter { $0.tag == "G" }.compactMap { line -> String? in
      guard let time = line.fields[0], let force = forces[time] else { return nil }
      let metres: [Double] = force.dropFirst().map { $0 ?? 0 }
      let degrees: [Double] = line.fields.dropFirst().map { ($0 ?? 0) * 180 / Double.pi }
      return ([time] + metres + degrees).map(\.description).joined(separator: ",")
    }
    let table = try scratch.write("time,ax,ay,az,gx,gy,gz\n" + rows.joined(separator: "\n") + "\n", to: "imu.csv")
    let odometry = scratch.path("o.tum"), out = scratch.path("all.gnomon")
    try expect(gnomon("export", recording, "-o", odometry, "--what", "odometry", "--rate", "30").status, equals: 0)
    let columns = "t=time,ax=ax,ay=ay,az=az,gx=gx:deg/s,gy=gy:deg/s,gz=gz:deg/s"
    let run = try gnomon("import", table, odometry, "--columns", columns, "-o", out, "--json")
    expect(run.status, equals: 0, "\(run.errors)")
    let summary = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let taken = try #require(summary["taken"] as? [String: Int])
    #expect(
      summary["format"] as? String == "tum+columns" && taken["gyroscope"] == rows.count && taken["poses"] ?? 0 > 100)
    let replay = try gnomon("replay", out, "--profile", "head")
    #expect(replay.status == 0 && replay.errors.contains("poses as head"), "\(replay.errors)")
    // Its own GPX, too: the fixes of the session.
    let gpx = scratch.path("walk.gpx"), fixes = scratch.path("fixes.gnomon")
    try expect(gnomon("export", recording, "-o", gpx).status, equals: 0)
    try expect(gnomon("import", gpx, "-o", fixes).status, equals: 0)
    let theirs = LoggedWalk.lines(of: try text(fixes)).filter { $0.tag == "P" }, ours = samples.filter { $0.tag == "P" }
    expect(theirs.count, equals: ours.count)
    for (a, b) in zip(theirs, ours) {
      for column in [1, 2] { expect(abs((a.fields[column] ?? 0) - (b.fields[column] ?? 9)), isBelow: 1.1e-8) }
      #expect(
        abs((a.fields[3] ?? 0) - (b.fields[3] ?? 9)) < 2e-3 && abs((a.fields[4] ?? 0) - (b.fields[4] ?? 9)) < 0.02)
    }
  }

  @Test func wrongCallsNameTheFix() throws {
    let scratch = try Scratch()
    let recording = try walk(scratch), out = scratch.path("o")
    func check(_ run: Run, _ status: Int32, _ word: String) {
      #expect(run.status == status && run.errors.contains(word), "\(run.status) \(run.errors)")
    }
    check(try gnomon("export", "-", "--to", "mcap", "-o", out), 64, "name a file")
    check(try gnomon("export", recording, "--to", "tum", "--ros2"), 64, "--ros2 is for MCAP")
    check(try gnomon("export", recording, "--to", "gpx", "--ros2"), 64, "--ros2 is for MCAP")
    check(try gnomon("export", recording, "--to", "mcap", "--what", "all", "-o", out), 64, "--what is for tracks")
    check(try gnomon("export", recording, "--to", "tum", "--what", "all"), 64, "no choice for --what of a trajectory")
    check(try gnomon("import", recording, "-o", out), 1, "it is a recording already")
    check(try gnomon("import", recording, "-o", out, "--columns", "ax=1"), 64, "t is missing")
    check(try gnomon("import", recording, "-o", out, "--axes", "up,up,up"), 64, "right-handed")
    let table = try scratch.write("a,b\n1,2\n", to: "t.csv")
    check(try gnomon("import", table, "-o", out), 1, "--columns t=TIME:ms")
    check(try gnomon("import", table, "-o", out, "--format", "columns"), 64, "needs --columns")
    let twice = try gnomon("import", table, table, "-o", out, "--columns", "t=a,pressure=b:hPa")
    check(twice, 1, "has lines of kind B as another log")
    let gpx = try scratch.write("<gpx><trk></gpx>", to: "t.gpx")
    check(try gnomon("import", gpx, "-o", out), 1, "t.gpx: ")
  }

  // MARK: replay

  @Test func columnsAndScoresAreExplained() throws {
    let scratch = try Scratch()
    let recording = try walk(scratch), poses = scratch.path("p.csv")
    let list = try gnomon("replay", "--list-columns").output
    #expect(list.contains("hacc") && list.contains("68 %") && list.split(separator: "\n").count == 22)
    let run = try gnomon("replay", recording, "--poses", poses, "--explain", "--rate", "5")
    #expect(run.status == 0 && run.errors.contains("--list-columns"))
    let rows = try text(poses).split(separator: "\n")
    #expect(rows.prefix(22).allSatisfy { $0.hasPrefix("# ") } && rows[22].hasPrefix("t,x,y,z,"))
    let scored = try gnomon("score", recording, poses)
    #expect(scored.status == 0 && scored.output.contains("°  orientation: rms"), "\(scored.output) \(scored.errors)")
    try expect(gnomon("replay", recording, "--explain").status, equals: 64)
  }

  /// A recording that breaks off is scored up to there.
  @Test(.enabled(if: RigProcess.has("gzip"))) func aTruncatedRecordingIsScored() throws {
    let scratch = try Scratch()
    let recording = try walk(scratch), packed = scratch.path("cut.gnomon.gz")
    let pack = try RigProcess("bash", ["-c", "gzip -c '\(recording)' | head -c 400000 > '\(packed)'"])
    expect(pack.finish().status, equals: 0)
    let run = try gnomon("replay", packed, "--score")
    #expect(run.status == 1 && run.output.contains("h_rms") && run.errors.contains("cut.gnomon.gz"), "\(run.errors)")
  }

  /// Poses arrive while the recording is still being written.
  @Test func posesAreStreamed() throws {
    let scratch = try Scratch()
    let recording = try walk(scratch)
    let replay = try RigProcess(
      Products.path("gnomon"), ["replay", "-", "--poses", "-", "--rate", "5"], isQuiet: true)
    let lines = try text(recording).split(separator: "\n").prefix(6000)
    for line in lines { try replay.write(String(line)) }
    // The input is still open.
    expect(replay.line()?.hasPrefix("t,x,y,z"), equals: true)
    #expect(replay.line() != nil && replay.isRunning)
    replay.endInput()
    expect(replay.finish().status, equals: 0)
  }

  // MARK: research

  /// The figures of a folder are those of `replay --score`.
  @Test func benchScoresAFolder() throws {
    let scratch = try Scratch()
    let folder = scratch.url.appendingPathComponent("head")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("straight.gnomon").path
    try expect(gnomon("simulate", "straight", "--seed", "3", "-o", path).status, equals: 0)
    let bench = try gnomon("bench", scratch.url.path, "--json")
    expect(bench.status, equals: 0, "\(bench.errors)")
    func object(_ text: String) throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }
    let folders = try #require(try object(bench.output)["folders"] as? [String: [String: Any]])
    let score = try #require(
      try object(try gnomon("replay", path, "--profile", "head", "--score", "--json").output)["accuracy"]
        as? [String: Any])
    for name in ["heading_rms", "h_rms"] {
      #expect(folders["head"]?[name] as? Double == score[name] as? Double && score[name] is Double, "\(name)")
    }
    let text = try gnomon("bench", scratch.url.path)
    #expect(
      text.output.contains("head/straight.gnomon") && text.output.contains("head, 1 recording "), "\(text.output)")
    #expect(try gnomon("bench", "--sources").output.contains("CC BY 4.0"))
    try expect(gnomon("bench", scratch.path("none")).status, equals: 74)
    try expect(gnomon("bench", scratch.url.path, "--only", "nothing").status, equals: 1)
    try expect(gnomon("bench").status, equals: 64)
  }

  /// The conversion of logs of the IPIN competition, on lines in the form of its description.
  @Test(.enabled(if: RigProcess.has("python3"))) func logsOfIPINBecomeRecordings() throws {
    let scratch = try Scratch()
    let log = try scratch.write(
      """
      % a comment
      ACCE;1.5;100.5;0.1;9.8;0.2;3
      GYRO;1.5;100.5;0.01;0.02;0.03;3
      GYRO;1.503;100.5;0.01;0.02;0.03;3
      GYRO;1.52;100.51;0.01;0.02;0.04;3
      PRES;1.6;100.6;1013.25;3
      GNSS;2.0;100.9;39.99;-0.07;80.5;90.0;10.0;1.5;12;8
      POSI;2.5;1;39.99001;-0.07;0;0
      MAGN;1;100.5;x
      """, to: "log.txt")
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("scripts/public-data").path
    let run = try RigProcess("python3", [script, "ipin", log, scratch.path("out")])
    expect(run.finish().status, equals: 0)
    let plain = scratch.path("plain.gnomon")
    try expect(gnomon("recording", "convert", scratch.path("out/log.gnomon.gz"), "-o", plain).status, equals: 0)
    let rows = try text(plain).split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
    expect(
      rows,
      equals: [
        "gnomon-recording,1", "A,1.5,0.1,9.8,0.2", "G,1.503,0.01,0.02,0.03", "G,1.513,0.01,0.02,0.04", "B,1.6,101325",
        "P,2,39.99,-0.07,80.5,16.16,,1.5,0,,,3,,2", "R,2.5,39.99001,-0.07,,,,,",
      ], "\(rows)")
  }

  @Test func motionIsNotTakenForNoise() throws {
    let scratch = try Scratch()
    let run = try gnomon("allan", try walk(scratch))
    #expect(run.status == 1 && run.errors.contains("this was not at rest: it moved in"), "\(run.errors)")
    #expect(!run.output.contains("bias_walk"))
  }
}
