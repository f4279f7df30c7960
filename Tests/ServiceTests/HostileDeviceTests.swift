import Foundation
import GnomonClient
import TestSupport
import Testing
import Text

@testable import Service

/// A daemon with receivers that send wrong data: it answers, reports their state, and ends when requested.
@Suite(.serialized) struct HostileDeviceTests {
  /// A configuration that reads this gpsd.
  private func configuration(_ scratch: Scratch, _ server: SpokenGPSD) throws -> String {
    let path = scratch.path("gnomon.conf")
    try Data("[GNSS]\nAddress=127.0.0.1:\(server.port)\n".utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// libgps 3.22 never returned from the first of these lines.
  @Test func noLineOfGPSDStopsTheDaemon() throws {
    let server = SpokenGPSD { peer in
      peer.greet()
      for line in [
        #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/x""#, #"{"class":"DEVICES","devices":[{}{}]}"#,
        #"{"class":"DEVICES","devices":[[[[[[[["#, #"{"class":"DEVICES","devices":["a","b"]}"#,
        #"{"class":"SKY","satellites":[{"# + String(repeating: #""PRN":1},{"#, count: 400),
        #"{"class":"ERROR","message":"%s%n%n"}"#, String(repeating: "x", count: 200_000),
      ] {
        peer.send(line + "\r\n")
      }
      peer.hold()
    }
    defer { server.stop() }
    let scratch = try Scratch()
    let daemon = try Spawned(["--config", try configuration(scratch, server), "--state", scratch.path("")])
    let client = try daemon.client()
    func refused(_ reason: String) throws -> Int {
      try client.status().refused.filter { $0.reason == "receiver: lines of gpsd refused, \(reason)" }.map(\.count)
        .first ?? 0
    }
    #expect(try eventually { try refused("no JSON") == 4 && refused("longer than 64 KiB") == 1 })
    #expect(try client.status().sources.contains { $0.role == "receiver" && $0.state == "waiting" })
    #expect(daemon.end() == 0)
  }

  /// The daemon answers while fixes arrive as fast as they can be sent.
  @Test func aFloodOfFixesIsAnsweredBeside() throws {
    let start = Date()
    let server = SpokenGPSD { peer in
      peer.greet()
      var number = 0
      while peer.isOpen {
        var lines = ""
        for _ in 0..<200 {
          lines += SpokenGPSD.fix(at: start.addingTimeInterval(0.002 * Double(number))) + "\r\n"
          number += 1
        }
        peer.send(lines)
      }
    }
    defer { server.stop() }
    let scratch = try Scratch()
    let daemon = try Spawned(["--config", try configuration(scratch, server), "--state", scratch.path("")])
    let client = try daemon.client()
    #expect(try eventually { try client.status().sources.contains { $0.role == "receiver" && $0.state == "running" } })
    for _ in 0..<20 { _ = try later { try client.status() } }
    #expect(daemon.end() == 0)
  }
}
