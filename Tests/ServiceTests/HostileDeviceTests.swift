import Expectations
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
      try client.tracking.getStatus().refused.filter { $0.reason == "receiver: lines of gpsd refused, \(reason)" }.map(
        \.count
      )
      .first ?? 0
    }
    #expect(try eventually { try refused("no JSON") == 4 && refused("longer than 64 KiB") == 1 })
    #expect(try client.tracking.getStatus().sources.contains { $0.role == "receiver" && $0.state == .waiting })
    expect(daemon.end(), equals: 0)
  }

  /// Two receivers of one gpsd: the status states which one is used and why, and counts the fixes of the other one.
  @Test func theReceiverInUseIsStated() throws {
    let start = Date()
    let server = SpokenGPSD { peer in
      peer.greet()
      var epoch = 0
      while peer.isOpen {
        let time = start.addingTimeInterval(0.1 * Double(epoch))
        peer.send(SpokenGPSD.fix(at: time, device: "/dev/ttyACM0", error: 6) + "\r\n")
        peer.send(SpokenGPSD.fix(at: time, device: "/dev/ttyUSB0", error: 1.5) + "\r\n")
        usleep(100_000)
        epoch += 1
      }
    }
    defer { server.stop() }
    let scratch = try Scratch()
    let path = try configuration(scratch, server)
    let daemon = try Spawned(["--config", path, "--state", scratch.path("")])
    let client = try daemon.client()
    #expect(
      try eventually {
        try client.tracking.getStatus().receivers.contains {
          $0.isUsed && $0.device == "/dev/ttyUSB0" && $0.usedCount > 0
        }
      })
    let receivers = try client.tracking.getStatus().receivers
    expect(receivers.map(\.device), equals: ["/dev/ttyACM0", "/dev/ttyUSB0"])
    expect(receivers.last?.reason, equals: "it states an error of 1.5 m, and /dev/ttyACM0 6 m")
    #expect(receivers.first?.reason == nil && receivers.first?.isUsed == false)
    #expect(receivers.allSatisfy { $0.mode == 3 && $0.usedCount > 0 && $0.unusedCount > 0 || !$0.isUsed })
    #expect(try client.tracking.getStatus().sources.contains { $0.detail.contains("/dev/ttyUSB0 of 2 receivers") })
    expect(daemon.end(), equals: 0)
    // With the setting the other one is used.
    try Data("[GNSS]\nAddress=127.0.0.1:\(server.port)\nDevice=/dev/ttyACM0\n".utf8).write(
      to: URL(fileURLWithPath: path))
    let fixed = try Spawned(["--config", path, "--state", scratch.path("")])
    let second = try fixed.client()
    #expect(
      try eventually {
        try second.tracking.getStatus().receivers.contains { $0.device == "/dev/ttyUSB0" && $0.unusedCount > 3 }
      })
    let configured = try second.tracking.getStatus().receivers.first(where: \.isUsed)
    #expect(configured?.device == "/dev/ttyACM0" && configured?.reason == "the receiver of GNSS.Device")
    expect(fixed.end(), equals: 0)
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
    #expect(
      try eventually {
        try client.tracking.getStatus().sources.contains { $0.role == "receiver" && $0.state == .running }
      })
    for _ in 0..<20 { _ = try later { try client.tracking.getStatus() } }
    expect(daemon.end(), equals: 0)
  }
}
