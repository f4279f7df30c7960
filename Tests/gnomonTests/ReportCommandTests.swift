import Expectations
import Foundation
import TestData
import TestSupport
import Testing

/// `gnomon report` as a user runs it.
@Suite struct ReportCommandTests {
  func object(_ run: Run) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any] ?? [:]
  }

  @Test func pageAndFigures() throws {
    let scratch = try Scratch()
    let walk = scratch.path("w.gnomon"), page = scratch.path("w.html")
    _ = try gnomon("simulate", "stairs", "--seed", "3", "-o", walk)
    let run = try gnomon("report", walk, "-o", page)
    #expect(run.status == 0 && run.output.isEmpty && run.errors.contains("w.html"))
    let text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(text.hasPrefix("<!DOCTYPE html>") && text.contains("track-after") && text.contains("track-truth"))
    try expect(gnomon("report", walk, "-o", "-").output, equals: text)
    #expect(
      try gnomon("report", "-", "-o", "-", input: String(contentsOfFile: walk, encoding: .utf8)).output.contains(
        "standard input"))

    // The errors are those of the score.
    let figures = try object(try gnomon("report", walk, "--json"))
    let score = try #require(try object(try gnomon("replay", walk, "--score", "--json"))["accuracy"] as? [String: Any])
    let truth = try #require(figures["truth"] as? [String: Any])
    for (ours, theirs) in [("place_rms_m", "h_rms"), ("heading_rms_deg", "heading_rms"), ("height_rms_m", "v_rms")] {
      let a = try #require(truth[ours] as? Double), b = try #require(score[theirs] as? Double)
      expect(abs(a - b), isBelow: 1e-4 * max(1, b), "\(ours): \(a), not \(b)")
    }
  }

  /// No number of a place or a time of day in the recording is on the anonymous page.
  @Test func anonymousPageHoldsNoPlaceOfTheRecording() throws {
    let scratch = try Scratch()
    let walk = scratch.path("vienna.gnomon")
    _ = try gnomon("simulate", "stairs", "--seed", "3", "-o", walk)
    let page = try gnomon("report", walk, "--anonymise", "-o", "-").output
    let figures = try gnomon("report", walk, "--anonymise", "--json").output
    let plain = try gnomon("report", walk, "-o", "-").output
    // A curve may contain the digits of a year.
    var secrets: Set<String> = ["vienna", "2026-"]
    for line in try String(contentsOfFile: walk, encoding: .utf8).split(separator: "\n") where line.hasPrefix("P,") {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      // Four decimals of a degree are ten meters; seconds since 1970 to the thousand.
      for field in [fields[2], fields[3]] {
        guard let point = field.firstIndex(of: ".") else { continue }
        secrets.insert(String(field[..<(field.index(point, offsetBy: 4, limitedBy: field.endIndex) ?? field.endIndex)]))
      }
      if let utc = fields.first(where: { $0.count >= 10 && (Double($0) ?? 0) > 1e9 }) {
        secrets.insert(String(utc.prefix(7)))
      }
    }
    expect(secrets.count, isAtLeast: 5)
    for secret in secrets {
      #expect(!page.contains(secret), "\(secret)")
      #expect(!figures.contains(secret), "\(secret)")
    }
    #expect(
      plain.contains("vienna") && plain.contains("2026-") && secrets.contains { plain.contains($0) && $0.contains(".") }
    )
  }

  @Test func wrongCallsNameTheFix() throws {
    let scratch = try Scratch()
    let walk = scratch.path("w.gnomon")
    _ = try gnomon("simulate", "bench-rest", "--set", "imu.rate=20", "-o", walk)
    func check(_ run: Run, _ status: Int32, _ word: String) {
      #expect(run.status == status && run.errors.contains(word), "\(run.errors)")
    }
    check(try gnomon("report"), 64, "usage: gnomon report")
    check(try gnomon("report", "-"), 64, "-o PAGE")
    check(try gnomon("report", walk, "-o", walk), 64, "the recording itself")
    check(try gnomon("report", walk, "-o", "/nowhere/p.html"), 74, "/nowhere/p.html: cannot write")
    check(try gnomon("report", walk, "-o", "-", "--json"), 64, "standard output")
    check(try gnomon("report", walk, "--anonymize"), 64, "did you mean '--anonymise'?")
    check(try gnomon("report", walk, "--set", "rest.tim=3"), 64, "did you mean 'rest.time'?")
    // A recording that ends where the battery was empty: users send such files.
    let packed = scratch.path("w.gnomon.gz"), torn = scratch.path("torn.gnomon.gz"), page = scratch.path("torn.html")
    _ = try gnomon("recording", "convert", walk, "-o", packed)
    try Data(contentsOf: URL(fileURLWithPath: packed)).prefix(20_000).write(to: URL(fileURLWithPath: torn))
    check(try gnomon("report", torn, "-o", page), 1, "ends too early")
    #expect(try String(contentsOfFile: page, encoding: .utf8).contains("damaged and ends early"))
    // A recording without any fix gives a page too.
    let lines = try String(contentsOfFile: walk, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("P,") }
    let blind = try scratch.write(lines.joined(separator: "\n") + "\n", to: "blind.gnomon")
    #expect(try gnomon("report", blind, "-o", "-").output.contains("No fix"))
  }

  /// The page of a recording in a real browser: fixes and the fused track are at the places of the recording and the replay. Fonts
  /// may be higher than the usual ones.
  @Test(.enabled(if: Browser.isHere, "needs Chromium"), arguments: Browser.Fonts.here)
  func tracksOfThePageAreAtTheirPlaces(fonts: Browser.Fonts) throws {
    let scratch = try Scratch()
    let simulated = scratch.path("walk.gnomon")
    _ = try gnomon("simulate", "straight", "--seed", "4", "-o", simulated)
    var sessions = [(simulated, "head")]
    let real = SharedData.recordings.first { $0.hasSuffix("ipin-t01r1.gnomon.gz") }
    if let real { sessions.append((real, "hand")) }
    for (path, profile) in sessions { try compare(path, profile, fonts, scratch) }
  }

  private func compare(_ path: String, _ profile: String, _ fonts: Browser.Fonts, _ scratch: Scratch) throws {
    let page = scratch.path("page.html"), table = scratch.path("poses.csv"), plain = scratch.path("plain.gnomon")
    let corrections = scratch.path("corrections.csv")
    try expect(gnomon("report", path, "--profile", profile, "-o", page).status, equals: 0)
    _ = try gnomon(
      "replay", path, "--profile", profile, "--rate", "20", "--poses", table,
      "--corrections", corrections)
    _ = try gnomon("recording", "convert", path, "-o", plain)
    func places(_ text: String, _ columns: (Int, Int), _ prefix: String) -> [(latitude: Double, longitude: Double)] {
      text.split(separator: "\n").filter { $0.hasPrefix(prefix) }.compactMap { line in
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        guard let a = Double(fields[columns.0]), let b = Double(fields[columns.1]) else { return nil }
        return (a, b)
      }
    }
    let fixes = places(try String(contentsOfFile: plain, encoding: .utf8), (2, 3), "P,")
    let poses = places(try String(contentsOfFile: table, encoding: .utf8), (8, 9), "")
    let answer = try Browser.ask(
      URL(fileURLWithPath: page), width: 1000, in: fonts,
      PageProbe.functions + """
        const track = page.querySelector("#track-after");
        return {scale: box("#scale"), label: page.querySelector(".scale text").textContent, fixes: starts("#plan .fix"),
          hands: all("#plan .turn .hand").map(path => [onPage(path, 0), onPage(path, 1)]),
          after: [...Array(4001).keys()].map(i => onPage(track, i / 4000)), faults: (() => { \(PageProbe.faults) })()};
        """)
    expect(answer.complaints, equals: [], "\(answer.complaints)")
    let value = try #require(answer.value as? [String: Any])
    let faults = try #require(value["faults"] as? [String: Any])
    #expect(faults["faults"] as? [String] == [] && faults["loaded"] as? Int == 0 && faults["wide"] as? Int == 1000)
    let bar = try #require(value["scale"] as? [String: Double]), label = try #require(value["label"] as? String)
    let perPixel = (Double(label.prefix { $0 != " " }) ?? .nan) / (bar["width"] ?? .nan)
    let dots = try #require(value["fixes"] as? [[Double]]), track = try #require(value["after"] as? [[Double]])
    #expect(dots.count == fixes.count && poses.count > 50)

    // Meters by the lengths of a degree at the first fix (WGS 84), as in map-making.
    let home = fixes[0], sine = sin(home.latitude * .pi / 180)
    let w = (1 - 0.00669437999014 * sine * sine).squareRoot()
    let north = 6_378_137 * (1 - 0.00669437999014) / (w * w * w) * .pi / 180
    let east = 6_378_137 / w * cos(home.latitude * .pi / 180) * .pi / 180
    func pixel(_ place: (latitude: Double, longitude: Double)) -> [Double] {
      [
        dots[0][0] + (place.longitude - home.longitude) * east / perPixel,
        dots[0][1] - (place.latitude - home.latitude) * north / perPixel,
      ]
    }
    func apart(_ a: [Double], _ b: [Double]) -> Double { hypot(a[0] - b[0], a[1] - b[1]) }
    let worstFix = zip(dots, fixes).map { apart($0, pixel($1)) }.max() ?? 99
    expect(worstFix, isBelow: 1, "\(path): a fix is \(worstFix) pixels off")
    let worstPose = poses.map { pose in track.map { apart($0, pixel(pose)) }.min() ?? 99 }.max() ?? 99
    expect(worstPose, isBelow: 2, "\(path): a pose is \(worstPose) pixels from the track")

    // Each correction drawn on the plan is one of the replay's: at the wearer's place at that time, in the direction of its yaw.
    func rows(_ path: String) throws -> [[Double]] {
      try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst().map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
      }
    }
    let known = try rows(corrections), times = try rows(table)
    let hands = try #require(value["hands"] as? [[[Double]]])
    #expect(!hands.isEmpty)
    for hand in hands {
      let azimuth = atan2(hand[1][0] - hand[0][0], hand[0][1] - hand[1][1]) * 180 / .pi
      let isKnown = known.contains { row in
        // Columns: t, …, yaw before and after.
        guard (row[5] - azimuth).remainder(dividingBy: 360).magnitude < 1.5,
          (row[5] - row[4]).remainder(dividingBy: 360).magnitude >= 1
        else { return false }
        return times.contains { ($0[0] - row[0]).magnitude < 0.6 && apart(hand[0], pixel(($0[8], $0[9]))) < 2 }
      }
      #expect(isKnown, "\(path): a correction along \(azimuth)° that the replay does not know")
    }
  }
}
