import Geometry
import Odometry

/// Finds the stretches in which components of a gyroscope or an accelerometer are cut off at the end of its range, and what may be
/// missing in them.
struct ClippedSensor: Sendable {
  private var x: ClippedComponent, y: ClippedComponent, z: ClippedComponent
  /// Whether a component of the last sample is cut.
  private(set) var isClipped = false
  private let lowest: Double
  /// Missing motion in the last sample.
  var missing = MissingMotion.Missing()
  /// Whether no component has a stretch at hand.
  private var isIdle = true

  /// `lowest` is a magnitude below which no sensor of the kind ends, `most` the largest 1 σ that is added in a stretch.
  init(lowest: Double, most: Double) {
    self.lowest = lowest
    let component = ClippedComponent(lowest: lowest, most: most)
    (x, y, z) = (component, component, component)
  }

  /// A gyroscope: wearables' chips end at 125 °/s or more, and the largest error is that of any direction.
  static var gyroscope: Self { Self(lowest: Angle.degrees(100).radians, most: .pi / 3.squareRoot()) }
  /// An accelerometer: 2 g or more; the largest error is the speed of a swinging foot.
  static var accelerometer: Self { Self(lowest: 18, most: 5) }

  /// Ingests a sample as the sensor gave it, before any calibration; `range` is a limit that is known.
  mutating func ingest(_ value: SIMD3<Double>, over interval: Double, range: Double = .infinity) {
    if !missing.isNone { missing = .init() }
    // Nearly always: far from any end, and no stretch at hand.
    let far = min(lowest * (1 - ClippedComponent.near), range)
    if value.x.magnitude < far, value.y.magnitude < far, value.z.magnitude < far, isIdle {
      x.pass(value.x, over: interval)
      y.pass(value.y, over: interval)
      z.pass(value.z, over: interval)
      isClipped = false
      return
    }
    x.ingest(value.x, over: interval, range: range)
    y.ingest(value.y, over: interval, range: range)
    z.ingest(value.z, over: interval, range: range)
    isClipped = x.isClipped || y.isClipped || z.isClipped
    isIdle = x.isIdle && y.isIdle && z.isIdle
    guard x.isMissing || y.isMissing || z.isMissing else { return }
    missing = .init(
      amount: SIMD3(x.amount, y.amount, z.amount), variance: SIMD3(x.variance, y.variance, z.variance))
  }
}

/// One component of a sensor that may be cut off.
///
/// It is cut where it reaches a known range, or stays at its own largest value for three samples: to the last digit after a slope
/// that would have led 2 % farther, or within ± 1 % after one that would have led 20 % farther, for the second time. (The axes of
/// a calibrated sensor mix, so that the others move a cut one a little. The top of a swing without a cut, of which three samples
/// have one digit, goes four digits farther by the slope that leads to them, and at most 8 % by that with which it enters a band of
/// ± 1 %.)
///
/// Beyond the limit the value is a bump that begins with the slope s₁ of the edge and ends with −s₂. Hermite's cubic through both
/// edges has an area of A = d²/12 (s₁ + s₂) over a stretch of d; while it lasts, s₂ is taken to be s₁. The area is at least 0 and
/// of this order, so its 1 σ is A; that of a short stretch is put back at its end.
private struct ClippedComponent: Sendable {
  static let near = 0.01
  private static let exact = 1e-6, littleFarther = 0.02, farther = 0.2
  /// Longest stretch that is put back, in s. In a longer one the value may have been anything.
  private static let short = 0.12

  private let most: Double
  private(set) var isClipped = false
  /// Contribution of the last sample.
  private(set) var amount = 0.0, variance = 0.0
  var isMissing: Bool { amount != 0 || variance != 0 }

  /// The largest value on one side of zero.
  private struct Top: Sendable {
    var size: Double
    var isLimit = false
    /// Number of stretches that were flat.
    var flat = 0
  }
  private var above: Top, below: Top
  /// The stretch at hand: whether it is below zero, number of samples, time, size and slope at its beginning, samples in a row that
  /// are the same with the slope to the first of them and their time, whether it has counted as flat, and 1 σ that was added in it.
  private var isBelow = false, samples = 0, time = 0.0, first = 0.0, slope = 0.0, same = 0, sameSlope = 0.0,
    sameTime = 0.0, isFlat = false, added = 0.0
  /// Whether a stretch ended with the last sample: the slope at its end is known with the next one.
  private var hasEnded = false
  /// The last value, and the slope to it.
  private var last = 0.0, lastSlope = 0.0

  /// `lowest` is a size below which nothing is cut, `most` the largest 1 σ that is added in a stretch.
  init(lowest: Double, most: Double) {
    self.most = most
    above = Top(size: lowest)
    below = Top(size: lowest)
  }

  /// Whether no stretch is at hand, and nothing is missing.
  var isIdle: Bool { samples == 0 && !hasEnded && !isMissing }

  /// Passes a sample far from any end.
  mutating func pass(_ value: Double, over interval: Double) {
    lastSlope = interval > 0 ? (value - last) / interval : 0
    last = value
    isClipped = false
  }

  mutating func ingest(_ value: Double, over interval: Double, range: Double) {
    amount = 0
    variance = 0
    isClipped = false
    let newSlope = interval > 0 ? (value - last) / interval : 0
    defer { (last, lastSlope) = (value, newSlope) }
    if hasEnded {
      hasEnded = false
      end(falling: isBelow ? max(lastSlope, newSlope) : -min(lastSlope, newSlope))
    }
    var top = value < 0 ? below : above
    defer { if value < 0 { below = top } else { above = top } }
    let size = value.magnitude
    guard size >= min(top.size * (1 - Self.near), range) else {
      hasEnded = samples > 0 && (isBelow ? below : above).isLimit
      samples = 0
      return
    }
    // A higher value shows that what was taken for a limit is none.
    if size > top.size * (1 + Self.near) { top = Top(size: size) }
    top.size = max(top.size, size)
    if samples == 0 || isBelow != (value < 0) || size > first * (1 + Self.near) { openStretch(value, newSlope) }
    samples += 1
    time += interval
    if (value - last).magnitude <= Self.exact * size {
      same += 1
      sameTime += interval
    } else {
      // Digits may be coarse: the last one lasted this long.
      let since = interval + sameTime
      (same, sameSlope, sameTime) = (1, since > 0 ? (value - last).magnitude / since : 0, 0)
    }
    judge(&top, isAtRange: size >= range)
    isClipped = top.isLimit
    if isClipped { widen(to: time * time / 6 * slope) }
  }

  private mutating func openStretch(_ value: Double, _ newSlope: Double) {
    (samples, time, isFlat, added) = (0, 0, false, 0)
    isBelow = value < 0
    first = value.magnitude
    slope = max(0, isBelow ? -min(lastSlope, newSlope) : max(lastSlope, newSlope))
  }

  /// Finds a limit.
  private mutating func judge(_ top: inout Top, isAtRange: Bool) {
    if isAtRange { top.isLimit = true }
    if same >= 3, sameSlope * sameTime >= Self.littleFarther * top.size { top.isLimit = true }
    guard samples >= 3, !isFlat, slope * time >= Self.farther * top.size else { return }
    isFlat = true
    top.flat += 1
    if top.flat >= 2 { top.isLimit = true }
  }

  private mutating func widen(to area: Double) {
    let sigma = min(most, area)
    guard sigma > added else { return }
    variance += sigma * sigma - added * added
    added = sigma
  }

  private mutating func end(falling: Double) {
    let area = time * time / 12 * (slope + max(0, falling))
    widen(to: area)
    if time <= Self.short { amount = isBelow ? -area : area }
  }
}
