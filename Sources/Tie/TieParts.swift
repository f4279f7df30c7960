import Geometry
import Samples

// State of the tie's sources, beside the hypotheses.
extension EarthTie {
  struct Receiver: Sendable {
    /// Level of its slow error per axis; nil before the first fix.
    var level: Double?
    var bestRadius = EarthTie.unknownRadius
    var first: BootInstant?
    /// The last unseen turn.
    var reopened: BootInstant?
    var last: BootInstant?
    /// Of the last azimuth of its antennas.
    var azimuth: BootInstant?
    var hasVelocity = false
    /// The last velocity that was surely one, and its mean over some seconds.
    var moving: BootInstant?
    var average = SIMD2(0.0, 0.0)
    /// The moment of which place and velocity of carried members are: that of the last fix; nil before it.
    var carriedAt: BootInstant?
    /// 1 σ of the age of its last fix, in s, and its speed of late.
    var ageSigma = 0.0, speed = 0.0
    /// The moment from which on its places have been taken for far off.
    var doubted: BootInstant?
    /// Distance of its places from the present one over some seconds: mean, and mean square; and the radius of the last.
    private var apart = SIMD2(0.0, 0.0)
    private var apartSquare = 0.0
    private var radius = EarthTie.unknownRadius

    /// Records how far a fix lies from the place at which the wearer was then.
    mutating func record(apart off: SIMD2<Double>, radius: Double, over interval: Double) {
      let share = 1 - exp(-interval / Self.memory)
      apart += (off - apart) * share
      apartSquare += ((off * off).sum() - apartSquare) * share
      self.radius = radius
    }

    /// Distance of fixes that agree with each other beside the place; zero where they scatter about it, or within their radii.
    /// What holds them for wrong may be wrong itself, so the stated radius reaches them.
    var reach: Double {
      let mean = (apart * apart).sum()
      guard mean > 0.5 * apartSquare else { return 0 }
      let distance = apartSquare.squareRoot()
      return distance * max(0, min(1, distance / radius - 2))
    }
    /// Time over which fixes have to agree, in s.
    private static let memory = 5.0
  }

  struct Compass: Sendable {
    var earth: EarthMagnetism?
    /// Horizontal strength and vertical part of the field that was felt before the Earth's was known.
    var felt: SIMD2<Double>?
    /// Variance that the error on a spot tends to.
    var spotVariance: Double
    /// Whether a window has come.
    var isHeard = false
    /// Whether the chip was learned in an earlier session, and no way has contradicted it since.
    var isKnown = false
    /// The way with a compass and places, this session's and earlier ones', in m.
    var walked = 0.0
    /// The device's own field at the start, and its variance.
    var device: (field: SIMD3<Double>, variance: SIMD3<Double>)?
    /// Mean of what is seen beside the Earth's field of late, as the variance of a direction.
    var seen: Double?
    /// Mean of the field's horizontal strength and vertical part on the present spot, and their mean square about it on all.
    var spot: SIMD2<Double>?
    var scatter = 0.0
    /// Weight of a window in both.
    private static let spotShare = 0.03
    /// How far the device has turned about the vertical: now, and to either side.
    var turn = (now: 0.0, least: 0.0, most: 0.0)
    /// The body's axes in the last window, east and north.
    var axes: (east: SIMD3<Double>, north: SIMD3<Double>)?

    /// Ingests the field on a spot; nil on the way.
    mutating func ingest(_ field: SIMD2<Double>?) {
      guard let field, let mean = spot else { return spot = field }
      let off = field - mean, share = Self.spotShare
      scatter += share * ((1 - share) * (off * off).sum() - scatter)
      spot = mean + share * off
    }

    /// Follows the turns of the device between windows.
    mutating func turn(_ east: SIMD3<Double>, _ north: SIMD3<Double>) {
      if let axes {
        let turned = atan2(dot(axes.north, east) - dot(axes.east, north), dot(axes.east, east) + dot(axes.north, north))
        turn.now += turned
        turn.least = min(turn.least, turn.now)
        turn.most = max(turn.most, turn.now)
      }
      axes = (east, north)
    }
  }

  struct Steps: Sendable {
    var last: BootInstant?
    /// The last moment at which the way by steps grew.
    var moved: BootInstant?
    /// Speed of the way by steps over some seconds.
    var pace = 0.0
    /// Whether the stride is that of an earlier session.
    var isRemembered = false
  }

  struct Pointing: Sendable {
    /// Probability that a device whose compass shows another direction than the way points aside.
    var aside = 0.0
    /// Whether a heading has stood out, so that the device may have been put away before.
    var isKnown = false
    /// Share of the windows of late in which the bounce was clear.
    private(set) var clear = 1.0

    /// Time after which both are as at first.
    private static let memory = TimeSpan(60)

    mutating func record(isClear: Bool, over window: TimeSpan, prior: Double) {
      let share = window / Self.memory
      clear += ((isClear ? 1 : 0) - clear) * share
      aside += (prior - aside) * share
    }
  }

  /// The odometer of the wearer's motion.
  public struct Motion: Sendable {
    public enum Kind: Sendable {
      case steps
      /// The steps; for a receiver's velocity the force runs beside them.
      case beside
      /// The specific force; the steps are a measurement of it.
      case force
    }

    public internal(set) var kind = Kind.steps
    /// The last precise reading, and the last velocity beside.
    var lastPrecise: BootInstant?
    var lastVelocity: BootInstant?
    /// The moment of the last look at the steps.
    var looked: OdometryMoment
  }
}
