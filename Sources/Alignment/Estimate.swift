public import Geodesy
public import Geometry
public import Samples

/// A fix and where the wearer was in the scene when it held: what ties the scene to the Earth (features.md §3).
public struct Estimate: Equatable, Sendable {
  /// When the fix held.
  public var time: BootInstant
  public var place: Geodetic
  /// 68 %.
  public var radius: Length
  /// The wearer's position in the scene without its known drift.
  public var scene: Displacement<Scene>
  /// Length of the way walked in the scene until then.
  public var way: Length
  /// 1 σ of the drift of the scene's heading that was not known then.
  public var driftSigma = AngularRate.zero
  /// The velocity of fix and scene, where both were known at one time.
  public var velocity: VelocityPair?

  public init(
    time: BootInstant, place: Geodetic, radius: Length, scene: Displacement<Scene>, way: Length,
    velocity: VelocityPair? = nil
  ) {
    self.time = time
    self.place = place
    self.radius = radius
    self.scene = scene
    self.way = way
    self.velocity = velocity
  }
}

/// One velocity as a receiver's Doppler and as the scene has it.
public struct VelocityPair: Equatable, Sendable {
  public var earth: Velocity<Level>
  public var scene: Velocity<Scene>
  /// 1 σ per axis, of the receiver's.
  public var sigma: Speed

  public init(earth: Velocity<Level>, scene: Velocity<Scene>, sigma: Speed) {
    self.earth = earth
    self.scene = scene
    self.sigma = sigma
  }
}
