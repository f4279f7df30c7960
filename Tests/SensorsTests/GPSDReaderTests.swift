import Expectations
import Geometry
import TestSupport
import Testing

@testable import Sensors

/// gpsd's lines as a pure value reads them: their meaning, refusals with reasons, and arbitrary bytes.
@Suite struct GPSDReaderTests {
  /// Returns the messages of these bytes, in pieces of that length.
  private func read(_ bytes: [UInt8], pieces: Int = .max) -> (messages: [GPSDMessage], counters: GPSDReader.Counters) {
    var reader = GPSDReader(), messages: [GPSDMessage] = [], start = 0
    while start < bytes.count {
      let end = pieces < bytes.count - start ? start + pieces : bytes.count
      bytes[start..<end].withUnsafeBytes { reader.ingest($0) { messages.append($0) } }
      start = end
    }
    reader.end()
    return (messages, reader.counters)
  }

  private func read(_ text: String) -> (messages: [GPSDMessage], counters: GPSDReader.Counters) {
    read(Array((text + "\r\n").utf8))
  }

  @Test func reportsAreReadWithAllTheirNumbers() throws {
    let line =
      #"{"class":"TPV","device":"/dev/ttyS0","status":2,"mode":3,"time":"2026-11-20T09:15:00.250Z","ept":0.005,"lat":48.2082,"#
      + #""lon":-16.3738,"altHAE":210.5,"altMSL":166.1,"geoidSep":44.4,"eph":3.1,"epx":2.1,"epy":2.2,"epv":5.2,"track":90.5,"#
      + #""speed":1.25,"climb":-0.1,"eps":0.4,"velN":0.1,"velE":1.24,"velD":0.1,"ecefx":4091183.5}"#
    let (messages, counters) = read(line)
    guard case .position(let report, let device)? = messages.first else {
      Issue.record("\(messages)")
      return
    }
    #expect(messages.count == 1 && counters.refusals == 0 && device == "/dev/ttyS0" && report.mode == 3)
    expect(report.utcNanoseconds, equals: 1_795_166_100_250_000_000)
    #expect(report.latitude == 48.2082 && report.longitude == -16.3738 && report.ellipsoidHeight == 210.5)
    #expect(report.geoidSeparation == 44.4 && report.horizontalError == 3.1 && report.eastError == 2.1)
    #expect(report.northError == 2.2 && report.verticalError == 5.2 && report.speedError == 0.4)
    #expect(report.track == 90.5 && report.speed == 1.25 && report.climb == -0.1)
    #expect(report.velocityNorth == 0.1 && report.velocityEast == 1.24 && report.velocityDown == 0.1)
    // A value that is missing in a report is NaN.
    guard case .position(let bare, _)? = read(#"{"class":"TPV","mode":1}"#).messages.first else {
      Issue.record("a report without a fix")
      return
    }
    #expect(bare.mode == 1 && bare.utcNanoseconds == nil && bare.latitude.isNaN && bare.speedError.isNaN)
  }

  /// ATT, as gpsd makes it of HDT and of PASHR; without a heading it is a message that is not used.
  @Test func attitudesAreRead() {
    let line =
      #"{"class":"ATT","device":"/dev/ttyS0","time":"2026-11-20T09:15:00.250Z","heading":123.45,"mag_st":"N","pitch":1.5,"#
      + #""pitch_st":"N","yaw":0.5,"roll":-2.5,"dip":3.1,"mag_len":1.0,"acc_x":0.1,"depth":2.0,"temp":20.0}"#
    let (messages, counters) = read(line)
    #expect(messages == [.attitude(heading: 123.45, device: "/dev/ttyS0")] && counters.refusals == 0, "\(messages)")
    expect(read(#"{"class":"ATT","device":"/dev/ttyS0","pitch":1.5,"roll":-2.5}"#).messages, equals: [.other("ATT")])
    // As gpsd 3.22 writes it after a GST; the numbers behind the heading are those of the GST.
    let broken =
      #"{"class":"ATT","device":"udp://127.0.0.1:2998",,"time":"2026-11-20T12:00:29.000Z""heading":290.000,"dip":1.800,"acc_len":4.2}"#
    expect(read(broken).messages, equals: [.attitude(heading: 290, device: "udp://127.0.0.1:2998")])
    expect(read(#"{"class":"ATT",,"time":"Z"""#).counters.refused[.notJSON], equals: 1)
    let wrong = read(#"{"class":"ATT","device":"/dev/ttyS0","heading":"north"}"#)
    #expect(wrong.messages.isEmpty && wrong.counters.refused[.wrongMember] == 1)
  }

  /// Python's json writes a space after each colon, which libgps does not read; unknown members of later versions are passed over.
  @Test func whiteSpaceAndUnknownMembersChangeNothing() {
    let bare = read(#"{"class":"TPV","device":"/dev/a b","mode":3,"lat":48.25,"lon":16.5}"#)
    let others = [
      #" { "class" : "TPV", "device": "/dev/a b", "mode": 3, "lat": 48.25, "lon": 16.5 } "#,
      #"{"class":"TPV","later":true,"device":"/dev/a b","more":null,"mode":3,"lat":48.25,"text":"a\"b:,","lon":16.5,"n":-1e3}"#,
      #"{"mode":3,"lat":1,"class":"TPV","device":"/dev/a b","lat":48.25,"lon":16.5}"#,
    ]
    expect(bare.messages.count, equals: 1)
    for line in others { expect("\(read(line).messages)", equals: "\(bare.messages)", "\(line)") }
  }

  @Test func otherClassesAreKnownByName() {
    expect(read(#"{"class":"VERSION","release":"3.25","proto_major":3}"#).messages, equals: [.version(release: "3.25")])
    expect(read(#"{"class":"ERROR","message":"%s%n%n"}"#).messages, equals: [.error("%s%n%n")])
    let sky = #"{"class":"SKY","device":"x","lat":"no number, and not ours","satellites":[{"PRN":1,"used":true}]}"#
    #expect(read(sky).messages == [.other("SKY")] && read(sky).counters.unused == 1)
    // Hundreds of devices are one line.
    let devices = (0..<500).map { #"{"class":"DEVICE","path":"/dev/ttyUSB\#($0)","activated":1.5}"# }
    expect(
      read(#"{"class":"DEVICES","devices":["# + devices.joined(separator: ",") + "]}").messages,
      equals: [.other("DEVICES")])
    expect(read("").counters, equals: GPSDReader.Counters())
  }

  /// A leap second counts as the following midnight; a receiver without the time shows that in many ways.
  @Test(
    arguments: [
      ("2016-12-31T23:59:60.000Z", 1_483_228_800_000_000_000), ("2017-01-01T00:00:00.000Z", 1_483_228_800_000_000_000),
      ("1970-01-01T00:00:00Z", nil), ("", nil), ("2026-13-45T99:99:99Z", nil), ("9999-12-31T23:59:59Z", nil),
    ] as [(String, Int64?)])
  func times(_ text: String, _ nanoseconds: Int64?) {
    guard case .position(let report, _)? = read(#"{"class":"TPV","mode":2,"time":"\#(text)"}"#).messages.first else {
      Issue.record("refused")
      return
    }
    expect(report.utcNanoseconds, equals: nanoseconds)
  }

  /// Each invalid line is refused with a reason, and the next one is read.
  @Test(
    arguments: [
      (#"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/x""#, .notJSON),
      (#"{"class":"DEVICES","devices":[{"path":"/dev/x","activated":"2026"},,,]}"#, .notJSON),
      (#"{"class":"DEVICES","devices":["#, .notJSON), (#"{"class":"DEVICES","devices":[x]}"#, .notJSON),
      (#"{"class":"DEVICES","devices":[{}{}]}"#, .notJSON), (#"{"class":"DEVICES","devices":[[[[[[[[[["#, .notJSON),
      (#"{"class":"TPV","lat":1e999,"lon":16,"mode":3}"#, .notJSON), (#"{"class":"TPV","lat":nan,"mode":3}"#, .notJSON),
      (#"{"class":"TPV","mode":3} x"#, .notJSON), ("HTTP/1.1 400 Bad Request", .notJSON), ("\u{0}\u{0}{}", .notJSON),
      ("{}", .noClass), ("[]", .noClass), ("17", .noClass), (#"{"class":3}"#, .noClass),
      (#"{"release":"3"}"#, .noClass),
      (#"{"class":"TPV","mode":"3"}"#, .wrongMember), (#"{"class":"TPV","mode":7}"#, .wrongMember),
      (#"{"class":"TPV","mode":2.5}"#, .wrongMember), (#"{"class":"TPV","mode":3,"lat":"48"}"#, .wrongMember),
      (#"{"class":"TPV","mode":3,"lat":[48]}"#, .wrongMember), (#"{"class":"TPV","mode":3,"device":{}}"#, .wrongMember),
      (#"{"class":"VERSION","release":[]}"#, .wrongMember), (#"{"class":"ERROR","message":1}"#, .wrongMember),
      (#"{"class":"VERSION","release":""# + String(repeating: "x", count: 70_000) + #""}"#, .tooLong),
      // libgps stops at these and leaves out the members after them.
      (#"{"class":"TPV","new":[1],"mode":3,"lat":48,"lon":16}"#, .wrongMember),
      (#"{"class":"TPV","status":"fix","mode":3,"lat":48,"lon":16}"#, .wrongMember),
      (#"{"class":"TPV","class":"DEVICES","mode":3}"#, .wrongMember),
      (#"{"class":"TPV","mode":3,"l\u0061t":48,"lon":16}"#, .unusual),
    ] as [(String, GPSDReader.Refusal)])
  func malformedMessagesAreRefused(_ line: String, _ reason: GPSDReader.Refusal) {
    let (messages, counters) = read(line + "\r\n" + #"{"class":"VERSION","release":"3"}"#)
    expect(messages, equals: [.version(release: "3")])
    #expect(counters.refused == [reason: 1] && counters.lines == 2)
  }

  /// libgps has limited room for a name and a value; gpsd writes none that are longer.
  @Test func namesAndValuesThatAreTooLongForLibgpsAreRefused() {
    func long(_ byte: String, _ count: Int) -> String { String(repeating: byte, count: count) }
    let lines: [(String, GPSDReader.Refusal)] = [
      (#"{"class":"TPV","device":"\#(long("x", 128))","mode":3}"#, .wrongMember),
      (#"{"class":"TPV","\#(long("x", 31))":1,"mode":3,"lat":48,"lon":16}"#, .unusual),
      (#"{"class":"TPV","eph":1.\#(long("0", 600)),"mode":3,"lat":48,"lon":16}"#, .unusual),
    ]
    for (line, reason) in lines { expect(read(line).counters.refused, equals: [reason: 1], "\(line.prefix(60))") }
  }

  @Test func aLineWithoutItsEndIsRefused() {
    let (messages, counters) = read(Array(#"{"class":"VERSION","release":"3"}"#.utf8))
    #expect(messages.isEmpty && counters.refused == [.cutOff: 1])
  }

  /// Ten megabytes without an end of line need no more memory than one line may have.
  @Test func anEndlessLineNeedsNoMemory() {
    var reader = GPSDReader(), messages: [GPSDMessage] = []
    let part = [UInt8](repeating: UInt8(ascii: "["), count: 16 << 10)
    for _ in 0..<640 { part.withUnsafeBytes { reader.ingest($0) { messages.append($0) } } }
    #expect(reader.counters.refused == [.tooLong: 1] && reader.bufferedCount == 0)
    Array("\n{\"class\":\"WATCH\"}\n".utf8).withUnsafeBytes { reader.ingest($0) { messages.append($0) } }
    expect(messages, equals: [.other("WATCH")])
  }

  /// Any bytes, in any pieces: the same messages and counts, no trap, and every line counted once.
  @Test func anyBytesInAnyPieces() {
    var generator = Generator(seed: 19)
    let seeds = [
      SpokenGPSD.fix(), #"{"class":"VERSION","release":"3.25"}"#, #"{"class":"DEVICES","devices":[{"path":"/dev/x"}]}"#,
      #"{"class":"SKY","satellites":[{"PRN":1,"ss":44.5}]}"#, #"{"class":"ERROR","message":"x"}"#,
    ].map { Array($0.utf8) + [13, 10] }
    for _ in 0..<3000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes += seeds[Int.random(in: 0..<seeds.count, using: &generator)]
      }
      for _ in 0..<Int.random(in: 0...6, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
        default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 40)], at: place)
        }
        if bytes.isEmpty { bytes = [10] }
      }
      let whole = read(bytes)
      for size in [1, 7, 64] {
        let parts = read(bytes, pieces: size)
        // Compared as text, since a missing value is NaN, which equals nothing.
        expect("\(parts.messages)", equals: "\(whole.messages)")
        expect(parts.counters, equals: whole.counters)
      }
      expect(whole.counters.lines, equals: whole.messages.count + whole.counters.refusals)
    }
  }
}
