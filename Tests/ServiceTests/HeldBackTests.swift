import Expectations
import Foundation
import TestSupport
import Testing
import Wire

@testable import SocketServer

/// The descriptors of the server, by key; the test itself polls them.
private final class Keys: SocketPoller {
  private(set) var connections: [UInt64] = []
  func add(_ descriptor: CInt, _ key: SocketKey) {
    if case .connection(let number) = key { connections.append(number) }
  }
  func change(_ descriptor: CInt, _ key: SocketKey, reads: Bool, writes: Bool) {}
  func remove(_ descriptor: CInt) {}
}

/// A thread that has not begun its work yet.
private final class BusyThread: BackgroundThread {
  let isDirect = false
  private(set) var jobs = 0
  func run<Answer: Sendable>(_ work: @escaping @Sendable () -> Answer, then: @escaping (Answer) -> Void) { jobs += 1 }
}

/// Long requests that wait for each other.
@Suite struct HeldBackTests {
  /// The request of a client that waits for another's is dropped, because memory is short: the client is told so, and its
  /// connection is closed.
  @Test func aDroppedRequestThatWaitedEndsItsConnection() throws {
    let scratch = try Scratch(), path = scratch.path("s")
    let keys = Keys(), thread = BusyThread()
    let server = Server(
      listeners: try ListeningSocket.all(path: path), policy: AccessPolicy(), poller: keys, worker: thread)
    defer { server.close() }
    let clients = [try PatientClient(path), try PatientClient(path)]
    server.accept(0)
    try #require(server.count == 2 && keys.connections.count == 2)
    let message = Array(#"{"method":"x"}"#.utf8) + [UInt8](repeating: 0x20, count: Limits.underWay * 3 / 4) + [0]
    for (client, number) in zip(clients, keys.connections) {
      var rest = message[...]
      let patience = Patience()
      while !rest.isEmpty {
        try patience.check()
        rest = rest.dropFirst(client.send(rest))
        server.handle(number, isReadable: true, isWritable: false, isClosed: false)
      }
      // The rest is in the kernel's buffer, and is read in chunks.
      var held = -1
      while server.held != held {
        held = server.held
        for _ in 0..<16 { server.handle(number, isReadable: true, isWritable: false, isClosed: false) }
      }
    }
    // The first is being read beside the loop, the second waits.
    expect(thread.jobs, equals: 1)
    #expect(server.dropLongestMessage())
    expect(clients[1].message()?["error"]?.string?.contains("TooMuchUnfinished"), equals: true)
    try clients[1].readToEnd()
    #expect(server.count == 1 && !clients[0].hasEnded, "\(server.count) connections")
  }
}
