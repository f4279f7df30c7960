import CPosix
import Expectations
import Foundation
import GnomonClient
import TestSupport
import Testing
import Text
import Wire

private let info = #"{"method":"org.gnomon.Control.GetInfo"}"#
private let subscribe =
  #"{"method":"org.gnomon.Tracking.Subscribe","parameters":{"streams":["pose","sensors"]},"more":true}"#

@Suite struct SocketTests {
  @Test func malformedMessagesAreAnsweredAndTheNextCallWorks() throws {
    let running = try Running()
    defer { running.stop() }
    let client = try RawClient(running.socket)
    for text in ["", "x", "{", "[]", "{\"method\":5}", "\u{1}", "{\"method\":\"a\"}}"] {
      expect(named(client.ask(text)), equals: "org.gnomon.Control.MalformedMessage", "\(text)")
    }
    client.send([0xFF, 0xFE, 0x22, 0])
    expect(named(client.receive()), equals: "org.gnomon.Control.MalformedMessage")
    let deep = String(repeating: "[", count: 33) + String(repeating: "]", count: 33)
    expect(
      named(client.ask(#"{"method":"org.gnomon.Control.GetInfo","parameters":{"a":"# + deep + "}}")),
      equals: "org.gnomon.Control.MessageTooDeep")
    #expect(client.ask(info)?["parameters"]?["version"]?.string != nil)
  }

  @Test func aTooLongMessageClosesTheConnection() throws {
    let running = try Running()
    defer { running.stop() }
    let client = try RawClient(running.socket)
    client.send([UInt8](repeating: 0x20, count: Limits.message + 100))
    expect(named(client.receive()), equals: "org.gnomon.Control.MessageTooLarge")
    #expect(client.receive() == nil)
    // A message just below the limit is accepted.
    let other = try RawClient(running.socket)
    other.send(info + String(repeating: " ", count: Limits.message - info.utf8.count))
    #expect(other.receive()?["parameters"] != nil)
  }

  @Test func messagesMayComeByteByByteAndManyAtOnce() throws {
    let running = try Running()
    defer { running.stop() }
    let client = try RawClient(running.socket)
    for byte in Array(info.utf8) + [0] { client.send([byte]) }
    #expect(client.receive()?["parameters"] != nil)
    client.send(Array((String(repeating: info + "\0", count: 300)).utf8))
    for _ in 0..<300 { #expect(client.receive()?["parameters"] != nil) }
  }

  @Test func aClientThatLeavesDoesNotAffectOthers() throws {
    let running = try Running()
    defer { running.stop() }
    for round in 0..<200 {
      let client = try RawClient(running.socket)
      client.send(Array(Array(subscribe.utf8).prefix(round % 90)))
      if round % 3 == 0 { client.send(subscribe) }
    }
    let client = try patientClient(running.socket)
    // The kernel reports the end of each connection after a while.
    try waitUntil { try client.call("org.gnomon.Control.GetInfo")["connections"]?.integer == 1 }
    try expect(client.tracking.getStatus().subscribers, equals: 0)
  }

  @Test func connectionsAreLimited() throws {
    let running = try Running(speed: 1)
    defer { running.stop() }
    var clients: [RawClient] = []
    for _ in 0..<Limits.connectionsPerUser {
      let client = try RawClient(running.socket)
      #expect(client.ask(info)?["parameters"] != nil)
      clients.append(client)
    }
    let one = try RawClient(running.socket)
    let reply = one.receive()
    expect(named(reply), equals: "org.gnomon.Control.TooManyConnections")
    #expect(reply?["parameters"]?["of"]?.string == "user" && one.receive() == nil)
    clients.removeLast()
    while true {
      let again = try RawClient(running.socket)
      if again.ask(info)?["parameters"] != nil { break }
    }
  }

  @Test func aHalfClosedClientStillGetsItsAnswers() throws {
    let running = try Running()
    defer { running.stop() }
    let client = try RawClient(running.socket)
    client.send(info)
    client.send(subscribe)
    shutdown(client.descriptor, Int32(SHUT_WR))
    #expect(client.receive()?["parameters"]?["version"] != nil)
    for _ in 0..<20 { expect(client.receive()?["continues"]?.bool, equals: true) }
  }

  /// A client that never reads does not affect others, and is closed when nothing has been sent for five seconds.
  @Test func aSlowReaderDoesNotDelayOthers() throws {
    let running = try Running(speed: 5)
    defer { running.stop() }
    let slow = try RawClient(running.socket), client = try patientClient(running.socket)
    slow.send(subscribe)
    var poses = 0, dropped = 0, first: Int64 = 0, last: Int64 = 0, longest: Int64 = 0
    try client.tracking.subscribe(streams: [.pose]) { message in
      dropped += message.dropped
      guard let pose = message.pose else { return true }
      if poses == 0 { first = pose.time } else { longest = max(longest, pose.time - last) }
      last = pose.time
      poses += 1
      // Seven real seconds of a session at five times the pace.
      return last - first < 35_000_000_000
    }
    expect(poses + dropped, isAtLeast: 6900)
    // It reads the data sent before the connection was blocked; then the end.
    var received = 0
    while slow.receive() != nil { received += 1 }
    #expect(received > 0 && received < 200)
    try expect(patientClient(running.socket).tracking.getStatus().subscribers, equals: 1)
  }

  @Test func aReaderGetsTheLatestPoseAndTheCountOfMissedOnes() throws {
    let running = try Running(speed: 10)
    defer { running.stop() }
    let slow = try RawClient(running.socket), client = try patientClient(running.socket)
    slow.send(#"{"method":"org.gnomon.Tracking.Subscribe","parameters":{"streams":["pose"]},"more":true}"#)
    let began = try #require(slow.receive()?["parameters"]?["pose"]?["time_boot_ns"]?.integer)
    var now = began
    while now - began < 20_000_000_000 { now = try later { try client.tracking.getPose().pose?.time ?? now } }
    // The kernel holds a few messages, not seconds of the past: then the present follows. A daemon that was late may leave out some
    // messages before the kernel has no more room.
    var old = 0, missed: Int64 = 0, time = began
    while time < now, let parameters = slow.receive()?["parameters"] {
      missed += parameters["dropped"]?.integer ?? 0
      time = parameters["pose"]?["time_boot_ns"]?.integer ?? time
      if time < now { old += 1 }
    }
    #expect(old < 100 && missed > 1000 && time >= now)
  }

  /// Any bytes in any pieces are answered or the connection is closed, and the next client is not affected.
  @Test func anyBytesAreAnsweredOrCloseTheConnection() throws {
    let running = try Running()
    defer { running.stop() }
    var generator = SystemRandomNumberGenerator()
    let seeds = [info, subscribe, #"{"method":"org.gnomon.Tracking.NudgeHeading","parameters":{"degrees":1}}"#]
    for round in 0..<400 {
      let client = try RawClient(running.socket)
      var bytes = seeds.flatMap { (seed: String) -> [UInt8] in Array(seed.utf8) + [0] }
      for _ in 0..<(round % 20) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: place)
        default: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
        }
      }
      client.send(bytes)
      if round % 2 == 0 { _ = client.receive() }
    }
    #expect(try RawClient(running.socket).ask(info)?["parameters"] != nil)
  }
}
