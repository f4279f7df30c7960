import Expectations
import Foundation
import Geometry
import Samples
import Testing

@testable import Phones

/// Messages as the apps' documentation shows them.
@Suite struct PhoneMessageTests {
  private func vector(_ reading: PhoneReading?) -> SIMD3<Double>? {
    switch reading?.value {
    case .force(let v), .rate(let v), .field(let v): v
    default: nil
    }
  }

  @Test func sensorServersSampleAndLocation() throws {
    let sample = try SensorServerMessages.reading(
      Array(
        #"{"values":[0.12,9.78,0.55],"timestamp":5021934567890,"accuracy":3,"type":"android.sensor.accelerometer"}"#
          .utf8))
    #expect(sample?.stamp == 5_021_934_567_890 && sample?.kind == .force && vector(sample) == SIMD3(0.12, 9.78, 0.55))
    func location(_ more: String) throws -> PhoneReading? {
      try SensorServerMessages.reading(
        Array(
          (#"{"longitude":16.37208,"latitude":48.20849,"altitude":214.3,"bearing":87.5,"accuracy":4.8,"speed":1.31,"time":1764266400000,"#
            + #""speedAccuracyMetersPerSecond":0.4,"bearingAccuracyDegrees":12.0,"elapsedRealtimeNanos":5021900000000,"verticalAccuracyMeters":7.1"#
            + more + "}").utf8))
    }
    let reading = try #require(try location(#","lastKnowLocation":false"#))
    guard case .fix(let fix) = reading.sample(at: BootInstant(seconds: 5)) else {
      Issue.record("it is no fix")
      return
    }
    // 68 % → 95 %; no velocity upward, since none is stated.
    expect(abs((fix.horizontalError?.value ?? 0) - 4.8 * 2.448 / 1.515), isBelow: 1e-9)
    #expect(abs((fix.speedError?.value ?? 0) - 0.784) < 1e-9 && fix.velocityUp == nil)
    expect(abs((fix.velocityEast?.value ?? 0) - 1.31 * 0.999048222), isBelow: 1e-9)
    expect(abs((fix.verticalError?.value ?? 0) - 7.1 * 1.96), isBelow: 1e-9)
    #expect(fix.height?.value == 214.3 && fix.utc?.nanosecondsSince1970 == 1_764_266_400_000_000_000)
    #expect(try location(#","lastKnowLocation":true"#) == nil)
    // 0 with an accuracy of 0 is Android's word for nothing.
    let bare = try #require(
      try SensorServerMessages.reading(
        Array(
          #"{"longitude":16.4,"latitude":48.2,"altitude":0,"bearing":0,"accuracy":0,"speed":0,"time":0,"speedAccuracyMetersPerSecond":0,"bearingAccuracyDegrees":0,"elapsedRealtimeNanos":5}"#
            .utf8)))
    guard case .location(let stated) = bare.value else { return }
    #expect(stated.height == nil && stated.speed == nil && stated.bearing == nil && stated.utc == nil)
    for text in ["", "[]", "{}", #"{"type":"android.sensor.gyroscope","timestamp":1,"values":[1,2]}"#, "\u{0}"] {
      #expect(throws: PhoneFault.self) { try SensorServerMessages.reading(Array(text.utf8)) }
    }
    #expect(
      try SensorServerMessages.reading(Array(#"{"type":"android.sensor.light","timestamp":1,"values":[1]}"#.utf8))
        == nil)
    expect(
      SensorServerMessages.path(SensorServerMessages.sets[0].sensors),
      equals:
        "/sensors/connect?types=%5B%22android.sensor.accelerometer%22,%22android.sensor.gyroscope%22,%22android.sensor.magnetic_field%22,%22android.sensor.pressure%22%5D"
    )
  }

  private func message(
    _ number: Int, _ entries: [(String, Int64, String)], session: String = "s"
  ) throws -> SensorLoggerMessage {
    let payload = entries.map { #"{"name":"\#($0.0)","time":\#($0.1),"values":{\#($0.2)}}"# }.joined(separator: ",")
    return try SensorLoggerMessage(
      reading: Array(
        #"{"messageId":\#(number),"sessionId":"\#(session)","deviceId":"d","payload":[\#(payload)]}"#.utf8))
  }

  /// Stamps of 19 digits stay whole: as a Double two of them 100 ns apart would be one.
  @Test func sensorLoggersStampsStayWhole() throws {
    var session = SensorLoggerSession()
    let (readings, isNew) = session.ingest(
      try message(
        0,
        [
          ("accelerometer", 1_764_266_400_123_456_801, #""x":0.04,"y":-0.11,"z":0.02"#),
          ("gravity", 1_764_266_400_123_456_801, #""x":0.12,"y":9.78,"z":0.55"#),
          ("gyroscope", 1_764_266_400_123_456_789, #""x":0.011,"y":-0.002,"z":0.204"#),
          ("wrist motion", 1_764_266_400_123_456_789, #""x":1"#),
          ("barometer", 1_764_266_400_000_000_000, #""pressure":992.158,"relativeAltitude":0.4"#),
          ("magnetometer", 1_764_266_400_000_000_000, #""x":21.4,"y":-38.9"#),
        ]), at: 0)
    #expect(isNew && readings.map(\.kind) == [.force, .rate, .pressure])
    #expect(readings[0].stamp == 1_764_266_400_123_456_801 && readings[1].stamp == 1_764_266_400_123_456_789)
    let force = try #require(vector(readings[0]))
    expect(abs(force.y - 9.67), isBelow: 1e-12)
    #expect(session.unused == ["wrist motion": 1] && session.faults == ["magnetometer without z": 1])
    expect(session.counts, equals: ["wrist motion: not used here": 1, "magnetometer without z": 1])
  }

  /// Batches in any order, twice, lost, and of another recording.
  @Test func batchesComeInOrder() throws {
    func rate(_ number: Int, session: String = "s") throws -> SensorLoggerMessage {
      try message(number, [("gyroscope", Int64(number), #""x":1,"y":2,"z":3"#)], session: session)
    }
    var session = SensorLoggerSession()
    func stamps(_ number: Int, _ name: String = "s") throws -> [Int64] {
      session.ingest(try rate(number, session: name), at: Int64(number)).readings.map(\.stamp)
    }
    try expect(stamps(4), equals: [4])
    #expect(try stamps(6) == [] && stamps(7) == [] && stamps(5) == [5, 6, 7])
    #expect(try stamps(5) == [] && session.late == 1)
    #expect(try stamps(10) == [] && stamps(11) == [])
    expect(session.overdue(since: 10).map(\.stamp), equals: [])
    #expect(session.overdue(since: 11).map(\.stamp) == [10, 11] && session.lost == 2)
    try expect(stamps(0, "t"), equals: [0])
    #expect(session.ingest(try rate(1, session: "u"), at: 0).isNew)
    // A telephone that skips one number for ever holds up nothing for ever.
    var count = 0
    for number in 3...200 { count += try stamps(number, "u").count }
    expect(count, isAbove: 100)
  }

  /// A number that is far too large, or numbers that begin again: after three batches they are a sequence of their own.
  @Test func aWrongNumberMutesNothing() throws {
    for numbers in [[0, 1, 2, 1_000_000_000_000, 3, 4, 5, 6, 7, 8], [50, 51, 52, 0, 1, 2, 3, 4, 5, 6]] {
      var session = SensorLoggerSession(), used = 0
      for number in numbers {
        let readings = session.ingest(try message(number, [("gyroscope", 1, #""x":1,"y":2,"z":3"#)]), at: 0).readings
        used += readings.count + session.overdue(since: 1).count
      }
      expect(used, isAtLeast: numbers.count - 3, "\(numbers): \(used)")
    }
    #expect(throws: PhoneFault.self) { try message(-1, []) }
    #expect(throws: PhoneFault.self) { try message(.max, []) }
  }

  /// Of a sensor with several streams the best one is used, from its first sample on.
  @Test func theBestStreamIsUsed() throws {
    var session = SensorLoggerSession()
    let xyz = #""x":1,"y":2,"z":3"#
    let first = session.ingest(
      try message(0, [("totalacceleration", 1, xyz), ("gyroscope", 2, xyz), ("magnetometeruncalibrated", 3, xyz)]),
      at: 0)
    expect(first.readings.map(\.stamp), equals: [1, 2, 3])
    let second = session.ingest(
      try message(
        1,
        [
          ("accelerometeruncalibrated", 4, xyz), ("totalacceleration", 5, xyz), ("gyroscopeuncalibrated", 6, xyz),
          ("gyroscope", 7, xyz), ("magnetometer", 8, xyz), ("magnetometeruncalibrated", 9, xyz),
        ]), at: 0)
    expect(second.readings.map(\.stamp), equals: [4, 6, 8])
  }

  @Test func malformedMessagesAreRefused() {
    for text in ["", "null", "[]", "\"a\"", "{", String(repeating: "[", count: 100)] {
      #expect(throws: PhoneFault.self) { try SensorLoggerMessage(reading: Array(text.utf8)) }
    }
    let long = #"{"payload":["# + String(repeating: "0,", count: 600_000) + "0]}"
    #expect(throws: PhoneFault.self) { try SensorLoggerMessage(reading: Array(long.utf8)) }
    let test = try? SensorLoggerMessage(reading: Array(#"{"message":"hello"}"#.utf8))
    expect(test?.isTest, equals: true)
  }

  /// The requests of a session, a pause, and another experiment.
  @Test func phyphoxIsPolled() throws {
    var session = PhyphoxSession()
    expect(session.path, equals: "/config")
    let config = #"""
      {"title":"a","localTitle":"b","inputs":[{"source":"gyroscope","outputs":[{"x":"gX"},{"y":"gY"},{"z":"gZ"},{"t":"gt"}]},
      {"source":"accelerometer","outputs":[{"x":"a b"},{"t":"at"}]},{"source":"bluetooth"},{"source":"audio","outputs":[{"out":"rec"}]}]}
      """#
    _ = try session.ingest(Array(config.utf8))
    #expect(session.title == "b" && session.kinds == [.rate] && session.path == "/get?gX&gY&gZ&gt")
    func answer(_ times: String, _ x: String, isMeasuring: Bool = true, session: String = "s") -> [UInt8] {
      func buffer(_ name: String, _ values: String) -> String { #""\#(name)":{"size":0,"buffer":[\#(values)]}"# }
      let buffers = [buffer("gt", times), buffer("gX", x), buffer("gY", x), buffer("gZ", x)].joined(separator: ",")
      return Array(
        #"{"buffer":{\#(buffers)},"status":{"session":"\#(session)","measuring":\#(isMeasuring),"timedRun":false}}"#
          .utf8)
    }
    #expect(try session.ingest(answer("", "", isMeasuring: false)).readings.isEmpty)
    expect(session.path, equals: "/control?cmd=start")
    _ = try session.ingest(Array(#"{"result":true}"#.utf8))
    let first = try session.ingest(answer("12.345", "0.5"))
    #expect(first.isNew && first.readings.map(\.stamp) == [12_345_000_000])
    expect(session.path, equals: "/get?gX=12.345%7Cgt&gY=12.345%7Cgt&gZ=12.345%7Cgt&gt=12.345")
    // One time that is far ahead is not the newest for ever; two of them are a gap.
    var glitch = session
    #expect(try glitch.ingest(answer("1000000000", "0.5")).readings.isEmpty)
    try expect(glitch.ingest(answer("12.4,500,500.1", "0.5,0.5,0.5")).readings.count, equals: 3)
    // Null is not a number; a time that came before is not new.
    let second = try session.ingest(answer("12.345,12.355,12.365,12.375", "0.5,null,0.7"))
    #expect(!second.isNew && second.readings.map(\.stamp) == [12_365_000_000])
    // A person who pauses it means it: it is not started again; afterwards the clock is another one.
    #expect(try session.ingest(answer("", "", isMeasuring: false)).readings.isEmpty && session.path.hasPrefix("/get"))
    #expect(try session.ingest(answer("12.5", "0.5")).isNew)
    #expect(try session.ingest(answer("1", "1", session: "other")).isNew && session.path == "/config")
    for text in ["", "{}", "[1]"] {
      var broken = session
      #expect(throws: PhoneFault.self) { try broken.ingest(Array(text.utf8)) }
    }
  }
}
