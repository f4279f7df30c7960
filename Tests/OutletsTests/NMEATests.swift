import CPosix
import Configuration
import Expectations
import Foundation
import Geodesy
import Geometry
import PoseFormats
import Samples
import TestSupport
import Testing
import Text
import Tracking

@testable import Outlets

/// NMEA 0183: the sentences, real gpsd as their reader, and readers that are slow.
@Suite(.serialized) struct NMEATests {
  private func located() throws -> (pose: TrackedPose, civil: CivilClock) {
    let (poses, civil) = try OutletScene.poses(.straight, most: 24_000)
    return (try #require(poses.last { $0.isLocated }), civil)
  }

  @Test func theSentencesAreRight() throws {
    let (pose, civil) = try located(), utc = try #require(civil.utc(at: pose.time))
    var sentences = NMEASentences()
    sentences.write(pose, utc: utc, separation: Length(43.5))
    let lines = sentences.text.string.split(separator: "\r\n").map(String.init)
    expect(lines.map { String($0.prefix(6)) }, equals: ["$PASHR", "$GNHDT", "$GNGGA", "$GNRMC", "$GNGST", "$GNZDA"])
    for line in lines {
      expect(line.utf8.count, isAtMost: 80, "\(line)")
      let star = try #require(line.lastIndex(of: "*"))
      let sum = line[line.index(after: line.startIndex)..<star].utf8.reduce(0 as UInt8) { $0 ^ $1 }
      expect(UInt8(line[line.index(after: star)...], radix: 16), equals: sum, "\(line)")
    }
    func fields(_ index: Int) -> [String] {
      lines[index].prefix { $0 != "*" }.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let place = try #require(pose.place), gga = fields(2), gst = fields(4)
    let minutes = try #require(Double(gga[2].dropFirst(2))), degrees = try #require(Double(gga[2].prefix(2)))
    expect(abs(degrees + minutes / 60 - place.latitude.value.magnitude), isBelow: 1e-9)
    #expect(gga[3] == (place.latitude.value < 0 ? "S" : "N") && gga[6] == "1")
    expect(abs(try #require(Double(gga[9])) - (place.height.value - 43.5)), isAtMost: 0.005)
    #expect(fields(3)[2] == "A" && fields(3)[12] == "A")
    // Both axes together are the stated radius of 68 %.
    let north = try #require(Double(gst[6])), east = try #require(Double(gst[7]))
    let radius = try #require(pose.horizontalAccuracy).value
    expect(abs((0.5 * (north * north + east * east)).squareRoot() * 1.515 - radius), isBelow: 0.01 * radius + 0.01)
    let larger = try #require(Double(gst[3])), smaller = try #require(Double(gst[4]))
    #expect(larger + 0.001 >= max(north, east) && smaller - 0.001 <= min(north, east))
    expect(abs(try #require(Double(fields(1)[1])) - (try #require(pose.heading)).azimuth.degrees), isAtMost: 0.005)
    #expect(fields(5).count == 7 && fields(5)[4].count == 4)
  }

  @Test func unknownValuesAreEmptyFields() throws {
    let first = try #require(try OutletScene.poses(.straight, most: 2).poses.first)
    var sentences = NMEASentences()
    sentences.write(first, utc: nil, separation: nil)
    let text = sentences.text.string
    #expect(text.contains("$GNGGA,,,,,,0,") && text.contains("$GNRMC,,V,,,,,"))
    #expect(!text.contains("ZDA") && !text.contains("GST"))
  }

  /// West and south, the date line, and minutes that round to 60.
  @Test func placesAtTheEdges() throws {
    var pose = try located().pose
    for (latitude, longitude, expected) in [
      (-33.5, -70.25, "3330.0000000,S,07015.0000000,W"), (0, 180, "0000.0000000,N,18000.0000000,E"),
      (59.99999999999, 9.99999999999, "6000.0000000,N,01000.0000000,E"), (48, 370, "4800.0000000,N,01000.0000000,E"),
    ] {
      pose.place = Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude))
      var sentences = NMEASentences()
      sentences.write(pose, utc: nil, separation: nil)
      #expect(sentences.text.string.contains(expected), "\(sentences.text.string)")
    }
  }

  /// A real gpsd reads us over TCP, and its client gpspipe prints our place, heading and errors.
  @Test(.enabled(if: RigProcess.has("gpsd", "gpspipe"))) func gpsdReadsTheSentences() throws {
    let (pose, civil) = try located(), port = freePort(.stream), gpsdPort = freePort(.stream)
    var settings = OutletSettings()
    settings.nmeaPort = "\(port)"
    settings.nmeaRate = 10
    let publishing = Publishing(settings, pose, civil)
    defer { publishing.stop() }
    expect(publishing.faults, equals: [nil])
    let gpsd = try RigProcess("gpsd", ["-N", "-n", "-S", "\(gpsdPort)", "tcp://127.0.0.1:\(port)"], isQuiet: true)
    defer { gpsd.stop() }
    var found: [String: JSONValue] = [:]
    let patience = Patience()
    while Set(found.keys) != ["TPV", "GST", "ATT"], !patience.isOver {
      let pipe = try RigProcess("gpspipe", ["-w", "-n", "60", "127.0.0.1:\(gpsdPort)"], isQuiet: true)
      while let line = pipe.line() {
        guard let json = try? JSONValue(reading: Array(line.utf8)), let name = json["class"]?.string else { continue }
        if name == "TPV", json["lat"] == nil || (json["mode"]?.integer ?? 0) < 3 { continue }
        if ["TPV", "GST", "ATT"].contains(name) { found[name] = json }
      }
      usleep(100_000)
    }
    // gpsd 3.22 fills the attitude with the errors of the place unless the sentences have the right order.
    #expect(found["ATT"]?["dip"] == nil && found["ATT"]?["acc_x"] == nil)
    let tpv = try #require(found["TPV"], "\(found.keys)"), gst = try #require(found["GST"]),
      att = try #require(found["ATT"])
    let place = try #require(pose.place)
    expect(abs(try #require(tpv["lat"]?.double) - place.latitude.value), isBelow: 1e-7)
    expect(abs(try #require(tpv["lon"]?.double) - place.longitude.value), isBelow: 1e-7)
    expect(abs(try #require(tpv["altMSL"]?.double) - (place.height.value - 43.5)), isBelow: 0.01)
    expect(abs(try #require(att["heading"]?.double) - (try #require(pose.heading)).azimuth.degrees), isBelow: 0.01)
    let sigma = try #require(pose.covariance.position)
    let up = sigma.c1.y.squareRoot()
    expect(abs(try #require(gst["alt"]?.double) - up), isBelow: 0.001)
    #expect(try #require(gst["lat"]?.double) > 0 && (try #require(gst["lon"]?.double)) > 0)
  }

  /// A real GeoClue reads us on a Unix socket, and its demo client gets our place. GeoClue takes the time of day from us.
  @Test(.enabled(if: Self.hasGeoClue)) func geoClueReadsTheSentences() throws {
    let (pose, civil) = try located(), scratch = try Scratch()
    var settings = OutletSettings()
    settings.nmeaSocket = scratch.path("nmea")
    settings.nmeaRate = 10
    let publishing = Publishing(settings, pose, civil)
    defer { publishing.stop() }
    let arguments = [
      "--map-root-user", "--mount", "--propagation", "private", "python3", RigProcess.script("geoclue.py"),
    ]
    let (lines, status) = try RigProcess("unshare", arguments + [settings.nmeaSocket, "3"]).finish()
    expect(status, equals: 0)
    func numbers(_ name: String) -> [Double] {
      lines.filter { $0.hasPrefix("\(name):") }.compactMap {
        Double($0.dropFirst(name.utf8.count + 1).drop { $0 == " " }.prefix { $0.isNumber || "-.".contains($0) })
      }
    }
    let place = try #require(pose.place), latitudes = numbers("Latitude"), longitudes = numbers("Longitude")
    #expect(!latitudes.isEmpty && latitudes.allSatisfy { abs($0 - place.latitude.value) < 1e-6 }, "\(lines)")
    #expect(!longitudes.isEmpty && longitudes.allSatisfy { abs($0 - place.longitude.value) < 1e-6 }, "\(lines)")
    let heights = numbers("Altitude")
    #expect(!heights.isEmpty && heights.allSatisfy { abs($0 - (place.height.value - 43.5)) < 0.01 }, "\(lines)")
  }

  /// GeoClue with its demo client, a bus, and a mount name space in which it may have a configuration of its own.
  private static let hasGeoClue: Bool = {
    let demos = "/usr/libexec/geoclue-2.0/demos"
    guard
      RigProcess.has(
        "unshare", "mount", "python3", "dbus-daemon", "dbus-send", "/usr/libexec/geoclue", "\(demos)/agent",
        "\(demos)/where-am-i")
    else { return false }
    let probe = try? RigProcess("unshare", ["--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"])
    return probe?.finish().status == 0
  }()

  /// A reader that does not read loses whole bursts, never a part of one, and delays no other.
  @Test func aSlowReaderLosesOnlyItsOwnLines() throws {
    let (pose, civil) = try located(), scratch = try Scratch()
    var settings = OutletSettings()
    settings.nmeaSocket = scratch.path("nmea")
    let outlets = OutletSet { _, _ in }
    outlets.apply(settings, at: pose.time)
    let slow = gnomon_connect(settings.nmeaSocket), quick = gnomon_connect(settings.nmeaSocket)
    defer { for descriptor in [slow, quick] { gnomon_close(descriptor) } }
    while outlets.subscribers < 2 { outlets.handle() }
    gnomon_set_nonblocking(slow)
    gnomon_set_nonblocking(quick)
    var next = pose, texts = ["", ""]
    func read(_ descriptor: CInt, _ index: Int) {
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      while case let count = bytes.withUnsafeMutableBytes({ gnomon_receive(descriptor, $0.baseAddress, 1 << 16) }),
        count > 0
      {
        texts[index] += String(decoding: bytes[..<Int(count)], as: UTF8.self)
      }
    }
    for _ in 0..<400 {
      outlets.publish(next, at: next.time, OutletScene.setting(civil))
      next.time = next.time + TimeSpan(1)
      read(quick, 1)
    }
    let counts = outlets.states[0].counts
    #expect(counts.dropped > 100 && counts.sent >= 400)
    read(slow, 0)
    outlets.publish(next, at: next.time, OutletScene.setting(civil))
    read(slow, 0)
    read(quick, 1)
    for text in texts {
      let lines = text.components(separatedBy: "\r\n")
      #expect(lines.last == "" && lines.dropLast().allSatisfy { $0.hasPrefix("$") && $0.dropLast(2).hasSuffix("*") })
    }
    expect(texts[1].components(separatedBy: "$GNGGA").count, equals: 402)
    // One that leaves is noticed.
    outlets.close()
    #expect(outlets.subscribers == 0 && !FileManager.default.fileExists(atPath: settings.nmeaSocket))
  }

  /// A port or path that is in use is an error that names the setting; the outlet opens when it is free.
  @Test func aPlaceInUseIsNamed() throws {
    let port = freePort(.stream), holder = gnomon_listen_on_loopback(port, 1), scratch = try Scratch()
    var settings = OutletSettings(), said: [String] = []
    settings.nmeaPort = "\(port)"
    settings.nmeaSocket = scratch.path("file")
    try Data("mine".utf8).write(to: URL(fileURLWithPath: settings.nmeaSocket))
    let outlets = OutletSet { text, isFault in if isFault { said.append(text) } }
    outlets.apply(settings, at: BootInstant(seconds: 1))
    #expect(
      said.contains("Outlets.NMEAPort: 127.0.0.1:\(port): another program uses it; choose another, or end that program")
    )
    #expect(said.contains { $0.hasPrefix("Outlets.NMEASocket: \(settings.nmeaSocket): a file that is not gnomon's") })
    #expect(outlets.states.allSatisfy { $0.fault != nil } && outlets.subscribers == 0)
    gnomon_close(holder)
    outlets.retryNow(at: BootInstant(seconds: 2))
    expect(outlets.states.filter { $0.fault == nil }.map(\.key), equals: ["Outlets.NMEAPort"])
    expect(said.count, equals: 2)
    // A socket left by a daemon that was killed is replaced; one that answers is not.
    let left = gnomon_listen(scratch.path("left"), 0o660, 1)
    gnomon_close(left)
    settings.nmeaSocket = scratch.path("left")
    outlets.apply(settings, at: BootInstant(seconds: 3))
    #expect(outlets.states.allSatisfy { $0.fault == nil })
    let second = OutletSet { text, isFault in if isFault { said.append(text) } }
    second.apply(settings, at: BootInstant(seconds: 3))
    #expect(second.states.allSatisfy { $0.fault != nil })
    second.close()
    outlets.close()
  }

  /// Readers of few sets a second are served from batches of samples; faster ones need each sample at once.
  @Test(arguments: [(1.0, 0), (2.0, 0), (10.0, 1)]) func fewSetsASecondNeedNoSamplesAtOnce(
    _ rate: Double, _ prompt: Int
  ) throws {
    let scratch = try Scratch(), pose = try located().pose
    var settings = OutletSettings()
    settings.nmeaSocket = scratch.path("nmea")
    settings.nmeaRate = rate
    let outlets = OutletSet { _, _ in }
    outlets.apply(settings, at: pose.time)
    let reader = gnomon_connect(settings.nmeaSocket)
    defer { gnomon_close(reader) }
    try waitUntil {
      outlets.handle()
      return outlets.subscribers == 1
    }
    expect(outlets.promptSubscribers, equals: prompt)
    outlets.close()
  }

  @Test func noMoreReadersThanAllowed() throws {
    let scratch = try Scratch(), pose = try located().pose
    var settings = OutletSettings()
    settings.nmeaSocket = scratch.path("nmea")
    let outlets = OutletSet { _, _ in }
    outlets.apply(settings, at: pose.time)
    var readers: [CInt] = []
    for _ in 0..<20 {
      readers.append(gnomon_connect(settings.nmeaSocket))
      outlets.handle()
    }
    for _ in 0..<20 { outlets.handle() }
    #expect(outlets.subscribers == 16 && outlets.states[0].counts.closed == 4)
    for reader in readers { gnomon_close(reader) }
    for _ in 0..<20 { outlets.handle() }
    expect(outlets.subscribers, equals: 0)
    outlets.close()
  }
}
