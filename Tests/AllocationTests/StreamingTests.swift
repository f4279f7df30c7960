import CAllocations
import CPosix
import Expectations
import Samples
import Simulation
import TestSupport
import Testing
import Tracking
import Wire

@testable import Service

@Suite struct StreamingTests {
  /// Nothing is allocated for a sample, its encoding, or its delivery to eight subscribers, one of which does not read.
  @Test func streamingAllocatesNothing() throws {
    let parameters = SimulationParameters()
    var samples: [Sample] = []
    try Simulation(Plan.straight.itinerary(parameters), parameters: parameters).run { line in
      if case .sample(let sample) = line { samples.append(sample) }
    }
    let scratch = try Scratch()
    var options = DaemonOptions()
    options.socket = scratch.path("s")
    options.handlesSignals = false
    let daemon = try Daemon(
      options, Engine(SessionBeginning(profile: .head)), sources: [])
    // A fixed clock, so that the subscriber that does not read is not closed on a slow machine.
    let now = daemon.server.clock()
    daemon.server.clock = { now }
    try daemon.start()
    defer { daemon.finish() }
    var clients: [CInt] = []
    defer { for client in clients { gnomon_close(client) } }
    for index in 0..<8 {
      let client = gnomon_connect(options.socket)
      try #require(client >= 0)
      let rate = index % 2 == 0 ? "" : #","rate_hz":50"#
      // The subscriber that does not read gets no events, whose queue would still be growing.
      let events = index == 7 ? "" : #","state","correction""#
      let call =
        Array(
          (#"{"method":"org.gnomon.Tracking.Subscribe","parameters":{"streams":["pose","geopose","alignment","sensors""#
            + events + "]" + rate + #"},"more":true}"#).utf8) + [0]
      expect(gnomon_send(client, call, Int64(call.count)), equals: Int64(call.count))
      clients.append(client)
    }
    while daemon.publisher.subscribers < 8 { _ = try daemon.step(milliseconds: 100) }
    let chunk = UnsafeMutableRawPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { chunk.deallocate() }
    var received = 0
    let descriptors = clients.dropLast()
    for descriptor in descriptors { gnomon_set_receive_timeout(descriptor, 1000) }
    func play(_ range: Range<Int>) {
      for index in range {
        daemon.ingest(samples[index])
        if index % 16 == 0 {
          for descriptor in descriptors {
            // The other subscribers read, so that more can be sent to them.
            let count = gnomon_receive(descriptor, chunk, 1 << 16)
            if count > 0 { received += Int(count) }
          }
          _ = try? daemon.step(milliseconds: 0)
        }
      }
    }
    let warm = samples.count / 2
    play(0..<warm)
    received = 0
    let before = allocations_of_this_thread()
    play(warm..<samples.count)
    let allocated = allocations_of_this_thread() - before
    expect(allocated, equals: 0, "\(allocated) allocations in \(samples.count - warm) samples")
    expect(received, isAbove: 1_000_000)
  }
}
