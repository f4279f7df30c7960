import Expectations
import Foundation
import TestSupport
import Testing

/// Programs of other people that docs/research.md names, on files of the built command.
@Suite struct ResearchPageTests {
  private static let hasPandas = RigProcess.hasPython(
    "pandas", "matplotlib", remedy: "apt install python3-pandas python3-matplotlib")
  private static let hasRosbags = RigProcess.hasPython("rosbags", remedy: "pip install rosbags; Debian has none")

  private static let hasEvo = RigProcess.hasPython("evo", remedy: "pip install evo; Debian has none")

  private func example(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("docs/examples").appendingPathComponent(name).path
  }

  /// The picture of two settings, from the files that the page makes.
  @Test(.enabled(if: hasPandas)) func theExampleDrawsTwoSettings() throws {
    let scratch = try Scratch(), walk = scratch.path("walk.gnomon")
    try expect(gnomon("simulate", "straight", "--seed", "6", "-o", walk).status, equals: 0)
    for (name, setting) in [("compass.csv", []), ("without.csv", ["--set", "compass.use=off"])] {
      let run = try gnomonArray(
        ["replay", walk, "--profile", "hand", "--rate", "20", "--explain", "--poses", scratch.path(name)] + setting)
      expect(run.status, equals: 0, "\(run.errors)")
    }
    let draw = "cd '\(scratch.url.path)' && python3 '\(example("compare.py"))'"
    let (lines, status) = try RigProcess("bash", ["-c", draw]).finish()
    #expect(status == 0 && lines.contains { $0.hasPrefix("count") }, "\(lines)")
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: scratch.path("compare.png"))).starts(with: [0x89, 0x50, 0x4e, 0x47]))
  }

  /// Another reader of ROS 2's bags decodes every message, and its place is ours.
  @Test(.enabled(if: hasRosbags)) func aBagIsReadByRosbags() throws {
    let scratch = try Scratch(), walk = scratch.path("walk.gnomon"), bag = scratch.path("walk.mcap")
    try expect(gnomon("simulate", "straight", "--seed", "6", "-o", walk).status, equals: 0)
    let export = try object(try gnomon("export", walk, "--ros2", "-o", bag, "--json"))
    let topics = try #require(export["topics"] as? [String: Int])
    let (lines, status) = try RigProcess("rosbags_check.py", [bag]).finish()
    expect(status, equals: 0, "\(lines)")
    var counts: [String: Int] = [:]
    for line in lines {
      let words = line.split(separator: " ")
      if words.count == 2 { counts[String(words[0])] = Int(words[1]) }
    }
    expect(counts, equals: topics, "\(lines)")
  }

  /// The error that evo finds between two trajectories is that of `--score`: h² + v².
  @Test(.enabled(if: hasEvo)) func evoFindsTheErrorOfTheScore() throws {
    let scratch = try Scratch(), walk = scratch.path("walk.gnomon")
    let estimate = scratch.path("estimate.tum"), truth = scratch.path("truth.tum")
    try expect(gnomon("simulate", "straight", "--seed", "3", "-o", walk).status, equals: 0)
    try expect(gnomon("export", walk, "-o", estimate, "--rate", "10").status, equals: 0)
    try expect(gnomon("export", walk, "-o", truth, "--what", "truth").status, equals: 0)
    // Its program is beside Python's others; its settings are in HOME.
    let compare = """
      PATH="$(python3 -c 'import sysconfig; print(sysconfig.get_path("scripts"))'):$PATH" HOME='\(scratch.url.path)' \
      evo_ape tum '\(truth)' '\(estimate)'
      """
    let (lines, status) = try RigProcess("bash", ["-c", compare], isQuiet: true).finish()
    expect(status, equals: 0)
    let words = try #require(lines.first { $0.contains("rmse") }, "\(lines)").split { $0 == " " || $0 == "\t" }
    let found = try #require(words.last.flatMap { Double($0) })
    let score = try object(try gnomon("replay", walk, "--score", "--json"))
    let accuracy = try #require(score["accuracy"] as? [String: Any])
    let h = try #require(accuracy["h_rms"] as? Double), v = try #require(accuracy["v_rms"] as? Double)
    expect(abs(found / (h * h + v * v).squareRoot() - 1), isBelow: 0.02, "\(found) of \(h), \(v)")
  }
}
