import SessionFiles

/// The channels that `gnomon foxglove` offers.
enum FoxgloveChannel: UInt32, CaseIterable {
  case transforms = 1
  case pose, place, fix, state, rates, corrections, announcements, scene

  var topic: String {
    switch self {
    case .transforms: "/tf"
    case .pose: "/pose"
    case .place: "/place"
    case .fix: "/fix"
    case .state: "/state"
    case .rates: "/rates"
    case .corrections: "/corrections"
    case .announcements: "/announcements"
    case .scene: "/scene"
    }
  }

  var schema: FoxgloveSchema {
    switch self {
    case .transforms: .transform
    case .pose: .pose
    case .place, .fix: .place
    case .state: .state
    case .rates: .rates
    case .corrections, .announcements: .log
    case .scene: .scene
    }
  }

  /// The subscription at the daemon that a channel needs.
  var source: FoxgloveSource {
    switch self {
    case .transforms, .pose, .place, .state, .corrections: .motion
    case .fix, .rates: .sensors
    case .announcements, .scene: .scene
    }
  }
}

/// Subscriptions at the daemon: one for each of these at most, whatever a reader chooses.
enum FoxgloveSource {
  case motion, sensors, scene
}
