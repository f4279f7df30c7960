import Expectations
import Geodesy
import Geometry
import Samples
import Testing
import Text

@Suite struct LineWriterTests {
  /// Lines as gnomon writes them: read and written again they are unchanged.
  static let canonical = [
    "A,1.5,0,9.81,-0.25", "A,0.0035,-0,-0.3632,9.9193", "G,-2,1e-9,0.1,2", "M,3,22.1,-4,40", "B,3,101325.25",
    "T,3,imu,20",
    "P,0.963,49.461269,11.111049,346,14.544,,0.098,-0,,,3,1686729678.999,1.213",
    "P,2,49.461269,11.111049,,,,,,,,2,,2,47.5", "O,1,1,2,3,0,0,0,1,0.9", "I,7,nudge,{\"deg\":5,\"by\":\"hand\"}",
    "I,8,reset,",
    "R,61.423,49.461316433,11.110964443,,,,,", "R,62,49.46,11.11,300,-0.72051,0.00803,-0.01047,0.69333",
    "R,63,,,,-0.72051,0.00803,-0.01047,0.69333", "#,note,a, b; c", "#,started,2026-06-01T09:00:00Z",
  ]

  @Test(arguments: canonical) func canonicalLinesComeBackByteForByte(text: String) {
    guard case .line(let line) = parse(text) else {
      Issue.record("refused")
      return
    }
    expect(written(line), equals: text + "\n")
  }

  @Test func anyFiniteValueComesBackBitForBit() {
    var g = Generator(seed: 11)
    var parser = LineParser()
    func odd() -> Double {  // any bits within the range, so that every exponent and mantissa occurs
      while true {
        let value = Double(bitPattern: g.next())
        if value.isFinite && value.magnitude <= 1e4 { return value }
      }
    }
    for i in 0..<50_000 {
      let sample = RecordingLine.sample(
        .accelerometer(.init(time: BootInstant(nanoseconds: Int64(i)), force: Vector(odd(), odd(), odd()))))
      let text = written(sample)
      let again = parse(String(text.dropLast()), with: &parser)
      guard case .line(.sample(.accelerometer(let read))) = again, case .sample(.accelerometer(let wrote)) = sample
      else {
        Issue.record("refused: \(text)")
        continue
      }
      for axis in 0..<3 {
        expect(read.force.components[axis].bitPattern, equals: wrote.force.components[axis].bitPattern)
      }
      expect(read.time, equals: wrote.time)
      if case .line(let line) = again { expect(written(line), equals: text) }
    }
  }

  @Test func textsCannotBreakLines() {
    let evil = RecordingLine.metadata(key: "a,b\nc", value: "x\nA,1,2,3,4\r")
    expect(written(evil), equals: "#,a;b c,x A,1,2,3,4\r\n")
    let event = RecordingLine.sample(.input(.init(time: BootInstant(seconds: 1), kind: "k,k", json: "{\n}")))
    expect(written(event), equals: "I,1,k;k,{ }\n")
  }

  @Test func liveAndReplaySeeTheSameBits() {
    var g = Generator(seed: 12)
    var parser = LineParser()
    for i in 1..<20_000 {
      let live = Sample.gyroscope(
        .init(
          time: BootInstant(nanoseconds: Int64(i)),
          rate: AngularVelocity(g.gaussian3() * pow(10, g.uniform(in: -9...3))))
      ).quantized
      expect(live, equals: live.quantized)
      expect(parse(String(written(.sample(live)).dropLast()), with: &parser), equals: .line(.sample(live)))
    }
    var fix = Fix(
      time: BootInstant(seconds: 1), arrival: BootInstant(seconds: 1.2), mode: .threeDimensional,
      latitude: Degrees(48.208212345678901), longitude: Degrees(-16.37123456789012), height: Length(220.123456789))
    fix.velocityEast = Speed(1.0 / 3)
    fix.horizontalError = Length(2.0 / 3)
    let live = Sample.fix(fix).quantized
    expect(parse(String(written(.sample(live)).dropLast())), equals: .line(.sample(live)))
    expect(live, differsFrom: .fix(fix))
  }

  @Test func quantisationIsFineAndHarmless() {
    expect(Quantization.quantize(0.123456789, decimals: 6), equals: 0.123457)
    expect(Quantization.quantize(-0.0000001, decimals: 6).sign, equals: .minus)
    expect(Quantization.quantize(1e300, decimals: 6), equals: 1e300)
    #expect(Quantization.quantize(.nan, decimals: 6).isNaN)
  }
}
