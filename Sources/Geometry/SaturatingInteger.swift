extension FixedWidthInteger {
  /// The whole number towards zero from a number that comes from outside. Where `init(_:)` would end the process, this gives the
  /// nearest value there is, and 0 for NaN.
  @inlinable public init(saturating value: Double) {
    if let whole = Self(exactly: value.rounded(.towardZero)) {
      self = whole
    } else {
      self = value > 0 ? .max : value < 0 ? .min : 0
    }
  }
}
