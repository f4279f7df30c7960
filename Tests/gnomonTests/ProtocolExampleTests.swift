import Expectations
import Foundation
import Geodesy
import Geometry
import GnomonClient
import TestSupport
import Testing
import Wire

/// The library in Swift, with a daemon on its simulated walk.
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
      let displayTime = try Client().tracking.getPose().pose?.time
      let client = try Client()
      if let pose = try client.tracking.getPose().pose, let heading = pose.heading {
        print("looking \(heading.degrees)°, \(pose.localization.text)")
      }
      // The pose at the time when a frame will be shown, up to 0.1 s ahead.
      let shown = try client.tracking.getPose(time: displayTime)
      if shown.kind == .predicted { draw(shown) }

      // A stream needs a separate connection; closing it ends the subscription.
      try Client().tracking.subscribe(streams: [.pose, .alignment, .guidance], rate: 60) { message in
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
      let added = try client.scene.addPlaces(places: [
        PlaceMessage(id: "1", name: "Harbour", latitude: harbour.latitude, longitude: harbour.longitude)
      ])
      let loaded = try client.scene.loadRoute(text: text, name: "Harbour")

      let display = ViewportMessage(width: 1280, height: 720, fieldOfView: .degrees(60))
      let wanted = SceneCall(include: [.placements, .arrows, .hint, .announcements], viewport: display)
      try Client().scene.watch(wanted) { update in
        if let event = update.event { say(event.english) }
        if let frame = update.frame { draw(frame) }  // complete: SceneView has applied all changes
        return true
      }
      _ = (added, loaded)
    }
    expect(seen.frames, isAtLeast: 5)
  }
}
