public import Geometry

/// A moment on CLOCK_BOOTTIME: nanoseconds since the machine started, counted through suspend.
public struct BootInstant: Hashable, Comparable, Sendable {
  public var nanoseconds: Int64

  @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
  /// The nearest nanosecond; meant for simulation and tests, where time begins near zero.
  @inlinable public init(seconds: Double) { nanoseconds = Int64(saturating: (seconds * 1e9).rounded()) }

  /// What a stamp from outside may be at most, before and after zero: 126 years. Two such stamps can be subtracted.
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
