public import Samples

/// What of a fix is precise enough for the strapdown filter, in its level axes.
public struct StrapdownFix: Sendable {
  public struct Place: Sendable {
    /// East, up and south of the origin; up is left out where it is nil.
    var position: SIMD3<Double>
    var hasHeight: Bool
    /// 1 σ per axis.
    var sigma: Double
    var sigmaUp: Double
    /// The moment at which it is believed to have held.
    var held: BootInstant

    public init(
      east: Double, north: Double, up: Double?, sigma: Double, sigmaUp: Double, held: BootInstant
    ) {
      position = SIMD3(east, up ?? 0, -north)
      hasHeight = up != nil
      self.sigma = sigma
      self.sigmaUp = sigmaUp
      self.held = held
    }
  }

  public struct Motion: Sendable {
    public var velocity: SIMD3<Double>
    var hasClimb: Bool
    var sigma: Double
    var held: BootInstant

    public init(east: Double, north: Double, up: Double?, sigma: Double, held: BootInstant) {
      velocity = SIMD3(east, up ?? 0, -north)
      hasClimb = up != nil
      self.sigma = sigma
      self.held = held
    }
  }

  public var place: Place?
  public var velocity: Motion?

  public init(place: Place?, velocity: Motion?) {
    self.place = place
    self.velocity = velocity
  }
}
