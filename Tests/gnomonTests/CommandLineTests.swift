import Expectations
import Foundation
import TestSupport
import Testing

/// Runs the real executable that was built with the tests.
func gnomon(_ arguments: String..., input: String = "") throws -> Run { try gnomonArray(arguments, input: input) }

/// Waits until a command that asks a daemon succeeds, or the daemon has ended.
func waitForAnswer(_ command: String = "status", at socket: String, of isRunning: @autoclosure () -> Bool = true) throws
{
  try waitUntil { try gnomon(command, "--socket", socket).status == 0 || !isRunning() }
}

/// Runs the command. `environment` is added to that of the tests, without any server or proxy.
func gnomonArray(
  _ arguments: [String], input: String = "", environment: [String: String] = [:]
) throws -> Run {
  let usual = ["GNOMON_ROUTER": "", "GNOMON_UNITS": "metric", "GNOMON_OVERPASS": "", "no_proxy": "*", "NO_PROXY": "*"]
  return try run(Products.url("gnomon"), arguments, input: input, environment: usual.merging(environment) { $1 })
}

func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

@Suite struct CommandLineTests {
  @Test func everyCommandHasHelp() throws {
    let overview = try gnomon()
    #expect(overview.status == 0 && overview.output.contains("geo field") && overview.output.contains("simulate"))
    for command in [
      "simulate", "report", "geo field", "geo inverse", "geo direct", "geo local", "geo bearing", "geo sun",
      "recording info",
      "recording check", "recording convert", "recording cut",
    ] {
      #expect(overview.output.contains(command))
      let words = command.split(separator: " ").map(String.init) + ["--help"]
      let help = try gnomonArray(words)
      #expect(help.status == 0 && help.output.contains("usage: gnomon \(command)") && help.output.contains("examples:"))
    }
    #expect(try gnomon("geo").output.contains("geo sun"))
  }

  @Test func wrongCallsNameTheFix() throws {
    func check(_ run: Run, _ status: Int32, _ words: String...) {
      expect(run.status, equals: status, "\(run.errors)")
      for word in words { #expect(run.errors.contains(word), "\(run.errors)") }
      #expect(run.output.isEmpty)
    }
    check(try gnomon("simulat"), 64, "did you mean 'simulate'?")
    check(try gnomon("geo", "feild"), 64, "did you mean 'geo field'?")
    check(try gnomon("geo", "field", "48"), 64, "usage: gnomon geo field")
    check(try gnomon("geo", "field", "48", "x"), 64, "LON must be a number, not 'x'")
    check(try gnomon("geo", "field", "98", "16"), 1, "latitude", "90")
    check(try gnomon("geo", "field", "48", "16", "--yaer", "2026"), 64, "did you mean '--year'?")
    check(try gnomon("geo", "field", "48", "16", "--year"), 64, "--year needs Y")
    check(try gnomon("simulate", "straigt"), 64, "did you mean 'straight'?")
    check(try gnomon("simulate", "straight", "--set", "imu.rat=5"), 64, "did you mean 'imu.rate'?")
    check(try gnomon("simulate", "straight", "--set", "imu.rate=5"), 64, "outside 10")
    check(try gnomon("simulate", "straight", "--fault", "gap"), 64, "no '@START'")
    check(try gnomon("simulate", "straight", "--seed", "-1"), 64, "--seed must be a whole number")
    check(try gnomon("simulate", "1,2"), 1, "fewer than two")
    check(try gnomon("simulate", "1,2;3,x"), 1, "way-points:2")
    check(try gnomon("simulate", "/nowhere/plan.csv"), 74, "/nowhere/plan.csv: cannot open")
    check(try gnomon("simulate", "straight", "-o", "/nowhere/out.gnomon"), 74, "/nowhere/out.gnomon: cannot open")
    check(try gnomon("recording", "info", "/nowhere/in.gnomon"), 74, "cannot open")
    check(try gnomon("recording", "convert", "x"), 64, "-o OUT is needed")
    check(try gnomon("recording", "cut", "x", "-o", "y", "--from", "5", "--to", "4"), 64, "--from is after --to")
  }

  @Test func magneticField() throws {
    // A row of the model authors' own test values (WMM2025 report): 2025.0, 80° N 0° E, sea level.
    let run = try gnomon("geo", "field", "80", "0", "--height", "0", "--year", "2025", "--json")
    let field = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    expect(abs((field["north_nT"] as? Double ?? 0) - 6521.6), isBelow: 0.1)
    expect(abs((field["east_nT"] as? Double ?? 0) - 145.9), isBelow: 0.1)
    expect(abs((field["down_nT"] as? Double ?? 0) - 54791.5), isBelow: 0.1)
    expect(abs((field["declination_deg"] as? Double ?? 0) - 1.28), isBelow: 0.01)
    let late = try gnomon("geo", "field", "80", "0", "--year", "2031")
    #expect(late.status == 1 && late.errors.contains("2030") && late.errors.contains("coefficient"))
    let lines = try gnomon(
      "geo", "field", "--year", "2026", input: "48.2 16.37\n# a remark\n\n-33.8,151.2,100,2027.5\n")
    #expect(lines.status == 0 && lines.output.split(separator: "\n").count == 2)
    let broken = try gnomon("geo", "field", input: "48.2 16.37\n48.2\n")
    #expect(broken.status == 1 && broken.errors.contains("standard input:2"))
  }

  @Test func coefficientFilesMayBeReplaced() throws {
    let scratch = try Scratch()
    let none = try scratch.write("hello\n", to: "none.cof")
    let run = try gnomon("geo", "field", "48", "16", "--model", none)
    #expect(run.status == 1 && run.errors.contains("none.cof") && run.errors.contains("line 1"))
    let missing = try gnomon("geo", "field", "48", "16", "--model", scratch.path("no.cof"))
    #expect(missing.status == 74 && missing.errors.contains("no.cof"))
  }

  @Test func geodesicsAndPlanes() throws {
    let inverse = try gnomon("geo", "inverse", "40.6", "-73.8", "51.6", "-0.5")
    #expect(inverse.output.contains("5551759.4"))  // Karney 2013, near the example of table 2: JFK to LHR
    let azimuths = inverse.output.split(separator: "\n").filter { $0.contains("azimuth") }
    #expect(azimuths.count == 2 && azimuths[0].contains("51.19888") && azimuths[1].contains("107.8"), "\(azimuths)")
    let back = try gnomon("geo", "direct", "40.6", "-73.8", "51.198882845579824", "5551759.400318679")
    #expect(back.output.contains("51.6") && back.output.contains("-0.5"))
    let local = try gnomon("geo", "local", "48.2", "16.37", "200", "48.3", "16.37", "200", "--json")
    #expect(local.output.contains("\"north_m\""))
    let inverted = try gnomon("geo", "local", "--inverse", "48.2", "16.37", "200", "0", "0", "1.6")
    #expect(inverted.output.contains("201.6"))
    #expect(try gnomon("geo", "bearing", "0", "0", "0", "1").output.contains("90"))
    let sun = try gnomon("geo", "sun", "48.2", "16.37", "--time", "2026-06-21T11:00:00Z", "--json")
    #expect(sun.output.contains("\"light\": \"day\""))
    try expect(gnomon("geo", "sun", "48.2", "16.37", "--time", "noon").status, equals: 64)
  }

  @Test func simulationsAreReproducible() throws {
    let scratch = try Scratch()
    let a = scratch.path("a.gnomon"), b = scratch.path("b.gnomon"), c = scratch.path("c.gnomon.gz")
    for path in [a, b, c] { try expect(gnomon("simulate", "stairs", "--seed", "5", "-o", path).status, equals: 0) }
    let first = try bytes(a), second = try bytes(b)
    expect(first, equals: second)
    let piped = try gnomon("simulate", "stairs", "--seed", "5")
    expect(Data(piped.output.utf8), equals: first)
    #expect(try gnomon("recording", "check", a, c).output.contains("sound"))
    let list = try gnomon("simulate", "--list")
    #expect(list.output.contains("city-blocks") && list.output.contains("gyroscope.noise"))
    let tour = try scratch.write("# a tour\n48.2,16.37\n48.2004,16.3706,201\n48.2,16.371\n", to: "tour.csv")
    let walked = try gnomon("simulate", tour, "--ideal", "--set", "imu.rate=50", "-o", scratch.path("t.gnomon"))
    #expect(walked.status == 0 && walked.errors.contains("seed 1"))
  }

  @Test func tracesAreSimulated() throws {
    let scratch = try Scratch()
    let trace = scratch.path("a.csv"), again = scratch.path("b.csv")
    let first = try gnomon("simulate", "around", "--seed", "2", "-o", scratch.path("a.gnomon"), "--trace", trace)
    expect(first.status, equals: 0)
    let second = try gnomon("simulate", trace, "-o", scratch.path("b.gnomon"), "--trace", again)
    #expect(second.status == 0 && second.errors.contains("184"))
    #expect(try String(decoding: bytes(again), as: UTF8.self).hasPrefix("t,x,y,z,qx,qy,qz,qw\n0.0,"))

    let header = "t,x,y,z,qx,qy,qz,qw\n"
    let gap = try scratch.write(header + "0,0,0,0,0,0,0,1\n0.4,0,0,0,0,0,0,1\n", to: "gap.csv")
    let refused = try gnomon("simulate", gap)
    #expect(refused.status == 1 && refused.errors.contains("gap.csv:3: t: a gap of 0.4 s"))
    let headless = try scratch.write("t,x,y,z\n0,0,0,0\n", to: "headless.csv")
    #expect(try gnomon("simulate", headless).errors.contains("headless.csv:1: no column 'qx'"))
  }

  @Test func recordingsAreInspected() throws {
    let scratch = try Scratch()
    let path = scratch.path("walk.gnomon.gz")
    _ = try gnomon("simulate", "stairs", "-o", path)
    let info = try gnomon("recording", "info", path)
    #expect(info.output.contains("gyroscope") && info.output.contains("200") && info.output.contains("profile"))
    let json = try gnomon("recording", "info", path, "--json")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let streams = try #require(object["lines"] as? [String: [String: Any]])
    expect(abs((streams["G"]?["rate_hz"] as? Double ?? 0) - 200), isBelow: 1e-6)

    let bad = try scratch.write("gnomon-recording,1\nA,1,0,9.8,0\nA,2,nan,0,0\nA,1.5,0,0,0\njunk\n", to: "bad.gnomon")
    let check = try gnomon("recording", "check", bad, "--json")
    #expect(
      check.status == 1 && check.output.contains("not finite: line 3")
        && check.output.contains("malformed line: line 5"))
    #expect(try gnomon("recording", "info", bad).output.contains("not finite"))
    let notOne = try scratch.write("time,x\n", to: "no.csv")
    let refused = try gnomon("recording", "info", notOne)
    #expect(refused.status == 1 && refused.errors.contains("no.csv:1: not a recording"))

    let plain = scratch.path("plain.gnomon"), again = scratch.path("again.gnomon.gz")
    try expect(gnomon("recording", "convert", path, "-o", plain).status, equals: 0)
    try expect(gnomon("recording", "convert", plain, "-o", again).status, equals: 0)
    let original = try bytes(path), returned = try bytes(again)
    expect(original, equals: returned)
    try expect(gnomon("recording", "convert", plain, "-o", plain).status, equals: 1)
    #expect(
      try gnomon("recording", "convert", bad, "-o", scratch.path("b.gnomon")).errors.contains("left out 2 refused"))
    let truncated = scratch.path("cut.gnomon.gz")
    try Data(contentsOf: URL(fileURLWithPath: path)).prefix(20_000).write(to: URL(fileURLWithPath: truncated))
    let rescued = try gnomon("recording", "convert", truncated, "-o", scratch.path("rescued.gnomon"))
    #expect(rescued.status == 1 && rescued.errors.contains("ends too early"))
    try expect(gnomon("recording", "check", scratch.path("rescued.gnomon")).status, equals: 0)
  }

  /// The figures of a copy: its lines are those that `recording check` counts, and what was left out has a reason.
  @Test func copiesOfRecordingsAreSummarizedInJSON() throws {
    let scratch = try Scratch(), walk = scratch.path("w.gnomon"), out = scratch.path("o.gnomon.gz")
    _ = try gnomon("simulate", "stairs", "-o", walk)
    func lines(_ path: String) throws -> Int {
      let check = try gnomon("recording", "check", path, "--json")
      let files = try #require(try JSONSerialization.jsonObject(with: Data(check.output.utf8)) as? [[String: Any]])
      return try #require(files.first?["lines"] as? Int)
    }
    let convert = try gnomon("recording", "convert", walk, "-o", out, "--json"), converted = try object(convert)
    #expect(convert.status == 0 && convert.errors.isEmpty)
    let walked = try lines(walk)
    #expect(converted["file"] as? String == out && converted["lines"] as? Int == walked)
    #expect(converted["refused"] as? Int == 0 && converted["fault"] is NSNull)
    let cut = try object(try gnomon("recording", "cut", walk, "--every", "4", "-o", out, "--json"))
    let kept = try lines(out)
    #expect(cut["lines"] as? Int == kept && cut["lines_read"] as? Int == walked)

    let bad = try scratch.write("gnomon-recording,1\nA,1,0,9.8,0\nA,2,nan,0,0\nXY,1\nA,3,0,9.8", to: "bad.gnomon")
    let left = try object(try gnomon("recording", "convert", bad, "-o", out, "--json"))
    #expect(left["lines"] as? Int == 1 && left["refused"] as? Int == 1 && left["unknown_tags"] as? Int == 1)
    #expect(left["ends_within_line"] as? Bool == true)
    let truncated = scratch.path("cut.gnomon.gz"), packed = scratch.path("packed.gnomon.gz")
    try expect(gnomon("recording", "convert", walk, "-o", packed).status, equals: 0)
    try Data(contentsOf: URL(fileURLWithPath: packed)).prefix(20_000).write(to: URL(fileURLWithPath: truncated))
    let broken = try gnomon("recording", "convert", truncated, "-o", out, "--json")
    let fault = try object(broken)["fault"] as? String
    #expect(broken.status == 1 && fault?.contains("ends too early") == true)
    for command in [["convert", walk], ["cut", walk, "--every", "2"]] {
      let both = try gnomonArray(["recording"] + command + ["-o", "-", "--json"])
      #expect(both.status == 64 && both.errors.contains("cannot both write to standard output") && both.output.isEmpty)
    }
  }

  @Test func recordingsAreCut() throws {
    let scratch = try Scratch()
    let whole = scratch.path("w.gnomon"), part = scratch.path("p.gnomon"), slow = scratch.path("s.gnomon")
    _ = try gnomon("simulate", "stairs", "-o", whole)
    try expect(gnomon("recording", "cut", whole, "--from", "10", "--to", "20", "-o", part).status, equals: 0)
    try expect(gnomon("recording", "cut", whole, "--every", "4", "-o", slow).status, equals: 0)
    func streams(_ path: String) throws -> [String: [String: Any]] {
      let json = try gnomon("recording", "info", path, "--json").output
      let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
      return object?["lines"] as? [String: [String: Any]] ?? [:]
    }
    let all = try streams(whole), cut = try streams(part), thin = try streams(slow)
    #expect(cut["A"]?["count"] as? Int == 2001 && cut["P"]?["count"] as? Int == 10)
    expect(abs((thin["G"]?["rate_hz"] as? Double ?? 0) - 50), isBelow: 0.01)
    #expect(thin["R"]?["count"] as? Int == all["R"]?["count"] as? Int)
    #expect(thin["P"]?["count"] as? Int == all["P"]?["count"] as? Int)
  }
}
