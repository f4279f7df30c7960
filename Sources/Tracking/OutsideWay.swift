import Geometry
import Samples
import Tie

/// The way by an outside tracker and its tie to the Earth, beside a compass: it gives a heading where no compass does.
struct OutsideWay: Sendable {
  private var tied: TiedWay
  private var moment = OdometryMoment(time: BootInstant(nanoseconds: .min))
  /// The stretch whose error is not counted yet.
  private var stretch = SIMD2(0.0, 0.0), stretchTime = TimeSpan.zero
  private let outside: OutsideParameters
  private let turnWalk: Double

  init(_ parameters: TrackerParameters) {
    var parameters = parameters
    parameters.walking.tie.compass = .off
    outside = parameters.walking.outside
    turnWalk = parameters.walking.tie.outsideWalk.radians
    tied = TiedWay(parameters)
    tied.setTurnMeasured(true)
    moment.isMeasured = true
  }

  var yaw: Angle { tied.yaw }
  var sigma: Angle { tied.yawSigma }

  /// Ingests the turn of the scene against the tracker's frame, clockwise.
  mutating func ingest(turn: Angle, over time: TimeSpan) {
    tied.turn(by: -turn, variance: turnWalk * turnWalk * time.value)
  }

  /// Advances by a displacement in the scene.
  mutating func advance(by moved: Displacement<Scene>, over interval: TimeSpan, at time: BootInstant) {
    let level = SIMD2(moved.x, -moved.z)
    moment.time = time
    moment.way += tied.steadied(level)
    stretch += level
    stretchTime += interval
    if stretchTime >= outside.interval {
      let sigma = outside.noise.value + outside.noiseShare * hypot(stretch.x, stretch.y)
      moment.wayVariance += sigma * sigma
      (stretch, stretchTime) = (.zero, .zero)
    }
    tied.ingest(moment)
    tied.advance(interval)
  }

  mutating func ingest(_ fix: FixReading) {
    tied.ingest(fix)
    tied.log.removeAll()
  }
}
