import CPosix
import Expectations
import Foundation
import GnomonClient
import TestSupport
import Testing
import Text
import Wire

@testable import Service
@testable import SocketServer

private let info = #"{"method":"org.gnomon.Control.GetInfo"}"#
private let second: Int64 = 1_000_000_000

/// Faults of clients, each provoked; the test sets the time.
@Suite struct FaultTests {
  /// A half-sent message and a long answer in the making take all memory that may be held: a short answer is sent all the same, and
  /// only the half-sent message gives way.
  @Test func aFullBudgetTouchesNoOtherClient() throws {
    let stepped = try Stepped()
    let half = try stepped.client(), other = try stepped.client()
    var rest = (Array(#"{"method":"#.utf8) + [UInt8](repeating: 0x20, count: 3 << 20))[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(half.send(rest))
      try stepped.step()
    }
    stepped.server.reserved = Limits.heldForClients - stepped.server.held
    other.send(info)
    var answer: JSONValue?
    try stepped.step {
      answer = answer ?? other.message()
      return answer != nil || other.hasEnded
    }
    #expect(answer?["parameters"] != nil && !other.hasEnded)
  }

  @Test func aHalfSentMessageThatNeverEnds() throws {
    let stepped = try Stepped()
    var time: Int64 = 1000 * second
    stepped.server.clock = { time }
    let half = try stepped.client(), other = try stepped.client()
    for byte in Array(#"{"method":"org"#.utf8) {
      half.send([byte])
      try stepped.step { stepped.server.held > 0 }
      // More bytes do not change the age of the message.
      time += 2 * second
    }
    let begun = 1000 * second
    stepped.server.closeStalled(at: begun + 30 * second)
    expect(stepped.server.count, equals: 2)
    stepped.server.closeStalled(at: begun + 30 * second + 1)
    #expect(stepped.server.count == 1 && stepped.server.held <= 1 << 17)
    try half.readToEnd()
    other.send(info)
    var answer: JSONValue?
    try stepped.step {
      answer = other.message()
      return answer != nil
    }
    #expect(answer?["parameters"] != nil)
  }

  /// Each message is within its own limit, all together are beyond the daemon's limit.
  @Test func halfSentMessagesThatTogetherAreTooMuch() throws {
    let stepped = try Stepped()
    let clients = try (0..<12).map { _ in try stepped.client() }
    let piece = [UInt8](repeating: 0x20, count: 1 << 16)
    for _ in 0..<60 {
      for client in clients {
        var sent = 0
        while sent < piece.count, !client.hasEnded {
          let count = client.send(piece[sent...])
          sent += count
          try stepped.step()
          expect(stepped.server.held, isAtMost: Limits.unfinished)
          if count == 0 { break }
        }
      }
    }
    var turnedAway = 0, still: [PatientClient] = []
    for client in clients {
      if let reply = client.message() {
        expect(named(reply), equals: "org.gnomon.Control.TooMuchUnfinished")
        expect(reply["parameters"]?["limit_bytes"]?.integer, equals: Int64(Limits.unfinished))
        client.read()
        turnedAway += 1
      } else {
        still.append(client)
      }
    }
    #expect(turnedAway > 0 && stepped.server.count == clients.count - turnedAway && !still.isEmpty)
    // The other clients complete their messages, and are answered.
    for client in still {
      try stepped.say(info, client)
      var answer: JSONValue?
      try stepped.step {
        answer = client.message()
        return answer != nil
      }
      expect(answer?["parameters"]?["limits"]?["unfinished_bytes"]?.integer, equals: Int64(Limits.unfinished))
    }
    expect(stepped.server.held, isAtMost: still.count << 17)
  }

  @Test func moreThanAThousandRequestsASecond() throws {
    let stepped = try Stepped()
    var time: Int64 = 1000 * second
    stepped.server.clock = { time }
    let client = try stepped.client()
    func ask(_ count: Int) throws -> (answered: Int, refused: Int) {
      let call = Array(#"{"method":"org.varlink.service.GetInfo"}"#.utf8) + [0]
      var waiting = ArraySlice(Array(repeating: call, count: count).joined())
      var answered = 0, refused = 0
      while answered + refused < count {
        waiting = waiting.dropFirst(waiting.isEmpty ? 0 : client.send(waiting))
        try stepped.step()
        while let reply = client.message() {
          if reply["parameters"]?["product"] != nil { answered += 1 }
          if named(reply) == "org.gnomon.Control.TooManyRequests" {
            refused += 1
            expect(reply["parameters"]?["limit_per_second"]?.integer, equals: Int64(Limits.requestsPerSecond))
            expect(reply["parameters"]?["retry_after"]?.double, equals: 0.75)
          }
        }
      }
      return (answered, refused)
    }
    #expect(try ask(900) == (900, 0))
    time += second / 4
    #expect(try ask(300) == (100, 200))
    time += second * 3 / 4
    #expect(try ask(10) == (10, 0))
  }

  /// A client that begins the next message before each answer leaves none of them half sent for long.
  @Test func aClientThatAlwaysHasAnotherRequestIsNotClosed() throws {
    let stepped = try Stepped()
    var time: Int64 = 1000 * second
    stepped.server.clock = { time }
    let eager = try stepped.client(), calls = Array((info + "\0" + info + "\0").utf8)
    eager.send(calls.prefix(20))
    try stepped.step { stepped.server.held > 0 }
    for _ in 0..<20 {
      // The end of one message, and the beginning of the next.
      eager.send((calls + calls)[20..<20 + calls.count])
      var answers = 0
      try stepped.step {
        if eager.message() != nil { answers += 1 }
        return answers == 2
      }
      time += 2 * second
      stepped.server.closeStalled(at: time)
      expect(stepped.server.count, equals: 1)
    }
  }

  /// The daemon stood still: the client has read all that it could, and has sent the rest of its message, before the daemon looks.
  @Test func aDaemonThatStoodStillClosesNoClient() throws {
    let stepped = try Stepped()
    let reader = try stepped.subscriber(), half = try stepped.client()
    half.send(Array(info.utf8).prefix(20))
    try stepped.step { stepped.server.held > 0 }
    for sample in try Stepped.samples().prefix(9000) { stepped.daemon.ingest(sample) }
    while reader.message() != nil {}
    half.send((Array(info.utf8) + [0]).dropFirst(20))
    stepped.server.closeStalled(at: gnomon_monotonic_time() + 60 * second)
    #expect(stepped.server.count == 2 && stepped.daemon.publisher.subscribers == 1)
  }

  /// Sixty-four subscribers, the most for one user: one never reads, and all others get the same poses without a loss.
  @Test func aSubscriberThatNeverReads() throws {
    let stepped = try Stepped()
    let deaf = try stepped.subscriber()
    let readers = try (1..<Limits.connectionsPerUser).map { _ in
      try stepped.subscriber(#""streams":["pose"],"rate_hz":60"#)
    }
    var times = [[Int64]](repeating: [], count: readers.count), dropped: Int64 = 0
    for (index, sample) in try Stepped.samples().prefix(9000).enumerated() {
      stepped.daemon.ingest(sample)
      guard index % 6 == 5 else { continue }
      for (reader, client) in readers.enumerated() {
        while let parameters = client.message()?["parameters"] {
          dropped += parameters["dropped"]?.integer ?? 0
          times[reader].append(parameters["pose"]?["time_boot_ns"]?.integer ?? 0)
        }
      }
    }
    let first = try #require(times.first)
    #expect(first.count > 1000 && dropped == 0 && times.allSatisfy { $0 == first })
    // Within a sample of the grid.
    #expect(zip(first, first.dropFirst()).allSatisfy { (11_000_000...23_000_000).contains($1 - $0) })
    stepped.server.closeStalled(at: gnomon_monotonic_time() + 6 * second)
    #expect(stepped.server.count == readers.count && stepped.daemon.publisher.subscribers == readers.count)
    withExtendedLifetime(deaf) {}
  }

  /// No other subscriber misses anything; the data waiting for this one stay one message; and in the end it is closed.
  @Test func aSubscriberThatReadsAByteASecond() throws {
    let stepped = try Stepped()
    let slow = try stepped.subscriber(), good = try stepped.subscriber()
    let start = gnomon_monotonic_time()
    var published = 0, received = 0, dropped: Int64 = 0
    for (index, sample) in try Stepped.samples().enumerated() {
      let before = stepped.daemon.engine.latest?.time
      stepped.daemon.ingest(sample)
      if stepped.daemon.engine.latest?.time != before { published += 1 }
      while let message = good.message() {
        received += 1
        dropped += message["parameters"]?["dropped"]?.integer ?? 0
      }
      // 400 inertial samples and some others per second.
      guard index % 450 == 449 else { continue }
      slow.read(1)
      try stepped.step()
      stepped.server.closeStalled(at: start + Int64(index / 450) * second)
    }
    #expect(published > 5000 && received == published && dropped == 0)
    #expect(stepped.server.count == 1 && stepped.daemon.publisher.subscribers == 1)
  }

  /// The first of a subscriber's values finds that it has left; the others are not sent under its number, which may be another
  /// file's by then.
  @Test func aSubscriberThatHasLeftGetsNothingMore() throws {
    let stepped = try Stepped()
    for sample in try Stepped.samples().prefix(2000) { stepped.daemon.ingest(sample) }
    try #require(stepped.daemon.engine.latest != nil)
    var client: PatientClient? = try stepped.client()
    let connection = try #require(stepped.server.table.compactMap { $0 }.last)
    client?.send(
      #"{"method":"org.gnomon.Tracking.Subscribe","parameters":{"streams":["alignment","state"]},"more":true}"#)
    client = nil
    try stepped.step { connection.isClosed }
    #expect(connection.descriptor < 0 && !connection.watchesOutput)
    #expect(stepped.server.count == 0 && stepped.server.unread == 0 && stepped.daemon.publisher.subscribers == 0)
  }

  /// Calls are answered one after the other, in order, however fast they come.
  @Test func manyPipelinedCallsAreAnsweredInOrder() throws {
    let running = try Running()
    defer { running.stop() }
    let client = try RawClient(running.socket)
    let calls = (0..<900).map { #"{"method":"org.nobody.n\#($0).Call"}"# + "\0" }.joined()
    client.send(Array(calls.utf8))
    for number in 0..<900 {
      expect(client.receive()?["parameters"]?["interface"]?.string, equals: "org.nobody.n\(number)")
    }
  }

  /// The client ends in the middle of its message, or of the daemon's; only the kernel notices it.
  @Test(arguments: [
    #"client.sendall(b'{"method":"org.gnomon.Tracking.Subs')"#,
    """
    client.sendall(b'{"method":"org.gnomon.Tracking.Subscribe","parameters":{"streams":["pose"]},"more":true}\\0')
    client.recv(10)
    """,
    """
    client.sendall(b'{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"org.gnomon.Tracking"}}\\0' * 50)
    client.recv(10)
    """,
  ])
  func aClientKilledInTheMiddle(_ deed: String) throws {
    let running = try Running()
    defer { running.stop() }
    let process = Process(), output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      """
      import socket, sys, time
      client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
      client.connect(sys.argv[1])
      \(deed)
      print("done", flush=True)
      time.sleep(3600)
      """, running.socket,
    ]
    process.standardOutput = output
    defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    try process.run()
    #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).hasPrefix("done"))
    let client = try patientClient(running.socket)
    try waitUntil { try client.call("org.gnomon.Control.GetInfo")["connections"]?.integer == 2 }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try waitUntil { try client.call("org.gnomon.Control.GetInfo")["connections"]?.integer == 1 }
    try expect(client.tracking.getStatus().subscribers, equals: 0)
  }
}
