import CPosix
import Expectations
import Foundation
import Testing
import Text

@testable import SocketServer

/// The messages that wait for a client that does not read.
@Suite struct OutboxTests {
  /// Each dropped event is counted once, in the next message that the client gets.
  @Test func aDroppedEventIsCountedOnce() throws {
    var ends: [CInt] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    defer { for end in ends { _ = gnomon_close(end) } }
    var outbox = Outbox(), received: [UInt8] = []
    let message =
      Array(#"{"parameters":{"text":"\#(String(repeating: "a", count: 4000))"},"continues":true}"#.utf8) + [0]
    func read() {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = Foundation.read(ends[1], &buffer, buffer.count)
        if count <= 0 { break }
        received += buffer[..<count]
      }
    }
    for round in 0..<3 {
      // The first round fills the kernel's buffer and the queue; in the next ones the client reads, and misses nothing more.
      for _ in 0..<(round == 0 ? 2000 : 10) {
        let isSent = message.withUnsafeBufferPointer { outbox.sendEvent($0, to: ends[0]) }
        #expect(isSent)
      }
      repeat {
        read()
        let isOpen = outbox.flush(to: ends[0])
        #expect(isOpen)
      } while !outbox.isEmpty
      read()
    }
    let counts = try received.split(separator: 0).map {
      try JSONValue(reading: Array($0))["parameters"]?["dropped"]?.integer ?? 0
    }
    expect(counts.reduce(0, +), equals: Int64(outbox.droppedInAll))
    expect(counts.count { $0 > 0 }, equals: 1)
    expect(counts.count + outbox.droppedInAll, equals: 2020)
  }
}
