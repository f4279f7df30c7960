import Expectations
import Foundation
import Geodesy
import Geometry
import Glibc
import Samples
import Sensors
import TestData
import TestSupport
import Testing

extension GPSD {
  /// An address that accepts other times: its receivers have the time of another day.
  var address: GPSAddress {
    var address = GPSAddress(port: port)
    address.timeTolerance = .seconds(1e10)
    return address
  }
}

/// The receiver's simulated statement of an epoch.
private struct Epoch {
  var utc: Int64, latitude: Double, longitude: Double, height: Double, east: Double, north: Double

  init?(_ line: String) {
    let fields = line.split(separator: " ").compactMap { Double($0) }
    guard fields.count == 6 else { return nil }
    utc = Int64(fields[0]) * 1_000_000_000
    (latitude, longitude, height, east, north) = (fields[1], fields[2], fields[3], fields[4], fields[5])
  }
}

@Suite(.serialized, .enabled(if: RigProcess.has("gpsd", "python3"))) struct GPSDTests {
  private func connected(_ gpsd: GPSD) -> GPSReader {
    let reader = GPSReader(gpsd.address).opened()
    drive(reader) { $0.says("receiver", "connected") }
    return reader
  }

  /// The statements of a receiver in its own protocol arrive once for each epoch, with the same numbers.
  @Test(arguments: ["ubx", "nmea"]) func aReceiversFixesArriveAsItStatedThem(_ kind: String) throws {
    let gpsd = try GPSD()
    defer { gpsd.stop() }
    let reader = connected(gpsd)
    let feed = try gpsd.feed(kind, 40, hertz: 10)
    let events = drive(reader) { $0.fixes.count >= 38 }
    let epochs = Dictionary(uniqueKeysWithValues: feed.finish().lines.compactMap(Epoch.init).map { ($0.utc, $0) })
    let fixes = events.fixes
    #expect(fixes.count >= 36 && fixes.count <= 40)
    #expect(
      zip(fixes, fixes.dropFirst()).allSatisfy {
        ($0.utc?.nanosecondsSince1970 ?? 0) < ($1.utc?.nanosecondsSince1970 ?? 0)
      })
    for fix in fixes.dropFirst(2) {
      guard let utc = fix.utc, let epoch = epochs[utc.nanosecondsSince1970] else {
        Issue.record("no epoch of \(String(describing: fix.utc)) was fed")
        continue
      }
      expect((fix.latitude.value - epoch.latitude).magnitude, isBelow: 1e-6)
      expect((fix.longitude.value - epoch.longitude).magnitude, isBelow: 1e-6)
      #expect(fix.mode == .threeDimensional && fix.time == fix.arrival)
      expect(((fix.height?.value ?? 0) - epoch.height).magnitude, isBelow: 0.2)
      expect(((fix.velocityEast?.value ?? 99) - epoch.east).magnitude, isBelow: 0.02)
      expect(((fix.velocityNorth?.value ?? 99) - epoch.north).magnitude, isBelow: 0.02)
      #expect((0.1...50).contains(fix.horizontalError?.value ?? 0))
    }
    #expect(events.statuses.contains { if case .streaming = $0.state { true } else { false } })
  }

  /// The headings of a receiver with two antennas, through gpsd, with what the configuration says of the antennas; without that
  /// they are counted.
  @Test(arguments: [true, false]) func headingsOfTwoAntennasArrive(_ isConfigured: Bool) throws {
    let gpsd = try GPSD()
    defer { gpsd.stop() }
    var address = gpsd.address
    if isConfigured { address.antennas = AntennaMount(direction: Degrees(90), sigma: Degrees(1.5)) }
    let reader = GPSReader(address).opened()
    drive(reader) { $0.says("receiver", "connected") }
    let feed = try gpsd.feed("antennas", 30, hertz: 10)
    defer { feed.stop() }
    let events = drive(reader) { $0.fixes.count >= 25 }
    let azimuths = events.samples.compactMap { sample -> AntennaAzimuth? in
      if case .antennas(let azimuth) = sample { azimuth } else { nil }
    }
    let unused = reader.counts.first { $0.reason.contains("GNSS.AntennaDirection") }?.count ?? 0
    #expect(isConfigured ? azimuths.count >= 20 && unused == 0 : azimuths.isEmpty && unused >= 20, "\(azimuths.count)")
    for (one, next) in zip(azimuths, azimuths.dropFirst()) {
      #expect(one.direction.value == 90 && one.sigma.value == 1.5 && one.time < next.time)
      expect(
        (next.azimuth.value - one.azimuth.value + 360).truncatingRemainder(dividingBy: 10).magnitude, isBelow: 0.01)
    }
  }

  @Test func aRestartOfGPSDIsSurvived() throws {
    let gpsd = try GPSD()
    defer { gpsd.stop() }
    let reader = connected(gpsd)
    let feed = try gpsd.feed("ubx", 400, hertz: 10)
    defer { feed.stop() }
    let before = drive(reader) { $0.fixes.count >= 5 }
    expect(before.fixes.count, isAtLeast: 5)
    gpsd.stop()
    let without = drive(reader) { $0.says("receiver", "absent") }
    #expect(without.says("receiver", "gpsd closed the connection"))
    try gpsd.start()
    let after = drive(reader) { $0.fixes.count >= 5 }
    #expect(after.fixes.count >= 5 && reader.connectionCount >= 2)
    let utcs = (before + without + after).fixes.compactMap { $0.utc?.nanosecondsSince1970 }
    expect(utcs, equals: Array(Set(utcs)).sorted())
  }

  /// A gpsd that hangs is reported as silent, delays nothing, and is read again when it continues.
  @Test func aHungGPSDIsReportedAsSilent() throws {
    let gpsd = try GPSD()
    defer { gpsd.stop() }
    let reader = connected(gpsd)
    let feed = try gpsd.feed("ubx", 1000, hertz: 10)
    defer { feed.stop() }
    expect(drive(reader) { $0.fixes.count >= 5 }.fixes.count, isAtLeast: 5)
    gpsd.signal(SIGSTOP)
    let hung = drive(reader) { $0.says("receiver", "silent") }
    #expect(hung.says("receiver", "silent"))
    // A second reader that starts meanwhile waits, and reports the reason.
    let other = GPSReader(gpsd.address).opened()
    #expect(drive(other, for: .seconds(1)) { _ in false }.says("receiver", "no fix yet"))
    gpsd.signal(SIGCONT)
    expect(drive(reader) { $0.fixes.count >= 5 }.fixes.count, isAtLeast: 5)
  }

  /// Bytes that no receiver sends neither become a fix nor end anything.
  @Test func arbitraryBytesGiveNoFix() throws {
    let gpsd = try GPSD()
    defer { gpsd.stop() }
    let reader = connected(gpsd)
    let noise = try gpsd.feed("noise", 50, hertz: 200)
    expect(noise.finish().status, equals: 0)
    let feed = try gpsd.feed("ubx", 60, hertz: 10)
    defer { feed.stop() }
    let events = drive(reader) { $0.fixes.count >= 5 }
    expect(events.fixes.count, isAtLeast: 5)
    #expect(events.fixes.allSatisfy { ($0.latitude.value - 47.3977).magnitude < 0.01 })
  }

  /// The raw output of a dozen real receivers: each fix that gpsd reports arrives, once for each epoch, and finite.
  @Test(.enabled(if: SharedData.has("data/receivers"))) func realReceivers() throws {
    guard let folder = SharedData.root?.appendingPathComponent("data/receivers") else { return }
    let logs = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".log") }.sorted()
    #expect(!logs.isEmpty)
    for log in logs {
      let gpsd = try GPSD()
      defer { gpsd.stop() }
      let reader = connected(gpsd)
      let tap = try RigProcess("gpsd_tap.py", ["\(gpsd.port)"])
      // Both are connected before the first message.
      expect(tap.line(), equals: "watching")
      let feed = try gpsd.feed(folder.appendingPathComponent(log).path, 0, hertz: 0)
      var events = drive(reader) { _ in !feed.isRunning }
      // gpsd has read everything when it has been silent for a while.
      var quiet = 0
      while quiet < 3 {
        let more = drive(reader, for: .seconds(0.2)) { _ in false }
        quiet = more.isEmpty ? quiet + 1 : 0
        events += more
      }
      tap.endInput()
      let (said, repeated) = Self.epochs(tap.finish().lines)
      let fixes = events.fixes
      expect(
        fixes.count, equals: said, "\(log): \(fixes.count) fixes of \(said) epochs (\(repeated) reports repeated one)")
      #expect(fixes.allSatisfy { Sample.fix($0).refusal == nil })
      print("\(log): \(fixes.count) fixes, \(reader.counters)")
    }
  }

  /// Returns the number of epochs with a position in the reports, and the number of reports that repeat one.
  private static func epochs(_ lines: [String]) -> (count: Int, repeated: Int) {
    var count = 0, repeated = 0, last: Date?, lastPlace: [Double] = []
    let format = ISO8601DateFormatter()
    format.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    for line in lines {
      guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        object["class"] as? String == "TPV", (object["mode"] as? Int ?? 0) >= 2,
        let latitude = object["lat"] as? Double, let longitude = object["lon"] as? Double
      else { continue }
      let time = (object["time"] as? String).flatMap { format.date(from: $0) }
      let isNew =
        if let time, let last { time > last || last.timeIntervalSince(time) > 2 } else {
          time != nil || lastPlace != [latitude, longitude]
        }
      if isNew { count += 1 } else { repeated += 1 }
      if isNew {
        last = time ?? last
        lastPlace = [latitude, longitude]
      }
    }
    return (count, repeated)
  }
}

@Suite struct GPSReaderTests {
  @Test func aMissingGPSDIsReportedAndTheWaitsGrow() {
    let reader = GPSReader(GPSAddress(port: freePort(.stream))).opened()
    var now = BootInstant.now, pauses: [Double] = [], events: [SourceEvent] = []
    for _ in 0..<8 {
      reader.wake(at: now) { events.append($0) }
      pauses.append((reader.deadline - now).value)
      now = reader.deadline
    }
    #expect(events.statuses.count == 1 && events.says("receiver", "start gpsd"))
    expect(pauses.map { ($0 * 1000).rounded() / 1000 }, equals: [0.5, 1, 2, 4, 4, 4, 4, 4])
  }

  @Test func aNameInsteadOfAnAddressIsRefused() {
    let reader = GPSReader(GPSAddress(host: "gpsd.example")).opened()
    var events: [SourceEvent] = []
    reader.wake(at: .now) { events.append($0) }
    #expect(events.says("receiver", "configure a numeric address"))
  }

  /// The program at the port is not gpsd: the connection is closed, and tried again later.
  @Test func anotherProgramAtThePortIsTriedAgain() throws {
    let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in(
      sin_family: sa_family_t(AF_INET), sin_port: 0, sin_addr: in_addr(s_addr: UInt32(0x7F00_0001).bigEndian),
      sin_zero: (0, 0, 0, 0, 0, 0, 0, 0))
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(listener, $0, length)
        _ = getsockname(listener, $0, &length)
      }
    }
    listen(listener, 4)
    let reader = GPSReader(GPSAddress(port: UInt16(bigEndian: address.sin_port))).opened()
    reader.wake(at: .now) { _ in }
    let peer = accept(listener, nil, nil)
    var nonsense = Array("HTTP/1.1 400\r\n{\"class\":\"TPV\",\"mode\":3,\"lat\":1e999,\"lon\":\r\n".utf8)
    nonsense += (0..<20_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    send(peer, nonsense, nonsense.count, CInt(MSG_NOSIGNAL))
    close(peer)
    let events = drive(reader, for: .seconds(20)) { $0.says("receiver", "absent") }
    #expect(events.fixes.isEmpty && events.says("receiver", "absent"))
  }
}
