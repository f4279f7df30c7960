import CPosix
import Expectations
import Foundation
import GnomonClient
import TestSupport
import Testing
import Text
import Wire

/// A daemon that is killed while it writes places: all acknowledged places are there again, and none in part.
@Suite(.serialized) struct KilledTests {
  private func add(_ client: RawClient, _ range: Range<Int>, layer: String = "l") -> Bool {
    let places = range.map { index -> JSONValue in
      [
        "id": .string("p\(index)"), "name": .string("Stall \(index)"),
        "latitude_deg": .number(48 + Double(index) * 1e-6),
        "longitude_deg": 11,
      ]
    }
    return ask(client, "AddPlaces", ["places": .array(places), "layer": .string(layer)])?["added"]?.integer
      == Int64(range.count)
  }

  private func ask(_ client: RawClient, _ method: String, _ parameters: JSONValue) -> JSONValue? {
    let call: JSONValue = ["method": .string("org.gnomon.Scene.\(method)"), "parameters": parameters]
    return client.ask(call.text)?["parameters"]
  }

  private func count(_ client: RawClient, _ layer: String = "l") -> Int64? {
    ask(client, "ListPlaces", ["layer": .string(layer), "limit": 1])?["count"]?.integer
  }

  private func kill(_ daemon: Spawned) {
    Foundation.kill(daemon.process.processIdentifier, SIGKILL)
    daemon.process.waitUntilExit()
  }

  @Test func aRemovalThatWasAnsweredIsWhole() throws {
    let state = try Scratch()
    for round in 0..<3 {
      let daemon = try Spawned(["--demo", "--state", state.url.path])
      #expect(daemon.answers())
      let client = try RawClient(daemon.socket)
      for start in stride(from: 0, to: 4000, by: 500) { #expect(add(client, start..<start + 500)) }
      #expect(add(client, 0..<10, layer: "other"))
      expect(ask(client, "RemovePlaces", ["layer": "l", "all": true])?["removed"]?.integer, equals: 4000)
      // At once, and during the deletion of the rows afterward.
      usleep(UInt32(round) * 15_000)
      kill(daemon)

      let again = try Spawned(["--demo", "--state", state.url.path])
      #expect(again.answers())
      let other = try RawClient(again.socket)
      #expect(count(other) == 0 && count(other, "other") == 10)
      let found = ask(other, "FindPlaces", ["text": "stall", "limit": 1000])
      expect(found?["places"]?.array?.count, equals: 10)
      expect(ask(other, "ListPlaces", ["limit": 1000])?["places"]?.array?.count, equals: 10)
      // The same ids can be used again.
      #expect(add(other, 0..<5))
      expect(count(other), equals: 5)
      expect(ask(other, "RemovePlaces", ["layer": "l", "all": true])?["removed"]?.integer, equals: 5)
      expect(ask(other, "RemovePlaces", ["layer": "other", "all": true])?["removed"]?.integer, equals: 10)
      expect(again.end(), equals: 0)
    }
  }

  /// Killed while calls come as fast as possible: the places of every answered call are there, and each is complete.
  @Test func answeredAdditionsSurviveAKill() throws {
    let state = try Scratch()
    var known = 0
    for round in 0..<4 {
      let daemon = try Spawned(["--demo", "--state", state.url.path])
      #expect(daemon.answers())
      let client = try RawClient(daemon.socket)
      let pid = daemon.process.processIdentifier
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.03 * Double(round + 1)) { Foundation.kill(pid, SIGKILL) }
      while add(client, known..<known + 100) { known += 100 }
      daemon.process.waitUntilExit()

      let again = try Spawned(["--demo", "--state", state.url.path])
      #expect(again.answers())
      let other = try RawClient(again.socket)
      let there = Int(try #require(count(other)))
      // The call without an answer is stored completely or not at all.
      #expect(there == known || there == known + 100, "\(there) of \(known)")
      let found = ask(other, "FindPlaces", ["text": .string("stall \(max(0, known - 1))"), "limit": 10])
      #expect(known == 0 || found?["places"]?.array?.isEmpty == false)
      if there > known {
        expect(
          ask(other, "RemovePlaces", ["layer": "l", "ids": .array((known..<there).map { .string("p\($0)") })])?[
            "removed"]?.integer, equals: 100)
      }
      expect(again.end(), equals: 0)
    }
  }
}
