import Expectations
import Geometry
import Testing

@testable import WebPages

@Suite struct CodeGateTests {
  private var generator = Generator(seed: 7)

  /// A code of six digits beside the gate's.
  private func wrong(_ gate: CodeGate) -> String { gate.code == "000000" ? "000001" : "000000" }

  @Test mutating func theCodeHasSixDigitsAndLetsAnyNumberIn() throws {
    var codes: Set<String> = []
    for _ in 0..<200 {
      var gate = CodeGate(from: &generator)
      let code = try #require(gate.code)
      #expect(code.count == 6 && code.allSatisfy { "0"..."9" ~= $0 })
      for time in 0..<20 { expect(gate.check(code, at: Double(time)), equals: .right) }
      codes.insert(code)
    }
    expect(codes.count, isAbove: 195)
  }

  @Test mutating func threeWrongCodesLockForAMinuteThatDoubles() throws {
    var gate = CodeGate(from: &generator), time = 1000.0, lock = 60.0
    for _ in 0..<20 {
      let code = try #require(gate.code)
      expect(gate.check(wrong(gate), at: time), equals: .wrong(triesLeft: 2))
      expect(gate.check(wrong(gate), at: time), equals: .wrong(triesLeft: 1))
      // A right code is accepted until the third wrong one, and gives no tries back.
      expect(gate.check(code, at: time), equals: .right)
      expect(gate.check(wrong(gate), at: time), equals: .locked(seconds: lock))
      #expect(gate.isLocked && gate.code == nil)
      expect(gate.check(code, at: time + 1), equals: .locked(seconds: lock - 1))
      #expect(gate.renew(at: time + lock - 0.1, from: &generator) == nil)
      time += lock
      let next = try #require(gate.renew(at: time, from: &generator))
      #expect(next == gate.code && gate.check(next, at: time) == .right)
      #expect(gate.renew(at: time, from: &generator) == nil)
      lock = min(2 * lock, 86400)
    }
  }

  @Test mutating func onlySixDigitsCountAsATry() throws {
    var gate = CodeGate(from: &generator)
    let code = try #require(gate.code)
    let texts = [
      "", "1", "12345", "1234567", "12 456", "-12345", "1e5000", "١٢٣٤٥٦", "\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}", "🧭🧭",
      " \(code)",
      "\(code)\n", String(repeating: "1", count: 100_000),
    ]
    for text in texts { expect(gate.check(text, at: .nan), equals: .malformed) }
    for _ in 0..<1000 {
      let bytes = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      if text.utf8.count != 6 { expect(gate.check(text, at: 0), equals: .malformed) }
    }
    expect(gate.check(code, at: -1e300), equals: .right)
  }
}
