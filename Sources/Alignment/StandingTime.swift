public import Geometry
import Samples

/// Time for which the wearer has stood still: neither walking nor turning.
///
/// With r² the squared rate of the body, low-passed over 0.3 s, and v the speed in the scene, the wearer stands while r is at most
/// `guidance.still_rate` and v at most `guidance.still_speed`. The rate is that of the sensor, so its bias is part of r.
public struct StandingTime: Sendable {
  private let parameters: GuidanceParameters
  private var meanSquare: Double?
  private var standing = Dwell()
  /// Averaging time, in s: shorter than half a stride, in which a walker's rate is never small, and longer than a tremor of the
  /// hand.
  private static let average = 0.3

  public init(_ parameters: GuidanceParameters) { self.parameters = parameters }

  /// Time of standing; nil while the wearer moves.
  public var value: TimeSpan? { standing.held }

  public mutating func ingest(rate: AngularVelocity<Body>, speed: Speed, over interval: TimeSpan) {
    let square = dot(rate.components, rate.components), before = meanSquare ?? square
    let mean = before + (square - before) * fading(interval.value / Self.average)
    meanSquare = mean
    let limit = parameters.stillRate.value
    _ = standing.holds(mean <= limit * limit && speed <= parameters.stillSpeed, for: .zero, over: interval)
  }
}
