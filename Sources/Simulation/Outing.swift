import Geometry

/// One person's actions over time: footfalls, targets of the eyes, directions of the body. Plane coordinates are meters east and
/// north of the start; azimuths are clockwise from north, in radians.
struct Outing: Sendable {
  /// One step of a foot, and the body's displacement with it.
  struct Footfall: Sendable {
    var start: Double
    var duration: Double
    var way: SIMD2<Double>
    /// Peak of the vertical acceleration, m/s².
    var peak: Double
  }

  /// A target of the eyes.
  struct Attention: Sendable {
    enum Target: Sendable {
      /// A point, with its height above the eyes.
      case point(SIMD2<Double>, height: Double)
      case direction(azimuth: Double, elevation: Double)
    }
    var start: Double
    var target: Target
    /// Size of the eyes' turns away from the target, as a factor on the person's own.
    var spread: Double
  }

  /// A direction of the body.
  struct Facing: Sendable {
    var start: Double
    /// nil: the body follows the head.
    var azimuth: Double?
  }

  private(set) var footfalls: [Footfall] = []
  private(set) var attentions: [Attention] = []
  private(set) var facings: [Facing] = []
  private(set) var time = 0.0
  private(set) var place = SIMD2<Double>.zero

  mutating func step(by way: SIMD2<Double>, in duration: Double, peak: Double) {
    footfalls.append(Footfall(start: time, duration: duration, way: way, peak: peak))
    time += duration
    place += way
  }

  mutating func wait(_ seconds: Double) { time += max(0, seconds) }

  /// Sets the target from now on, or from `delay` seconds ahead; it replaces all targets set for later times.
  mutating func aimEyes(at target: Attention.Target, spread: Double = 1, after delay: Double = 0) {
    let start = time + delay
    attentions.removeAll { $0.start >= start }
    attentions.append(Attention(start: start, target: target, spread: spread))
  }

  mutating func face(_ azimuth: Double?) {
    facings.removeAll { $0.start >= time }
    facings.append(Facing(start: time, azimuth: azimuth))
  }
}

/// Azimuths and vectors of the plane: x east, y north.
extension SIMD2<Double> {
  /// Creates the unit vector of an azimuth.
  init(azimuth: Double) { self.init(sin(azimuth), cos(azimuth)) }
  var azimuth: Double { atan2(x, y) }
  var length: Double { hypot(x, y) }
}
