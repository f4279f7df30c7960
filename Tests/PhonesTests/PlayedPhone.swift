import Foundation
import Geometry
import PlayedWalks
import Samples
import TestSupport
import Testing

@testable import Phones

/// A telephone of the rig that plays a walk, and what the feed makes of its messages, without waiting.
struct PlayedPhone {
  var feed: PhoneFeed
  var facts = PhoneAppFacts()
  var lines: [PhoneFeed.Line] = []
  /// Every advice that was ever given, once.
  var advice: [PhoneAdvice.Kind: PhoneAdvice] = [:]
  var batches = SensorLoggerSession()
  var faults: [String] = []
  private var now: Int64 = 0, lastAdvice: Int64 = 0

  /// Boot time of the walk's first sample, and the time of day of this machine then: that of the telephone.
  private static let boot: Int64 = 7_000_000_000_000, utc: Int64 = 1_764_266_400_000_000_000

  init(_ app: PhoneApp, _ walk: Walk, _ options: [String] = []) throws {
    feed = PhoneFeed(app)
    let scratch = try Scratch(), file = try walk.write(to: scratch, as: "walk.gnomon")
    let words = [app.rawValue, file] + options
    if app == .phyphox {
      let process = try RigProcess("fake_phone.py", words)
      let port = try #require(process.line().flatMap { UInt16($0) })
      try poll(port, seconds: 90)
      process.stop()
      return
    }
    let process = try RigProcess("fake_phone.py", words + ["--log"])
    while let line = process.line() {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let arrival = Int64(parts[0]) else { continue }
      now = arrival
      let body = Array(parts[1].utf8)
      do throws(PhoneFault) {
        if app == .sensorLogger {
          let (readings, isNew) = batches.ingest(try SensorLoggerMessage(reading: body), at: arrival)
          ingest(readings, isNew: isNew)
          ingest(batches.overdue(since: arrival - 1_000_000_000))
          facts.hasLinear = batches.hasLinear
          facts.hasGravity = batches.hasGravity
          facts.unpaired = batches.unpaired
        } else if let reading = try SensorServerMessages.reading(body) {
          ingest([reading])
        }
      } catch {
        faults.append(error.reason)
      }
      advise()
    }
  }

  /// Polls phyphox: a request each fiftieth of a second, with jitter.
  private mutating func poll(_ port: UInt16, seconds: Double) throws {
    var session = PhyphoxSession(), random = Generator(seed: 4), time = 0.0
    while time < seconds {
      time += 0.05 + 0.04 * Double.random(in: 0...1, using: &random)
      let path = session.path
      let body = try answer(port, path.hasPrefix("/get") ? "\(path)&now=\(time)" : path)
      now = Int64(time * 1e9) + Int64.random(in: 3_000_000...15_000_000, using: &random)
      do throws(PhoneFault) {
        let (readings, isNew) = try session.ingest(body)
        facts.hasOnlyLinear = session.hasOnlyLinear
        ingest(readings, isNew: isNew)
      } catch {
        faults.append(error.reason)
      }
      advise()
    }
  }

  private func answer(_ port: UInt16, _ path: String) throws -> [UInt8] {
    let descriptor = internetSocket(.stream)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0)
    let request = Array("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    _ = send(descriptor, request, request.count, Int32(MSG_NOSIGNAL))
    var bytes: [UInt8] = [], chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(descriptor, &chunk, chunk.count, 0)
      if count <= 0 { break }
      bytes += chunk[..<count]
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let start = try #require(text.range(of: "\r\n\r\n"))
    return Array(text[start.upperBound...].utf8)
  }

  private mutating func advise() {
    guard now - lastAdvice > 1_000_000_000 else { return }
    lastAdvice = now
    for one in feed.advice(facts, at: Self.boot + now) where advice[one.kind] == nil { advice[one.kind] = one }
  }

  private mutating func ingest(_ readings: [PhoneReading], isNew: Bool = false) {
    guard !readings.isEmpty || isNew else { return }
    lines += feed.ingest(
      readings, at: BootInstant(nanoseconds: Self.boot + now), utc: Self.utc + now, isNew: isNew)
  }

  /// The lines as they are pushed: those of twenty milliseconds together, in the order of their times.
  var walk: Walk {
    var sorted: [PhoneFeed.Line] = [], part: [PhoneFeed.Line] = []
    for line in lines {
      if let first = part.first, line.time - first.time > TimeSpan(0.02) {
        sorted += part.sorted()
        part = []
      }
      part.append(line)
    }
    return Walk(lines: (sorted + part.sorted()).map(\.text))
  }
}
