public import Alignment
import Geometry
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
    func degrees(_ value: Double) -> String { "\((value * 10).rounded() / 10)°" }
    let turn = (newYaw - oldYaw).wrapped.degrees
    let east = (shift.x * 10).rounded() / 10, north = (0 - shift.z * 10).rounded() / 10
    return "\(name): heading turned by \(degrees(turn)) to ± \(degrees(sigma.degrees)), "
      + "place moved by \(east) m east, \(north) m north"
  }
}
