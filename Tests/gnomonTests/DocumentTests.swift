import Expectations
import Foundation
import TestSupport
import Testing

@testable import CommandParts
@testable import Commands

/// The commands of the README and the documents, run as typed (scripts/docs-commands).
@Suite(.enabled(if: RigProcess.has("python3", "bash"))) struct DocumentTests {
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let script = package.appendingPathComponent("scripts/docs-commands").path
  private static let programs = URL(fileURLWithPath: Products.path("gnomon")).deletingLastPathComponent().path

  private func docsCommands(_ arguments: String...) throws -> (lines: [String], status: Int32) {
    try RigProcess("python3", [Self.script] + arguments).finish()
  }

  @Test func everyBlockHasAKindAndEveryExampleIsAFile() throws {
    let (lines, status) = try docsCommands("--check")
    expect(status, equals: 0, "\(lines.joined(separator: "\n"))")
  }

  /// The example of a frame has members of the interface only.
  @Test func thePagesFrameIsOfTheInterface() throws {
    let page = try String(contentsOf: Self.package.appendingPathComponent("docs/protocol.md"), encoding: .utf8)
    let interface = try String(
      contentsOf: Self.package.appendingPathComponent("Sources/Wire/Interfaces/org.gnomon.Scene.varlink"),
      encoding: .utf8)
    let start = try #require(page.range(of: "<!-- members of org.gnomon.Scene -->\n```json\n"))
    let end = try #require(page.range(of: "```\n", range: start.upperBound..<page.endIndex))
    let text = String(page[start.upperBound..<end.lowerBound])
    #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) is [String: Any])
    let members = Set(text.matches(of: /"([a-z_]+)":/).map { String($0.output.1) })
    expect(members.count, isAbove: 30)
    for member in members { #expect(interface.contains(try Regex("\\b\(member): ")), "\(member)") }
  }

  @Test func theRulesFindEveryViolation() throws {
    let scratch = try Scratch()
    let page = try scratch.write(
      """
      ```
      gnomon status
      ```
      ```bash
      gnomon status
      ```
      ```sh
      $ gnomon status
      sudo gnomon doctor
      ```
      ```python
      this = "is"
      a = "program"
      that = "\("nobody")"
      has = "written"
      ```
      ```sh board
      true
      ```
      ```text
      the output of nothing
      ```
      ```text poem
      ```
      """, to: "page.md")
    let (lines, status) = try docsCommands("--check", page)
    expect(status, equals: 1)
    for place in [":1:", ":4:", ":8:", ":9:", ":11:", ":17:", ":20:", ":23:"] {
      #expect(lines.contains { $0.contains(place) }, "\(place) \(lines)")
    }
    expect(lines.count, equals: 8, "\(lines)")
  }

  /// The pages with commands that are typed, the longest first.
  private static let pages: [String] = {
    let found = FileManager.default.enumerator(atPath: package.path + "/docs")?.compactMap { $0 as? String } ?? []
    let names = ["README.md"] + found.filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }
    /// The number of blocks.
    func typed(_ name: String) -> Int {
      let text = try? String(contentsOfFile: "\(package.path)/\(name)", encoding: .utf8)
      return (text?.components(separatedBy: "\n```sh\n").count ?? 1) - 1
    }
    return names.filter { typed($0) > 0 }.sorted { (typed($0), $0) > (typed($1), $1) }
  }()

  @Test(arguments: pages) func everyCommandOfAPageWorks(_ page: String) throws {
    let (lines, status) = try docsCommands("--run", "--programs", Self.programs, "\(Self.package.path)/\(page)")
    for line in lines { print(line.hasPrefix("not here: ") ? "skipped: \(line)" : line) }
    expect(status, equals: 0, "\(lines.joined(separator: "\n"))")
  }

  @Test func aCommandThatFailsIsNamed() throws {
    let scratch = try Scratch()
    let page = try scratch.write("# A page\n\n```sh\ngnomon geo sun 48 16\ngnomon statsu\n```\n", to: "page.md")
    let (lines, status) = try docsCommands("--run", "--bare", "--programs", Self.programs, page)
    expect(status, equals: 1)
    #expect(lines.contains { $0.contains("page.md:5: gnomon statsu") }, "\(lines)")
    #expect(lines.contains { $0.contains("status 64") && $0.contains("did you mean 'status'?") }, "\(lines)")
  }

  /// A simulated session is the same at every run, so its output is compared exactly.
  @Test func anOutputThatDiffersIsShown() throws {
    let scratch = try Scratch()
    let page = try scratch.write(
      """
      ```sh
      gnomon geo direct 48.2 16.37 90 1000
      ```
      ```text
      48.2 16.4
      ```
      """, to: "page.md")
    let (lines, status) = try docsCommands("--run", "--bare", "--programs", Self.programs, page)
    expect(status, equals: 1)
    #expect(lines.contains { $0.hasSuffix("page.md:4: another output") }, "\(lines)")
    #expect(lines.contains("    -48.2 16.4"), "\(lines)")
    #expect(lines.contains { $0.hasSuffix("outputs compared 1, skipped 0; failed 1") }, "\(lines)")
  }

  /// Files for the examples of --help, made first.
  private static let preparations = [
    "gnomon simulate city-blocks -o walk.gnomon.gz", "gnomon simulate ride -o ride.gnomon",
    "gnomon simulate city-blocks -o walk.gnomon", "gnomon simulate bench-rest -o night.gnomon.gz",
    #"printf '{"type":"Feature","id":"osm:node/1","geometry":{"type":"Point","coordinates":[24.9,60.1]},"#
      + #""properties":{"id":"osm:node/1","name":"Café Münster","category":"cafe"}}' > cafes.geojson"#,
    "gnomon place import cafes.geojson --layer osm", "gnomon place favourite osm:node/1 --layer osm",
    #"printf '<gpx version="1.1"><rte><rtept lat="48.2" lon="16.37"/><rtept lat="48.21" lon="16.37"/></rte></gpx>' > walk.gpx"#,
    "cp walk.gpx answer.json", "echo '<p>A page' > index.html",
    #"printf 'time,ax,ay,az,gx,gy,gz\n0,0,1,0,0,0,0\n10,0,1,0,0,0,0\n' > imu.csv"#,
    "mkdir -p bag_folder DATA/hand", "gnomon export walk.gnomon --ros2 -o bag_folder/bag_0.mcap",
    "gnomon simulate look-around -o DATA/hand/one.gnomon",
  ]

  /// Examples that are run nowhere: they need another machine or a phone, its network, a server, root, hardware, a person who
  /// turns the device, hours, a running gnomon-share (`ShareTests` and `ShareHomeTests` have those), or the log of a phone or
  /// receiver.
  private static let elsewhere = [
    "ssh ", "sudo ", "https://", "localhost:", "start-navigation", "sleep 3h", "WMM2030.COF", "/etc/gnomon",
    "calibrate mag --from", "mag.json", "calibrate mag", "calibrate gyro --yes", "calibration show", "calibration undo",
    "calibration export", "calibration import", "calibration verify", "calibration share", "align --sun", "gnss_log_",
    "08-00-00.zip",
    "ride.ubx", "city.osm.pbf", "terrain at", "gnomon setup", "gnomon push", "gnomon share ", "wlan0",
    "gnomon phone",
  ]

  /// The examples in each command's help are run like those of the documents.
  @Test func everyExampleOfTheHelpWorks() throws {
    // On foot no heading is held that could be released.
    let all = CommandGroup.commands.flatMap { $0.syntax.examples.map(\.line) }.filter { $0 != "gnomon release" }
    let lines = all.filter { line in !Self.elsewhere.contains(where: line.contains) }
    #expect(lines.count > 50 && all.count - lines.count < 55)
    let scratch = try Scratch()
    let page = try scratch.write("```sh\n\((Self.preparations + lines).joined(separator: "\n"))\n```\n", to: "help.md")
    let (said, status) = try docsCommands("--run", "--programs", Self.programs, page)
    expect(status, equals: 0, "\(said.joined(separator: "\n"))")
  }
}
