import Expectations
import Foundation
import TestSupport
import Testing

/// `gnomon replay --state` and `--save-state` as a user runs them.
@Suite struct StateTests {
  @Test func aReplayBeginsWithASavedState() throws {
    let scratch = try Scratch()
    let walk = scratch.path("w.gnomon"), saved = scratch.path("s.json")
    _ = try gnomon("simulate", "straight", "--set", "imu.rate=50", "-o", walk)
    try expect(gnomon("replay", walk, "--save-state", saved).status, equals: 0)
    let json = try JSONSerialization.jsonObject(with: try bytes(saved)) as? [String: Any] ?? [:]
    #expect(json["schema"] as? Int == 1 && json["profile"] as? String == "head" && json["gyroscope_bias"] != nil)

    func poses(_ file: String, _ arguments: String...) throws -> String {
      try gnomonArray(["replay", file, "--rate", "1", "--poses", "-"] + arguments).output
    }
    let cold = try poses(walk), warm = try poses(walk, "--state", saved)
    #expect(cold != warm && !warm.isEmpty)
    let again = try poses(walk, "--state", saved), none = try poses(walk, "--state", "none")
    #expect(warm == again && cold == none)

    // The same state from the recording itself.
    let line = try String(contentsOfFile: saved, encoding: .utf8).split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }.joined()
    var lines = try String(contentsOfFile: walk, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    lines.insert("#,state,\(line)", at: 1)
    let recorded = try scratch.write(lines.joined(separator: "\n"), to: "r.gnomon")
    let byDefault = try poses(recorded), ignored = try poses(recorded, "--state", "none")
    #expect(byDefault == warm && ignored == cold)

    // A damaged state: reported, and the rest is used.
    lines[1] = "#,state,{\"schema\":1,\"profile\":\"head\",\"stride\":{\"log_scale\":9}}"
    let damaged = try scratch.write(lines.joined(separator: "\n"), to: "d.gnomon")
    let run = try gnomon("replay", damaged)
    #expect(run.status == 0 && run.errors.contains("#,state: stride.sigma must be a number; not used"))
    lines[1] = "#,state,{\"schema\""
    let torn = try scratch.write(lines.joined(separator: "\n"), to: "t.gnomon")
    let tornRun = try gnomon("replay", torn)
    #expect(tornRun.status == 0 && tornRun.errors.contains("#,state: ") && tornRun.errors.contains("not used"))
  }

  @Test func aDamagedFileIsAnErrorThatNamesIt() throws {
    let scratch = try Scratch()
    let walk = scratch.path("w.gnomon")
    _ = try gnomon("simulate", "bench-sides", "-o", walk)
    func check(_ text: String, _ word: String) throws {
      let file = try scratch.write(text, to: "s.json")
      let run = try gnomon("replay", walk, "--state", file)
      #expect(run.status == 1 && run.errors.contains("s.json: ") && run.errors.contains(word), "\(run.errors)")
    }
    try check("{", "line 1, column 2")
    try check("[]", "expected an object")
    try check("{\"schema\":3,\"profile\":\"head\"}", "schema must be 1")
    try check(
      "{\"schema\":1,\"profile\":\"head\",\"heading\":{\"degrees\":999,\"sigma\":1}}",
      "heading.degrees must be")
    try expect(gnomon("replay", walk, "--state", scratch.path("none.json")).status, equals: 74)
    try expect(gnomon("replay", walk, "--save-state", "/nowhere/s.json").status, equals: 74)
    try expect(gnomon("replay", walk, "--save-state", "-", "--poses", "-").status, equals: 64)
  }
}
