import Expectations
import Foundation
import TestSupport
import Testing

/// `gnomon push` with a daemon that has no sensors.
@Suite struct PushCommandTests {
  @Test func aRecordingIsPushed() throws {
    let demo = try Demo(["--profile", "head", "--set", "GNSS.Address=none"]), scratch = try Scratch()
    let path = scratch.path("walk.gnomon")
    try expect(gnomon("simulate", "straight", "--output", path).status, equals: 0)
    // The beginning of a walk, at whose end the line is cut off.
    let text = try String(contentsOfFile: path, encoding: .utf8),
      end = text.utf8.index(text.startIndex, offsetBy: 400_000)
    let beginning = String(text[..<end]).split(separator: "\n").dropLast().joined(separator: "\n")
    let run = try demo.run("push", "--name", "head", "--json", input: beginning + "\nG,12")
    let answer = try object(run)
    let samples = beginning.split(separator: "\n").count {
      "AGMBTP".contains($0.first ?? " ") && $0.dropFirst().hasPrefix(",")
    }
    #expect(run.status == 0 && answer["accepted"] as? Int == samples && samples > 4000, "\(run)")
    expect((answer["skipped"] as? Int ?? 0), isAbove: 0)
    let refused = try #require(answer["refused"] as? [[String: Any]])
    #expect(refused.count == 1 && refused[0]["count"] as? Int == 1, "\(refused)")
    #expect(refused[0]["first"] as? Int == samples + 1, "\(refused)")
    try expect(demo.run("pose", "--json").status, equals: 0)
    // The same again is in the past.
    let again = try demo.run("push", "--name", "head", input: beginning)
    #expect(again.output.contains("time runs backwards"), "\(again)")
    #expect(try demo.run("status", "--all").output.contains("pushed lines: time runs backwards"))
    let none = try demo.run("push", input: "")
    #expect(none.status == 1 && none.errors.contains("no sample was accepted"), "\(none)")
    #expect(try demo.run("push", "--clock", "sundial").errors.contains("--clock must be boot or device"))
    let long = try demo.run("push", input: String(repeating: "G", count: 200_000))
    #expect(long.status == 1 && long.errors.contains("a line of more than"), "\(long)")
  }
}
