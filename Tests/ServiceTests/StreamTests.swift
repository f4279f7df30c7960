import Expectations
import Foundation
import GnomonClient
import TestSupport
import Testing
import Text
import Wire

@Suite struct StreamTests {
  @Test func valuesAreThinnedOnAGrid() throws {
    let running = try Running()
    defer { running.stop() }
    var times: [Int64] = []
    try patientClient(running.socket).tracking.subscribe(streams: [.pose], rate: 10) { message in
      if let pose = message.pose { times.append(pose.time) }
      return times.count < 100
    }
    // 200 samples a second, so each is within one sample of its place in the grid, and errors do not add up. A place may be
    // empty: a client that reads late at twenty times the pace misses values.
    for (time, next) in zip(times, times.dropFirst()) {
      let places = Int64((Double(next - times[0]) / 1e8).rounded())
      #expect(next > time && abs(next - times[0] - places * 100_000_000) <= 5_000_000)
    }
  }

  @Test func eachSubscriberGetsItsValuesOnly() throws {
    let running = try Running()
    defer { running.stop() }
    for name in Streams.listed.map({ "\($0)" }) where name != "guidance" {
      let client = try patientClient(running.socket)
      try waitUntil { try client.tracking.getStatus().pose?.localization.state == .localized }
      var count = 0
      try client.stream("org.gnomon.Tracking.Subscribe", ["streams": [.string(name)]]) { json in
        expect(json.object?.contains { $0.name != name && $0.name != "dropped" }, equals: false)
        #expect(json[name] != nil)
        count += 1
        return count < (name == "state" ? 1 : 3)
      }
    }
  }

  /// Values that are published on change are sent at once to a new subscriber.
  @Test func aNewSubscriberGetsThePresentValues() throws {
    let running = try Running(speed: 1)
    defer { running.stop() }
    let client = try patientClient(running.socket)
    try waitUntil { try client.tracking.getStatus().pose != nil }
    var seen: Streams = []
    try client.tracking.subscribe(streams: [.state, .alignment, .guidance]) { message in
      if message.state != nil { seen.insert(.state) }
      if message.alignment != nil { seen.insert(.alignment) }
      if message.guidance != nil { seen.insert(.guidance) }
      return seen != [.state, .alignment, .guidance]
    }
    expect(seen, equals: [.state, .alignment, .guidance])
  }

  @Test func theStrictGeoPoseHasTheStandardsMembersAlone() throws {
    let running = try Running()
    defer { running.stop() }
    var count = 0
    try patientClient(running.socket).stream(
      "org.gnomon.Tracking.Subscribe", ["streams": ["geopose"], "strict": true]
    ) { json in
      expect(json["geopose"]?.object?.map(\.name), equals: ["position", "quaternion"])
      count += 1
      return count < 5
    }
  }
}
