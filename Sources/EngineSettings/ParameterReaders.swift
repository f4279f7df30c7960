import Alignment
public import Odometry
import Samples
import Tie
public import Tracking

/// A parameter that was set for a profile whose pipeline does not read it.
public struct UnreadParameter: Error, Equatable, Sendable, CustomStringConvertible {
  public var name: String
  public var profile: Profile
  /// Profiles that read it.
  public var readers: [Profile]
  /// Parameters of the same quantity that the profile reads instead.
  public var instead: [String]

  public var description: String {
    "profile \(profile.rawValue) does not read \(name), only \(readers.map(\.rawValue).joined(separator: ", ")) "
      + (readers.count == 1 ? "does" : "do") + (instead.isEmpty ? "" : "; set \(instead.joined(separator: " or "))")
  }
}

extension TrackerParameters {
  /// Returns the profiles whose pipeline reads a parameter, in the order of `Profile`.
  public static func readers(of name: String) -> [Profile] { readers[name] ?? Profile.allCases }

  /// Returns the fault of setting a parameter for a profile; nil if the profile reads it, or if there is no such parameter.
  public static func unread(_ name: String, by profile: Profile) -> UnreadParameter? {
    let readers = self.readers(of: name)
    guard !readers.contains(profile) else { return nil }
    let same = quantities.first { $0.contains(name) } ?? []
    return UnreadParameter(
      name: name, profile: profile, readers: readers,
      instead: same.filter { self.readers(of: $0).contains(profile) })
  }

  private static let walkers: [Profile] = [.head, .torso, .hand]
  private static let tied = walkers + [.foot]

  /// The readers of the parameters that not every profile reads. A test replays sessions with all the others changed.
  private static let readers: [String: [Profile]] = {
    var readers: [String: [Profile]] = [:]
    func limit<Root>(_ table: ParameterTable<Root>, _ profiles: [Profile]) {
      for parameter in table.parameters { readers[parameter.name] = profiles }
    }
    limit(AttitudeParameters.table, walkers + [.vehicle, .free])
    limit(HeadingParameters.table, [.free])
    limit(GaitParameters.table, walkers)
    limit(TravelParameters.table, tied)
    limit(TieParameters.table, tied)
    limit(HeightParameters.table, tied + [.vehicle, .free])
    limit(OutsideParameters.table, walkers + [.free])
    limit(ShoeParameters.table, [.foot])
    limit(VehicleParameters.table, [.vehicle])
    limit(LegParameters.table, tied)
    // The bias that a session before has learned is compared with this.
    readers["gyroscope.bias"] = nil
    // The published height of every profile.
    readers["height.rate"] = nil
    readers["compass.year"] = tied + [.free]
    for name in ["error_time", "white", "excess", "wrong", "elsewhere", "jump", "jump_start"] {
      readers["receiver.\(name)"] = tied + [.free]
    }
    readers["receiver.error_time"] = nil
    readers["stride.scale"] = tied + [.free]
    for name in [
      "step.along", "step.across", "place.walk", "yaw.rest", "walk.carried", "force.noise",
      "force.shaking",
    ] {
      readers[name] = walkers
    }
    readers["outside.yaw_walk"] = walkers + [.free]
    return readers
  }()

  /// Parameters of one quantity in the models of several profiles.
  private static let quantities: [[String]] = [
    ["compass.hardiron", "compass.device_field"],
    ["compass.noise", "compass.direction_noise"],
    ["gyroscope.noise", "foot.gyroscope_noise", "vehicle.gyroscope_noise"],
    ["accelerometer.noise", "foot.accelerometer_noise"],
    ["rest.bias_noise", "foot.rest_noise"],
  ]
}
