import Fusion
import Geometry
import Samples

// A vehicle or a moving walk carries a shoe that stands. While it does, `foot-standing` leaves the level axes out, the
// accelerometer carries the velocity on, and the receiver's velocity w bounds it: z = v = w.
//
// In a vehicle that turns slowly the mean rate of a standing shoe is not the bias, so `foot-rest` waits meanwhile.
extension AidingSource<ShoeOdometry> {
  static let footFloor = AidingSource(
    AidDescription("foot-floor", unit: "m/s", axes: ["x", "z"], patience: TimeSpan(5))
  ) { filter, event, measurement in
    guard case .floor(let reading) = event else { return .nothing }
    return filter.proposeFloor(reading, &measurement)
  }
}

extension ShoeOdometry {
  /// Velocity of the floor along the scene's x and z, in m/s, and its 1 σ.
  public struct FloorReading: Sendable {
    public var velocity: SIMD2<Double>
    public var sigma: Double

    public init(velocity: SIMD2<Double>, sigma: Double) {
      self.velocity = velocity
      self.sigma = sigma
    }
  }

  /// Axes along which the floor moves.
  public struct Floor: Equatable, Sendable {
    public var movesLevel = false, movesUp = false
    public init() {}
    public var isStill: Bool { !movesLevel && !movesUp }
  }

  /// 1 σ of a floor's speed before it is measured, in m/s, level that of a vehicle in a town, up that of a fast lift; and of the
  /// height that a lift has gained before it was recognized, in meters.
  private static let unknownLevel = 10.0, unknownUp = 3.0, unknownClimb = 2.0
  /// 1 σ of the tilt, in radians, because until it was recognized the start of a vehicle was taken for a tilt: a third of 1 m/s².
  private static let doubtfulTilt = 0.035

  /// Sets along which axes the floor moves. The velocity of an axis along which it begins to move is unknown; where it ends, the
  /// shoe stands again.
  public mutating func set(floor new: Floor) {
    guard new != floor else { return }
    strapdown.propagate()
    let v = Index.velocity
    if new.movesLevel, !floor.movesLevel {
      for i in [v, v + 2] { covariance.reset(i, variance: Self.unknownLevel * Self.unknownLevel) }
      for i in [Index.theta, Index.theta + 2] { covariance.add(Self.doubtfulTilt * Self.doubtfulTilt, to: i) }
    }
    if new.movesUp, !floor.movesUp {
      floorBase = position.y
      covariance.reset(v + 1, variance: Self.unknownUp * Self.unknownUp)
      covariance.add(Self.unknownClimb * Self.unknownClimb, to: Index.position + 1)
    }
    if floor.movesUp, !new.movesUp {
      let up = Index.position + 1
      levels.addDoubt(height: max(covariance[up, up], 0).squareRoot() + liftSigma, place: 0)
    }
    if floor.movesLevel, !new.movesLevel { levels.addDoubt(height: Self.vehicleWay, place: Self.vehicleWay) }
    floor = new
  }

  /// Error in meters of a way in a vehicle: levels from before it are not compared with those after it.
  private static let vehicleWay = 10.0

  /// Ingests the velocity of a floor that moves level.
  public mutating func ingest(floor reading: FloorReading) {
    guard floor.movesLevel else { return }
    strapdown.propagate()
    ingest(.floor(reading), at: time)
  }

  fileprivate mutating func proposeFloor(_ reading: FloorReading, _ measurement: inout Measurement) -> Proposal {
    let variance = reading.sigma * reading.sigma, x = reading.velocity.x, z = reading.velocity.y
    measurement.add(floatingRow(0), observation: x, innovation: x - velocity.x, variance: variance)
    measurement.add(floatingRow(2), observation: z, innovation: z - velocity.z, variance: variance)
    return .fuse
  }
}
