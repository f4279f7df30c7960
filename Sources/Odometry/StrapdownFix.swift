public import Samples

/// The parts of a fix that are precise enough for the strapdown filter, in its level axes.
public struct StrapdownFix: Sendable {
  public struct Place: Sendable {
    /// East, up and south of the origin; up is 0 if the fix has none.
    var position: SIMD3<Double>
    var hasHeight: Bool
    /// 1 σ per axis.
    var sigma: Double
    var sigmaUp: Double
    /// The moment at which the place is assumed to have been valid.
    public var held: BootInstant

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
    public var held: BootInstant

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
