public import Geometry

extension Quantity where U == Hertz {
  /// The time from one event to the next.
  public var period: TimeSpan { TimeSpan(1 / value) }

  /// Text with one decimal and without a trailing zero: 104.2 Hz, 200 Hz.
  public var shown: String {
    let tenths = (value * 10).rounded()
    guard tenths.magnitude < 1e9 else { return "\(self)" }
    let whole = Int(tenths) / 10, rest = Int(tenths) % 10
    return rest == 0 ? "\(whole) Hz" : "\(whole).\(rest) Hz"
  }
}
