import CAllocations
import Expectations
import Geodesy
import Geometry
import Samples
import Testing
import Text

func parse(_ line: String, with parser: inout LineParser) -> LineParser.Outcome {
  var line = line
  return line.withUTF8 { parser.parse($0) }
}

func parse(_ line: String) -> LineParser.Outcome {
  var parser = LineParser()
  return parse(line, with: &parser)
}

func written(_ line: RecordingLine) -> String {
  var buffer = TextBuffer()
  buffer.append(line: line)
  return buffer.string
}

@Suite struct LineParserTests {
  @Test func eachTagBecomesItsType() throws {
    expect(
      parse("A,1.5,0,9.81,-0.25"),
      equals: .line(
        .sample(.accelerometer(.init(time: BootInstant(nanoseconds: 1_500_000_000), force: Vector(0, 9.81, -0.25))))))
    expect(
      parse("G,0.003500,-0.00106,0.00213,0.00746"),
      equals: .line(
        .sample(
          .gyroscope(.init(time: BootInstant(nanoseconds: 3_500_000), rate: Vector(-0.00106, 0.00213, 0.00746))))))
    expect(
      parse("M,2,22.1,-4,40"),
      equals: .line(
        .sample(.magnetometer(.init(time: BootInstant(nanoseconds: 2_000_000_000), field: Vector(22.1, -4, 40))))))
    expect(
      parse("B,2,101325.25"),
      equals: .line(.sample(.barometer(.init(time: BootInstant(seconds: 2), pressure: Pressure(101_325.25))))))
    expect(
      parse("T,2,baro,-12.5"),
      equals: .line(
        .sample(.temperature(.init(time: BootInstant(seconds: 2), sensor: .baro, temperature: Temperature(-12.5))))))
    expect(
      parse("I,7,nudge,{\"deg\":5,\"by\":\"hand\"}"),
      equals: .line(
        .sample(.input(.init(time: BootInstant(seconds: 7), kind: "nudge", json: "{\"deg\":5,\"by\":\"hand\"}")))))
    expect(parse("#,note,a, b, and c"), equals: .line(.metadata(key: "note", value: "a, b, and c")))
    expect(parse("#,note,"), equals: .line(.metadata(key: "note", value: "")))
  }

  @Test func missingFieldsOfAFixAreUnknown() throws {
    guard
      case .line(.sample(.fix(let fix))) = parse(
        "P,0.963,49.461269,11.111049,346,14.544,,0.098,-0,,,3,1686729678,0.963000")
    else {
      Issue.record("refused")
      return
    }
    #expect(fix.latitude == Degrees(49.461269) && fix.longitude == Degrees(11.111049) && fix.height == Length(346))
    #expect(fix.horizontalError == Length(14.544) && fix.verticalError == nil && fix.velocityUp == nil)
    expect(fix.velocityNorth?.value.sign, equals: .minus)  // −0 stays −0
    #expect(fix.mode == .threeDimensional && fix.utc?.nanosecondsSince1970 == 1_686_729_678_000_000_000)
    #expect(fix.time == fix.arrival && fix.geoidSeparation == nil)
    guard case .line(.sample(.fix(let late))) = parse("P,1,49,11,,,,,,,,2,,1.25,47.5,extra,fields") else {
      Issue.record("refused")
      return
    }
    #expect(late.arrival == BootInstant(seconds: 1.25) && late.geoidSeparation == Length(47.5) && late.height == nil)
    guard case .line(.sample(.fix(let short))) = parse("P,1,49,11,,,,,,,,2") else {
      Issue.record("refused")
      return
    }
    expect(short.arrival, equals: short.time)
  }

  @Test func truthMayBeHalf() {
    expect(
      parse("R,61.423000,49.461316433,11.110964443,,,,,"),
      equals: .line(
        .reference(
          .init(
            time: BootInstant(seconds: 61.423),
            place: .init(latitude: Degrees(49.461316433), longitude: Degrees(11.110964443), height: nil),
            orientation: nil))))
    guard case .line(.reference(let turned)) = parse("R,33.81,,,,-0.72051,0.00803,-0.01047,0.69333") else {
      Issue.record("refused")
      return
    }
    #expect(turned.place == nil && turned.orientation?.x == -0.72051)
    expect(abs((turned.orientation?.rotation.quaternion.w ?? 0) - 0.69333), isBelow: 1e-4)
  }

  @Test(
    arguments: [
      ("", .malformedLine, .line), ("A", .malformedLine, .line), ("A;1,2,3,4", .malformedLine, .line),
      ("\u{1}\u{2},1", .malformedLine, .line), ("hello", .malformedLine, .line), ("a,1,2,3,4", .malformedLine, .line),
      ("TOOLONGATAG,1", .malformedLine, .line),
      ("A,", .missingField, .t), ("A,1", .missingField, .x), ("A,1,2,3", .missingField, .z),
      ("A,1,,2,3", .missingField, .x),
      ("A,x,1,2,3", .notANumber, .t), ("A,1,1 ,2,3", .notANumber, .x), ("A,1,1,2,3\r", .notANumber, .z),
      ("A,1,0x10,2,3", .notANumber, .x), ("A,1,--1,2,3", .notANumber, .x), ("A,1,1e,2,3", .notANumber, .x),
      ("A,1,nan,2,3", .notFinite, .x), ("A,1,-inf,2,3", .notFinite, .x), ("A,1,Infinity,2,3", .notFinite, .x),
      ("A,1,1e999,2,3", .notFinite, .x), ("A,nan,1,2,3", .notFinite, .t),
      ("A,1e99,1,2,3", .outOfRange, .t), ("A,1,1e6,2,3", .outOfRange, .x), ("G,1,0,0,2e4", .outOfRange, .z),
      ("M,1,0,2e6,0", .outOfRange, .y), ("B,1,5", .outOfRange, .pressure), ("T,1,imu,5000", .outOfRange, .celsius),
      ("T,1,nose,20", .unknownSensor, .sensor), ("T,1", .missingField, .sensor),
      ("P,1,91,0,,,,,,,,3", .outOfRange, .latitude), ("P,1,0,400,,,,,,,,3", .outOfRange, .longitude),
      ("P,1,0,0,,-1,,,,,,3", .outOfRange, .eph), ("P,1,0,0,,,,,,,,1", .outOfRange, .mode),
      ("P,1,0,0,,,,,,,,2.5", .outOfRange, .mode), ("P,1,0,0,,,,,,,,", .missingField, .mode),
      ("P,1,0,0,,,,,,,,3,,0.5", .outOfRange, .arrival), ("P,1,,0,,,,,,,,3", .missingField, .latitude),
      ("R,1,5,,,,,,", .missingField, .longitude), ("R,1,,5,,,,,", .missingField, .latitude),
      ("R,1,,,5,,,,", .missingField, .latitude), ("R,1,,,,0,0,0,", .missingField, .qw),
      ("R,1,,,,0,0,0,0.9", .notARotation, .qw), ("R,1,,,,0,0,0,3", .outOfRange, .qw),
      ("O,1,0,0,0,0,0,0,1", .missingField, .quality), ("O,1,0,0,0,,,,,1", .missingField, .qx),
      ("I,1,", .missingField, .kind), ("I,1", .missingField, .kind), ("#,", .missingField, .key),
    ] as [(String, Refusal.Reason, FieldName)])
  func badLinesAreRefusedByName(line: String, reason: Refusal.Reason, field: FieldName) {
    expect(parse(line), equals: .refused(Refusal(reason, field)))
  }

  @Test func unknownTagsAreSkipped() {
    for line in ["X,1,2", "AA,1", "Z9,", "QUATERN,1"] { expect(parse(line), equals: .unknownTag) }
  }

  @Test func invalidTextIsRefused() {
    var parser = LineParser()
    let bytes: [UInt8] = Array("#,note,".utf8) + [0xFF, 0xFE]
    expect(bytes.withUnsafeBufferPointer { parser.parse($0) }, equals: .refused(Refusal(.notUTF8)))
  }

  @Test func timeMustNotRunBackwardsWithinATag() {
    var parser = LineParser()
    func outcome(_ line: String) -> Refusal.Reason? {
      if case .refused(let refusal) = parse(line, with: &parser) { refusal.reason } else { nil }
    }
    #expect(outcome("A,10,0,0,0") == nil)
    #expect(outcome("G,9,0,0,0") == nil)  // each tag has its own clock
    expect(outcome("A,9.999999999,0,0,0"), equals: .timeRunsBackwards)
    expect(outcome("A,10,0,0,0"), equals: .duplicateTime)
    expect(outcome("A,11,nan,0,0"), equals: .notFinite)  // refused, so it does not advance the clock
    #expect(outcome("A,10.5,0,0,0") == nil)
    #expect(outcome("T,5,imu,20") == nil)
    #expect(outcome("T,5,mag,20") == nil)
    #expect(outcome("R,5,1,2,3,,,,") == nil)
    #expect(outcome("R,5,,,,0,0,0,1") == nil)
    expect(outcome("R,4,,,,0,0,0,1"), equals: .timeRunsBackwards)
    #expect(outcome("P,3,1,2,,,,,,,,3") == nil)
    expect(outcome("P,3,1,2,,,,,,,,3"), equals: .duplicateTime)
    expect(outcome("A,-5,0,0,0"), equals: .timeRunsBackwards)
  }

  /// Good lines only: when an error is thrown, the testing library records it and allocates. `make bench` counts both. A sample of
  /// a kind that is rare is in a box.
  @Test(arguments: [
    (
      [
        "A,1.000123456,-0.2362,-0.3632,9.9193", "G,1,-0.0010612345,-0.00426,5.33e-3", "M,1,0.22,15.82,-38.34",
        "B,1,101325.25", "T,1,imu,25.5", "R,1,49.461316433,11.110964443,300.5,-0.72051,0.00803,-0.01047,0.69333",
        "X,1,2",
      ], 0
    ), (["P,1,49.461269,11.111049,346,14.544,,0.098,0.018,,,3,1686729678,1.000", "O,1,1,2,3,0,0,0,1,0.9"], 2),
  ])
  func parsingDoesNotAllocate(texts: [String], boxes: Int) {
    let lines = texts.map { Array($0.utf8) }
    var parser = LineParser(), taken = 0
    func pass() {
      for line in lines {
        line.withUnsafeBufferPointer { bytes in
          if case .line = parser.parse(bytes) { taken += 1 }
        }
      }
    }
    pass()  // tables made on first use
    parser = LineParser()
    taken = 0
    let before = allocations_of_this_thread()
    for _ in 0..<1000 {
      parser = LineParser()
      pass()
    }
    let made = allocations_of_this_thread() - before
    expect(taken, equals: texts.count { $0.first != "X" } * 1000)
    let allowed = allocations_are_counted() ? UInt(boxes) * 1000 : 0
    expect(made, equals: allowed)
    // and the counter does count
    let array = [Int](repeating: taken, count: 100)
    let counted = allocations_of_this_thread() - before - made
    #expect((counted > 0) == allocations_are_counted() && array.count == 100)
  }
}
