import Expectations
import Foundation
import TestData
import TestSupport
import Testing

/// `gnomon import` and `gnomon export` as a user runs them.
@Suite struct ExchangeTests {
  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  private func folder(_ files: [String: String], _ name: String, in scratch: Scratch) throws -> String {
    let folder = scratch.url.appendingPathComponent(name)
    for (file, text) in files {
      let url = folder.appendingPathComponent(file)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: url, atomically: false, encoding: .utf8)
    }
    return folder.path
  }

  /// Returns the numbers of a table of poses; words are left out.
  private func poses(_ recording: String) throws -> [[Double]] {
    let run = try gnomon(
      "replay", recording, "--profile", "hand", "--calibration", "none", "--poses", "-", "--rate", "2")
    expect(run.status, equals: 0, "\(run.errors)")
    return run.output.split(separator: "\n").dropFirst().map { row in
      row.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? 0 }
    }
  }

  /// The import has the walk's own samples, and its replay follows the walk's path.
  private func compare(_ imported: String, _ told: String, in scratch: Scratch, digits: Double, _ label: String) throws
  {
    let walk = try scratch.write(told, to: "told.gnomon")
    let check = try gnomon("recording", "check", imported)
    expect(check.status, equals: 0, "\(label): \(check.output)")
    let theirs = LoggedWalk.lines(of: try text(imported)), ours = LoggedWalk.lines(of: told)
    var worst = 0.0
    let isInOrder = theirs.map(\.tag) == ours.map(\.tag)
    #expect(isInOrder, "\(label): \(theirs.count) lines of \(ours.count)")
    for (a, b) in zip(theirs, ours) {
      for (index, (x, y)) in zip(a.fields, b.fields).enumerated() where a.tag != "P" || index != 11 {
        if (x == nil) != (y == nil) { Issue.record("\(label): \(a) is not \(b)") }
        if let x, let y { worst = max(worst, abs(x - y)) }
      }
    }
    expect(worst, isAtMost: digits, "\(label): off by \(worst)")
    let mine = try poses(imported), original = try poses(walk)
    #expect(mine.count == original.count && mine.count > 50)
    var metres = 0.0, degrees = 0.0
    for (a, b) in zip(mine, original) {
      for column in 1...3 { metres = max(metres, abs(a[column] - b[column])) }
      metres = max(metres, abs(a[8] - b[8]) * 111_000, abs(a[9] - b[9]) * 75_000, abs(a[10] - b[10]))
      degrees = max(degrees, abs((a[18] - b[18]).remainder(dividingBy: 360)))
    }
    print("\(label): samples differ by at most \(worst), poses by \(metres) m and \(degrees)°")
    #expect(metres <= 1000 * digits && degrees < 0.01, "\(label): \(metres) m, \(degrees)°")
  }

  /// The recording of a walk.
  private static let walk = Result {
    let run = try gnomon("simulate", "48.2,16.37;48.2006,16.3704", "--seed", "6", "-o", "-")
    expect(run.status, equals: 0, "\(run.errors)")
    return run.output
  }

  private func simulated() throws -> LoggedWalk {
    LoggedWalk(recording: try Self.walk.get())
  }

  @Test func aLogOfGnssLoggerIsTheWalk() throws {
    let scratch = try Scratch()
    let walk = try simulated(), imported = scratch.path("imported.gnomon")
    let log = try scratch.write(walk.gnssLog, to: "gnss_log.txt")
    let run = try gnomon("import", log, "-o", imported, "--json")
    let summary = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    #expect(
      run.status == 0 && summary?["format"] as? String == "gnss-logger"
        && (summary?["refused"] as? [Any])?.isEmpty == true)
    // A phone states neither its climb nor the height of the geoid.
    try compare(
      imported, walk.told(["A", "G", "M", "P"], without: [8, 13]), in: scratch, digits: 1.01e-4, "GnssLogger")
    #expect(try text(imported).contains("#,profile,hand\n"))
    try expect(gnomon("report", imported, "-o", scratch.path("r.html")).status, equals: 0)
    // Compressed, and to standard output.
    let packed = scratch.path("log.txt.gz")
    let pack = try RigProcess("bash", ["-c", "gzip -c '\(log)' > '\(packed)'"])
    expect(pack.finish().status, equals: 0)
    let lines = try gnomon("import", packed, "-o", "-").output.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let kept = try text(imported).split(separator: "\n").filter { !$0.hasPrefix("#") }
    expect(lines, equals: kept)
  }

  @Test(arguments: [",", ";", "\t"]) func aFolderOfPhyphoxIsTheWalk(_ separator: String) throws {
    let scratch = try Scratch()
    let walk = try simulated(), imported = scratch.path("imported.gnomon")
    let export = try folder(walk.phyphox(separator: separator, decimalComma: separator == ";"), "export", in: scratch)
    let run = try gnomon("import", export, "-o", imported)
    #expect(run.status == 0 && run.errors.contains("from phyphox"), "\(run.errors)")
    try compare(
      imported, walk.told(["A", "G", "M", "B", "P"], without: [8, 9]), in: scratch, digits: 1e-3,
      "phyphox '\(separator)'")
  }

  @Test(.enabled(if: RigProcess.has("python3")), arguments: [false, true])
  func anArchiveOfSensorLoggerIsTheWalk(_ iOS: Bool) throws {
    let scratch = try Scratch()
    let walk = try simulated(), imported = scratch.path("imported.gnomon.gz")
    let export = try folder(walk.sensorLogger(iOS: iOS), "export", in: scratch),
      archive = scratch.path("2026-06-01.zip")
    let zip = try RigProcess("bash", ["-c", "cd '\(export)' && python3 -m zipfile -c '\(archive)' *"])
    expect(zip.finish().status, equals: 0)
    let run = try gnomon("import", archive, "-o", imported)
    #expect(run.status == 0 && run.errors.contains("not read: Annotation.csv"), "\(run.errors)")
    let plain = scratch.path("plain.gnomon")
    try expect(gnomon("recording", "convert", imported, "-o", plain).status, equals: 0)
    try compare(
      plain, walk.told(["A", "G", "M", "B", "P"], without: [8]), in: scratch, digits: 1.01e-4,
      "Sensor Logger, \(iOS ? "iOS" : "Android")")
  }

  @Test func wrongCallsNameTheFix() throws {
    let scratch = try Scratch()
    func check(_ run: Run, _ status: Int32, _ word: String) {
      #expect(run.status == status && run.errors.contains(word), "\(run.status) \(run.errors)")
    }
    let letter = try scratch.write("a letter to a friend\n", to: "letter.txt"), out = scratch.path("o.gnomon")
    check(try gnomon("import", letter), 64, "-o FILE is needed")
    check(try gnomon("import", letter, "-o", out), 1, "name its format with --format, or write a recording")
    check(try gnomon("import", letter, "-o", out, "--format", "phyfox"), 64, "did you mean 'phyphox'?")
    check(try gnomon("import", letter, "-o", out, "--format", "gnss-logger"), 1, "malformed line")
    check(try gnomon("import", scratch.path("none"), "-o", out), 74, "cannot open")
    check(try gnomon("import", letter, "-o", letter), 1, "would overwrite")
    let cut = try scratch.write("PK\u{3}\u{4}", to: "cut.zip")
    check(try gnomon("import", cut, "-o", out), 1, "too short for a ZIP archive")
    let walk = scratch.path("w.gnomon")
    _ = try gnomon("simulate", "bench-rest", "--set", "imu.rate=20", "--set", "gnss.rate=0", "-o", walk)
    check(try gnomon("export", walk), 64, "give --to FORMAT")
    check(try gnomon("export", walk, "--to", "gpz"), 64, "did you mean 'gpx'?")
    check(try gnomon("export", walk, "-o", scratch.path("w.gpx")), 1, "it has no fix")
    check(try gnomon("export", walk, "-o", walk, "--to", "gpx"), 64, "the recording itself")
    check(try gnomon("export", walk, "--to", "csv", "--what", "fixess"), 64, "did you mean 'fixes'?")
  }

  /// Each format follows its specification, checked by a program without gnomon's code, and its points are those of the replay.
  @Test(.enabled(if: RigProcess.has("python3")), arguments: ["gpx", "kml", "geojson", "csv"])
  func anExportIsTheTrackOfTheReplay(_ format: String) throws {
    let scratch = try Scratch()
    let walk = scratch.path("walk.gnomon"), file = scratch.path("walk.\(format)")
    try expect(gnomon("simulate", "straight", "--seed", "3", "-o", walk).status, equals: 0)
    let run = try gnomon("export", walk, "-o", file, "--rate", "2", "--what", "both", "--json")
    expect(run.status, equals: 0, "\(run.errors)")
    let summary = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let counts = try #require(summary?["tracks"] as? [[String: Any]]).map { $0["points"] as? Int ?? 0 }
    var points: [[String]] = []
    if format == "csv" {
      points = try text(file).split(whereSeparator: \.isNewline).dropFirst().map { row in
        let f = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return [f[4], f[5], f[6], f[3]]
      }
    } else {
      let (lines, status) = try RigProcess("track_check.py", [file]).finish()
      expect(status, equals: 0)
      points = lines.map { $0.split(separator: " ").map(String.init) }
    }
    #expect(points.count == counts.reduce(0, +) && counts.count == 2)
    let replay = try gnomon("replay", walk, "--poses", "-").output.split(separator: "\n").dropFirst()
    let poses = replay.map { $0.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan } }
    let separation = format == "gpx" || format == "kml" ? 43.0 : 0
    for point in points.prefix(counts[0]) {
      let numbers = point.prefix(3).map { Double($0) ?? .nan }
      let isThere = poses.contains {
        abs($0[8] - numbers[0]) < 1e-8 && abs($0[9] - numbers[1]) < 1e-8 && abs($0[10] - separation - numbers[2]) < 2e-3
      }
      #expect(isThere, "no pose at \(point)")
      #expect(point[3].hasPrefix("2026-06-01T09:0"))
    }
    let fixes = LoggedWalk.lines(of: try text(walk)).filter { $0.tag == "P" }
    for (point, fix) in zip(points.dropFirst(counts[0]), fixes) {
      expect(abs((Double(point[0]) ?? 0) - (fix.fields[1] ?? 9)), isBelow: 1e-8)
    }
  }

  /// Without the time of day the export contains no invented times.
  @Test(.enabled(if: RigProcess.has("python3")), arguments: ["gpx", "kml", "geojson"])
  func withoutUTCThereAreNoTimes(_ format: String) throws {
    let scratch = try Scratch()
    let fixes = (0..<20).map { "P,\($0),48.\(2000 + $0),16.4,,5,,,,,,2,," }.joined(separator: "\n")
    let walk = try scratch.write("gnomon-recording,1\n\(fixes)\n", to: "fixes.gnomon")
    let file = scratch.path("fixes.\(format)")
    let run = try gnomon("export", walk, "-o", file, "--what", "fixes")
    #expect(run.status == 0 && run.errors.contains("does not contain the time of day"))
    let (lines, status) = try RigProcess("track_check.py", [file]).finish()
    #expect(status == 0 && lines.count == 20 && lines.allSatisfy { $0.hasSuffix("- -") || $0.hasSuffix("0 -") })
  }
}

@Suite(.serialized, .enabled(if: RigProcess.has("gpsd", "python3"))) struct ReceiverImportTests {
  /// The raw output of a dozen real receivers, through a gpsd that the import starts and ends itself.
  @Test(.enabled(if: SharedData.has("data/receivers"))) func realReceivers() throws {
    guard let folder = SharedData.root?.appendingPathComponent("data/receivers") else { return }
    let scratch = try Scratch()
    for log in try FileManager.default.contentsOfDirectory(atPath: folder.path).filter({ $0.hasSuffix(".log") })
      .sorted()
    {
      let recording = scratch.path(log + ".gnomon")
      let run = try gnomon("import", folder.appendingPathComponent(log).path, "-o", recording, "--json")
      if run.status == 77 { return print("skipped: \(run.errors)") }
      expect(run.status, equals: 0, "\(log): \(run.errors)")
      let summary = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
      let count = (summary?["taken"] as? [String: Int])?["fixes"] ?? 0
      // The number depends on gpsd: of neo-m8u 3.22 makes three, 3.25 two; of neo-m8l 19 and 189.
      expect(count, isAtLeast: 2, "\(log)")
      try expect(gnomon("recording", "check", recording).status, equals: 0)
      #expect(try gnomon("export", recording, "--to", "gpx", "--what", "fixes").output.contains("<trkpt"))
      print("\(log): \(count) fixes")
    }
  }

  /// The output of a receiver over hours arrives complete, by the receiver's own clock.
  @Test func hoursOfAReceiver() throws {
    let scratch = try Scratch()
    func sentence(_ text: String) -> String {
      let sum = text.utf8.reduce(0) { $0 ^ $1 }
      return "$\(text)*\(String(format: "%02X", sum))\r\n"
    }
    var log = ""
    for second in 0..<7200 {
      let clock = String(format: "%02d%02d%02d.00", 8 + second / 3600, second / 60 % 60, second % 60)
      let place = String(format: "4723.%07d,N,00832.%07d,E", 8_000_000 + second * 10, 7_000_000 + second * 10)
      log += sentence("GPRMC,\(clock),A,\(place),3.1,45.0,090526,,,A")
      log += sentence("GPGGA,\(clock),\(place),1,06,0.9,408.0,M,47.0,M,,")
      log +=
        sentence("GPGSA,A,3,01,03,06,09,17,22,,,,,,,1.7,0.9,1.4")
        + sentence("GPGST,\(clock),4.2,2.1,1.7,35.0,1.9,1.8,3.3")
    }
    let file = try scratch.write(log, to: "hours.nmea"), recording = scratch.path("hours.gnomon")
    let run = try gnomon("import", file, "-o", recording)
    if run.status == 77 { return print("skipped: \(run.errors)") }
    #expect(run.status == 0 && run.errors.contains("7199 s from a receiver"), "\(run.errors)")
    let fixes = LoggedWalk.lines(of: try text(recording))
    #expect((7198...7200).contains(fixes.count))
    #expect(zip(fixes, fixes.dropFirst()).allSatisfy { abs(($1.fields[0] ?? 0) - ($0.fields[0] ?? 0) - 1) < 1e-6 })
    #expect(try text(recording).contains("#,started,2026-05-09T08:00:0"))
  }

  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
}
