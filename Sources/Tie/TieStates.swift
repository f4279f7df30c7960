/// Indices of a hypothesis' states.
public enum TieState {
  // Of states that are propagated together the first is even.

  /// Place on Earth, east and north.
  public static let place = 0
  /// Turn from the steady scene to the Earth, clockwise; and how far the steady scene has turned since the start: the sum of its
  /// drift, which turns the yaw as far.
  public static let yaw = 2, turned = 3
  /// Drift of the yaw.
  public static let drift = 4
  /// ln of the stride's scale.
  public static let stride = 5
  /// The receiver's slow error, east and north.
  public static let slow = 6
  /// Error of the compass by the spot, and by the surroundings.
  public static let spot = 8, room = 9
  /// Velocity on Earth of a wearer who is carried, or of a device without an odometer.
  public static let carried = 10
  /// Error of the compass by the device's constant angle.
  public static let chip = 12
  /// The device's own field, in the axes of the body.
  public static let device = 13
  /// Velocity, and error of the specific force (tilt and accelerometer together), along the scene's east and north.
  public static let velocity = 16, force = 18
  /// Number of states of a walk by steps; the others are in use while the specific force is.
  public static let countBySteps = velocity
  /// Delays of the receiver's places and velocities beyond the assumed ones.
  public static let placeDelay = 20, velocityDelay = 21
  /// Turn, and ln of the scale, of a velocity that is wrong.
  public static let turnedVelocity = 22, scaledVelocity = 23
  /// Way since the steps were last looked at, in the scene.
  public static let looked = 24
  /// Number of states while a receiver's velocity runs beside the steps.
  public static let countBeside = looked
  /// Direction of the steps against the way.
  public static let course = 26
  public static let count = 27

  static let angles = [yaw, spot, room, chip, course, turnedVelocity]
  /// States by which hypotheses are told apart.
  static let keys = [place, place + 1, yaw, spot]
}

/// Assumptions of a hypothesis beside its states.
public struct Assumptions: OptionSet, Sendable, Hashable {
  public let rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The wearer rests: steps lead nowhere.
  public static let rests = Assumptions(rawValue: 1)
  /// The compass is wrong for a while.
  public static let compassWrong = Assumptions(rawValue: 2)
  /// The device has another field than it had: a magnet.
  public static let newDeviceField = Assumptions(rawValue: 4)
  /// The receiver's slow error has jumped.
  public static let receiverJumped = Assumptions(rawValue: 8)
  /// The receiver's velocity is turned and scaled.
  public static let velocityWrong = Assumptions(rawValue: 16)
  /// The wearer is carried: the motion is the receiver's, independent of the steps.
  public static let carried = Assumptions(rawValue: 32)
  /// The chip is turned against the device by any angle.
  public static let chipTurned = Assumptions(rawValue: 64)
  /// The azimuth of the receiver's antennas is wrong.
  public static let antennasWrong = Assumptions(rawValue: 128)

  /// Whether the wearer walks: steps lead.
  var walks: Bool { isDisjoint(with: [.rests, .carried]) }
}
