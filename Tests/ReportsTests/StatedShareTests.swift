import Expectations
import Geometry
import Testing

@testable import Reports

/// Errors e_{i+1} = a e_i + √(1 − a²) w_i with unit variance, along one axis.
private func chain(_ a: Double, _ count: Int, seed: UInt64) -> [SIMD2<Double>] {
  var noise = Noise(seed: seed), value = noise.normal()
  return (0..<count).map { _ in
    defer { value = a * value + (1 - a * a).squareRoot() * noise.normal() }
    return SIMD2(value, 0)
  }
}

/// A generator of our own, because the tests need nothing but repeatable numbers: xorshift64 and the sum of twelve.
private struct Noise {
  private var state: UInt64
  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
  mutating func uniform() -> Double {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Double(state >> 11) / Double(1 << 53)
  }
  mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + uniform() } }
}

@Suite struct StatedShareTests {
  /// A chain has n (1 − a) / (1 + a) independent values.
  @Test(arguments: [0, 0.5, 0.9, 0.98]) func independentErrorsOfAChain(a: Double) {
    let count = 2000, expected = Double(count) * (1 - a) / (1 + a)
    let found = (1...12).map { StatedShare.independent(chain(a, count, seed: $0)) }.reduce(0, +) / 12
    #expect(found > expected * 0.6 && found < expected * 1.6, "\(found) of \(expected)")
  }

  @Test func aConstantErrorIsOne() throws {
    let constant = [SIMD2<Double>](repeating: SIMD2(0.7, 0.7), count: 900)
    expect(StatedShare.independent(constant), isBelow: 1.01)
    let held = try #require(StatedShare(constant, within: 0))
    #expect(held.band == nil && !held.isBelowChance && held.text("radius").contains("too few to judge"))
    #expect(StatedShare([SIMD2(1, 0)], within: 1) == nil)
  }

  /// Where the stated errors are right, about one session in forty is below the band; where they are half of the right ones, nearly
  /// all sessions with enough errors are.
  @Test func aShareWithinChanceIsNotReported() {
    var below = 0, belowWrong = 0
    for seed in 1...200 {
      let errors = chain(0.9, 1500, seed: UInt64(seed))
      let within = errors.count { $0.x.magnitude <= 1 }
      if StatedShare(errors, within: within)?.isBelowChance ?? false { below += 1 }
      let wrong = errors.map { $0 * 2 }
      if StatedShare(wrong, within: wrong.count { $0.x.magnitude <= 1 })?.isBelowChance ?? false { belowWrong += 1 }
    }
    expect(below, isAtMost: 12, "\(below)")
    expect(belowWrong, isAtLeast: 180, "\(belowWrong)")
  }

  /// The page says what chance leaves, and blames no walls.
  @Test func theReportNamesTheBand() {
    let telling = SessionTelling(SyntheticSession.story())
    #expect(telling.place.contains("68\u{a0}% are stated"))
    #expect(!telling.advice.joined().contains("walls"))
    let figures = SyntheticSession.story().numbers(anonymous: true)
    expect(figures["truth"]?["places_within_radius"]?["independent"]?.double ?? 0, isAtLeast: 1)
  }
}
