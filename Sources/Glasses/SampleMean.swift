import Geometry

/// Means of consecutive measurements: of a thousand in a second the filters need a quarter, and their noise is smaller.
struct SampleMean: Sendable {
  private let size: Int
  private var count = 0
  private var sum = SIMD3<Double>.zero
  private var first: Int64 = 0
  private var stamps: Int64 = 0

  init(of size: Int) { self.size = size }

  /// Adds a measurement; returns the mean once there are enough.
  mutating func add(_ value: SIMD3<Double>, at stamp: Int64) -> (stamp: Int64, value: SIMD3<Double>)? {
    if count == 0 { first = stamp }
    sum += value
    stamps &+= stamp &- first
    count += 1
    return count < size ? nil : finish()
  }

  /// The mean of what is there, before a gap; nil if nothing is.
  mutating func finish() -> (stamp: Int64, value: SIMD3<Double>)? {
    guard count > 0 else { return nil }
    defer { (count, sum, stamps) = (0, .zero, 0) }
    return (first &+ stamps / Int64(count), sum / Double(count))
  }
}
