import Geometry
import Odometry
import Samples

/// Whether the floor below a standing shoe moves: it rises or falls by the barometer, or it drives by the velocities of fixes. Both
/// end when they measure that it stands, or when the wearer walks off and neither confirms it.
struct FloorWatch: Sendable {
  private var rising = RisingFloor(), driving = DrivingFloor()
  /// Time of swings since the floor was last measured.
  private var swung = TimeSpan.zero
  private var isStepping = false

  /// The landing of a step and the wind of its swing are over.
  private static let settled = TimeSpan(0.3)
  /// Longer than a walker's stance.
  private static let longestStance = TimeSpan(1.5)
  /// Three strides: too far for a lift, and on a train fixes confirm that it moves.
  private static let walkedOff = TimeSpan(1.5)
  /// Time without a measurement after which a driving floor's velocity is a guess.
  private static let patience = TimeSpan(5)
  /// Error of the yaw up to which a velocity over the ground is one in the scene.
  static let knownYaw = Angle.degrees(30)
  /// Least 1 σ of a receiver's velocity, in m/s.
  private static let leastSigma = 0.1

  var axes: ShoeOdometry.Floor {
    var axes = ShoeOdometry.Floor()
    axes.movesLevel = driving.isMoving
    axes.movesUp = rising.isMoving
    return axes
  }

  /// Time of the last velocity of a driving floor.
  var lastDrive: BootInstant? { driving.lastReading }

  func isUnmeasured(at time: BootInstant) -> Bool {
    driving.isMoving && driving.lastReading.map { time - $0 > Self.patience } ?? true
  }

  /// Counts the swings of the shoe; returns whether a floor that moved was left.
  mutating func advance(stood: TimeSpan, over interval: TimeSpan) -> Bool {
    guard stood == .zero else {
      isStepping = false
      return false
    }
    if !isStepping {
      isStepping = true
      rising.clear()
      driving.step()
    }
    guard !axes.isStill else { return false }
    swung += interval
    guard swung > Self.walkedOff else { return false }
    rising.stop()
    driving.stop()
    swung = .zero
    return true
  }

  mutating func ingest(_ sample: BarometerSample, stood: TimeSpan) -> RisingFloor.Reading? {
    guard stood > Self.settled, let height = HeightTie.standardHeight(of: sample.pressure) else { return nil }
    let reading = rising.add(height, at: sample.time)
    if reading != nil { swung = .zero }
    return reading
  }

  mutating func ingest(_ fix: FixReading, stood: TimeSpan) -> FixReading.Velocity? {
    guard stood > Self.longestStance || driving.isMoving, var reading = fix.velocity else { return nil }
    reading.sigma = max(reading.sigma, Self.leastSigma)
    let isFinite = reading.level.x.isFinite && reading.level.y.isFinite && reading.sigma.isFinite
    guard isFinite, driving.add(reading, at: fix.arrival) else { return nil }
    swung = .zero
    return reading
  }
}
