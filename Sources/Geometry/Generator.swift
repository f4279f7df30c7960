/// A seeded generator of random numbers, the same on every machine: xoshiro256++ (Blackman and Vigna, "Scrambled linear
/// pseudorandom number generators", ACM TOMS 47(4), 2021), seeded through SplitMix64 as its authors advise.
@frozen public struct Generator: RandomNumberGenerator, Sendable {
  @usableFromInline var s0: UInt64
  @usableFromInline var s1: UInt64
  @usableFromInline var s2: UInt64
  @usableFromInline var s3: UInt64
  @usableFromInline var spare: Double?

  public init(seed: UInt64) {
    var state = seed
    s0 = splitMix64(&state)
    s1 = splitMix64(&state)
    s2 = splitMix64(&state)
    s3 = splitMix64(&state)
    spare = nil
  }

  /// An independent stream for one purpose, so that more noise on one sensor does not change the noise of another.
  /// The name enters by FNV-1a, 64 bit.
  public init(seed: UInt64, stream name: StaticString) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    name.withUTF8Buffer { for byte in $0 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 } }
    var state = seed
    self.init(seed: splitMix64(&state) ^ hash)
  }

  @inlinable public mutating func next() -> UInt64 {
    let sum = s0 &+ s3
    let result = (sum << 23 | sum >> 41) &+ s0
    let t = s1 << 17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    s3 = s3 << 45 | s3 >> 19
    return result
  }

  /// Returns a number uniform in [0, 1), with 53 bits.
  @inlinable public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }
  @inlinable public mutating func uniform(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
  }

  /// Returns a normal number with mean 0 and standard deviation 1 (Marsaglia's polar method, 1964).
  @inlinable public mutating func gaussian() -> Double {
    if let value = spare {
      spare = nil
      return value
    }
    while true {
      let u = 2 * uniform() - 1, v = 2 * uniform() - 1
      let s = u * u + v * v
      if s > 0 && s < 1 {
        let factor = (-2 * log(s) / s).squareRoot()
        spare = v * factor
        return u * factor
      }
    }
  }
  @inlinable public mutating func gaussian3() -> SIMD3<Double> { SIMD3(gaussian(), gaussian(), gaussian()) }
}

private func splitMix64(_ state: inout UInt64) -> UInt64 {
  state &+= 0x9e37_79b9_7f4a_7c15
  var z = state
  z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
  z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
  return z ^ (z >> 31)
}
