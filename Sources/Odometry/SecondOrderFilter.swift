import Geometry

/// A second-order Butterworth low- or high-pass for samples that need not be evenly spaced: the bilinear transform with its
/// states kept as integrators, so that coefficients may change with every interval (Zavalishin, "The Art of VA Filter
/// Design", 2012, §4.4).
struct SecondOrderFilter<Signal: Filterable>: Sendable {
  enum Pass { case low, high }
  private let pass: Pass
  private let corner: Double
  private var first = Signal.zero
  private var second = Signal.zero
  /// tan of half the corner's phase in an interval, and what follows from it; kept because intervals are mostly equal.
  private var warped = (interval: 0.0, gain: 0.0, scale: 0.0)

  /// Creates a filter with its corner in Hz.
  init(_ pass: Pass, corner: Double) {
    self.pass = pass
    self.corner = corner
  }

  mutating func next(_ x: Signal, over interval: Double) -> Signal {
    let damping = 2.0.squareRoot()
    if interval != warped.interval {
      let g = tan(min(.pi * corner * interval, 1.3))
      warped = (interval, g, 1 / (1 + g * (g + damping)))
    }
    let g = warped.gain, a = warped.scale
    let rest = x - second
    let band = a * first + g * a * rest
    let low = second + g * a * first + g * g * a * rest
    first = 2 * band - first
    second = 2 * low - second
    return pass == .low ? low : x - damping * band - low
  }
}

/// A number, or several that are filtered alike.
protocol Filterable: Sendable {
  static var zero: Self { get }
  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Double, b: Self) -> Self
}
extension Double: Filterable {}
extension SIMD4<Double>: Filterable {}
