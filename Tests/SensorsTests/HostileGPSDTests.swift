import Expectations
import Foundation
import Geodesy
import Geometry
import Samples
import TestSupport
import Testing

@testable import Sensors

/// A gpsd that gives wrong data, floods, hangs and restarts: the reader never waits for it, reports its state, accepts nothing
/// invalid, and continues when it works again.
@Suite(.serialized) struct HostileGPSDTests {
  private func reader(_ server: SpokenGPSD, receiver: String? = nil, clock: WallClock? = nil) -> GPSReader {
    let address = GPSAddress(port: server.port, receiver: receiver)
    return (clock.map { clock in GPSReader(address) { clock } } ?? GPSReader(address)).opened()
  }

  private static let undisciplined = WallClock(utc: UTC(nanosecondsSince1970: 0), isDisciplined: false)

  /// Malformed lines in a row, and then fixes: each line is refused and counted, and the fixes arrive.
  @Test func malformedLinesAreCountedAndPassed() {
    let lines = [
      #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/x""#,
      #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/x","activated":"2026"},,,]}"#,
      #"{"class":"DEVICES","devices":["#, #"{"class":"TPV","lat":1e999,"lon":nan,"mode":3}"#,
      #"{"class":"VERSION","release":""# + String(repeating: "x", count: 70_000) + #""}"#, "\u{0}\u{0}{\"class\":",
    ]
    let server = SpokenGPSD { peer in
      peer.greet()
      for line in lines { peer.send(line + "\r\n") }
      peer.fixes()
    }
    defer { server.stop() }
    let reader = reader(server)
    let events = drive(reader) { $0.fixes.count >= 5 }
    #expect(events.fixes.count >= 5 && reader.connectionCount == 1)
    expect(reader.refusedLines, equals: [.notJSON: 5, .tooLong: 1])
    #expect(reader.counts.contains { $0.reason == "receiver: lines of gpsd refused, no JSON" && $0.count == 5 })
    #expect(events.endStreaming)
  }

  /// Ten megabytes without an end, and a thousand devices at once: one turn of the loop reads a portion, and the fixes arrive
  /// afterward.
  @Test func longLinesAreReadInPortions() {
    let server = SpokenGPSD { peer in
      peer.greet()
      for _ in 0..<640 { peer.send([UInt8](repeating: UInt8(ascii: "{"), count: 16 << 10)) }
      peer.send("\r\n")
      let devices = (0..<1000).map {
        #"{"class":"DEVICE","path":"/dev/ttyUSB\#($0)","activated":1.5,"driver":"NMEA0183"}"#
      }
      peer.send(#"{"class":"DEVICES","devices":["# + devices.joined(separator: ",") + "]}\r\n")
      peer.fixes()
    }
    defer { server.stop() }
    let reader = reader(server)
    expect(drive(reader) { $0.fixes.count >= 3 }.fixes.count, isAtLeast: 3)
    expect(reader.refusedLines[.tooLong] ?? 0, isAtLeast: 1)
  }

  /// The program at the port is not gpsd: the status states that, not the wait for a fix.
  @Test func aPortWithoutGPSDIsReported() {
    let server = SpokenGPSD { peer in
      peer.send("SSH-2.0-OpenSSH_9.2\r\nprotocol mismatch\r\n")
      peer.hold()
    }
    defer { server.stop() }
    #expect(drive(reader(server)) { $0.says("receiver", "not gpsd's JSON") }.says("receiver", "not gpsd's JSON"))
  }

  /// A server that accepts connections and sends nothing, and one whose queue is full: no wake blocks.
  @Test func aSilentServerDelaysNoRead() {
    let server = SpokenGPSD { $0.hold() }
    defer { server.stop() }
    let silent = reader(server)
    #expect(drive(silent, for: .seconds(2)) { $0.says("receiver", "connected; no fix yet") }.fixes.isEmpty)
    // There is no route to this address, so no connection is ever made: it fails by the reader's clock, not by the kernel's.
    let nowhere = GPSReader(GPSAddress(host: "192.0.2.1")).opened()
    var now = BootInstant.now, events: [SourceEvent] = []
    for _ in 0..<60 where !events.says("receiver", "absent") {
      nowhere.wake(at: now) { events.append($0) }
      now = max(now + .seconds(0.05), nowhere.deadline)
    }
    #expect(events.says("receiver", "absent"))
  }

  /// The server restarts after each fix: all its fixes arrive, each once, and the pauses stay short.
  @Test func aRestartEachSecondIsSurvived() {
    let start = Date(), count = Counter()
    let server = SpokenGPSD { peer in
      peer.greet()
      let number = count.next()
      peer.send(SpokenGPSD.fix(at: start.addingTimeInterval(Double(number))) + "\r\n")
      usleep(100_000)
    }
    defer { server.stop() }
    let reader = reader(server, clock: Self.undisciplined)
    let fixes = drive(reader) { $0.fixes.count >= 6 }.fixes
    #expect(fixes.count >= 6 && reader.connectionCount >= 6)
    #expect(
      zip(fixes, fixes.dropFirst()).allSatisfy {
        ($0.utc?.nanosecondsSince1970 ?? 0) < $1.utc?.nanosecondsSince1970 ?? 0
      })
  }

  /// After an absence of any length the server is found again within five seconds.
  @Test func aServerThatReturnsIsFoundWithinFiveSeconds() {
    let reader = GPSReader(GPSAddress(port: freePort(.stream))).opened()
    var now = BootInstant.now
    for _ in 0..<1000 {
      reader.wake(at: now) { _ in }
      expect((reader.deadline - now).value, isAtMost: 5)
      now = reader.deadline
    }
  }

  /// Fixes of another time, judged by a clock that can be trusted, are not used, and that is reported; fixes of the present
  /// follow and are used.
  @Test(arguments: [-9_000_000.0, -3600, -31, 31, 86_400, 4e8]) func fixesOfAnotherTimeAreNotUsed(_ offset: Double) {
    let now = Date()
    let clock = WallClock(utc: UTC(nanosecondsSince1970: Int64(now.timeIntervalSince1970 * 1e9)), isDisciplined: true)
    let server = SpokenGPSD { peer in
      peer.greet()
      peer.fixes(10, from: now.addingTimeInterval(offset))
      peer.fixes(from: now.addingTimeInterval(1))
    }
    defer { server.stop() }
    let reader = reader(server, clock: clock)
    let events = drive(reader) { $0.fixes.count >= 3 }
    #expect(events.says("receiver", "differs from now"))
    expect(reader.counters.untimely, equals: 10)
    #expect(events.fixes.allSatisfy { ($0.utc?.since(clock.utc).value ?? .infinity).magnitude < 30 })
    #expect(events.endStreaming)
  }

  /// A week count that has rolled over is corrected; a clock that was set by hand is not used for the comparison.
  @Test func aRolledOverWeekIsCorrectedByTheWallClock() throws {
    let now = try #require(UTC("2026-11-20T09:15:00Z")), clock = WallClock(utc: now, isDisciplined: true)
    let within = TimeSpan.seconds(30)
    let old = try #require(UTC("2007-04-06T09:15:02Z"))
    expect(clock.timely(old, within: within)?.description, equals: "2026-11-20T09:15:02Z")
    #expect(clock.timely(try #require(UTC("2007-04-07T09:15:02Z")), within: within) == nil)
    #expect(clock.timely(try #require(UTC("2026-11-20T09:15:18Z")), within: within) != nil)
    expect(clock.timely(old, within: .seconds(1e10)), equals: old)
    for nanoseconds in [Int64.min, -1, 0, 1, .max] {
      let time = UTC(nanosecondsSince1970: nanoseconds)
      #expect(clock.timely(time, within: within) == nil)
      for year in ["1970-01-01T00:00:01Z", "2040-01-01T00:00:00Z"] {
        let stepped = WallClock(utc: try #require(UTC(year)), isDisciplined: false)
        expect(stepped.timely(time, within: within), equals: time)
      }
    }
  }

  /// Of 250 receivers in many places one is used; another one replaces it when it is silent.
  @Test func oneOfManyReceiversIsUsed() {
    let start = Date()
    let server = SpokenGPSD { peer in
      peer.greet()
      for epoch in 0..<4 {
        for device in 0..<250 {
          let time = start.addingTimeInterval(Double(epoch) + 0.001 * Double(device))
          peer.send(SpokenGPSD.fix(at: time, device: "/dev/ttyUSB\(device)", latitude: "\(40 + device % 40)") + "\r\n")
        }
      }
      // The first receiver is gone.
      while peer.isOpen {
        peer.send(SpokenGPSD.fix(device: "/dev/ttyUSB7", latitude: "47") + "\r\n")
        usleep(100_000)
      }
    }
    defer { server.stop() }
    let reader = reader(server, clock: Self.undisciplined)
    let fixes = drive(reader) { $0.fixes.contains { $0.latitude.value == 47 } }.fixes
    let first = fixes.prefix { $0.latitude.value == 40 }
    // Of the 250 receivers 16 are known.
    #expect(reader.receivers.count == 16 && reader.receivers.filter(\.isUsed).map(\.device) == ["/dev/ttyUSB7"])
    #expect(reader.counts.contains { $0.reason == "receiver: messages of more than 16 receivers" && $0.count == 936 })
    #expect(first.count == 4 && fixes.dropFirst(4).allSatisfy { $0.latitude.value == 47 } && fixes.count > 4)
    expect(reader.otherReceiverCount, isAtLeast: 996)
  }

  /// The receiver with half of the error replaces the first one, once, with an event and a note that state the reason.
  @Test func theBetterReceiverIsUsedAndReported() {
    let start = Date()
    let server = SpokenGPSD { peer in
      peer.greet()
      var epoch = 0
      while peer.isOpen {
        let time = start.addingTimeInterval(0.1 * Double(epoch))
        peer.send(SpokenGPSD.fix(at: time, device: "/dev/ttyACM0", latitude: "48", error: 6) + "\r\n")
        peer.send(SpokenGPSD.fix(at: time, device: "/dev/ttyUSB0", latitude: "49", error: 1.5) + "\r\n")
        usleep(100_000)
        epoch += 1
      }
    }
    defer { server.stop() }
    let reader = reader(server, clock: Self.undisciplined)
    let events = drive(reader) { ($0.fixes.last?.latitude.value ?? 0) == 49 && $0.fixes.count > 60 }
    let places = events.fixes.map(\.latitude.value)
    #expect(places.first == 48 && places.last == 49 && places == places.sorted())
    let changes = events.compactMap { if case .change(let change) = $0 { change } else { nil } }
    #expect(changes.map(\.from) == ["/dev/ttyACM0"] && changes.map(\.to) == ["/dev/ttyUSB0"])
    #expect(events.says("receiver", "/dev/ttyUSB0 of 2 receivers: it states an error of 1.5 m, and /dev/ttyACM0 6 m"))
    let unused = reader.receivers.first { $0.device == "/dev/ttyUSB0" }?.unusedCount ?? 0
    #expect(unused >= 40 && reader.receivers.reduce(0) { $0 + $1.usedCount } == places.count)
    // The configured receiver is used although it is the worse one; one that gpsd does not have is named.
    let configured = self.reader(server, receiver: "/dev/ttyACM0", clock: Self.undisciplined)
    let only = drive(configured, for: .seconds(8)) { _ in false }
    #expect(only.fixes.count > 20 && only.fixes.allSatisfy { $0.latitude.value == 48 })
    let missing = self.reader(server, receiver: "/dev/ttyS9", clock: Self.undisciplined)
    let none = drive(missing, for: .seconds(8)) { $0.says("receiver", "check GNSS.Device") }
    #expect(none.fixes.isEmpty && none.says("receiver", "no report of /dev/ttyS9"))
  }

  /// Numbers that no receiver can mean are refused and counted, and have no effect on fixes.
  @Test func impossibleNumbers() {
    let start = Date()
    let server = SpokenGPSD { peer in
      peer.greet()
      for latitude in ["91", "-1e300", "1e308", "-90.0001"] {
        peer.send(SpokenGPSD.fix(at: start, latitude: latitude) + "\r\n")
      }
      peer.fixes(from: start)
    }
    defer { server.stop() }
    let reader = reader(server, clock: Self.undisciplined)
    #expect(drive(reader) { $0.fixes.count >= 2 }.fixes.allSatisfy { $0.latitude.value == 48.2082 })
    expect(reader.counters.refused, equals: 4)
  }
}

extension [SourceEvent] {
  /// Whether the last status is that fixes arrive.
  fileprivate var endStreaming: Bool { if case .streaming? = statuses.last?.state { true } else { false } }
}

/// Numbers from several threads.
final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var value = 0
  func next() -> Int {
    lock.withLock {
      value += 1; return value
    }
  }
}
