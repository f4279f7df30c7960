import Geometry
import Samples

// State of the tie's sources, beside the hypotheses.
extension EarthTie {
  struct Receiver: Sendable {
    /// Level of its slow error per axis; nil before the first fix.
    var level: Double?
    var bestRadius = EarthTie.unknownRadius
    var first: BootInstant?
    var last: BootInstant?
    var hasVelocity = false
  }

  struct Compass: Sendable {
    var earth: EarthMagnetism?
    /// Horizontal strength and vertical part of the field that was felt before the Earth's was known.
    var felt: SIMD2<Double>?
    /// Variance that the error on a spot tends to.
    var spotVariance: Double
  }

  struct Steps: Sendable {
    var last: BootInstant?
    /// Speed of the way by steps over some seconds.
    var pace = 0.0
    /// Whether the stride is that of an earlier session.
    var isRemembered = false
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
