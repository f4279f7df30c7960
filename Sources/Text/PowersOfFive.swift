/// The 128 leading bits of the powers of five that are needed to read and write a `Double`.
///
/// An entry t represents 5ⁿ = t · 2^(⌊log₂ 5ⁿ⌋ − 127) with 2¹²⁷ ≤ t < 2¹²⁸. For n ≥ 0 it is truncated (exact up to n = 55). For
/// n < 0, where no entry is exact, it is truncated and increased by one. This is the table of D. Lemire, "Number parsing at a
/// gigabyte per second", Software: Practice and Experience 51(8), 2021 (algorithm 1). It is computed at its first use, in about
/// 0.1 ms, instead of being written out here.
struct PowersOfFive: Sendable {
  struct Significand: Sendable {
    var high: UInt64
    var low: UInt64
  }

  /// Below 10⁻³⁴² the product of any 64-bit integer and the power is less than half the least `Double`.
  static let smallestExponent = -342
  /// Reading needs 308, writing the smallest subnormal number needs 324.
  static let largestExponent = 324
  static let shared = PowersOfFive()

  private let entries: [Significand]

  subscript(exponent: Int) -> Significand { entries[exponent - Self.smallestExponent] }

  private init() {
    var entries: [Significand] = []
    entries.reserveCapacity(Self.largestExponent - Self.smallestExponent + 1)

    // ⌊2ᴮ / 5ⁿ⌋ by repeated division, since ⌊⌊a / b⌋ / c⌋ = ⌊a / bc⌋. With B = 959, 164 bits are left at n = 342.
    var quotient = BigNatural(words: [UInt64](repeating: 0, count: 14) + [1 << 63])
    for _ in 1 ... -Self.smallestExponent {
      quotient.divide(by: 5)
      var significand = quotient.leadingBits
      let (low, carry) = significand.low.addingReportingOverflow(1)
      significand.low = low
      significand.high += carry ? 1 : 0
      entries.append(significand)
    }
    entries.reverse()

    var power = BigNatural(words: [1])
    for _ in 0...Self.largestExponent {
      entries.append(power.leadingBits)
      power.multiply(by: 5)
    }
    self.entries = entries
  }
}

/// A natural number of any size, least significant word first, with the operations that the table needs.
private struct BigNatural {
  var words: [UInt64]

  mutating func multiply(by factor: UInt64) {
    var carry: UInt64 = 0
    for index in words.indices {
      let product = words[index].multipliedFullWidth(by: factor)
      let (low, overflow) = product.low.addingReportingOverflow(carry)
      words[index] = low
      carry = product.high + (overflow ? 1 : 0)
    }
    if carry > 0 { words.append(carry) }
  }

  mutating func divide(by divisor: UInt64) {
    var remainder: UInt64 = 0
    for index in words.indices.reversed() {
      (words[index], remainder) = divisor.dividingFullWidth((remainder, words[index]))
    }
    while words.last == 0 { words.removeLast() }
  }

  /// The 128 bits from the highest set bit down, filled with zeros.
  var leadingBits: PowersOfFive.Significand {
    func word(_ fromTop: Int) -> UInt64 { fromTop <= words.count ? words[words.count - fromTop] : 0 }
    let shift = UInt64(word(1).leadingZeroBitCount)
    // Swift's >> by 64 gives 0, as needed for a shift of 0.
    return .init(high: word(1) << shift | word(2) >> (64 - shift), low: word(2) << shift | word(3) >> (64 - shift))
  }
}

/// ⌊log₂ 10ⁿ⌋ for |n| ≤ 350 (checked for each).
@inline(__always) func floorOfLog2(powerOfTen n: Int) -> Int { (n &* 217_706) >> 16 }

/// 10ⁿ for 0 ≤ n ≤ 19: all that fit in 64 bits.
let powersOfTen: [UInt64] = [
  1, 10, 100, 1000, 10000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000, 100_000_000_000,
  1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000, 10_000_000_000_000_000,
  100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
]
