import Foundation
import Geodesy
import Geometry
import GnomonClient
import TestSupport
import Testing
import Wire

/// The examples of docs/protocol.md, word for word, with a daemon on its simulated walk.
@Suite struct ProtocolExampleTests {
  private final class Seen {
    var poses = 0, alignments = 0, frames = 0
  }

  @Test func swiftFollowsTheWearer() throws {
    let demo = try Demo(), seen = Seen()
    func Client() throws(ClientFault) -> GnomonClient.Client { try .init(path: demo.socket) }
    func draw(_: PoseAnswer) { seen.poses += 1 }
    // The stream would never end: it ends with its daemon.
    func draw(_: PoseMessage) {
      seen.poses += 1
      if seen.poses == 5 { demo.end() }
    }
    func place(_: AlignmentMessage) { seen.alignments += 1 }
    func say(_: String) {}
    #expect(throws: ClientFault.self) {
      let displayTime = try Client().pose().pose?.time
      let client = try Client()
      if let pose = try client.pose().pose, let heading = pose.heading {
        print("looking \(heading.degrees)°, \(pose.localization.text)")
      }
      // The pose at the time when a frame will be shown, up to 0.1 s ahead.
      let shown = try client.pose(at: displayTime)
      if shown.kind == .predicted { draw(shown) }

      // A stream needs a separate connection; closing it ends the subscription.
      try Client().subscribe([.pose, .alignment, .guidance], rate: 60) { message in
        if let alignment = message.alignment { place(alignment) }
        if let pose = message.pose { draw(pose) }
        for advice in message.guidance ?? [] { say(advice.english) }
        return true  // false ends it
      }
    }
    #expect(seen.poses >= 5 && seen.alignments > 0)
  }

  @Test func swiftDrawsTheScene() throws {
    let demo = try Demo(), seen = Seen()
    func Client() throws(ClientFault) -> GnomonClient.Client { try .init(path: demo.socket) }
    func draw(_: SceneFrameMessage) {
      seen.frames += 1
      if seen.frames == 5 { demo.end() }
    }
    func say(_: String) {}
    let harbour = Demo.place(60), text = Demo.route([Demo.place(0), Demo.place(90)])
    #expect(throws: ClientFault.self) {
      let client = try Client()
      let added = try client.addPlaces([PlaceMessage(id: "1", name: "Harbour", position: harbour)])
      let loaded = try client.loadRoute(text, name: "Harbour")

      var request = SceneRequest([.placements, .arrows, .hint, .announcements])
      request.viewport = ViewportMessage(width: 1280, height: 720, optics: .fieldOfView(.degrees(60)))
      try Client().subscribe(to: request) { update in
        if let event = update.event { say(event.english) }
        if let frame = update.frame { draw(frame) }  // complete: SceneView has applied all changes
        return true
      }
      _ = (added, loaded)
    }
    #expect(seen.frames >= 5)
  }

  @Test(.enabled(if: hasVarlink)) func pythonDoesAllOfIt() throws {
    let scratch = try Scratch(), socket = scratch.path("s")
    _ = try scratch.write(
      #"<gpx version="1.1"><rte><rtept lat="48.2" lon="16.37"/><rtept lat="48.21" lon="16.37"/></rte></gpx>"#,
      to: "walk.gpx")
    try FileManager.default.createDirectory(atPath: scratch.path("state"), withIntermediateDirectories: true)
    let daemon = try RigProcess(
      Products.path("gnomond"), ["--demo", "--speed", "20", "--socket", socket, "--state", scratch.path("state")],
      isQuiet: true)
    defer { daemon.stop() }
    try waitForAnswer("pose", at: socket, of: daemon.isRunning)
    let program = try String(contentsOfFile: Self.example, encoding: .utf8)
      .replacingOccurrences(of: "/run/gnomon/gnomon.sock", with: socket)
    let (lines, status) = try RigProcess(
      "env", ["-C", scratch.url.path, "python3", scratch.write(program, to: "varlink_client.py")]
    ).finish()
    #expect(status == 0, "\(lines.suffix(5))")
    for part in ["tracking", "scene", "changes", "calibrating"] {
      #expect(lines.contains("done \(part)"), "\(part): \(lines.suffix(5))")
    }
    for word in ["drawn ", "held ", "shown "] { #expect(lines.contains { $0.hasPrefix(word) }, "\(word)") }
  }

  private static let example = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../docs/examples/varlink_client.py").standardized.path

  private static let hasVarlink: Bool = {
    let isThere = (try? RigProcess("python3", ["-c", "import varlink"], isQuiet: true).finish().status) == 0
    if !isThere { print("skipped: no Python package varlink") }
    return isThere
  }()
}
