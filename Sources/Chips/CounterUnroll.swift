/// A counter of 32 bits, continued beyond its end: each value is the one nearest to the value before.
struct CounterUnroll: Equatable, Sendable {
  private(set) var last: Int64?

  mutating func unroll(_ value: UInt32) -> Int64 {
    guard let last else {
      self.last = Int64(value)
      return Int64(value)
    }
    let next = last &+ Int64(Int32(truncatingIfNeeded: value &- UInt32(truncatingIfNeeded: last)))
    self.last = next
    return next
  }
}
