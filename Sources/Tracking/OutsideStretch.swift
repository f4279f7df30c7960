import Geometry
import Samples

/// The stretch of an outside tracker's way whose error is not counted yet.
struct OutsideStretch: Sendable {
  private let parameters: OutsideParameters
  private var way = SIMD2(0.0, 0.0), time = TimeSpan.zero

  init(_ parameters: OutsideParameters) { self.parameters = parameters }

  /// Adds a displacement; returns the variance per axis of the stretch that it ends, or zero.
  mutating func add(_ moved: SIMD2<Double>, over interval: TimeSpan) -> Double {
    way += moved
    time += interval
    guard time >= parameters.interval else { return 0 }
    let sigma = parameters.noise.value + parameters.noiseShare * (way * way).sum().squareRoot()
    (way, time) = (.zero, .zero)
    return sigma * sigma
  }
}
