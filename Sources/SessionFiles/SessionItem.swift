public import Alignment
public import Geometry
public import Samples
public import Tracking

/// One item of a session for a file of messages.
public enum SessionItem {
  case sample(Sample)
  case pose(TrackedPose)
  case correction(Correction)
  case truth(Reference)
}

/// The topics of a file. `standard` ones have the names that ROS's own programs use.
enum SessionTopic: String, CaseIterable {
  case transforms = "/tf"
  case pose = "/pose"
  case place = "/place"
  case odometry = "/odom"
  case global = "/odometry/global"
  case fix = "/fix"
  case fixVelocity = "/fix_velocity"
  case imu = "/imu/data_raw"
  case accelerometer = "/imu/accelerometer"
  case gyroscope = "/imu/gyroscope"
  case magnetometer = "/imu/mag"
  case barometer = "/pressure"
  case temperature = "/temperature"
  case corrections = "/corrections"
  case state = "/state"
  case truth = "/truth/place"
}

extension Correction {
  /// The correction as one line for a log.
  var sentence: String {
    CorrectionSentence.text(name, turn: newYaw - oldYaw, to: sigma, shift: shift)
  }
}

/// A correction as one line for a log.
public enum CorrectionSentence {
  public static func text(_ name: String, turn: Angle, to sigma: Angle, shift: Displacement<Level>) -> String {
    func degrees(_ angle: Angle) -> String { "\((angle.degrees * 10).rounded() / 10)°" }
    let east = (shift.x * 10).rounded() / 10 + 0, north = (0 - shift.z * 10).rounded() / 10 + 0
    return "\(name): heading turned by \(degrees(turn.wrapped)) to ± \(degrees(sigma)), "
      + "place moved by \(east) m east, \(north) m north"
  }
}
