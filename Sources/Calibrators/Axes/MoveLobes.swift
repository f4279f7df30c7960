import Geometry
import Samples

/// Cuts a gyroscope's readings into single turns ("lobes"): one down, one up, one to the side.
///
/// A lobe begins when the smoothed rate passes a limit, and ends when it falls below half of it or points the other way.
struct MoveLobes: Sendable {
  struct Lobe: Equatable, Sendable {
    /// Integral of the angular rate in the body, without the bias.
    var angle = SIMD3<Double>.zero
    var start = BootInstant(nanoseconds: 0)
    var duration = 0.0
    var size: Double { length(angle) }
  }

  static let begin = AngularRate.degrees(15)
  static let smoothing = TimeSpan(0.04)
  /// A longer hole discards the lobe, because the turn during the hole is unknown.
  private static let longestGap = TimeSpan(0.2)
  /// A turn this large, 2°, ends where the rate points the other way; a smaller one may be a start in the wrong direction.
  private static let leastSize = Angle(0.03)
  private var smooth = SIMD3<Double>.zero
  private var last: BootInstant?
  private var lobe: Lobe?

  /// Smoothed rate, rad/s.
  var rate: Double { length(smooth) }
  /// The lobe in progress.
  var current: Lobe? { lobe }

  mutating func add(_ rate: SIMD3<Double>, at time: BootInstant) -> Lobe? {
    defer { last = time }
    guard let last else { return nil }
    let interval = (time - last).value
    guard interval < Self.longestGap.value else {
      lobe = nil
      return nil
    }
    smooth += (rate - smooth) * min(1, interval / Self.smoothing.value)
    guard var lobe else {
      if length(smooth) > Self.begin.value {
        self.lobe = Lobe(angle: rate * interval, start: time, duration: interval)
      }
      return nil
    }
    if length(smooth) < 0.5 * Self.begin.value || (lobe.size > Self.leastSize.radians && dot(smooth, lobe.angle) < 0) {
      self.lobe = nil
      return lobe
    }
    lobe.angle += rate * interval
    lobe.duration += interval
    self.lobe = lobe
    return nil
  }
}
