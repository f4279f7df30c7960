import Expectations
import Foundation
import Geometry
import GnomonClient
import TestSupport
import Testing

/// A recording with its own configuration and state: `gnomon replay` and `gnomond replay` begin with the same ones, and give the
/// same poses.
@Suite struct ReplayAgreementTests {
  /// Returns a walk whose recording contains the learned state of another session, and changed parameters.
  private func recording(_ scratch: Scratch) throws -> String {
    let walk = scratch.path("w.gnomon"), saved = scratch.path("learned.json")
    try expect(gnomon("simulate", "straight", "--seed", "6", "-o", walk).status, equals: 0)
    try expect(gnomon("replay", walk, "--save-state", saved).status, equals: 0)
    let state = try String(contentsOfFile: saved, encoding: .utf8).split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }.joined()
    var lines = try String(contentsOfFile: walk, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    lines.insert("#,state,\(state)", at: 1)
    lines.insert(
      #"#,configuration,{"Parameters.fix.latency":"0.6","Parameters.compass.use":"off","IMU.Rate":"200"}"#, at: 1)
    return try scratch.write(lines.joined(separator: "\n"), to: "recorded.gnomon")
  }

  private struct Row: Equatable {
    var position: [Double]
    var orientation: [Double]
    var heading: Double?
  }

  private func rows(_ path: String, _ arguments: String...) throws -> [Int64: Row] {
    var rows: [Int64: Row] = [:]
    for line in try gnomonArray(["replay", path, "--poses", "-"] + arguments).output.split(separator: "\n").dropFirst()
    {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard let time = Double(fields[0]) else { continue }
      rows[Int64((time * 1e9).rounded())] = Row(
        position: fields[1...3].map { Double($0) ?? .nan }, orientation: fields[4...7].map { Double($0) ?? .nan },
        heading: Double(fields[18]))
    }
    return rows
  }

  private func firstTime(_ path: String) throws -> Int64 {
    let line = try #require(
      try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").first {
        $0.hasPrefix("A,") || $0.hasPrefix("G,")
      })
    return Int64(((Double(line.split(separator: ",")[1]) ?? .nan) * 1e9).rounded())
  }

  @Test func theDaemonBeginsWithTheRecordedState() throws {
    let scratch = try Scratch(), path = try recording(scratch), again = scratch.path("again.gnomon")
    let demo = try Demo(["replay", path, "--speed", "8", "--record", again])
    let client = try patientClient(demo.socket)
    client.setPatience(.seconds(60))
    var published: [Int64: Row] = [:]
    try client.tracking.subscribe(streams: [.pose], rate: 1000) { message in
      guard let pose = message.pose else { return true }
      let p = pose.pose.position, q = pose.pose.rotation.quaternion
      published[pose.time] = Row(
        position: [p.x, p.y, p.z], orientation: [q.x, q.y, q.z, q.w], heading: pose.heading?.degrees)
      return published.count < 4000
    }
    // The daemon moves the recording's time so that its first sample is now.
    let shift = try firstTime(again) - firstTime(path)
    let known = try rows(path),
      bare = try rows(path, "--state", "none", "--set", "fix.latency=0.25", "--set", "compass.use=full")
    var compared = 0, worst = 0.0, worstHeading = 0.0, apart = 0.0
    func off(_ a: Double?, _ b: Double?) -> Double { (a ?? 0) - (b ?? 0) }
    for (time, row) in published {
      // Seconds in a table are doubles: nanoseconds are exact to within a few.
      guard let expected = (-200...200).lazy.compactMap({ known[time - shift + Int64($0)] }).first else { continue }
      compared += 1
      for (a, b) in zip(row.position, expected.position) { worst = max(worst, abs(a - b)) }
      expect((row.heading == nil), equals: (expected.heading == nil))
      worstHeading = max(worstHeading, off(row.heading, expected.heading).remainder(dividingBy: 360).magnitude)
      if let other = (-200...200).lazy.compactMap({ bare[time - shift + Int64($0)] }).first {
        apart = max(apart, off(row.heading, other.heading).remainder(dividingBy: 360).magnitude)
      }
    }
    print(
      "\(compared) poses of both: at most \(worst) m and \(worstHeading)° apart; without what is recorded \(apart)°")
    #expect(compared > 1000 && worst < 1e-3 && worstHeading < 1e-3 && apart > 0.1)
    // Its own recording has the same beginning.
    let header = try String(contentsOfFile: again, encoding: .utf8).split(separator: "\n").prefix {
      !$0.hasPrefix("A,") && !$0.hasPrefix("G,")
    }
    let original = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").prefix(12)
    #expect(header.contains { $0.hasPrefix("#,configuration,") && $0.contains("fix.latency") })
    expect(original.first { $0.hasPrefix("#,state,") }, equals: header.first { $0.hasPrefix("#,state,") })
  }

  @Test func invalidRecordedSettingsAreNamed() throws {
    let scratch = try Scratch()
    let walk = scratch.path("w.gnomon")
    _ = try gnomon("simulate", "bench-sides", "-o", walk)
    let lines = try String(contentsOfFile: walk, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    for (line, word) in [
      (#"#,configuration,[]"#, "expected an object"), (#"#,calibration,{"gyroscope":{}}"#, "gyroscope.offset"),
    ] {
      let path = try scratch.write(
        ([lines[0], Substring(line)] + lines.dropFirst()).joined(separator: "\n"), to: "bad.gnomon")
      let command = try gnomon("replay", path)
      #expect(command.status != 0 && command.errors.contains(word), "\(command.errors)")
      let daemon = try run(Products.url("gnomond"), ["replay", path, "--socket", scratch.path("s"), "--for", "1"])
      #expect(daemon.status == 74 && daemon.errors.contains(word), "\(daemon.errors)")
    }
    // A name of another version is said, and the rest is replayed.
    let other = try scratch.write(
      ([lines[0], #"#,configuration,{"Parameters.fix.latenzy":"1"}"#] + lines.dropFirst()).joined(separator: "\n"),
      to: "other.gnomon")
    let note = "#,configuration: no parameter 'fix.latenzy'; ignored", replayed = try gnomon("replay", other)
    #expect(replayed.status == 0 && replayed.errors.contains(note), "\(replayed.errors)")
    let daemon = try run(Products.url("gnomond"), ["replay", other, "--socket", scratch.path("s"), "--for", "1"])
    #expect(daemon.status == 0 && daemon.errors.contains(note), "\(daemon.errors)")
  }

  /// A route that was loaded while a daemon recorded is in the recording: the report shows it, and a replay follows it.
  @Test func aRecordedRouteIsFollowedAgain() throws {
    let scratch = try Scratch()
    let way = try scratch.write(
      Demo.route([Demo.place(0), Demo.place(85), Demo.place(85, right: 124)]), to: "way.json")
    let path: String
    do {
      let demo = try Demo(["simulate", "city-blocks", "--speed", "20"])
      try expect(demo.run("route", "load", way, "--name", "Pier 7").status, equals: 0)
      // It was loaded before: a recording that begins later must contain it as well.
      let started = try demo.run("record", "start", "--json")
      path = try #require(try object(started)["path"] as? String, "\(started)")
      try expect(demo.run("wait", "--heading", "15deg", "--timeout", "60").status, equals: 0)
      // The recording goes on for twenty seconds of the session.
      let client = try patientClient(demo.socket), start = try #require(client.tracking.getStatus().pose?.time)
      try waitUntil { try client.tracking.getStatus().pose.map { $0.time - start > 20_000_000_000 } ?? false }
      try expect(demo.run("route", "clear").status, equals: 0)
      try expect(demo.run("record", "stop").status, equals: 0)
      try FileManager.default.copyItem(atPath: path, toPath: scratch.path("kept.gnomon"))
    }
    let kept = scratch.path("kept.gnomon")
    let figures = try object(try gnomon("report", kept, "--json"))
    let route = try #require(figures["route"] as? [String: Any], "\(figures)")
    #expect(route["name"] as? String == "Pier 7" && ((route["length_m"] as? Double ?? 0) - 209).magnitude < 1)
    let texts = (figures["events"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
    #expect(texts.contains { $0.contains("to Pier 7") } && texts.contains("the route was cleared"), "\(texts)")
    #expect(!(try gnomon("report", kept, "--anonymise", "-o", "-").output.contains("Pier 7")))

    let replay = try Demo(["replay", kept, "--speed", "5"])
    let shown = try replay.run("route", "show", "--json")
    #expect(shown.output.contains("Pier 7"), "\(shown)")
  }
}
