import Expectations
import GnomonClient
import TestSupport
import Testing
import Wire

/// A real gpsd with two receivers, and the daemon's choice of one of them.
@Suite(.serialized, .enabled(if: RigProcess.has("gpsd", "python3"))) struct ReceiverTests {
  /// The receivers of a status: the first of gpsd's devices, and the second.
  private struct Pair {
    var worse: ReceiverMessage, better: ReceiverMessage

    /// nil until the daemon knows both.
    init?(_ status: StatusMessage, of gpsd: GPSD) {
      guard let worse = status.receivers.first(where: { $0.device == gpsd.devices[0] }),
        let better = status.receivers.first(where: { $0.device == gpsd.devices[1] })
      else { return nil }
      (self.worse, self.better) = (worse, better)
    }
  }

  /// `worse` states four times the error of `better`: with UBX by its accuracy, with NMEA by the dilution of precision.
  @Test(.enabled(if: Products.hasCommand, "gnomon is not in this part"), arguments: ["ubx", "nmea"])
  func theBetterOfTwoReceiversIsUsedWhileItIsThere(_ kind: String) throws {
    let scratch = try Scratch(), gpsd = try GPSD(receivers: 2)
    defer { gpsd.stop() }
    let server = try IIOServer([])
    defer { server.stop() }
    let path = scratch.path("gnomon.conf")
    try """
    [Sensors]
    Context=\(server.uri)
    [GNSS]
    Address=127.0.0.1:\(gpsd.port)
    TimeTolerance=1e10
    """.write(toFile: path, atomically: true, encoding: .utf8)
    let daemon = try Spawned(["--config", path, "--state", scratch.path("")]), client = try daemon.client()
    func pair() throws -> Pair? { Pair(try client.tracking.getStatus(), of: gpsd) }
    /// Returns the lines about receivers that `gnomon status` prints.
    func lines() throws -> [Substring] {
      let run = try run(Products.url("gnomon"), ["status", "--socket", daemon.socket])
      expect(run.status, equals: 0, "\(run.errors)")
      return run.output.split(separator: "\n").filter { $0.hasPrefix("receiver") && $0.contains("udp://") }
    }

    // The worse one is there first, and is used.
    let worse = try gpsd.feed(kind, 100_000, hertz: 5, factor: 4)
    defer { worse.stop() }
    try waitUntil { try client.tracking.getStatus().receivers.contains { $0.isUsed && $0.usedCount > 0 } }
    try expect(client.tracking.getStatus().receivers.first?.reason, equals: "the first receiver with a fix")

    // The better one comes, and is used after a while, with its statement as the reason.
    var feed = try gpsd.feed(kind, 100_000, hertz: 5, to: 1)
    try waitUntil { try pair()?.better.isUsed ?? false }
    var both = try #require(try pair())
    let large = try #require(both.worse.statedError), small = try #require(both.better.statedError)
    expect((large.value / small.value - 4).magnitude, isBelow: 0.01)
    var reason = both.better.reason ?? ""
    #expect(reason.hasPrefix("it states an error of ") && reason.contains(gpsd.devices[0]), "\(reason)")
    #expect(!both.worse.isUsed && both.worse.reason == nil && both.better.mode == 3)
    let printed = try lines()
    expect(printed.count, equals: 2)
    #expect(printed.contains { $0.contains(gpsd.devices[1]) && $0.contains("it states an error of ") }, "\(printed)")
    #expect(printed.contains { $0.contains(gpsd.devices[0]) && $0.contains("not used") }, "\(printed)")

    // From then on the fixes are those of the better one.
    let counts = (both.worse.usedCount, both.better.usedCount)
    try waitUntil { try pair().map { $0.better.usedCount >= counts.1 + 10 && $0.worse.unusedCount >= 10 } ?? false }
    try expect(pair()?.worse.usedCount, equals: counts.0)

    // It falls silent, and the worse one replaces it.
    feed.stop()
    try waitUntil { try pair()?.worse.isUsed ?? false }
    both = try #require(try pair())
    reason = both.worse.reason ?? ""
    #expect(!both.better.isUsed && reason.hasPrefix("\(gpsd.devices[1]) gave no fix for "), "\(reason)")
    #expect(try lines().contains { $0.contains("gave no fix for ") })
    try waitUntil { try pair().map { $0.worse.usedCount >= counts.0 + 5 } ?? false }

    // It comes back, and is used again.
    feed = try gpsd.feed(kind, 100_000, hertz: 5, to: 1)
    defer { feed.stop() }
    try waitUntil { try pair()?.better.isUsed ?? false }
    both = try #require(try pair())
    reason = both.better.reason ?? ""
    #expect(!both.worse.isUsed && reason.hasPrefix("it states an error of "), "\(reason)")
    expect(daemon.end(), equals: 0)
  }
}
