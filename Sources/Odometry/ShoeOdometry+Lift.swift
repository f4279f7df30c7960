import Fusion
public import Geometry
import Samples

// A floor that rises carries a shoe that stands. While it does, `foot-standing` leaves the vertical axis out, and the barometer
// measures the height: z = p − age v, the height above the one before the floor moved, at the middle of the barometer's bin, which
// is `age` old. The accelerometer carries the velocity on between the bins, and through the stop.
extension AidingSource<ShoeOdometry> {
  static let footLift = AidingSource(
    AidDescription("foot-lift", unit: "m", axes: ["up"], patience: TimeSpan(2))
  ) { filter, event, measurement in
    guard case .lift(let reading) = event else { return .nothing }
    return filter.proposeLift(reading, &measurement)
  }
}

extension ShoeOdometry {
  /// Height gained since before the floor moved, in meters, its 1 σ, and the age of this measurement.
  public struct LiftReading: Sendable {
    public var climb: Double, sigma: Double
    public var age: TimeSpan

    public init(climb: Double, sigma: Double, age: TimeSpan) {
      self.climb = climb
      self.sigma = sigma
      self.age = age
    }
  }

  /// Ingests the height of a floor that rises or falls.
  public mutating func ingest(lift reading: LiftReading) {
    guard floor.movesUp else { return }
    strapdown.propagate()
    liftSigma = reading.sigma
    ingest(.lift(reading), at: time)
  }

  fileprivate mutating func proposeLift(_ reading: LiftReading, _ measurement: inout Measurement) -> Proposal {
    measurement.add(
      liftRow(reading), observation: reading.climb,
      innovation: floorBase + reading.climb - (position.y - velocity.y * reading.age.value),
      variance: reading.sigma * reading.sigma)
    return .fuse
  }

  func liftRow(_ reading: LiftReading) -> SparseRow {
    var row = SparseRow(Index.position + 1, 1)
    row.add(Index.velocity + 1, -reading.age.value)
    return row
  }
}
