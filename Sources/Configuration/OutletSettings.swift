public import Samples

/// Settings of the outlets: ways out of the daemon beside its socket. All are off by default.
public struct OutletSettings: Equatable, Sendable {
  public init() {}

  public var poseRing = ""
  public var nmeaSocket = ""
  public var nmeaPort = ""
  public var nmeaRate = 1.0
  public var openTrack = ""
  public var openTrackRate = 100.0
  public var openTrackForm = "opentrack"
  public var osc = ""
  public var oscRate = 50.0
  public var oscPlaces = 8.0
  public var cursorOnTarget = ""
  public var cursorOnTargetRate = 1.0
  public var callSign = "gnomon"
  public var signalK = ""
  public var signalKRate = 10.0

  public static let table = ParameterTable<OutletSettings>([
    .init(
      text: "Outlets.PoseRing", \.poseRing,
      "file of the ring of poses in shared memory, as /run/gnomond/poses.ring; empty: none", check: path
    ).changed("when a renderer reads poses without a call"),
    .init(
      text: "Outlets.NMEASocket", \.nmeaSocket,
      "path of a Unix socket with NMEA 0183, as /run/gnomond/nmea.sock; empty: none", check: path
    ).changed("when GeoClue or another program reads NMEA from a socket"),
    .init(
      text: "Outlets.NMEAPort", \.nmeaPort, "TCP port on 127.0.0.1 with NMEA 0183, as 10110; empty: none", check: port
    ).changed("when gpsd or navigation software reads NMEA over TCP; every user of this machine can read it"),
    .init("Outlets.NMEARate", \.nmeaRate, unit: "Hz", in: 1...10, "sets of NMEA sentences a second")
      .changed("when the reader moves fast"),
    .init(
      text: "Outlets.OpenTrack", \.openTrack,
      "address on this machine for opentrack's datagrams, as 127.0.0.1:4242; empty: none", check: address
    ).changed("when opentrack is to use the wearer's head"),
    .init("Outlets.OpenTrackRate", \.openTrackRate, unit: "Hz", in: 1...1000, "datagrams a second to opentrack")
      .changed("when the game draws more images a second"),
    .init(
      text: "Outlets.OpenTrackForm", \.openTrackForm,
      "the signs of the reader: opentrack, or xr-driver for XRLinuxDriver and Breezy", check: form
    ).changed("when XR glasses show the screen of XRLinuxDriver or Breezy"),
    .init(
      text: "Outlets.OSC", \.osc, "address on this machine for Open Sound Control, as 127.0.0.1:9000; empty: none",
      check: address
    ).changed("when sound is to come from where things are"),
    .init("Outlets.OSCRate", \.oscRate, unit: "Hz", in: 1...1000, "orientations a second by OSC")
      .changed("when the sound lags behind the head"),
    .init("Outlets.OSCPlaces", \.oscPlaces, in: 0...64, "largest number of places whose directions are sent by OSC")
      .changed("when more sources sound at once, or to 0 for the orientation only"),
    .init(
      text: "Outlets.CursorOnTarget", \.cursorOnTarget,
      "address on this machine for events of Cursor on Target, as 127.0.0.1:8999; empty: none", check: address
    ).changed("when ATAK, WinTAK or a TAK server's relay shows the wearer"),
    .init("Outlets.CursorOnTargetRate", \.cursorOnTargetRate, unit: "Hz", in: 0.1...10, "events a second")
      .changed("when the wearer moves fast"),
    .init(
      text: "Outlets.CallSign", \.callSign, "the wearer's name in events of Cursor on Target, unique in its network",
      check: callSign
    ).changed("when there is more than one wearer"),
    .init(
      text: "Outlets.SignalK", \.signalK,
      "address on this machine for deltas of Signal K, as 127.0.0.1:8375; empty: none", check: address
    ).changed("when a Signal K server is to have attitude, heading and place"),
    .init("Outlets.SignalKRate", \.signalKRate, unit: "Hz", in: 0.1...50, "deltas a second to Signal K")
      .changed("when an autopilot steers by it"),
  ])

  @Sendable private static func path(_ text: String) -> String? {
    text.isEmpty || text.hasPrefix("/") ? nil : "expected an absolute path or nothing, not '\(text)'"
  }

  @Sendable private static func port(_ text: String) -> String? {
    if text.isEmpty { return nil }
    guard let number = UInt16(text), number > 0 else { return "a port from 1 to 65535, or nothing, not '\(text)'" }
    return nil
  }

  @Sendable private static func form(_ text: String) -> String? {
    ["opentrack", "xr-driver"].contains(text) ? nil : "opentrack or xr-driver, not '\(text)'"
  }

  @Sendable private static func callSign(_ text: String) -> String? {
    let isFit = text.utf8.allSatisfy {
      0x61...0x7A ~= $0 || 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 || [0x20, 0x2D, 0x2E, 0x5F].contains($0)
    }
    return isFit && (1...32).contains(text.utf8.count)
      ? nil : "1 to 32 letters, digits, spaces and the signs - _ . , not '\(text)'"
  }

  @Sendable private static func address(_ text: String) -> String? {
    if text.isEmpty { return nil }
    let expected = "127.0.0.1:PORT, localhost:PORT or [::1]:PORT, because it stays on this machine, not '\(text)'"
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
      return expected
    }
    let host = text[..<colon]
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    let isNumeric = parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    return host == "localhost" || host == "[::1]" || isNumeric ? nil : expected
  }
}
