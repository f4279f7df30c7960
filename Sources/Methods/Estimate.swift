public import Geodesy
public import Geometry
public import Samples

/// A fix and the wearer's position in the scene at its time: it ties the scene to the Earth.
public struct Estimate: Equatable, Sendable {
  /// Time of the fix.
  public var time: BootInstant
  public var place: Geodetic
  /// Radius of 68 %.
  public var radius: Length
  /// The wearer's position in the scene without its known drift.
  public var scene: Displacement<Scene>
  /// Length of the path walked in the scene until then.
  public var way: Length
  /// 1 σ of the drift of the scene's heading that was unknown then.
  public var driftSigma = AngularRate.zero
  /// Velocity from the fix and in the scene, if both were known at one time.
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

/// One velocity from a receiver's Doppler and in the scene.
public struct VelocityPair: Equatable, Sendable {
  public var earth: Velocity<Level>
  public var scene: Velocity<Scene>
  /// 1 σ per axis of the receiver's velocity.
  public var sigma: Speed

  public init(earth: Velocity<Level>, scene: Velocity<Scene>, sigma: Speed) {
    self.earth = earth
    self.scene = scene
    self.sigma = sigma
  }
}
