import Expectations
import Foundation
import TestSupport
import Testing

/// The complete programs of docs/examples, each run by the commands of its own first comment, beside a daemon on the walk that this
/// comment names.
@Suite(.serialized, .timeLimit(.minutes(8))) struct ExampleAppTests {
  // MARK: a route (Python, the socket alone)

  @Test(.enabled(if: RigProcess.has("python3"))) func aRouteIsDrawnByAPinholeOfItsOwn() throws {
    let example = try ExampleApp("route_frames.py")
    let (lines, status) = try example.run()
    expect(status, equals: 0, "\(lines)")
    let frames = lines.filter { $0.hasPrefix("frame ") }
    #expect(frames.count == 200 && lines.contains { $0.hasPrefix("to Museum: 289 m, 3 steps") }, "\(lines)")
    for (thing, least) in [("arrow [0-9]+", 100), ("finish", 20)] {
      // The program's own pixel, and the daemon's.
      let pairs = try frames.compactMap { line in
        try numbers("\(thing) at (\\S+) (\\S+), screen (\\S+) ([-0-9.]+)", in: line)
      }
      expect(pairs.count, isAtLeast: least, "\(thing): \(pairs.count) of \(frames.count)")
      for pair in pairs { #expect(abs(pair[0] - pair[2]) < 0.5 && abs(pair[1] - pair[3]) < 0.5, "\(thing): \(pair)") }
    }
    // The hint is that of the destination, and at the edge on its side.
    #expect(frames.allSatisfy { $0.contains(" arrows, destination ") })
    let atEdge = frames.filter { $0.contains(" of the edge") }
    for line in atEdge {
      let bearing = try #require(try numbers("destination ([-0-9]+)°", in: line))[0]
      let x = try #require(try numbers("at .([-0-9]+), [-0-9]+. of the edge", in: line))[0]
      #expect((x - 640) * bearing > 0 || abs(bearing) > 160, "\(line)")
    }
    #expect(!atEdge.isEmpty)
    let last = try String(contentsOfFile: example.scratch.path("frame-200.svg"), encoding: .utf8)
    #expect(last.components(separatedBy: "<polygon").count > 20 && last.contains(" m to go</text>"), "\(last)")
  }

  // MARK: historic places (the client in Python)

  @Test(.enabled(if: RigProcess.has("python3"))) func placesAreUnlockedNearbyAndAfterARestart() throws {
    let example = try ExampleApp("historic_places.py")
    let (lines, status) = try example.run()
    #expect(status == 0 && lines.first?.hasPrefix("5 places added, 0 updated") == true, "\(lines)")
    let unlocked = try lines.compactMap {
      try numbers("^unlocked .* of [0-9]+: (?:is near|entered), ([0-9]+) m", in: $0)?[0]
    }
    #expect(unlocked.count == 3 && unlocked.allSatisfy { $0 <= 40 }, "\(lines)")
    #expect(
      lines.contains { $0.hasPrefix("unlocked Old gate of 1296: ") && $0.hasSuffix(" Merchants paid their toll here.") }
    )
    // Two neighbors are one in the distance, on the radar also; a place 870 m away is not shown.
    let far = lines.filter { $0.hasPrefix("shown: ") && $0.contains("Fountain and 1 more ") }
    #expect(
      far.contains { $0.contains("Old gate ") && $0.contains("Mill ") && $0.contains("; radar: 3 marks") }, "\(lines)")
    #expect(!lines.contains { $0.contains("Far tower") })

    // The wearer is still near: a program that starts again unlocks at once, without a new arrival.
    let again = try example.run { $0.replacingOccurrences(of: "--unlock 3", with: "--unlock 1") }
    #expect(again.status == 0 && again.lines.first?.hasPrefix("0 places added, 5 updated") == true, "\(again)")
    let reason = try again.lines.compactMap {
      try numbers("^unlocked .*: (?:near already|is near), ([0-9]+) m", in: $0)?[0]
    }
    #expect(reason.count == 1 && reason.allSatisfy { $0 <= 50 }, "\(again)")
  }

  @Test(.enabled(if: RigProcess.has("python3"))) func aLookAtAPlaceMeasuresTheHeading() throws {
    let example = try ExampleApp("historic_places.py")
    let program = try example.process { $0.replacingOccurrences(of: "--unlock 3", with: "--look-at mill") }
    defer { withExtendedLifetime(example) { program.stop() } }
    var lines: [String] = [], found: [Double]?, distance = Double.nan
    // The simulated wearer looks to all sides; Enter is pressed when that is nearly the direction of the place.
    while found == nil, lines.count < 2000, let line = program.line() {
      lines.append(line)
      found = try numbers(
        "turned the heading by (\\S+)°, .* known to (\\S+)° now; .* at (\\S+) m, was (\\S+)° aside", in: line)
      distance = try numbers("^shown: .*Mill ([0-9]+) m", in: line)?[0] ?? distance
      if let turn = try numbers("^look: Mill is (\\S+)° from ahead", in: line)?[0], abs(turn) < 15 {
        try program.write("")
      }
    }
    let measured = try #require(found, "\(lines.suffix(20))")
    // The measurement is weighed: the heading turns toward the place, and not beyond it.
    #expect(measured[0] * measured[3] >= 0 && abs(measured[0]) <= abs(measured[3]) + 0.5, "\(measured)")
    #expect(measured[1] > 0 && measured[1] < 10 && abs(measured[2] - distance) < 8, "\(measured), \(distance) m")
  }

  // MARK: way-points (the client in JavaScript)

  @Test(.enabled(if: RigProcess.has("node"))) func wayPointsComeNearerUntilTheArrival() throws {
    let (lines, status) = try ExampleApp("waypoints.mjs").run()
    #expect(status == 0 && lines.first == "to Museum: 289 m, 3 steps (Google)", "\(lines)")
    expect(lines.last, equals: "arrived at Museum", "\(lines)")
    var left = Double.infinity, models = 0, nearest: [Int: Double] = [:], kinds: [Int: String] = [:], steps: [Int] = []
    for line in lines where line.hasPrefix("way-point ") {
      let pattern = "^way-point ([0-9]): [a-z]+, ([0-9.]+) m, ([-0-9]+)° from ahead.*, ([0-9]+) m to go"
      let values = try #require(try numbers(pattern, in: line), "\(line)"), step = Int(values[0])
      expect(values[3], isBelow: left + 1, "\(line)")
      left = values[3]
      steps.append(step)
      nearest[step] = values[1]
      kinds[step] = line.components(separatedBy: ": ")[1].components(separatedBy: ",")[0]
      // On a straight street the way-point is ahead; the wearer looks to both sides.
      if values[1] > 20 { expect(abs(values[2]), isBelow: 100, "\(line)") }
      guard let model = try numbers("model at ([0-9.]+) m", in: line) else { continue }
      // Google's place of the turn, as an anchor, and the route's own mark.
      expect(abs(model[0] - values[1]), isBelow: 1.5, "\(line)")
      models += 1
    }
    #expect(steps == steps.sorted() && steps.last == 3 && models >= 8, "\(lines)")
    #expect(nearest.values.allSatisfy { $0 < 35 }, "\(nearest)")
    for (step, kind) in [1: "right", 2: "left", 3: "destination"] {
      expect(kinds[step] ?? kind, equals: kind, "\(kinds)")
    }
  }

  // MARK: a cube (the client in C)

  @Test(.enabled(if: RigProcess.has("cc", "make"))) func aCubeIsWhereTheDaemonDrawsAPlace() throws {
    let (lines, status) = try ExampleApp("cube.c").run()
    expect(status, equals: 0, "\(lines)")
    let frames = lines.filter { $0.hasPrefix("cube at ") }
    expect(frames.count, equals: 200, "\(lines)")
    var inside = 0, sized = 0
    for line in frames {
      let pattern = "s: (\\S+) (\\S+), place (\\S+) (\\S+) (?:inside|outside), ([0-9.]+) m"
      guard let values = try numbers(pattern, in: line) else { continue }
      if line.contains(" outside, ") {
        for (side, isThere) in [("left", values[2] < 0), ("right", values[2] > 1280)] where isThere {
          #expect(line.contains("° to the \(side)"), "\(line)")
        }
        continue
      }
      inside += 1
      #expect(abs(values[0] - values[2]) < 0.5 && abs(values[1] - values[3]) < 0.5, "\(line)")
      let corners = line.components(separatedBy: "corners ").last?.split(separator: " ").compactMap {
        Double($0.prefix { $0 != "," })
      }
      // From 12 m away an edge of 2 m is 2 f / d wide, and more across its diagonal and beside the middle of the screen. Nearer
      // some corners are much closer than its center, or behind the display.
      guard values[4] > 12 else { continue }
      let span = (corners?.max() ?? .nan) - (corners?.min() ?? .nan), edge = 2 * 1108.5 / values[4]
      sized += 1
      #expect(corners?.count == 8 && span > 0.9 * edge && span < 2.3 * edge, "\(line)")
    }
    #expect(inside >= 50 && sized >= 50, "\(lines)")
  }

  // MARK: errors

  @Test(arguments: ["route_frames.py", "historic_places.py", "waypoints.mjs", "cube.c"])
  func aMissingDaemonIsNamedWithTheRemedy(name: String) throws {
    let tools = name.hasSuffix(".py") ? ["python3"] : name.hasSuffix(".mjs") ? ["node"] : ["cc", "make"]
    guard tools.allSatisfy({ RigProcess.has($0) }) else { return }
    let (lines, status) = try ExampleApp(name, hasDaemon: false).run()
    #expect(status == 1 && lines.last?.contains("start gnomond") == true, "\(name): \(lines)")
  }

  private func numbers(_ pattern: String, in line: String) throws -> [Double]? {
    guard let match = try Regex(pattern).firstMatch(in: line) else { return nil }
    return match.output.dropFirst().map { Double($0.substring ?? "") ?? .nan }
  }
}

/// A program of docs/examples with the commands of its first comment. These are the comment's indented lines; the first one starts
/// the daemon. The folder /tmp and the socket in it are replaced by a scratch folder and the socket of that daemon.
///
/// The commands before the first one with the socket compile the program. They run before the daemon starts, for its walk would go
/// on meanwhile.
private final class ExampleApp {
  let scratch: Scratch
  private let demo: Demo?
  private let commands: [String]

  init(_ name: String, hasDaemon: Bool = true) throws {
    let file = ClientPackageTests.package.appendingPathComponent("docs/examples/\(name)")
    let comment = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { !$0.hasPrefix("import ") && !$0.hasPrefix("#define ") }
    var indented = comment.compactMap { line in
      line.firstMatch(of: /^(?: \*|\/\/|) {4,5}([^ ].*)$/).map { String($0.1) }
    }
    let daemon = try #require(indented.isEmpty ? nil : indented.removeFirst().split(separator: " ").map(String.init))
    try #require(
      daemon.first == "gnomond" && daemon.suffix(3) == ["--socket", "/tmp/gnomon.sock", "&"] && !indented.isEmpty)
    scratch = try Scratch()
    let all = indented.map {
      $0.replacingOccurrences(of: "/tmp/gnomon.sock", with: "$SOCKET").replacingOccurrences(of: "/tmp", with: "$FOLDER")
    }
    commands = Array(all.drop { !$0.contains("$SOCKET") })
    let compiled = try Self.process(Array(all.dropLast(commands.count)), ["FOLDER=\(scratch.url.path)"]).finish()
    try #require(compiled.status == 0, "\(compiled.lines)")
    demo = hasDaemon ? try Demo(Array(daemon.dropFirst().dropLast(3))) : nil
  }

  /// The commands, one after the other until one fails, in the folder of the package; they end after five minutes.
  func process(_ changed: (String) -> String = { $0 }) throws -> RigProcess {
    let environment = [
      "SOCKET=\(demo?.socket ?? "/nowhere/gnomon.sock")", "FOLDER=\(scratch.url.path)", "PYTHONDONTWRITEBYTECODE=1",
    ]
    return try Self.process(commands.map(changed), environment)
  }

  private static func process(_ commands: [String], _ environment: [String]) throws -> RigProcess {
    let all = (["exec 2>&1", "cd '\(ClientPackageTests.package.path)'"] + commands).joined(separator: " && ")
    return try RigProcess("env", environment + ["timeout", "-s", "KILL", "300", "sh", "-c", all])
  }

  /// All that the commands print, errors as well, and their status.
  func run(_ changed: (String) -> String = { $0 }) throws -> (lines: [String], status: Int32) {
    try process(changed).finish()
  }
}
