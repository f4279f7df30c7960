public import Samples

/// Whether the floor below a standing shoe carries it over the ground, as that of a vehicle or on a moving walk, by the velocities
/// of fixes. A walker's stance lasts for less than a second, so a speed while the shoe stands for longer is the floor's.
public struct DrivingFloor: Sendable {
  public private(set) var isMoving = false
  /// Consecutive readings that contradict the present state.
  private var against = 0
  /// Time of the last reading of a floor that moves.
  public private(set) var lastReading: BootInstant?

  /// In m/s: a moving walk has 0.5 and more.
  private static let slowest = 0.4
  private static let certain = 3.0
  /// Readings in a row that change the state: one may be wrong.
  private static let needed = 2

  public init() {}

  /// The shoe has walked off.
  public mutating func stop() { self = DrivingFloor() }

  /// Ingests the velocity of a fix while the shoe stands; returns whether it is a measurement of the floor.
  public mutating func add(_ reading: FixReading.Velocity, at time: BootInstant) -> Bool {
    let speed = (reading.level * reading.level).sum().squareRoot()
    let moves = isMoving ? speed > Self.slowest : speed - Self.certain * reading.sigma > Self.slowest
    against = moves == isMoving ? 0 : against + 1
    if against >= Self.needed {
      isMoving.toggle()
      against = 0
    }
    if isMoving { lastReading = time }
    return isMoving
  }

  /// The shoe has stepped: readings in a row are those of one stance, as long as the floor is not known to move.
  public mutating func step() {
    if !isMoving { against = 0 }
  }
}
