extension FixedWidthInteger {
  /// A number from outside, truncated to an integer. Where `init(_:)` would end the process, the result is the nearest possible
  /// value, or 0 for NaN.
  @inlinable public init(saturating value: Double) {
    // `Double(max)` is `max` or the power of two above it, so all values below it can be converted.
    if value > Double(Self.min), value < Double(Self.max) {
      self = Self(value)
    } else {
      self = value > 0 ? .max : value < 0 ? .min : 0
    }
  }
}
