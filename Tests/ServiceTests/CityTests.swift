import Foundation
import Testing
import Text

@testable import Service

/// A walk through a city with a running daemon, seen by a client that knows nothing but the socket.
@Suite struct CityTests {
  private static let parts = #"""
    {"include":["placements","clusters","arrows","markers","hint","finish","progress","announcements","proximity","statuses","route"],
     "viewport":{"width_px":1280,"height_px":720,"field_of_view_deg":60},"rate_hz":25,"everything":true}
    """#.replacingOccurrences(of: "\n", with: "")

  private func begin(_ parameters: [(name: String, value: String)] = []) throws -> CityWalk {
    let walk = try CityWalk(parameters)
    #expect(try walk.ask("Scene.AddPlaces", City.placesText)["added"]?.integer == 6)
    let route = try walk.ask("Scene.LoadRoute", City.routeText)
    #expect(abs((route["length"]?.double ?? 0) - City.route.length) < 0.1)
    try walk.subscribe(Self.parts)
    return walk
  }

  @Test func probe() throws {
    let walk = try begin()
    var calm = CalmCheck(), arrows = ArrowCheck(), follower = ArrowFollower()
    var text = ""
    var next = 0.0
    try walk.walk(1000) { frame in
      calm.take(frame)
      arrows.take(frame)
      follower.take(frame)
      if frame.seconds >= next {
        next += 5
        let truth = walk.truth(at: frame.time)
        let error = wrapped(frame.facing + (frame.alignment?.applied ?? 0) - truth.facing)
        let off = frame.place.map { ($0 - truth.place).length } ?? -1
        text += "\(frame.seconds) \(frame.status ?? "") \(frame.json["status"]?["reason"]?.string ?? "") error \(error) off \(off) progress \(frame.json["progress"]?["length"]?.double ?? -1) \(frame.json["progress"]?["status"]?.string ?? "") shown \((frame.json["placements"]?.array ?? []).map { "\($0["id"]?.string ?? "") \($0["count"]?.integer ?? 0)" })\n"
      }
    }
    print(text)
    for event in walk.stream.events { print(event) }
    print("calm", calm.worst, calm.fastest, calm.stride, calm.followed)
    print("arrows", arrows.beside, arrows.along, arrows.turned, arrows.markers, arrows.progress, arrows.faults, arrows.frames)
    print("follower", follower.walked, follower.left, follower.astray)
    print(walk.stream.dropped, walk.stream.isMissing, walk.duration)
  }
}
