import Expectations
import Foundation
import TestData
import TestSupport
import Testing

/// `gnomon replay` and `gnomon score` as a user runs them.
@Suite struct ReplayTests {
  func object(_ run: Run) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any] ?? [:]
  }

  @Test func replayWritesPosesAndScoresThem() throws {
    let scratch = try Scratch()
    let walk = scratch.path("w.gnomon"), poses = scratch.path("p.csv"), again = scratch.path("q.csv")
    _ = try gnomon("simulate", "look-around", "-o", walk)
    let run = try gnomon("replay", walk, "--profile", "free", "--poses", poses, "--score", "--json")
    expect(run.status, equals: 0)
    let accuracy = try #require(try object(run)["accuracy"] as? [String: Any])
    #expect((accuracy["inclination_rms"] as? Double ?? 9) < 3 && accuracy["orientation_missing"] as? Int == 0)

    let text = try String(contentsOfFile: poses, encoding: .utf8)
    let lines = text.split(separator: "\n")
    expect(
      lines.first,
      equals:
        "t,x,y,z,qx,qy,qz,qw,lat,lon,height,hacc,vacc,yaw_offset,yaw_sigma,tracking,localization,yaw_applied,heading,vx,vy,vz"
    )
    #expect(lines.dropFirst().allSatisfy { $0.split(separator: ",", omittingEmptySubsequences: false).count == 22 })
    expect(lines.count, isAbove: 23_000)

    // the same figures from the file, and the same bytes again
    let scored = try object(try gnomon("score", walk, poses, "--json"))
    #expect(scored["orientation_n"] as? Int == accuracy["orientation_n"] as? Int)
    expect(abs((scored["total_rms"] as? Double ?? 0) - (accuracy["total_rms"] as? Double ?? 9)), isBelow: 1e-4)
    _ = try gnomon("replay", walk, "--profile", "free", "--poses", again)
    let first = try bytes(poses), second = try bytes(again)
    expect(first, equals: second)
    let piped = try gnomon(
      "replay", "-", "--profile", "free", "--poses", "-", input: String(contentsOfFile: walk, encoding: .utf8))
    expect(Data(piped.output.utf8), equals: first)
    let thin = try gnomon("replay", walk, "--profile", "free", "--rate", "2", "--poses", "-")
    #expect((235...245).contains(thin.output.split(separator: "\n").count))
  }

  /// Without an option it says how the session ended, and what would say more.
  @Test func aReplayWithoutOptionsSummarizesTheSession() throws {
    let scratch = try Scratch(), walk = scratch.path("w.gnomon")
    _ = try gnomon("simulate", "straight", "-o", walk)
    let run = try gnomon("replay", walk, "--profile", "head")
    #expect(run.status == 0 && run.output.isEmpty)
    for word in ["poses as head", "localized in ", "at the end 48.", "heading ", "gnomon report \(walk)"] {
      #expect(run.errors.contains(word), "\(run.errors)")
    }
    let summary = try object(try gnomon("replay", walk, "--profile", "head", "--json"))
    let end = try #require(summary["end"] as? [String: Any])
    let share = try #require(summary["localized_share"] as? Double)
    #expect(share > 0.3 && share <= 1 && (summary["length_s"] as? Double ?? 0) > 50)
    #expect(end["localization"] as? String == "localized" && (end["heading_sigma_deg"] as? Double ?? 99) < 25)
    #expect((end["latitude_deg"] as? Double ?? 0) > 48 && (end["horizontal_accuracy"] as? Double ?? 99) < 20)
  }

  @Test func wrongCallsAndUnfitRecordingsAreNamed() throws {
    let scratch = try Scratch()
    let walk = scratch.path("w.gnomon")
    _ = try gnomon("simulate", "bench-sides", "-o", walk)
    func check(_ run: Run, _ status: Int32, _ word: String) {
      #expect(run.status == status && run.errors.contains(word), "\(run.errors)")
    }
    check(try gnomon("replay", walk, "--profile", "heed"), 64, "did you mean 'head'?")
    check(try gnomon("replay", walk, "--set", "rest.tim=3"), 64, "did you mean 'rest.time'?")
    check(
      try gnomon("replay", walk, "--profile", "head", "--set", "compass.hardiron=2"), 64,
      "profile head does not read compass.hardiron, only free does; set compass.device_field")
    check(try gnomon("replay", walk, "--hide-fixes", "10"), 64, "START:LEN")
    check(try gnomon("replay", walk, "--rate", "0"), 64, "--rate must be")
    check(try gnomon("replay", walk, "--poses", "/nowhere/p.csv"), 74, "/nowhere/p.csv: cannot write")
    check(try gnomon("replay", walk, "--calibration", scratch.path("none")), 74, "none")
    let broken = try scratch.write("{\"gyroscope\": {}}", to: "c.json")
    check(try gnomon("replay", walk, "--calibration", broken), 1, "gyroscope.offset")
    let deaf = try scratch.write("gnomon-recording,1\nA,1,0,9.8,0\nA,2,0,9.8,0\n", to: "deaf.gnomon")
    check(try gnomon("replay", deaf), 1, "no gyroscope samples")
    let light = try scratch.write("gnomon-recording,1\nG,1,0,0,0\nG,2,0,0,0\n", to: "light.gnomon")
    check(try gnomon("replay", light), 1, "no accelerometer samples")
    let poses = try scratch.write("t,qx\n1,0\n", to: "p.csv")
    check(try gnomon("score", walk, poses), 1, "p.csv:1: no column")
    let ofHead = try gnomon("replay", "--list", "--profile", "head").output,
      ofAll = try gnomon("replay", "--list").output
    #expect(ofHead.contains("gravity.velocity_noise") && ofAll.contains("compass.hardiron"))
    #expect(ofHead.contains("compass.device_field") && !ofHead.contains("compass.hardiron"))
  }

  @Test func calibrationsApply() throws {
    let scratch = try Scratch()
    let walk = scratch.path("w.gnomon"), poses = scratch.path("p.csv")
    _ = try gnomon("simulate", "bench-rest", "--ideal", "--set", "imu.rate=20", "-o", walk)
    // A calibration with an error of 0.2 rad/s about up: more than rest can interpret as a bias.
    let text = "{\"gyroscope\":{\"offset\":[0,0.2,0]}}"
    let file = try scratch.write(text, to: "c.json")
    func lastHeading(_ arguments: String...) throws -> Double {
      _ = try gnomonArray(
        ["replay", walk, "--profile", "free", "--set", "scene.heading_wait=0", "--poses", poses] + arguments)
      let rows = try String(contentsOfFile: poses, encoding: .utf8).split(separator: "\n")
      let cells = rows[rows.count / 10].split(separator: ",", omittingEmptySubsequences: false)
      return Double(cells[5]) ?? .nan  // qy
    }
    let plain = try lastHeading(), shifted = try lastHeading("--calibration", file)
    expect(abs(plain - shifted), isAbove: 0.1)
    // the recorded one is used, unless another is given
    let recorded = try String(contentsOfFile: walk, encoding: .utf8)
      .replacingOccurrences(of: "#,license,CC0-1.0\n", with: "#,license,CC0-1.0\n#,calibration,\(text)\n")
    try recorded.write(toFile: walk, atomically: true, encoding: .utf8)
    let asRecorded = try lastHeading(), without = try lastHeading("--calibration", "none")
    #expect(asRecorded == shifted && without == plain)
  }

  /// An impossible calibration, in the recording or in a file: every command that replays names the number, its place, and the
  /// remedy.
  @Test(arguments: ["1e300", "-9223372036854775807", "1e19"]) func impossibleCalibrationsAreNamed(number: String)
    throws
  {
    let scratch = try Scratch()
    let walk = scratch.path("w.gnomon"), text = "{\"magnetometer\":{\"offset\":[0,\(number),0]}}"
    _ = try gnomon("simulate", "bench-rest", "-o", walk)
    var lines = try String(contentsOfFile: walk, encoding: .utf8).components(separatedBy: "\n")
    lines.insert("#,calibration,\(text)", at: 1)
    let spoiled = try scratch.write(lines.joined(separator: "\n"), to: "spoiled.gnomon")
    let file = try scratch.write(text, to: "c.json")
    func check(_ run: Run, _ place: String) {
      #expect(run.status == 1 && run.errors.contains("\(place): "), "\(run.errors)")
      #expect(
        run.errors.contains("magnetometer.offset[1] is ") && run.errors.contains("calibrate again"), "\(run.errors)")
    }
    check(try gnomon("replay", spoiled, "--poses", scratch.path("p.csv")), "\(spoiled):2: #,calibration")
    check(try gnomon("export", spoiled, "-o", scratch.path("o.kml")), "\(spoiled):2: #,calibration")
    check(try gnomon("report", spoiled, "-o", scratch.path("r.html")), "\(spoiled):2: #,calibration")
    check(try gnomon("replay", walk, "--calibration", file), file)
  }

  /// The evaluation tool's own computation, if it is available.
  @Test(.enabled(if: SharedData.has("tools/score.py"), "needs shared/tools"))
  func theScoreAgreesWithAnotherProgram() throws {
    let scratch = try Scratch()
    let walk = scratch.path("w.gnomon"), poses = scratch.path("p.csv")
    _ = try gnomon("simulate", "straight", "-o", walk)
    _ = try gnomon("replay", walk, "--profile", "head", "--hide-fixes", "60:30", "--poses", poses)
    let ours = try object(try gnomon("score", walk, poses, "--hidden", "60:30", "--json"))
    let judge = Process(), pipe = Pipe()
    judge.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let tool = try #require(SharedData.root).appendingPathComponent("tools/score.py").path
    judge.arguments = ["python3", tool, walk, poses, "--hidden", "60:30", "--json"]
    judge.standardOutput = pipe
    try judge.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    judge.waitUntilExit()
    let theirs = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    for (key, value) in theirs {
      if let expected = value as? Double {
        expect(abs((ours[key] as? Double ?? .nan) - expected), isBelow: 1e-4 * max(1, abs(expected)), "\(key)")
      }
    }
  }
}
