public import Geometry

/// A moment on CLOCK_BOOTTIME: nanoseconds since the machine started, counted through suspend.
public struct BootInstant: Hashable, Comparable, Sendable {
  public var nanoseconds: Int64

  @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
  /// The time rounded to nanoseconds; for simulation and tests, where times are near zero.
  @inlinable public init(seconds: Double) { nanoseconds = Int64(saturating: (seconds * 1e9).rounded()) }

  /// The largest magnitude of a timestamp from outside: 126 years. The difference of two such timestamps does not overflow.
  public static let mostNanoseconds: UInt64 = 4_000_000_000_000_000_000

  @inlinable public static func < (a: Self, b: Self) -> Bool { a.nanoseconds < b.nanoseconds }
  @inlinable public static func - (a: Self, b: Self) -> TimeSpan {
    TimeSpan(Double(a.nanoseconds &- b.nanoseconds) * 1e-9)
  }
  @inlinable public static func + (a: Self, span: TimeSpan) -> Self {
    let (sum, isBeyond) = a.nanoseconds.addingReportingOverflow(Int64(saturating: (span.value * 1e9).rounded()))
    return Self(nanoseconds: isBeyond ? (a.nanoseconds < 0 ? .min : .max) : sum)
  }
  @inlinable public static func - (a: Self, span: TimeSpan) -> Self { a + -span }
}

extension BootInstant: CustomStringConvertible {
  public var description: String { "\(Double(nanoseconds) * 1e-9) s" }
}
