import CPosix
import Foundation
import Intake
import Samples
import Simulation
import TestSupport
import Testing
import Text
import Tracking
import Wire

@testable import Service
@testable import SocketServer

/// A daemon without sensors in this process, which advances only on the test's request, and its contributors.
final class Pushing {
  let daemon: Daemon
  private let scratch: Scratch
  private var number: UInt64 = 1000

  init(options change: (inout DaemonOptions) -> Void = { _ in }) throws {
    scratch = try Scratch()
    var options = DaemonOptions()
    options.socket = scratch.path("s")
    options.handlesSignals = false
    options.isStepped = true
    change(&options)
    daemon = try Daemon(options, Engine(SessionBeginning(profile: .head)), sources: [])
    try daemon.start()
  }

  deinit { daemon.finish() }

  func path(_ name: String) -> String { scratch.path(name) }

  /// A contributor without a socket.
  func contributor() -> Connection {
    number += 1
    return Connection(descriptor: -1, access: .administer, peer: gnomon_peer(), slot: 0, number: number)
  }

  /// A call over the socket.
  func ask(_ text: String) throws -> JSONValue {
    let before = daemon.server.count, descriptor = gnomon_connect(daemon.options.socket)
    try #require(descriptor >= 0)
    defer { gnomon_close(descriptor) }
    gnomon_set_nonblocking(descriptor)
    var rest = (Array(text.utf8) + [0])[...], splitter = MessageSplitter(limit: 64 << 20)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let patience = Patience()
    while true {
      try patience.check()
      if !rest.isEmpty {
        rest = rest.dropFirst(
          max(0, rest.withUnsafeBytes { Int(gnomon_send(descriptor, $0.baseAddress, Int64($0.count))) }))
      }
      _ = try daemon.step(milliseconds: 1)
      let count = chunk.withUnsafeMutableBytes { gnomon_receive(descriptor, $0.baseAddress, Int64($0.count)) }
      if count > 0 {
        _ = chunk.withUnsafeBytes { splitter.append(UnsafeRawBufferPointer(rebasing: $0[..<Int(count)])) }
      }
      guard let message = splitter.next() else { continue }
      // The end of the connection itself: closing this descriptor is none while a program that another test starts has a copy.
      shutdown(descriptor, CInt(SHUT_RDWR))
      try waitUntil {
        _ = try daemon.step(milliseconds: 1)
        return daemon.server.count <= before
      }
      return try JSONValue(reading: message, maximumDepth: 64)
    }
  }

  /// The lines of a simulated walk, as a recording has them.
  static func lines(_ most: Int = 20_000) throws -> [String] {
    let parameters = SimulationParameters()
    var lines: [String] = [],
      session = SimulatedSession(
        Simulation(Plan.cityBlocks.itinerary(parameters), parameters: parameters))
    while lines.count < most, let line = try session.next() {
      guard case .sample(let sample) = line, PushedLines.tag(sample) != nil else { continue }
      var text = TextBuffer()
      text.append(line: line)
      lines.append(String(text.string.dropLast()))
    }
    return lines
  }
}

extension TrackedPose {
  /// All bits that a client can see.
  var bits: [UInt64] {
    let q = pose.rotation.quaternion, p = pose.position, v = velocity
    let numbers = [
      q.x, q.y, q.z, q.w, p.x, p.y, p.z, v.x, v.y, v.z, yaw.radians, yawSigma?.radians ?? .nan,
      place?.latitude.value ?? .nan,
      place?.longitude.value ?? .nan, place?.height.value ?? .nan, horizontalAccuracy?.value ?? .nan,
    ]
    return [UInt64(bitPattern: time.nanoseconds), UInt64(scene)] + numbers.map(\.bitPattern)
  }
}
