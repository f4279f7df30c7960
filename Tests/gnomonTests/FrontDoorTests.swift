import Expectations
import Foundation
import TestSupport
import Testing

/// First commands of a new user, with typical mistakes: each message names the fix.
@Suite struct FrontDoorTests {
  @Test func namesThatDoNotExist() throws {
    func check(_ words: [String], _ status: Int32, _ text: String) throws {
      let run = try gnomonArray(words)
      #expect(run.status == status && run.errors.contains(text), "\(run)")
    }
    try check(["simulate", "nope"], 64, "gnomon simulate --list")
    try check(["foo"], 64, "no command 'foo'\n")
    try check(["psoe"], 64, "did you mean 'pose'?")
    try check(["calibrate", "foo"], 64, "mag, accel, gyro")
    try check(["watch", "nope"], 64, "one of: pose, geopose")
    try check(["wait", "--heading", "15m"], 64, "like 15deg")
    try check(["wait", "--count", "1"], 64, "no option")
    try check(["status", "x"], 64, "usage: gnomon status [options]\n")
    try check(["route", "check", "/nope.gpx"], 74, "/nope.gpx: ")
    try check(["route", "check", "/nope.gpx"], 74, "No such file")
    try check(["route", "check", "/tmp"], 74, "/tmp: ")
    try check(["route", "check", "/dev/null"], 1, "/dev/null: the file is empty")
    try check(["place", "add", "48", "16", " "], 64, "NAME is empty")
    let scratch = try Scratch(), walk = scratch.path("w.gnomon")
    try expect(gnomon("simulate", "straight", "-o", walk).status, equals: 0)
    try check(["replay", walk, "--profile", "glasses"], 64, "one of: ")
    let count = try gnomon("watch", "--count", "0")
    #expect(count.errors.contains("whole number from 1, not") && !count.errors.contains("9223372036854775807"))
  }

  @Test func anEmptySocketIsTheUsualOne() throws {
    let run = try gnomonArray(["status"], environment: ["GNOMON_SOCKET": ""])
    #expect(run.errors.isEmpty || run.errors.contains("/run/gnomon/gnomon.sock"), "\(run)")
  }

  @Test func lostOutputIsReported() throws {
    let process = Process(), errors = Pipe()
    process.executableURL = URL(fileURLWithPath: Products.path("gnomon"))
    process.arguments = ["simulate", "--list"]
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 74 && text.contains("cannot write the output"), "\(text)")
  }

  @Test func placesFarAwayAndUnknownOnes() throws {
    let demo = try Demo()
    try expect(demo.run("wait", "--place", "50m", "--timeout", "60s").status, equals: 0)
    let far = try demo.run("place", "add", "16.37", "48.21", "Exchanged")
    #expect(far.status == 1 && far.errors.contains("latitude and longitude are exchanged"), "\(far)")
    let near = try demo.run("place", "add", "48.2083", "16.374", "Near")
    #expect(near.status == 0 && near.errors.isEmpty, "\(near)")
    #expect(try demo.run("place", "show", "Near").output.contains("id       Near@48.2083,16.374"))
    try expect(demo.run("place", "remove", "Near").status, equals: 0)
    let none = try demo.run("place", "remove", "Near")
    #expect(none.status == 1 && none.errors.contains("no place of this layer has such an id"), "\(none)")
    let program = try demo.run("place", "remove", "Near", "--json")
    #expect(program.status == none.status && program.output.contains("\"removed\":0"), "\(program)")
    let long = try demo.run("place", "add", "48.2083", "16.374", String(repeating: "x", count: 5000))
    #expect(long.status == 1 && long.errors.contains("name") && !long.errors.contains("the id is"), "\(long)")
  }

  /// Measurements that are not needed stand apart from refused ones.
  @Test func unneededMeasurementsAreNotRefusals() throws {
    let demo = try Demo()
    try expect(demo.run("wait", "--timeout", "60").status, equals: 0)
    let status = try demo.run("status").output
    for line in status.split(separator: "\n") where line.hasPrefix("refused") {
      #expect(!line.contains("not needed") && !line.contains("no way between"), "\(line)")
    }
    #expect(status.contains("localized"))
  }

  /// The table at the end of `make test`.
  @Test(.enabled(if: RigProcess.has("python3"))) func theTableOfResults() throws {
    let lines = [
      "◇ Test first() started.", "✔ Test first() passed after 0.001 seconds.",
      "✘ Test second() skipped: \"no node on PATH\"", "skipped: no node on PATH",
      "✘ Test third() failed after 0.2 seconds with 1 issue.",
      "✔ Test case passing 1 argument a → 1 to fourth(a:) passed after 0.1 seconds.",
      "✔ Test fourth(a:) with 3 test cases passed after 0.3 seconds.",
      "✔ Test run with 4 tests in 1 suite failed after 0.6 seconds with 1 issue.",
    ]
    let process = try RigProcess(
      "python3", [Self.testResults, "sh", "-c", "printf '%s\\n' \"$@\"; exit 3", "sh"] + lines)
    let (output, status) = process.finish()
    let text = output.joined(separator: "\n")
    expect(status, equals: 3)
    #expect(text.contains("– Test second() skipped") && !text.contains("✘ Test second"))
    #expect(text.contains("tests: 2 passed, 1 failed, 1 skipped") && text.contains("  failed   third()"), "\(text)")
    #expect(text.contains("  missing  no node on PATH"))
  }

  private static let testResults = DocumentTests.package.appendingPathComponent("scripts/test-results").path

  /// With several processes the table is of all of them, and a process that crashes counts as failed.
  @Test(.enabled(if: RigProcess.has("python3"))) func theTableOfSeveralProcesses() throws {
    let scratch = try Scratch(), folder = scratch.url.appendingPathComponent("release")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let program = try scratch.write(
      """
      #!/bin/sh
      case "$*" in
        *--list-tests*) printf '%s\\n' 'T.A/first()' 'T.A/second()' 'U.B/third()' 'T.free()' ;;
        *'T\\.A'*)
          printf 'a line that goes on in the next buffer'
          echo '✔ Test first() passed after 0.1 seconds.' >&2
          echo '✘ Test second() failed after 1 seconds.' >&2
          echo '✘ Suite A failed after 12.3 seconds with 1 issue.' >&2
          exit 1 ;;
        *'U\\.B'*) kill -SEGV $$ ;;
        *) echo "not expected: $*" ;;
      esac
      """, to: "release/gnomonPackageTests.xctest")
    expect(chmod(program, 0o755), equals: 0)
    _ = try scratch.write(#"{"T.A": [1000, 1.9]}"#, to: "suites.json")
    let (output, status) = try RigProcess("python3", [Self.testResults, "--suites", scratch.url.path]).finish()
    let text = output.joined(separator: "\n")
    #expect(status == 1 || status == 139)
    #expect(text.contains("tests: 1 passed, 3 failed, 0 skipped"), "\(text)")
    #expect(text.contains("  failed   second()") && text.contains("  failed   U.B: ended by signal 11"), "\(text)")
    #expect(text.contains("  failed   2 of 4 tests did not end: free(), third()"), "\(text)")
    let times = try String(contentsOfFile: scratch.path("suites.json"), encoding: .utf8)
    #expect(times.contains(#""T.A""#) && times.contains(#""U.B""#) && times.contains(#""T.free()""#), "\(times)")
    let kept = try JSONDecoder().decode([String: [Double]].self, from: Data(times.utf8))
    #expect(kept["T.A"]?.first == 12.3 && kept["T.free()"].map { $0[0] < 100 } == true, "\(times)")
    #expect(text.contains("A 12 s, not 0"), "\(text)")
  }

  /// `make nightly` runs a stage again only if it has failed, or if a file that it covers has changed.
  @Test(.enabled(if: RigProcess.has("python3", "git"))) func theNightlyTable() throws {
    let scratch = try Scratch(), script = scratch.path("scripts/nightly")
    for folder in ["scripts", "Benchmarks"] {
      try FileManager.default.createDirectory(atPath: scratch.path(folder), withIntermediateDirectories: true)
    }
    for name in ["nightly", "manifest.py", "contain"] {
      let original = DocumentTests.package.appendingPathComponent("scripts/\(name)").path
      try FileManager.default.copyItem(atPath: original, toPath: scratch.path("scripts/\(name)"))
    }
    _ = try scratch.write(
      """
      PREPARATIONS = {}
      STAGES = {
          "good": {"command": "true", "cores": 1, "covers": ("one",)},
          "bad": {"command": "exit 3", "cores": 1, "covers": ("two",)},
          "suites": {"command": 'echo "only:$GNOMON_SUITES" >>.build/only', "cores": 1, "covers": ("Tests",), "by_suite": True},
      }

      """, to: "scripts/nightly_stages.py")
    _ = try scratch.write(".build/\n", to: ".gitignore")
    _ = try scratch.write("a\n", to: "one")
    let tests = "Tests/SomeTests"
    try FileManager.default.createDirectory(atPath: scratch.path(tests), withIntermediateDirectories: true)
    _ = try scratch.write("struct OneTests {\n  @Test func a() {}\n}\n", to: "\(tests)/OneTests.swift")
    func git(_ words: String...) throws {
      let author = ["-C", scratch.url.path, "-c", "user.name=test", "-c", "user.email=test@localhost"]
      let (lines, status) = try RigProcess("git", author + words).finish()
      expect(status, equals: 0, "\(lines)")
    }
    func nightly(_ words: String...) throws -> (text: String, status: Int32) {
      let (lines, status) = try RigProcess("python3", [script] + words, isQuiet: true).finish()
      return (lines.joined(separator: "\n"), status)
    }
    try git("init", "--quiet")
    try git("add", ".")
    try git("commit", "--quiet", "-m", "one")
    let first = try nightly()
    #expect(first.status == 1 && first.text.contains("bad failed") && first.text.hasSuffix(": bad"), "\(first)")
    _ = try scratch.write("b\n", to: "one")
    try git("commit", "--quiet", "-m", "two", "one")
    let table = try nightly("--table")
    #expect(table.text.contains("1 file differs since: one") && table.text.hasSuffix(": good, bad"), "\(table)")
    let named = try nightly("good")
    #expect(named.status == 0 && named.text.contains("good passed") && named.text.hasSuffix(": bad"), "\(named)")
    let again = try nightly()
    #expect(again.status == 1 && again.text.contains("bad begins") && !again.text.contains("good begins"), "\(again)")
    // The table is not of the tree that it names.
    try git("add", "Benchmarks")
    try git("commit", "--quiet", "-m", "the table")
    let committed = try nightly("--table")
    let good = committed.text.split(separator: "\n").first { $0.hasPrefix("good") }
    expect(good?.contains("nothing that it covers differs"), equals: false, "\(committed)")
    // After a change of tests alone their suites are due, and no other ones.
    _ = try scratch.write("struct OneTests {\n  @Test func b() {}\n}\n", to: "\(tests)/OneTests.swift")
    try git("commit", "--quiet", "-m", "three", "\(tests)/OneTests.swift")
    let suite = try nightly()
    #expect(suite.text.contains("suites begins, SomeTests.OneTests alone") && suite.text.hasSuffix(": bad"), "\(suite)")
    let only = try String(contentsOfFile: scratch.path(".build/only"), encoding: .utf8)
    expect(only, equals: "only:\nonly:^SomeTests\\.OneTests[./]\n", "\(only)")
    let unknown = try nightly("worse")
    expect(unknown.status, equals: 64)
  }
}
