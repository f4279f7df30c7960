import Foundation
import TestSupport
import Testing

/// Programs of other people that docs/research.md names, on files of the built command.
@Suite struct ResearchPageTests {
  private static let hasPandas = RigProcess.hasPython(
    "pandas", "matplotlib", remedy: "apt install python3-pandas python3-matplotlib")
  private static let hasRosbags = RigProcess.hasPython("rosbags", remedy: "pip install rosbags; Debian has none")

  private func example(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("docs/examples").appendingPathComponent(name).path
  }

  /// The picture of two settings, from the files that the page makes.
  @Test(.enabled(if: hasPandas)) func theExampleDrawsTwoSettings() throws {
    let scratch = try Scratch(), walk = scratch.path("walk.gnomon")
    #expect(try gnomon("simulate", "straight", "--seed", "6", "-o", walk).status == 0)
    for (name, setting) in [("compass.csv", []), ("without.csv", ["--set", "compass.use=off"])] {
      let run = try gnomonArray(
        ["replay", walk, "--profile", "hand", "--rate", "20", "--explain", "--poses", scratch.path(name)] + setting)
      #expect(run.status == 0, "\(run.errors)")
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
    #expect(try gnomon("simulate", "straight", "--seed", "6", "-o", walk).status == 0)
    let export = try object(try gnomon("export", walk, "--ros2", "-o", bag, "--json"))
    let topics = try #require(export["topics"] as? [String: Int])
    let (lines, status) = try RigProcess("rosbags_check.py", [bag]).finish()
    #expect(status == 0, "\(lines)")
    var counts: [String: Int] = [:]
    for line in lines {
      let words = line.split(separator: " ")
      if words.count == 2 { counts[String(words[0])] = Int(words[1]) }
    }
    #expect(counts == topics, "\(lines)")
  }
}
