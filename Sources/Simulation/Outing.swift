import Geometry

/// What a person does, by the second: footfalls, what the eyes are on, where the body faces. Plane coordinates are
/// metres east and north of the start; azimuths are clockwise from north, in radians.
struct Outing: Sendable {
  /// One step of a foot, and the way that the body makes with it.
  struct Footfall: Sendable {
    var start: Double
    var duration: Double
    var way: SIMD2<Double>
    /// Of the vertical acceleration, m/s².
    var peak: Double
  }

  /// What the eyes are on.
  struct Attention: Sendable {
    enum Target: Sendable {
      /// A point, with its height above the eyes.
      case point(SIMD2<Double>, height: Double)
      case direction(azimuth: Double, elevation: Double)
    }
    var start: Double
    var target: Target
    /// How far the eyes' turns lead away from it, over the person's own.
    var spread: Double
  }

  /// Where the body faces.
  struct Facing: Sendable {
    var start: Double
    /// nil: after the head.
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

  /// From now on, or from a moment ahead; a later word replaces what was said for the time after it.
  mutating func look(at target: Attention.Target, spread: Double = 1, after delay: Double = 0) {
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
  /// The unit vector of an azimuth.
  init(azimuth: Double) { self.init(sin(azimuth), cos(azimuth)) }
  var azimuth: Double { atan2(x, y) }
  var length: Double { hypot(x, y) }
}
