extension FixedWidthInteger {
  /// The whole number towards zero from a number that comes from outside. Where `init(_:)` would end the process, this gives the
  /// nearest value there is, and 0 for NaN.
  @inlinable public init(saturating value: Double) {
    // The double of `max` is `max` or the power of two above it, so that what lies below can be converted.
    if value > Double(Self.min), value < Double(Self.max) {
      self = Self(value)
    } else {
      self = value > 0 ? .max : value < 0 ? .min : 0
    }
  }
}
