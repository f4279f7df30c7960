public import Geometry

/// A moment on CLOCK_BOOTTIME: nanoseconds since the machine started, counted through suspend.
public struct BootInstant: Hashable, Comparable, Sendable {
  public var nanoseconds: Int64

  @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
  /// The nearest nanosecond; meant for simulation and tests, where time begins near zero.
  @inlinable public init(seconds: Double) { nanoseconds = Int64((seconds * 1e9).rounded()) }

  @inlinable public static func < (a: Self, b: Self) -> Bool { a.nanoseconds < b.nanoseconds }
  @inlinable public static func - (a: Self, b: Self) -> TimeSpan {
    TimeSpan(Double(a.nanoseconds &- b.nanoseconds) * 1e-9)
  }
  @inlinable public static func + (a: Self, span: TimeSpan) -> Self {
    Self(nanoseconds: a.nanoseconds &+ Int64((span.value * 1e9).rounded()))
  }
  @inlinable public static func - (a: Self, span: TimeSpan) -> Self { a + -span }
}

extension BootInstant: CustomStringConvertible {
  public var description: String { "\(Double(nanoseconds) * 1e-9) s" }
}
