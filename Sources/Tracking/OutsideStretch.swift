import Geometry
import Samples

/// The stretch of an outside tracker's way whose error is not counted yet.
struct OutsideStretch: Sendable {
  struct Ended {
    var way: SIMD2<Double>
    var time: TimeSpan
    /// Variance per axis.
    var variance: Double
  }

  private let parameters: OutsideParameters
  private(set) var way = SIMD2(0.0, 0.0)
  private var time = TimeSpan.zero

  init(_ parameters: OutsideParameters) { self.parameters = parameters }

  /// Adds a displacement; returns the stretch that it ends.
  mutating func add(_ moved: SIMD2<Double>, over interval: TimeSpan) -> Ended? {
    way += moved
    time += interval
    guard time >= parameters.interval else { return nil }
    defer { (way, time) = (.zero, .zero) }
    let sigma = parameters.noise.value + parameters.noiseShare * (way * way).sum().squareRoot()
    return Ended(way: way, time: time, variance: sigma * sigma)
  }
}
