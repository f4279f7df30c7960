public import Fusion
public import Geometry
public import Samples

/// The motion by the body's sensors, summed up from the start: two moments give the motion between them. Its axes are the
/// east and north of the steady scene, and no knowledge of the Earth is in it.
public struct OdometryMoment: Momentary {
  public var time: BootInstant
  /// First and second sum of the specific force.
  public var velocity = SIMD2(0.0, 0.0)
  public var place = SIMD2(0.0, 0.0)
  /// Way by steps, or by another odometer.
  public var way = SIMD2(0.0, 0.0)
  /// Whether the way is that of another odometer, with a variance of its own per axis, in m².
  public var isMeasured = false
  public var wayVariance = 0.0
  /// Seconds in which the step detector could not see steps.
  public var blind = 0.0
  /// Variance of the velocity by the noise of the force.
  public var forceVariance = 0.0
  /// Square of the length of the device's mean pointing over some seconds, a vector: the shorter, the more it has turned about.
  public var resultant = 1.0
  /// Variance of the pointing, in rad².
  var spread: Double { -log(min(1, max(resultant, 1e-4))) }

  public init(time: BootInstant) { self.time = time }
}

/// The moments of the last seconds, for readings that come late.
public struct OdometryHistory: Sendable {
  private var ring = MomentRing<OdometryMoment>(capacity: 256)
  private var newest = OdometryMoment(time: BootInstant(nanoseconds: .min))
  /// Interval of the kept moments, of which the ring holds five seconds.
  private static let interval = TimeSpan(0.02)

  public init() {}

  public var latest: OdometryMoment { newest }

  public mutating func append(_ moment: OdometryMoment) {
    newest = moment
    if ring.lastTime.map({ moment.time - $0 >= Self.interval }) ?? true { ring.append(moment) }
  }

  /// Returns the moment at a time, interpolated; the first or last one beyond the ends.
  public func moment(at time: BootInstant) -> OdometryMoment {
    guard ring.count > 0, time < newest.time else { return newest }
    guard let age = ring.age(at: time) else { return ring[0] }
    return Self.between(ring[age], age + 1 < ring.count ? ring[age + 1] : newest, at: time)
  }

  private static func between(_ a: OdometryMoment, _ b: OdometryMoment, at time: BootInstant) -> OdometryMoment {
    let span = (b.time - a.time).value
    let u = span > 0 ? (time - a.time).value / span : 0
    var result = b
    result.time = time
    result.velocity = a.velocity + (b.velocity - a.velocity) * u
    result.place = a.place + (b.place - a.place) * u
    result.way = a.way + (b.way - a.way) * u
    result.forceVariance = a.forceVariance + (b.forceVariance - a.forceVariance) * u
    return result
  }
}

/// Returns a level vector (east, north) turned by an angle, clockwise.
@inlinable public func turned(_ v: SIMD2<Double>, by angle: Double) -> SIMD2<Double> {
  turned(v, toward: SIMD2(cos(angle), sin(angle)))
}

/// Returns a level vector turned by the angle with this cosine and sine, clockwise.
@inlinable @inline(__always) public func turned(_ v: SIMD2<Double>, toward turn: SIMD2<Double>) -> SIMD2<Double> {
  SIMD2(turn.x * v.x + turn.y * v.y, turn.x * v.y - turn.y * v.x)
}
